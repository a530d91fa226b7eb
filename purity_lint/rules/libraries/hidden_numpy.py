"""PUR105: code of others that computes in NumPy without saying so."""

from __future__ import annotations

import ast
from collections.abc import Collection, Iterator, Mapping

from purity_lint.findings.diagnostics import Evidence, Reason
from purity_lint.findings.finding import Finding
from purity_lint.findings.message import Message
from purity_lint.knowledge import pandas
from purity_lint.knowledge.numba import ARRAY_FUNCTIONS, JITTED, JITTED_IF_INSTALLED, WRITERS
from purity_lint.knowledge.numpy.roles import MATRIX_MAKERS
from purity_lint.knowledge.packages import NUMPY_INSIDE, TAKE_NUMPY
from purity_lint.knowledge.scipy.result_objects import NAMES as OF_RESULTS
from purity_lint.rewrites.array_protocol import METHOD
from purity_lint.rewrites.host.array_returns import tensor_given_to_numpy
from purity_lint.rewrites.host.estimator_arrays import NAMES as OF_ESTIMATORS
from purity_lint.rewrites.host.estimator_arrays import array_of_estimator
from purity_lint.rewrites.host.foreign_calls import data_of, gives_numpy, is_numpys_own
from purity_lint.rewrites.host.foreign_packages import BY_HAND, given_to_unknown_package
from purity_lint.rewrites.host.generators import generators_given
from purity_lint.rewrites.host.given_distributions import handed_to_distribution
from purity_lint.rewrites.host.given_dtypes import dtypes_given
from purity_lint.rewrites.host.hidden_calls import fix_of, is_of_pandas, keeps_arrays, package_of
from purity_lint.rewrites.host.labelled_items import number_stored, tensors_as_labels
from purity_lint.rewrites.host.leaves import leaves
from purity_lint.rewrites.host.matrix_operands import tensor_beside_matrix
from purity_lint.rewrites.host.numpy_callbacks import handed_to_callback
from purity_lint.rewrites.host.result_objects import array_of_result
from purity_lint.rewrites.host.sparse_items import tensor_as_part, tensors_as_places
from purity_lint.rewrites.host.table_columns import numbers_of_column, stored_columns
from purity_lint.rewrites.namespaces.handed_to_numpy import is_numpys
from purity_lint.rewrites.namespaces.in_use import namespace_at
from purity_lint.rewrites.operands import quote, strongest
from purity_lint.rewrites.unknown_packages import imports_unknown_packages
from purity_lint.rules.base import Invalid, Rule, RuleContext
from purity_lint.rules.examples import plain
from purity_lint.semantics.model import SemanticModel

_OF_NUMBA = (ARRAY_FUNCTIONS, JITTED, JITTED_IF_INSTALLED, WRITERS)
_PACKAGES = frozenset({*NUMPY_INSIDE, *(name.partition(".")[0] for name in TAKE_NUMPY)})


class HiddenNumpy(Rule):
    """Reports calls of other packages that go through NumPy.

    ## What it does
    Checks for tensors that are handed to SciPy, scikit-learn, pandas, Matplotlib and others that convert what they get
    to NumPy, for functions of SciPy that make NumPy arrays out of no tensor (`hankel([1, 2])`), or whose number a
    function returns, for arrays in what SciPy gives for tensors (`res.x` of `res = minimize(f, x)`), for tensors as
    places of its sparse matrices (`matrix[rows, columns] = 1`), in them (`matrix.data = x`) and beside them
    (`matrix @ x`), for tensors as places in tables (`df[mask]`, `df.iloc[i]`) and numbers that are stored there
    (`df.loc[0, "mean"] = ops.mean(x)`), and for pandas' `.values` and `.to_numpy()`.
    Under the array API standard, for functions of the file that hand an array to a distribution
    (`_get_pvalue(z, stats.t(df))`), and for none that SciPy has for arrays
    of every library (`special.expit(x)`, `fft.rfft(x)`). A function that Numba's `@vectorize` or
    `@guvectorize` makes gives NumPy's arrays too, whatever it is given, and NumPy takes nothing but its own arrays from
    a method `__array__`. They draw by NumPy's generators alone, so that one of `ops.random` is refused:
    `norm.rvs(size=3, random_state=rng)`, and know its dtypes alone: `csr_matrix((n, n), dtype=x.dtype)`. A package of
    which nothing is known computes in NumPy if a call makes an array for it, `geodesic.f(np.asarray(x), y)`, or if code
    that works with NumPy and no other library hands it any. What the guard of `pytest --pure` refused while
    `purity-lint trace` recorded is reported, too, whosever function it is.

    ## Why is this bad?
    The conversion is silent: the tensor is copied to the host and loses its gradient and its device, and what
    comes back is a NumPy array, which makes the rest of the computation NumPy as well.

    ## Example
    ```python
    from emberops import ops
    from scipy.special import logsumexp

    def evidence(scores: ops.Tensor):
        return logsumexp(scores)
    ```

    Use instead:
    ```python
    from emberops import ops

    def evidence(scores: ops.Tensor):
        return ops.logsumexp(scores)
    ```

    Where there is no such operation, say that NumPy takes over: `f(ops.to_numpy(x))`, and `ops.from_numpy`
    of the result.

    ## Fix safety
    Unsafe: where SciPy has the function of an operation, it calls another routine, and refuses values that are not
    finite: eigenvectors may have other signs, and what searches from one of them may end somewhere else. For other
    functions of SciPy and scikit-learn that return arrays the conversions are written out, and for the arrays that
    data sets and fitted estimators hold (`iris.data`, `kmeans.labels_`); for other functions and packages, of what is
    handed over: what comes back stays NumPy's. So does what only such packages read afterwards: in
    `squareform(pdist(x))`, and where `d = pdist(x)` stands before, nothing is converted in between. Calls of the
    project's own functions that Numba compiles are converted likewise. A result without axes, or an element, that
    stands beside arrays is handed over as a number, `ops.item(x)`, and what may be a table of pandas' is asked first.
    One that writes into an argument is given a copy of it, which is taken back, where that is a variable of the
    function that nobody else reads. A generator is handed over as `ops.to_numpy(rng)`, which on NumPy is the generator
    itself and elsewhere one that it seeds, and a dtype as `ops.dtype(x)`, which tells NumPy its own. What a package of
    which nothing is known gives is taken back by `ops.from_numpy`, which leaves what holds no numbers as it is; it is
    given memory that it may write to, as compiled code asks for.

    ## Options
    - `backend-paths`: files that may convert.
    """

    code = "PUR105"
    name = "hidden-numpy"
    fixes_in_turn = True
    nodes = (ast.Call, ast.Attribute, ast.Assign, ast.AugAssign, ast.Subscript, ast.BinOp, ast.Return)
    priority = -20
    VALID = (
        plain("""
            from scipy.special import logsumexp

            y = logsumexp([1.0, 2.0])
        """),
        plain("""
            from emberops import ops
            from scipy.linalg import expm


            def f(x: ops.Tensor):
                return ops.from_numpy(expm(ops.to_numpy(x)))
        """),
        plain("""
            def f(d: dict):
                return d.values()
        """),
    )
    INVALID = (
        Invalid(
            plain("""
                from emberops import ops
                from scipy.special import logsumexp


                def f(x: ops.Tensor):
                    return logsumexp(x)
            """),
            lines=(6,),
            fixed=plain("""
                from emberops import ops


                def f(x: ops.Tensor):
                    return ops.logsumexp(x)
            """),
        ),
        Invalid(
            plain("""
                from emberops import ops
                from scipy import linalg


                def f(x: ops.Tensor):
                    return linalg.hankel(x, r=ops.flip(x))
            """),
            lines=(6,),
            fixed=plain("""
                from emberops import ops
                from scipy import linalg


                def f(x: ops.Tensor):
                    return ops.from_numpy(linalg.hankel(ops.to_numpy(x), r=ops.to_numpy(ops.flip(x))))
            """),
        ),
        Invalid(
            plain("""
                from emberops import ops
                from scipy.stats import norm


                def f(x: ops.Tensor):
                    return norm.cdf(x)
            """),
            lines=(6,),
            fixed=plain("""
                from emberops import ops
                from scipy.stats import norm


                def f(x: ops.Tensor):
                    return ops.from_numpy(norm.cdf(ops.to_numpy(x)))
            """),
        ),
        Invalid(
            plain("""
                from emberops import ops
                from scipy import linalg
                from scipy.spatial import distance


                def f(x: ops.Tensor, y: ops.Tensor):
                    u, p = linalg.polar(x)
                    return u, p, distance.euclidean(x, y)
            """),
            lines=(7, 8),
            fixed=plain("""
                from emberops import ops
                from scipy import linalg
                from scipy.spatial import distance


                def f(x: ops.Tensor, y: ops.Tensor):
                    u, p = map(ops.from_numpy, linalg.polar(ops.to_numpy(x)))
                    return u, p, ops.from_numpy(distance.euclidean(ops.to_numpy(x), ops.to_numpy(y)))
            """),
        ),
        Invalid(
            plain("""
                import pandas as pd
                from emberops import ops


                def f(x: ops.Tensor, names: list[str]):
                    table = pd.DataFrame({'a': x[0], 'b': 1})
                    column = pd.Series([x[0], x[1]])
                    return pd.DataFrame(x, x[:, 0], columns=names), table, column
            """),
            lines=(6, 7, 8),
            fixed=plain("""
                import pandas as pd
                from emberops import ops


                def f(x: ops.Tensor, names: list[str]):
                    table = pd.DataFrame({'a': ops.to_numpy(x[0]), 'b': 1})
                    column = pd.Series([ops.to_numpy(x[0]), ops.to_numpy(x[1])])
                    return pd.DataFrame(ops.to_numpy(x), ops.to_numpy(x[:, 0]), columns=names), table, column
            """),
        ),
        Invalid(
            plain("""
                import pandas as pd


                def f(path):
                    return pd.read_csv(path).values
            """),
            lines=(5,),
        ),
        Invalid(
            plain("""
                import pandas as pd


                def f(frame: pd.DataFrame):
                    return frame['a'].to_numpy()
            """),
            lines=(5,),
        ),
        Invalid(
            plain("""
                from emberops import ops
                from sklearn.linear_model import Ridge


                def f(x: ops.Tensor, y: ops.Tensor):
                    return Ridge().fit(x, y)
            """),
            lines=(6,),
            fixed=plain("""
                from emberops import ops
                from sklearn.linear_model import Ridge


                def f(x: ops.Tensor, y: ops.Tensor):
                    return Ridge().fit(ops.to_numpy(x), ops.to_numpy(y))
            """),
        ),
        Invalid(
            plain("""
                from emberops import ops
                from scipy import sparse


                def f(n: int, step: ops.Tensor):
                    matrix = sparse.lil_matrix((n, n))
                    rows = ops.arange(n - 1)
                    matrix[rows, rows + step] = 1.0
                    matrix[1:, 0] = 2.0
                    return matrix[:n, rows]
            """),
            lines=(8, 10),
            fixed=plain("""
                from emberops import ops
                from scipy import sparse


                def f(n: int, step: ops.Tensor):
                    matrix = sparse.lil_matrix((n, n))
                    rows = ops.arange(n - 1)
                    matrix[ops.to_numpy(rows).copy(), ops.to_numpy(rows + step).copy()] = 1.0
                    matrix[1:, 0] = 2.0
                    return matrix[:n, ops.to_numpy(rows).copy()]
            """),
        ),
        Invalid(
            plain("""
                from emberops import ops


                class Spectrum:
                    def __init__(self, counts: ops.Tensor):
                        self.counts = counts

                    def __array__(self, dtype=None):
                        return self.counts
            """),
            lines=(9,),
            fixed=plain("""
                from emberops import ops


                class Spectrum:
                    def __init__(self, counts: ops.Tensor):
                        self.counts = counts

                    def __array__(self, dtype=None):
                        return ops.to_numpy(self.counts)
            """),
        ),
        Invalid(
            plain("""
                from emberops import ops
                from scipy import sparse


                def f(x: ops.Tensor, n: int):
                    matrix = sparse.eye(n) * ops.mean(x)
                    return matrix @ x
            """),
            lines=(6, 7),
            fixed=plain("""
                from emberops import ops
                from scipy import sparse


                def f(x: ops.Tensor, n: int):
                    matrix = sparse.eye(n) * ops.to_numpy(ops.mean(x))
                    return ops.from_numpy(matrix @ ops.to_numpy(x))
            """),
        ),
        Invalid(
            plain("""
                import pandas as pd
                from emberops import ops


                def f(df: pd.DataFrame, x: ops.Tensor):
                    best = df.iloc[ops.argmax(x)]
                    df.loc[x > 0, "kept"] = ops.max(x)
                    return best, df["a"], df[[0, 1]], df[x > 1]
            """),
            lines=(6, 7, 7, 8),
            fixed=plain("""
                import pandas as pd
                from emberops import ops


                def f(df: pd.DataFrame, x: ops.Tensor):
                    best = df.iloc[ops.item(ops.argmax(x))]
                    df.loc[ops.to_numpy(x > 0), "kept"] = ops.item(ops.max(x))
                    return best, df["a"], df[[0, 1]], df[ops.to_numpy(x > 1)]
            """),
        ),
    )

    @property
    def names(self) -> Mapping[type[ast.AST], Collection[str]]:
        """Attributes that are arrays of tables, results and estimators; of calls all are looked at."""
        return {ast.Attribute: ("values", *OF_RESULTS, *OF_ESTIMATORS)}

    def applies(self, model: SemanticModel) -> bool:
        """True of files with something of a package that has NumPy inside, or that is asked for NumPy's arrays."""
        told = bool(model.conversions) or any(map(model.asked_about, _OF_NUMBA))
        told = told or not MATRIX_MAKERS.isdisjoint(model.qualified_names.values())
        return (
            told
            or imports_unknown_packages(model)
            or not model.packages.isdisjoint(_PACKAGES)
            or model.names_class_with(frozenset({METHOD}))
        )

    def check(self, node: ast.AST, context: RuleContext) -> Iterator[Finding]:
        """Yield a finding for a tensor that goes to NumPy, or data that comes from it."""
        model = context.model
        if isinstance(node, ast.Attribute):
            parent = model.parent(node)
            if node.attr == "values" and not (isinstance(parent, ast.Call) and parent.func is node):
                yield from _check_bridge(node, node, model)
            elif not context.profile.of_arguments:
                yield from array_of_result(node, model)
                yield from array_of_estimator(node, model)
        elif isinstance(node, ast.AugAssign):
            yield from tensor_as_part(node, model)
        elif isinstance(node, ast.Assign):
            yield from stored_columns(node, model)
            yield from number_stored(node, model)
            yield from tensor_as_part(node, model)
        elif isinstance(node, ast.Subscript):
            yield from tensors_as_places(node, model)
            yield from tensors_as_labels(node, model)
            if not context.profile.of_arguments:
                yield from array_of_result(node, model)
        elif isinstance(node, ast.BinOp):
            yield from tensor_beside_matrix(node, model)
        elif isinstance(node, ast.Return):
            yield from tensor_given_to_numpy(node, model)
        elif isinstance(node, ast.Call):
            if isinstance(node.func, ast.Attribute) and node.func.attr in pandas.TO_NUMPY_METHODS:
                yield from _check_bridge(node, node.func, model)
            found = [*_check_call(node, model, keeps_given=context.profile.of_arguments)]
            if not found and context.profile.of_arguments:
                found = [*handed_to_distribution(node, model)]
            yield from found or _check_record(node, model)


def _check_record(call: ast.Call, model: SemanticModel) -> Iterator[Finding]:
    """Yield a finding for a call that the guard of a recorded run refused."""
    if (call.end_lineno, call.end_col_offset) in model.conversions:
        yield Finding(
            call,
            Message(f"`{quote(model, call.func)}` converts its tensors to NumPy", BY_HAND, ":"),
            Evidence.PROVEN,
            (Reason("`pytest --pure` refused it in a recorded run", call.lineno, call.col_offset),),
            hint=BY_HAND,
        )


def _check_call(call: ast.Call, model: SemanticModel, *, keeps_given: bool) -> Iterator[Finding]:
    """Yield a finding for arrays that go to NumPy, with ``keeps_given`` none for those given to a function there."""
    package = package_of(call, model)
    if package is None and not keeps_given:
        yield from given_to_unknown_package(call, model)
    if package is None or keeps_arrays(call, model):
        return
    yield from generators_given(call, package, model)
    if not keeps_given:
        yield from dtypes_given(call, package, model)
    handed_on = handed_to_callback(call, model) if keeps_given else None
    given = [leaf for a in data_of(call, model) if a is not handed_on for leaf in leaves(a)]
    hidden = [a for a in given if not (isinstance(a, ast.Starred) or is_numpys_own(a, model))]
    if keeps_given and namespace_at(call, model) is not None:
        hidden = [a for a in hidden if not is_numpys(a, model)]
    tensor = strongest(numbers_of_column(a, call, model) or model.value(a) for a in hidden)
    if tensor is None:
        if gives_numpy(call, model):
            yield _source(call, package, model)
        return
    yield Finding(
        call,
        Message(f"`{quote(model, call.func)}` of {package} converts its tensors to NumPy", BY_HAND, ":"),
        tensor.evidence,
        tensor.reasons,
        fix_of(call, model),
        BY_HAND,
    )


def _source(call: ast.Call, package: str, model: SemanticModel) -> Finding:
    hint = "make a tensor of it at once: `ops.from_numpy(...)`"
    return Finding(
        call,
        Message(f"`{quote(model, call.func)}` of {package} gives NumPy", hint, ":"),
        Evidence.INFERRED,
        (Reason("this comes from " + package, call.lineno, call.col_offset),),
        fix_of(call, model),
        hint,
    )


def _check_bridge(node: ast.expr, attribute: ast.Attribute, model: SemanticModel) -> Iterator[Finding]:
    """Yield a finding for ``frame.values`` and ``series.to_numpy()``."""
    known = is_of_pandas(attribute.value, model)
    if not known:
        return
    hint = "make a tensor of it at once: `ops.from_numpy(frame.to_numpy())`"
    parent = model.parent(node)
    if isinstance(parent, ast.Call) and (model.qualified_name(parent.func) or "").startswith("emberops.ops."):
        return
    yield Finding(
        node,
        Message(f"`{quote(model, node)}` is a NumPy array", hint, ":"),
        Evidence.INFERRED,
        (Reason("this comes from pandas", attribute.lineno, attribute.col_offset),),
        hint=hint,
    )

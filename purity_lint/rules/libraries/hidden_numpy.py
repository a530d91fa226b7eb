"""PUR105: code of others that computes in NumPy without saying so."""

from __future__ import annotations

import ast
from collections.abc import Collection, Iterator, Mapping

from purity_lint.findings.diagnostics import Applicability, Evidence, Reason
from purity_lint.findings.edits import Edit, Fix, RemoveImport
from purity_lint.findings.finding import Finding
from purity_lint.findings.message import Message
from purity_lint.knowledge import lookup, pandas
from purity_lint.knowledge.libraries import stands_in
from purity_lint.knowledge.notation import Result
from purity_lint.knowledge.packages import NUMPY_INSIDE
from purity_lint.knowledge.scipy.forms import OTHER_SHAPE, TABLE
from purity_lint.rewrites.calls import Rewritten, rewrite_call
from purity_lint.rewrites.foreign_calls import (
    adapted,
    callee,
    data_of,
    gives_fitted_values,
    gives_numpy,
    is_converted,
    leaves,
)
from purity_lint.rewrites.operands import quote, strongest
from purity_lint.rules.base import Invalid, Rule, RuleContext
from purity_lint.rules.examples import plain
from purity_lint.semantics.model import SemanticModel
from purity_lint.semantics.values import Kind, Value


class HiddenNumpy(Rule):
    """Reports calls of other packages that go through NumPy.

    ## What it does
    Checks for tensors that are handed to SciPy, scikit-learn, pandas, statsmodels and others that convert what
    they get to NumPy, for functions of SciPy that make NumPy arrays out of no tensor (`toeplitz([1, 2])`), or
    whose number a function returns, and for pandas' `.values` and `.to_numpy()`.

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
    finite. For other functions of SciPy that return an array the conversions are written out.

    ## Options
    - `backend-paths`: files that may convert.
    """

    code = "PUR105"
    name = "hidden-numpy"
    nodes = (ast.Call, ast.Attribute)
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
                    return linalg.toeplitz(x, r=ops.flip(x))
            """),
            lines=(6,),
            fixed=plain("""
                from emberops import ops
                from scipy import linalg


                def f(x: ops.Tensor):
                    return ops.from_numpy(linalg.toeplitz(ops.to_numpy(x), r=ops.to_numpy(ops.flip(x))))
            """),
        ),
        Invalid(
            plain("""
                from emberops import ops
                from scipy import linalg


                def f(x: ops.Tensor, r=None):
                    r = ops.flip(r) if r is not None else None
                    t = linalg.toeplitz(x, r=r)
                    return t
            """),
            lines=(7,),
            fixed=plain("""
                from emberops import ops
                from scipy import linalg


                def f(x: ops.Tensor, r=None):
                    r = ops.flip(r) if r is not None else None
                    t = ops.from_numpy(linalg.toeplitz(ops.to_numpy(x), r=ops.to_numpy(r) if r is not None else None))
                    return t
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
                from scipy import linalg, stats


                def f(rows):
                    corner = linalg.block_diag(*rows)
                    return corner, stats.norm.cdf(1)
            """),
            lines=(5,),
            fixed=plain("""
                from emberops import ops
                from scipy import linalg, stats


                def f(rows):
                    corner = ops.from_numpy(linalg.block_diag(*rows))
                    return corner, stats.norm.cdf(1)
            """),
        ),
        Invalid(
            plain("""
                from scipy.stats import norm


                def f(low: float):
                    return abs(norm.cdf(low) - 0.5)
            """),
            lines=(5,),
            fixed=plain("""
                from emberops import ops
                from scipy.stats import norm


                def f(low: float):
                    return abs(ops.from_numpy(norm.cdf(low)) - 0.5)
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
                from emberops import ops
                from scipy.integrate import cumulative_trapezoid


                def f(v: ops.Tensor, start: ops.Tensor):
                    return cumulative_trapezoid(v,
                                                initial=start[0])
            """),
            lines=(6,),
            fixed=plain("""
                from emberops import ops
                from scipy.integrate import cumulative_trapezoid


                def f(v: ops.Tensor, start: ops.Tensor):
                    return ops.from_numpy(cumulative_trapezoid(ops.to_numpy(v),
                                                               initial=ops.item(start[0])))
            """),
        ),
        Invalid(
            plain("""
                from emberops import ops
                from scipy import linalg


                class Fit:
                    def __init__(self, y=None, name='gelsd'):
                        self.y, self.name = y if y is None else ops.asarray(y), name

                    def solve(self, a: ops.Tensor):
                        x, r, _, _ = linalg.lstsq(a, self.y)
                        x, r, _, _ = linalg.lstsq(a, self.y, lapack_driver=self.name)
                        x, _, rank, _ = linalg.lstsq(a, self.y)
                        return x, r, rank
            """),
            lines=(10, 11, 12),
            fixed=plain("""
                from emberops import ops
                from scipy import linalg


                class Fit:
                    def __init__(self, y=None, name='gelsd'):
                        self.y, self.name = y if y is None else ops.asarray(y), name

                    def solve(self, a: ops.Tensor):
                        x, r, _, _ = map(ops.from_numpy, linalg.lstsq(ops.to_numpy(a), ops.to_numpy(self.y)))
                        x, r, _, _ = map(ops.from_numpy, linalg.lstsq(ops.to_numpy(a), ops.to_numpy(self.y), lapack_driver=self.name))
                        x, _, rank, _ = ops.linalg.lstsq(a, self.y)
                        return x, r, rank
            """),  # noqa: E501  the fix keeps a call on the line that it stands in
        ),
        Invalid(
            plain("""
                from emberops import ops
                from scipy.spatial import cKDTree


                def f(points: ops.Tensor, counts: ops.Tensor):
                    tree = cKDTree(points)
                    _, nearest = tree.query(points, k=counts[0])
                    return nearest
            """),
            lines=(6, 7),
            fixed=plain("""
                from emberops import ops
                from scipy.spatial import cKDTree


                def f(points: ops.Tensor, counts: ops.Tensor):
                    tree = cKDTree(ops.to_numpy(points))
                    _, nearest = map(ops.from_numpy, tree.query(ops.to_numpy(points), k=ops.item(counts[0])))
                    return nearest
            """),
        ),
        Invalid(
            plain("""
                from emberops import ops
                from scipy import stats


                def f(x: ops.Tensor, y: ops.Tensor):
                    return stats.spearmanr(x, y)[0]
            """),
            lines=(6,),
            fixed=plain("""
                from emberops import ops
                from scipy import stats


                def f(x: ops.Tensor, y: ops.Tensor):
                    return ops.from_numpy(stats.spearmanr(ops.to_numpy(x), ops.to_numpy(y))[0])
            """),
        ),
        Invalid(
            plain("""
                from emberops import ops
                from scipy.interpolate import CubicSpline, interp1d


                def f(x: ops.Tensor, y: ops.Tensor, t: ops.Tensor):
                    spline = CubicSpline(x, y)
                    slope = spline.derivative()(t)
                    cubic = interp1d(x, y, kind='cubic')(t)
                    return slope, cubic, spline(t), spline(0.0)
            """),
            lines=(6, 7, 8, 8, 9, 9),
            fixed=plain("""
                from emberops import ops
                from scipy.interpolate import CubicSpline, interp1d


                def f(x: ops.Tensor, y: ops.Tensor, t: ops.Tensor):
                    spline = CubicSpline(ops.to_numpy(x), ops.to_numpy(y))
                    slope = ops.from_numpy(spline.derivative()(ops.to_numpy(t)))
                    cubic = ops.from_numpy(interp1d(ops.to_numpy(x), ops.to_numpy(y), kind='cubic')(ops.to_numpy(t)))
                    return slope, cubic, ops.from_numpy(spline(ops.to_numpy(t))), ops.from_numpy(spline(0.0))
            """),
        ),
        Invalid(
            plain("""
                import pandas as pd
                from emberops import ops


                def f(x: ops.Tensor, names: list[str]):
                    table = pd.DataFrame({'a': x[0], 'b': 1})
                    column = pd.Series([x[0], x[1]])
                    return pd.DataFrame(x, columns=names), table, column
            """),
            lines=(6, 7, 8),
            fixed=plain("""
                import pandas as pd
                from emberops import ops


                def f(x: ops.Tensor, names: list[str]):
                    table = pd.DataFrame({'a': ops.to_numpy(x[0]), 'b': 1})
                    column = pd.Series([ops.to_numpy(x[0]), ops.to_numpy(x[1])])
                    return pd.DataFrame(ops.to_numpy(x), columns=names), table, column
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
        ),
    )

    @property
    def names(self) -> Mapping[type[ast.AST], Collection[str]]:
        """Return the data of a table."""
        return {ast.Attribute: ("values",)}

    def check(self, node: ast.AST, context: RuleContext) -> Iterator[Finding]:
        """Yield a finding for a tensor that goes to NumPy, or data that comes from it."""
        model = context.model
        if isinstance(node, ast.Attribute):
            if node.attr == "values" and not _is_called(node, model):
                yield from _check_bridge(node, node, model)
        elif isinstance(node, ast.Call):
            if isinstance(node.func, ast.Attribute) and node.func.attr in pandas.TO_NUMPY_METHODS:
                yield from _check_bridge(node, node.func, model)
            yield from _check_call(node, model)


def _check_call(call: ast.Call, model: SemanticModel) -> Iterator[Finding]:
    package = _package(call, model)
    if package is None:
        return
    given = [leaf for a in data_of(call, model) for leaf in leaves(a)]
    hidden = [a for a in given if not isinstance(a, ast.Starred) and not is_converted(a, model)]
    tensor = strongest(model.value(a) for a in hidden)
    if tensor is None:
        if gives_numpy(call, model):
            yield _source(call, package, model)
        return
    hint = "use an operation of `ops`, or say it: `ops.to_numpy(x)` before and `ops.from_numpy` after"
    yield Finding(
        call,
        Message(f"`{quote(model, call.func)}` of {package} converts its tensors to NumPy", hint, ":"),
        tensor.evidence,
        tensor.reasons,
        _fix(call, model),
        hint,
    )


def _source(call: ast.Call, package: str, model: SemanticModel) -> Finding:
    hint = "make a tensor of it at once: `ops.from_numpy(...)`"
    return Finding(
        call,
        Message(f"`{quote(model, call.func)}` of {package} gives NumPy", hint, ":"),
        Evidence.INFERRED,
        (Reason("this comes from " + package, call.lineno, call.col_offset),),
        _fix(call, model),
        hint,
    )


def _fix(call: ast.Call, model: SemanticModel) -> Fix | None:
    """Return the fix: the operation that means the same, without the import; or the conversions around the call."""
    name = callee(call, model)
    adaptable = stands_in(name, "scipy") or name in pandas.CLASSES or gives_fitted_values(call, model)
    if not adaptable:
        return None
    function = name.partition(".")[2]
    forms = TABLE.get(function)
    if function in OTHER_SHAPE and not _drops_result(call, OTHER_SHAPE[function], model):
        forms = None
    outcome = rewrite_call(call, forms, None) if forms is not None else None
    if not isinstance(outcome, Rewritten):
        conversions = adapted(call, model)
        if conversions is None:
            return None
        return Fix(conversions, Applicability.UNSAFE, "Convert to NumPy and back where it can be seen")
    edits: list[Edit] = [outcome.edit]
    root = call.func
    while isinstance(root, ast.Attribute):
        root = root.value
    edits += [
        RemoveImport(binding.node, binding.local)
        for binding in model.imports
        if isinstance(root, ast.Name) and binding.local == root.id and isinstance(binding.node, ast.stmt)
    ]
    return Fix(tuple(edits), Applicability.UNSAFE, "Use the operation of that meaning")


def _drops_result(call: ast.Call, position: int, model: SemanticModel) -> bool:
    """True where the result of that number is not read: another one is taken, or it is bound to ``_``."""
    match model.parent(call):
        case ast.Subscript(slice=ast.Constant(value=int(index))):
            return index != position
        case ast.Assign(targets=[ast.Tuple(elts=elements)]) if len(elements) > position:
            taken = elements[position]
            return isinstance(taken, ast.Name) and taken.id.startswith("_")
    return False


def _package(call: ast.Call, model: SemanticModel) -> str | None:
    """Return the package that defines what is called, if it is one with NumPy inside."""
    name = model.qualified_name(call.func)
    if gives_fitted_values(call, model) and model.package != "scipy":
        return NUMPY_INSIDE["scipy"]
    if name is None and isinstance(call.func, ast.Attribute):
        receiver = model.value(call.func.value)
        name = receiver.name if receiver.kind is Kind.INSTANCE else None
        if name is None and isinstance(call.func.value, ast.Call):
            name = model.qualified_name(call.func.value.func)
    fact = lookup.function(name) if name is not None else None
    if fact is not None and fact.result is Result.BOOL:
        return None  # `scipy.sparse.issparse(x)` looks at a class, and converts nothing
    root = (name or "").partition(".")[0]
    if root == model.package:
        return None  # what SciPy's own functions do is for findings in their own files to say
    return NUMPY_INSIDE.get(root)


def _check_bridge(node: ast.expr, attribute: ast.Attribute, model: SemanticModel) -> Iterator[Finding]:
    """Yield a finding for ``frame.values`` and ``series.to_numpy()``."""
    known = _is_pandas(attribute.value, model)
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


def _is_pandas(node: ast.expr, model: SemanticModel) -> bool:
    value: Value = model.value(node)
    if (value.name or "") in pandas.CLASSES or stands_in(value.name, pandas.PACKAGE):
        return True
    if isinstance(node, ast.Call):
        name = model.qualified_name(node.func) or ""
        return stands_in(name, pandas.PACKAGE) or (
            isinstance(node.func, ast.Attribute) and _is_pandas(node.func.value, model)
        )
    if isinstance(node, ast.Subscript | ast.Attribute):
        return _is_pandas(node.value, model)
    return False


def _is_called(node: ast.Attribute, model: SemanticModel) -> bool:
    parent = model.parent(node)
    return isinstance(parent, ast.Call) and parent.func is node

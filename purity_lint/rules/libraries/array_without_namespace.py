"""PUR112: an array that a function made with NumPy, of no array, among those of a namespace."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence

from purity_lint.findings.edits import Fix, Rewrite
from purity_lint.findings.finding import Finding
from purity_lint.findings.message import Message
from purity_lint.knowledge.libraries import SAYS_NUMPY
from purity_lint.knowledge.scipy.any_library import GIVE_NUMPYS
from purity_lint.rewrites.host.host_data import is_made_on_host, is_number_of_scipy
from purity_lint.rewrites.local_calls import callee
from purity_lint.rewrites.namespaces.in_use import namespace_of, namespaces, on_host, standard_namespace
from purity_lint.rewrites.operands import quote, safe_if
from purity_lint.rewrites.references import Category, reference
from purity_lint.rewrites.scopes import bindings, enclosing, own_nodes
from purity_lint.rules.base import Invalid, Rule, RuleContext
from purity_lint.rules.examples import plain
from purity_lint.semantics.model import SemanticModel
from purity_lint.source.names import last_name
from purity_lint.source.parameters import defaults


class ArrayWithoutNamespace(Rule):
    """Reports arrays that a function makes with NumPy all the same, where the code around has a namespace.

    ## What it does
    Checks, in functions that have a namespace, for calls of functions of the same file that take no array and give
    one of NumPy's: a window, coefficients, a grid; for calls of a parameter that is a library's function by
    default, `center=np.median`, and of a function of SciPy's own that makes NumPy's arrays of all; for results that
    such a function gives back as `np.vectorize` made them; and for numbers that SciPy computes of numbers, on the left
    of an array: `norm.ppf(0.9) * x`. A function with `numpy` in its name, `_to_numpy(x)`, makes what it says.

    ## Why is this bad?
    Such a function has no argument to ask for a namespace. Its array meets those of the caller, and libraries refuse to
    compute with another one's. A number of NumPy's on the left computes by itself, and makes an array of NumPy's.

    ## Example
    ```python
    import numpy as np

    def window(n):
        return np.hanning(n)

    def smooth(x, xp):
        x = xp.asarray(x)
        return x * window(9)
    ```

    Use instead:
    ```python
    import numpy as np

    def window(n):
        return np.hanning(n)

    def smooth(x, xp):
        x = xp.asarray(x)
        return x * xp.asarray(window(9))
    ```

    ## Fix safety
    Unsafe: the array gets the default device, and people may rather give the function a parameter `xp`. A number
    becomes a `float`. There is no fix for a result that is unpacked, since it may be several arrays.

    ## Options
    None.
    """

    code = "PUR112"
    name = "array-without-namespace"
    nodes = (ast.Call, ast.Return)
    VALID = (
        plain("""
            import numpy as np


            def _window(n, xp=None):
                xp = np if xp is None else xp
                return xp.ones(n)


            def _scale(x):
                return np.exp(x)


            def _grid(n):
                return np.arange(n)


            def _to_numpy(rows):
                return np.asarray(rows)


            def f(x, xp, rows):
                x = xp.asarray(x)
                n = np.asarray(_window(3)) + _to_numpy(rows)
                n[0] = _grid(3)
                return x * _window(9, xp=xp) + _scale(x)
        """),
    )
    INVALID = (
        Invalid(
            plain("""
                import numpy as np


                def window(n):
                    return np.hanning(n)


                def f(x, xp):
                    x = xp.asarray(x)
                    w = window(9)
                    return x * w
            """),
            lines=(10,),
            fixed=plain("""
                import numpy as np


                def window(n):
                    return np.hanning(n)


                def f(x, xp):
                    x = xp.asarray(x)
                    w = xp.asarray(window(9))
                    return x * w
            """),
        ),
        Invalid(
            plain("""
                import numpy as np


                def _spec(pairs: list[tuple]):
                    orders, values = zip(*pairs)
                    return np.atleast_1d(orders, values)


                def f(x, xp, pairs: list[tuple]):
                    x = xp.asarray(x)
                    orders, values = _spec(pairs)
                    return x * values
            """),
            lines=(11,),
        ),
        Invalid(
            plain("""
                import numpy as np


                def f(x, xp, center=np.median):
                    x = xp.asarray(x)
                    return x - center(x, axis=0)
            """),
            lines=(6,),
            fixed=plain("""
                import numpy as np


                def f(x, xp, center=np.median):
                    x = xp.asarray(x)
                    return x - xp.asarray(center(x, axis=0))
            """),
        ),
        Invalid(
            plain("""
                from scipy._lib._util import _asarray_validated


                def f(x, xp):
                    x = _asarray_validated(x, check_finite=False)
                    return xp.exp(x)
            """),
            lines=(5,),
            fixed=plain("""
                from scipy._lib._util import _asarray_validated


                def f(x, xp):
                    x = xp.asarray(_asarray_validated(x, check_finite=False))
                    return xp.exp(x)
            """),
        ),
        Invalid(
            plain("""
                import numpy as np


                def f(x, xp):
                    x = xp.asarray(x)
                    table = np.vectorize(hash, otypes=[np.int64])
                    found = table(x)
                    return x, np.minimum(2, found)
            """),
            lines=(8,),
            fixed=plain("""
                import numpy as np


                def f(x, xp):
                    x = xp.asarray(x)
                    table = np.vectorize(hash, otypes=[np.int64])
                    found = table(x)
                    return x, xp.asarray(np.minimum(2, found))
            """),
        ),
        Invalid(
            plain("""
                from scipy import special


                def f(x, n: int, xp):
                    x = xp.asarray(x)
                    scale = special.gammaln(n)
                    return scale * x, x * special.gammaln(n), special.gammaln(3) - x
            """),
            lines=(6, 7),
            fixed=plain("""
                from scipy import special


                def f(x, n: int, xp):
                    x = xp.asarray(x)
                    scale = float(special.gammaln(n))
                    return scale * x, x * special.gammaln(n), float(special.gammaln(3)) - x
            """),
        ),
    )

    def applies(self, model: SemanticModel) -> bool:
        """True of files that work on a namespace."""
        return bool(namespaces(model))

    def check(self, node: ast.AST, context: RuleContext) -> Iterator[Finding]:
        """Yield a finding for an array of NumPy's that a function of the file makes of none, or gives back."""
        model = context.model
        if isinstance(node, ast.Return):
            yield from _given_back(node, model)
            return
        if not isinstance(node, ast.Call):
            return
        if is_number_of_scipy(node, model):
            yield from _leading(node, model)
            return
        function = callee(node, model)
        surely = function is None and (
            model.qualified_name(node.func) in GIVE_NUMPYS or _is_default_of_a_library(node.func, model)
        )
        if not surely and (function is None or namespace_of(function, model) is not None):
            return
        if _is_stored(node, model) or SAYS_NUMPY in last_name(node.func):
            return
        space = standard_namespace(node, model)
        if space is None or on_host(node, model) or _is_given_to_a_library(node, model):
            return
        if not surely and not _is_numpys(node, model):
            return
        made = [] if _is_unpacked(node, model) else [node]
        yield _taken_to(space, node, made, f"`{quote(model, node.func)}` makes an array of NumPy's")


def _given_back(statement: ast.Return, model: SemanticModel) -> Iterator[Finding]:
    """Yield findings for the results that functions made which a library made of one of Python's."""
    space = standard_namespace(statement.value, model) if statement.value is not None else None
    if statement.value is None or space is None or on_host(statement, model):
        return
    made = [result for result in _results(statement.value) if is_made_on_host(result, model)]
    if made:
        yield _taken_to(space, statement, made, f"`{quote(model, made[0])}` is an array of NumPy's")


def _results(value: ast.expr) -> Iterator[ast.expr]:
    """Yield what a function gives back: the elements of a tuple, and what a record is made of."""
    match value:
        case ast.Tuple(elts=elements):
            yield from elements
        case ast.Call(func=function) if last_name(function)[:1].isupper():
            yield from (a for a in value.args if not isinstance(a, ast.Starred))
            yield from (k.value for k in value.keywords)
        case _:
            yield value


def _leading(node: ast.Call, model: SemanticModel) -> Iterator[Finding]:
    """Yield the finding for a number of NumPy's on the left of an array."""
    if standard_namespace(node, model) is None or on_host(node, model):
        return
    led = next((side for side in _right_of(node, model) if model.value(side).is_tensor), None)
    if led is None:
        return
    message = Message(
        f"`{quote(model, node)}` is a number of NumPy's, left of an array", "make it a `float`", ":"
    )
    edit = Rewrite(node, "float({made})", {"made": node})
    yield Finding(node, message, fix=Fix((edit,), safe_if(False), "Make it a `float`"))


def _right_of(node: ast.Call, model: SemanticModel) -> Iterator[ast.expr]:
    """Yield what stands on the right of a number in a formula: as it is, and by the name that it alone is given."""
    uses: list[ast.expr] = [node]
    match model.parent(node):
        case ast.Assign(targets=[ast.Name(id=name)]):
            around = enclosing(node, model)
            if list(bindings(around).get(name, ())) == [node]:
                uses = [n for n in own_nodes(around) if isinstance(n, ast.Name) and n.id == name]
    for use in uses:
        holder = model.parent(use)
        if isinstance(holder, ast.BinOp) and holder.left is use:
            yield holder.right


def _taken_to(space: str, node: ast.AST, made: Sequence[ast.expr], problem: str) -> Finding:
    message = Message(problem, f"take it to `{space}`", ":")
    edits = tuple(Rewrite(one, f"{space}.asarray({{made}})", {"made": one}) for one in made)
    fix = Fix(edits, safe_if(False), f"Make one of `{space}` of it") if edits else None
    return Finding(node, message, fix=fix)


def _is_default_of_a_library(function: ast.expr, model: SemanticModel) -> bool:
    """True for a parameter whose default is a function of a library: `center=np.median`."""
    around = enclosing(function, model)
    if not isinstance(function, ast.Name) or not isinstance(around, ast.FunctionDef):
        return False
    default = defaults(around.args).get(function.id)
    found = None if default is None or bindings(around).get(function.id) else reference(default, model)
    return found is not None and found.category is Category.FUNCTION


def _is_numpys(call: ast.Call, model: SemanticModel) -> bool:
    """True where a call gives an array of NumPy's, and is given none."""
    made = model.value(call)
    given = [
        *(a.value if isinstance(a, ast.Starred) else a for a in call.args),
        *(k.value for k in call.keywords),
    ]
    taken = (model.value(argument) for argument in given)
    return (
        made.is_tensor and not made.maybe and made.backend == "numpy" and not any(v.is_tensor for v in taken)
    )


def _is_unpacked(call: ast.Call, model: SemanticModel) -> bool:
    """True for `a, b = f(n)`, which may give several arrays: not every library makes one of them."""
    match model.parent(call):
        case ast.Assign(targets=[ast.Tuple() | ast.List()]) | ast.Starred():
            return True
    return False


def _is_stored(call: ast.Call, model: SemanticModel) -> bool:
    """True for `rows[i] = f(n)`: what is stored goes with the array that it is stored into."""
    match model.parent(call):
        case ast.Assign(targets=[ast.Subscript()]):
            return True
    return False


def _is_given_to_a_library(call: ast.Call, model: SemanticModel) -> bool:
    """True for an argument of a library's function, as `np.asarray`, or of the namespace's own `asarray`."""
    holder = model.parent(call)
    if isinstance(holder, ast.keyword):
        holder = model.parent(holder)
    if not isinstance(holder, ast.Call) or holder.func is call:
        return False
    found = reference(holder, model)
    is_function = found is not None and found.category is Category.FUNCTION
    return is_function or getattr(holder.func, "attr", "") == "asarray"

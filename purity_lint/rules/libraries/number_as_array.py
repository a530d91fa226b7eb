"""PUR110: a Python number or list where a namespace takes arrays alone."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from purity_lint.findings.edits import Fix, Rewrite
from purity_lint.findings.finding import Finding
from purity_lint.knowledge.vocabularies.own_backend import REDUCTIONS
from purity_lint.knowledge.vocabularies.words import word
from purity_lint.rewrites.namespaces.calls import reads_of_namespaces
from purity_lint.rewrites.namespaces.in_use import is_namespace, namespaces
from purity_lint.rewrites.namespaces.objects import is_plain_number, kept_numbers, lists_of_arrays
from purity_lint.rewrites.operands import quote, safe_if
from purity_lint.rewrites.scopes import bindings, enclosing
from purity_lint.rules.base import Invalid, Rule, RuleContext
from purity_lint.rules.examples import plain
from purity_lint.semantics.model import SemanticModel
from purity_lint.semantics.values import Kind
from purity_lint.source.constructs import COMPREHENSIONS

_DISPLAYS = (ast.List, ast.Tuple, ast.ListComp)


class NumberAsArray(Rule):
    """Reports Python numbers and lists that are handed to a namespace of the array API standard as arrays.

    ## What it does
    Checks for `xp.sqrt(2)`, `xp.sum([1, 2])` and `xp.concat([x, [0]])`; in functions that have a namespace, for lists
    of arrays that functions of `scipy.special` are given, and for numbers in an object of a private class which a
    function is given together with the namespace: `_pvalue(x, _Chi2(n - 1), xp=xp)`.

    ## Why is this bad?
    NumPy makes an array of whatever it is given; the functions of other libraries raise.

    ## Example
    ```python
    def f(x, n: int, xp):
        return x / xp.sqrt(n)
    ```

    Use instead:
    ```python
    import math

    def f(x, n: int, xp):
        return x / math.sqrt(n)
    ```

    ## Fix safety
    Several arrays where one is taken, `nx.min((a, b))`, are stacked, and numbers that an object keeps become arrays of
    the dtype of those which it is used with; that is unsafe. For other numbers there is no fix: `math.sqrt(n)` or
    `xp.asarray(n)`, with what dtype, is for people to say.

    ## Options
    None.
    """

    code = "PUR110"
    name = "number-as-array"
    nodes = (ast.Attribute, ast.Call)
    priority = 10  # `xp.exp(len(x))` is none the better for `x.shape[0]`
    VALID = (
        plain("""
            from scipy.fft import fft


            def f(a, b, xp):
                return xp.real(fft(a)), xp.count_nonzero(a < b), xp.linalg.vecdot(a, b)
        """),
        plain("""
            def f(x, y, n: int, xp):
                return xp.any(y == 0), xp.maximum(x, n) + xp.asarray([n, 1]) + xp.zeros(n)
        """),
        plain("""
            def f(samples, xp):
                found = []
                for sample in samples:
                    rows = []
                    rows.append(sample)
                    found.append(rows)
                found = [xp.concat(rows) for rows in found]
                return [xp.mean(rows, axis=-1) for rows in found]
        """),
    )
    INVALID = (
        Invalid(
            plain("""
                def f(x, n: int, xp):
                    return xp.sqrt(n), xp.sum([1.0, 2.0]), xp.concat([x, [0]]), xp.maximum(1, n)
            """),
            lines=(2, 2, 2, 2),
        ),
        Invalid(
            plain("""
                def f(x, xp):
                    return xp.min((xp.sum(x), xp.mean(x)))
            """),
            lines=(2,),
            fixed=plain("""
                def f(x, xp):
                    return xp.min(xp.stack((xp.sum(x), xp.mean(x))))
            """),
        ),
        Invalid(
            plain("""
                from scipy import special


                class _Chi2:
                    def __init__(self, df):
                        self.df = df


                def f(x, xp):
                    x = xp.asarray(x)
                    total = xp.sum(special.logsumexp([x, x + 1], axis=0))
                    chi2 = _Chi2(len(x) - 1)
                    return _pvalue(-total, chi2, xp=xp)
            """),
            lines=(11, 12),
            fixed=plain("""
                from scipy import special


                class _Chi2:
                    def __init__(self, df):
                        self.df = df


                def f(x, xp):
                    x = xp.asarray(x)
                    total = xp.sum(special.logsumexp(xp.stack([x, x + 1]), axis=0))
                    chi2 = _Chi2(xp.asarray(len(x) - 1, dtype=total.dtype))
                    return _pvalue(-total, chi2, xp=xp)
            """),
        ),
    )

    def applies(self, model: SemanticModel) -> bool:
        """True of files that work on a namespace."""
        return bool(namespaces(model))

    def check(self, node: ast.AST, context: RuleContext) -> Iterator[Finding]:
        """Yield a finding for an argument that is known to be no array."""
        model = context.model
        if isinstance(node, ast.Call):
            yield from kept_numbers(node, model)
            yield from lists_of_arrays(node, model)
            return
        unstacked = _unstacked(node, model)
        if unstacked is not None:
            yield unstacked
            return
        read = reads_of_namespaces(model).get(node)
        if read is None or read.call is None or not read.call.args:
            return
        target = word("array-api", {}, read.name)
        if target is None or target.signature is None:
            return
        first = (*target.signature.order, "arrays" if read.name in {"concat", "stack"} else "")[0]
        refused = _refused(read.call, first, model)
        if refused is not None:
            shown = quote(model, read.node)
            yield Finding(refused, f"`{shown}` takes arrays, and `{quote(model, refused)}` is none")


def _unstacked(node: ast.AST, model: SemanticModel) -> Finding | None:
    """Return the finding for several arrays where a reduction of a namespace takes one: `nx.min((a, b))`."""
    call = model.parent(node)
    if (
        not isinstance(node, ast.Attribute)
        or node.attr not in REDUCTIONS
        or not is_namespace(node.value, model)
    ):
        return None
    match call:
        case ast.Call(
            func=function, args=[ast.Tuple(elts=elements) | ast.List(elts=elements) as several, *_]
        ):
            if function is node and elements and all(_is_array(element, model) for element in elements):
                space = ast.unparse(node.value)
                edit = Rewrite(several, f"{space}.stack({{several}})", {"several": several})
                shown, message = quote(model, node), "Stack them"
                fix = Fix((edit,), safe_if(False), message)
                return Finding(several, f"`{shown}` takes one array", fix=fix)
    return None


def _is_array(node: ast.expr, model: SemanticModel) -> bool:
    """True for an array, and for what a function of a namespace returns, which on NumPy may be a number."""
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
        return is_namespace(node.func.value, model)
    return model.value(node).is_tensor


def _refused(call: ast.Call, parameter: str, model: SemanticModel) -> ast.expr | None:
    """Return the argument that should be an array, and is none."""
    first = call.args[0]
    if parameter == "x":
        return first if _is_none(first, model) else None
    if parameter == "x1":
        both = call.args[:2]
        return first if both and all(_is_none(a, model) for a in both) else None
    if parameter == "arrays" and isinstance(first, ast.List | ast.Tuple):
        return next((element for element in first.elts if _is_none(element, model)), None)
    return None


def _is_none(node: ast.expr, model: SemanticModel) -> bool:
    """True for what is known to be a number, a list or a tuple."""
    if model.value(node).kind is Kind.BOOL and not isinstance(node, ast.Constant):
        return False  # of what compares like arrays nothing may be known
    return _is_sequence(node, model) or is_plain_number(node, model)


def _is_sequence(node: ast.expr, model: SemanticModel) -> bool:
    """True for a list or tuple that is written out, here or where its name is bound, and for a shape."""
    if isinstance(node, ast.Name) and not _is_of_a_comprehension(node, model):
        made = bindings(enclosing(node, model)).get(node.id, ())
        return bool(made) and all(isinstance(value, _DISPLAYS) for value in made)
    return isinstance(node, _DISPLAYS) or model.value(node).kind is Kind.SHAPE


def _is_of_a_comprehension(name: ast.Name, model: SemanticModel) -> bool:
    """True for the elements that a comprehension around goes through: `[f(row) for row in rows]`."""
    parent = model.parent(name)
    while isinstance(parent, ast.expr | ast.keyword | ast.comprehension):
        loops = parent.generators if isinstance(parent, COMPREHENSIONS) else []
        targets = (target for loop in loops for target in ast.walk(loop.target))
        if any(isinstance(target, ast.Name) and target.id == name.id for target in targets):
            return True
        parent = model.parent(parent)
    return False

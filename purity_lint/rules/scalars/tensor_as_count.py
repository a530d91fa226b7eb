"""PUR307: tensors that say how often a list or a text is repeated, or where a slice begins and ends."""

from __future__ import annotations

import ast
from collections.abc import Collection, Iterator, Mapping

from purity_lint.findings.diagnostics import Applicability
from purity_lint.findings.edits import Fix, Rewrite
from purity_lint.findings.finding import Finding
from purity_lint.rewrites.operands import (
    SEQUENCES,
    TEXT,
    builtin,
    operation,
    quote,
    strongest,
    tensor_finding,
)
from purity_lint.rewrites.operators.never_lists import is_array_itself
from purity_lint.rewrites.scopes import enclosing
from purity_lint.rewrites.uses_of_names import reads
from purity_lint.rules.base import Invalid, Rule, RuleContext
from purity_lint.rules.examples import in_function, plain
from purity_lint.semantics.model import SemanticModel
from purity_lint.semantics.values import Value

_REPEATED = SEQUENCES | TEXT


class TensorAsCount(Rule):
    """Flags lists, tuples and texts that are repeated by a tensor, and slices with tensors for bounds.

    ## What it does
    Flags `[x] * n`, `"-" * n` and `slice(n)` where `n` is a tensor without axes, and `slice(*bounds)` of a tensor.

    ## Why is this bad?
    A whole number of NumPy repeats a list as Python's own does. A tensor of JAX or MLX multiplies, and raises on a
    list; one of PyTorch repeats it. A slice is kept and compared, and MLX takes no tensor in one.

    ## Example
    ```python
    labels.extend([label] * ops.sum(mask))
    ```

    Use instead:
    ```python
    labels.extend([label] * ops.item(ops.sum(mask)))
    ```

    ## Fix safety
    Unsafe: NumPy's floats multiply a list where Python's raise. Nothing is said where the tensor may have axes and
    what is repeated may be a vector, such as `[1.0]`.

    ## Options
    None.
    """

    code = "PUR307"
    name = "tensor-as-count"
    nodes = (ast.BinOp, ast.Call)
    VALID = (
        in_function("return ops.assign(x, (n, slice(ops.argmin(x), None)), 0)"),
        in_function("""
            at = (n, slice(ops.argmin(x), None))
            return ops.assign(x, at, ops.negative(ops.getitem(x, at)))
        """),
        in_function("return [n] * n, '-' * len(x), [0] * x.shape[0], [1.0, 2.0] * x"),
        plain("""
            from emberops import ops


            def f(x: ops.Tensor):
                return [0] * ops.item(ops.sum(x)), '%d' % ops.sum(x)
        """),
    )
    INVALID = (
        Invalid(
            plain("""
                from emberops import ops


                def f(x: ops.Tensor):
                    for count in x:
                        yield '#' * (20 * count // ops.max(x))
                    return '-' * ops.sum(x), ops.argmax(x) * [0]
            """),
            lines=(6, 7, 7),
            fixed=plain("""
                from emberops import ops


                def f(x: ops.Tensor):
                    for count in x:
                        yield '#' * ops.item(20 * count // ops.max(x))
                    return '-' * ops.item(ops.sum(x)), ops.item(ops.argmax(x)) * [0]
            """),
        ),
        Invalid(
            plain("""
                from emberops import ops


                def f(x: ops.Tensor, n: int):
                    last = slice(n, ops.argmax(x) if n else 3)
                    return last, slice(*list(x)), slice(n), slice(x[0], x[1])
            """),
            lines=(5, 6, 6),
            fixed=plain("""
                from emberops import ops


                def f(x: ops.Tensor, n: int):
                    last = slice(n, ops.item(ops.argmax(x) if n else 3))
                    return last, slice(*list(ops.tolist(x))), slice(n), slice(ops.item(x[0]), ops.item(x[1]))
            """),
        ),
        Invalid(
            plain("""
                from emberops import ops


                def f(bounds: ops.Tensor, names):
                    found = []
                    for name, (start, end) in zip(names, bounds):
                        found += [name] * ops.subtract(end, start)
                    return found
            """),
            lines=(7,),
            fixed=plain("""
                from emberops import ops


                def f(bounds: ops.Tensor, names):
                    found = []
                    for name, (start, end) in zip(names, bounds):
                        found += [name] * ops.item(ops.subtract(end, start))
                    return found
            """),
        ),
    )

    @property
    def names(self) -> Mapping[type[ast.AST], Collection[str]]:
        """The class of slices."""
        return {ast.Call: ["slice"]}

    def applies(self, model: SemanticModel) -> bool:
        """True of files with tensors."""
        return model.has_tensors

    def check(self, node: ast.AST, context: RuleContext) -> Iterator[Finding]:
        """Flag a sequence that a tensor repeats, and a slice with tensors for bounds."""
        model = context.model
        if isinstance(node, ast.Call):
            if builtin(model, node) == "slice" and not node.keywords and not _is_for_operation(node, model):
                yield from _bounds(node, model)
        elif isinstance(node, ast.BinOp) and isinstance(node.op, ast.Mult) and _repeats(node, model):
            yield from _repeated(node, model)


def _repeats(product: ast.BinOp, model: SemanticModel) -> bool:
    """True where the product is a sequence; a text that is written out is nothing but repeated, whatever counts."""
    texts = (isinstance(side, ast.Constant | ast.JoinedStr) for side in (product.left, product.right))
    return model.value(product).kind in _REPEATED or any(texts)


def _is_for_operation(call: ast.Call, model: SemanticModel) -> bool:
    """True for a slice that is handed to an operation, as it is made or by a name: it takes tensors for bounds."""
    holder = model.parent(call)
    while isinstance(holder, ast.Tuple):
        holder = model.parent(holder)
    match holder:
        case ast.Assign(targets=[ast.Name(id=name)]):
            read = reads(enclosing(holder, model)).get(name, [])
            return bool(read) and all(_is_argument(one, model) for one in read)
    return holder is not None and operation(model, holder) is not None


def _is_argument(name: ast.Name, model: SemanticModel) -> bool:
    """True for a name that is handed to an operation as it is."""
    call = model.parent(name)
    return call is not None and operation(model, call) is not None


def _repeated(node: ast.BinOp, model: SemanticModel) -> Iterator[Finding]:
    for count, repeated in ((node.right, node.left), (node.left, node.right)):
        value = model.value(count)
        if model.value(repeated).kind not in _REPEATED or not value.is_tensor or value.foreign:
            continue
        if _is_count(value, repeated, model) and not is_array_itself(count, model):
            message = f"the tensor `{quote(model, count)}` repeats `{quote(model, repeated)}`"
            edit = Rewrite(count, "{ops}.item({n})", {"n": count})
            yield tensor_finding(node, message, value, _taken((edit,)), _HINT)
        return


def _bounds(call: ast.Call, model: SemanticModel) -> Iterator[Finding]:
    edits = tuple(edit for bound in call.args for edit in _bound(bound, model))
    tensor = strongest(model.value(edit.node) for edit in edits)
    if tensor is not None and not any(model.value(edit.node).foreign for edit in edits):
        message = f"`{quote(model, call)}` has the tensor `{quote(model, edits[0].node)}` for a bound"
        yield tensor_finding(call, message, tensor, _taken(edits), _HINT)


def _bound(bound: ast.expr, model: SemanticModel) -> Iterator[Rewrite]:
    """Write a bound as the number that it is, and a tensor of bounds, `*x` or `*list(x)`, as a list of numbers."""
    if not isinstance(bound, ast.Starred):
        value = model.value(bound)
        if value.is_tensor and value.rank in (0, None):  # or else a number: of those `ops.item` is the number
            yield Rewrite(bound, "{ops}.item({n})", {"n": bound})
        return
    several = bound.value
    match several:
        case ast.Call(args=[held], keywords=[]) if builtin(model, several) in {"list", "tuple"}:
            several = held
    value = model.value(several)
    if value.is_tensor and not value.maybe:
        yield Rewrite(several, "{ops}.tolist({x})", {"x": several})


def _taken(edits: tuple[Rewrite, ...]) -> Fix:
    return Fix(edits, Applicability.UNSAFE, "Take the number first")


_HINT = "Take the number with `ops.item` first."


def _is_count(value: Value, repeated: ast.expr, model: SemanticModel) -> bool:
    """True for a tensor without axes; one of which nothing is known repeats a text, or one thing that is no number."""
    if value.rank is not None:
        return value.rank == 0
    if model.value(repeated).kind in TEXT:
        return True
    match repeated:
        case ast.List(elts=[element]) | ast.Tuple(elts=[element]):
            return not isinstance(element, ast.Constant | ast.UnaryOp | ast.Starred)
    return False

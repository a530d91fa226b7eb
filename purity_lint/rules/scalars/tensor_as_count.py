"""PUR307: tensors that say how often a list or a text is repeated."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from purity_lint.findings.diagnostics import Applicability
from purity_lint.findings.edits import Fix, Rewrite
from purity_lint.findings.finding import Finding
from purity_lint.rewrites.operands import SEQUENCES, TEXT, quote, tensor_finding
from purity_lint.rules.base import Invalid, Rule, RuleContext
from purity_lint.rules.examples import in_function, plain
from purity_lint.semantics.model import SemanticModel
from purity_lint.semantics.values import Value

_REPEATED = SEQUENCES | TEXT


class TensorAsCount(Rule):
    """Flags lists, tuples and texts that are repeated by a tensor.

    ## What it does
    Flags `[x] * n` and `"-" * n` where `n` is a tensor without axes.

    ## Why is this bad?
    A whole number of NumPy repeats a list as Python's own does. A tensor of JAX or MLX multiplies, and raises on a
    list; one of PyTorch repeats it.

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
    nodes = (ast.BinOp,)
    VALID = (
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
                    return '-' * ops.sum(x), ops.argmax(x) * [0]
            """),
            lines=(5, 5),
            fixed=plain("""
                from emberops import ops


                def f(x: ops.Tensor):
                    return '-' * ops.item(ops.sum(x)), ops.item(ops.argmax(x)) * [0]
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

    def applies(self, model: SemanticModel) -> bool:
        """True of files with tensors."""
        return model.has_tensors

    def check(self, node: ast.AST, context: RuleContext) -> Iterator[Finding]:
        """Flag a sequence that a tensor repeats."""
        model = context.model
        if not isinstance(node, ast.BinOp) or not isinstance(node.op, ast.Mult):
            return
        if model.value(node).kind not in _REPEATED:
            return
        for count, repeated in ((node.right, node.left), (node.left, node.right)):
            value = model.value(count)
            if value.is_tensor and not value.foreign and model.value(repeated).kind in _REPEATED:
                if not _is_count(value, repeated, model):
                    return
                message = f"the tensor `{quote(model, count)}` repeats `{quote(model, repeated)}`"
                edit = Rewrite(count, "{ops}.item({n})", {"n": count})
                fix = Fix((edit,), Applicability.UNSAFE, "Take the number first")
                yield tensor_finding(node, message, value, fix, "Take the number with `ops.item` first.")


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

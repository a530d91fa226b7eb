"""PUR310: tensors without axes that become text."""

from __future__ import annotations

import ast
from collections.abc import Collection, Iterator, Mapping

from purity_lint.findings.diagnostics import Applicability
from purity_lint.findings.edits import Fix, Rewrite
from purity_lint.findings.finding import Finding
from purity_lint.rewrites.host.containers_of_tensors import holds_tensors, tensor_in
from purity_lint.rewrites.host.foreign_calls import is_converted
from purity_lint.rewrites.operands import builtin, quote, tensor_finding, without_keywords
from purity_lint.rules.base import Invalid, Rule, RuleContext
from purity_lint.rules.examples import in_function, plain
from purity_lint.semantics.model import SemanticModel
from purity_lint.semantics.values import Value

_NARROW = frozenset({"float16", "bfloat16", "float32", "complex64"})
"""Floats that Python writes with the digits of a wider one: 0.1 as 0.10000000149011612."""


class TensorAsText(Rule):
    """Flags tensors without axes that `str` makes text of.

    ## What it does
    Flags a tensor that is known to have no axes as the argument of `str`, and tensors of that kind in `map(str, ...)`:
    elements of vectors, sums, what a loop over a vector gives.

    ## Why is this bad?
    An element of a NumPy array is written as a number is: `str(x[0])` is `"5"`. PyTorch writes `"tensor(5)"`, MLX
    `"array(5, dtype=int32)"`, and a name, a key or a row of a table that is put together of such texts is another one.

    ## Example
    ```python
    row = ",".join(str(value) for value in x)
    ```

    Use instead:
    ```python
    row = ",".join(str(ops.item(value)) for value in x)
    ```

    ## Fix safety
    Unsafe: the text is that of a Python number then, and NumPy's numbers of single precision have fewer digits. None
    where the tensor is known to be one of those, and none for what may be something else than a tensor or a number.

    ## Options
    None.
    """

    code = "PUR310"
    name = "tensor-as-text"
    nodes = (ast.Call,)
    VALID = (
        in_function("return str(x), str(n), str(x.shape[0]), str(ops.item(ops.sum(x))), map(str, [n, 2])"),
        in_function("return str(x[0], 'utf-8'), repr(ops.sum(x)), map(int, x)"),
        plain("""
            from emberops import ops


            def str(x):
                return x


            def f(x: ops.Tensor):
                return str(ops.sum(x))
        """),
    )
    INVALID = (
        Invalid(
            plain("""
                from emberops import ops


                def f(x: ops.Tensor, counts):
                    sizes = [ops.max(x), ops.min(x)]
                    row = ",".join(str(v) for v in ops.arange(3))
                    rest = map(str, ops.ravel(x))
                    return str(ops.sum(x)) + row + " ".join(map(str, sizes)), rest
            """),
            lines=(6, 7, 8, 8),
            fixed=plain("""
                from emberops import ops


                def f(x: ops.Tensor, counts):
                    sizes = [ops.max(x), ops.min(x)]
                    row = ",".join(str(ops.item(v)) for v in ops.arange(3))
                    rest = map(str, map(ops.item, ops.ravel(x)))
                    return str(ops.item(ops.sum(x))) + row + " ".join(map(str, map(ops.item, sizes))), rest
            """),
        ),
        Invalid(in_function("return str(ops.zeros((), dtype=ops.float32))"), lines=(5,)),
    )

    @property
    def names(self) -> Mapping[type[ast.AST], Collection[str]]:
        """The functions."""
        return {ast.Call: ("str", "map")}

    def applies(self, model: SemanticModel) -> bool:
        """True of files with tensors."""
        return model.has_tensors

    def check(self, node: ast.AST, context: RuleContext) -> Iterator[Finding]:
        """Flag the tensor, or the container of them, that becomes text."""
        model = context.model
        match node:
            case ast.Call(func=ast.Name(id="str")) if builtin(model, node) == "str" and without_keywords(
                node, 1
            ):
                argument, template, has_tensors = node.args[0], "{ops}.item({x})", _is_number
            case ast.Call(func=ast.Name(id="map"), args=[ast.Name(id="str") as text, _]) if builtin(
                model, node
            ) == "map" and model.qualified_name(text) in ("str", "builtins.str"):
                argument, template, has_tensors = node.args[1], "map({ops}.item, {x})", _holds_numbers
            case _:
                return
        value = model.value(argument)
        if not has_tensors(value) or is_converted(argument, model):
            return
        tensor = tensor_in(value)
        message = f"`str` writes the tensor `{quote(model, argument)}` as its library does, not as a number"
        edit = Rewrite(argument, template, {"x": argument})
        fix = Fix((edit,), Applicability.UNSAFE, "Write the number")
        yield tensor_finding(node, message, tensor, None if tensor.dtype in _NARROW else fix)


def _is_number(value: Value) -> bool:
    """True for a tensor without axes, or what is a number on other paths."""
    surely = not value.maybe or value.numeric or value.countable
    return value.is_tensor and value.rank == 0 and surely and not (value.foreign or value.textual)


def _holds_numbers(value: Value) -> bool:
    """True for a vector, and for a container of tensors without axes and numbers."""
    if value.is_tensor:
        return value.rank == 1 and not (value.maybe or value.foreign)
    held = value.elements if value.elements is not None else (value.element,)
    return holds_tensors(value) and all(e is None or not e.is_tensor or e.rank == 0 for e in held)

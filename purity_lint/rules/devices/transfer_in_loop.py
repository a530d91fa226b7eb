"""PUR802: transfers and constant tensors inside loops."""

from __future__ import annotations

import ast
from collections.abc import Collection, Iterator, Mapping

from purity_lint.findings.finding import Finding
from purity_lint.findings.message import Message
from purity_lint.knowledge.libraries import PREFIXES
from purity_lint.knowledge.packages import NUMPY_INSIDE
from purity_lint.rewrites.host.conversions import CONVERSIONS, read_entry, read_exit
from purity_lint.rewrites.host.texts import becomes_text, is_for_people
from purity_lint.rewrites.operands import OPS, operation, package_given, quote, tensor_finding
from purity_lint.rules.base import Invalid, Rule, RuleContext
from purity_lint.rules.examples import in_function, plain
from purity_lint.semantics.model import SemanticModel
from purity_lint.semantics.values import Value

_LIBRARIES = (OPS, *PREFIXES)
_MOVES = frozenset({"to", "cuda", "cpu"})
_FROM_LITERALS = frozenset({"array", "asarray", "convert_to_tensor", "tensor", "as_tensor", "constant"})


class TransferInLoop(Rule):
    """Flags transfers and constant tensors inside loops.

    ## What it does
    Flags, inside a loop: a move to a device (`.to("cuda")`, `.cuda()`, `.cpu()`, `ops.to_device`), a
    conversion to or from NumPy (`.numpy()`, `ops.to_numpy`, `torch.from_numpy`), and a tensor that is
    made of constants (`ops.array([1.0, 2.0])`).  An array for code that computes in NumPy, as in
    `scipy.linalg.expm(ops.to_numpy(x))`, is left to PUR105.

    ## Why is this bad?
    Every pass waits for the device, or allocates and copies what is the same every time.

    ## Example
    ```python
    for x in batches:
        weights = ops.array([0.25, 0.5, 0.25])
        total = ops.add(total, ops.sum(ops.multiply(x, weights)))
    ```

    Use instead:
    ```python
    weights = ops.array([0.25, 0.5, 0.25])
    for x in batches:
        total = ops.add(total, ops.sum(ops.multiply(x, weights)))
    ```

    ## Fix safety
    No fix: moving code out of a loop may change when, and whether, it runs.

    ## Options
    None.
    """

    code = "PUR802"
    name = "transfer-in-loop"
    so_before = True
    nodes = (ast.Call,)
    priority = -20
    VALID = (
        in_function("return [f'{ops.to_numpy(row)}' for row in x]"),
        in_function("""
            w = ops.array([0.25, 0.5])
            for i in range(n):
                x = ops.multiply(x, w)
            return x
        """),
        in_function("""
            for i in range(n):
                z = ops.array([i, 1.0])
        """),
        in_function("""
            for z in [ops.array([1.0, 2.0])]:
                ops.sum(z)
        """),
        plain("""
            def f(names):
                for n in names:
                    n.to('x')
        """),
        plain("""
            from emberops import ops
            from scipy.linalg import expm


            def f(xs: list[ops.Tensor]):
                for x in xs:
                    print(ops.from_numpy(expm(ops.to_numpy(x))))
        """),
    )
    INVALID = (
        Invalid(
            in_function("""
                for i in range(n):
                    x = ops.multiply(x, ops.array([0.25, 0.5]))
            """),
            lines=(6,),
        ),
        Invalid(
            in_function("""
                while n:
                    x = ops.to_device(x, 'gpu')
                    print(ops.to_numpy(x))
            """),
            lines=(6, 7),
        ),
    )

    @property
    def names(self) -> Mapping[type[ast.AST], Collection[str]]:
        """Conversions, moves, and what makes tensors of constants."""
        return {ast.Call: {*CONVERSIONS, *_MOVES, *_FROM_LITERALS, "to_device"}}

    def check(self, node: ast.AST, context: RuleContext) -> Iterator[Finding]:
        """Flag a transfer or a constant tensor in the body of a loop."""
        model = context.model
        if not isinstance(node, ast.Call) or model.loop(node) is None:
            return
        leaving = read_exit(node, model)
        if leaving is not None:
            if _is_handed_over(node, model):
                return
            value: Value | None = leaving.value
            what = f"`{leaving.spelled}` fetches a tensor to the host"
        elif (moved := _moved(node, model)) is not None:
            value, what = model.value(moved), f"`{quote(model, node)}` moves a tensor between devices"
        elif _is_constant(node, model):
            value, what = None, f"`{quote(model, node)}` makes a tensor of constants"
        else:
            return
        message = Message(f"{what} in every pass of a loop", "do it once, outside")
        if value is None:
            yield Finding(node, message)
        else:
            yield tensor_finding(node, message, value)


def _is_handed_over(node: ast.expr, model: SemanticModel) -> bool:
    """True where the pass needs the array: code that computes in NumPy, of which PUR105 tells, and texts (PUR310)."""
    if becomes_text(node, model, as_repr=False) and not is_for_people(node, model):
        return True
    while isinstance(parent := model.parent(node), ast.IfExp):
        node = parent  # x, or something else where there is none
    return package_given(node, model) in NUMPY_INSIDE


def _moved(node: ast.Call, model: SemanticModel) -> ast.expr | None:
    """Return the tensor that ``node`` moves to a device."""
    if operation(model, node) == "to_device" and node.args:
        return node.args[0]
    match node.func:
        case ast.Attribute(value=receiver, attr=name) if name in _MOVES and model.value(receiver).is_tensor:
            is_dtype = name == "to" and node.args and not _is_device(node.args[0])
            return None if is_dtype else receiver
    return None


def _is_device(node: ast.expr) -> bool:
    if isinstance(node, ast.Constant):
        return isinstance(node.value, str)
    return isinstance(node, ast.Name | ast.Attribute) and "device" in ast.unparse(node)


def _is_constant(node: ast.Call, model: SemanticModel) -> bool:
    entry = read_entry(node, model)
    if entry is None:
        name = model.qualified_name(node.func) or ""
        if not (name.startswith(_LIBRARIES) and name.rpartition(".")[2] in _FROM_LITERALS and node.args):
            return False
    return _is_literal(node.args[0])


def _is_literal(node: ast.expr) -> bool:
    match node:
        case ast.List(elts=elements) | ast.Tuple(elts=elements):
            return bool(elements) and all(map(_is_literal_element, elements))
    return False


def _is_literal_element(node: ast.expr) -> bool:
    match node:
        case ast.Constant():
            return True
        case ast.UnaryOp(operand=operand):
            return _is_literal_element(operand)
    return _is_literal(node)

"""Conversions between tensors and NumPy arrays (PUR401)."""

from __future__ import annotations

import ast
from collections.abc import Collection, Iterator, Mapping

from purity_lint.findings.diagnostics import Applicability, Evidence
from purity_lint.findings.edits import Fix, Rewrite
from purity_lint.findings.finding import Finding
from purity_lint.findings.message import Message
from purity_lint.knowledge.numpy.roles import FROM_TENSORS
from purity_lint.knowledge.torch.roles import FEEDS
from purity_lint.rewrites.calls.torch_modules import makes_for_modules
from purity_lint.rewrites.host.conversions import CONVERSIONS, Entry, Exit, is_prepared, read_entry, read_exit
from purity_lint.rewrites.host.fed_to_operations import is_fed_to_operations, takes_what_callers_have
from purity_lint.rewrites.operands import is_certain, operation, quote, safe_if, tensor_finding
from purity_lint.rules.base import Invalid, Rule, RuleContext
from purity_lint.rules.examples import in_function, plain
from purity_lint.semantics.model import SemanticModel
from purity_lint.semantics.values import Value


class HostConversion(Rule):
    """Flags conversions between tensors and NumPy arrays.

    ## What it does
    Flags `.numpy()`, `.cpu().numpy()`, `.detach()`, `.__array__()`, `jax.device_get(t)`, `np.asarray(t)` and
    `np.array(t)` of a tensor of another library, and `torch.from_numpy(a)` and its like on a NumPy array.
    `np.asarray(t)` of a tensor of ops was never meant for the host where operations compute with it right away, and
    where `t` is whatever callers have: that is PUR103, whose fix is `ops.asarray(t)`.

    ## Why is this bad?
    The data go to the host and everything queued before must finish; gradients end there; under `jit` it
    is an error; and what follows runs on NumPy whatever backend was chosen. `.numpy()` exists on PyTorch
    and TensorFlow only.

    ## Example
    ```python
    a = x.detach().cpu().numpy()
    ```

    Use instead:
    ```python
    a = ops.to_numpy(x)  # at the border of the program; inside it, stay with `x`
    ```

    ## Fix safety
    `ops.to_numpy` is safe where the operand is proven or declared to be a tensor: it is the same array.
    `ops.convert_to_tensor` for `torch.from_numpy` is unsafe, since it makes a tensor of the backend in use.
    `.detach()` becomes `ops.stop_gradient`. In a file that computes on NumPy and has layers, losses or loaders of
    PyTorch, `torch.from_numpy(x)` and its like stay, for these take nothing but PyTorch's tensors, and are handed
    `ops.to_numpy(x)`.

    ## Options
    None.
    """

    code = "PUR401"
    name = "host-conversion"
    nodes = (ast.Call,)
    priority = 10
    VALID = (
        in_function("return ops.to_numpy(x)"),
        plain("""
            import io


            def f():
                return io.TextIOWrapper(io.BytesIO()).detach()
        """),
        plain("""
            import numpy as np


            def f(values: list[float]):
                return np.asarray(values)
        """),
        plain("""
            import numpy as np


            def f(values: np.ndarray):
                return np.asarray(values)
        """),
    )
    INVALID = (
        Invalid(
            in_function("return x.detach().cpu().numpy()"),
            lines=(5,),
            fixed=in_function("return ops.to_numpy(x)"),
        ),
        Invalid(
            in_function("return x.detach()"),
            lines=(5,),
            fixed=in_function("return ops.stop_gradient(x)"),
        ),
        Invalid(
            plain("""
                import torch

                from emberops import ops


                def f(a):
                    return torch.from_numpy(a)
            """),
            lines=(7,),
            fixed=plain("""
                import torch

                from emberops import ops


                def f(a):
                    return ops.convert_to_tensor(a)
            """),
        ),
    )

    @property
    def names(self) -> Mapping[type[ast.AST], Collection[str]]:
        """Conversions, and the steps before them."""
        return {ast.Call: {*CONVERSIONS, "detach"}}

    def check(self, node: ast.AST, context: RuleContext) -> Iterator[Finding]:
        """Flag a conversion to or from NumPy."""
        model = context.model
        if not isinstance(node, ast.Call) or operation(model, node) is not None:
            return
        leaving = read_exit(node, model)
        if leaving is not None:
            if not _is_left_behind(leaving, model):
                yield self._exit(leaving, model)
        elif isinstance(node.func, ast.Attribute) and node.func.attr == "detach" and not node.args:
            if not is_prepared(node, model):
                yield from self._detach(node, node.func.value, model)
        else:
            yield from self._entry(node, model)

    def _exit(self, leaving: Exit, model: SemanticModel) -> Finding:
        tensor = quote(model, leaving.tensor)
        message = Message(f"`{leaving.spelled}` converts the tensor `{tensor}` to NumPy", "stay in `ops`")
        fix = None
        if not leaving.node.keywords and len(leaving.node.args) <= 1:
            edit = Rewrite(leaving.node, "{ops}.to_numpy({x})", {"x": leaving.tensor})
            fix = Fix((edit,), safe_if(is_certain(leaving.value)), "Convert with `ops.to_numpy`")
        value = leaving.value
        return Finding(leaving.node, message, value.evidence, value.reasons, fix, _STAY, leaving.inner)

    def _detach(self, node: ast.Call, receiver: ast.expr, model: SemanticModel) -> Iterator[Finding]:
        value = model.value(receiver)
        if not value.is_tensor:
            return
        message = Message(
            "`.detach()` exists on PyTorch only", f"use `ops.stop_gradient({quote(model, receiver)})`"
        )
        edit = Rewrite(node, "{ops}.stop_gradient({x})", {"x": receiver})
        yield tensor_finding(
            node, message, value, Fix((edit,), safe_if(is_certain(value)), "Use `ops.stop_gradient`")
        )

    def _entry(self, node: ast.Call, model: SemanticModel) -> Iterator[Finding]:
        entry = read_entry(node, model)
        if entry is None:
            return
        value = model.value(entry.argument)
        if makes_for_modules(model.qualified_name(node.func), model):
            yield from self._for_modules(entry, value, model)
            return
        named = entry.spelled.endswith("from_numpy")
        if not named and not (value.is_tensor and value.backend == "numpy"):
            return
        message = Message(
            f"`{entry.spelled}` makes a tensor of one library from a NumPy array",
            "use `ops.convert_to_tensor`",
        )
        fix = None
        if not node.keywords and len(node.args) == 1:
            edit = Rewrite(node, "{ops}.convert_to_tensor({x})", {"x": entry.argument})
            fix = Fix((edit,), Applicability.UNSAFE, "Convert with `ops.convert_to_tensor`")
        yield Finding(node, message, None, value.reasons, fix)

    def _for_modules(self, entry: Entry, value: Value, model: SemanticModel) -> Iterator[Finding]:
        """Keep what is made for PyTorch's modules, of what they can be made of on every backend."""
        if (
            not value.is_tensor
            or value.backend not in FEEDS
            or operation(model, entry.argument) == "to_numpy"
        ):
            return
        if value.backend == "ops" and value.evidence is not Evidence.PROVEN:
            return  # it may have been PyTorch's before its annotation was fixed, with a gradient to be kept
        message = Message(
            f"`{entry.spelled}` makes a tensor for PyTorch's modules, of `{quote(model, entry.argument)}`",
            "hand it `ops.to_numpy` of that",
        )
        edit = Rewrite(entry.argument, "{ops}.to_numpy({x})", {"x": entry.argument})
        fix = Fix((edit,), Applicability.UNSAFE, "Hand it over with `ops.to_numpy`")
        yield Finding(entry.node, message, value.evidence, value.reasons, fix)


def _is_left_behind(leaving: Exit, model: SemanticModel) -> bool:
    """True for `np.asarray(z)` of a tensor of ops that was never meant for the host: PUR103 speaks of it."""
    of_ops = leaving.value.is_tensor and leaving.value.backend == "ops"
    made = model.qualified_name(leaving.node.func) in FROM_TENSORS
    if not of_ops or not made:
        return False
    return takes_what_callers_have(leaving.tensor, model) or is_fed_to_operations(leaving.node, model)


_STAY = (
    "Keep the tensor and use functions of `ops`; convert with `ops.to_numpy` at the border of the program."
)

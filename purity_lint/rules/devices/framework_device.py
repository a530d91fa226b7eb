"""PUR801: placing tensors on devices by one library's means."""

from __future__ import annotations

import ast
from collections.abc import Collection, Iterator, Mapping

from purity_lint.findings.diagnostics import Applicability, Evidence, Reason
from purity_lint.findings.edits import Fix, Rewrite
from purity_lint.findings.finding import Finding
from purity_lint.findings.message import Message
from purity_lint.knowledge import devices
from purity_lint.knowledge.libraries import split
from purity_lint.knowledge.torch.roles import TO_HOST_STEPS
from purity_lint.rewrites.calls.draws import draw
from purity_lint.rewrites.calls.library_calls import Refused, Rewritten, rewrite_call
from purity_lint.rewrites.calls.replacements import replacement
from purity_lint.rewrites.host.asked_devices import asks_devices
from purity_lint.rewrites.operands import is_certain, quote, safe_if
from purity_lint.rewrites.references import Category, Reference, reference
from purity_lint.rules.base import Invalid, Rule, RuleContext
from purity_lint.rules.examples import in_function, plain
from purity_lint.semantics.model import SemanticModel
from purity_lint.semantics.values import Kind
from purity_lint.source.names import last_name

_HINT = "use `ops.to_device` with a portable name: `cpu`, `gpu`, `gpu:1`"


class FrameworkDevice(Rule):
    """Reports devices that are chosen by one library's means.

    ## What it does
    Checks for `.cuda()`, `.cpu()`, `.to("cuda")` and `.to(device)`, for `device="cuda"` in calls of a library,
    for `torch.device(...)`, `torch.cuda.*`, `jax.device_put`, `jax.devices()`, `mx.gpu` and their like.

    ## Why is this bad?
    NumPy has no devices, JAX and MLX have others, and none of them has these methods. A device that is spelled
    out also fails on the first machine that lacks it.

    ## Example
    ```python
    def place(x, device="cuda"):
        return x.to(device)
    ```

    Use instead:
    ```python
    from emberops import ops

    def place(x, device="cuda"):
        return ops.to_device(x, device)
    ```

    ## Fix safety
    Safe for `.to(device)` and `.cpu()` on what is proven or declared to be a tensor. Unsafe where the receiver
    is not known well (modules have these methods too), and where `cuda` becomes `gpu`. `torch.device(...)` stays in a
    file that asks a device for its `type` or `index`, which a name has not.

    ## Options
    - `ops-module`, `ops-alias`: where the operations come from and what they are called.
    """

    code = "PUR801"
    name = "framework-device"
    nodes = (ast.Call, ast.Attribute, ast.Name, ast.keyword)
    mentions = True
    VALID = (
        in_function("return ops.to_device(x, device)", parameters="x, device='cuda'"),
        plain("""
            import pandas as pd


            def f(path):
                return pd.read_csv(path).to_csv('cpu')
        """),
        plain("device = 'cuda'"),
    )
    INVALID = (
        Invalid(
            plain("""
                from emberops import ops


                def f(x: ops.Tensor, device='cuda'):
                    return x.to(device)
            """),
            lines=(5,),
            fixed=plain("""
                from emberops import ops


                def f(x: ops.Tensor, device='cuda'):
                    return ops.to_device(x, device)
            """),
        ),
        Invalid(
            in_function("return x.cuda()", parameters="x: ops.Tensor"),
            lines=(5,),
            fixed=in_function('return ops.to_device(x, "gpu")', parameters="x: ops.Tensor"),
        ),
        Invalid(
            plain("""
                def f(x):
                    return x.cuda()
            """),
            lines=(2,),
            fixed=plain("""
                from emberops import ops


                def f(x):
                    return ops.to_device(x, "gpu")
            """),
        ),
        Invalid(
            plain("""
                import torch

                x = torch.randn(3, 4, device="cuda")
            """),
            lines=(3,),
            fixed=plain("""
                import torch
                from emberops import ops

                x = ops.to_device(ops.random_normal((3, 4)), "gpu")
            """),
        ),
        Invalid(
            plain("""
                import torch

                x = torch.bernoulli(p, device="cuda")  # stays PyTorch's, which knows no "gpu"
            """),
            lines=(3,),
        ),
        Invalid(
            plain("""
                import torch

                y = torch.cuda.is_available()
            """),
            lines=(3,),
        ),
    )

    @property
    def names(self) -> Mapping[type[ast.AST], Collection[str]]:
        """Methods that place tensors, and arguments that name devices."""
        return {ast.Call: devices.METHODS, ast.keyword: ("device",)}

    def check(self, node: ast.AST, context: RuleContext) -> Iterator[Finding]:
        """Yield a finding for a device, or a placement on one."""
        model = context.model
        if isinstance(node, ast.keyword):
            if node.arg == "device" and isinstance(node.value, ast.Constant):
                yield from _check_literal(node.value, model.parent(node), model)
            return
        found = reference(node, model)
        if found is not None:
            if found.category is Category.DEVICE:
                yield _check_reference(found, model)
            return
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
            yield from _check_method(node, node.func, model)


def _check_method(call: ast.Call, method: ast.Attribute, model: SemanticModel) -> Iterator[Finding]:
    if method.attr not in devices.METHODS or (method.attr == "to" and not _is_placement(call, model)):
        return
    if _is_step_to_numpy(call, model) or model.qualified_name(method) is not None:
        return
    receiver = model.value(method.value)
    evidence, reasons = receiver.evidence, receiver.reasons
    if not receiver.is_tensor:
        if receiver.kind is not Kind.UNKNOWN:
            return
        evidence = Evidence.INFERRED
        reasons = (
            Reason(f"`.{method.attr}()` places tensors and modules", method.lineno, method.col_offset),
        )
    elif receiver.evidence < Evidence.INFERRED:
        evidence = Evidence.INFERRED
    outcome = rewrite_call(call, devices.METHODS[method.attr], None, receiver=method.value)
    fix = None
    if isinstance(outcome, Rewritten) and receiver.is_tensor:
        applicability = safe_if(outcome.safe and is_certain(receiver))
        fix = Fix((outcome.edit,), applicability, f"Replace `.{method.attr}()` with `ops.to_device`")
    yield Finding(
        call,
        Message(f"`{quote(model, call)}` places a tensor as PyTorch does", _HINT, ":"),
        evidence,
        reasons,
        fix,
        _HINT,
    )


def _is_placement(call: ast.Call, model: SemanticModel) -> bool:
    """True where ``x.to(...)`` is given a device; given a dtype, it is a cast."""
    given = [*call.args[:1], *(k.value for k in call.keywords if k.arg == "device")]
    if not given:
        return False
    first = given[0]
    if isinstance(first, ast.Constant):
        return isinstance(first.value, str) and devices.portable_name(first.value) is not None
    if any(k.arg == "device" for k in call.keywords) or model.value(first).kind is Kind.DEVICE:
        return True
    found = reference(first, model)
    if found is not None:
        return found.category is Category.DEVICE
    return "device" in last_name(first).lower()


def _is_step_to_numpy(call: ast.Call, model: SemanticModel) -> bool:
    """True where ``.cpu()`` is on the way to ``.numpy()`` or ``.item()``, which is a matter of its own."""
    parent = model.parent(call)
    return isinstance(parent, ast.Attribute) and parent.attr in TO_HOST_STEPS


def _check_literal(node: ast.Constant, call: ast.AST | None, model: SemanticModel) -> Iterator[Finding]:
    if not isinstance(node.value, str):
        return
    portable = devices.portable_name(node.value)
    if (
        portable is None
        or not isinstance(call, ast.Call)
        or split(model.qualified_name(call.func) or "") is None
    ):
        return
    fix = None
    outcome = _as_operation(call, model) if portable != node.value else None
    if isinstance(outcome, Rewritten):
        edits = (outcome.edit, Rewrite(node, f'"{portable}"'))
        fix = Fix(edits, Applicability.UNSAFE, f'Use the portable name "{portable}"')
    yield Finding(
        node,
        Message(f'the device "{node.value}" is spelled out in a library\'s call', _HINT, ":"),
        fix=fix,
        hint=_HINT,
    )


def _as_operation(call: ast.Call, model: SemanticModel) -> Rewritten | Refused | None:
    """Write a call in ops, which alone takes portable names: the library has its own."""
    found = reference(call, model)
    if found is None:
        return None
    return draw(found, model) if found.category is Category.RANDOM else replacement(found, model)


def _check_reference(found: Reference, model: SemanticModel) -> Finding:
    qualified = f"{found.library}.{found.dotted}"
    message = f"`{quote(model, found.name)}` is about devices of {found.title}"
    if found.call is None:
        portable = devices.NAMES.get(qualified)
        if portable is not None:
            fix = Fix(
                (Rewrite(found.node, portable),), Applicability.UNSAFE, f"Use the portable name {portable}"
            )
            return Finding(found.node, Message(message, f"use the portable name {portable}", ":"), fix=fix)
    elif qualified in devices.CALLS and not asks_devices(model):
        outcome = rewrite_call(found.call, devices.CALLS[qualified], None)
        if isinstance(outcome, Rewritten):
            fix = Fix((outcome.edit,), Applicability.UNSAFE, "Use a portable name and `ops`")
            return Finding(found.node, Message(message, _HINT, ":"), fix=fix, hint=_HINT)
    hint = _hint(qualified)
    return Finding(found.node, Message(message, hint, ":"), hint=hint)


def _hint(qualified: str) -> str:
    parts = qualified.split(".")
    for length in range(len(parts), 1, -1):
        found = devices.HINTS.get(".".join(parts[:length]))
        if found is not None:
            return found
    return _HINT

"""PUR602: attributes that only one library's tensors have."""

from __future__ import annotations

import ast
from collections.abc import Collection, Iterator, Mapping

from purity_lint.findings.diagnostics import Applicability, Evidence, Reason
from purity_lint.findings.edits import Edit, Fix, Hole, Rewrite
from purity_lint.findings.finding import Finding
from purity_lint.findings.message import Message
from purity_lint.knowledge import tensor_attributes as attributes
from purity_lint.knowledge.signatures import signature
from purity_lint.knowledge.torch.roles import DEVICE, ROOT
from purity_lint.rewrites.branches.dtype_questions import ASKED_OF_DTYPES, dtype_question, kept_dtype_question
from purity_lint.rewrites.branches.probed_attributes import is_probed
from purity_lint.rewrites.calls.functional_updates import (
    FunctionalUpdate,
    functional_update,
    rewrite_update,
)
from purity_lint.rewrites.host.asked_devices import is_asked_device, is_place
from purity_lint.rewrites.operands import applicability, quote
from purity_lint.rewrites.stores.write_protection import is_of_write_protection, without_write_protection
from purity_lint.rules.base import Invalid, Rule, RuleContext
from purity_lint.rules.examples import in_function, plain
from purity_lint.semantics.model import SemanticModel
from purity_lint.semantics.values import Kind, Value


class FrameworkAttribute(Rule):
    """Reports attributes that only one library's tensors have.

    ## What it does
    Checks for `x.dtype.kind`, also by another name (`d = x.dtype`, `d.kind`),
    comparisons of `x.dtype` and `x.dtype.type`, `x.requires_grad`, `x.grad`, `x.is_cuda`,
    `x.device`, `x.at[i].set(v)`, `x.strides`, `x.flags`,
    `x.data_ptr()` and their like on what is known to be a tensor; those that are called like nothing else are
    reported anywhere.

    ## Why is this bad?
    They exist on one library's tensors: code that asks for them raises `AttributeError` on every other backend.

    ## Example
    ```python
    def bump(x, i):
        return x.at[i].add(1.0)
    ```

    Use instead:
    ```python
    from emberops import ops

    def bump(x, i):
        return ops.add_at(x, i, 1.0, copy=True)
    ```

    ## Fix safety
    Safe where the receiver is proven or declared to be a tensor, and unsafe otherwise. An update `x.at[i].add(v)` whose
    index may be an array becomes `ops.add_at`, for an element that is named twice is updated twice; it is unsafe where
    the index may lie beyond the end, which JAX drops and ops refuses, and so is `x.at[i].divide(v)` of what may be
    whole numbers, of which JAX makes floats and ops does not. Unsafe is a dtype that is compared
    with something that need not be one (it may be `float`, which no portable dtype equals); where one is looked up in a
    set or a dict of a library's own, there is no fix, for its hash is another. A statement that does nothing
    but protect an array from being written to (`x.flags.writeable = False`) is dropped, which is unsafe: other backends
    have no such thing, and a store that raised on NumPy goes through then. `x.device` of PyTorch's is an object: unsafe
    but where a device is wanted (`device=x.device`), and left alone where it is compared with something else or
    given back, and in a file that asks a device for its `type` or `index`.

    ## Options
    - `ops-module`, `ops-alias`: where the operations come from and what they are called.
    """

    code = "PUR602"
    name = "framework-attribute"
    nodes = (ast.Attribute, ast.Call)
    priority = -10
    VALID = (
        in_function("return x.shape, x.dtype", parameters="x: ops.Tensor"),
        in_function("return hasattr(x.dtype, 'kind') and x.dtype.kind in 'US'", parameters="x: ops.Tensor"),
        plain("""
            class Box:
                def __init__(self):
                    self.device = 'cpu'

                def f(self):
                    return self.device
        """),
        plain("""
            import pandas as pd


            def f(path):
                return pd.read_csv(path).at[0, 'a']
        """),
        plain("""
            import numpy as np


            def f(x: np.ndarray, named: bool):
                wanted = np.str_ if named else np.bytes_
                kind = np.bytes_
                return x.dtype.type is kind, x.dtype.type is np.str_
        """),
    )
    INVALID = (
        Invalid(
            in_function("return x.device", parameters="x: ops.Tensor"),
            lines=(5,),
            fixed=in_function("return ops.device(x)", parameters="x: ops.Tensor"),
        ),
        Invalid(
            plain("""
                from emberops import ops


                def f(x: ops.Tensor, i: int):
                    return x.at[i].set(0.0)
            """),
            lines=(5,),
            fixed=plain("""
                from emberops import ops


                def f(x: ops.Tensor, i: int):
                    return ops.assign(x, i, 0.0, copy=True)
            """),
        ),
        Invalid(
            plain("""
                from emberops import ops


                def f(x: ops.Tensor, n: int):
                    x = x.at[:, 0].set(0.0)
                    x = x.at[n:].add(1.0)
                    return x.at[..., None, ::2].max(n)
            """),
            lines=(5, 6, 7),
            fixed=plain("""
                from emberops import ops


                def f(x: ops.Tensor, n: int):
                    x = ops.assign(x, (slice(None), 0), 0.0, copy=True)
                    x = ops.assign_add(x, slice(n, None), 1.0, copy=True)
                    return ops.assign_maximum(x, (..., None, slice(None, None, 2)), n, copy=True)
            """),
        ),
        Invalid(
            in_function("return x.strides, x.flags", parameters="x: ops.Tensor"),
            lines=(5, 5),
            fixed=in_function("return ops.strides(x), x.flags", parameters="x: ops.Tensor"),
        ),
        Invalid(
            plain("""
                from emberops import ops


                def f(x: ops.Tensor):
                    asked = x.dtype.kind in 'iu', x.dtype == ops.float64
                    return asked, x.dtype.name, x.dtype.kind == 'O'
            """),
            lines=(5, 5, 6, 6),
            fixed=plain("""
                from emberops import ops


                def f(x: ops.Tensor):
                    asked = ops.isdtype(x.dtype, 'integral'), ops.dtype(x) == ops.float64
                    return asked, ops.dtype(x).name, getattr(x.dtype, 'kind', '?') == 'O'
            """),
        ),
        Invalid(
            plain("""
                from emberops import ops


                def f(x: ops.Tensor, wanted: type = ops.float64):
                    return x.dtype.type is ops.float32, x.dtype.type is not wanted, x.dtype.type is float
            """),
            lines=(5, 5),
            fixed=plain("""
                from emberops import ops


                def f(x: ops.Tensor, wanted: type = ops.float64):
                    return ops.dtype(x) == ops.float32, ops.dtype(x) != wanted, x.dtype.type is float
            """),
        ),
        Invalid(
            plain("""
                from emberops import ops


                def f(x: ops.Tensor):
                    return x.dtype == float, x.dtype in (int, bool)
            """),
            lines=(5, 5),
            fixed=plain("""
                from emberops import ops


                def f(x: ops.Tensor):
                    return ops.dtype(x) == ops.float64, x.dtype in (int, bool)
            """),
        ),
        Invalid(
            plain("""
                from emberops import ops

                TABLE = ops.asarray([1.0, 2.0])
                TABLE.flags.writeable = False
                ROWS = ops.reshape(TABLE, (2, 1))
                ROWS.setflags(write=False)
            """),
            lines=(4, 6),
            fixed=plain("""
                from emberops import ops

                TABLE = ops.asarray([1.0, 2.0])
                ROWS = ops.reshape(TABLE, (2, 1))
            """),
        ),
        Invalid(
            plain("""
                def f(x):
                    x.requires_grad = True
                    return x
            """),
            lines=(2,),
        ),
    )

    @property
    def names(self) -> Mapping[type[ast.AST], Collection[str]]:
        """Methods and attributes of one library's tensors."""
        return {
            ast.Call: {*attributes.METHODS, *attributes.UPDATES, "get"},
            ast.Attribute: {*attributes.ATTRIBUTES, *ASKED_OF_DTYPES, "dtype"},
        }

    def check(self, node: ast.AST, context: RuleContext) -> Iterator[Finding]:
        """Yield a finding for an attribute of one library's tensors."""
        model = context.model
        if isinstance(node, ast.Call):
            update = functional_update(node)
            if update is not None:
                yield from _check_update(update, model)
            elif isinstance(node.func, ast.Attribute) and node.func.attr in attributes.METHODS:
                yield from _check_plain(node, node.func, attributes.METHODS, model)
        elif isinstance(node, ast.Attribute) and node.attr in attributes.ATTRIBUTES:
            if node.attr in context.profile.attributes:
                return
            yield from _check_plain(node, node, attributes.ATTRIBUTES, model)
        elif isinstance(node, ast.Attribute):
            compare = not (context.profile.dtypes_compare or _is_of_two_tensors(node, context))
            question = dtype_question(node, model, compare=compare) or kept_dtype_question(node, model)
            asked = node if node.attr == "dtype" else node.value
            if question is not None and not _is_asked_for(asked, model):
                yield question


def _is_asked_for(dtype: ast.expr, model: SemanticModel) -> bool:
    """True for `x.dtype.kind` behind `hasattr(x.dtype, "kind") and`."""
    holder = model.parent(dtype)
    asked = f"hasattr({ast.unparse(dtype)}, {holder.attr!r})" if isinstance(holder, ast.Attribute) else None
    child: ast.expr = dtype
    while isinstance(parent := model.parent(child), ast.expr):
        if isinstance(parent, ast.BoolOp) and isinstance(parent.op, ast.And):
            above = parent.values[: parent.values.index(child)] if child in parent.values else []
            if any(ast.unparse(value) == asked for value in above):
                return True
        child = parent
    return False


def _is_of_two_tensors(dtype: ast.Attribute, context: RuleContext) -> bool:
    """True for `x.dtype == y.dtype` where every tensor is of the one library that computes."""
    match context.model.parent(dtype):
        case ast.Compare(left=ast.Attribute(attr="dtype"), comparators=[ast.Attribute(attr="dtype")]):
            return context.profile.name == "keras"
    return False


def _check_update(update: FunctionalUpdate, model: SemanticModel) -> Iterator[Finding]:
    receiver = model.value(update.array)
    if not _may_be_tensor(receiver):
        return
    evidence, reasons = _evidence(
        receiver, update.call, f"`.at[...].{update.method}(...)` is an update of an array"
    )
    message = f"`{quote(model, update.call)}` is how JAX and MLX write"
    written = rewrite_update(update, model)
    if written is None:
        hint = "use `ops.assign`, `ops.assign_add` and their like with `copy=True`"
        yield Finding(update.call, Message(message, hint, ":"), evidence, reasons, hint=hint)
        return
    yield Finding(
        update.call,
        Message(message, f"use `ops.{written.operation}`", ":"),
        evidence,
        reasons,
        Fix(
            written.edits,
            applicability(receiver, exact=written.safe),
            f"Replace it with `ops.{written.operation}`",
        ),
    )


def _check_plain(
    node: ast.expr, attribute: ast.Attribute, table: dict[str, attributes.Known], model: SemanticModel
) -> Iterator[Finding]:
    known = table[attribute.attr]
    receiver = model.value(attribute.value)
    telling = known.telling or is_of_write_protection(attribute, model)
    if not receiver.is_tensor and not (telling and receiver.kind is Kind.UNKNOWN):
        return
    if model.qualified_name(attribute) is not None:
        return
    if attribute.attr not in attributes.PROBES and is_probed(attribute, model):
        return  # other libraries' tensors go another way
    evidence, reasons = _evidence(receiver, attribute, f"only tensors have `.{attribute.attr}`")
    yield Finding(
        node,
        Message(f"`{quote(model, attribute)}` exists on {known.where} only", known.hint, ":"),
        evidence,
        reasons,
        _fix(node, attribute, known, model),
        known.hint,
    )


def _fix(
    node: ast.expr, attribute: ast.Attribute, known: attributes.Known, model: SemanticModel
) -> Fix | None:
    dropped = without_write_protection(attribute, model)
    if dropped is not None:
        return Fix((dropped,), Applicability.UNSAFE, "Drop the write protection")
    if (
        known.operation is None
        or signature(known.operation) is None
        or not isinstance(attribute.ctx, ast.Load)
        or is_asked_device(attribute, model)
    ):
        return None
    if isinstance(node, ast.Call) and (node.args or node.keywords):
        return None
    holes: dict[str, Hole] = {"x": attribute.value}
    edit: Edit = Rewrite(node, f"{{ops}}.{known.operation}({{x}})", holes)
    # PyTorch's device is an object, which may be told from its name where no device is asked for.
    exact = attribute.attr != DEVICE or ROOT not in model.source.speaks or is_place(attribute, model)
    trust = applicability(model.value(attribute.value), exact=exact)
    return Fix((edit,), trust, f"Replace `.{attribute.attr}` with `ops.{known.operation}`")


def _may_be_tensor(value: Value) -> bool:
    return value.is_tensor or value.kind is Kind.UNKNOWN


def _evidence(receiver: Value, node: ast.expr, text: str) -> tuple[Evidence, tuple[Reason, ...]]:
    """Return the evidence that the receiver is a tensor: its own, or that it is used as only a tensor can be."""
    if receiver.is_tensor and receiver.evidence >= Evidence.INFERRED:
        return receiver.evidence, receiver.reasons
    return Evidence.INFERRED, (Reason(text, node.lineno, node.col_offset),)

"""Indices that mean something else, or nothing, on some backend (PUR207)."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from purity_lint.findings.diagnostics import Applicability, Evidence
from purity_lint.findings.edits import Fix, Rewrite
from purity_lint.findings.finding import Finding
from purity_lint.findings.message import Message
from purity_lint.knowledge.arrays import NARROW
from purity_lint.knowledge.profiles import IndexForm, Profile
from purity_lint.knowledge.torch.roles import ASKED_FOR
from purity_lint.rewrites.indexing.axes_moved import moves_axes
from purity_lint.rewrites.indexing.expected_errors import is_expected_to_fail
from purity_lint.rewrites.indexing.held_slices import slices_held
from purity_lint.rewrites.indexing.iterated_backwards import is_iterated_backwards
from purity_lint.rewrites.indexing.keys_of_callers import trouble_of_key
from purity_lint.rewrites.indexing.left_out_axes import leaves_out_axes, with_all_axes
from purity_lint.rewrites.indexing.looked_up import trouble_of_table
from purity_lint.rewrites.indexing.masked_reads import (
    array_read,
    is_cast_to_bool,
    is_mask,
    is_named_mask,
    may_be_bytes,
    reads_as_itself,
)
from purity_lint.rewrites.indexing.numpy_indices import NUMBER_OF_NUMPY, trouble_of_numpy
from purity_lint.rewrites.indexing.one_axis import only_axis, steps_back
from purity_lint.rewrites.indexing.zero_dimensional import asked_first, is_without_axes
from purity_lint.rewrites.namespaces.left_out_library import leaves_out
from purity_lint.rewrites.operands import applicability, builtin, is_certain, quote, tensor_finding
from purity_lint.rewrites.stores.item_stores import Template
from purity_lint.rewrites.where_tensors import asked_what_it_is, is_of_no_tensor
from purity_lint.rules.base import Invalid, Rule, RuleContext
from purity_lint.rules.examples import in_function, plain
from purity_lint.semantics.model import SemanticModel
from purity_lint.semantics.values import Kind, Value


class NonportableIndex(Rule):
    """Flags indices that are not portable.

    ## What it does
    Flags, where a tensor is read: a slice with a negative step (`x[::-1]`, or `x[part]` for one), a list as an index
    (`x[[0, 2]]`), a tuple in one (`x[:, pair]`), a boolean mask (`x[x > 0]`), an array of integers of neither 32 nor
    64 bits, of what is called an image (`table[image]`) or found in a table (`x[table[rows]]`), a number and an array
    with a slice between (`x[0, :, rows]`), a place that may not be there, in a `try` with an `except IndexError`, and
    the key of a `__getitem__`, `self.data[key]`, but not a number beside an `__iter__`.

    ## Why is this bad?
    PyTorch refuses negative steps, reads bytes as a mask, and gives `x[0, :, rows]` with its axes the other way round.
    JAX refuses lists, and MLX reads them as an array of another type. MLX cannot read by a mask at all, and JAX not
    under `jit`, because the size of the result depends on the values. Out of bounds JAX takes the nearest element, and
    MLX reads whatever lies there. None of this shows on NumPy.

    ## Example
    ```python
    last_first = x[::-1]
    some = x[[0, 2]]
    positive = x[x > 0]
    ```

    Use instead:
    ```python
    last_first = ops.flip(x, axis=0)
    some = ops.take(x, [0, 2], axis=0)
    positive = ops.getitem(x, x > 0)
    ```

    ## Fix safety
    Safe where `x` is proven or declared to be a tensor: strings and lists take `[::-1]` too. What is read by a mask
    and known for nothing else is taken for an array, which is unsafe. On NumPy the
    functions give the same elements; where rows are iterated over backwards, `list(x)[::-1]` does, of lists too.
    A slice with a negative step and bounds, or a list among other indices, becomes `ops.getitem`.

    ## Options
    None.
    """

    code = "PUR207"
    name = "nonportable-index"
    nodes = (ast.Subscript,)
    VALID = (
        in_function("return x[0], x[1:n], x[..., None], x[:, ::2], x[-1]"),
        in_function("return x.shape[::-1], [1, 2][::-1], 'abc'[::-1]"),
        in_function("return ops.flip(x, axis=0), ops.getitem(x, y)"),
        in_function("""
            every = slice(None, None, 2)
            return x[every]
        """),
        plain("""
            def f(names: list[str]):
                return names[::-1]
        """),
    )
    INVALID = (
        Invalid(
            in_function("return x[::-1], x[:, ::-1], x[..., ::-1]"),
            lines=(5, 5, 5),
            fixed=in_function("return ops.flip(x, axis=0), ops.flip(x, axis=1), ops.flip(x, axis=-1)"),
        ),
        Invalid(
            in_function("return [row for row in x[::-1]], list(zip(y, x[::-1]))"),
            lines=(5, 5),
            fixed=in_function("return [row for row in list(x)[::-1]], list(zip(y, list(x)[::-1]))"),
        ),
        Invalid(
            in_function("""
                rows, one = ops.arange(3), ops.sum(x)
                same = x[rows, :, 0], x[0, rows], x[rows, :, rows], x[0, :, one]
                return same, x[0, :, rows], x[:, n, :, rows]
            """),
            lines=(7, 7),
            fixed=in_function("""
                rows, one = ops.arange(3), ops.sum(x)
                same = x[rows, :, 0], x[0, rows], x[rows, :, rows], x[0, :, one]
                return same, ops.getitem(x, (0, slice(None), rows)), ops.getitem(x, (slice(None), n, slice(None), rows))
            """),
        ),
        Invalid(
            in_function("return x[[0, 2]], x[:, [1, 0]]"),
            lines=(5, 5),
            fixed=in_function("return ops.take(x, [0, 2], axis=0), ops.take(x, [1, 0], axis=1)"),
        ),
        Invalid(
            in_function("""
                pair = (0, n)
                return x[pair], x[:, pair], x[:, (0, 1)]
            """),
            lines=(6, 6),
            fixed=in_function("""
                pair = (0, n)
                return x[pair], ops.getitem(x, (slice(None), pair)), ops.getitem(x, (slice(None), (0, 1)))
            """),
        ),
        Invalid(
            in_function("return x[x > 0]"),
            lines=(5,),
            fixed=in_function("return ops.getitem(x, x > 0)"),
        ),
        Invalid(
            in_function("""
                north = ops.where(x > 0, "N", "S") == "N"
                return x[north], [x, y][n > 0]
            """),
            lines=(6,),
            fixed=in_function("""
                north = ops.where(x > 0, "N", "S") == "N"
                return ops.getitem(x, north), [x, y][n > 0]
            """),
        ),
        Invalid(
            in_function("""
                try:
                    return ops.flatnonzero(x > n)[0], x[:, None]
                except IndexError:
                    return x[0]
            """),
            lines=(6,),
            fixed=in_function("""
                try:
                    return ops.getitem(ops.flatnonzero(x > n), 0), x[:, None]
                except IndexError:
                    return x[0]
            """),
        ),
        Invalid(
            in_function("return data[ops.invert(x > 0)], x[data.mask]", parameters="x: ops.Tensor, data"),
            lines=(5, 5),
            fixed=in_function(
                "return ops.getitem(data, ops.invert(x > 0)), ops.getitem(x, data.mask)",
                parameters="x: ops.Tensor, data",
            ),
        ),
        Invalid(
            in_function("return x[ops.r_[x > 0] & ops.r_[x < n]]"),
            lines=(5,),
            fixed=in_function("return ops.getitem(x, ops.r_[x > 0] & ops.r_[x < n])"),
        ),
        Invalid(
            in_function("""
                rows = (x[:, 0] > n, 0)
                return x[rows], x[tuple([x == n])]
            """),
            lines=(6, 6),
            fixed=in_function("""
                rows = (x[:, 0] > n, 0)
                return ops.getitem(x, rows), ops.getitem(x, tuple([x == n]))
            """),
        ),
        Invalid(
            in_function("return x[n::-2, 0], x[:, ::-n]"),
            lines=(5, 5),
            fixed=in_function("""
                return ops.getitem(x, (slice(n, None, -2), 0)), ops.getitem(x, (slice(None), slice(None, None, -n)))
            """),
        ),
        Invalid(
            in_function("""
                back = (slice(None), slice(n, None, -1))
                return x[back]
            """),
            lines=(6,),
            fixed=in_function("""
                back = (slice(None), slice(n, None, -1))
                return ops.getitem(x, back)
            """),
        ),
        Invalid(
            in_function("""
                window = slice(0, ops.argmax(y))
                return x[window]
            """),
            lines=(6,),
            fixed=in_function("""
                window = slice(0, ops.argmax(y))
                return ops.getitem(x, window)
            """),
        ),
        Invalid(
            in_function("return x[ops.astype(y, bool)], x[: ops.argmax(y)]"),
            lines=(5, 5),
            fixed=in_function("""
                return ops.getitem(x, ops.astype(y, bool)), ops.getitem(x, slice(ops.argmax(y)))
            """),
        ),
        Invalid(
            in_function("""
                image = ops.astype(y, ops.uint8)
                return x[image], x[0, image]
            """),
            lines=(6, 6),
            fixed=in_function("""
                image = ops.astype(y, ops.uint8)
                return ops.getitem(x, image), ops.getitem(x, (0, image))
            """),
        ),
        Invalid(
            plain("""
                from emberops import ops
                from scipy import signal


                def f(x: ops.Tensor):
                    peaks, found = signal.find_peaks(ops.to_numpy(x), height=0.5)
                    return x[peaks], found["peak_heights"]
            """),
            lines=(7,),
            fixed=plain("""
                from emberops import ops
                from scipy import signal


                def f(x: ops.Tensor):
                    peaks, found = signal.find_peaks(ops.to_numpy(x), height=0.5)
                    return ops.getitem(x, peaks), found["peak_heights"]
            """),
        ),
    )

    def applies(self, model: SemanticModel) -> bool:
        """True of files with tensors."""
        return model.has_tensors

    def check(self, node: ast.AST, context: RuleContext) -> Iterator[Finding]:
        """Flag a read of a tensor by an index that some backend does not take."""
        model = context.model
        if not isinstance(node, ast.Subscript):
            return
        is_read = isinstance(node.ctx, ast.Load)
        of_all_axes = "fewer-axes" not in context.profile.index_forms and not (is_read and steps_back(node))
        if of_all_axes and leaves_out_axes(node, model):
            if builtin(model, model.parent(node) or node) == "len":
                return  # it has its own advice
            yield _of_some_axes(node, model)
            return
        if not is_read:
            return
        value = array_read(node, model)
        if not value.is_tensor or is_of_no_tensor(node, node.value, model):
            return
        parts = node.slice.elts if isinstance(node.slice, ast.Tuple) else [node.slice]
        if not parts and "fewer-axes" not in context.profile.index_forms:
            yield from _without_axes(node, value, model)
            return
        nested = node.slice is not parts[0] if parts else False
        troubles = (
            _trouble(part, model, nested=nested) or trouble_of_numpy(part, value, model) for part in parts
        )
        trouble = next(
            (t for t in troubles if t is not None and not _is_legal(t, parts, context.profile)), None
        )
        if trouble == _MASKED and "mask" in context.profile.index_forms:
            trouble = _MASK_AMONG_OTHERS
        if trouble is None and moves_axes(parts, model):
            trouble = "PyTorch puts the axis of the array elsewhere than NumPy"
        if trouble is None and is_certain(value) and is_expected_to_fail(node, parts, model):
            trouble = "JAX and MLX raise no `IndexError` where it is out of bounds"
        if trouble is None:
            trouble = trouble_of_key(node, value, model) or trouble_of_table(node, model)
        if trouble is None or (trouble == _BACKWARDS and leaves_out(node, ASKED_FOR, model)):
            return
        if value.evidence < Evidence.PROVEN and is_iterated_backwards(node, model):
            yield _rows_backwards(node, value, trouble, model)
            return
        template, holes, function = _portable(node, parts, model)
        message = Message(f"`{quote(model, node)}`: {trouble}", f"use `ops.{function}`")
        trust = Applicability.DISPLAY if value.textual else applicability(value)
        itself = trouble in {_MASKED, _MASK_AMONG_OTHERS} and reads_as_itself(value)
        edit = Rewrite(node, template, holes)
        asked = edit if itself else None if value.textual else asked_what_it_is(edit, node.value)
        if trust is Applicability.DISPLAY and asked is not None:
            trust, edit = Applicability.UNSAFE, asked
        fix = Fix((edit,), trust, f"Replace it with `ops.{function}`")
        yield tensor_finding(node, message, value, fix)


def _rows_backwards(node: ast.Subscript, value: Value, trouble: str, model: SemanticModel) -> Finding:
    """Return the finding for rows that are taken from the last to the first.

    A list of arrays of different lengths is often declared to be an array, and is iterated over all the same.
    """
    message = Message(f"`{quote(model, node)}`: {trouble}", "use `list(x)[::-1]` to iterate")
    edit = Rewrite(node, "list({x})[::-1]", {"x": node.value})
    return tensor_finding(node, message, value, Fix((edit,), applicability(value), "Take the rows first"))


def _of_some_axes(node: ast.Subscript, model: SemanticModel) -> Finding:
    """Return the finding for `x[i]` of a matrix, which the standard wants to be `x[i, ...]`."""
    value = model.value(node.value)
    message = Message(
        f"`{quote(model, node)}`: the standard wants an index for each axis, or an ellipsis",
        "end it with `...`",
    )
    fix = Fix((with_all_axes(node),), applicability(value), "End the index with an ellipsis")
    return tensor_finding(node, message, value, fix)


def _without_axes(node: ast.Subscript, value: Value, model: SemanticModel) -> Iterator[Finding]:
    """Yield the finding for `x[()]`, which the standard has of arrays without axes alone."""
    if not is_without_axes(node, model):
        return
    edits = asked_first(node, model)
    fix = Fix(edits, applicability(value), "Ask for the axes first") if edits else None
    message = Message(
        f"`{quote(model, node)}`: the standard has this index for arrays without axes alone",
        "use `x[()] if x.ndim == 0 else x`",
    )
    yield tensor_finding(node, message, value, fix)


_BACKWARDS = "PyTorch refuses a negative step"
_BOUNDED = "MLX takes no tensor as the bound of a slice"
_MASKED = "MLX cannot read by a mask"
_MASK_AMONG_OTHERS = "the standard has a mask alone in its brackets"
_BYTES = "PyTorch takes an index of uint8 for a mask"
_FORMS: dict[str, IndexForm] = {
    _BOUNDED: "tensor-bound",
    _MASKED: "mask",
    NUMBER_OF_NUMPY: "number-of-numpy",
}


def _is_legal(trouble: str, parts: list[ast.expr], profile: Profile) -> bool:
    """True if the vocabulary has this form of index, whatever some backend makes of it: masks on their own."""
    form = _FORMS.get(trouble)
    if form == "mask" and len(parts) > 1:
        return False
    return form is not None and form in profile.index_forms


def _trouble(part: ast.expr, model: SemanticModel, *, nested: bool) -> str | None:
    """Return the reason why this part of an index is not portable; it is ``nested`` if the index is a tuple."""
    match part:
        case ast.Slice(step=ast.UnaryOp(op=ast.USub())):
            return _BACKWARDS
        case ast.List() | ast.ListComp():
            return "JAX refuses a list as an index"
        case ast.Slice(lower=lower, upper=upper):
            bounded = any(bound is not None and model.value(bound).is_tensor for bound in (lower, upper))
            return _BOUNDED if bounded else None
        case ast.Constant():
            return None
    value = model.value(part)
    if isinstance(part, ast.Name):
        held = next(filter(None, (_slice_trouble(made, model) for made in slices_held(part, model))), None)
        if held is not None:
            return held
    held_masks = value.kind is Kind.TUPLE and any(map(is_mask, (*(value.elements or ()), value.element)))
    if held_masks or is_mask(value) or (value.is_tensor and is_cast_to_bool(part)):
        return _MASKED
    if is_named_mask(part, value) or value.kind is Kind.BOOL:  # of texts that are compared, it may be NumPy's
        return _MASKED
    if may_be_bytes(part, value, model):
        return _BYTES
    if value.is_tensor and value.rank != 0 and value.dtype in NARROW:
        return f"PyTorch takes no index of {value.dtype}"
    if nested and value.kind is Kind.TUPLE:
        return "JAX and MLX refuse a tuple in an index"
    return "JAX refuses a list as an index" if value.kind is Kind.LIST else None


def _slice_trouble(made: ast.Call, model: SemanticModel) -> str | None:
    match made.args:
        case [_, _, ast.UnaryOp(op=ast.USub(), operand=ast.Constant())]:
            return _BACKWARDS
    return _BOUNDED if any(model.value(bound).is_tensor for bound in made.args) else None


def _portable(
    node: ast.Subscript, parts: list[ast.expr], model: SemanticModel
) -> tuple[str, dict[str, ast.expr | str], str]:
    """Return the portable form: a template, its holes, and the function that it calls."""
    template = Template()
    array = template.hole(node.value)
    axis = only_axis(parts)
    if axis is not None and isinstance(parts[axis], ast.Slice):
        return f"{{ops}}.flip({array}, axis={axis})", template.holes, "flip"
    if axis is not None and _lists_positions(parts[axis], model):
        taken = template.hole(parts[axis])
        return f"{{ops}}.take({array}, {taken}, axis={axis})", template.holes, "take"
    return f"{{ops}}.getitem({array}, {template.index(node.slice)})", template.holes, "getitem"


def _lists_positions(part: ast.expr, model: SemanticModel) -> bool:
    """True for `[0, i]` of whole numbers: truth values would be a mask, and of other things there is no element."""
    kinds = {Kind.INT, Kind.DIM}
    return isinstance(part, ast.List) and all(model.value(one).kind in kinds for one in part.elts)

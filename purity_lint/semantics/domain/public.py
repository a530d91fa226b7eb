"""From the interpreter's values to those that rules see."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from purity_lint.findings.diagnostics import Evidence, Reason
from purity_lint.knowledge.numpy_packages import AXES
from purity_lint.knowledge.scipy.returns import ASKED_LATER
from purity_lint.semantics.domain.atoms import is_foreign, is_row, may_work_as_array
from purity_lint.semantics.domain.interning import Abs, Why
from purity_lint.semantics.domain.kinds import (
    BOOL,
    BYTES,
    CLASS,
    COMPLEX,
    CONTAINERS,
    DEVICE,
    DICT,
    DIM,
    DTYPE,
    FLOAT,
    FUNCTION,
    INSTANCE,
    INT,
    ITERATOR,
    LIST,
    MAX_NESTING,
    MAX_REASONS,
    MODULE,
    NONE,
    NUMERIC,
    OTHER,
    RANDOM,
    SCALAR,
    SET,
    SHAPE,
    STR,
    TENSOR,
    TUPLE,
)
from purity_lint.semantics.domain.labelled import labelled_part
from purity_lint.semantics.values import FOREIGN, Kind, Value
from purity_lint.semantics.values import UNKNOWN as PUBLIC_UNKNOWN

_KINDS: Final = {
    TENSOR: Kind.TENSOR,
    SCALAR: Kind.SCALAR,
    INT: Kind.INT,
    FLOAT: Kind.FLOAT,
    COMPLEX: Kind.COMPLEX,
    BOOL: Kind.BOOL,
    DIM: Kind.DIM,
    SHAPE: Kind.SHAPE,
    STR: Kind.STR,
    BYTES: Kind.BYTES,
    LIST: Kind.LIST,
    TUPLE: Kind.TUPLE,
    DICT: Kind.DICT,
    SET: Kind.SET,
    ITERATOR: Kind.OTHER,
    DTYPE: Kind.DTYPE,
    DEVICE: Kind.DEVICE,
    RANDOM: Kind.RANDOM,
    MODULE: Kind.MODULE,
    FUNCTION: Kind.FUNCTION,
    CLASS: Kind.CLASS,
    INSTANCE: Kind.INSTANCE,
    NONE: Kind.NONE,
    OTHER: Kind.OTHER,
}


_EVIDENCE: Final = {int(evidence): evidence for evidence in Evidence}


def why_chain(why: Why | None) -> tuple[Reason, ...]:
    """Return the reasons as rules and ``purity-lint why`` print them, the nearest first."""
    out: list[Reason] = []
    while why is not None and len(out) < MAX_REASONS:
        out.append(Reason(why.text, why.line, why.col, why.path))
        why = why.parent
    return tuple(out)


def to_public(value: Abs, depth: int = 0) -> Value:
    """Return the value that rules see."""
    mask = value.mask
    if mask & TENSOR:
        kind = Kind.TENSOR
    elif mask in _KINDS:
        kind = _KINDS[mask]
    elif mask == INT | DIM:  # an extent is a whole number too
        kind = Kind.INT
    elif mask and not mask & ~NUMERIC:
        kind = Kind.SCALAR
    elif mask and not mask & ~(SHAPE | TUPLE):
        kind = Kind.TUPLE
    elif mask and not mask & ~(LIST | SHAPE | TUPLE):
        kind = Kind.LIST
    else:
        return _unknown(value)
    elements = element = None
    if depth < MAX_NESTING:
        if value.elems is not None:
            elements = tuple([to_public(e, depth + 1) for e in value.elems])
        if value.elem is not None and mask & (CONTAINERS | TENSOR):
            element = to_public(value.elem, depth + 1)
    return Value(
        kind,
        _EVIDENCE[value.ev],
        reasons=why_chain(value.why),
        backend=value.backend,
        dtype=value.dtype,
        rank=value.rank,
        name=name_of(value.refs[0]) if value.refs else None,
        elements=elements,
        element=element,
        maybe=kind is Kind.TENSOR and mask != TENSOR,
        foreign=kind is Kind.TENSOR and is_foreign(value),
        textual=kind is Kind.TENSOR and bool(mask & (STR | BYTES)),
        listed=kind is Kind.TENSOR and bool(mask & (LIST | TUPLE)),
        only_listed=kind is Kind.TENSOR and mask != TENSOR and not mask & ~(TENSOR | LIST | TUPLE),
        numeric=kind is Kind.TENSOR and bool(mask & NUMERIC) and not mask & ~(TENSOR | NUMERIC),
        may_be_number=kind is Kind.TENSOR and bool(mask & NUMERIC),
        row=is_row(value),
        countable=kind is Kind.TENSOR and bool(mask & (INT | DIM)) and not mask & (FLOAT | COMPLEX | SCALAR),
    )


def _unknown(value: Abs) -> Value:
    """Return what may be anything, with the class of the table or column that it may be, or of the axes of a plot.

    What is ``None`` or an object of SciPy's has the class of that, for ``None`` cannot be asked.
    """
    if not value.mask & INSTANCE or not may_work_as_array(value):
        return PUBLIC_UNKNOWN
    refs = labelled_part(value).refs or tuple(ref for ref in value.refs if ref == AXES)
    if not value.mask & ~(INSTANCE | NONE) and ASKED_LATER.issuperset(value.refs):
        refs = value.refs
    return replace(FOREIGN, name=name_of(refs[0])) if refs else FOREIGN


def told(value: Abs, depth: int = 0) -> str:
    """Return a text that is the same only for values of which rules see the same: quicker than what they see."""
    mask = value.mask
    why, number, chain = value.why, 0, ""
    while why is not None and number < MAX_REASONS:
        chain += f"{why.text}\1{why.line} {why.col} {why.path}\1"
        why, number = why.parent, number + 1
    refs = ""
    if value.refs:
        refs = f"{[name_of(ref) for ref in value.refs]}{may_work_as_array(value)}{is_row(value)}"
    parts = ""
    if depth < MAX_NESTING:
        if value.elems is not None:
            parts = f"({''.join([told(e, depth + 1) for e in value.elems])})"
        if value.elem is not None and mask & (CONTAINERS | TENSOR):
            parts += f"[{told(value.elem, depth + 1)}]"
    return f"{mask} {value.ev} {value.backend} {value.dtype} {value.rank}{refs}{parts}{chain}\2"


def name_of(ref: object) -> str | None:
    """Return the qualified name of what a value refers to."""
    if isinstance(ref, str):
        return ref
    name = getattr(ref, "qualname", None)
    return name if isinstance(name, str) else None

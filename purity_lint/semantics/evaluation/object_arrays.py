"""What arrays are made of that hold text, objects or dates, as no other library has them."""

from __future__ import annotations

from purity_lint.knowledge.pandas import OBJECTS
from purity_lint.semantics.domain.containers import element_of
from purity_lint.semantics.domain.interning import Abs
from purity_lint.semantics.domain.kinds import BYTES, CONTAINERS, INSTANCE, NONE, OTHER, STR
from purity_lint.semantics.evaluation.library_calls import Call


def is_full_of_objects(call: Call) -> bool:
    """Return True for `np.full(n, None)` and `np.full(n, "")`, where no dtype is asked for."""
    fill = call.keywords.get("fill_value") or (call.args[1] if len(call.args) > 1 else None)
    return fill is not None and call.tensor(None).dtype is None and is_of_objects(fill)


def is_of_objects(value: Abs) -> bool:
    """Return True where ``value`` is None, text, or nested sequences of nothing else, or of dates and spans of time."""
    is_sequence = False
    while value.mask & CONTAINERS and not value.mask & ~CONTAINERS:
        value = element_of(value)
        is_sequence = True
    if is_sequence and value.mask == INSTANCE:
        return bool(value.refs) and all(ref in OBJECTS for ref in value.refs)
    objects = NONE | STR | BYTES | OTHER if is_sequence else NONE | STR | BYTES
    return value.mask != 0 and not value.mask & ~objects

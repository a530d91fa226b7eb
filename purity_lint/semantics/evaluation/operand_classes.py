"""What a library function returns where an operand is of another class: a sparse matrix, a column, text, an object.

NumPy's functions hand the call over to an operand that has methods of its own, so that the result is what these make.
"""

from __future__ import annotations

from typing import Final

from purity_lint.knowledge import arrays, labelled_data
from purity_lint.knowledge.libraries import OWN_TENSORS, stands_in
from purity_lint.knowledge.notation import Result
from purity_lint.knowledge.numpy.roles import KEEP_SPARSE, MASKED_ARRAY
from purity_lint.knowledge.numpy_packages import AXES
from purity_lint.semantics.domain.atoms import (
    OTHER_VALUE,
    SCALAR_VALUE,
    inferred,
    is_foreign,
    may_be_foreign,
    may_be_object,
    perhaps_object,
)
from purity_lint.semantics.domain.containers import element_of
from purity_lint.semantics.domain.interning import Abs
from purity_lint.semantics.domain.kinds import BYTES, INSTANCE, LIST, OTHER, SCALAR, STR, TENSOR, TUPLE
from purity_lint.semantics.domain.labelled import labelled_part
from purity_lint.semantics.domain.library_values import SIMPLE, SPARSE_VALUE, is_sparse
from purity_lint.semantics.evaluation.library_calls import Call

MASKED_VALUE: Final = Abs(INSTANCE, refs=(MASKED_ARRAY,))
"""NumPy's masked arrays: their operators and methods step over what is masked."""

_OF_ITS_OWN: Final = frozenset({Result.AS_TENSOR, Result.OF_SHAPE, Result.DRAWN})
"""Results that are arrays of the library's own class, whatever the function is given."""


def weighed(made: Abs, call: Call) -> Abs:
    """``made`` with the evidence that its operands leave: NumPy hands the call over to one with methods of its own."""
    last = call.name.rpartition(".")[2]
    of_contents = last not in arrays.NOT_OF_CONTENTS and "dtype" not in call.keywords
    if of_contents and made.mask & (TENSOR | TUPLE) and any(map(_is_of_texts, _operands(call))):
        return _texts(made, call)
    if made.mask & TENSOR and any(AXES in _inside(operand).refs for operand in _operands(call)):
        return SIMPLE[Result.AXES]  # an array of objects, with whose elements plots are drawn
    if last in arrays.OF_NUMBERS or (call.fact.result in _OF_ITS_OWN and last not in arrays.KEEP_SUBCLASSES):
        return made
    operands = [] if call.backend in OWN_TENSORS else list(filter(may_be_foreign, _operands(call)))
    if not operands:
        return made
    if last in arrays.READ_AS_THEMSELVES and any(map(is_foreign, operands)):
        return inferred(made.but(mask=made.mask | OTHER))
    if call.name in KEEP_SPARSE and any(map(is_sparse, operands)):
        return SPARSE_VALUE
    if not made.mask & ~SCALAR:
        return _number_or_object(made, operands, call)
    if made.elems is not None:
        return made.but(elems=tuple([inferred(each) if each.mask & TENSOR else each for each in made.elems]))
    if made.elem is not None:
        return made.but(elem=inferred(made.elem)) if made.elem.mask & TENSOR else made
    if made.mask & TENSOR:
        return OTHER_VALUE if any(map(_holds_no_numbers, operands)) else inferred(made)
    return made


def _is_of_texts(value: Abs) -> bool:
    """True for a list or tuple of texts, of which NumPy makes an array of texts."""
    inside = _inside(value)
    return inside is not value and inside.mask != 0 and not inside.mask & ~(STR | BYTES)


def _inside(value: Abs) -> Abs:
    """Return what a list or tuple holds, lists of them too."""
    while value.mask & (LIST | TUPLE) and not value.mask & ~(LIST | TUPLE):
        value = element_of(value)
    return value


def _texts(made: Abs, call: Call) -> Abs:
    """Return what holds texts as its argument does; the places and counts that it gives besides are numbers."""
    besides = [word for word in call.keywords if word.startswith("return_")]
    if besides:
        each = made.elem or made
        numbers = made.elems[1:] if made.elems is not None else (each,) * len(besides)
        return Abs(TUPLE, elems=(OTHER_VALUE, *numbers))
    return OTHER_VALUE if made.mask & TENSOR and made.dtype is None else made


def _holds_no_numbers(value: Abs) -> bool:
    """True for an array of objects, or of what is masked, of which NumPy's functions make such arrays."""
    if value.mask & INSTANCE:
        return not value.mask & ~(OTHER | INSTANCE) and value.refs == MASKED_VALUE.refs
    return value.mask == OTHER


def _number_or_object(made: Abs, operands: list[Abs], call: Call) -> Abs:
    """A number, or what NumPy makes of an object that it takes for one: of a sparse matrix another one."""
    if (call.name in KEEP_SPARSE and any(map(is_foreign, operands))) or any(map(_holds_no_numbers, operands)):
        return made.but(mask=made.mask | OTHER)
    return perhaps_object(made) if call.name in KEEP_SPARSE or any(map(may_be_object, operands)) else made


def _operands(call: Call) -> list[Abs]:
    """Arguments that hold data; those that name axes and shapes come after them."""
    count = max(call.fact.strong, call.fact.weak, 1)
    return call.args[:count] if call.args else list(call.keywords.values())[:count]


def of_labelled(result: Result, name: str, args: list[Abs]) -> Abs | None:
    """Return a column or table where a function of NumPy may be given one, and leaves the result to it."""
    last = name.rpartition(".")[2]
    is_ufunc = result in (Result.ELEMENTWISE, Result.TWO_ELEMENTWISE) and last not in labelled_data.NOT_UFUNCS
    if not stands_in(name, "numpy") or not (is_ufunc or last in labelled_data.DISPATCHED):
        return None
    own = next((part for arg in args if (part := labelled_part(arg)).mask), None)
    if own is not None and all(labelled_data.is_number(str(ref), last) for ref in own.refs):
        return SCALAR_VALUE
    return own

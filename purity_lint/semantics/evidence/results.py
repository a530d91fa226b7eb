"""What a function returns, from what its body gives and what its annotation or docstring says."""

from __future__ import annotations

from purity_lint.semantics.domain.atoms import is_of_own_class
from purity_lint.semantics.domain.interning import Abs
from purity_lint.semantics.domain.kinds import (
    DECLARED,
    INSTANCE,
    NONE,
    NUMBERS,
    NUMERIC,
    TENSOR,
    TUPLE,
    UNKNOWN,
)
from purity_lint.semantics.domain.lattice import join
from purity_lint.semantics.symbols.table import FunctionSymbol
from purity_lint.source.number_functions import is_of_numbers


def with_declared(symbol: FunctionSymbol, result: Abs) -> Abs:
    """Return ``result``, what the body gives, with what the function is declared to return."""
    declared = symbol.returns_declared
    if declared is None or symbol.is_generator:
        return result
    if result.mask == TENSOR and result.rank == 0 and is_of_numbers(symbol.node):
        # NumPy's number, of numbers alone, is used as what it is declared to be; of an array it has the array's axes
        return result.but(rank=None) if _is_given_arrays(symbol) else declared
    result = _within(result, declared)
    if result.mask and not result.mask & UNKNOWN and result.mask != NONE:
        return result
    if declared.mask & UNKNOWN or not declared.mask:
        return result if result.mask & ~UNKNOWN or not declared.elem else join(result, declared)
    known = result.without(UNKNOWN)
    if not known.mask or known.mask == NONE:
        return declared if known.mask != NONE else join(declared, known)
    if known.mask & TENSOR and not declared.mask & TENSOR:
        return known
    return join(known, declared)


def gives_number(symbol: FunctionSymbol) -> bool:
    """True for a function that is declared to take and give numbers, and that no call is seen to hand an array."""
    return (
        is_of_numbers(symbol.node) and not symbol.result.value.mask & TENSOR and not _is_given_arrays(symbol)
    )


def _is_given_arrays(symbol: FunctionSymbol) -> bool:
    given = [p.calls.value for p in symbol.parameters]
    return any(value.mask & TENSOR and value.rank != 0 for value in given)


def _within(result: Abs, declared: Abs) -> Abs:
    """``result`` without arrays where it may be a number as well, and is declared to be one; the other way for objects.

    Validators are shared: what one caller gets as an array, another, who says so, gets as a number.
    """
    if declared.mask == result.mask == TUPLE:
        said, found = declared.elems, result.elems
        if said is None or found is None or len(said) != len(found):
            return result
        return result.but(elems=tuple(map(_within, found, said)))
    if (
        declared.mask == TENSOR
        and declared.ev >= DECLARED
        and result.mask & TENSOR
        and result.mask & INSTANCE
    ):
        return result.without(INSTANCE)  # of a class: what `__getattr__` gives where nothing is assigned yet
    if declared.ev >= DECLARED and is_of_own_class(declared) and result.mask & INSTANCE:
        return result.without(TENSOR)  # what an operator of the class may be given, and is not
    may_be_number = bool(result.mask & NUMERIC) and bool(result.mask & TENSOR)
    return (
        result.without(TENSOR) if may_be_number and declared.mask and not declared.mask & ~NUMBERS else result
    )

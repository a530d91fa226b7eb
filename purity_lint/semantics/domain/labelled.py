"""Values of libraries of labelled data: tables, columns, and what comes of them."""

from __future__ import annotations

from collections.abc import Iterable

from purity_lint.knowledge import labelled_data
from purity_lint.semantics.domain.interning import Abs
from purity_lint.semantics.domain.kinds import INSTANCE


def is_labelled(value: Abs) -> bool:
    """Return True where this is an object of such a library on every path."""
    return (
        value.mask == INSTANCE
        and bool(value.refs)
        and all(isinstance(ref, str) and labelled_data.object_of(ref) is not None for ref in value.refs)
    )


def labelled_among(values: Iterable[Abs]) -> Abs | None:
    """Return the first of such values: with it, NumPy's ufuncs and operators give one of its kind."""
    return next((value for value in values if is_labelled(value)), None)


def labelled_object(name: str | None) -> Abs | None:
    """Return any object of the library; None for no name."""
    return None if name is None else Abs(INSTANCE, refs=(name,))

"""Values of libraries of labelled data: tables, columns, and what comes of them."""

from __future__ import annotations

from purity_lint.knowledge import labelled_data
from purity_lint.semantics.domain.atoms import NEVER
from purity_lint.semantics.domain.interning import Abs
from purity_lint.semantics.domain.kinds import INSTANCE


def is_labelled(value: Abs) -> bool:
    """Return True where this is an object of such a library on every path."""
    return (
        value.mask == INSTANCE
        and bool(value.refs)
        and all(isinstance(ref, str) and labelled_data.object_of(ref) is not None for ref in value.refs)
    )


def labelled_part(value: Abs) -> Abs:
    """Return what of ``value`` is an object of such a library."""
    if not value.mask & INSTANCE:
        return NEVER
    refs = tuple([r for r in value.refs if isinstance(r, str) and labelled_data.object_of(r) is not None])
    return Abs(INSTANCE, refs=refs) if refs else NEVER


def unlabelled(value: Abs) -> Abs:
    """Return what ``value`` is on the paths where it is no such object."""
    refs = tuple([r for r in value.refs if not isinstance(r, str) or labelled_data.object_of(r) is None])
    return value.but(mask=value.mask if refs else value.mask & ~INSTANCE, refs=refs)


def labelled_object(name: str | None) -> Abs | None:
    """Return any object of the library; None for no name."""
    return None if name is None else Abs(INSTANCE, refs=(name,))

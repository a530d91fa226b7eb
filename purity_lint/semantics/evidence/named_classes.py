"""Classes that docstrings give as types: ``pandas.Series``, ``xr.DataArray``, ``float or Quantity``.

They are read as annotations of the same names are: what may be an object of such a class has operators of its own.
"""

from __future__ import annotations

import re
from typing import Final

from purity_lint.knowledge.labelled_data import IMPORTED_AS, named_in, object_of
from purity_lint.knowledge.notation import words
from purity_lint.semantics.domain.interning import Abs
from purity_lint.semantics.evidence.annotations import library_annotation

_CLASS: Final = re.compile(r"(?:[A-Za-z_]\w*\.)+[A-Z]\w*|(?=\w*[a-z])[A-Z]\w{3,}")
"""A short word alone is a unit."""
_NO_CLASSES: Final = words("True False None Default Optional Otherwise Nothing Inf NaN")


def labelled_class(text: str) -> Abs | None:
    """Return an object of the library of labelled data that ``text`` begins with the name of, if it does."""
    ref = named_in(text)
    return None if ref is None or object_of(ref) is None else library_annotation(ref)


def named_class(text: str) -> Abs | None:
    """Return an object of the class that ``text`` is the name of, if it is one."""
    if _CLASS.fullmatch(text) is None or text in _NO_CLASSES:
        return None
    package, dot, name = text.partition(".")
    return library_annotation(IMPORTED_AS.get(package, package) + dot + name)

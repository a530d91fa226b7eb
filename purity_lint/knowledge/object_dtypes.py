"""Dtypes whose arrays hold no numbers, as NumPy spells them: text, records, dates, any Python object."""

from __future__ import annotations

from typing import Final

from purity_lint.knowledge.notation import words

POSITION_OF_DTYPE: Final = {
    **dict.fromkeys(words("empty zeros ones array asarray asanyarray empty_like zeros_like fromiter"), 1),
    **dict.fromkeys(words("full full_like"), 2),
    **dict.fromkeys(words("astype cast"), 1),
}
"""Creation functions, and at which position each takes the dtype."""
DTYPE_CLASS: Final = "numpy.dtype"
"""What makes a dtype of anything that names one, a list of fields among others."""
LEAVE_MASKS: Final = words("filled getdata getmask getmaskarray compressed make_mask")
"""What NumPy's module of masked arrays makes that is none."""
_CLASSES: Final = words("object str bytes list tuple dict set frozenset type") | words("""
    numpy.ndarray numpy.object_ numpy.str_ numpy.bytes_ numpy.void numpy.datetime64 numpy.timedelta64 numpy.record
    numpy.matrix
    """)
DATES: Final = words("numpy.datetime64 numpy.timedelta64")
"""Classes of a moment and of a span of time, which make a date or a span of what is computed with one."""
_NAMES: Final = words("object str bytes void")
_CODES: Final = frozenset("OUSVMma")
"""First letters of dtype strings; `a` is the old name of bytes."""


def is_class_of_objects(qualified: str) -> bool:
    """True for a class that NumPy takes as a dtype and of which no number is an instance."""
    return qualified.removeprefix("builtins.") in _CLASSES


def names_objects(dtype: str) -> bool:
    """True for a dtype string that names no numbers: `O`, `U5`, `datetime64[s]`, `f8,i4`."""
    name = dtype.lstrip("<>=|")
    return "," in name or name in _NAMES or name.startswith(("datetime", "timedelta")) or name[:1] in _CODES

"""Arguments by which a function gives more arrays than else, or fewer: ``svd(x, compute_uv=False)``."""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum
from typing import Final, NamedTuple

from purity_lint.knowledge.notation import words


class Given(Enum):
    """Result of a function that is given such an argument."""

    FIRST = "the first of its results, by itself"
    SECOND = "the second of its results, by itself"
    AND_NUMBER = "a pair of its result and a number"
    AND_TENSOR = "a pair of its result and another tensor"
    SEVERAL = "a tuple of its result and as many more as are asked for"
    UNKNOWN = "anything"


class Choice(NamedTuple):
    """An argument, where it stands by position, its value that matters, and what is returned then."""

    parameter: str
    position: int
    value: object
    given: Given


CHOICES: Final[Mapping[str, tuple[Choice, ...]]] = {
    "linalg.svd": (Choice("compute_uv", 2, False, Given.SECOND),),
    "linalg.qr": (Choice("mode", 1, "r", Given.SECOND), Choice("mode", 1, "raw", Given.UNKNOWN)),
    "scipy.linalg.qr": (
        Choice("mode", 3, "r", Given.UNKNOWN),
        Choice("mode", 3, "raw", Given.UNKNOWN),
        Choice("pivoting", 4, True, Given.UNKNOWN),
    ),
    "linalg.eigh": (Choice("eigvals_only", 3, True, Given.FIRST),),
    "linalg.eig": (Choice("left", 2, True, Given.UNKNOWN), Choice("right", 3, False, Given.FIRST)),
    "average": (Choice("returned", 3, True, Given.AND_TENSOR),),
    "linspace": (Choice("retstep", 4, True, Given.AND_NUMBER),),
    "polyfit": (Choice("full", 4, True, Given.UNKNOWN), Choice("cov", 6, True, Given.AND_TENSOR)),
    "intersect1d": (Choice("return_indices", 3, True, Given.SEVERAL),),
    "unique": (
        Choice("return_index", 1, True, Given.SEVERAL),
        Choice("return_inverse", 2, True, Given.SEVERAL),
        Choice("return_counts", 3, True, Given.SEVERAL),
    ),
}
"""Functions, by the ends of their names -> the arguments that matter; a longer end comes before a shorter one."""

ANYWHERE: Final = words("full_output")
"""Arguments that make a tuple of many things of whatever function takes them."""

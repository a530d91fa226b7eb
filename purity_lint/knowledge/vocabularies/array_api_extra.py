"""Functions of array_api_extra, which packages call beside those of the standard."""

from __future__ import annotations

from purity_lint.records import dataclass


@dataclass(frozen=True, slots=True)
class ExtraFunction:
    """How a function of array_api_extra is called."""

    arrays: int
    """How many arguments it takes by position."""
    keywords: frozenset[str] = frozenset()
    """What it shares with the operation of its name."""


_AXIS = frozenset({"axis"})
FUNCTIONS: dict[str, ExtraFunction] = {
    "angle": ExtraFunction(1, frozenset({"deg"})),
    "argpartition": ExtraFunction(2, _AXIS),
    "cov": ExtraFunction(1),
    "deg2rad": ExtraFunction(1),
    "isclose": ExtraFunction(2, frozenset({"rtol", "atol", "equal_nan"})),
    "isin": ExtraFunction(2, frozenset({"assume_unique", "invert"})),
    "kron": ExtraFunction(2),
    "nan_to_num": ExtraFunction(1, frozenset({"fill_value"})),
    "nanmax": ExtraFunction(1, _AXIS),
    "nanmean": ExtraFunction(1, _AXIS),
    "nanmin": ExtraFunction(1, _AXIS),
    "nansum": ExtraFunction(1, _AXIS),
    "pad": ExtraFunction(2, frozenset({"mode", "constant_values"})),
    "partition": ExtraFunction(2, _AXIS),
    "rad2deg": ExtraFunction(1),
    "setdiff1d": ExtraFunction(2, frozenset({"assume_unique"})),
    "sinc": ExtraFunction(1),
    "union1d": ExtraFunction(2),
    "unravel_index": ExtraFunction(2),
}
"""Functions of array_api_extra under the names of operations."""
LATER = frozenset(
    {
        *("angle", "argpartition", "deg2rad", "isin", "nanmax", "nanmean", "nanmin", "nansum"),
        *("partition", "rad2deg", "union1d", "unravel_index"),
    }
)
"""Those of them that copies of older versions lack."""
ONLY: dict[str, dict[str, str]] = {"pad": {"mode": "constant"}}
"""The only value that some of their arguments may have."""
OF_ARRAYS = LATER - {"unravel_index"}
"""Functions whose first argument has to be an array, where NumPy takes numbers and lists."""
OF_ONE_PLACE = frozenset({"partition", "argpartition"})
"""Functions that take several places at once in NumPy."""
BEYOND = {"isin": frozenset({"assume_unique", "invert"}), "setdiff1d": frozenset({"assume_unique"})}
"""Functions of NumPy's -> arguments that array_api_extra has as well, and no operation."""

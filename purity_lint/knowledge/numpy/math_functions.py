"""NumPy's functions that Python's :mod:`math` has for numbers, by their names there."""

from __future__ import annotations

from collections.abc import Mapping

_NAMED_ALIKE = (
    *("sqrt", "cbrt", "exp", "expm1", "log", "log2", "log10", "log1p"),
    *("sin", "cos", "tan", "sinh", "cosh", "tanh", "degrees", "radians"),
)
OF_ONE_NUMBER: Mapping[str, str] = {
    **{name: name for name in _NAMED_ALIKE},
    **{f"arc{name}": f"a{name}" for name in ("sin", "cos", "tan", "sinh", "cosh", "tanh")},
    **{"deg2rad": "radians", "rad2deg": "degrees"},
}
OF_TWO_NUMBERS: Mapping[str, str] = {"hypot": "hypot", "arctan2": "atan2"}

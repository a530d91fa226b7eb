"""How much may be done to make a function faster, and what its numbers may lose by it."""

from __future__ import annotations

from enum import Enum

from emberops.errors import UnknownOptionError


class OptimizationLevel(Enum):
    """O0 to O3; each includes the one before."""

    O0 = "O0"
    """Nothing: the function as it is."""
    O1 = "O1"
    """Compiled, as it stands."""
    O2 = "O2"
    """Compiled for the shapes that it is given; the default."""
    O3 = "O3"
    """Half precision inside, and whatever the compiler offers."""

    @classmethod
    def of(cls, level: str | OptimizationLevel) -> OptimizationLevel:
        """The level of a name or an alias, in upper or lower case.

        Raises
        ------
        UnknownOptionError
            If it is none.
        """
        if isinstance(level, cls):
            return level
        name = str(level)
        found = _ALIASES.get(name.lower(), name.upper())
        if found not in cls.__members__:
            known = [*cls.__members__, *_ALIASES]
            raise UnknownOptionError(
                f"unknown optimisation level {name!r}; expected one of {', '.join(known)}"
            )
        return cls[found]

    @property
    def tolerance(self) -> float:
        """The largest error that results may have, relative to the largest absolute value among them."""
        return _TOLERANCES[self.value]

    def includes(self, other: OptimizationLevel) -> bool:
        """Whether what the other allows is allowed."""
        return self.value >= other.value


_ALIASES = {"none": "O0", "conservative": "O1", "balanced": "O2", "aggressive": "O3"}
_TOLERANCES = {"O0": 0.0, "O1": 1e-5, "O2": 1e-4, "O3": 3e-2}

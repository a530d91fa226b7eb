"""Errors for reasons that the user can mend: one line each, never a traceback."""

from __future__ import annotations

from pathlib import Path


class PurityError(Exception):
    """Base of every error that ends a command with a message and exit code 2."""


class ConfigError(PurityError):
    """A configuration file or option that cannot be used: unknown key, wrong type, unknown rule."""


class UnreadableSource(PurityError):  # noqa: N818, the base class says that it is an error
    """A file that cannot be read at all: missing, no permission, not a regular file, gone meanwhile."""

    def __init__(self, path: Path, reason: str) -> None:
        super().__init__(f"cannot read {path}: {reason}")
        self.path = path
        self.reason = reason

    def __reduce__(self) -> tuple[type[UnreadableSource], tuple[Path, str]]:
        return type(self), (self.path, self.reason)


class InvalidSource(PurityError):  # noqa: N818, the base class says that it is an error
    """A file that was read and is not Python: the engine reports it as PUR001 and goes on.

    ``line`` is 1-based and ``col`` 0-based, in characters.
    """

    def __init__(self, path: Path, reason: str, line: int = 1, col: int = 0, cell: int | None = None) -> None:
        super().__init__(f"{path}:{line}:{col + 1}: {reason}")
        self.path = path
        self.reason = reason
        self.line = line
        self.col = col
        self.cell = cell

    def __reduce__(self) -> tuple[type[InvalidSource], tuple[Path, str, int, int, int | None]]:
        return type(self), (self.path, self.reason, self.line, self.col, self.cell)


class FixRolledBack(PurityError):  # noqa: N818, the base class says that it is an error
    """A fix that did not stand up to the checks after it was applied, and was taken back."""

    def __init__(self, path: Path, line: int, reason: str) -> None:
        super().__init__(f"{path}:{line}: a fix was taken back: {reason}")
        self.path = path
        self.line = line
        self.reason = reason

    def __reduce__(self) -> tuple[type[FixRolledBack], tuple[Path, int, str]]:
        return type(self), (self.path, self.line, self.reason)


class WriteError(PurityError):
    """A fixed file that could not be written, or that changed while it was being fixed."""

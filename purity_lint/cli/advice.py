"""What `fix` says at its end: how to be sure, and what it could not do."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from purity_lint.cli import say, warn
from purity_lint.run.style.restyle import misses_ruff
from purity_lint.semantics.symbols.naming import is_test


def advise(changed: Iterable[Path], known: Iterable[Path]) -> None:
    """Say what helps somebody whose files were ``changed``, in a project with the files that are ``known``."""
    paths = list(changed)
    if not paths:
        return
    if misses_ruff(paths):
        warn("ruff not found: long lines are broken, and nothing else is formatted")
    if any(path.suffix == ".py" and is_test(path) and path.name != "conftest.py" for path in known):
        say(
            "To be sure, run the project's tests: `purity-lint fix --verify 'pytest -q'` does, "
            "and takes back the fixes that fail them."
        )

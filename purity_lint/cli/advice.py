"""What `check` and `fix` say at their end: how to look at less, how to be sure, and what could not be done."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from pathlib import Path

from purity_lint.cli import say, warn
from purity_lint.configuration.settings import Settings
from purity_lint.formats.report import Report


def advise(changed: Iterable[Path], known: Iterable[Path]) -> None:
    """Say what helps somebody whose files were ``changed``, in a project with the files that are ``known``."""
    paths = list(changed)
    if not paths:
        return
    from purity_lint.run.style.restyle import misses_ruff
    from purity_lint.semantics.symbols.naming import is_test

    if misses_ruff(paths):
        warn("ruff not found: long lines are broken, and nothing else is formatted")
    if any(path.suffix == ".py" and is_test(path) and path.name != "conftest.py" for path in known):
        say(
            "To be sure, run the project's tests: `purity-lint fix --verify 'pytest -q'` does, "
            "and takes back the fixes that fail them."
        )


_MANY = 50
"""So many findings are no list to work through."""
_STANDARD = re.compile(r"\b(?:array_namespace|get_namespace|__array_namespace__)\b")
"""Functions that give a namespace of the standard."""
_ASKS = re.compile(rf"{_STANDARD.pattern}|\bxp\b")
"""What code names that has one."""
_OWN = re.compile(r"= *(?:\w+\.)*(?P<getter>get_\w*backend)\(")
"""Assignment of a project's own backend."""


def on_scope(settings: Settings, report: Report) -> Iterator[str]:
    """Yield how somebody who asks for the array API standard sees less of what was never meant for it."""
    left = report.diagnostics
    if settings.profile != "array-api" or settings.scope != "everything" or len(left) < _MANY:
        return
    texts = {d.path: "\n".join(report.lines(d)) for d in left}
    asking = {path for path, text in texts.items() if _ASKS.search(text)}
    own = next(filter(None, map(_OWN.search, texts.values())), None)
    outside = sum(d.path not in asking for d in left)
    if own is not None and not any(map(_STANDARD.search, texts.values())):
        yield (
            f"`{own['getter']}()` gives this code functions of its own, which the array API standard knows nothing of: "
            'name the class or module that has them, `ops-module = "package.module.Class"`, and no profile.'
        )
    elif asking and outside > len(left) // 2:
        yield (
            f"{outside} of them are in files that ask for no namespace: "
            'with `scope = "namespaces"`, code that was never ported is left alone.'
        )

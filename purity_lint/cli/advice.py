"""What `check` and `fix` say at their end: how to look at less, how to be sure, and what could not be done."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path

from purity_lint.cli import say, warn
from purity_lint.cli.vocabularies import OF_KERAS, STANDARD, own_vocabulary
from purity_lint.configuration.settings import Settings
from purity_lint.errors import UnreadableSource
from purity_lint.findings.diagnostics import Diagnostic
from purity_lint.formats.report import Report
from purity_lint.source.content import read_content


def advise(changed: Iterable[Path], known: Iterable[Path]) -> None:
    """Say what helps somebody whose files were ``changed``, in a project with the files that are ``known``."""
    paths = list(changed)
    if not paths:
        return
    from purity_lint.run.style.restyle import misses_ruff
    from purity_lint.semantics.symbols.files_of_tests import is_test

    if misses_ruff(paths):
        warn("ruff not found: long lines are broken, and nothing else is formatted")
    if any(path.suffix == ".py" and is_test(path) and path.name != "conftest.py" for path in known):
        say(
            "To be sure, run the project's tests: `purity-lint fix --verify 'pytest -q'` does, "
            "and takes back the fixes that fail them."
        )


_MANY = 50
"""So many findings are no list to work through."""
_SEVERAL = 10
"""So many findings in the words of another vocabulary are no slip."""
_ASKS = re.compile(rf"{STANDARD.pattern}|\bxp\b")
"""What code names that has a namespace of the standard."""
_OWN = re.compile(r"= *(?:\w+\.)*(?P<getter>get_\w*backend)\(")
"""Assignment of a project's own backend."""


def on_scope(settings: Settings, report: Report) -> Iterator[str]:
    """Yield how somebody whose code has a namespace is told of what that lacks, and of nothing else."""
    left = report.diagnostics
    if settings.scope != "everything" or len(left) < _SEVERAL:
        return
    texts = {path: "\n".join(report.lines(d)) for path, d in {d.path: d for d in left}.items()}
    if settings.profile == "emberops":
        yield from own_vocabulary(settings, texts)
    elif len(left) >= _MANY:
        yield from _on_the_rest(settings, left, texts)


def before_fixing(settings: Settings, paths: Iterable[Path]) -> Iterator[str]:
    """Yield which configuration has the words of these files, which are about to be written in others."""
    if settings.profile == "emberops":
        readable = ((path, _text(path)) for path in paths)
        yield from own_vocabulary(settings, {path: text for path, text in readable if text})


def _text(path: Path) -> str:
    try:
        return read_content(path).decode("utf-8", errors="replace")
    except UnreadableSource:
        return ""  # what reads it to fix it says why it cannot


def _on_the_rest(settings: Settings, left: Sequence[Diagnostic], texts: Mapping[Path, str]) -> Iterator[str]:
    """Yield how somebody who has chosen a profile sees less of what was never meant for it."""
    asked = settings.laws.of_arguments
    uses, verb = (_ASKS, "ask for no namespace") if asked else (OF_KERAS, "do not call `keras.ops`")
    using = {path for path, text in texts.items() if uses.search(text)}
    own = next(filter(None, map(_OWN.search, texts.values())), None)
    outside = sum(d.path not in using for d in left)
    if asked and own is not None and not any(map(STANDARD.search, texts.values())):
        yield (
            f"`{own['getter']}()` gives this code functions of its own, which the array API standard knows nothing of: "
            'name the class or module that has them, `ops-module = "package.module.Class"`, and no profile.'
        )
    elif using and outside > len(left) // 2:
        yield (
            f"{outside} of them are in files that {verb}: "
            'with `scope = "namespaces"`, code that was never ported is left alone.'
        )

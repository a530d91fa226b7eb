"""What `check` and `fix` say at their end: how to look at less, how to be sure, and what could not be done."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path

from purity_lint.cli import say, warn
from purity_lint.configuration.settings import Settings
from purity_lint.findings.diagnostics import Diagnostic
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
_OF_KERAS = re.compile(r"\bkeras(?:\.\w+)*\.ops\b|\bfrom keras(?:\.\w+)* import [^\n]*\bops\b")
_OURS = re.compile(r"\bemberops\b")
_OWN = re.compile(r"= *(?:\w+\.)*(?P<getter>get_\w*backend)\(")
"""Assignment of a project's own backend."""


def on_scope(settings: Settings, report: Report) -> Iterator[str]:
    """Yield how somebody whose code has a namespace is told of what that lacks, and of nothing else."""
    left = report.diagnostics
    if settings.scope != "everything" or len(left) < _MANY:
        return
    texts = {path: "\n".join(report.lines(d)) for path, d in {d.path: d for d in left}.items()}
    if settings.profile != "emberops":
        yield from _on_the_rest(settings, left, texts)
    elif settings.profile == "emberops" and settings.ops_module == settings.laws.module:
        yield from _on_vocabulary(texts)


def _on_vocabulary(texts: Mapping[Path, str]) -> Iterator[str]:
    """Yield which profile has the words that code is written in already."""
    if any(map(_OURS.search, texts.values())):
        return
    of_keras = sum(_OF_KERAS.search(text) is not None for text in texts.values())
    asking = sum(_STANDARD.search(text) is not None for text in texts.values())
    if not of_keras and not asking:
        return
    more = of_keras > asking
    number, profile = (of_keras, "keras") if more else (asking, "array-api")
    verb = "" if number > 1 else "s"
    what = f"call{verb} `keras.ops`" if more else f"ask{verb} arrays for their namespace"
    yield (
        f'{number} of these files {what}: `profile = "{profile}"` checks against that, and says so in its words; '
        'with `scope = "namespaces"` beside it, code without a namespace is left alone.'
    )


def _on_the_rest(settings: Settings, left: Sequence[Diagnostic], texts: Mapping[Path, str]) -> Iterator[str]:
    """Yield how somebody who has chosen a profile sees less of what was never meant for it."""
    asked = settings.laws.of_arguments
    uses, verb = (_ASKS, "ask for no namespace") if asked else (_OF_KERAS, "do not call `keras.ops`")
    using = {path for path, text in texts.items() if uses.search(text)}
    own = next(filter(None, map(_OWN.search, texts.values())), None)
    outside = sum(d.path not in using for d in left)
    if asked and own is not None and not any(map(_STANDARD.search, texts.values())):
        yield (
            f"`{own['getter']}()` gives this code functions of its own, which the array API standard knows nothing of: "
            'name the class or module that has them, `ops-module = "package.module.Class"`, and no profile.'
        )
    elif using and outside > len(left) // 2:
        yield (
            f"{outside} of them are in files that {verb}: "
            'with `scope = "namespaces"`, code that was never ported is left alone.'
        )

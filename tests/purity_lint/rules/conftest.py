"""What tests of rules ask: which findings does this code have, and what does a fix make of it?"""

from __future__ import annotations

from pathlib import Path

import pytest
from snippets import Fixed, Lines, Report

from purity_lint.configuration.settings import Settings
from purity_lint.engine.check import check
from purity_lint.engine.fix import fix
from purity_lint.findings.diagnostics import Diagnostic
from purity_lint.source.read import source_from_bytes

PATH = Path("package/module.py")


def _settings(select: tuple[str, ...], *, unsafe: bool = False) -> Settings:
    return Settings(root=Path.cwd(), select=select or None, unsafe_fixes=unsafe)


@pytest.fixture
def report() -> Report:
    """The diagnostics of a piece of code, from the rules named or from those that are on by default."""

    def run(code: str, *select: str, path: Path = PATH) -> list[Diagnostic]:
        result = check(source_from_bytes(code.encode(), path, None), _settings(select))
        assert not result.errors, result.errors[0].trace
        return result.diagnostics

    return run


@pytest.fixture
def lines(report: Report) -> Lines:
    """As ``report``, reduced to line and code."""

    def run(code: str, *select: str) -> list[tuple[int, str]]:
        return [(diagnostic.span.line, diagnostic.code) for diagnostic in report(code, *select)]

    return run


@pytest.fixture
def fixed() -> Fixed:
    """What ``fix`` makes of a piece of code with the rules named; safe fixes only unless ``unsafe``."""

    def run(code: str, *select: str, unsafe: bool = False) -> str:
        outcome = fix(source_from_bytes(code.encode(), PATH, None), _settings(select, unsafe=unsafe))
        assert not outcome.errors
        return str(outcome.after)

    return run

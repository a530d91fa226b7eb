"""``pytest --purity src/``: findings in the code under test are a failed test."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add ``--purity PATH``."""
    parser.getgroup("purity-lint").addoption(
        "--purity",
        action="append",
        default=[],
        metavar="PATH",
        help="Check this file or folder with purity-lint, as one more test; may be given several times.",
    )


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(
    session: pytest.Session, config: pytest.Config, items: list[pytest.Item]
) -> None:
    """Put a test in front for each path; ``-k`` and ``-m`` select among them as among others."""
    paths = [config.invocation_params.dir / path for path in config.getoption("--purity")]
    items[:0] = [
        PurityItem.from_parent(session, name=f"purity-lint[{path.name}]", path=path) for path in paths
    ]


class ImpureError(Exception):
    """The code under test has findings, or could not be checked; the message lists them."""


class PurityItem(pytest.Item):
    """Checks one path."""

    def __init__(self, *, path: Path, **kwargs: Any) -> None:
        super().__init__(path=path, **kwargs)

    def runtest(self) -> None:
        """Check the path with the settings that hold for it."""
        from purity_lint.api import check_paths
        from purity_lint.formats.concise import render
        from purity_lint.formats.report import Report

        result = check_paths([self.path], jobs=1)
        found = [*map(str, result.errors), *render(Report(list(result.diagnostics)))]
        if found:
            raise ImpureError("\n".join(found))

    def repr_failure(self, excinfo: pytest.ExceptionInfo[BaseException], style: Any = None) -> str | Any:
        """Show findings as the command prints them."""
        if isinstance(excinfo.value, ImpureError):
            return str(excinfo.value)
        return super().repr_failure(excinfo, style)

    def reportinfo(self) -> tuple[Path, int | None, str]:
        """Name the path at the head of a failure."""
        return self.path, None, self.name

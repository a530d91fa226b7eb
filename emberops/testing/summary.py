"""What a run says of backends: a line in the header, a table of outcomes at the end."""

from __future__ import annotations

from collections import Counter

import pytest

from emberops.testing import axes

_COLUMNS = ("passed", "failed", "skipped", "xfailed", "xpassed", "error")


class Summary:
    """Counts the outcomes of each backend; with pytest-xdist, those that workers report."""

    def __init__(self, chosen: axes.Chosen) -> None:
        self._chosen = chosen
        self._counts: dict[str, Counter[str]] = {}

    def pytest_report_header(self) -> str:
        """The backends with the versions of their libraries, and the other axes."""
        from emberops.hardware import backend_info

        known = backend_info()
        named = [f"{name} {known[name]['version'] or ''}".strip() for name in self._chosen.backends]
        axis = "every test" if self._chosen.every_test else "tests that take 'backend'"
        return (
            f"emberops: {axis} on {', '.join(named)}; devices: {', '.join(self._chosen.devices)}; "
            f"dtypes: {', '.join(self._chosen.dtypes)}{'; pure' if self._chosen.pure else ''}"
        )

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Count one outcome."""
        backend = next((str(v) for k, v in report.user_properties if k == axes.PROPERTY), None)
        outcome = _outcome(report)
        if backend is not None and outcome:
            self._counts.setdefault(backend, Counter())[outcome] += 1

    def pytest_terminal_summary(self, terminalreporter: pytest.TerminalReporter) -> None:
        """Print the table: a row for each backend that a test has run on."""
        if not self._counts:
            return
        columns = [c for c in _COLUMNS if c in _COLUMNS[:3] or any(n[c] for n in self._counts.values())]
        terminalreporter.write_sep("=", "backends")
        terminalreporter.write_line(f"{'':<10}" + "".join(f"{c:>9}" for c in columns))
        known = [b for b in self._chosen.backends if b in self._counts]
        for backend in [*known, *(b for b in self._counts if b not in known)]:
            counts = self._counts[backend]
            terminalreporter.write_line(f"{backend:<10}" + "".join(f"{counts[c]:>9}" for c in columns))


def _outcome(report: pytest.TestReport) -> str:
    """The column that a report counts in; empty for the phases of a test that say nothing of it."""
    expected = hasattr(report, "wasxfail")
    if report.when == "call":
        if expected:
            return "xfailed" if report.skipped else "xpassed"
        return str(report.outcome)
    if report.skipped:
        return "xfailed" if expected else "skipped"
    return "error" if report.failed else ""

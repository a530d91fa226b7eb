"""Last lines of a run: how much was found, how much of it can be fixed, and counts per rule."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator

from purity_lint.formats.report import Report
from purity_lint.formats.style import Style


def summary(report: Report) -> Iterator[str]:
    """Yield the summary in ruff's words."""
    style = Style(report.color)
    fixed = sum(report.fixed.values())
    left = len(report.diagnostics)
    if not left and not fixed:
        if report.failed:
            return
        yield style.bold("All checks passed!") + _accepted(report)
        return
    total = left + fixed
    counts = f" ({fixed} fixed, {left} remaining)" if fixed else ""
    yield f"Found {total} error{_s(total)}{counts}.{_accepted(report)}"
    hidden = report.hidden
    unlock = (
        f"{hidden} hidden fix{'es' if hidden != 1 else ''} can be enabled with the `--unsafe-fixes` option"
    )
    if report.fixable:
        more = f" ({unlock})" if hidden else ""
        yield f"[{style.accent('*')}] {report.fixable} fixable with the `--fix` option{more}."
    elif hidden:
        yield f"No fixes available ({unlock})."
    if report.after_fix is not None:
        mended, remaining, revealed = report.after_fix
        new = f"; {revealed} of them would show only then" if revealed else ""
        yield f"`fix` would mend {mended} and leave {remaining}{new}."


def _accepted(report: Report) -> str:
    return f" ({report.accepted} more accepted by the baseline)" if report.accepted else ""


def statistics(report: Report, as_json: bool) -> Iterator[str]:
    """Yield one line per rule: how often it was found, its code, whether it can be fixed, its name."""
    counts = Counter((d.code, d.name) for d in report.diagnostics)
    fixable = Counter(d.code for d in report.diagnostics if report.is_fixable(d))
    rows = sorted(counts.items(), key=lambda item: (-item[1], item[0]))
    if as_json:
        table = [
            {
                "code": code,
                "name": name,
                "count": n,
                "fixable": fixable[code] == n,
                "fixable_count": fixable[code],
            }
            for (code, name), n in rows
        ]
        yield json.dumps(table, indent=2)
        return
    style = Style(report.color)
    margin = max((len(str(n)) for _, n in rows), default=0)
    for (code, name), n in rows:
        mark = "[*]" if fixable[code] == n else "[-]" if fixable[code] else "[ ]"
        yield f"{style.bold(str(n).rjust(margin))}\t{style.code(code)}\t{mark} {name}"


def _s(count: int) -> str:
    return "" if count == 1 else "s"

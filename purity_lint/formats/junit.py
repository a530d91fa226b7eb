"""JUnit XML, one suite per file."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from itertools import groupby
from pathlib import Path
from xml.etree import ElementTree

from purity_lint.findings.diagnostics import Diagnostic
from purity_lint.formats.report import Report, help_text
from purity_lint.formats.style import visible, visible_lines

# What XML 1.0 cannot hold, not even escaped.
_FORBIDDEN = re.compile("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def render(report: Report) -> Iterator[str]:
    """Yield one XML document; a clean run is one passing test."""
    count = len(report.diagnostics)
    suites = ElementTree.Element(
        "testsuites", name="purity-lint", tests=str(max(count, 1)), failures=str(count), errors="0"
    )
    for path, group in groupby(report.diagnostics, key=lambda d: d.path):
        members = list(group)
        suite = _suite(suites, _clean(os.path.abspath(path)), tests=len(members), failures=len(members))
        for d in members:
            _case(suite, d)
    if not count:
        suite = _suite(suites, "purity-lint", tests=1, failures=0)
        ElementTree.SubElement(suite, "testcase", name="No errors found", classname="purity-lint")
    ElementTree.indent(suites, "    ")
    yield '<?xml version="1.0" encoding="UTF-8"?>'
    yield ElementTree.tostring(suites, encoding="unicode")


def _suite(suites: ElementTree.Element, name: str, *, tests: int, failures: int) -> ElementTree.Element:
    return ElementTree.SubElement(
        suites,
        "testsuite",
        name=name,
        tests=str(tests),
        failures=str(failures),
        errors="0",
        skipped="0",
        package="purity-lint",
    )


def _case(suite: ElementTree.Element, d: Diagnostic) -> None:
    case = ElementTree.SubElement(
        suite,
        "testcase",
        name=f"purity-lint.{d.code}",
        classname=_clean(str(Path(os.path.abspath(d.path)).with_suffix(""))),
        line=str(d.span.line),
        column=str(d.span.col + 1),
    )
    failure = ElementTree.SubElement(case, "failure", message=_clean(d.message))
    cell = f"cell {d.cell}, " if d.cell is not None else ""
    help_line = help_text(d)
    failure.text = _clean(
        f"{cell}line {d.span.line}, col {d.span.col + 1}, {visible(d.message)}"
        + (f"\nhelp: {visible(help_line)}" if help_line else "")
    )


def _clean(text: str) -> str:
    return _FORBIDDEN.sub("\ufffd", visible_lines(text))

"""Logging commands, which Azure Pipelines shows as errors of a build, with their places."""

from __future__ import annotations

from collections.abc import Iterator

from purity_lint.formats.report import Report, relative
from purity_lint.formats.style import visible


def render(report: Report) -> Iterator[str]:
    """Yield one ``logissue`` command per finding."""
    for d in report.diagnostics:
        fields = {
            "type": "error",
            "sourcepath": visible(relative(d.path)),
            "linenumber": d.span.line,
            "columnnumber": d.span.col + 1,
            "code": d.code,
        }
        properties = "".join(f"{name}={_property(str(value))};" for name, value in fields.items())
        yield f"##vso[task.logissue {properties}]{_data(visible(d.message))}"


def _data(text: str) -> str:
    return text.replace("%", "%AZP25").replace("\r", "%0D").replace("\n", "%0A")


def _property(text: str) -> str:
    return _data(text).replace(";", "%3B").replace("]", "%5D")

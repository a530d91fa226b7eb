"""Output formats: functions from a report to lines, in modules that are imported when they are asked for."""

from __future__ import annotations

import importlib
from collections.abc import Callable, Iterator

from purity_lint.formats.report import Report

Renderer = Callable[[Report], Iterator[str]]

_RENDERERS = {
    "full": "purity_lint.formats.full:render",
    "concise": "purity_lint.formats.concise:render",
    "grouped": "purity_lint.formats.concise:render_grouped",
    "json": "purity_lint.formats.json:render",
    "json-lines": "purity_lint.formats.json:render_lines",
    "sarif": "purity_lint.formats.sarif:render",
    "github": "purity_lint.formats.github:render",
    "gitlab": "purity_lint.formats.gitlab:render",
    "azure": "purity_lint.formats.azure:render",
    "pylint": "purity_lint.formats.pylint:render",
    "junit": "purity_lint.formats.junit:render",
    "rdjson": "purity_lint.formats.rdjson:render",
}
FORMATS = tuple(_RENDERERS)
ALIASES = {"jsonl": "json-lines", "text": "full"}
FOR_PEOPLE = frozenset({"full", "concise", "grouped"})
"""Formats that end with a summary; the others are for programs and hold nothing but the findings."""
WITH_EDITS = frozenset({"json", "json-lines", "sarif", "rdjson"})
"""Formats that say what a fix would change."""


def renderer(name: str) -> Renderer:
    """Return the function that writes the format ``name``."""
    module, _, function = _RENDERERS[ALIASES.get(name, name)].partition(":")
    found: Renderer = getattr(importlib.import_module(module), function)
    return found

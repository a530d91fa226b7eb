"""Jupyter notebooks as source: one text for the whole notebook, so that names flow from cell to cell.

Every code cell is introduced by a marker comment and IPython's own syntax is replaced by statements that
Python parses.  Both are undone by :meth:`Notebook.replace`, which puts changed code back into its cells.
"""

from __future__ import annotations

import json
import re
from dataclasses import replace
from pathlib import Path
from typing import Any

from purity_lint.errors import InvalidSource
from purity_lint.records import dataclass
from purity_lint.source.content import MAX_LINE, MAX_SOURCE
from purity_lint.source.parse import parse

_MAX_DEPTH = 1_000
_MARKER = "# purity-lint cell "
_MARKER_LINE = re.compile(rf"^{_MARKER}(\d+)$")
_MAGIC = re.compile(r"^(\s*)(?:([\w.\[\], ]+?\s*=\s*)?[!%]|\?|[\w.]+\?{1,2}\s*$)")
_PLACEHOLDER = re.compile(r"^(\s*)pass  # purity-lint magic (\d+)$")
# Cell magics whose body is still Python.
_PYTHON_CELLS = frozenset({"capture", "debug", "ipytest", "prun", "python", "python3", "time", "timeit"})


@dataclass(frozen=True, slots=True)
class Cell:
    """One code cell: ``number`` counts all cells from 1; its code starts on ``first_line`` of the text."""

    number: int
    first_line: int


@dataclass(frozen=True)
class Notebook:
    """A parsed notebook and how its cells map to the text that is linted."""

    document: dict[str, Any]
    cells: tuple[Cell, ...]
    magics: tuple[str, ...]
    indent: int | str | None
    ascii_only: bool
    final_newline: bool

    def locate(self, line: int) -> tuple[int, int]:
        """Cell number and line within the cell, both from 1, for a line of the text."""
        found = self.cells[0]
        for cell in self.cells:
            if cell.first_line > line:
                break
            found = cell
        return found.number, max(line - found.first_line + 1, 1)

    def replace(self, text: str) -> str:
        """Return the notebook file with the code of ``text``; outputs and all other cells stay as they are."""
        document = {**self.document, "cells": [dict(cell) for cell in self.document["cells"]]}
        for number, code in self.cells_in(text).items():
            cell = document["cells"][number - 1]
            old = cell["source"]
            if code != _joined(old):
                cell["source"] = code if isinstance(old, str) else code.splitlines(keepends=True)
        text = json.dumps(document, indent=self.indent, ensure_ascii=self.ascii_only)
        return text + ("\n" if self.final_newline else "")

    def moved(self, text: str) -> Notebook:
        """A notebook with the cells where they stand in ``text``, a changed version of its code."""
        found = [(n, _MARKER_LINE.match(line)) for n, line in enumerate(text.split("\n"), 1)]
        return replace(self, cells=tuple(Cell(int(m[1]), n + 1) for n, m in found if m))

    def cells_in(self, text: str) -> dict[int, str]:
        """Return the code of each cell, by its number, where ``text`` is that of all of them."""
        preamble: list[str] = []
        bodies: dict[int, list[str]] = {}
        current = preamble
        for line in text.removesuffix("\n").split("\n"):
            if marker := _MARKER_LINE.match(line):
                current = bodies.setdefault(int(marker[1]), [])
            elif magic := _PLACEHOLDER.match(line):
                current.append(self.magics[int(magic[2])])
            else:
                current.append(line)
        first = next(iter(bodies), None)
        added = [line for line in preamble if line.strip()]
        if first is not None and added:  # an import that a fix has put above the first cell
            bodies[first] = added + bodies[first]
        return {number: "\n".join(self._magic_first(number, lines)) for number, lines in bodies.items()}

    def _magic_first(self, number: int, body: list[str]) -> list[str]:
        """Return the lines of a cell with what a fix has put above its cell magic, ``%%time``, below that."""
        magic = next((n for n, line in enumerate(body) if line.startswith("%%")), 0)
        if not magic:
            return body
        old = _joined(self.document["cells"][number - 1]["source"]).split("\n")
        added = [line for line in body[:magic] if line.strip() and line not in old]
        above = old[: old.index(body[magic])] if added else body[:magic]
        return [*above, body[magic], *added, *body[magic + 1 :]]


def read_notebook(raw: str, path: Path) -> tuple[Notebook, str]:
    """Return the notebook that ``raw`` is, and the text of its code.

    Raises :class:`InvalidSource` where it is none.
    """
    notebook, text = _assemble(_load(raw, path), raw)
    if len(text) > MAX_SOURCE or max(map(len, text.split("\n"))) > MAX_LINE:
        raise InvalidSource(path, "the code of the cells, or a line of it, is too long to be understood")
    return notebook, text


def _load(raw: str, path: Path) -> dict[str, Any]:
    try:
        document = json.loads(raw)
    except json.JSONDecodeError as error:
        raise InvalidSource(path, f"not a notebook: {error.msg}", error.lineno, error.colno - 1) from None
    except (RecursionError, ValueError) as error:  # the latter for a number of thousands of digits
        reason = "nested too deeply" if isinstance(error, RecursionError) else str(error)
        raise InvalidSource(path, f"not a notebook: {reason}") from None
    if not _is_flat(document):
        raise InvalidSource(path, "not a notebook: nested too deeply")
    cells = document.get("cells") if isinstance(document, dict) else None
    if not isinstance(cells, list):
        raise InvalidSource(path, "not a notebook: it has no `cells` (nbformat 4 is expected)")
    for number, cell in enumerate(cells, 1):
        if not (isinstance(cell, dict) and _is_text(cell.get("source"))):
            raise InvalidSource(path, "not a notebook: the cell has no source text", cell=number)
    found: dict[str, Any] = document
    return found


def _is_flat(document: object) -> bool:
    """True if nothing in ``document`` is nested deeper than what is written back can be."""
    level = [document]
    for _ in range(_MAX_DEPTH):
        if not level:
            return True
        level = [
            inner
            for value in level
            if isinstance(value, dict | list)
            for inner in (value.values() if isinstance(value, dict) else value)
            if isinstance(inner, dict | list)
        ]
    return not level


def _is_text(source: object) -> bool:
    return isinstance(source, str) or (isinstance(source, list) and all(isinstance(x, str) for x in source))


def cell_codes(raw: str) -> list[str]:
    """Return the code of each cell as it stands in the notebook.

    Raises :class:`InvalidSource` where the notebook is none.
    """
    return [_joined(cell["source"]) for cell in _load(raw, Path("<notebook>"))["cells"]]


def _joined(source: str | list[str]) -> str:
    return source if isinstance(source, str) else "".join(source)


def _assemble(document: dict[str, Any], raw: str) -> tuple[Notebook, str]:
    lines: list[str] = []
    cells: list[Cell] = []
    magics: list[str] = []
    python = _language(document) == "python"
    for number, cell in enumerate(document["cells"], 1):
        code = _joined(cell["source"])
        if cell.get("cell_type") != "code" or not python or _is_foreign(code):
            continue
        lines.append(f"{_MARKER}{number}")
        cells.append(Cell(number, len(lines) + 1))
        lines.extend(_without_magics(code.split("\n"), magics))
    indent = re.search(r"\n([ \t]+)\S", raw)
    notebook = Notebook(
        document,
        tuple(cells),
        tuple(magics),
        indent=indent[1] if indent else None,
        ascii_only=raw.isascii() and "\\u" in raw,
        final_newline=raw.endswith("\n"),
    )
    return notebook, "\n".join(lines) + ("\n" if lines else "")


def _language(document: dict[str, Any]) -> str:
    metadata = document.get("metadata")
    spec = metadata.get("kernelspec") if isinstance(metadata, dict) else None
    language = spec.get("language") if isinstance(spec, dict) else None
    return language if isinstance(language, str) else "python"


def _is_foreign(code: str) -> bool:
    """Return True where a cell magic hands the whole cell to something that is not Python (``%%bash``)."""
    first = code.lstrip().split("\n", 1)[0]
    name = re.match(r"%%(\S+)", first)
    return name is not None and name[1] not in _PYTHON_CELLS


def _without_magics(lines: list[str], magics: list[str]) -> list[str]:
    """Replace each line of IPython syntax by a placeholder, remembering the line in ``magics``.

    So is a line that looks like one of our own markers, which must not be taken for one later.
    """
    ours = [_MARKER_LINE.match(line) or _PLACEHOLDER.match(line) for line in lines]
    magic = any("%" in line or "!" in line or "?" in line for line in lines)
    if (not magic or _parses("\n".join(lines))) and not any(ours):
        return lines
    result = []
    continued = False
    for line, is_ours in zip(lines, ours, strict=True):
        match = _MAGIC.match(line)
        if match or continued or is_ours:
            indent = line[: len(line) - len(line.lstrip())] if match or is_ours else ""
            result.append(f"{indent}pass  # purity-lint magic {len(magics)}")
            magics.append(line)
            continued = line.endswith("\\")
        else:
            result.append(line)
    return result


def _parses(code: str) -> bool:
    """True where a cell is plain Python already: ``%`` at the start of a line may be an operator there."""
    try:
        parse(code, Path("<cell>"), notebook=True)
    except InvalidSource:
        return False
    return True

"""Fixed files in the style that they had: formatted by ruff where the project is, with long lines broken elsewhere."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Iterable
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from purity_lint.engine.diagnose import in_cell, in_text
from purity_lint.run.style.habits import columns_of
from purity_lint.run.style.relocate import relocated
from purity_lint.run.style.wrapping import wrapped
from purity_lint.source.notebook import read_notebook

if TYPE_CHECKING:
    from purity_lint.engine.fix import FixOutcome

_SUFFIXES = frozenset({".py", ".pyi"})
_NOTEBOOK = ".ipynb"
_SECONDS = 60.0


def styled(outcome: FixOutcome, original: bytes) -> FixOutcome:
    """``outcome`` with its new content formatted by ruff, if ``original`` was; lines that grew too long are broken.

    A file counts as formatted by ruff if ruff is configured for its project and would not change it.  In a file that
    is not, or where ruff is not to be found, lines that fixes made longer than the file's own are broken as ruff
    would break them.  In another encoding than UTF-8 nothing is done.
    """
    if outcome.content is None:
        return outcome
    content = in_style(outcome.path, outcome.content, original)
    if content == outcome.content:
        return outcome
    if outcome.path.suffix == _NOTEBOOK:
        return _with_cells(outcome, content)
    after = _text(content)
    remaining = relocated(outcome.remaining, _text(outcome.content), after)
    return replace(outcome, content=content, after=after, remaining=remaining)


def _with_cells(outcome: FixOutcome, content: bytes) -> FixOutcome:
    notebook, after = read_notebook(_text(content), outcome.path)
    before = notebook.moved(outcome.after)
    found = [in_text(before, diagnostic) for diagnostic in outcome.remaining]
    remaining = [in_cell(notebook, diagnostic) for diagnostic in relocated(found, outcome.after, after)]
    return replace(
        outcome, content=content, after=after, cells_after=notebook.cells_in(after), remaining=remaining
    )


def in_style(path: Path, content: bytes, original: bytes) -> bytes:
    """``content``, the new content of ``path``, as ruff formats it, if it had formatted ``original``.

    Of a notebook the lines of its cells that grew too long are broken.
    """
    if path.suffix == _NOTEBOOK:
        return _cells_laid_out(path, content, original)
    if path.suffix not in _SUFFIXES:
        return content
    if not _is_configured(path) or _formatted(original, path) != original:
        return _laid_out(path, content, original)
    return _formatted(content, path) or content


def misses_ruff(paths: Iterable[Path]) -> bool:
    """True where a project of these files is formatted by ruff, and there is none."""
    return _ruff() is None and any(map(_is_configured, paths))


def _laid_out(path: Path, content: bytes, original: bytes) -> bytes:
    try:
        text, before = content.decode("utf-8"), original.decode("utf-8")
    except UnicodeDecodeError:
        return content
    end = "\r\n" if "\r\n" in before else "\n"
    text, before = text.replace("\r\n", "\n"), before.replace("\r\n", "\n")
    if "\r" in text:  # it ends lines too, which Python counts and this layout does not
        return content
    return wrapped(text, before, columns_of(path, before)).replace("\n", end).encode()


def _cells_laid_out(path: Path, content: bytes, original: bytes) -> bytes:
    _, before = read_notebook(_text(original), path)
    notebook, after = read_notebook(_text(content), path)
    text = wrapped(after, before, columns_of(path, before))
    return content if text == after else notebook.replace(text).encode()


def _text(content: bytes) -> str:
    return content.decode("utf-8").replace("\r\n", "\n")


def _formatted(content: bytes, path: Path) -> bytes | None:
    """Return what ruff makes of ``content``; ``None`` where it cannot."""
    ruff = _ruff()
    if ruff is None:
        return None
    command = [ruff, "format", "--quiet", "--stdin-filename", str(path), "-"]
    try:
        done = subprocess.run(command, input=content, capture_output=True, timeout=_SECONDS, check=False)
    except (OSError, subprocess.TimeoutExpired):
        return None
    return done.stdout if done.returncode == 0 else None


@cache
def _ruff() -> str | None:
    return shutil.which("ruff") or shutil.which("ruff", path=str(Path(sys.executable).parent))


def _is_configured(path: Path) -> bool:
    return _folder_is_configured(Path(os.path.realpath(path)).parent)


@cache
def _folder_is_configured(folder: Path) -> bool:
    if (folder / "ruff.toml").is_file() or (folder / ".ruff.toml").is_file():
        return True
    project = folder / "pyproject.toml"
    if project.is_file():
        try:
            if "ruff" in tomllib.loads(project.read_text(encoding="utf-8")).get("tool", {}):
                return True
        except (OSError, ValueError):
            return False
    return folder.parent != folder and _folder_is_configured(folder.parent)

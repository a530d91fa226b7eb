"""A baseline: the findings that are accepted in each file, so that only new ones are reported.

A finding is known by its file, its rule and the line of code that it stands on, spaces aside: it may move, but one
that takes the place of another is new.  The counts only ever shrink.  Where a line stands in a file more often than
its baseline allows, all of its findings are reported, since nothing tells the old from the new.
"""

from __future__ import annotations

import hashlib
import json
import os
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path

from purity_lint.configuration.settings import Settings
from purity_lint.errors import ConfigError, UnreadableSource, WriteError
from purity_lint.findings.diagnostics import Diagnostic
from purity_lint.records import dataclass
from purity_lint.source.content import MAX_RECORD, read_content
from purity_lint.source.replace import replace_file

DEFAULT_FILE = "purity-lint-baseline.json"
_VERSION = 2
_NEVER_ACCEPTED = frozenset({"PUR001"})
_LONGEST_LINE = 200
"""Code points of a line by which a finding is known."""

Lines = Callable[[Diagnostic], list[str]]
"""Lines of the file, or of the notebook's cell, that a finding is in."""

ByLine = Mapping[str, int]
ByRule = Mapping[str, ByLine]
Counts = Mapping[str, ByRule]
"""How many findings are accepted: by file, rule and line of code."""


@dataclass(frozen=True)
class Update:
    """Changes that :func:`updated` made."""

    counts: Counts
    added: int
    removed: int


def filtered(diagnostics: list[Diagnostic], settings: Settings, lines: Lines) -> list[Diagnostic]:
    """Return the findings that the baseline of ``settings`` does not accept; all where there is none."""
    if not settings.baseline:
        return diagnostics
    file = settings.root / settings.baseline
    accepted = read(file)
    keys = [_key(d, file.parent, lines) for d in diagnostics]
    found = Counter(keys)
    return [
        d
        for d, key in zip(diagnostics, keys, strict=True)
        if d.code in _NEVER_ACCEPTED or found[key] > _accepted(accepted, key)
    ]


def count(diagnostics: Iterable[Diagnostic], root: Path, lines: Lines) -> Counts:
    """Findings per file (relative to ``root``), rule and line of code, sorted."""
    found = Counter(_key(d, root, lines) for d in diagnostics if d.code not in _NEVER_ACCEPTED)
    return _nested(found)


def total(counts: Counts) -> int:
    """How many findings are accepted."""
    return sum(_flat(counts).values())


def updated(old: Counts, found: Counts, *, grow: bool = False) -> Update:
    """``old`` reduced to what is still found; new findings are added only if ``grow``."""
    before, now = _flat(old), _flat(found)
    kept = now if grow else before & now
    return Update(_nested(kept), added=(now - before).total(), removed=(before - now).total())


def _key(diagnostic: Diagnostic, root: Path, lines: Lines) -> tuple[str, str, str]:
    text = lines(diagnostic)
    number = diagnostic.span.line - 1
    line = " ".join(text[number].split()) if number < len(text) else ""
    return _name(diagnostic.path, root), diagnostic.code, line[:_LONGEST_LINE]


def _accepted(counts: Counts, key: tuple[str, str, str]) -> int:
    file, code, line = key
    return counts.get(file, {}).get(code, {}).get(line, 0)


def _flat(counts: Counts) -> Counter[tuple[str, str, str]]:
    return Counter(
        {
            (file, code, line): number
            for file, rules in counts.items()
            for code, lines in rules.items()
            for line, number in lines.items()
        }
    )


def _nested(counts: Counter[tuple[str, str, str]]) -> Counts:
    found: dict[str, dict[str, dict[str, int]]] = {}
    for (file, code, line), number in sorted(counts.items()):
        found.setdefault(file, {}).setdefault(code, {})[line] = number
    return found


def digest(settings: Settings) -> str:
    """Return a hash of the baseline of ``settings``; empty where there is none, or none that can be read."""
    if not settings.baseline:
        return ""
    try:
        return hashlib.sha256(read_content(settings.root / settings.baseline, MAX_RECORD)).hexdigest()
    except UnreadableSource:
        return ""


def read(file: Path) -> Counts:
    """Return the counts in ``file``.

    Raises :class:`ConfigError` where it cannot be read or is not a baseline.
    """
    try:
        data = json.loads(read_content(file, MAX_RECORD).decode("utf-8"))
    except UnreadableSource as error:
        if not os.path.lexists(file):
            raise ConfigError(f"no baseline at {file}; `purity-lint baseline` writes one") from None
        raise ConfigError(f"cannot read baseline {file}: {error.reason}") from None
    except (ValueError, RecursionError) as error:
        raise ConfigError(f"{file} is not a baseline: {error}") from None
    version = data.get("version") if isinstance(data, dict) else None
    if type(version) is int and version != _VERSION:
        raise ConfigError(
            f"{file} is a baseline of version {version}, and this purity-lint reads version {_VERSION}: "
            "remove it, and write it again with `purity-lint baseline`"
        )
    counts = data.get("files") if version == _VERSION else None
    if not _is_counts(counts):
        raise ConfigError(f"{file} is not a baseline; `purity-lint baseline` writes one")
    assert isinstance(counts, dict)
    return counts


def write(file: Path, counts: Counts) -> None:
    """Write ``counts``, one line of code per line, so that version control shows each change."""
    text = json.dumps({"version": _VERSION, "files": counts}, indent=2, ensure_ascii=False)
    try:
        replace_file(file, (text + "\n").encode("utf-8", "surrogatepass"))
    except WriteError as error:
        raise ConfigError(f"the baseline was not written: {error}") from None


def _name(path: Path, root: Path) -> str:
    return Path(os.path.relpath(os.path.abspath(path), os.path.abspath(root))).as_posix()


def _is_counts(value: object) -> bool:
    return _is_table(value, lambda rules: _is_table(rules, lambda lines: _is_table(lines, _is_count)))


def _is_table(value: object, of: Callable[[object], bool]) -> bool:
    return isinstance(value, dict) and all(isinstance(k, str) and of(v) for k, v in value.items())


def _is_count(value: object) -> bool:
    return type(value) is int and value > 0

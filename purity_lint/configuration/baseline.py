"""A baseline: how many findings of each rule are accepted in each file, so that only new ones are reported.

The counts only ever shrink.  Where a file has more findings of a rule than its baseline allows, all of them
are reported, since nothing tells the old from the new.
"""

from __future__ import annotations

import json
import os
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

from purity_lint.configuration.settings import Settings
from purity_lint.errors import ConfigError, UnreadableSource, WriteError
from purity_lint.findings.diagnostics import Diagnostic
from purity_lint.source.content import MAX_RECORD, read_content
from purity_lint.source.replace import replace_file

DEFAULT_FILE = "purity-lint-baseline.json"
_VERSION = 1
_NEVER_ACCEPTED = frozenset({"PUR001"})

Counts = Mapping[str, Mapping[str, int]]


@dataclass(frozen=True)
class Update:
    """Changes that :func:`updated` made."""

    counts: Counts
    added: int
    removed: int


def filtered(diagnostics: list[Diagnostic], settings: Settings) -> list[Diagnostic]:
    """Return the findings that the baseline of ``settings`` does not accept; all where there is none."""
    if settings.baseline is None:
        return diagnostics
    file = settings.root / settings.baseline
    accepted = read(file)
    found = count(diagnostics, file.parent)
    kept = []
    for d in diagnostics:
        name = _name(d.path, file.parent)
        if (
            found.get(name, {}).get(d.code, 0) > accepted.get(name, {}).get(d.code, 0)
            or d.code in _NEVER_ACCEPTED
        ):
            kept.append(d)
    return kept


def count(diagnostics: Iterable[Diagnostic], root: Path) -> dict[str, dict[str, int]]:
    """Findings per file (relative to ``root``) and rule, sorted."""
    counts: dict[str, Counter[str]] = {}
    for d in diagnostics:
        if d.code not in _NEVER_ACCEPTED:
            counts.setdefault(_name(d.path, root), Counter())[d.code] += 1
    return {file: dict(sorted(rules.items())) for file, rules in sorted(counts.items())}


def updated(old: Counts, found: Counts, *, grow: bool = False) -> Update:
    """``old`` reduced to what is still found; new findings are added only if ``grow``."""
    counts: dict[str, dict[str, int]] = {}
    added = removed = 0
    for file in sorted({*old, *found}):
        before, now = old.get(file, {}), found.get(file, {})
        rules: dict[str, int] = {}
        for code in sorted({*before, *now}):
            limit = now.get(code, 0) if grow else min(before.get(code, 0), now.get(code, 0))
            added += max(now.get(code, 0) - before.get(code, 0), 0)
            removed += max(before.get(code, 0) - now.get(code, 0), 0)
            if limit:
                rules[code] = limit
        if rules:
            counts[file] = rules
    return Update(counts, added, removed)


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
    counts = data.get("files") if isinstance(data, dict) and data.get("version") == _VERSION else None
    if not _is_counts(counts):
        raise ConfigError(
            f"{file} is not a baseline of version {_VERSION}; `purity-lint baseline` writes one"
        )
    assert isinstance(counts, dict)
    return counts


def write(file: Path, counts: Counts) -> None:
    """Write ``counts``, one rule per line, so that version control shows each change."""
    text = json.dumps({"version": _VERSION, "files": counts}, indent=2, ensure_ascii=False)
    try:
        replace_file(file, (text + "\n").encode("utf-8", "surrogatepass"))
    except WriteError as error:
        raise ConfigError(f"the baseline was not written: {error}") from None


def _name(path: Path, root: Path) -> str:
    return Path(os.path.relpath(os.path.abspath(path), os.path.abspath(root))).as_posix()


def _is_counts(value: object) -> bool:
    return isinstance(value, dict) and all(
        isinstance(file, str)
        and isinstance(rules, dict)
        and all(isinstance(code, str) and type(n) is int for code, n in rules.items())
        for file, rules in value.items()
    )

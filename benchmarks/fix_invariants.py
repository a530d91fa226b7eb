"""What fixing must never do, asked of every Python file below a folder, each by itself.

python benchmarks/fix_invariants.py FOLDER [FOLDER ...] [--every-rule] [--limit N] [--skip N] [--seconds S]

With ``--unsafe-fixes`` on, and ``--every-rule`` with all rules and whatever is suspected as well: the file parses
afterwards, every comment is still there, the tree outside the edited spans is the same, a second run changes nothing,
nothing crashes, nothing takes longer than it may.  Exit code 1 on any failure.  Files are read, never imported and
never written.
"""

from __future__ import annotations

import argparse
import ast
import io
import random
import signal
import time
import tokenize
import traceback
from bisect import bisect_right
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from pathlib import Path
from types import FrameType

from purity_lint.configuration.settings import Settings
from purity_lint.engine.crashes import InternalError
from purity_lint.engine.fix import FixOutcome, fix, reparsed
from purity_lint.errors import FixRolledBack, InvalidSource, UnreadableSource
from purity_lint.findings.diagnostics import Evidence
from purity_lint.fixes.composition.compose import Replacement
from purity_lint.fixes.imports.removal import PRAGMA
from purity_lint.semantics.domain.tables import release
from purity_lint.source.file import SourceFile
from purity_lint.source.read import read_source
from purity_lint.source.recursion import allow_deep_recursion

EVERY_RULE = Settings(unsafe_fixes=True, select=("ALL",), confidence=Evidence.SUSPECTED)
SHOWN = 5
"""Failures of each kind that are printed in detail."""
_MASK = "<edited>"
_IMPORTS = (ast.Import, ast.ImportFrom, ast.Pass)


class OverdueError(BaseException):
    """A file takes too long; no ``except Exception`` on the way may swallow it."""


@dataclass
class Tally:
    """What came of all files."""

    files: int = 0
    not_python: int = 0
    changed: int = 0
    fixes: int = 0
    rolled_back: Counter[str] = field(default_factory=Counter)
    failures: dict[str, list[tuple[Path, str]]] = field(default_factory=dict)

    def fail(self, kind: str, path: Path, detail: str) -> None:
        """Remember a failure, and show it if it is among the first of its kind."""
        known = self.failures.setdefault(kind, [])
        known.append((path, detail))
        if len(known) <= SHOWN:
            print(f"{kind}: {path}\n    {detail}", flush=True)


def files_below(folders: Iterable[Path], limit: int | None) -> list[Path]:
    """The Python files, or a sample of them that is the same in every run."""
    found = sorted(p for folder in folders for p in (folder.rglob("*.py") if folder.is_dir() else [folder]))
    if limit is None or limit >= len(found):
        return found
    return sorted(random.Random(0).sample(found, limit))


def examine(path: Path, settings: Settings, seconds: int, tally: Tally) -> None:
    """Fix one file in memory, and compare what came out with what went in."""
    tally.files += 1
    try:
        source = read_source(path)
    except (InvalidSource, UnreadableSource):
        tally.not_python += 1
        return
    examine_source(source, settings, seconds, tally)


def examine_source(source: SourceFile, settings: Settings, seconds: int, tally: Tally) -> None:
    """Fix one source in memory, and compare what came out with what went in."""
    path = source.path
    release()  # what is known of the file before
    signal.setitimer(signal.ITIMER_PROF, seconds)  # of its own: other programs may be busy
    try:
        outcome = fix(source, settings)
        again = None
        if outcome.content is not None:
            again = fix(reparsed(outcome.after, source), settings)
    except OverdueError:
        tally.fail("too slow", path, f"more than {seconds} s")
        return
    except Exception:
        tally.fail("crash", path, traceback.format_exc(limit=-4).replace("\n", "\n    "))
        return
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
    for error in (*outcome.errors, *(again.errors if again is not None else ())):
        if isinstance(error, FixRolledBack):
            tally.rolled_back[_sort_of(error)] += 1
        else:
            trace = error.trace if isinstance(error, InternalError) else ""
            tally.fail("crash", path, f"{error}\n{trace}".replace("\n", "\n    "))
    if again is None:
        return
    tally.changed += 1
    tally.fixes += sum(outcome.fixed.values())
    for kind, detail in _broken(source, outcome):
        tally.fail(kind, path, detail)
    if again.content is not None:
        tally.fail("second run", path, _first_difference(again.before, again.after))


def _sort_of(error: FixRolledBack) -> str:
    """The reason of a roll-back, without what is particular to its place."""
    reason = str(error).rpartition("rolled back: ")[2]
    return reason.partition("`")[0].partition(":")[0].strip()


def _broken(source: SourceFile, outcome: FixOutcome) -> Iterator[tuple[str, str]]:
    try:
        ast.parse(outcome.after)
    except SyntaxError as error:
        yield "does not parse", str(error)
        return
    lost = [c for c in _comments(source.text) - _comments(outcome.after) if not PRAGMA.match(c)]
    if lost and not outcome.fixed["PUR002"]:
        yield "comment lost", repr(lost[0])
    text = source.text
    for replacements in outcome.passes:
        if any(first.end > second.start for first, second in pairwise(sorted(replacements))):
            yield "edits overlap", str(sorted(replacements)[:10])
            return
        edited, spans = _apply(text, replacements)
        old = _masked(text, [(piece.start, piece.end) for piece in replacements])
        new = _masked(edited, spans)
        if old != new:
            yield "tree differs", _first_difference(old, new)
        text = edited
    if text != outcome.after and not outcome.fixed["PUR002"]:
        yield "tree differs", "the passes do not add up to the result"


def _comments(text: str) -> Counter[str]:
    tokens = tokenize.generate_tokens(io.StringIO(text).readline)
    return Counter(token.string for token in tokens if token.type == tokenize.COMMENT)


def _apply(text: str, replacements: Sequence[Replacement]) -> tuple[str, list[tuple[int, int]]]:
    """The text after one pass, and where the new pieces stand in it."""
    parts: list[str] = []
    spans: list[tuple[int, int]] = []
    edge = length = 0
    for start, end, new in sorted(replacements):
        parts += text[edge:start], new
        length += start - edge
        spans.append((length, length + len(new)))
        length += len(new)
        edge = end
    return "".join([*parts, text[edge:]]), spans


class _Places:
    """Offsets of nodes: ``ast`` counts columns in bytes of UTF-8."""

    def __init__(self, text: str) -> None:
        self.lines = text.split("\n")
        self.starts = [0]
        for line in self.lines:
            self.starts.append(self.starts[-1] + len(line) + 1)

    def of(self, node: ast.AST) -> tuple[int, int]:
        start = self._offset(node.lineno, node.col_offset)
        return start, self._offset(node.end_lineno, node.end_col_offset)

    def _offset(self, line: int, column: int) -> int:
        text = self.lines[line - 1]
        if not text.isascii():
            column = len(text.encode()[:column].decode(errors="replace"))
        return self.starts[line - 1] + column


def _masked(text: str, spans: Sequence[tuple[int, int]]) -> str:
    """A dump of the tree in which everything inside ``spans`` is the same, and imports are left out.

    Whole f-strings count as edited where a part is: before Python 3.12 their parts have no positions.
    """
    places = _Places(text)
    tree = ast.parse(text)
    spans = sorted(spans)
    starts = [start for start, _ in spans]

    def is_edited(node: ast.AST) -> bool:
        if not hasattr(node, "lineno"):
            return False
        start, end = places.of(node)
        at = bisect_right(starts, start) - 1
        if at >= 0 and end <= spans[at][1]:
            return True
        if not isinstance(node, ast.JoinedStr):
            return False
        return any(start <= s and e <= end for s, e in spans[max(at, 0) : bisect_right(starts, end)])

    def dump(value: object) -> str:
        if isinstance(value, list):
            kept = [v for v in value if not isinstance(v, _IMPORTS)]
            return (
                "[" + "\n".join(dump(v) for v in kept if not (isinstance(v, ast.stmt) and is_edited(v))) + "]"
            )
        if not isinstance(value, ast.AST):
            return repr(value)
        if is_edited(value):
            return _MASK
        fields = (dump(v) for name, v in ast.iter_fields(value) if name not in ("ctx", "type_comment"))
        return f"{type(value).__name__}({', '.join(fields)})"

    return dump(tree)


def _first_difference(old: str, new: str) -> str:
    for before, after in zip(old.split("\n"), new.split("\n"), strict=False):
        if before != after:
            return f"- {before[:300]}\n    + {after[:300]}"
    return f"{old.count(chr(10)) + 1} lines became {new.count(chr(10)) + 1}"


def main() -> int:
    """Print failures as they come, and a table at the end."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n", maxsplit=1)[0])
    parser.add_argument("folders", nargs="+", type=Path)
    parser.add_argument("--every-rule", action="store_true", help="--select ALL --confidence suspected")
    parser.add_argument("--limit", type=int, help="a sample of so many files")
    parser.add_argument("--skip", type=int, default=0, help="go on behind so many of these files")
    parser.add_argument(
        "--seconds", type=int, default=60, help="CPU time that one file may take, both runs together"
    )
    args = parser.parse_args()
    prepare()
    settings = EVERY_RULE if args.every_rule else Settings(unsafe_fixes=True)
    tally = Tally()
    start = time.perf_counter()
    chosen = files_below(args.folders, args.limit)[args.skip :]
    for number, path in enumerate(chosen, 1):
        examine(path, settings, args.seconds, tally)
        if number % 200 == 0:
            spent = time.perf_counter() - start
            print(f"... {number} of {len(chosen)} files, {spent:.0f} s", flush=True)
    report(tally, time.perf_counter() - start)
    return 1 if tally.failures else 0


def prepare() -> None:
    """Make this process ready for files that take long, and for code that nests deeply."""
    signal.signal(signal.SIGPROF, _overdue)
    allow_deep_recursion()


def _overdue(_signal: int, _frame: FrameType | None) -> None:
    raise OverdueError


def report(tally: Tally, seconds: float) -> None:
    """Print the table."""
    rows = [
        ("files", tally.files),
        ("not Python", tally.not_python),
        ("changed", tally.changed),
        ("fixes applied", tally.fixes),
        ("fixes taken back", sum(tally.rolled_back.values())),
        *((f"  {reason}", count) for reason, count in tally.rolled_back.most_common()),
        ("failures", sum(map(len, tally.failures.values()))),
        *((f"  {kind}", len(found)) for kind, found in tally.failures.items()),
        ("seconds", round(seconds)),
    ]
    for name, count in rows:
        print(f"{name:60}{count:8}")


if __name__ == "__main__":
    raise SystemExit(main())

"""Programs run before and after `fix`: the same must come out.

python benchmarks/differential.py [N] [--first SEED] [--backends torch,jax,mlx] [--every K] [--safe] [--show] [--jobs J]

N programs are drawn from the grammar of ``programs.py``, one per seed.  On NumPy the fixed program must give the same
values, types, dtypes, shapes and exceptions, and leave its arguments as the original leaves them: under safe fixes,
and under unsafe ones.  On the other backends (every K-th program) the values must be equal wherever the fixed program
runs and no finding is left in it.  Each difference is reduced to the fewest statements that still show it, and laid
at the door of the rules without whose fixes it goes away; the seeds are printed.
"""

from __future__ import annotations

import argparse
import ast
import builtins
import contextlib
import gc
import io
import os
import signal
import sys
import warnings
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace
from multiprocessing import get_context
from pathlib import Path
from random import Random
from traceback import TracebackException
from types import FrameType
from typing import Any

import numpy as np
from announced import CONDITIONS, KINDS, Place, without
from comparing import difference, plain
from programs import HEADER, Call, Program, write_program

from emberops import ops, use_backend
from purity_lint.configuration.settings import Settings
from purity_lint.engine.fix import FixOutcome, fix
from purity_lint.source.read import source_from_bytes

PATH = Path("module.py")
SAFE = Settings(root=Path.cwd())
UNSAFE = replace(SAFE, unsafe_fixes=True)
SETTINGS = {"safe": SAFE, "unsafe": UNSAFE, "keep": replace(UNSAFE, operators="keep")}
SECONDS = 10
"""Of processor time; a program that takes longer does not end."""
_TASKS = 8
"""After so many runs of up to 250 programs a worker is renewed."""
_COLLECT = 50_000, 20, 20
"""When garbage is collected: trees and values are many, and most of them stay for as long as their program."""


@dataclass(frozen=True)
class Difference:
    """What a fixed program does otherwise."""

    seed: int
    mode: str
    kind: str
    """``type``, ``value``, ``exception``, ``argument`` (what the caller handed in), ``crash`` of the fixer; and of
    what is announced ``number``, an equal number of another type, and ``accepts``, a result where NumPy raised."""
    detail: str
    program: Program
    rules: tuple[str, ...] = ()

    @property
    def cause(self) -> tuple[str, str, str]:
        """What differences are counted by."""
        return self.mode, "+".join(self.rules) or "?", self.kind


class Overdue(BaseException):
    """A program that does not end; no ``except Exception`` may swallow it."""


# running ------------------------------------------------------------------------------------------------------------


def fixed(text: str, settings: Settings) -> FixOutcome:
    """What ``fix`` makes of a module that stands by itself."""
    return fix(source_from_bytes(text.encode(), PATH, None), settings)


def outcomes(text: str, calls: tuple[Call, ...], backend: str = "numpy") -> list[Any]:
    """For every call what it gives, and what it leaves in its arguments; or the exception that ends it."""
    namespace: dict[str, Any] = {"__name__": "module"}
    found: list[Any] = []
    with warnings.catch_warnings(), use_backend(backend), contextlib.redirect_stdout(io.StringIO()):
        warnings.simplefilter("ignore")
        try:
            exec(compile(text, "module.py", "exec"), namespace)
        except Exception as error:  # whatever a program raises is its outcome
            return [("import", _caught_as(error))]
        for call in calls:
            arguments = _arguments(call, backend)
            try:
                result = namespace[call.function](*arguments)
                found.append(("gives", plain(result), plain(arguments)))
            except Exception as error:
                found.append(("raises", _caught_as(error), plain(arguments), str(error), _places(error)))
    return found


def _places(error: Exception) -> tuple[Place, ...]:
    """The places of the program that an exception came through, the outermost first."""
    stack = TracebackException.from_exception(error, lookup_lines=False).stack
    return tuple(
        (frame.lineno or 0, frame.end_lineno or 0, frame.colno or 0, frame.end_colno or 0)
        for frame in stack
        if frame.filename == "module.py"
    )


def _caught_as(error: Exception) -> str:
    """The classes that catch an exception, as far as code names them: Python's own, and NumPy's LinAlgError."""
    return "/".join(c.__name__ for c in type(error).__mro__ if c in _CAUGHT)


_CAUGHT = {
    *(
        e
        for e in vars(builtins).values()
        if isinstance(e, type) and issubclass(e, Exception) and e is not Exception
    ),
    np.linalg.LinAlgError,
}
_ENVIRONMENT: dict[str, Any] = {}
exec(HEADER, _ENVIRONMENT)


def _arguments(call: Call, backend: str) -> list[Any]:
    made = [eval(argument, dict(_ENVIRONMENT)) for argument in call.arguments]
    if backend == "numpy":
        return made
    return [ops.asarray(a) if type(a) is np.ndarray and a.dtype.kind in "biuf" else a for a in made]


# one program --------------------------------------------------------------------------------------------------------


def examine(
    program: Program,
    seed: int,
    *,
    modes: tuple[str, ...] = ("safe", "unsafe"),
    backends: tuple[str, ...] = (),
) -> Iterator[Difference]:
    """What fixing changes about a program."""
    before = outcomes(program.text, program.calls)
    for mode in modes:
        outcome = fixed(program.text, SETTINGS[mode])
        for error in outcome.errors:
            yield Difference(seed, mode, "crash", str(error), program)
        if outcome.after == program.text:
            continue
        texts = (program.text, outcome.after)
        found = difference(before, outcomes(outcome.after, program.calls), texts=texts)
        if found is not None:
            yield Difference(seed, mode, *found, program)
        elif mode == "unsafe" and not outcome.remaining:
            for backend in backends:
                found = difference(before, outcomes(outcome.after, program.calls, backend), same_types=False)
                if found is not None:
                    yield Difference(seed, backend, *found, program)


def _shows(program: Program, like: Difference, settings: Settings | None = None) -> bool:
    """Whether a program shows the same kind of difference."""
    try:
        before = outcomes(program.text, program.calls)
        mode = like.mode if like.mode in SETTINGS else "unsafe"
        outcome = fixed(program.text, settings or SETTINGS[mode])
        if like.kind == "crash":
            return bool(outcome.errors)
        backend = "numpy" if like.mode in SETTINGS else like.mode
        if backend != "numpy" and outcome.remaining and settings is None:
            return False
        after = outcomes(outcome.after, program.calls, backend)
        texts = (program.text, outcome.after)
        found = difference(before, after, same_types=backend == "numpy", texts=texts)
    except Exception:  # a smaller program that cannot be run or fixed at all does not show this difference
        return False
    return found is not None and found[0] == like.kind and (found[0] != "exception" or _same_end(found, like))


def condition_of(found: Difference) -> str | None:
    """What is announced for unsafe fixes and makes the difference; ``None`` where that is something else."""
    if found.mode == "safe":
        return None
    if found.kind in KINDS:
        return found.kind
    of_calls = [one for one in _of_each_call(found) if one.kind not in KINDS]
    said = [_condition_of_one(one) for one in of_calls or [found]]
    return said[0] if all(said) else None


def _of_each_call(found: Difference) -> Iterator[Difference]:
    """What each call of the program does otherwise by itself: one that has NaN says nothing of one that casts."""
    modes = (found.mode,) if found.mode in SETTINGS else ("unsafe",)
    backends = () if found.mode in SETTINGS else (found.mode,)
    for call in found.program.calls:
        alone = replace(found.program, calls=(call,))
        for one in examine(alone, found.seed, modes=modes, backends=backends):
            if one.mode == found.mode:
                yield one


def _condition_of_one(found: Difference) -> str | None:
    """The condition that makes a difference, told by the program without it."""
    for name, condition in CONDITIONS.items():
        other = without(condition, found.program)
        if other is not None and not _differs(other, found) and _is_made_by(condition.rules, found):
            return name
    return None


def _is_made_by(rules: tuple[str, ...], found: Difference) -> bool:
    """Whether it is the fixes of these rules that make the difference; of whichever where none is named."""
    base = SETTINGS.get(found.mode, UNSAFE)
    settings = [replace(base, ignore=(*base.ignore, rule)) for rule in rules]
    return not rules or not all(_shows(found.program, found, ignoring) for ignoring in settings)


def _differs(program: Program, like: Difference) -> bool:
    """Whether a program shows a difference that is not announced, of whatever kind."""
    modes = (like.mode,) if like.mode in SETTINGS else ("unsafe",)
    backends = () if like.mode in SETTINGS else (like.mode,)
    return any(one.kind not in KINDS for one in examine(program, like.seed, modes=modes, backends=backends))


def _same_end(found: tuple[str, str], like: Difference) -> bool:
    """Whether the exceptions are the same, so that reducing does not run into another one."""
    return [part.split(" (")[0] for part in found[1].split(" -> ")] == [
        part.split(" (")[0] for part in like.detail.split(" -> ")
    ]


def explained(found: Difference) -> Difference:
    """The difference with its program reduced, and the rules without whose fixes there is none."""
    program = reduced(found)
    base = SETTINGS.get(found.mode, UNSAFE)
    outcome = fixed(program.text, base)
    rules = sorted(outcome.fixed)
    culprits = [r for r in rules if not _shows(program, found, replace(base, ignore=(*base.ignore, r)))]
    return replace(found, program=program, rules=tuple(culprits))


def reduced(found: Difference) -> Program:
    """The fewest calls and statements that still show the difference."""
    program = found.program
    for call in program.calls:
        alone = replace(program, calls=(call,))
        if _shows(alone, found):
            program = alone
            break
    number, changed = 0, False
    while True:
        tree = ast.parse(program.text)
        places = list(_bodies(tree))
        if number >= len(places):
            if not changed:
                return program
            number, changed = 0, False
            continue
        body, index = places[number]
        if len(body) > 1:
            del body[index]
        elif not isinstance(body[0], ast.Pass):
            body[0] = ast.Pass()
        else:
            number += 1
            continue
        smaller = replace(program, text=ast.unparse(ast.fix_missing_locations(tree)) + "\n")
        if _shows(smaller, found):
            program, changed = smaller, True
        else:
            number += 1


def _bodies(tree: ast.AST) -> Iterator[tuple[list[ast.stmt], int]]:
    """Every statement, as the list that holds it and its place there."""
    for node in ast.walk(tree):
        for _, value in ast.iter_fields(node):
            if isinstance(value, list) and value and isinstance(value[0], ast.stmt):
                yield from ((value, index) for index in range(len(value)))


# many programs ------------------------------------------------------------------------------------------------------


def _alarm(_signal: int, _frame: FrameType | None) -> None:
    raise Overdue


def run(
    first: int, count: int, modes: tuple[str, ...], backends: tuple[str, ...], every: int
) -> tuple[Counter[str], list[Difference]]:
    """Examine the programs of some seeds."""
    signal.signal(signal.SIGPROF, _alarm)
    gc.set_threshold(*_COLLECT)
    tally: Counter[str] = Counter()
    found: list[Difference] = []
    for seed in range(first, first + count):
        program = write_program(Random(seed))
        tally["programs"] += 1
        signal.setitimer(signal.ITIMER_PROF, SECONDS)
        try:
            for one in examine(program, seed, modes=modes, backends=backends if seed % every == 0 else ()):
                said = condition_of(one)
                tally[f"said: {said}" if said else one.mode] += 1
                found += [] if said else [one]
        except Overdue:
            tally["overdue"] += 1
        finally:
            signal.setitimer(signal.ITIMER_PROF, 0)
    return tally, found


def main() -> int:
    """Print the table of differences; 1 if there is one."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("programs", nargs="?", type=int, default=1000)
    parser.add_argument("--first", type=int, default=0, help="the first seed")
    parser.add_argument("--backends", default="", help="other backends, separated by commas")
    parser.add_argument("--every", type=int, default=10, help="run every K-th program on the other backends")
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--safe", action="store_true", help="safe fixes alone, which take half the time")
    parser.add_argument(
        "--explain", type=int, default=60, help="reduce at most so many differences of a kind"
    )
    parser.add_argument("--show", action="store_true", help="print a reduced program for each cause")
    options = parser.parse_args()
    modes = ("safe",) if options.safe else ("safe", "unsafe")
    backends = tuple(b for b in options.backends.split(",") if b)
    step = min(250, max(1, options.programs // max(1, options.jobs)))
    starts = range(options.first, options.first + options.programs, step)
    tally: Counter[str] = Counter()
    found: list[Difference] = []
    last = options.first + options.programs
    # What programs define stays with the libraries that have met it: a worker is renewed now and then.
    with get_context("spawn").Pool(options.jobs, maxtasksperchild=_TASKS) as pool:
        asked = [(s, min(step, last - s), modes, backends, options.every) for s in starts]
        for part in [pool.apply_async(run, arguments) for arguments in asked]:
            counts, some = part.get()
            tally += counts
            found += some
            print(f"\r{tally['programs']} programs, {len(found)} differences", end="", file=sys.stderr)
        print(file=sys.stderr)
        chosen = _chosen(found, options.explain)
        causes = pool.map(explained, chosen, chunksize=1)
    print(f"seeds {options.first}..{last - 1}: {tally['programs']} programs, {tally['overdue']} overdue")
    for mode in (*modes, *backends):
        print(f"  {mode}: {tally[mode]} programs differ")
    said = ", ".join(f"{tally[f'said: {what}']} {how}" for what, how in _SAID.items())
    print(f"  announced in the guide and on the pages of rules: {said}")
    table(causes, show=options.show)
    return 1 if found else 0


_SAID = {
    "number": "an equal number of another type",
    "accepts": "a result where NumPy raised",
    "order": "the second of two exceptions",
    **{name: condition.says for name, condition in CONDITIONS.items()},
}


def _chosen(found: list[Difference], limit: int) -> list[Difference]:
    seen: Counter[tuple[str, str]] = Counter()
    chosen = []
    for one in found:
        seen[one.mode, one.kind] += 1
        if seen[one.mode, one.kind] <= limit:
            chosen.append(one)
    return chosen


def table(causes: list[Difference], *, show: bool) -> None:
    """Print the differences by cause, the most frequent first."""
    counts = Counter(one.cause for one in causes)
    for (mode, rules, kind), count in counts.most_common():
        of_this = [one for one in causes if one.cause == (mode, rules, kind)]
        print(f"{count:5d}  {mode:7s} {rules:24s} {kind:10s} seeds {[o.seed for o in of_this][:6]}")
        for one in sorted(of_this, key=lambda o: len(o.program.text))[: 3 if show else 0]:
            text = one.program.text
            print("       " + one.detail)
            print("\n".join("         | " + line for line in text.splitlines()))
            print("         =", *(f"{c.function}({', '.join(c.arguments)})" for c in one.program.calls))


if __name__ == "__main__":
    os.environ.setdefault("JAX_PLATFORMS", "cpu")
    sys.exit(main())

"""Programs that nobody wrote: check and fix end on each of them, and keep what they must keep.

python benchmarks/generated_programs.py [N] [--first SEED] [--seconds S]

One half is drawn from the grammar of ``programs.py``, the other from Python's own by ``hypothesmith``, which has to be
installed besides; its names are made those of arrays, so that rules meet them in places where nobody would write
them.  Every rule, whatever is suspected, unsafe fixes; what must hold is what ``fix_invariants.py`` holds files to.
"""

from __future__ import annotations

import argparse
import io
import keyword
import time
import tokenize
from collections.abc import Callable
from pathlib import Path
from random import Random

import hypothesmith
import libcst
from fix_invariants import EVERY_RULE, Tally, examine_source, prepare, report
from hypothesis import HealthCheck, Phase, Verbosity, given, seed, settings
from hypothesis import strategies as st
from programs import write_program

from purity_lint.errors import InvalidSource
from purity_lint.source.read import source_from_text

ARRAYS = "import numpy as np\n\nx: np.ndarray = np.ones(3)\ny = np.zeros(3)\n"
NAMES = ("x", "y", "np")
PIECES = (
    libcst.Assert,
    libcst.Assign,
    libcst.AugAssign,
    libcst.BinaryOperation,
    libcst.BooleanOperation,
    libcst.Call,
    libcst.Comparison,
    libcst.For,
    libcst.FormattedString,
    libcst.FunctionDef,
    libcst.If,
    libcst.IfExp,
    libcst.Lambda,
    libcst.ListComp,
    libcst.Return,
    libcst.Subscript,
    libcst.Try,
    libcst.UnaryOperation,
    libcst.While,
    libcst.With,
)
"""Whole modules are mostly empty lines and comments."""
pieces = st.one_of([hypothesmith.from_node(kind, auto_target=False) for kind in PIECES])
BATCH = 20
"""Programs that hypothesis draws at once; the more, the longer it thinks of what it has drawn."""


def examine_text(text: str, name: str, seconds: int, tally: Tally) -> None:
    """Fix one program in memory, and compare."""
    tally.files += 1
    if tally.files % 200 == 0:
        print(f"... {tally.files} programs", flush=True)
    try:
        source = source_from_text(text, Path(name))
    except InvalidSource:
        tally.not_python += 1
        return
    examine_source(source, EVERY_RULE, seconds, tally)


def of_arrays(text: str, random: Random) -> str:
    """``text`` with other names, most of them of arrays; unchanged where Python cannot tell its tokens."""
    try:
        tokens = list(tokenize.generate_tokens(io.StringIO(text).readline))
    except (tokenize.TokenError, SyntaxError):
        return text
    lines = text.split("\n")
    for token in reversed(tokens):
        if token.type == tokenize.NAME and not keyword.iskeyword(token.string):
            row, start = token.start
            line = lines[row - 1]
            lines[row - 1] = line[:start] + random.choice(NAMES) + line[token.end[1] :]
    return ARRAYS + "\n".join(lines)


def draw(count: int, first: int, show: Callable[[str], None]) -> None:
    """Show ``count`` programs of Python's grammar."""
    for start in range(first, first + count, BATCH):

        @seed(start)
        @settings(
            max_examples=min(BATCH, first + count - start),
            deadline=None,
            database=None,
            phases=[Phase.generate],
            verbosity=Verbosity.quiet,
            suppress_health_check=list(HealthCheck),
        )
        @given(pieces)
        def shown(text: str) -> None:
            show(text)

        shown()


def main() -> int:
    """Print failures as they come, and a table at the end."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n", maxsplit=1)[0])
    parser.add_argument("count", nargs="?", type=int, default=5_000)
    parser.add_argument("--first", type=int, default=0, help="the first seed")
    parser.add_argument("--seconds", type=int, default=60, help="CPU time that one program may take")
    args = parser.parse_args()
    prepare()
    tally, begun = Tally(), time.perf_counter()

    def show(text: str) -> None:
        number = args.first + tally.files // 2
        examine_text(of_arrays(text, Random(text)), f"python_{number}.py", args.seconds, tally)
        examine_text(write_program(Random(number)).text, f"arrays_{number}.py", args.seconds, tally)

    draw(args.count // 2, args.first, show)
    report(tally, time.perf_counter() - begun)
    return 1 if tally.failures else 0


if __name__ == "__main__":
    raise SystemExit(main())

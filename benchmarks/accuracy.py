"""How many units in the last place operations are off, on each backend, against mpmath.

    python benchmarks/accuracy.py [--backends numpy,mlx] [--dtypes float32] [--functions exp,nn.softmax] [--above 1]

A row is a function and a dtype; a column the worst error of a backend and the argument where it occurs.  Elementary
functions may be off by 4 units, composed ones by 16; what is off by more has a ``!``.  Where a composed function has a
subnormal result, anything less than the smallest normal number away will do.  Where a backend takes subnormal
numbers for zero, as XLA does, they are not asked, and zero will do for a result that is one.
"""

from __future__ import annotations

import argparse
import os

os.environ.setdefault("JAX_ENABLE_X64", "1")  # without it there is no float64; read when JAX is imported

from accuracy_questions import DTYPES, Question, Worst, functions
from accuracy_stated import stated_limit
from each_backend import BACKENDS


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--backends", default=",".join(BACKENDS))
    parser.add_argument("--dtypes", default=",".join(DTYPES))
    parser.add_argument("--functions", help="by name, separated by commas")
    parser.add_argument("--above", type=float, default=0.0, help="print rows with an error of more than this")
    options = parser.parse_args()
    backends = options.backends.split(",")
    print(f"{'function':18}{'dtype':9}{'limit':>5}" + "".join(f"{backend:>34}" for backend in backends))
    exceeded = unstated = 0
    for function in functions(options.functions):
        for dtype in options.dtypes.split(","):
            question = Question.of(function, DTYPES[dtype])
            found = [question.ask(backend) for backend in backends]
            limits = [stated_limit(backend, function.name, dtype, function.limit) for backend in backends]
            exceeded += sum(worst.error > function.limit for worst in found)
            unstated += sum(worst.error > limit for worst, limit in zip(found, limits, strict=True))
            if max(worst.error for worst in found) > options.above:
                cells = "".join(_cell(worst, function.limit) for worst in found)
                print(f"{function.name:18}{dtype:9}{function.limit:5}{cells}", flush=True)
    print(f"{exceeded} beyond the limit, {unstated} of them by more than accuracy_stated.py says")


def _cell(worst: Worst, limit: int) -> str:
    mark = "!" if worst.error > limit else " "
    return f"{worst.error:9.3g}{mark} {worst.at[:22]:>23}"


if __name__ == "__main__":
    main()

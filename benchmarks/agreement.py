"""How often generated calls come to something else on a backend than in NumPy: the differential test, at length.

    python benchmarks/agreement.py [--examples 200] [--backends numpy,torch,mlx] [--operations add,sort]
                                   [--seed 0] [--show 3]

Prints, for each backend, how many calls of how many operations were compared, and the disagreements by sort: those
that the page of semantics documents, and those that it does not.  ``--show`` prints so many of the latter for each
operation, backend and sort.  Another ``--seed`` draws other calls.  JAX compiles for every shape and
dtype, here without most optimizations: give it a tenth of the examples.
"""

from __future__ import annotations

import argparse
import os
import sys
import zlib
from collections import Counter
from pathlib import Path

from hypothesis import HealthCheck, Phase, given, seed, settings

sys.path.insert(0, str(Path(__file__).parents[1] / "tests" / "emberops"))

from numpy_agreement.calls import COMPARED, calls_of
from numpy_agreement.documented import documented
from numpy_agreement.outcomes import BACKENDS, Call, disagreements

SORTS = ("raw", "values", "shape", "kind", "sign of zero", "class", "answers", "refuses")


def compare(
    name: str, examples: int, backends: tuple[str, ...], show: int, other: int
) -> tuple[int, Counter[tuple[str, str]]]:
    """The number of calls of an operation, and of disagreements by backend and sort."""
    calls, found = 0, Counter[tuple[str, str]]()

    @seed(zlib.crc32(name.encode(), other))
    @settings(
        max_examples=examples,
        deadline=None,
        database=None,
        phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    @given(calls_of(name))
    def each(call: Call) -> None:
        nonlocal calls
        calls += 1
        for disagreement in disagreements(name, call, backends):
            known = documented(disagreement) is not None
            key = disagreement.backend, "documented" if known else disagreement.sort
            found[key] += 1
            if not known and found[key] <= show:
                print(disagreement, flush=True)

    each()
    return calls, found


def main() -> None:
    """Print a row per backend."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--examples", type=int, default=200)
    parser.add_argument("--backends", default=",".join(BACKENDS))
    parser.add_argument("--operations", default=",".join(COMPARED))
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--show", type=int, default=0)
    options = parser.parse_args()
    os.environ.setdefault("JAX_DISABLE_MOST_OPTIMIZATIONS", "1")  # read when JAX is imported, later
    backends, names = tuple(options.backends.split(",")), options.operations.split(",")
    calls, found = 0, Counter[tuple[str, str]]()
    for name in names:
        more, disagreeing = compare(name, options.examples, backends, options.show, options.seed)
        calls += more
        found += disagreeing
    print(f"{calls} calls of {len(names)} operations")
    print("backend  documented  " + "  ".join(SORTS))
    for backend in backends:
        counts = "  ".join(f"{found[backend, sort]:{len(sort)}}" for sort in SORTS)
        print(f"{backend:7}  {found[backend, 'documented']:10}  {counts}")


if __name__ == "__main__":
    main()

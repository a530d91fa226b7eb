"""Projects that were not touched, on another backend: their own tests within `compat.numpy_on`, beside a fixed copy.

python benchmarks/unmodified.py WORK [--list benchmarks/unmodified.txt] [--backend torch] [--only NAME]

The tests are the projects' own, as they are; those that pass on NumPy count.  On the left nothing is rewritten: the
whole run is within `compat.numpy_on(BACKEND)`.  On the right the package went through `fix --unsafe-fixes`, and BACKEND
is the default one.  No driver stands between the tests and the code in either, so `isinstance(x, float)` fails in both.
What ran on NumPy all the same is counted and named: the project's own calls first, then those of the tests' libraries.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

from field import MODES, fetch, fixed_copy, read_list, run_tests

_OF_TESTS = ("_pytest.", "numpy.assert_", "numpy.build_err", "unittest.")


_NAMED = "-o 'python_files=test_*.py *_test.py tests.py'"
"""What files of tests are called; the last by those who run them with unittest."""


@contextmanager
def environment(**values: str) -> Iterator[None]:
    """Variables for the processes that are started within."""
    before = {name: os.environ.get(name) for name in values}
    os.environ.update(values)
    try:
        yield
    finally:
        for name, value in before.items():
            os.environ.pop(name) if value is None else os.environ.update({name: value})


def measure(requirement: str, work: Path, backend: str, limit: float) -> str:
    """One project, as rows of a table and a list."""
    source = fetch(requirement, work)
    place = work / "unmodified" / source.name
    fixed_copy(source, place, [], limit)
    with environment(PYTEST_ADDOPTS=_NAMED):
        counted = run_tests(place, limit).passed
    answer = work / "unmodified" / f"{source.name}.json"
    with environment(
        PYTEST_ADDOPTS=f"-p unmodified_plugin {_NAMED}",
        PYTHONPATH=os.pathsep.join([str(Path(__file__).parent), os.environ.get("PYTHONPATH", "")]),
        UNMODIFIED_BACKEND=backend,
        UNMODIFIED_ANSWER=str(answer),
    ):
        unmodified = run_tests(place, limit)
    told = json.loads(answer.read_text())
    place = work / "unmodified" / f"{source.name}-fixed"
    problem = fixed_copy(source, place, MODES["unsafe"], limit)
    with environment(PYTEST_ADDOPTS=_NAMED, EMBEROPS_DTYPE="float64"):
        fixed = run_tests(place, limit, backend)
    return "\n".join(
        [
            f"{requirement:28} {len(counted):5}  {len(unmodified.passed & counted):5} ({told['reached']} reach it)"
            f"  {problem or len(fixed.passed & counted)}",
            f"    on NumPy, of the project: {_listed(told['fallbacks'], of_tests=False)}",
            f"    on NumPy, of its tests: {_listed(told['fallbacks'], of_tests=True)}",
        ]
    )


def _listed(fallbacks: Mapping[str, int], *, of_tests: bool) -> str:
    chosen = {n: k for n, k in fallbacks.items() if n.startswith(_OF_TESTS) == of_tests}
    return ", ".join(f"{n} {k}" for n, k in sorted(chosen.items(), key=lambda x: -x[1])) or "nothing"


def main() -> int:
    """Run what is asked for."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("work", type=Path)
    parser.add_argument("--list", type=Path, default=Path(__file__).with_suffix(".txt"))
    parser.add_argument("--backend", default="torch")
    parser.add_argument("--only", default="")
    parser.add_argument("--limit", type=float, default=600, help="seconds of processor time for one run")
    options = parser.parse_args()
    print(f"{'project':28} tests  {options.backend}, unmodified  {options.backend}, fixed")
    for requirement in read_list(options.list, None):
        if options.only in requirement:
            print(measure(requirement, options.work.resolve(), options.backend, options.limit), flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())

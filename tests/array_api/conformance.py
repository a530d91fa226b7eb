"""Run the Array API test suite on the namespaces of emberops, and keep the list of what fails.

    python tests/array_api/conformance.py CHECKOUT [--backend numpy ...] [--max-examples 50] [--write] [-n 2] [-k WORDS]

CHECKOUT is a clone of github.com/data-apis/array-api-tests with its ``array-api`` submodule.  Prints for each
backend how many tests passed and failed, what fails that is not on the list, and what is on the list and passes.
Exit status 1 on either.  ``--write`` rewrites ``known/<backend>.txt``: one test a line, with its reason; reasons
that are there stay, a new failure gets ``UNEXPLAINED``, which a person replaces; one that begins with ``varies``
may pass in other runs.  Failures of the native array object itself (its operators, methods and attributes, which
no function of ours can mend) are listed apart.
"""

from __future__ import annotations

import argparse
import os
import re
import subprocess
import sys
import tempfile
import xml.etree.ElementTree as ET
from dataclasses import dataclass, field
from pathlib import Path

BACKENDS = ("numpy", "torch", "jax", "mlx")
ADAPTED = {"strict": "adapted_strict"}
"""Backends made from an Array API namespace, which run where they are asked for: name -> module in this folder."""
WRAPPED = {f"wrapped-{name}": name for name in BACKENDS}
"""The namespaces of :class:`emberops.Array`, whose object is ours to mend: nothing fails there."""
KNOWN = Path(__file__).parent / "known"
UNEXPLAINED = "UNEXPLAINED"
VARIES = "varies"
"""How the reason begins of a test that fails for some of the examples that the suite draws anew in each run."""
_DRAWN = re.compile(
    r"test_unary\[(?:\w+\(x_i\.is_integer\(\)\)|(?:expm1|sign)\(\(real\(x_i\) is|"
    r"tanh\(real\(x_i\) is \+infinity and isfinite)"
)
"""Those tests: integers that a narrow dtype may not hold, zeros of either sign, angles of either half."""
VERSION = "2025.12"

_ENVIRONMENT: dict[str, dict[str, str]] = {
    "numpy": {},
    # PyTorch stores these three but adds, compares and multiplies little of them; array-api-compat leaves them out too.
    "torch": {"ARRAY_API_TESTS_SKIP_DTYPES": "uint16,uint32,uint64"},
    # Without x64 there is neither int64 nor float64, which the suite takes for granted.
    "jax": {"JAX_ENABLE_X64": "1", "JAX_PLATFORMS": "cpu"},
    # MLX has no complex128, which the suite expects beside float64 (of eig, fft, astype); float64 itself exists on
    # the CPU only.  The suite leaves out complex128 by itself, because the namespace lacks the name.
    "mlx": {"ARRAY_API_TESTS_SKIP_DTYPES": "float64"},
}
# A process of its own for the tests of MLX, started again where an index out of bounds brings it down.
_OPTIONS = {"mlx": ["-p", "mlx_dtype_equality", "--max-worker-restart", "100"]}
_OBJECT = re.compile(
    r"test_has_names\.py::test_has_names\[array_(?:method|attribute)|"
    r"::test_\w+\[__\w+__|::test_[a-z_]*\[?.*\b__i?\w+__\(|test_array_object\.py::|"
    r"test_signatures\.py::test_array_method_signature"
)
_OBJECT_ON = {
    # NumPy's dtype("float64"), which is JAX's too, equals None, by which the suite says that two dtypes do not meet.
    "numpy": {"array_api_tests/test_data_type_functions.py::test_can_cast"},
    # The suite asks JAX's arrays for a capsule of DLPack 0.0 and writes into one, asks MLX's for a device and slices
    # them by MLX's scalars.
    "jax": {
        "array_api_tests/test_data_type_functions.py::test_can_cast",
        "array_api_tests/test_dlpack.py::test_dunder_dlpack",
        "array_api_tests/test_creation_functions.py::test_asarray_arrays",
    },
    "mlx": {
        "array_api_tests/test_dlpack.py::test_from_dlpack",
        "array_api_tests/test_manipulation_functions.py::test_repeat",
    },
}
_SECTIONS = ("functions", "array object")


@dataclass
class Outcome:
    """What one run of the suite gave."""

    passed: set[str] = field(default_factory=set)
    failed: dict[str, str] = field(default_factory=dict)
    skipped: int = 0


def is_of_the_array_object(test: str, backend: str) -> bool:
    """Whether a failing test is about the library's own array class."""
    return bool(_OBJECT.search(test)) or test in _OBJECT_ON.get(backend, ())


def module_of(backend: str) -> str:
    """What the suite imports: a module's name, or a line that makes the namespace ``xp``."""
    if backend in WRAPPED:
        return f"exec('import emberops; xp = emberops.namespace(\"{WRAPPED[backend]}\", wrapped=True)')"
    return ADAPTED.get(backend, f"emberops.backends.{backend}")


def run(checkout: Path, backend: str, max_examples: int, processes: int, chosen: str = "") -> Outcome:
    """Run the suite on one backend, the tests that ``chosen`` names as pytest's ``-k`` does."""
    library = WRAPPED.get(backend, backend)
    with tempfile.TemporaryDirectory() as folder:
        report = Path(folder) / "report.xml"
        environment = (
            os.environ
            | _ENVIRONMENT.get(library, {})
            | {
                "ARRAY_API_TESTS_MODULE": module_of(backend),
                "ARRAY_API_TESTS_VERSION": VERSION,
                "PYTHONDONTWRITEBYTECODE": "1",
                "PYTHONPATH": os.pathsep.join([str(Path(__file__).parent), os.environ.get("PYTHONPATH", "")]),
            }
        )
        command = [sys.executable, "-m", "pytest", "array_api_tests", "-q", "--no-header", "--tb=line"]
        command += [
            f"--junit-xml={report}",
            f"--max-examples={max_examples}",
            "--derandomize",
            "--disable-deadline",  # how long an example takes is the machine's affair
            "-p",
            "no:cacheprovider",
        ]
        command += ["-k", chosen] if chosen else []
        command += _OPTIONS.get(backend, [])
        command += ["-n", str(processes)] if processes > 1 or library == "mlx" else []
        done = subprocess.run(
            command, cwd=checkout, env=environment, check=False, capture_output=True, text=True
        )
        if not report.exists():
            sys.exit(f"{backend}: the suite did not run\n{done.stdout[-3000:]}{done.stderr[-3000:]}")
        return _read(report)


def _read(report: Path) -> Outcome:
    outcome = Outcome()
    for case in ET.parse(report).iter("testcase"):
        name = case.get("classname", "").replace(".", "/") + ".py::" + case.get("name", "")
        failure = case.find("failure") if case.find("failure") is not None else case.find("error")
        if failure is not None:
            outcome.failed[name] = (failure.get("message") or "").partition("\n")[0][:160]
        elif case.find("skipped") is not None:
            outcome.skipped += 1
        else:
            outcome.passed.add(name)
    return outcome


def read_known(backend: str) -> dict[str, str]:
    """Test -> reason, as kept."""
    path = KNOWN / f"{backend}.txt"
    lines = path.read_text(encoding="utf-8").splitlines() if path.exists() else []
    entries = (line.partition("  # ") for line in lines if line and not line.startswith("#"))
    return {test: reason for test, _, reason in entries}


def write_known(backend: str, outcome: Outcome, max_examples: int) -> None:
    """Keep what failed, with the reasons that are known."""
    reasons = read_known(backend)
    total = len(outcome.passed) + len(outcome.failed)
    lines = [
        f"# array-api-tests, version {VERSION}, --max-examples {max_examples}, on emberops.backends.{backend}:",
        f"# {len(outcome.failed)} of {total} fail, {outcome.skipped} skipped.  Written by conformance.py --write.",
    ]
    for section in _SECTIONS:
        members = [
            t
            for t in sorted(outcome.failed)
            if is_of_the_array_object(t, backend) == (section == _SECTIONS[1])
        ]
        lines += ["", f"# {section}: {len(members)}"]
        lines += [f"{test}  # {reasons.get(test, UNEXPLAINED)}" for test in members]
    KNOWN.mkdir(exist_ok=True)
    (KNOWN / f"{backend}.txt").write_text("\n".join(lines) + "\n", encoding="utf-8")


def compare(backend: str, outcome: Outcome) -> bool:
    """Print the result; whether it is the known one."""
    known = read_known(backend)
    of_object = sum(is_of_the_array_object(test, backend) for test in outcome.failed)
    print(
        f"{backend:6} {len(outcome.passed)} passed, {len(outcome.failed)} failed ({of_object} of the array object, "
        f"{len(outcome.failed) - of_object} of functions), {outcome.skipped} skipped"
    )
    new = {
        t: m
        for t, m in outcome.failed.items()
        if t not in known and (backend in WRAPPED or not _DRAWN.search(t))
    }
    mended = [t for t, reason in known.items() if t in outcome.passed and not reason.startswith(VARIES)]
    for test, message in sorted(new.items()):
        print(f"  fails, not known: {test}\n      {message}")
    for test in mended:
        print(f"  known, but passes: {test}")
    return not new and not mended


def main() -> int:
    """Run what is asked for."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("checkout", type=Path)
    parser.add_argument("--backend", action="append", choices=(*BACKENDS, *WRAPPED, *ADAPTED))
    parser.add_argument("--max-examples", type=int, default=50)
    parser.add_argument("--write", action="store_true")
    parser.add_argument("-k", dest="chosen", default="", help="only the tests that match, as pytest's -k")
    parser.add_argument("-n", "--processes", type=int, default=1)
    options = parser.parse_args()
    if not (options.checkout / "array_api_tests").is_dir():
        parser.error(f"{options.checkout} is no checkout of array-api-tests")
    fine = True
    for backend in options.backend or BACKENDS:
        outcome = run(options.checkout, backend, options.max_examples, options.processes, options.chosen)
        fine &= compare(backend, outcome)
        if options.write:
            write_known(backend, outcome, options.max_examples)
    return 0 if fine or options.write else 1


if __name__ == "__main__":
    sys.exit(main())

"""Fuzz one reader, guided by the coverage of the linter's own code: whatever a file holds, reading it must end well.

    python benchmarks/fuzz.py TARGET [--seconds S] [--corpus FOLDER]

TARGET is a test of ``tests/purity_lint/fuzz/test_inputs.py`` without its ``test_``: source, notebook, baseline, ....
What must hold is what the test asserts; atheris (to be installed besides) chooses the bytes that Hypothesis makes the
input of.  The corpus is kept between runs if a folder is named.  What fails is printed as the test's own arguments:
it becomes an ``@example`` there.  Exit 0 if nothing was found, else atheris' own.
"""

from __future__ import annotations

import argparse
import importlib.util
import inspect
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from types import ModuleType

import atheris
from hypothesis import given

TESTS = Path(__file__).parents[1] / "tests" / "purity_lint" / "fuzz" / "test_inputs.py"


def instrumented_tests() -> ModuleType:
    """The tests, with the linter's modules rewritten to report which branches they take."""
    spec = importlib.util.spec_from_file_location("fuzzed_inputs", TESTS)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    with atheris.instrument_imports(include=["purity_lint"]):
        spec.loader.exec_module(module)
    return module


def target(module: ModuleType, name: str, folder: Path) -> Callable[[bytes], object]:
    """What takes bytes and runs the test on the input that they stand for."""
    test = getattr(module, f"test_{name}")
    if "folder" in inspect.signature(test).parameters:  # pytest's fixture, given by hand
        inner = test.hypothesis.inner_test
        test = given(**test.hypothesis._given_kwargs)(lambda **inputs: inner(folder=folder, **inputs))
    fuzz: Callable[[bytes], object] = test.hypothesis.fuzz_one_input
    return fuzz


def main() -> None:
    """Fuzz until the time is over or something fails."""
    module = instrumented_tests()
    names = sorted(name.removeprefix("test_") for name in vars(module) if name.startswith("test_"))
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("target", choices=names)
    parser.add_argument("--seconds", type=int, default=3600, help="how long to look, by the clock")
    parser.add_argument("--corpus", type=Path, help="a folder of inputs to begin with, which grows")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as temporary:
        corpus = options.corpus or Path(temporary) / "corpus"
        corpus.mkdir(parents=True, exist_ok=True)
        flags = [f"-max_total_time={options.seconds}", "-max_len=2000", "-len_control=0", "-timeout=60"]
        atheris.Setup([sys.argv[0], *flags, str(corpus)], target(module, options.target, Path(temporary)))
        atheris.Fuzz()


if __name__ == "__main__":
    main()

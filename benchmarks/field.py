"""The field test: do projects from the package index pass their own tests after they were fixed.

python benchmarks/field.py WORK [--list benchmarks/field.txt] [--half seen|kept] [--first N] [--only NAME]
                                [--driver PROGRAM]

The projects were chosen before any was run, by the one line that an index has for each (see field_choice.py), and none
is taken off the list for how it fares.  The first part: packages whose summary says that they need little but NumPy.
The second: of the 15,000 that are downloaded most, those whose summary names a science and, read by a person, tells of
a calculation in Python.  The third: of the first 250 that are kept up, name a science and calculate in Python, wherever
they rank, those that a person took for calculations with arrays.  Each part is in the order of the SHA-256 of the name,
and projects that the fixes were built with are left out.
Those at even places of the list are `seen`; the others are `kept`, and nobody looks at them before the end.

A project counts if its source distribution is pure Python, imports NumPy and holds tests of which some pass here.
Its tests are run three times on NumPy: as it is, after safe fixes, after unsafe ones; what passes before counts, and
the tests themselves are put back after fixing.  Dependencies are those of the interpreter that runs this: a project
that wants others is named and left out of the means.  With a driver (see field_backends.py), the tests run on PyTorch,
JAX and MLX as well, after unsafe fixes.
"""

from __future__ import annotations

import argparse
import compileall
import os
import re
import resource
import shutil
import signal
import subprocess
import sys
import tarfile
import time
import zipfile
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from xml.etree import ElementTree

from field_backends import Driver, Share

import emberops

MODES: dict[str, list[str]] = {"before": [], "safe": ["fix"], "unsafe": ["fix", "--unsafe-fixes"]}
_WALL = 20
"""A machine that does other work beside gives a run so little of its time."""
_TEST_FILE = re.compile(r"(^|/)(tests?|testing)/|(^|/)(test_[^/]*|[^/]*_test|conftest)\.py$")
_TAKEN_BACK = "a fix was taken back"
_NO_PACKAGES = frozenset({"tests", "test", "docs", "doc", "examples", "benchmarks", "tools", "scripts"})


@dataclass
class Run:
    """One run of a project's tests."""

    passed: frozenset[str]
    seconds: float
    """Of processor time."""
    note: str = ""
    shares: Mapping[str, float] = field(default_factory=dict)
    """What part of the time of the run each test took."""

    def seconds_without(self, known: frozenset[str]) -> float:
        """The seconds without those of tests other than the ``known``: what did not even load before runs now."""
        return self.seconds * (1 - sum(share for name, share in self.shares.items() if name not in known))


@dataclass
class Result:
    """What became of one project."""

    name: str
    runs: dict[str, Run] = field(default_factory=dict)
    shares: Mapping[str, Share] = field(default_factory=dict)
    """On the other backends."""
    problem: str = ""

    def lost(self, mode: str) -> int:
        """How many tests that passed before pass no longer."""
        return len(self.runs["before"].passed - self.runs[mode].passed)

    def slower(self, mode: str) -> float:
        """How many times the seconds the tests take that were there before."""
        before = self.runs["before"]
        return self.runs[mode].seconds_without(frozenset(before.shares)) / before.seconds


def read_list(path: Path, half: str | None) -> list[str]:
    """The requirements of the list, or one half of them."""
    lines = [line.partition("#")[0].strip() for line in path.read_text().splitlines()]
    names = [line for line in lines if line]
    return names if half is None else names[0 if half == "seen" else 1 :: 2]


def fetch(requirement: str, work: Path) -> Path:
    """The unpacked source distribution of a project."""
    name = re.split(r"[=<>]", requirement)[0]
    place = work / "sources" / name
    if place.exists():
        return place
    archives = work / "archives" / name
    archives.mkdir(parents=True, exist_ok=True)
    command = [sys.executable, "-m", "pip", "download", "-q", "--no-deps", "--no-binary", name]
    for wanted in (
        requirement,
        name,
    ):  # the newest for this interpreter, where that of the list is not to be had
        if not any(archives.iterdir()):
            subprocess.run([*command, "-d", str(archives), wanted], check=wanted == name)
    (archive,) = archives.iterdir()
    unpacked = work / "unpacked" / name
    if archive.suffix == ".zip":
        zipfile.ZipFile(archive).extractall(unpacked)
    else:
        with tarfile.open(archive) as files:
            files.extractall(unpacked, filter="data")
    (inner,) = unpacked.iterdir()
    place.parent.mkdir(parents=True, exist_ok=True)
    shutil.move(inner, place)
    if (place / "PKG-INFO").exists():  # projects ask for their own version
        metadata = home(place) / f"{name.replace('-', '_')}.dist-info"
        metadata.mkdir()
        shutil.copyfile(place / "PKG-INFO", metadata / "METADATA")
    return place


def home(root: Path) -> Path:
    """The folder that a project's packages are imported from."""
    return root / "src" if (root / "src").is_dir() else root


def packages(root: Path) -> Iterator[Path]:
    """The packages and modules of a project, in its folder or below `src`."""
    for inner in sorted(home(root).iterdir()):
        below = inner.is_dir() and home(root) != root and any(inner.rglob("*.py"))  # a namespace of packages
        is_package = inner.name not in _NO_PACKAGES and (below or (inner / "__init__.py").exists())
        is_module = inner.suffix == ".py" and inner.name != "setup.py" and not is_test(inner, root)
        if is_package or is_module:
            yield inner


def is_test(path: Path, root: Path) -> bool:
    """True for what belongs to the tests of a project."""
    return _TEST_FILE.search(path.relative_to(root).as_posix()) is not None


def fit(root: Path) -> str:
    """Why a project is no candidate; empty where it is one."""
    files = list(root.rglob("*.py"))
    if any(root.rglob("*.pyx")) or any(root.rglob("*.c")) or any(root.rglob("*.f90")):
        return "not pure Python"
    if not any(is_test(path, root) and path.name != "conftest.py" for path in files):
        return "no tests"
    own = (
        path
        for package in packages(root)
        for path in (package.rglob("*.py") if package.is_dir() else [package])
    )
    texts = (path.read_text(errors="replace") for path in own)
    return (
        "" if any(re.search(r"^\s*(import|from) numpy", text, re.MULTILINE) for text in texts) else "no NumPy"
    )


def fixed_copy(source: Path, place: Path, command: list[str], limit: float) -> str:
    """A copy of the project after fixing its packages, with its tests as they were; what went wrong, if anything."""
    shutil.rmtree(place, ignore_errors=True)
    shutil.copytree(source, place, symlinks=True)
    if not command:
        return ""
    try:
        ran = subprocess.run(
            fixing(place, command),
            cwd=place,
            capture_output=True,
            text=True,
            timeout=limit,
            check=False,
        )
    except subprocess.TimeoutExpired:
        return "fixing takes too long"
    for path in source.rglob("*.py"):
        if is_test(path, source):
            shutil.copyfile(path, place / path.relative_to(source))
    if ran.returncode == 0 or (ran.returncode == 1 and ran.stdout.strip()):  # what is left is reported
        return ""
    told = ran.stderr.strip().splitlines()
    if told and all(_TAKEN_BACK in line for line in told if line.startswith("error")):
        return ""  # the rest was written, as a user has it then
    return (told or ["crashed"])[-1]


def fixing(root: Path, command: list[str]) -> list[str]:
    """The command that fixes a project, for a shell in its folder."""
    targets = [str(package.relative_to(root)) for package in packages(root)]
    return [sys.executable, "-m", "purity_lint", *command, "--isolated", "--quiet", *targets]


def run_tests(root: Path, limit: float, backend: str = "numpy") -> Run:
    """Run the tests of a project with a default backend; every one that passes, by its name."""
    report = root / "_field.xml"
    environment = {
        **os.environ,
        "PYTHONPATH": os.pathsep.join([str(home(root)), *filter(None, [os.environ.get("PYTHONPATH")])]),
        "PYTHONDONTWRITEBYTECODE": "1",
        "EMBEROPS_BACKEND": backend,
        "MPLBACKEND": "Agg",
    }
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider"]
    started, clock = _seconds_of_children(), time.monotonic()
    try:
        ran = subprocess.run(
            [*command, "-o", "addopts=", "--continue-on-collection-errors", f"--junitxml={report}"],
            cwd=root,
            env=environment,
            capture_output=True,
            text=True,
            timeout=_WALL * limit,
            preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_CPU, (int(limit), int(limit))),
            check=False,
        )
    except subprocess.TimeoutExpired:
        return Run(frozenset(), limit, "too slow")
    seconds, whole = _seconds_of_children() - started, time.monotonic() - clock
    if ran.returncode == -signal.SIGKILL:
        return Run(frozenset(), seconds, "too slow")
    (root / "_field.log").write_text(ran.stdout + ran.stderr)
    if not report.exists():
        return Run(frozenset(), seconds, _last_line(ran))
    cases = {f"{c.get('classname')}::{c.get('name')}": c for c in ElementTree.parse(report).iter("testcase")}
    passed = frozenset(name for name, case in cases.items() if not len(_bad(case)))
    shares = {name: float(case.get("time", 0)) / whole for name, case in cases.items()}
    return Run(passed, seconds, "" if passed else _last_line(ran), shares)


def _seconds_of_children() -> float:
    """Processor time of the processes that have ended: other load does not count."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def _last_line(ran: subprocess.CompletedProcess[str]) -> str:
    return "".join((ran.stdout + ran.stderr).strip().splitlines()[-1:])[:100]


def _bad(case: ElementTree.Element) -> list[ElementTree.Element]:
    return [child for child in case if child.tag in ("failure", "error", "skipped")]


def examine(requirement: str, work: Path, limit: float, driver: Driver | None = None) -> Result:
    """Fetch a project, fix it, and run its tests each time."""
    result = Result(requirement)
    try:
        source = fetch(requirement, work)
    except (subprocess.CalledProcessError, ValueError, OSError) as error:
        result.problem = f"cannot be fetched: {type(error).__name__}"
        return result
    result.problem = fit(source)
    if result.problem:
        return result
    for mode, command in MODES.items():
        place = work / "fixed" / f"{source.name}-{mode}"
        note = fixed_copy(source, place, command, _WALL * limit)
        if note:
            result.problem = f"{mode}: {note}"
            break
        result.runs[mode] = run_tests(place, limit)
        lost = sorted(result.runs["before"].passed - result.runs[mode].passed)
        (place / "_lost.txt").write_text("\n".join(lost))
        if mode == "before" and not result.runs[mode].passed:
            result.problem = f"its tests do not run here: {result.runs[mode].note}"
            break
    if driver is not None and not result.problem:
        try:
            command = fixing(source, MODES["unsafe"])
            result.shares = driver.shares(source, list(packages(source)), _TEST_FILE.pattern, command)
        except subprocess.CalledProcessError as error:
            result.problem = f"the driver fails: {error.returncode}"
    return result


def main() -> int:
    """Print what became of each project, and the means."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("work", type=Path, help="a folder for sources and copies")
    parser.add_argument("--list", type=Path, default=Path(__file__).with_name("field.txt"))
    parser.add_argument("--half", choices=("seen", "kept"))
    parser.add_argument("--first", type=int, help="so many projects of the list, or of the half of it")
    parser.add_argument("--only", action="append", help="only this project; may be given more than once")
    parser.add_argument(
        "--limit", type=float, default=600, help="the most processor seconds for one run of the tests"
    )
    parser.add_argument("--driver", type=Path, help="a program that runs tests on other backends")
    options = parser.parse_args()
    options.work = options.work.resolve()
    compileall.compile_dir(
        Path(emberops.__file__).parent, quiet=1
    )  # as an installer does; the tests write nothing
    driver = Driver(options.driver.resolve(), options.work, _WALL * options.limit) if options.driver else None
    chosen = read_list(options.list, options.half)[: options.first]
    results = []
    for requirement in chosen:
        if options.only and re.split(r"[=<>]", requirement)[0] not in options.only:
            continue
        results.append(examine(requirement, options.work, options.limit, driver))
        print(_line(results[-1]), flush=True)
    return _summary([result for result in results if not result.problem])


def _line(result: Result) -> str:
    if result.problem:
        return f"{result.name:36s} left out: {result.problem}"
    before = result.runs["before"]
    parts = [f"{result.name:36s} {len(before.passed):5d} tests in {before.seconds:6.1f} s"]
    for mode in ("safe", "unsafe"):
        run = result.runs[mode]
        kept = len(before.passed) - result.lost(mode)
        parts.append(f"{mode} {kept}/{len(before.passed)} in {run.seconds:.1f} s {run.note}".rstrip())
    return "  ".join(parts + [f"{name} {share}" for name, share in result.shares.items()])


def _summary(results: list[Result]) -> int:
    if not results:
        print("no project ran")
        return 1
    for mode in ("safe", "unsafe"):
        shares = [1 - result.lost(mode) / len(result.runs["before"].passed) for result in results]
        whole = sum(result.lost(mode) == 0 for result in results)
        slower = [result.slower(mode) for result in results]
        print(
            f"{mode}: {sum(shares) / len(shares):.1%} of the tests as a mean over {len(results)} projects, "
            f"{whole} whole, {sum(slower) / len(slower):.2f} times the seconds, {max(slower):.2f} at most"
        )
    driven = [result.shares for result in results if result.shares]
    for name in driven[0] if driven else ():
        mean = sum(shares[name].passed / shares[name].counted for shares in driven) / len(driven)
        print(f"{name}: {mean:.1%} of the tests as a mean over {len(driven)} projects")
    return 0 if all(result.lost("safe") == 0 for result in results) else 1


if __name__ == "__main__":
    sys.exit(main())

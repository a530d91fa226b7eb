"""End runs at random moments, and look whether a file, a folder or a process is left as it should not be.

    python benchmarks/faults.py --kills 200

Each fault is tried on a fresh copy of a small project.  What must hold afterwards: every file has either its old or its
new content, never a part of one; the next run says what an undisturbed one says, leaves nothing but the files and the
cache, and no process is left.  The exit code is 1 where something did not hold.
"""

from __future__ import annotations

import argparse
import os
import random
import resource
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

ROOT = Path(__file__).parents[1]
PURITY = [sys.executable, "-c", "from purity_lint.cli import main; main()"]
FILES = 26
"""Enough for worker processes."""
CODE = """import numpy as np
from pkg import m{other:02}


def scale(x: np.ndarray, by: float) -> np.ndarray:
    total = np.zeros_like(x)
    for value in range(3):
        total = total + np.mean(x, axis=0) * by  # comment {number}
    return m{other:02}.scale(total, by) if by > {number} else total
"""
Problems = list[str]


class Trials:
    """A place to disturb runs in, and what they come to when nobody does."""

    def __init__(self, folder: Path, seed: int) -> None:
        self.rng = random.Random(seed)
        self.folder = folder
        self.original = folder / "original"
        package = self.original / "pkg"
        package.mkdir(parents=True)
        (package / "__init__.py").touch()
        for number in range(FILES):
            text = CODE.format(number=number, other=(number + 1) % FILES)
            (package / f"m{number:02}.py").write_text(text)
        (self.original / "judge.py").write_text("import time; time.sleep(0.05)\n")
        self.environment = {
            **os.environ,
            "PYTHONPATH": str(ROOT),
            "XDG_STATE_HOME": str(folder / "state"),
            "PYTHONDONTWRITEBYTECODE": "1",
        }
        with self.project() as project:
            self.found = self.run(project, "check", "-q").stdout
            begun = time.monotonic()
            self.run(project, "fix", "-q")
            self.seconds = time.monotonic() - begun
            self.old, self.new = contents(self.original), contents(project)
        assert self.old != self.new

    @contextmanager
    def project(self) -> Iterator[Path]:
        """A fresh copy."""
        project = self.folder / "project"
        shutil.copytree(self.original, project)
        try:
            yield project
        finally:
            shutil.rmtree(project)

    def start(
        self, project: Path, *args: str, prefix: tuple[str, ...] = (), **options: object
    ) -> subprocess.Popen[str]:
        """Begin a run, in a process group of its own; ``prefix`` is a command that runs it."""
        return subprocess.Popen(
            [*prefix, *PURITY, *args],
            cwd=project,
            env=self.environment,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            process_group=0,
            **options,  # type: ignore[call-overload]  # options of Popen
        )

    def run(self, project: Path, *args: str, **options: object) -> subprocess.CompletedProcess[str]:
        """Do a whole run."""
        process = self.start(project, *args, **options)
        out, errors = process.communicate(timeout=300)
        return subprocess.CompletedProcess(args, process.returncode, out, errors)

    def disturbed(self, project: Path, number: signal.Signals, *args: str) -> int:
        """Begin a run and send it a signal at a random moment; its exit code."""
        process = self.start(project, *args)
        time.sleep(self.rng.uniform(0.0, 1.2) * self.seconds)
        process.send_signal(number)
        process.communicate(timeout=300)
        return process.returncode

    def whole(self, project: Path, *states: dict[str, bytes]) -> Problems:
        """Name the files that have neither of some states."""
        found = contents(project)
        return [
            f"{name} is neither old nor new"
            for name, content in found.items()
            if content not in {state.get(name) for state in states}
        ]

    def tidy(self, project: Path) -> Problems:
        """Name what lies about, and what runs."""
        lying = [str(p) for p in project.rglob("*.tmp") if ".purity_lint_cache" not in p.parts]
        deadline = time.monotonic() + 10
        while (running := processes_in(project)) and time.monotonic() < deadline:
            time.sleep(0.05)
        journals = list((self.folder / "state").rglob("*.journal"))
        return [*lying, *(f"still running: {line}" for line in running), *map(str, journals)]


def contents(project: Path) -> dict[str, bytes]:
    """The files of the package."""
    return {path.name: path.read_bytes() for path in sorted((project / "pkg").glob("*.py"))}


def processes_in(project: Path) -> list[str]:
    """The processes whose current folder is in ``project``."""
    found = []
    for process in Path("/proc").glob("[0-9]*"):
        try:
            state = (process / "stat").read_text().rpartition(")")[2].split()[0]
            if state != "Z" and Path(os.readlink(process / "cwd")).is_relative_to(project):
                found.append((process / "cmdline").read_text().replace("\0", " ")[:80])
        except OSError:
            continue
    return found


def kill_fix(trials: Trials, project: Path) -> Problems:
    """``fix`` is killed; the next ``fix`` ends what it began."""
    trials.disturbed(project, trials.rng.choice([signal.SIGKILL, signal.SIGTERM, signal.SIGINT]), "fix", "-q")
    problems = trials.whole(project, trials.old, trials.new)
    trials.run(project, "fix", "-q")
    return [*problems, *trials.whole(project, trials.new), *trials.tidy(project)]


def kill_verify(trials: Trials, project: Path) -> Problems:
    """``fix --verify`` is killed or asked to end; what was not verified is gone after the next run."""
    number = trials.rng.choice([signal.SIGKILL, signal.SIGKILL, signal.SIGTERM, signal.SIGHUP, signal.SIGINT])
    code = trials.disturbed(project, number, "fix", "-q", "--verify", f"{sys.executable} judge.py")
    problems = trials.whole(project, trials.old, trials.new)
    if code < 0 and number is not signal.SIGKILL:
        problems += trials.whole(project, trials.old) if code != -number else []
    done = trials.run(project, "check", "-q", "--exit-zero")
    problems += trials.whole(project, trials.old, trials.new)
    states = {
        content == trials.old[name] for name, content in contents(project).items() if name != "__init__.py"
    }
    if len(states) > 1:
        problems.append(f"some files are fixed and some are not: {done.stderr[:200]}")
    trials.run(project, "fix", "-q")
    return [*problems, *trials.whole(project, trials.new), *trials.tidy(project)]


def kill_check(trials: Trials, project: Path) -> Problems:
    """``check`` is killed while it writes its cache; the next one says what there is."""
    trials.disturbed(project, signal.SIGKILL, "check", "-q")
    trials.disturbed(project, signal.SIGKILL, "check", "-q")
    problems = trials.whole(project, trials.old)
    for _ in range(2):
        if trials.run(project, "check", "-q").stdout != trials.found:
            problems.append("the next check says something else")
    return [*problems, *trials.tidy(project)]


def two_at_once(trials: Trials, project: Path) -> Problems:
    """Two runs share a project, and one of them is killed."""
    args = trials.rng.choice([["fix", "-q"], ["check", "-q"]])
    other = trials.start(project, *args)
    trials.disturbed(project, signal.SIGKILL, "fix", "-q")
    other.communicate(timeout=300)
    problems = trials.whole(project, trials.old, trials.new)
    if other.returncode not in {0, 1, 2}:
        problems.append(f"exit code {other.returncode}")
    trials.run(project, "fix", "-q")
    return [*problems, *trials.whole(project, trials.new), *trials.tidy(project)]


def no_growth(trials: Trials, project: Path) -> Problems:
    """Files cannot grow beyond some bytes, as where a quota is used up."""
    limit = trials.rng.choice([0, 50, 200, 300, 2_000])

    def restrict() -> None:
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        resource.setrlimit(resource.RLIMIT_FSIZE, (limit, limit))

    done = trials.run(project, trials.rng.choice(["fix", "check"]), "-q", preexec_fn=restrict)
    problems = trials.whole(project, trials.old, trials.new)
    if done.returncode not in {0, 1, 2} or "Traceback" in done.stderr or "internal error" in done.stderr:
        problems.append(f"exit code {done.returncode}: {done.stderr[:200]}")
    trials.run(project, "fix", "-q")
    return [*problems, *trials.whole(project, trials.new), *trials.tidy(project)]


def small_disk(trials: Trials, project: Path) -> Problems:
    """Project, cache, journal and temporary files are on one disk on which only some pages are free."""
    size = sum(path.stat().st_size // 4096 * 4096 + 8192 for path in project.rglob("*")) + 4_000_000
    with disk(trials.folder / "disk", size) as mounted:
        copy = mounted / "project"
        shutil.copytree(project, copy)
        environment = dict(trials.environment)
        trials.environment |= {"XDG_STATE_HOME": str(mounted / "state"), "TMPDIR": str(mounted)}
        filler = mounted / "filler"
        fill(filler, leave=4096 * trials.rng.choice([0, 1, 2, 5, 20, 60]))
        args = trials.rng.choice([["fix"], ["check"], ["fix", "--verify", f"{sys.executable} judge.py"]])
        done = trials.run(copy, *args, "-q")
        problems = trials.whole(copy, trials.old, trials.new)
        if done.returncode not in {0, 1, 2} or "Traceback" in done.stderr or "internal error" in done.stderr:
            problems.append(f"{args[-1]}: exit code {done.returncode}: {done.stderr[:300]}")
        filler.unlink()
        trials.run(copy, "fix", "-q")
        problems += [*trials.whole(copy, trials.new), *trials.tidy(copy)]
        problems += [f"{path} is left" for path in mounted.rglob("*.journal")]
        trials.environment = environment
    return problems


@contextmanager
def disk(folder: Path, size: int) -> Iterator[Path]:
    """A file system of its own, of so many bytes; only the superuser may mount one."""
    folder.mkdir()
    subprocess.run(["mount", "-t", "tmpfs", "-o", f"size={size}", "tmpfs", folder], check=True)
    try:
        yield folder
    finally:
        subprocess.run(["umount", folder], check=True)
        folder.rmdir()


def fill(path: Path, leave: int) -> None:
    """Write a file until its disk has only ``leave`` bytes left."""
    with path.open("wb", buffering=0) as file:
        with suppress(OSError):
            while True:
                file.write(bytes(4096))
        size = max(0, file.tell() - leave)
        file.truncate(size)


def can_mount() -> bool:
    """True where this process may mount a file system."""
    with tempfile.TemporaryDirectory() as folder:
        mount = subprocess.run(["mount", "-t", "tmpfs", "tmpfs", folder], check=False, capture_output=True)
        return mount.returncode == 0 and subprocess.run(["umount", folder], check=False).returncode == 0


def read_only(trials: Trials, project: Path) -> Problems:
    """Whoever may not write meets files and folders that nobody may write."""
    for path in [project, *project.rglob("*")]:
        os.chmod(path, 0o555 if path.is_dir() else 0o444)
    prefix = (
        ("setpriv", "--inh-caps=-all", "--bounding-set=-all", "--securebits=+noroot") if is_root() else ()
    )
    environment = dict(trials.environment)
    trials.environment |= {"XDG_STATE_HOME": str(project / "state")}
    problems = []
    for args in (["check", "-q"], ["fix", "-q"], ["fix", "-q", "--verify", "true"]):
        done = trials.run(project, *args, prefix=prefix)
        if args == ["check", "-q"] and done.stdout != trials.found:
            problems.append(f"check: {done.stderr[:200]}")
        if args[0] == "fix" and done.returncode != 2:
            problems.append(f"{args}: exit code {done.returncode}: {done.stderr[:200]}")
        if "Traceback" in done.stderr or "internal error" in done.stderr:
            problems.append(f"{args}: {done.stderr[:300]}")
    trials.environment = environment
    for path in [project, *project.rglob("*")]:
        os.chmod(path, 0o755 if path.is_dir() else 0o644)
    return [*problems, *trials.whole(project, trials.old), *trials.tidy(project)]


def is_root() -> bool:
    """True for the superuser, who may write anything unless that is taken from them."""
    return os.getuid() == 0


def changed_meanwhile(trials: Trials, project: Path) -> Problems:
    """Somebody edits, removes and adds files while they are being fixed; what was typed stays."""
    process = trials.start(project, "fix", "-q")
    edited: dict[str, bytes] = {}
    removed: set[str] = set()
    while process.poll() is None:
        path = project / "pkg" / f"m{trials.rng.randrange(FILES):02}.py"
        if trials.rng.random() < 0.2:
            path.unlink(missing_ok=True)
            removed.add(path.name)
            edited.pop(path.name, None)
        else:
            edited[path.name] = f"typed = {trials.rng.random()}\n".encode()
            path.write_bytes(edited[path.name])
            removed.discard(path.name)
        time.sleep(trials.rng.uniform(0.0, 0.2) * trials.seconds)
    _, errors = process.communicate()
    problems = [
        f"{name}: what was typed is gone"
        for name, text in edited.items()
        if contents(project).get(name) != text
    ]
    problems += [f"{name} is back" for name in removed if (project / "pkg" / name).exists()]
    if "Traceback" in errors or "internal error" in errors:
        problems.append(errors[:300])
    return [*problems, *trials.tidy(project)]


FAULTS: dict[str, tuple[Callable[[Trials, Path], Problems], float]] = {
    "fix killed": (kill_fix, 0.25),
    "fix --verify killed": (kill_verify, 0.3),
    "check killed, cache": (kill_check, 0.15),
    "two at once, one killed": (two_at_once, 0.15),
    "files cannot grow": (no_growth, 0.1),
    "disk full": (small_disk, 0.3),
    "read-only, ordinary user": (read_only, 0.02),
    "files changed meanwhile": (changed_meanwhile, 0.1),
}
"""What is tried, and how often in proportion to the number of kills."""


def main() -> None:
    """Try every fault, and print what did not hold."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--kills", type=int, default=200)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--only", choices=FAULTS, help="try this one alone")
    options = parser.parse_args()
    failures: Counter[str] = Counter()
    with tempfile.TemporaryDirectory(prefix="purity-faults-") as folder:
        trials = Trials(Path(folder).resolve(), options.seed)
        for name, (fault, share) in FAULTS.items():
            if options.only not in {None, name}:
                continue
            if fault is read_only and is_root() and shutil.which("setpriv") is None:
                print(f"{name:28} left out: without setpriv the superuser may write anything")
                continue
            if fault is small_disk and not can_mount():
                print(f"{name:28} left out: only the superuser may mount a small disk")
                continue
            count = max(1, round(options.kills * share))
            for _ in range(count):
                with trials.project() as project:
                    problems = fault(trials, project)
                failures[name] += bool(problems)
                for problem in problems[:3]:
                    print(f"  {name}: {problem}", flush=True)
            print(f"{name:28} {count:4} times, {failures[name]:3} with problems", flush=True)
    sys.exit(any(failures.values()))


if __name__ == "__main__":
    main()

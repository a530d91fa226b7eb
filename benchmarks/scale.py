"""What a whole ``purity-lint check`` costs, as a ratio to ``ast.parse`` of the same files in the same run.

    python benchmarks/scale.py FOLDER_OR_PACKAGE [...] [--fix] [--jobs N] [--limit SECONDS] [--peers ruff flake8 mypy]

A folder is measured as it is; any other word is the name of an installed package.  Every figure is of a process of its
own, start and imports included: user and system time of the process and its children, and its peak memory in mebibytes.
What Python compiles it may keep, as it does for users, whatever `PYTHONDONTWRITEBYTECODE` says: of several
runs the cheapest counts, which is none that compiles.
The peers that are installed run on the same files, with their caches off.  Projects are shown from the smallest to the
largest, with what a thousand lines cost: where that stays the same, time and memory grow with the lines.  A `!` stands
behind what ended with an error, which for purity-lint is one of its own or a file that cannot be read or parsed.
"""

from __future__ import annotations

import argparse
import importlib.util
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

PARSE = """
import ast, pathlib, resource, sys
texts = [path.read_bytes() for path in sorted(pathlib.Path(sys.argv[1]).rglob("*.py"))]
def seconds():
    used = resource.getrusage(resource.RUSAGE_SELF)
    return used.ru_utime + used.ru_stime
start = seconds()
lines = 0
for text in texts:
    try:
        ast.parse(text)
        lines += text.count(b"\\n")
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        pass
print(len(texts), lines, seconds() - start)
"""
"""Only the parsing is timed; what fails to parse counts for nobody."""

PEERS = {
    "ruff": ["ruff", "check", "--isolated", "--no-cache", "--exit-zero", "--silent"],
    "flake8": ["flake8", "--isolated", "--exit-zero", "--quiet", "--quiet", "-j", "1"],
    "mypy": ["mypy", "--no-error-summary", "--ignore-missing-imports", "--cache-dir", os.devnull],
}


class Cost(NamedTuple):
    """What one process used."""

    seconds: float
    """User and system time."""
    mebibytes: float
    """Peak resident memory."""
    ended: bool = True
    """False if it was stopped at the limit, so that it would have used more."""
    failed: bool = False
    """True if it says that something went wrong, which is worse than findings."""

    def __str__(self) -> str:
        more = " " if self.ended else ">"
        return f"{more + format(self.seconds, '.2f'):>9}s{self.mebibytes:7.0f}M{'!' if self.failed else ''}"


def cost(command: Sequence[str], folder: Path, limit: int) -> Cost:
    """Run a command, for ``limit`` seconds of processor time at most, and return what it used.

    Whatever it prints or returns is its own business.
    """
    limited = ["sh", "-c", f'ulimit -t {limit}; exec "$@"', "sh", *command]
    with tempfile.TemporaryFile() as output:
        process = subprocess.Popen(limited, cwd=folder, stdout=output, stderr=output, env=_kept_compiled())
        _, status, used = os.wait4(process.pid, 0)
    peak = used.ru_maxrss / (1 << 20 if sys.platform == "darwin" else 1 << 10)
    failed = os.WIFEXITED(status) and os.WEXITSTATUS(status) > 1
    return Cost(used.ru_utime + used.ru_stime, peak, not os.WIFSIGNALED(status), failed)


def _kept_compiled() -> dict[str, str]:
    """Return an environment in which modules are not compiled in each run, which takes longer than a small project."""
    return {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}


def parsed(folder: Path) -> tuple[int, int, float]:
    """Return the files below a folder, their lines where they are Python, and the seconds that parsing them takes."""
    done = subprocess.run(
        [sys.executable, "-c", PARSE, str(folder)], check=True, capture_output=True, text=True
    )
    files, lines, seconds = done.stdout.split()
    return int(files), int(lines), float(seconds)


def checked(folder: Path, jobs: int, limit: int) -> Cost:
    """Return the cost of a check without a cache."""
    command = [sys.executable, "-P", "-m", "purity_lint", "check", "--isolated", "--no-cache"]
    return cost([*command, "-j", str(jobs), "."], folder, limit)


def fixed(folder: Path, jobs: int, limit: int) -> Cost:
    """Return the cost of a fix that writes nothing."""
    command = [sys.executable, "-P", "-m", "purity_lint", "fix", "--diff", "--isolated", "--no-cache"]
    return cost([*command, "-j", str(jobs), "."], folder, limit)


def located(word: str) -> Path:
    """Return the folder that a word on the command line stands for."""
    if Path(word).is_dir():
        return Path(word).resolve()
    found = importlib.util.find_spec(word)
    if found is None or not found.submodule_search_locations:
        raise SystemExit(f"neither a folder nor an installed package: {word}")
    return Path(found.submodule_search_locations[0])


def row(folder: Path, peers: Sequence[str], args: argparse.Namespace) -> str:
    """Measure one project; of several runs the cheapest counts."""
    runs = range(args.repeat)
    files, lines, parse = min((parsed(folder) for _ in runs), key=lambda measured: measured[2])
    check = min(checked(folder, args.jobs, args.limit) for _ in runs)
    fix = min(fixed(folder, args.jobs, args.limit) for _ in runs) if args.fix else None
    fixing = f"{fix}{fix.seconds / check.seconds:7.2f}" if fix is not None else ""
    others = [min(cost([*PEERS[peer], "."], folder, args.limit) for _ in runs) for peer in peers]
    thousands = max(lines, 1) / 1000
    return (
        f"{folder.name:20}{files:7,}{lines:10,}{parse:9.2f}s{check}{check.seconds / parse:7.1f}"
        f"{1000 * check.seconds / thousands:8.1f}ms{1024 * check.mebibytes / thousands:7.0f}K"
        f"{fixing}{''.join(map(str, others))}"
    )


def size(folder: Path) -> int:
    """Return the bytes of the Python files below a folder, which orders projects as their lines do."""
    return sum(path.stat().st_size for path in folder.rglob("*.py") if path.is_file())


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n", maxsplit=1)[0])
    parser.add_argument("projects", nargs="+", metavar="FOLDER_OR_PACKAGE")
    parser.add_argument("--repeat", type=int, default=3, help="runs of each, of which the cheapest counts")
    parser.add_argument("--jobs", type=int, default=1, help="processes of `purity-lint check`")
    parser.add_argument("--fix", action="store_true", help="measure `fix` as well, as a ratio to `check`")
    parser.add_argument("--limit", type=int, default=600, help="seconds after which a run is stopped")
    parser.add_argument(
        "--peers", nargs="*", choices=PEERS, default=list(PEERS), help="what else is measured"
    )
    args = parser.parse_args()
    peers = [peer for peer in args.peers if shutil.which(PEERS[peer][0])]
    fixing = f"{'fix':>10}{'memory':>8}{'/check':>7}" if args.fix else ""
    titles = "".join(f"{peer:>10}{'memory':>8}" for peer in peers)
    print(
        f"{'project':20}{'files':>7}{'lines':>10}{'ast.parse':>10}{'check':>10}{'memory':>8}{'ratio':>7}"
        f"{'/ 1000 lines':>18}{fixing}{titles}"
    )
    for folder in sorted(map(located, args.projects), key=size):
        print(row(folder, peers, args), flush=True)


if __name__ == "__main__":
    main()

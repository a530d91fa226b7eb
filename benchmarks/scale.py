"""What a whole ``purity-lint check`` costs, as a ratio to ``ast.parse`` of the same files in the same run.

    python benchmarks/scale.py FOLDER_OR_PACKAGE [...] [--jobs N] [--peers ruff flake8 mypy]

A folder is measured as it is; any other word is the name of an installed package.  Every figure is of a process of its
own, start and imports included: user and system time of the process and its children, and its peak memory.  The peers
that are installed run on the same files, with their caches off.
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
    except (SyntaxError, ValueError):
        pass
print(lines, seconds() - start)
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


def cost(command: Sequence[str], folder: Path) -> Cost:
    """Run a command and return what it used; whatever it prints or returns is its own business."""
    with tempfile.TemporaryFile() as output:
        process = subprocess.Popen(command, cwd=folder, stdout=output, stderr=output)
        _, _, used = os.wait4(process.pid, 0)
    peak = used.ru_maxrss / (1 << 20 if sys.platform == "darwin" else 1 << 10)
    return Cost(used.ru_utime + used.ru_stime, peak)


def parsed(folder: Path) -> tuple[int, float]:
    """Return the lines of the files below a folder that are Python, and the seconds that parsing them takes."""
    done = subprocess.run(
        [sys.executable, "-c", PARSE, str(folder)], check=True, capture_output=True, text=True
    )
    lines, seconds = done.stdout.split()
    return int(lines), float(seconds)


def checked(folder: Path, jobs: int) -> Cost:
    """Return the cost of a check without a cache."""
    command = [sys.executable, "-m", "purity_lint", "check", "--isolated", "--no-cache", "-j", str(jobs), "."]
    return cost(command, folder)


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
    lines, parse = min((parsed(folder) for _ in runs), key=lambda measured: measured[1])
    check = min((checked(folder, args.jobs) for _ in runs), key=lambda measured: measured.seconds)
    others = [min(cost([*PEERS[peer], "."], folder).seconds for _ in runs) for peer in peers]
    shown = "".join(f"{seconds:9.2f}s" for seconds in others)
    return (
        f"{folder.name:20}{lines:10,}{parse:9.2f}s{check.seconds:9.2f}s{check.seconds / parse:7.1f}"
        f"{check.mebibytes:8.0f}M{shown}"
    )


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n", maxsplit=1)[0])
    parser.add_argument("projects", nargs="+", metavar="FOLDER_OR_PACKAGE")
    parser.add_argument("--repeat", type=int, default=3, help="runs of each, of which the cheapest counts")
    parser.add_argument("--jobs", type=int, default=1, help="processes of `purity-lint check`")
    parser.add_argument(
        "--peers", nargs="*", choices=PEERS, default=list(PEERS), help="what else is measured"
    )
    args = parser.parse_args()
    peers = [peer for peer in args.peers if shutil.which(PEERS[peer][0])]
    titles = "".join(f"{peer:>10}" for peer in peers)
    print(f"{'project':20}{'lines':>10}{'ast.parse':>10}{'check':>10}{'ratio':>7}{'memory':>9}{titles}")
    for word in args.projects:
        print(row(located(word), peers, args), flush=True)


if __name__ == "__main__":
    main()

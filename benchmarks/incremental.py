"""What the cache saves: a cold run, the same run again, and one after an edit, as ratios of one another.

    python benchmarks/incremental.py FOLDER [--leaf FILE] [--hub FILE]

FOLDER is copied before anything in it is changed.  The edits are a line at the end of one file, and for the hub a
function more.  The leaf is by default the largest file that no other file imports by name, the hub the one whose name
most files import.  A run on the leaf alone is what a pre-commit hook does.
"""

from __future__ import annotations

import argparse
import resource
import shutil
import subprocess
import sys
import tempfile
from collections import Counter
from pathlib import Path

from purity_lint.source.imports import imported_names, telling
from purity_lint.source.read import source_from_bytes


def seconds(folder: Path, *paths: str) -> float:
    """The processor time of one ``purity-lint check``, its start and its workers included."""
    command = [
        sys.executable,
        "-P",
        "-m",
        "purity_lint",
        "check",
        *paths,
        "--isolated",
        "--output-format",
        "concise",
    ]
    start = _used()
    done = subprocess.run(command, cwd=folder, check=False, capture_output=True, text=True)
    if done.returncode not in (0, 1):
        sys.exit(done.stderr)
    return _used() - start


def _used() -> float:
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


def importers(folder: Path) -> Counter[Path]:
    """The files below a folder, and how many files import the name of each."""
    paths = sorted(folder.rglob("*.py"))
    imported: Counter[str] = Counter()
    for path in paths:
        imported.update(imported_names(telling(source_from_bytes(path.read_bytes(), path).tree).imports))
    return Counter({path: imported[path.stem] for path in paths if path.stem != "__init__"})


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n", maxsplit=1)[0])
    parser.add_argument("folder", type=Path)
    parser.add_argument("--leaf", type=Path, help="the file to edit, from FOLDER")
    parser.add_argument("--hub", type=Path, help="the file to edit that many others import, from FOLDER")
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as temporary:
        folder = Path(temporary) / args.folder.name
        shutil.copytree(
            args.folder, folder, ignore=shutil.ignore_patterns(".purity_lint_cache", "__pycache__")
        )
        known = importers(folder)
        leaves = [path for path, count in known.items() if not count]
        edited = folder / args.leaf if args.leaf is not None else max(leaves, key=lambda p: p.stat().st_size)
        hub = folder / args.hub if args.hub is not None else known.most_common(1)[0][0]
        name = str(edited.relative_to(folder))
        paths = list(folder.rglob("*.py"))
        lines = sum(path.read_bytes().count(b"\n") for path in paths)
        print(f"{len(paths)} files, {lines} lines; edited: {name} and {hub.relative_to(folder)}")
        cold_one = seconds(folder, name)
        shutil.rmtree(folder / ".purity_lint_cache")
        cold = seconds(folder, ".")

        def show(what: str, value: float) -> None:
            print(f"{what:44}{value:8.2f} s{value / cold:8.2f}", flush=True)

        show("cold", cold)
        show("unchanged", seconds(folder, "."))
        with edited.open("a") as stream:
            stream.write("\n_edited = 1 + 1\n")
        show("one file edited", seconds(folder, "."))
        with hub.open("a") as stream:
            stream.write("\n\ndef _added(x):\n    return x + 1\n")
        show(f"{hub.name} edited (of {known[hub]} importers)", seconds(folder, "."))
        show("one file alone, cold", cold_one)
        show("one file alone, unchanged", seconds(folder, name))
        with edited.open("a") as stream:
            stream.write("\n_edited = 2 + 2\n")
        show("one file alone, edited", seconds(folder, name))


if __name__ == "__main__":
    main()

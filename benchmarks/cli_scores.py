"""Precision and recall of what ``purity-lint check`` reports, against labels recorded at run time.

    python benchmarks/cli_scores.py LABELS SOURCES SCORE_PY [project ...]

The arguments are those of ``inference_scores.py``, and the figures should be the same: a tensor that is known of is
worth nothing until it is reported.  To score with recorded evidence, run the project's tests in its folder under
``purity-lint trace`` first; ``check`` finds the record there.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
from pathlib import Path

from inference_scores import COUNTS, _print, score


def flags(folder: Path) -> list[dict[str, object]]:
    """The findings in a folder, as a user gets them."""
    command = [sys.executable, "-m", "purity_lint", "check", ".", "--isolated", "--no-cache"]
    command += ["--output-format", "json-lines"]
    done = subprocess.run(command, cwd=folder, check=False, capture_output=True, text=True)
    if done.returncode not in (0, 1):
        sys.stderr.write(done.stderr)
    return [json.loads(line) for line in done.stdout.splitlines()]


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n", maxsplit=1)[0])
    parser.add_argument("labels", type=Path)
    parser.add_argument("sources", type=Path)
    parser.add_argument("score", type=Path)
    parser.add_argument("projects", nargs="*")
    args = parser.parse_args()
    total = dict.fromkeys(COUNTS, 0)
    print(f"{'project':12}{'precision':>10}{'recall':>8}{'tp':>7}{'fp':>6}{'fn':>6}{'tn':>7}")
    for path in sorted(args.labels.glob("*.json*")):
        name = path.name.partition(".")[0]
        folders = args.sources / name, args.sources / name.replace("_", "-")
        folder = next((p for p in folders if p.is_dir()), None)
        if folder is None or (args.projects and name not in args.projects):
            continue
        overall = score(path, flags(folder), args.score)["overall"]
        assert isinstance(overall, dict)
        for k in COUNTS:
            total[k] += overall[k]
        _print(name, overall)
    _print("all", total)


if __name__ == "__main__":
    main()

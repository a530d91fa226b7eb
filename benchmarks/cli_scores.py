"""Precision and recall of what ``purity-lint check`` reports, against labels recorded at run time.

    python benchmarks/cli_scores.py LABELS SOURCES SCORE_PY [project ...]

The arguments are those of ``inference_scores.py``, and the figures should be the same: a tensor that is known of is
worth nothing until it is reported.  To score with recorded evidence, run the project's tests in its folder under
``purity-lint trace`` first; ``check`` finds the record there.
"""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

from inference_scores import COUNTS, argument_parser, labelled_projects, print_header, print_row, score


def flags(folder: Path) -> list[dict[str, object]]:
    """The findings in a folder, as a user gets them."""
    command = [sys.executable, "-P", "-m", "purity_lint", "check", ".", "--isolated", "--no-cache"]
    command += ["--output-format", "json-lines"]
    done = subprocess.run(command, cwd=folder, check=False, capture_output=True, text=True)
    if done.returncode not in (0, 1):
        sys.stderr.write(done.stderr)
    return [json.loads(line) for line in done.stdout.splitlines()]


def main() -> None:
    """Print the table."""
    args = argument_parser(__doc__).parse_args()
    total = dict.fromkeys(COUNTS, 0)
    print_header()
    for name, path, folder in labelled_projects(args):
        overall = score(path, flags(folder), args.score)["overall"]
        assert isinstance(overall, dict)
        for k in COUNTS:
            total[k] += overall[k]
        print_row(name, overall)
    print_row("all", total)


if __name__ == "__main__":
    main()

"""GitLab's code quality report."""

from __future__ import annotations

import hashlib
import os
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from purity_lint.formats.plain_json import indented
from purity_lint.formats.report import Report


def render(report: Report) -> Iterator[str]:
    """Yield one JSON array.

    Fingerprints hang on file, rule and message, not on the line: a finding that moves stays the same one.
    """
    root = os.environ.get("CI_PROJECT_DIR") or os.getcwd()
    seen: Counter[tuple[str, str, str]] = Counter()
    issues = []
    for d in report.diagnostics:
        path = _below(root, d.path)
        key = (path, d.code, d.message)
        seen[key] += 1
        fingerprint = hashlib.sha256("\0".join((*key, str(seen[key]))).encode("utf-8", "surrogateescape"))
        issues.append(
            {
                "check_name": d.code,
                "description": f"{d.code}: {d.message}",
                "severity": "major",
                "fingerprint": fingerprint.hexdigest()[:16],
                "location": {
                    "path": path,
                    "positions": {
                        "begin": {"line": d.span.line, "column": d.span.col + 1},
                        "end": {"line": d.span.end_line, "column": d.span.end_col + 1},
                    },
                },
            }
        )
    yield indented(issues)


def _below(root: str, path: Path) -> str:
    absolute = os.path.abspath(path)
    inside = absolute.startswith(root.rstrip(os.sep) + os.sep)
    return Path(os.path.relpath(absolute, root) if inside else absolute).as_posix()

"""The lists of what fails of the standard's own tests: every line has its reason, and the counts are right."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

KNOWN = Path(__file__).parents[1] / "array_api" / "known"


@pytest.mark.parametrize("name", sorted(p.stem for p in KNOWN.glob("*.txt")))
def test_every_failure_has_a_reason(name):
    lines = (KNOWN / f"{name}.txt").read_text(encoding="utf-8").splitlines()
    entries = [line for line in lines if line and not line.startswith("#")]
    for line in entries:
        test, _, reason = line.partition("  # ")
        assert "::" in test, line
        assert len(reason.split()) > 3, line
    total = re.search(r"# (\d+) of \d+ fail", "\n".join(lines))
    sections = re.findall(r"# (?:functions|array object): (\d+)", "\n".join(lines))
    assert total is not None
    examples = re.search(r"--max-examples (\d+)", lines[0])
    assert examples is not None
    assert int(examples[1]) >= 50
    assert int(total[1]) == len(entries) == sum(map(int, sections))

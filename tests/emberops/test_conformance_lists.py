"""The lists of what fails of the standard's own tests: every line has its reason, and the counts are right."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

KNOWN = Path(__file__).parents[1] / "array_api" / "known"
PEERS = {"numpy": 27, "torch": 61, "jax": 81, "mlx": 194}
"""Failures of array_api_compat.numpy, array_api_compat.torch, jax.numpy and mlx.core in the same run of the suite."""


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
    assert int(total[1]) == len(entries) == sum(map(int, sections))


@pytest.mark.parametrize("name", sorted(PEERS))
def test_fewer_fail_than_of_the_peer(name):
    text = (KNOWN / f"{name}.txt").read_text(encoding="utf-8")
    found = re.search(r"--max-examples (\d+).*\n# (\d+) of", text)
    assert found is not None
    assert int(found[1]) >= 50
    assert int(found[2]) < PEERS[name]

"""After any edit a run with what earlier ones have kept finds what a run finds that keeps nothing."""

from __future__ import annotations

from pathlib import Path

import pytest
from edited_projects import EditedProject

from purity_lint.configuration.settings import Settings
from purity_lint.run.cache.facts import Cache
from purity_lint.run.check import check_project

EDITS = 6


def found(root: Path, cache: Cache | None) -> list[tuple[object, ...]]:
    settings = Settings(root=root, select=("ALL",))
    paths = sorted(path for path in root.rglob("*.py"))
    outcome = check_project([(path, settings) for path in paths], cache=cache, jobs=1)
    assert not outcome.errors
    return [(d.path, d.code, d.span, d.message, d.evidence, d.reasons, d.fix) for d in outcome.diagnostics]


@pytest.mark.parametrize("seed", range(6))
def test_after_edits_the_cache_says_what_a_cold_run_says(tmp_path: Path, seed: int) -> None:
    project = EditedProject(tmp_path, seed)
    edits: list[str] = []
    for _ in range(EDITS):
        cold = found(tmp_path, None)
        assert cold, "a project without findings compares nothing"
        assert found(tmp_path, Cache(tmp_path / "cache")) == cold, edits
        edits.append(project.edit())

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


SOLVER = "import numpy as np\n\n\ndef kick(x, dt):\n    x[0] = np.sin(dt){given_back}\n"
MAIN = "import numpy as np\nfrom solver import kick\n\n\ndef run():\n    x = np.ones(3)\n    {call}\n    return x\n"
GIVEN_BACK = "\n    return x"


@pytest.mark.parametrize(
    ("given_back", "call"),
    [
        ("", "kick(x, 1)"),
        (GIVEN_BACK, "kick(x, 1)"),
        (GIVEN_BACK, "x = kick(x, 1)"),
        ("", "kick(x, 1); np.vectorize(kick)"),
        ("", "kick(x, 1); list(map(kick, [x]))"),
        (GIVEN_BACK, "kick(x, 1); np.vectorize(kick)"),
    ],
)
def test_what_a_file_does_with_the_functions_of_another_is_news_to_both(
    tmp_path: Path, given_back: str, call: str
) -> None:
    solver, main, cache = tmp_path / "solver.py", tmp_path / "main.py", tmp_path / "cache"
    for kept_given_back in ("", GIVEN_BACK):
        for kept_call in ("kick(x, 1)", "x = kick(x, 1)", "print(x)"):
            solver.write_text(SOLVER.format(given_back=kept_given_back))
            main.write_text(MAIN.format(call=kept_call))
            found(tmp_path, Cache(cache))
            solver.write_text(SOLVER.format(given_back=given_back))
            main.write_text(MAIN.format(call=call))
            assert found(tmp_path, Cache(cache)) == found(tmp_path, None), (kept_given_back, kept_call)
            cache = tmp_path / f"cache {kept_given_back} {kept_call}".replace("\n", "")

"""Large files are begun first, so that no process works on one while the others have nothing left to do."""

from __future__ import annotations

from pathlib import Path

from purity_lint.configuration.settings import Settings
from purity_lint.run.check import check_project
from purity_lint.run.read import Contents

TEXTS = {"a.py": "import numpy", "b.py": "import numpy as np\n" * 3, "c.py": "", "d.py": "import numpy"}


def tasks(folder: Path) -> list[tuple[Path, Settings]]:
    for name, text in TEXTS.items():
        (folder / name).write_text(text)
    return [(folder / name, Settings(root=folder, select=("PUR101",))) for name in TEXTS]


def test_large_files_are_begun_first(tmp_path: Path) -> None:
    files = tasks(tmp_path)
    missing = tmp_path / "missing.py"
    contents = Contents([(missing, files[0][1]), *files], (), {})
    found = contents.largest_first(path for path, _ in reversed([*files, (missing, files[0][1])]))
    assert [path.stem for path in found] == ["b", "a", "d", "missing", "c"]


def test_findings_come_in_the_order_of_the_files_all_the_same(tmp_path: Path) -> None:
    outcome = check_project(tasks(tmp_path), jobs=1)
    assert [file.path.stem for file in outcome.files] == ["a", "b", "c", "d"]
    assert [finding.path.stem for finding in outcome.diagnostics] == ["a", "b", "b", "b", "d"]

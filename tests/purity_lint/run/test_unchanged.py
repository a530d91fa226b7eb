"""What has not changed is not read again, and what has is, however much it looks the same."""

from __future__ import annotations

import os
import sys
import time
from pathlib import Path

import pytest

from purity_lint.configuration.settings import Settings
from purity_lint.run import read
from purity_lint.run.cache.facts import Cache
from purity_lint.run.cache.folder import CacheFolder
from purity_lint.run.check import check_contents, check_project
from purity_lint.run.read import Contents

NUMPY = "import numpy as np\n\nx = np.ones(3) + 1\n"
OTHER = "import numpy as np\n\nx = np.ones(3) - 1\n"


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """A file that was written a minute ago."""
    path = tmp_path / "m.py"
    path.write_text(NUMPY)
    return path


@pytest.fixture
def later(monkeypatch: pytest.MonkeyPatch) -> None:
    """A clock that is a minute ahead, so that what is written now was not written just now."""
    now = time.time_ns
    monkeypatch.setattr("purity_lint.run.cache.file_stamps.time.time_ns", lambda: now() + 60_000_000_000)


@pytest.fixture
def was_read(monkeypatch: pytest.MonkeyPatch) -> list[Path]:
    """The files that are read from now on."""
    seen: list[Path] = []
    read_bytes = read.read_bytes

    def spy(path: Path) -> bytes:
        seen.append(path)
        return read_bytes(path)

    monkeypatch.setattr(read, "read_bytes", spy)
    return seen


def messages(path: Path) -> list[str]:
    cache = Cache(path.parent / "cache")
    outcome = check_project([(path, Settings(root=path.parent))], cache=cache, jobs=1)
    assert not outcome.errors
    return [d.message for d in outcome.diagnostics]


def test_a_file_that_looks_the_same_is_not_read(file: Path, later: None, was_read: list[Path]) -> None:
    first = messages(file)
    assert was_read == [file]
    assert messages(file) == first
    assert was_read == [file]


def test_nothing_is_imported_that_infers_where_nothing_changed(file: Path, later: None) -> None:
    command = "import sys; from purity_lint.cli import main\nsys.argv[1:] = ['check', '--isolated']\n"
    command += (
        "try:\n    main()\nfinally:\n    heavy = 'purity_lint.semantics', 'purity_lint.rules', 'emberops'\n"
    )
    command += "    print([m for m in sys.modules if m.startswith(heavy)])"
    import subprocess

    old = time.time() - 60
    os.utime(file, (old, old))
    runs = [
        subprocess.run(
            [sys.executable, "-c", command], cwd=file.parent, capture_output=True, text=True, check=False
        ).stdout
        for _ in range(2)
    ]
    *first, imported = runs[0].splitlines()
    assert "purity_lint.semantics.model" in imported
    assert runs[1].splitlines() == [*first, "[]"]


def test_a_file_read_just_after_it_was_written_is_read_again(file: Path, was_read: list[Path]) -> None:
    messages(file)
    messages(file)
    assert was_read == [file, file]


def test_content_of_the_same_size_and_time_is_told_by_when_it_was_put_there(file: Path, later: None) -> None:
    first = messages(file)
    status = file.stat()
    file.write_text(OTHER)
    os.utime(file, ns=(status.st_atime_ns, status.st_mtime_ns))
    assert file.stat().st_size == status.st_size
    assert messages(file) != first


def test_a_file_that_looks_different_and_holds_the_same_keeps_its_findings(
    file: Path, later: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = messages(file)
    os.utime(file)

    def fail(*args: object, **kwargs: object) -> None:
        raise AssertionError("nothing is to be inferred")

    monkeypatch.setattr("purity_lint.run.afresh.check_afresh", fail)
    assert messages(file) == first


def test_what_changes_while_it_is_looked_at_is_not_kept(file: Path, later: None) -> None:
    settings = Settings(root=file.parent)
    cache = Cache(file.parent / "cache")
    Contents([(file, settings)], (), {}, cache)
    contents = Contents([(file, settings)], (), {}, cache)
    assert not contents.changed
    file.write_text(OTHER)
    assert contents.data[file] == OTHER.encode()
    assert contents.changed


def test_one_file_of_many_reads_a_small_part_of_what_is_kept(
    tmp_path: Path, later: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    paths = [tmp_path / f"m{number}.py" for number in range(200)]
    for path in paths:
        path.write_text(NUMPY)
    tasks = [(path, Settings(root=tmp_path)) for path in paths]
    cache = tmp_path / "cache"
    every = check_project(tasks, cache=Cache(cache), jobs=1).diagnostics
    sizes: list[int] = []
    read_entry = CacheFolder.read

    def spy(folder: CacheFolder, name: str) -> bytes | None:
        content = read_entry(folder, name)
        sizes.append(len(content or b"") if name.startswith("results") else 0)
        return content

    monkeypatch.setattr(CacheFolder, "read", spy)
    contents = Contents(tasks, [], {}, Cache(cache))
    found = check_contents(contents, Cache(cache), only=[paths[7]], jobs=1).diagnostics
    assert found == [d for d in every if d.path == paths[7]]
    kept = sum(entry.stat().st_size for entry in cache.rglob("results*.json"))
    assert 0 < sum(sizes) < kept / 10

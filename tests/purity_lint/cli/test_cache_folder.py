"""The cache stays in its folder, and ``clean`` removes what purity-lint wrote and nothing else."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from command_line import NUMPY, Call

from purity_lint import __version__

CACHE = ".purity_lint_cache"


def names(folder: Path) -> set[str]:
    return {str(path.relative_to(folder)) for path in folder.rglob("*")}


def test_clean_removes_the_cache(checked: Path, purity: Call) -> None:
    assert (checked / CACHE / "CACHEDIR.TAG").is_file()
    result = purity("clean")
    assert result.exit_code == 0
    assert result.stderr.startswith("Removed")
    assert names(checked) == {"m.py"}


@pytest.mark.parametrize("named", ["..", ".", "../elsewhere", "/tmp/elsewhere", "link/cache"])
def test_a_configuration_cannot_name_a_cache_outside(
    project: Path,
    purity: Call,
    named: str,
    tmp_path_factory: pytest.TempPathFactory,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    inner, outside = project / "repository", tmp_path_factory.mktemp("outside")
    (inner / ".git").mkdir(parents=True)
    (inner / "link").symlink_to(outside)
    (inner / "m.py").write_text(NUMPY)
    (inner / "pyproject.toml").write_text(f'[tool.purity-lint]\ncache-dir = "{named}"\n')
    (project / ".gitignore").write_text("mine\n")
    (inner / ".gitignore").write_text("mine\n")
    before = names(project), names(outside)
    monkeypatch.chdir(inner)
    for command in ("check", "clean"):
        result = purity(command)
        assert result.exit_code == 2
        assert result.stderr.count("\n") == 1
        assert "--cache-dir" in result.stderr
    assert (names(project), names(outside)) == before
    assert (project / ".gitignore").read_text() == (inner / ".gitignore").read_text() == "mine\n"


def test_the_command_line_may_name_a_cache_anywhere(
    project: Path, purity: Call, tmp_path_factory: pytest.TempPathFactory
) -> None:
    cache = tmp_path_factory.mktemp("elsewhere") / "cache"
    (project / "m.py").write_text(NUMPY)
    assert purity("check", "--cache-dir", str(cache)).exit_code == 1
    assert (cache / "CACHEDIR.TAG").is_file()
    assert not (project / CACHE).exists()
    assert purity("clean", "--cache-dir", str(cache)).exit_code == 0
    assert not cache.exists()


def test_the_users_own_configuration_may_name_a_cache_anywhere(
    project: Path, purity: Call, tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch
) -> None:
    home = tmp_path_factory.mktemp("home")
    monkeypatch.setenv("XDG_CONFIG_HOME", str(home))
    (home / "purity-lint").mkdir()
    (home / "purity-lint" / "purity-lint.toml").write_text(f'cache-dir = "{home / "cache"}"\n')
    (project / "m.py").write_text(NUMPY)
    assert purity("check").exit_code == 1
    assert (home / "cache" / "CACHEDIR.TAG").is_file()


@pytest.mark.parametrize("command", ["check", "clean"])
def test_a_folder_that_is_not_a_cache_is_left_alone(project: Path, purity: Call, command: str) -> None:
    (project / "m.py").write_text(NUMPY)
    (project / CACHE).mkdir()
    (project / CACHE / "thesis.tex").write_text("mine")
    (project / CACHE / "CACHEDIR.TAG").write_text(
        "Signature: 8a477f597d28d172789f06886806bc55\n# Another tool's.\n"
    )
    before = names(project)
    result = purity(command)
    assert result.exit_code == 2
    assert "was not made by purity-lint" in result.stderr
    assert names(project) == before


def test_clean_leaves_what_others_put_into_the_cache(checked: Path, purity: Call) -> None:
    cache = checked / CACHE
    version = cache / __version__
    (cache / "notes").mkdir()
    (cache / "notes" / "a.txt").write_text("mine")
    (version / "0123456789abcdef0123456789abcdef.json").write_text('{"mine": 1}')
    (version / "thesis.tex").write_text("mine")
    kept = checked / "kept"
    kept.mkdir()
    (kept / "file").write_text("mine")
    (version / "a-link.json").symlink_to(kept / "file")
    (cache / "0.0.1").symlink_to(kept)
    result = purity("clean")
    assert result.exit_code == 0
    assert "left what purity-lint did not write" in result.stderr
    assert (kept / "file").read_text() == "mine"
    assert names(version) == {"0123456789abcdef0123456789abcdef.json", "thesis.tex", "a-link.json"}
    assert (cache / "notes" / "a.txt").read_text() == "mine"
    assert (cache / "0.0.1").is_symlink()
    assert purity("check").exit_code == 1, "it is still known as a cache"


@pytest.mark.parametrize("name", [".gitignore", "CACHEDIR.TAG"])
def test_planted_links_are_not_written_through(
    project: Path, purity: Call, name: str, tmp_path_factory: pytest.TempPathFactory
) -> None:
    target = tmp_path_factory.mktemp("home") / "file"
    target.write_text("mine")
    (project / "m.py").write_text(NUMPY)
    (project / CACHE).mkdir()
    (project / CACHE / name).symlink_to(target)
    assert purity("check").exit_code == 2
    assert target.read_text() == "mine"
    (project / CACHE / name).unlink()
    assert purity("check").exit_code == 1, "an empty folder becomes a cache"
    (project / CACHE / name).unlink()
    (project / CACHE / name).symlink_to(target)
    purity("check", "--select", "PUR2")
    assert target.read_text() == "mine"


@pytest.mark.parametrize("where", [CACHE, f"{CACHE}/{__version__}"])
def test_linked_folders_are_not_written_into(
    checked: Path, purity: Call, where: str, tmp_path_factory: pytest.TempPathFactory
) -> None:
    outside = tmp_path_factory.mktemp("home")
    assert purity("clean").exit_code == 0
    if where != CACHE:
        assert purity("check").exit_code == 1
        for entry in (checked / where).iterdir():
            entry.unlink()
        (checked / where).rmdir()
    (checked / where).symlink_to(outside)
    assert purity("check").exit_code == (2 if where == CACHE else 1)
    assert names(outside) == set()
    (outside / "0123456789abcdef0123456789abcdef.json").write_text('{"key":"", "diagnostics": []}')
    purity("clean")
    assert names(outside) == {"0123456789abcdef0123456789abcdef.json"}


def test_entries_that_are_no_files_count_as_absent(checked: Path, purity: Call) -> None:
    version = checked / CACHE / __version__
    for entry in list(version.iterdir()):
        entry.unlink()
        os.mkfifo(entry)
    assert purity("check").exit_code == 1


@pytest.mark.parametrize(
    "content",
    ["[" * 100_000, '{"key": Infinity}', "[]", "7", "\udc80", '{"key":"", "facts": 3}', "9" * 5_000],
)
def test_entries_that_are_broken_count_as_absent(checked: Path, purity: Call, content: str) -> None:
    for entry in (checked / CACHE / __version__).iterdir():
        entry.write_text(content, errors="surrogateescape")
    assert purity("check").exit_code == 1

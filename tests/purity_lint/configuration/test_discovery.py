"""Which files are found."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from purity_lint.configuration.discovery import discover
from purity_lint.configuration.files import SettingsResolver


@pytest.fixture
def tree(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    for name in (
        "b.py",
        "a.py",
        "stub.pyi",
        "nb.ipynb",
        "readme.md",
        "pkg/m.py",
        "pkg/gen/x.py",
        ".venv/lib/y.py",
        "node_modules/z.py",
        "pkg/_vendor/lib/v.py",
        "build/out.py",
    ):
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.touch()
    monkeypatch.chdir(tmp_path)
    return tmp_path


def names(*paths: str) -> list[str]:
    return [path.as_posix() for path, _ in discover(map(Path, paths), SettingsResolver()).files]


def test_python_files_in_stable_order_without_the_usual_clutter(tree: Path) -> None:
    assert names(".") == ["a.py", "b.py", "nb.ipynb", "stub.pyi", "build/out.py", "pkg/m.py", "pkg/gen/x.py"]


def test_a_file_is_checked_once_and_whatever_it_is_called_when_named(tree: Path) -> None:
    assert names("b.py", "readme.md", ".", "b.py")[:3] == ["b.py", "readme.md", "a.py"]
    assert len(names("b.py", ".", "pkg")) == len(names("."))


def test_gitignore_is_respected_and_nearer_files_decide(tree: Path) -> None:
    (tree / ".gitignore").write_text("build/\ngen\n/a.py\n# comment\n")
    (tree / "pkg" / ".gitignore").write_text("!gen\n")
    assert names(".") == ["b.py", "nb.ipynb", "stub.pyi", "pkg/m.py", "pkg/gen/x.py"]
    (tree / "purity-lint.toml").write_text("respect-gitignore = false")
    assert "a.py" in names(".")


def test_gitignore_above_the_folder_counts_up_to_the_repository(tree: Path) -> None:
    (tree / ".gitignore").write_text("gen/\n")
    assert names("pkg") == ["pkg/m.py"]
    (tree / "pkg" / ".git").mkdir()
    assert names("pkg") == ["pkg/m.py", "pkg/gen/x.py"]


def test_exclude_replaces_the_defaults_and_extend_exclude_adds(tree: Path) -> None:
    (tree / "purity-lint.toml").write_text('extend-exclude = ["pkg/gen", "*.pyi"]')
    assert names(".") == ["a.py", "b.py", "nb.ipynb", "build/out.py", "pkg/m.py"]
    (tree / "purity-lint.toml").write_text('exclude = ["pkg"]')
    assert "node_modules/z.py" in names(".")


def test_force_exclude_holds_for_named_files(tree: Path) -> None:
    assert names(".venv/lib/y.py") == [".venv/lib/y.py"]
    (tree / "purity-lint.toml").write_text("force-exclude = true")
    assert names(".venv/lib/y.py", "a.py") == ["a.py"]


def test_links_are_followed_to_files_but_not_to_folders(tree: Path) -> None:
    (tree / "pkg" / "loop").symlink_to(tree)
    (tree / "pkg" / "readme.md").touch()
    (tree / "pkg" / "link.py").symlink_to(tree / "pkg" / "readme.md")
    assert names("pkg") == ["pkg/link.py", "pkg/m.py", "pkg/gen/x.py"]


def test_a_link_to_itself_keeps_no_other_file_from_being_checked(tree: Path) -> None:
    (tree / "pkg" / "self.py").symlink_to("self.py")
    assert names("pkg") == ["pkg/m.py", "pkg/self.py", "pkg/gen/x.py"]


def test_links_that_lead_out_of_what_was_asked_for_are_left(tree: Path) -> None:
    (tree / "pkg" / "link.py").symlink_to(tree / "readme.md")
    (tree / "pkg" / "endless.py").symlink_to("/dev/zero")
    found = discover([Path("pkg")], SettingsResolver())
    assert [path.as_posix() for path, _ in found.files] == ["pkg/m.py", "pkg/gen/x.py"]
    assert [path.as_posix() for path in found.left] == ["pkg/endless.py", "pkg/link.py"]
    for named in ("pkg/link.py", "readme.md"):
        assert names("pkg", named) == ["pkg/link.py", "pkg/m.py", "pkg/gen/x.py"], "unless they are named"
    assert names(".").count("pkg/link.py") == 1, "or lie in another folder that is asked for"


@pytest.mark.parametrize("kind", ["fifo", "device", "huge", "folder"])
def test_what_cannot_be_read_as_a_gitignore_ignores_nothing(tree: Path, kind: str) -> None:
    file = tree / ".gitignore"
    if kind == "fifo":
        os.mkfifo(file)
    elif kind == "device":
        file.symlink_to("/dev/zero")
    elif kind == "folder":
        file.mkdir()
    else:
        file.write_text("*.py\n" * 100_000)
    assert "a.py" in names(".")


def test_missing_paths_are_errors_and_the_others_are_found(tree: Path) -> None:
    found = discover([Path("nowhere"), Path("a.py")], SettingsResolver())
    assert [str(path) for path, _ in found.files] == ["a.py"]
    assert [str(error) for error in found.errors] == ["cannot read nowhere: no such file or directory"]


def test_a_folder_that_is_named_is_walked_even_if_it_is_excluded_or_ignored(tree: Path) -> None:
    (tree / ".gitignore").write_text("build/\n*.pyi\n")
    (tree / "build" / "stub.pyi").touch()
    (tree / "build" / ".gitignore").write_text("skipped.py")
    (tree / "build" / "skipped.py").touch()
    assert names("build") == ["build/out.py", "build/stub.pyi"]
    (tree / ".venv" / "lib" / "node_modules").mkdir()
    (tree / ".venv" / "lib" / "node_modules" / "no.py").touch()
    assert names(".venv") == [".venv/lib/y.py"]

"""Files are replaced as a whole, keep what they are, and are never overwritten blindly."""

from __future__ import annotations

import os
import stat
from pathlib import Path

import pytest

from purity_lint.errors import WriteError
from purity_lint.source.swap import swap
from purity_lint.source.write import write_atomically


def test_mode_and_link_are_kept(tmp_path: Path) -> None:
    target = tmp_path / "real.py"
    target.write_bytes(b"old")
    target.chmod(0o751)
    link = tmp_path / "link.py"
    link.symlink_to(target)
    write_atomically(link, b"new", expected=b"old")
    assert link.is_symlink()
    assert target.read_bytes() == b"new"
    assert stat.S_IMODE(target.stat().st_mode) == 0o751
    assert sorted(os.listdir(tmp_path)) == ["link.py", "real.py"]


def test_a_file_that_changed_meanwhile_is_left_alone(tmp_path: Path) -> None:
    target = tmp_path / "a.py"
    target.write_bytes(b"edited by hand")
    with pytest.raises(WriteError, match="changed by someone else"):
        write_atomically(target, b"new", expected=b"old")
    assert target.read_bytes() == b"edited by hand"
    assert os.listdir(tmp_path) == ["a.py"]


def test_a_file_that_is_gone_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(WriteError, match="no such file"):
        write_atomically(tmp_path / "gone.py", b"new", expected=b"old")


@pytest.mark.parametrize("has_links", [True, False])
def test_what_is_typed_in_the_last_moment_stays(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, has_links: bool
) -> None:
    path = tmp_path / "m.py"
    path.write_bytes(b"old")
    replace = os.replace
    monkeypatch.setattr("purity_lint.source.replace.swap", lambda first, second: False)

    def late(source: Path, target: Path) -> None:
        """Replace, as soon as an editor has begun to save."""
        if path.read_bytes() == b"old" and has_links:
            path.write_bytes(b"typed")
        replace(source, target)

    def no_link(source: Path, target: Path) -> None:
        raise OSError("no links here")

    monkeypatch.setattr(os, "replace", late)
    if not has_links:
        monkeypatch.setattr(os, "link", no_link)
        write_atomically(path, b"new", b"old")
        assert path.read_bytes() == b"new"
    else:
        with pytest.raises(WriteError, match="changed by someone else"):
            write_atomically(path, b"new", b"old")
        assert path.read_bytes() == b"typed"
    assert os.listdir(tmp_path) == ["m.py"]


def save(path: Path, text: bytes) -> None:
    """Save as editors do: write another file, and rename it."""
    new = path.with_suffix(".new")
    new.write_bytes(text)
    new.replace(path)


@pytest.fixture
def can_swap(tmp_path: Path) -> None:
    for name in ("a", "b"):
        (tmp_path / name).write_text(name)
    if not swap(tmp_path / "a", tmp_path / "b"):
        pytest.skip("this file system cannot swap two names")
    assert (tmp_path / "a").read_text() == "b"
    for name in ("a", "b"):
        (tmp_path / name).unlink()


@pytest.mark.usefixtures("can_swap")
@pytest.mark.parametrize(
    ("saves", "kept"),
    [
        ([b"first"], b"first"),
        ([b"first", b"second"], b"second"),
        ([b"first", b"second", b"third"], b"third"),
        ([b"first", None], b"first"),
        ([b"new"], b"new"),
    ],
)
def test_what_is_saved_by_renaming_in_the_last_moment_stays(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, saves: list[bytes | None], kept: bytes
) -> None:
    path = tmp_path / "m.py"
    path.write_bytes(b"old")
    waiting = list(saves)

    def late(first: Path, second: Path) -> bool:
        """Swap, as soon as an editor has saved once more, or removed the file."""
        text = waiting.pop(0) if waiting else b""
        if text is None:
            path.unlink()
        elif text:
            save(path, text)
        return swap(first, second)

    monkeypatch.setattr("purity_lint.source.replace.swap", late)
    with pytest.raises(WriteError, match="changed by someone else"):
        write_atomically(path, b"new", b"old")
    assert path.read_bytes() == kept
    assert os.listdir(tmp_path) == ["m.py"]


@pytest.mark.usefixtures("can_swap")
def test_a_file_is_swapped_with_what_was_read(tmp_path: Path) -> None:
    path = tmp_path / "m.py"
    path.write_bytes(b"old")
    write_atomically(path, b"new", b"old")
    assert path.read_bytes() == b"new"
    assert os.listdir(tmp_path) == ["m.py"]

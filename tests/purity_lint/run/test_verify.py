"""``--verify`` and the bisection behind it."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from purity_lint.errors import WriteError
from purity_lint.fixes.bisect import largest_passing
from purity_lint.run.verification.trials import Change, VerifyError, verify


@given(st.integers(0, 40), st.sets(st.integers(0, 40)))
def test_single_culprits_are_found_exactly(count: int, culprits: set[int]) -> None:
    runs = 0

    def passes(items: list[int]) -> bool:
        nonlocal runs
        runs += 1
        return not culprits & set(items)

    items = list(range(count))
    kept, dropped = largest_passing(items, passes)
    assert kept == [i for i in items if i not in culprits]
    assert dropped == [i for i in items if i in culprits]
    assert runs <= 1 + len(dropped) * 2 * (count.bit_length() + 1)


def test_of_two_that_clash_one_stays() -> None:
    kept, dropped = largest_passing([1, 2, 3, 4], lambda items: not {2, 3} <= set(items))
    assert (kept, dropped) == ([1, 2, 4], [3])


def test_of_three_that_clash_the_fewest_go() -> None:
    def passes(items: list[int]) -> bool:
        return not ({1, 4} <= set(items) or {2, 4} <= set(items))

    kept, dropped = largest_passing([1, 2, 3, 4], passes)
    assert (kept, dropped) == ([1, 2, 3], [4])


def test_what_failed_only_beside_a_dropped_item_comes_back() -> None:
    kept, dropped = largest_passing(["a", "b"], lambda items: "a" not in items)
    assert (kept, dropped) == (["b"], ["a"])


def change(path: Path, names: Sequence[str]) -> Change[str]:
    before = "".join(f"old_{name}\n" for name in names).encode()
    path.write_bytes(before)

    def render(some: Sequence[str]) -> bytes:
        content = before
        for name in some:
            content = content.replace(f"old_{name}\n".encode(), f"new_{name}\n".encode())
        return content

    return Change(path, before, list(names), render)


def command(folder: Path, *forbidden: str) -> str:
    """A command that fails where a file of ``folder`` holds one of ``forbidden``."""
    script = folder / "check.py"
    script.write_text(
        "import pathlib, sys\n"
        f"text = ''.join(p.read_text() for p in pathlib.Path({str(folder)!r}).glob('*.txt'))\n"
        f"sys.exit(any(word in text for word in {forbidden!r}))\n"
    )
    return f'"{sys.executable}" "{script}"'


def test_everything_stays_where_the_command_passes(tmp_path: Path) -> None:
    changes = [change(tmp_path / "a.txt", ["1", "2"]), change(tmp_path / "b.txt", ["3"])]
    result = verify(changes, command(tmp_path))
    assert result.kept == {tmp_path / "a.txt": ["1", "2"], tmp_path / "b.txt": ["3"]}
    assert result.rolled_back == {}
    assert result.runs == 2
    assert (tmp_path / "a.txt").read_text() == "new_1\nnew_2\n"


def test_only_the_bad_fixes_go(tmp_path: Path) -> None:
    names = [[f"{letter}{i}" for i in range(8)] for letter in "abcd"]
    changes = [change(tmp_path / f"{n[0]}.txt", n) for n in names]
    result = verify(changes, command(tmp_path, "new_b3", "new_d0"))
    assert result.rolled_back == {tmp_path / "b0.txt": ["b3"], tmp_path / "d0.txt": ["d0"]}
    text = "".join((tmp_path / f"{n[0]}.txt").read_text() for n in names)
    assert text.count("new_") == 30
    assert "old_b3" in text
    assert "old_d0" in text
    assert result.runs < 25


def test_a_file_none_of_whose_fixes_stand_is_as_it_was(tmp_path: Path) -> None:
    changes = [change(tmp_path / "a.txt", ["1"]), change(tmp_path / "b.txt", ["2"])]
    result = verify(changes, command(tmp_path, "new_1"))
    assert result.kept == {tmp_path / "b.txt": ["2"]}
    assert (tmp_path / "a.txt").read_text() == "old_1\n"


def test_a_command_that_fails_anyway_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(VerifyError, match="fails before anything is fixed"):
        verify([change(tmp_path / "a.txt", ["1"])], command(tmp_path, "old_1"))
    assert (tmp_path / "a.txt").read_text() == "old_1\n"


def test_a_command_that_hangs_fails(tmp_path: Path) -> None:
    sleeper = f'"{sys.executable}" -c "import time; time.sleep(60)"'
    with pytest.raises(VerifyError):
        verify([change(tmp_path / "a.txt", ["1"])], sleeper, timeout=0.5)


def test_files_are_put_back_when_something_goes_wrong(tmp_path: Path) -> None:
    first, second = change(tmp_path / "a.txt", ["1"]), change(tmp_path / "b.txt", ["2"])

    def broken(some: Sequence[str]) -> bytes:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        verify([first, Change(second.path, second.before, second.fixes, broken)], command(tmp_path))
    assert (tmp_path / "a.txt").read_text() == "old_1\n"


def test_a_file_that_changed_meanwhile_is_left_alone(tmp_path: Path) -> None:
    one = change(tmp_path / "a.txt", ["1"])
    one.path.write_text("edited\n")
    with pytest.raises(WriteError, match="changed by someone else"):
        verify([one], command(tmp_path))
    assert one.path.read_text() == "edited\n"

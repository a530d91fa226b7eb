"""Patterns mean what git means by them, and cost no more than pattern times path."""

from __future__ import annotations

import subprocess
import sys
from itertools import product
from pathlib import Path
from types import FrameType

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from purity_lint.configuration.globs import Globs

NAMES = ["a", "b", "ab", "a.py", "[a]", "x y", "a ", "]", "-", "!a", "#a", "a\\"]
PATHS = ["/".join(path) for n in (1, 2, 3) for path in product(NAMES[: 12 // n], repeat=n)]
FRAGMENTS = [
    "a",
    "b",
    "*",
    "?",
    "[ab]",
    "[!a]",
    "[^b]",
    "[a-c]",
    "[]]",
    "[[:alpha:]]",
    "[b-a]",
    "[a-]",
    "\\*",
    "\\a",
    ".py",
    " ",
    "!",
    "#",
]

segments = st.one_of(
    st.sampled_from(["a", "b", "*", "**", "***", "a*", "*b*", "\\"]),
    st.lists(st.sampled_from(FRAGMENTS), min_size=1, max_size=4).map("".join),
)
patterns = st.tuples(
    st.sampled_from(["", "", "!", "/"]),
    st.lists(segments, min_size=1, max_size=3).map("/".join),
    st.sampled_from(["", "", "/", " ", "\\ "]),
).map("".join)


@pytest.fixture(scope="module")
def repository(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("repository")
    subprocess.run(["git", "init", "-q", str(folder)], check=True)
    return folder


def git_ignores(repository: Path, lines: list[str]) -> set[str]:
    (repository / ".gitignore").write_text("\n".join(lines) + "\n")
    command = ["git", "-C", str(repository), "check-ignore", "--no-index", "-z", "--stdin"]
    done = subprocess.run(command, input="\0".join(PATHS), capture_output=True, text=True, check=False)
    return set(filter(None, done.stdout.split("\0")))


def ignored(globs: Globs, path: str) -> bool:
    """As a walk from the top asks: first for the folders."""
    names = path.split("/")
    return any(
        globs.verdict("/".join(names[:n]), is_dir=n < len(names)) is True for n in range(1, len(names) + 1)
    )


@given(lines=st.lists(patterns, min_size=1, max_size=3))
@settings(max_examples=100)
def test_verdicts_are_those_of_git(repository: Path, lines: list[str]) -> None:
    globs = Globs(lines)
    assert {path for path in PATHS if ignored(globs, path)} == git_ignores(repository, lines)


@given(lines=st.lists(st.text(max_size=20), max_size=5), path=st.text(max_size=20))
@settings(max_examples=300)
def test_any_text_is_a_list_of_patterns(lines: list[str], path: str) -> None:
    globs = Globs(lines)
    assert globs.matches(path) in {True, False}
    assert globs.verdict(path, is_dir=False) in {True, False, None}


@pytest.mark.parametrize(
    ("line", "path", "matches"),
    [
        ("build", "build/x/y.py", True),
        ("build/", "build", False),
        ("build/", "build/y.py", True),
        ("/build", "a/build/y.py", False),
        ("a/**/b", "a/b/x.py", True),
        ("a/**/b", "a/x/y/b/x.py", True),
        ("tests/**", "tests/x.py", True),
        ("tests/**", "tests", False),
        ("*.pyi", "../other/x.pyi", True),
        ("caf?.py", "café.py", True),
        ("[", "[", False),
        ("*", ".", False),
        ("a\\", "a\\", False),
    ],
)
def test_paths_match_with_what_is_above_them(line: str, path: str, matches: bool) -> None:
    assert Globs([line]).matches(path) is matches


def test_the_last_pattern_decides() -> None:
    assert not Globs(["*.py", "!keep.py"]).matches("a/keep.py")
    assert Globs(["*.py", "!keep.py", "keep.py"]).matches("a/keep.py")
    assert not Globs(["keep.py", "!k*"]).matches("a/keep.py")


HOSTILE = """
from purity_lint.configuration.globs import Globs
name, deep = "a" * 250, "/".join("a" * 2000)
for pattern in ("*a" * 60 + "b", "a*" * 100 + "b", "[a-b]*" * 60 + "c", "*?" * 60 + "b", "*" * 200 + "b"):
    assert not Globs([pattern]).matches(name + ".py")
for pattern in ("**/a/" * 100 + "b", "**/*/" * 100 + "**/b", "a/**/" * 500 + "b"):
    assert not Globs([pattern]).matches(deep + "/x.py")
"""


def test_stars_do_not_multiply() -> None:
    """With backtracking each of these takes longer than the universe has."""
    subprocess.run([sys.executable, "-c", HOSTILE], check=True, timeout=120)


def test_thousands_of_patterns_are_matched_at_once() -> None:
    path = "/".join(["ab" * 5] * 200)
    assert calls_for(10, path) == calls_for(3000, path)


def calls_for(patterns: int, path: str) -> int:
    """Return how many functions are called to match ``path`` against so many patterns."""
    globs = Globs(
        [f"*a*b{number}*c*" if number % 2 else f"**/*a*/**/*{number}*" for number in range(patterns)]
    )
    count = 0

    def called(frame: FrameType, event: str, argument: object) -> None:
        nonlocal count
        count += event in {"call", "c_call"} and frame.f_code.co_name != "_move"

    before = sys.getprofile()
    globs.matches(path)  # which sorts the patterns by character
    sys.setprofile(called)
    try:
        globs.matches(path[:-1])
    finally:
        sys.setprofile(before)
    return count

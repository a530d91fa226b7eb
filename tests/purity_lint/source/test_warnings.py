r"""Python's parser warns of `"\d"` and of `1or`, as the interpreter chooses; users would take that for a finding."""

from __future__ import annotations

import ast
import warnings
from collections.abc import Iterator
from pathlib import Path

import pytest

from purity_lint.configuration.files import SettingsResolver
from purity_lint.configuration.settings import Settings
from purity_lint.run.check import check_project
from purity_lint.run.fix import fix_project
from purity_lint.run.resident import ResidentProject

SETTINGS = Settings(unsafe_fixes=True)
SOURCE = r'''
import numpy as np


def scaled(x: "np.ndarray['\d']", y: np.ndarray, text: str):
    """Return \d.

    >>> re.split("\\d", text)
    """
    if 1or y.ndim:
        name = f"{np.mean(y)!r:\d}\{np.sum(y)}"
        print(name, "\w" + text, np.sum(y, axis=1if text == "\q" else 1))
        total = np.mean(y, dtype=np.dtype("f4"))  # the comment of a long line, \d, so that layout has something to do
    return np.add(np.multiply(y, y, where="\d" in text), np.mean(y)) + np.where(y > 0, np.mean(y), np.mean(y) - 1)
'''


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "scaled.py"
    path.write_text(SOURCE, encoding="utf-8")
    return path


@pytest.fixture
def told() -> Iterator[list[warnings.WarningMessage]]:
    with warnings.catch_warnings(record=True) as found:
        warnings.simplefilter("always")
        yield found


def test_python_has_something_to_warn_of(told: list[warnings.WarningMessage]) -> None:
    ast.parse(SOURCE)
    assert len(told) > 3


def test_check_says_nothing_of_it(file: Path, told: list[warnings.WarningMessage]) -> None:
    assert check_project([(file, SETTINGS)]).diagnostics
    assert told == []


def test_fix_says_nothing_of_it(file: Path, told: list[warnings.WarningMessage]) -> None:
    assert sum(fix_project([(file, SETTINGS)], write=True).counts.values()) > 3
    assert told == []


def test_the_server_says_nothing_of_it(file: Path, told: list[warnings.WarningMessage]) -> None:
    project = ResidentProject(file.parent, SettingsResolver(lambda _: SETTINGS))
    data = SOURCE.encode()
    assert project.understand(file, data).model is None
    assert project.fixed(file, data).content is not None
    assert told == []

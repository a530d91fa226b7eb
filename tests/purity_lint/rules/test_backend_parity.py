"""PUR107 over the files of a project: modules and classes of several backends."""

from __future__ import annotations

from pathlib import Path

import pytest

from purity_lint.configuration.settings import Settings
from purity_lint.run.cache.facts import Cache
from purity_lint.run.check import check_project

NUMPY = """\
import numpy as np


def mean(x, axis=None):
    return np.mean(x, axis)


def std(x):
    return np.std(x)
"""
TORCH = """\
import torch


def mean(x, axis=None):
    return torch.mean(x, axis)
"""
BASE = """\
class Backend:
    def mean(self, x):
        raise NotImplementedError

    def double(self, x):
        return self.mean(x) * 2
"""
ONE = """\
from .base import Backend


class NumpyBackend(Backend):
    def mean(self, x): ...
    def double(self, x): ...
    def std(self, x): ...
"""
OTHER = """\
from .base import Backend


class TorchBackend(Backend):
    def std(self, x): ...
"""


def write(root: Path, **files: str) -> None:
    """Files below ``root``; ``__`` in a name is a slash."""
    for name, text in files.items():
        path = root / f"{name.replace('__', '/')}.py"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    for folder in {path.parent for path in root.rglob("*.py")}:
        (folder / "__init__.py").touch()


def parity(root: Path, cache: Cache | None = None) -> list[tuple[str, int, str]]:
    """(file, line, message) of every finding of PUR107."""
    settings = Settings(root=root, select=("PUR107",))
    outcome = check_project([(path, settings) for path in sorted(root.rglob("*.py"))], cache=cache, jobs=1)
    assert not outcome.errors
    return [(d.path.relative_to(root).as_posix(), d.span.line, d.message) for d in outcome.diagnostics]


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("pkg__numpy_backend", "pkg__torch_backend"),
        ("pkg__numpy__ops", "pkg__torch__ops"),
        ("pkg__backend__numpy", "pkg__backend__pytorch"),
    ],
)
def test_modules_named_after_libraries_are_compared(tmp_path: Path, one: str, other: str) -> None:
    write(tmp_path, **{one: NUMPY, other: TORCH})
    (found,) = parity(tmp_path)
    assert found[:2] == (f"{other.replace('__', '/')}.py", 1)
    assert "lacks `std`" in found[2]


def test_parameters_are_compared_with_the_first_that_has_the_function(tmp_path: Path) -> None:
    write(
        tmp_path,
        pkg__numpy_backend=TORCH.replace("torch", "numpy"),
        pkg__torch_backend=TORCH.replace("axis", "dim"),
    )
    (found,) = parity(tmp_path)
    assert found[:2] == ("pkg/torch_backend.py", 4)
    assert "than in `numpy_backend.py`" in found[2]


def test_classes_are_compared_across_files_and_may_inherit(tmp_path: Path) -> None:
    write(tmp_path, pkg__base=BASE, pkg__one=ONE, pkg__other=OTHER)
    (found,) = parity(tmp_path)
    assert found[:2] == ("pkg/other.py", 4)
    assert "lacks `mean`, which `NumpyBackend` has" in found[2]


@pytest.mark.parametrize(
    "torch",
    [
        TORCH + "std = torch.std\n",
        "from .more import *\n" + TORCH,
        "def from_torch(x): ...\n\n\ndef to_torch(x): ...\n",
    ],
    ids=["bound", "star", "nothing in common"],
)
def test_what_may_be_there_is_not_missed(tmp_path: Path, torch: str) -> None:
    write(tmp_path, pkg__numpy_backend=NUMPY, pkg__torch_backend=torch)
    assert parity(tmp_path) == []


def test_what_is_common_to_all_no_backend_lacks(tmp_path: Path) -> None:
    write(tmp_path, pkg__numpy__ops=NUMPY, pkg__torch__ops=TORCH, pkg__common__ops="def std(xp, x): ...\n")
    assert parity(tmp_path) == []


def test_a_decorator_may_change_the_parameters(tmp_path: Path) -> None:
    torch = NUMPY.replace("def mean(x, axis=None)", "@reduction\ndef mean(x)")
    write(tmp_path, pkg__numpy_ops=NUMPY, pkg__torch_ops=torch)
    assert parity(tmp_path) == []


@pytest.mark.parametrize(
    "std",
    [
        "def std(*args, **kwargs):\n    return None",
        "def std(unsupported):\n    raise NotImplementedError",
        'def std(unsupported):\n    """Not here."""\n    raise NotImplementedError("on PyTorch")',
    ],
)
def test_what_takes_anything_or_does_nothing_is_not_compared(tmp_path: Path, std: str) -> None:
    write(tmp_path, pkg__numpy_backend=NUMPY, pkg__torch_backend=f"{TORCH}\n\n{std}\n")
    assert parity(tmp_path) == []


@pytest.mark.parametrize(
    ("more", "lacks"),
    [
        ("def centred(x):\n    return x - mean(x)", True),
        ("def centred(x):\n    return x - mean(x)\n\n\ndef scaled(x):\n    return centred(x) / 2", False),
        ("def to_numpy_dtype(x):\n    return x", False),
    ],
    ids=["operation", "helper", "of the library"],
)
def test_helpers_and_what_speaks_of_a_library_no_other_lacks(tmp_path: Path, more: str, lacks: bool) -> None:
    numpy = f"{TORCH.replace('torch', 'numpy')}\n\n{more}\n"
    write(tmp_path, pkg__numpy_backend=numpy, pkg__torch_backend=TORCH)
    found = [message for _, _, message in parity(tmp_path)]
    assert any("lacks `centred`" in message for message in found) is lacks


def test_a_class_in_a_branch_is_compared_where_it_stands(tmp_path: Path) -> None:
    own = "class NumpyBackend:\n    def mean(self, x): ...\n    def std(self, x): ...\n"
    asked = "try:\n    import torch\nexcept ImportError:\n    pass\nelse:\n"
    other = f"{asked}    class TorchBackend:\n        def mean(self, x): ...\n"
    write(tmp_path, pkg__backends=f"{own}\n\n{other}")
    (found,) = parity(tmp_path)
    assert found[1] == 11
    assert "`TorchBackend` lacks `std`" in found[2]


def test_tests_are_no_implementations(tmp_path: Path) -> None:
    write(tmp_path, tests__test_numpy=NUMPY, tests__test_torch=TORCH)
    assert parity(tmp_path) == []


def test_a_change_in_one_backend_is_seen_in_the_other(tmp_path: Path) -> None:
    """Although nothing else is known of its file than before, and no file imports another."""
    project, cache = tmp_path / "project", Cache(tmp_path / "cache")
    write(project, pkg__numpy_backend=NUMPY, pkg__torch_backend=TORCH)
    assert len(parity(project, cache)) == 1
    (project / "pkg/numpy_backend.py").write_text(NUMPY.partition("\n\n\ndef std")[0] + "\n")
    assert parity(project, cache) == []
    (project / "pkg/numpy_backend.py").write_text(NUMPY)
    assert len(parity(project, cache)) == 1

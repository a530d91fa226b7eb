"""Functions that the backend of a package lacks, composed of its methods."""

from __future__ import annotations

from pathlib import Path

import pytest

from purity_lint.configuration.settings import Settings
from purity_lint.engine.fix import fix
from purity_lint.source.read import source_from_bytes

METHODS = ("exp(self, a)", "log(self, a)", "sqrt(self, a)", "sum(self, a, axis=None, keepdims=False)")
METHODS += ("mean(self, a, axis=None)", "max(self, a, axis=None)", "min(self, a, axis=None)", "abs(self, a)")
METHODS += ("dot(self, a, b)", "zeros(self, shape, type_as=None)", "ones(self, shape, type_as=None)")
METHODS += ("concatenate(self, arrays, axis=0)", "full(self, shape, fill_value, type_as=None)")
METHODS += ("isnan(self, a)", "isinf(self, a)", "diag(self, a, k=0)", "stack(self, arrays, axis=0)")
BACKEND = "\n\ndef get_backend(*args): ...\n\n\nclass Backend:\n" + "".join(
    f"    def {m}: ...\n" for m in METHODS
)
HEAD = '''import numpy as np
from .backend import get_backend


def f(a, b, M):
    """Solve.

    Parameters
    ----------
    a : ndarray, shape (n,)
    b : np.ndarray (m,)
    M : (n, m) array_like
    """
    nx = get_backend(a, b, M)
    return {}
'''


def fixed(folder: Path, value: str, head: str = HEAD) -> str:
    """What a function of a package with a backend returns, after fixing."""
    package = folder / "own"
    package.mkdir(exist_ok=True)
    (package / "__init__.py").touch()
    (package / "backend.py").write_text(BACKEND)
    source = source_from_bytes(head.format(value).encode(), package / "solver.py", None)
    outcome = fix(source, Settings(root=folder, unsafe_fixes=True))
    assert not outcome.errors
    return outcome.after.rpartition("return ")[2].strip()


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("np.mean(M, axis=0, keepdims=True)", "nx.mean(M, axis=0)[None, :]"),
        ("np.mean(M, 1, keepdims=True)", "nx.mean(M, axis=1)[:, None]"),
        ("np.max(M, axis=-1, keepdims=True)", "nx.max(M, axis=-1)[:, None]"),
        ("np.outer(a, b)", "a[:, None] * b[None, :]"),
        ("np.outer(a + 1, b) * M", "((a + 1)[:, None] * b[None, :]) * M"),
        (
            "np.append(a, [np.sum(b) / 2] * 3)",
            "nx.concatenate((a, nx.full((3,), nx.sum(b) / 2, type_as=a)))",
        ),
        ("np.append(a, b)", "nx.concatenate((a, b))"),
        ("np.isfinite(M)", "~(nx.isnan(M) | nx.isinf(M))"),
        ("np.expand_dims(M, 1)", "M[:, None]"),
        ("np.expand_dims(a, 0)", "a[None, :]"),
        ("np.trace(M)", "nx.sum(nx.diag(M))"),
        ("np.square(M)", "M ** 2"),
        ("np.log1p(np.log1p(M))", "nx.log(1 + nx.log(1 + M))"),
        ("np.expm1(M) * a", "(nx.exp(M) - 1) * a"),
        ("np.shape(M)[0]", "M.shape[0]"),
    ],
)
def test_what_the_backend_lacks_is_composed_of_what_it_has(tmp_path: Path, before: str, after: str) -> None:
    assert fixed(tmp_path, before) == after


def test_methods_of_arrays_are_composed_as_well(tmp_path: Path) -> None:
    head = HEAD.replace("    nx = get_backend(a, b, M)\n", "")
    after = "nx.mean(M, axis=0)[None, :] + nx.exp(M)"
    assert fixed(tmp_path, "M.mean(0, keepdims=True) + np.exp(M)", head) == after


@pytest.mark.parametrize(
    "kept",
    [
        "np.outer(M, b)",  # which NumPy flattens
        "np.append(M, b)",  # the same
        "np.append(a, [1.0, 2.0])",
        "np.mean(M, keepdims=True)",
        "np.isfinite(np.load('x'))",
        "np.trace(M, offset=1)",
    ],
)
def test_other_calls_stay(tmp_path: Path, kept: str) -> None:
    assert fixed(tmp_path, kept) == kept

"""What a package with a class of backends computes with NumPy on purpose."""

from __future__ import annotations

from pathlib import Path

import pytest

from purity_lint.configuration.settings import Settings
from purity_lint.engine.check import check
from purity_lint.knowledge.vocabularies.own_backend import OF_ARRAYS
from purity_lint.source.read import source_from_bytes

METHODS = "".join(f"    def {name}(self, a, axis=None): ...\n" for name in sorted(OF_ARRAYS))
BACKEND = f"import numpy\n\n\nclass Backend:\n{METHODS}\n\ndef get_backend(*args):\n    return Backend()\n"
HEAD = "import numpy as np\nfrom .backend import get_backend\n\n\n"


def found(folder: Path, code: str) -> list[str]:
    """Which rules speak about a module of a package with backends."""
    package = folder / "transport"
    package.mkdir()
    (package / "__init__.py").touch()
    (package / "backend.py").write_text(BACKEND)
    source = source_from_bytes(f"{HEAD}{code}".encode(), package / "a.py", None)
    checked = check(source, Settings(root=folder, scope="namespaces"))
    assert not checked.errors
    return [one.code for one in checked.diagnostics]


OTHERWISE = "    else:\n        nx = get_backend({asked})\n        return nx.ones((n,), like) / n\n"


@pytest.mark.parametrize(
    ("test", "asked", "codes"),
    [
        ("like is None", "like", []),
        ("like is None", "like, n", ["PUR103"]),
        ("like is not None", "like", ["PUR103"]),
        ("n is None", "like", ["PUR103"]),
    ],
)
def test_who_gives_no_array_gets_one_of_numpys(
    tmp_path: Path, test: str, asked: str, codes: list[str]
) -> None:
    code = f"def f(n, like=None):\n    if {test}:\n        return np.ones((n,)) / n\n"
    assert found(tmp_path, code + OTHERWISE.format(asked=asked)) == codes


@pytest.mark.parametrize(
    ("made", "asked", "codes"),
    [
        ("np.zeros(0)", "like", []),
        ("np.zeros(0)", "like, *args", ["PUR103"]),
        ("np.exp(args[0])", "like", ["PUR103"]),
    ],
)
def test_an_array_that_alone_tells_the_backend_tells_numpys(
    tmp_path: Path, made: str, asked: str, codes: list[str]
) -> None:
    code = f"def f(*args):\n    like = {made}\n    nx = get_backend({asked})\n    return nx.sum(like)\n"
    assert found(tmp_path, code) == codes


@pytest.mark.parametrize(
    ("limit", "codes"),
    [
        ("np.finfo(float).tiny", []),
        ("np.iinfo(np.int32).max", []),
        ('np.finfo("float32").eps', []),
        ("np.finfo(a.dtype).eps", ["PUR103"]),
        ("np.max(a)", ["PUR103"]),
    ],
)
def test_the_limits_of_a_dtype_that_is_written_out_are_numbers(
    tmp_path: Path, limit: str, codes: list[str]
) -> None:
    code = f"def f(a):\n    nx = get_backend(a)\n    return nx.sum(a) + {limit}\n"
    assert found(tmp_path, code) == codes


@pytest.mark.parametrize(
    ("question", "codes"),
    [
        ('isinstance(s, np.random.RandomState) and str(nx) == "numpy"', []),
        ('isinstance(s, np.random.RandomState) or str(nx) == "numpy"', ["PUR502"]),
        ('isinstance(s, np.random.RandomState) and str(nx) != "numpy"', ["PUR502"]),
    ],
)
def test_a_class_may_be_asked_for_before_the_backend(tmp_path: Path, question: str, codes: list[str]) -> None:
    code = (
        f"def f(a, s):\n    nx = get_backend(a)\n    if {question}:\n        return s\n    return nx.sum(a)\n"
    )
    assert found(tmp_path, code) == codes


@pytest.mark.parametrize(
    ("taken", "codes"),
    [("a, b = nx.to_numpy(a, b)\n    b = b / b.sum()", []), ("b = b / nx.sum(b)", ["PUR103"])],
)
def test_a_function_inside_is_given_numpys_arrays_where_it_is_called(
    tmp_path: Path, taken: str, codes: list[str]
) -> None:
    code = (
        f"def f(a, b):\n    nx = get_backend(a, b)\n    {taken}\n\n    def solve(b):\n"
        "        rest = b != 0\n        if np.any(~rest):\n            return nx.from_numpy(b)\n        return None\n\n"
        "    return solve(b)\n"
    )
    assert found(tmp_path, code) == codes

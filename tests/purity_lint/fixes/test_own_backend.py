"""Fixes in the words of a backend that a package has of its own."""

from __future__ import annotations

from pathlib import Path

import pytest

from purity_lint.configuration.settings import Settings
from purity_lint.engine.check import check
from purity_lint.engine.fix import fix
from purity_lint.source.file import SourceFile
from purity_lint.source.read import source_from_bytes

METHODS = ("exp(self, a)", "log(self, a)", "sqrt(self, a)", "sum(self, a, axis=None, keepdims=False)")
METHODS += ("mean(self, a, axis=None)", "max(self, a, axis=None)", "min(self, a, axis=None)", "abs(self, a)")
METHODS += (
    "sqrtm(self, a)",
    "dot(self, a, b)",
    "zeros(self, shape, type_as=None)",
    "ones(self, shape, type_as=None)",
)
METHODS += ("concatenate(self, arrays, axis=0)", "arange(self, stop, start=0, step=1, type_as=None)")
METHODS += ("full(self, shape, fill_value, type_as=None)", "copy(self, a)")
METHODS += ("flip(self, a, axis=None)", "logsumexp(self, a, axis=None)")
METHODS += ("norm(self, a)", "stack(self, arrays, axis=0)", "einsum(self, subscripts, *operands)")
BACKEND = "\n\ndef get_backend(*args): ...\n\n\nclass Backend:\n" + "".join(
    f"    def {m}: ...\n" for m in METHODS
)
HEAD = """import numpy as np
from .backend import get_backend
from .utils import list_to_array


def f(a, M, reg):
    a = np.asarray(a, dtype=np.float64)
    M = np.asarray(M, dtype=np.float64)
    {}
"""


def source(folder: Path, statements: str, head: str = HEAD) -> SourceFile:
    """A module of a package with a backend."""
    package = folder / "own"
    package.mkdir(exist_ok=True)
    (package / "__init__.py").touch()
    (package / "backend.py").write_text(BACKEND)
    return source_from_bytes(head.format(statements).encode(), package / "solver.py", None)


def fixed(folder: Path, statements: str) -> str:
    """The same, after fixing."""
    outcome = fix(source(folder, statements), Settings(root=folder, unsafe_fixes=True))
    assert not outcome.errors
    return outcome.after


@pytest.mark.parametrize(
    ("before", "after"),
    [
        # lists of arrays and numbers, which NumPy makes arrays of
        (
            "return np.sum([np.dot(a, M) for _ in range(3)])",
            "return np.sum([nx.dot(a, M) for _ in range(3)])",
        ),
        (
            "errors = []\n    errors.append(np.sum(M))\n    return np.mean(errors[-9:])",
            "errors = []\n    errors.append(nx.sum(M))\n    return np.mean(errors[-9:])",
        ),
        (
            "s = step(np.sum(M))\n    return np.abs(s)\n\n\ndef step(b):\n    return b if b > 0 else 1.0",
            "s = step(nx.sum(M))\n    return np.abs(s)\n\n\ndef step(b):\n    return b if b > 0 else 1.0",
        ),
        ("return np.sum(M, axis=0)", "return nx.sum(M, axis=0)"),
        ("return np.linalg.norm(M)", "return nx.norm(M)"),
        ("return np.ones(M.shape) * a", "return nx.ones(M.shape, type_as=M) * a"),
        ("return np.zeros(3, dtype=np.float64) + a", "return nx.zeros(3, type_as=a) + a"),
        ("return np.zeros(3, dtype=int) + a", "return np.zeros(3, dtype=int) + a"),
        ("return np.min((np.sum(a), np.max(M)))", "return nx.min(nx.stack((nx.sum(a), nx.max(M))))"),
        ("return np.divide(a, M) + a", "return a / M + a"),
        ("return abs(a - M).max() * a", "return nx.max(nx.abs(a - M)) * a"),
        ("return abs(len(M)) * nx.exp(a)", "return abs(len(M)) * nx.exp(a)"),
        ("i = np.argwhere(np.abs(a)); return a[i]", "i = np.argwhere(np.abs(a)); return a[i]"),
        ("return np.einsum('ij->i', M)", "return nx.einsum('ij->i', M)"),
        ("dim_M = len(M); return np.ones(dim_M) * a", "dim_M = len(M); return nx.ones(dim_M, type_as=M) * a"),
        ("n = len(M); return np.full(n, 2.0) * a", "n = len(M); return nx.full((n,), 2.0, type_as=M) * a"),
        ("return np.full(M.shape, 2.0) * a", "return nx.full(M.shape, 2.0, type_as=M) * a"),
        ("n = len(M); return np.ones(n) * a", "n = len(M); return nx.ones(n, type_as=M) * a"),
        ("n, m = M.shape; return np.ones(m) * a", "n, m = M.shape; return nx.ones(m, type_as=M) * a"),
        (
            "n = M.shape[0]; return np.ones((n, 2)) * a",
            "n = M.shape[0]; return nx.ones((n, 2), type_as=M) * a",
        ),
        ("n = len([1, 2]); return np.ones(n) * a", "n = len([1, 2]); return nx.ones(n, type_as=a) * a"),
        ("return a * np.ones_like(M)", "return a * nx.ones(M.shape, type_as=M)"),
        ("return a * np.full_like(M, 2.0)", "return a * nx.full(M.shape, 2.0, type_as=M)"),
        ("return a * np.zeros_like(M[0])", "return a * nx.zeros(M[0].shape, type_as=M)"),
        ("return a * np.zeros_like(M, dtype=int)", "return a * np.zeros_like(M, dtype=int)"),
        ("return a * np.zeros_like(np.cumsum(M))", "return a * np.zeros_like(np.cumsum(M))"),
        ("return a[:, np.newaxis] * M", "return a[:, None] * M"),
        ("return np.exp(M)[::-1] * a", "return nx.flip(nx.exp(M), axis=0) * a"),
        ("return np.exp(M)[:, ::-1] * a", "return nx.flip(nx.exp(M), axis=1) * a"),
        ("return np.exp(M)[::-2] * a", "return nx.exp(M)[::-2] * a"),
        ("return np.exp(M).dot(a.dot(M))", "return nx.dot(nx.exp(M), nx.dot(a, M))"),
        ("return a * np.exp(M).dot(a, out=None)", "return a * np.exp(M).dot(a, out=None)"),
        (
            "return np.hstack((M, np.ones((3, 1)))) + a",
            "return nx.concatenate((M, nx.ones((3, 1), type_as=a)), axis=1) + a",
        ),
        ("return np.hstack((M, a)) + a", "return np.hstack((M, a)) + a"),
        ("return np.concatenate((a, a))", "return nx.concatenate((a, a))"),
        ("return np.concatenate((a, [0.0]))", "return np.concatenate((a, [0.0]))"),
        ("return np.outer(a, M)", "return np.outer(a, M)"),
        ("return np.cumsum(M)", "return np.cumsum(M)"),
        ("return np.sum(M, where=a)", "return np.sum(M, where=a)"),
        ("return M * np.pi", "return M * np.pi"),
    ],
)
def test_a_function_becomes_a_method(tmp_path: Path, before: str, after: str) -> None:
    assert fixed(tmp_path, before).endswith(f"    {after}\n")


@pytest.mark.parametrize(
    ("asked", "like"),
    [
        ("if len(a) == 0:\n        a = np.ones(len(M)) / len(M)", "M"),
        ("if a.shape[0] == 0:\n        a = np.ones(3)", "M"),
        ("if len(a) == 0:\n        a = a + np.ones(3)", "a"),
        ("if len(a) == 0:\n        raise ValueError", "a"),
        ("if reg > 0:\n        a = np.ones(3)", "a"),
        ("if len(a) == len(M) == 0:\n        a = np.ones(3)\n        M = np.ones((3, 3))", "a"),
    ],
)
def test_what_callers_may_leave_empty_is_no_example_of_an_array(
    tmp_path: Path, asked: str, like: str
) -> None:
    text = fixed(tmp_path, f"{asked}\n    return np.dot(np.zeros(3), M) * a")
    assert f"return nx.dot(nx.zeros(3, type_as={like}), M) * a\n" in text
    assert f"a = nx.ones(3, type_as={like})" in text or "a = np.ones(3)" not in asked


@pytest.mark.parametrize(
    ("call", "after"),
    [
        ("logsumexp(M / reg, axis=1)", "nx.logsumexp(M / reg, axis=1)"),
        ("logsumexp(M / reg, 1)", "nx.logsumexp(M / reg, 1)"),
        ("logsumexp(M / reg, axis=1, keepdims=True)", None),
        ("logsumexp(M / reg, b=a)", None),
        ("softmax(M)", None),
    ],
)
def test_a_function_of_scipy_becomes_the_method_that_takes_its_arguments(
    tmp_path: Path, call: str, after: str | None
) -> None:
    head = HEAD.replace(
        "import numpy as np\n", "import numpy as np\nfrom scipy.special import logsumexp, softmax\n"
    )
    code = source(tmp_path, f"return np.exp(a) * {call}", head)
    text = fix(code, Settings(root=tmp_path, unsafe_fixes=True)).after
    assert text.endswith(f"    return nx.exp(a) * {after or call}\n")


def test_an_element_that_is_kept_while_its_array_changes_is_copied(tmp_path: Path) -> None:
    """The element is a number on NumPy, and on PyTorch a part of the array: fixed functions gave other results."""
    text = fixed(tmp_path, "u = np.exp(a)\n    old = u[reg]\n    u[reg] = np.sum(M)\n    return u - old")
    assert "    old = nx.copy(u[reg])\n    u[reg] = nx.sum(M)\n" in text


@pytest.mark.parametrize("called", ["linalg.sqrtm(M)", "scipy.linalg.sqrtm(M + 1)"])
def test_a_function_of_scipy_is_the_method_of_its_name_without_an_operation(
    tmp_path: Path, called: str
) -> None:
    """`nx.sqrtm`, that no operation stands for: code that calls it stayed with SciPy, and kept its function whole."""
    imported = "import numpy as np\nimport scipy.linalg\nfrom scipy import linalg\n"
    head = HEAD.replace("import numpy as np\n", imported)
    code = source(tmp_path, f"return np.exp(a) * {called}", head)
    text = fix(code, Settings(root=tmp_path, unsafe_fixes=True)).after
    assert text.endswith(f"    return nx.exp(a) * nx.sqrtm{called.partition('sqrtm')[2]}\n")


@pytest.mark.parametrize(
    ("statements", "elsewhere", "asked"),
    [
        ("if len(a) == 0:\n        a = np.ones(3)", "", "M, a"),
        ("a = a + 1", "", "a, M"),
        ("if len(a) == 0:\n        a = np.ones(3)", "def g(a, M):\n    return get_backend(a, M)", "a, M"),
        ("a = a + 1", "def g(a, M):\n    return get_backend(M, a)", "M, a"),
        ("a = a + 1", "def g(b, M):\n    return get_backend(M, b)", "a, M"),
    ],
)
def test_the_getter_is_asked_as_elsewhere_and_last_about_what_may_be_empty(
    tmp_path: Path, statements: str, elsewhere: str, asked: str
) -> None:
    text = fixed(tmp_path, f"{statements}\n    return np.dot(a, M)\n\n\n{elsewhere}")
    assert f"    a, M = list_to_array(a, M)\n    nx = get_backend({asked})\n" in text


def test_a_new_axis_is_none_and_other_constants_stay(tmp_path: Path) -> None:
    head = HEAD.replace("    a = np.asarray(a, dtype=np.float64)\n", "    nx = get_backend(a, M)\n").replace(
        "    M = np.asarray(M, dtype=np.float64)\n", ""
    )
    code = source(tmp_path, "return nx.exp(M)[:, np.newaxis] * np.inf", head)
    found = [d for d in check(code, Settings(root=tmp_path)).diagnostics if d.code == "PUR103"]
    assert [d.message for d in found] == ["`np.newaxis` ties this code to NumPy: use `None`"]
    assert "return nx.exp(M)[:, None] * np.inf" in fix(code, Settings(root=tmp_path)).after


def test_the_backend_is_that_of_all_arrays_and_lists_are_taken_in_one_place(tmp_path: Path) -> None:
    text = fixed(tmp_path, "return np.exp(M / reg) * a")
    body = text.partition("def f(a, M, reg):\n")[2]
    assert body == (
        "    a, M = list_to_array(a, M)\n    nx = get_backend(a, M)\n    return nx.exp(M / reg) * a\n"
    )


def test_each_array_of_a_list_is_asked_for_its_backend(tmp_path: Path) -> None:
    documented = (
        '    """Do.\n\n    Parameters\n    ----------\n    M : list of ndarray\n        Costs.\n    """\n'
    )
    code = HEAD.replace("f(a, M, reg):\n", f"f(a, M, reg):\n{documented}").replace(
        "    M = np.asarray(M, dtype=np.float64)\n", ""
    )
    text = fix(
        source(tmp_path, "return np.dot(a, M[0])", code), Settings(root=tmp_path, unsafe_fixes=True)
    ).after
    body = text.rpartition('"""\n')[2]
    assert body == "    a = list_to_array(a)\n    nx = get_backend(a, *M)\n    return nx.dot(a, M[0])\n"


def test_a_method_for_vectors_alone_is_found_where_there_is_a_backend(tmp_path: Path) -> None:
    head = HEAD.replace("    a = np.asarray(a, dtype=np.float64)\n", "    nx = get_backend(a, M)\n")
    free = HEAD.replace("    a = np.asarray(a, dtype=np.float64)\n", "").replace(
        "    M = np.asarray(M, dtype=np.float64)\n", ""
    )
    numpys, backends, nobodys = (
        ("HEAD", HEAD),
        ("nx", head),
        ("none", free.replace("(a, M,", "(a, M: Array,")),
    )
    kinds = {"M.dot(M)": (1, 1, 0), "M.max(1)": (1, 1, 0), "M.max()": (1, 0, 0), "M.sum(1)": (1, 0, 0)}
    kinds |= {"M.reshape((3, 1))": (0, 0, 0), "M.T": (0, 0, 0)}
    for text, wanted in kinds.items():
        for (_, code), count in zip((numpys, backends, nobodys), wanted, strict=True):
            found = check(source(tmp_path, f"return {text}", code), Settings(root=tmp_path)).diagnostics
            assert [d.code for d in found].count("PUR104") == count, (text, code)


def test_what_is_written_by_out_is_assigned(tmp_path: Path) -> None:
    filling = "K = np.empty(M.shape)\n    np.divide(M, -reg, out=K)\n    np.exp(K, out=K)\n"
    text = fixed(tmp_path, f"{filling}    np.multiply(K, a / np.sum(K), out=K)\n    return K * a")
    assert "    K = nx.exp(-M / reg)\n    K = K * (a / nx.sum(K))\n    return K * a\n" in text
    assert "empty" not in text


@pytest.mark.parametrize(
    ("statements", "after"),
    [
        (
            "np.divide(M, reg, out=K)\n    a += 1\n    np.exp(K, out=K)",
            "    K = M / reg\n    a += 1\n    K = nx.exp(K)\n",
        ),
        ("np.divide(M, a, out=K)\n    np.dot(K, K, out=K)", "    K = M / a\n    K = nx.dot(K, K)\n"),
        ("np.exp(M, out=K)\n    np.log(K, out=K)", "    K = nx.log(nx.exp(M))\n"),
        (
            "np.divide(M, 2, out=K)\n    np.cumsum(K, out=K)",  # which no backend has
            "    np.divide(M, 2, out=K)\n    np.cumsum(K, out=K)\n",
        ),
    ],
)
def test_what_is_filled_twice_becomes_one_formula_where_nothing_is_between(
    tmp_path: Path, statements: str, after: str
) -> None:
    assert after in fixed(tmp_path, f"K = np.empty(M.shape)\n    {statements}\n    return K * a")


def test_a_formula_of_which_a_part_stays_with_numpy_stays_whole(tmp_path: Path) -> None:
    assert fixed(tmp_path, "return np.dot(np.cumsum(np.dot(a, M)), a)").endswith(
        "    return np.dot(np.cumsum(np.dot(a, M)), a)\n"
    )


@pytest.mark.parametrize(
    ("statements", "after"),
    [
        ("i = np.arange(len(M))\n    return M[i] + np.exp(a)", "    i = nx.arange(len(M))\n"),
        ("i = np.arange(len(M))\n    return M * i", "    i = nx.arange(len(M), type_as=M)\n"),
        ("return (M + a).sum(1)", "    return nx.sum(M + a, axis=1)\n"),
        ("return M.sum(axis=1, keepdims=True)", "    return nx.sum(M, axis=1, keepdims=True)\n"),
        ("return M.max(1)", "    return nx.max(M, axis=1)\n"),
    ],
)
def test_numbers_of_places_stay_whole_and_methods_become_functions(
    tmp_path: Path, statements: str, after: str
) -> None:
    assert after in fixed(tmp_path, statements)


def test_lists_of_numbers_are_not_asked_for_a_backend(tmp_path: Path) -> None:
    documented = (
        '    """Do.\n\n    Parameters\n    ----------\n    M : list of ndarray\n    reg : `int`, default=None\n'
        "    w : list of float\n    f : tensor-matrix multiplication function, as it is used\n"
        '    """\n    w = np.asarray(w)\n    reg = np.asarray(reg)\n'
    )
    head = HEAD.replace("f(a, M, reg):\n", f"f(a, M, reg, w, f):\n{documented}").replace(
        "    M = np.asarray(M, dtype=np.float64)\n", ""
    )
    text = fix(
        source(tmp_path, "return np.dot(a, M[0]) * np.zeros(3) * f(a) @ f", head),
        Settings(root=tmp_path, unsafe_fixes=True),
    ).after
    assert "    nx = get_backend(a, *M)\n" in text


def test_a_function_that_only_converts_computes_with_numpy(tmp_path: Path) -> None:
    text = "M = [nx.to_numpy(m) for m in M]\n    w = M[0].copy()\n    w[0] = np.sum(np.exp(w).dot(w))"
    assert found(tmp_path, text, "nx.from_numpy(w)") == []
    assert "PUR103" in found(tmp_path, text, "nx.from_numpy(w) + np.exp(nx.exp(M[0]))")


def test_a_backend_that_is_there_is_used(tmp_path: Path) -> None:
    head = HEAD.replace(
        "    a = np.asarray(a, dtype=np.float64)\n", "    b = get_backend(a, M)\n    u = b.exp(a)\n"
    )
    outcome = fix(source(tmp_path, "return u * np.log(M)", head), Settings(root=tmp_path, unsafe_fixes=True))
    assert "    return u * b.log(M)\n" in outcome.after
    assert "nx" not in outcome.after


def test_a_reduction_of_several_arrays_stacks_them(tmp_path: Path) -> None:
    head = HEAD.replace("    a = np.asarray(a, dtype=np.float64)\n", "    nx = get_backend(a, M)\n")
    code = source(tmp_path, "return nx.min((nx.sum(a), nx.sum(M)))", head)
    after = fix(code, Settings(root=tmp_path, unsafe_fixes=True)).after
    assert after.endswith("    return nx.min(nx.stack((nx.sum(a), nx.sum(M))))\n")


def test_what_the_backend_has_brought_to_numpy_is_the_hosts(tmp_path: Path) -> None:
    head = HEAD.replace(
        "    a = np.asarray(a, dtype=np.float64)\n",
        "    nx = get_backend(a, M)\n    a, M = nx.to_numpy(a, M)\n    a = np.asarray(a, dtype=np.float64)\n",
    )
    text = "a = a / np.sum(a); return np.ones((M.shape[0],), dtype=np.float64) * np.dot(a, M)"
    found = check(source(tmp_path, text, head), Settings(root=tmp_path)).diagnostics
    assert {d.code for d in found} <= {"PUR101"}


def test_a_function_inside_takes_what_was_brought_to_numpy(tmp_path: Path) -> None:
    before = "a, M = nx.to_numpy(a, M)\n    a = np.asarray(a)\n    at = a != 0"
    text = SOLVER.replace("{}", "%s").replace("np.sum(x)", "x if np.any(~at) else np.exp(a)")
    code = source(tmp_path, "", text % (before, "nx.from_numpy(a)"))
    assert {d.code for d in check(code, Settings(root=tmp_path)).diagnostics} <= {"PUR101"}
    left = source(tmp_path, "", text % ("at = a != 0", "nx.from_numpy(a)"))
    assert "PUR103" in {d.code for d in check(left, Settings(root=tmp_path)).diagnostics}


def test_a_function_that_goes_to_numpy_by_itself_is_left_alone(tmp_path: Path) -> None:
    head = HEAD.replace(
        "    a = np.asarray(a, dtype=np.float64)\n", "    nx = get_backend(a, M)\n    a = nx.to_numpy(a)\n"
    )
    before = source(tmp_path, "return np.sum(a)", head)
    assert fix(before, Settings(root=tmp_path, unsafe_fixes=True)).after == before.text


def test_nothing_speaks_of_another_vocabulary(tmp_path: Path) -> None:
    statements = "M[0] = np.cumsum(a)\n    np.add(a, M, where=a)\n    return np.inf * M.sum() + np.float32(a)"
    found = check(source(tmp_path, statements), Settings(root=tmp_path)).diagnostics
    assert found
    assert not [d.message for d in found if "ops" in d.message]


def test_a_branch_for_numpy_is_left_alone(tmp_path: Path) -> None:
    head = HEAD.replace(
        "    a = np.asarray(a, dtype=np.float64)\n",
        "    if type(a) == type(M) == np.ndarray:\n        np.exp(a)\n",
    )
    found = check(source(tmp_path, "return M", head), Settings(root=tmp_path)).diagnostics
    assert [d.code for d in found if d.span.line == 8] == []


def test_operators_and_methods_are_its_own(tmp_path: Path) -> None:
    text = "return (a + M).reshape((-1, 1)) @ M.T"
    found = check(source(tmp_path, text), Settings(root=tmp_path)).diagnostics
    assert {d.code for d in found}.isdisjoint({"PUR104", "PUR201", "PUR202"})


@pytest.mark.parametrize(
    ("question", "found"),
    [
        ('nx.__name__ == "numpy"', False),
        ('str(nx) == "numpy"', False),
        ('not nx.__name__ != "numpy"', False),
        ('nx.__name__ != "numpy"', True),
        ('a.__name__ == "numpy"', True),
    ],
)
def test_what_follows_the_name_of_a_backend_is_for_that_one(
    tmp_path: Path, question: str, *, found: bool
) -> None:
    head = HEAD.replace("    a = np.asarray(a, dtype=np.float64)\n", "    nx = get_backend(a, M)\n").replace(
        "    M = np.asarray(M, dtype=np.float64)\n", "    a = nx.exp(a)\n"
    )
    code = source(tmp_path, f"if {question}: return np.exp(a)", head)
    codes = {d.code for d in check(code, Settings(root=tmp_path)).diagnostics}
    assert ("PUR103" in codes) is found


SOLVER = """import numpy as np
from .backend import get_backend


def solve(a, M, reg):
    nx = get_backend(a, M)
    {}

    def objective(x):
        return np.sum(x)

    return objective, {}
"""


def found(folder: Path, before: str, result: str) -> list[str]:
    """The codes of what is found in a function that has a backend, and another inside."""
    text = SOLVER.replace("{}", "%s") % (before, result)
    diagnostics = check(source(folder, "", text), Settings(root=folder)).diagnostics
    return [d.code for d in diagnostics if d.code != "PUR101"]


def test_what_a_solver_of_the_host_calls_is_host_code(tmp_path: Path) -> None:
    assert "PUR103" not in found(tmp_path, "a = nx.to_numpy(a)", "a")
    assert "PUR103" in found(tmp_path, "a = nx.exp(a)", "a")


@pytest.mark.parametrize(
    ("result", "codes"),
    [
        ("nx.from_numpy(np.ones(3))", []),
        ("nx.ones(3) * np.log(M.shape[0])", []),
        ("np.log(nx.exp(M))", ["PUR103"]),
        ("nx.exp(M) * np.ones(3)", ["PUR103"]),
    ],
)
def test_what_is_given_back_and_numbers_are_the_hosts(tmp_path: Path, result: str, codes: list[str]) -> None:
    assert found(tmp_path, "a = nx.to_numpy(a)", result) == codes


def test_a_function_that_refuses_lazy_backends_may_store(tmp_path: Path) -> None:
    store = "G = nx.exp(M)\n    G[0] = 1.0"
    assert "PUR206" in found(tmp_path, store, "nx.to_numpy(G)")
    refusing = f'if nx.__name__ in ("jax", "tf"):\n        raise TypeError\n    {store}'
    assert "PUR206" not in found(tmp_path, refusing, "nx.to_numpy(G)")


@pytest.mark.parametrize(
    ("getter", "arguments"), [("args", "xs"), ("[a for a in args if a is not None]", "xs, w")]
)
def test_what_may_be_left_out_is_asked_where_the_backend_leaves_it_out(
    tmp_path: Path, getter: str, arguments: str
) -> None:
    head = (
        HEAD.partition("def f")[0]
        + "def f(xs, w=None):\n    if w is None:\n        {}\n    return np.dot(w, xs)\n"
    )
    made = source(tmp_path, "w = np.ones(3) / 3", head)
    backend = tmp_path / "own" / "backend.py"
    backend.write_text(BACKEND.replace("(*args): ...", f"(*args):\n    return first({getter})"))
    text = fix(made, Settings(root=tmp_path, unsafe_fixes=True)).after
    assert f"    nx = get_backend({arguments})\n" in text
    assert "        w = nx.ones(3, type_as=xs) / 3\n    return nx.dot(w, xs)\n" in text


def test_arrays_are_arrays_in_the_file_that_converts_lists(tmp_path: Path) -> None:
    head = "import numpy as np\nfrom .backend import get_backend\n\n\ndef list_to_array(*lst): ...\n\n\n"
    head += "def g(x):\n    return np.sum(x, axis=0) + {} * x\n"
    text = fix(source(tmp_path, "np.exp(x)", head), Settings(root=tmp_path, unsafe_fixes=True)).after
    assert "def g(x):\n    nx = get_backend(x)\n    return nx.sum(x, axis=0)" in text


@pytest.mark.parametrize(
    ("index", "found"),
    [("[::-1]", True), ("[1:, ::-2]", True), ("[::2]", False), ("[a > 0]", False), ("[[0, 1]]", False)],
)
def test_what_is_read_backwards_is_no_business_of_all_libraries(
    tmp_path: Path, index: str, found: bool
) -> None:
    head = HEAD.replace("    {}", "    nx = get_backend(a, M)\n    {}")
    code = source(tmp_path, f"return nx.exp(M){index}", head)
    findings = check(code, Settings(root=tmp_path)).diagnostics
    assert any(diagnostic.code == "PUR207" for diagnostic in findings) == found


def test_where_conversions_stay_no_backend_is_asked_for(tmp_path: Path) -> None:
    head = HEAD.replace("from .utils import list_to_array\n", "")
    outcome = fix(
        source(tmp_path, "return np.sum(M, axis=0)", head), Settings(root=tmp_path, unsafe_fixes=True)
    )
    assert outcome.after == head.format("return np.sum(M, axis=0)")
    head = head.replace("asarray(a, ", "asarray(reg, ").replace(
        "    M = np.asarray(M, dtype=np.float64)\n", ""
    )
    outcome = fix(
        source(tmp_path, "return np.sum(M, axis=0)", head), Settings(root=tmp_path, unsafe_fixes=True)
    )
    assert "return nx.sum(M, axis=0)\n" in outcome.after


@pytest.mark.parametrize(("given", "codes"), [("C", []), ("M", ["PUR105"])])
def test_estimators_are_given_what_was_taken_to_numpy(tmp_path: Path, given: str, codes: list[str]) -> None:
    code = f"""from sklearn.cluster import KMeans
from .backend import get_backend


def f(a, M, n):
    nx = get_backend(a, M)
    if n > 2:
        C = nx.to_numpy(M)
    else:
        C = None
    M = nx.exp(M)
    if C is None:
        return n
    model = KMeans(n_clusters=n).fit({given})
    return model, C.sum()
"""
    found = check(source(tmp_path, "", head=code), Settings(root=tmp_path)).diagnostics
    assert [one.code for one in found if one.code == "PUR105"] == codes


def test_the_message_says_that_a_method_takes_arrays(tmp_path: Path) -> None:
    code = "errors = [nx.sum(M)]\n    return np.mean(errors[-9:]) * nx.exp(a)"
    findings = check(source(tmp_path, code), Settings(root=tmp_path))
    messages = [str(d.message) for d in findings.diagnostics if "np.mean" in str(d.message)]
    lacking = "`nx.mean` takes arrays, where this may be a list or a number of Python's"
    assert messages == [f"`np.mean` ties this code to NumPy, and {lacking}"]

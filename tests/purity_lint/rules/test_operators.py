"""PUR201, PUR203, PUR204: operators on tensors, and all the operators that are none of the linter's business."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from snippets import Fixed, Lines, Report, function

import purity_lint
from purity_lint.configuration.settings import Settings
from purity_lint.engine.check import check
from purity_lint.engine.fix import fix
from purity_lint.findings.diagnostics import Applicability, Evidence
from purity_lint.source.read import source_from_bytes

HEAD = "from emberops import ops\n\n\n"


@pytest.mark.parametrize(
    ("expression", "rewritten"),
    [
        ("x + y", "ops.add(x, y)"),
        ("x - 1", "ops.subtract(x, 1)"),
        ("2 * x", "ops.multiply(2, x)"),
        ("1.5 / x", "ops.divide(1.5, x)"),
        ("x // n", "ops.floor_divide(x, n)"),
        ("x % 2", "ops.remainder(x, 2)"),
        ("x @ y", "ops.matmul(x, y)"),
        ("x ** 2", "ops.square(x)"),
        ("x ** 3", "ops.power(x, 3)"),
        ("2 ** x", "ops.power(2, x)"),
        ("-x", "ops.negative(x)"),
        ("+x", "ops.positive(x)"),
        ("(x + y) * (x - y)", "ops.multiply(ops.add(x, y), ops.subtract(x, y))"),
        ("x * y + n", "ops.add(ops.multiply(x, y), n)"),
        ("-(x ** 2)", "ops.negative(ops.square(x))"),
    ],
)
def test_every_operator_has_its_function(fixed: Fixed, expression: str, rewritten: str) -> None:
    assert fixed(function(f"return {expression}"), "PUR201") == function(f"return {rewritten}")


@pytest.mark.parametrize(
    "expression",
    [
        "x.shape[0] * 2",
        "len(x) - 1",
        "x.ndim + n",
        "x.shape + (1,)",
        "[0] * x.shape[0]",
        "'%s' % x",
        "'a' + str(n)",
        "n + 1",
        "-n",
        "x is y",
        "not n",
        "(n + 1) / 2",
        "[i * 2 for i in range(n)]",
    ],
)
def test_arithmetic_on_plain_values_is_silent(lines: Lines, expression: str) -> None:
    assert lines(function(f"return {expression}"), "PUR201", "PUR203") == []


def test_evidence_and_reasons_are_those_of_the_strongest_operand(report: Report) -> None:
    (found,) = report(function("return x + unknown"), "PUR201")
    assert found.evidence is Evidence.DECLARED
    assert found.reasons
    assert found.fix is not None
    assert found.fix.applicability is Applicability.UNSAFE  # it may be an object with a `+` of its own


@pytest.mark.parametrize("other", ["y", "1", "n", "0.5", "ops.exp(y)"])
def test_an_operator_is_fixed_safely_where_both_operands_are_known(report: Report, other: str) -> None:
    (found,) = report(function(f"return x + {other}"), "PUR201")
    assert found.fix is not None
    assert found.fix.applicability is Applicability.SAFE


FOREIGN = """\
import numpy as np
from scipy import sparse


class Unit:
    def __rmul__(self, other):
        return self


def f(x: np.ndarray, B, W):
    A = sparse.csr_matrix(x)
    return x * Unit(), A.T @ x, B.T @ W @ B, A.multiply(A) / 2, x * A
"""


def test_operators_of_other_objects_are_left_to_them(fixed: Fixed) -> None:
    assert fixed(FOREIGN, "PUR201", "PUR203", unsafe=True) == FOREIGN


ASKED_FOR_SPARSE = """\
import numpy as np
from scipy import sparse


def filled(W: np.ndarray, average: bool) -> np.ndarray:
    if average:
        return (W + W.T) / 2
    A = W > 0
    if sparse.issparse(W):
        mask = -A + (A + A.T) - A
        return W + mask.multiply(W.T)
    return A
"""


def test_what_a_function_asks_to_be_sparse_keeps_its_operators(fixed: Fixed) -> None:
    assert fixed(ASKED_FOR_SPARSE, "PUR201", "PUR203", "PUR104", unsafe=True) == ASKED_FOR_SPARSE


def test_where_it_is_not_sparse_it_is_a_tensor(fixed: Fixed) -> None:
    code = """\
import numpy as np
from scipy import sparse


def doubled(W: np.ndarray) -> np.ndarray:
    if sparse.issparse(W):
        W = W.toarray()
    return W * 2
"""
    assert "ops.multiply(W, 2)" in fixed(code, "PUR201", unsafe=True)


@pytest.mark.parametrize(
    "body",
    [
        "return np.asarray(A @ x) + x",
        "return np.asarray(x.T @ A) + x",
        "totals = np.asarray(A.sum(axis=0)).ravel()\n    return A.T @ x",
        "totals = np.squeeze(np.asarray(A.mean(axis=0)))\n    return A @ x",
    ],
)
def test_what_gives_no_array_before_one_is_made_of_it_may_be_sparse(fixed: Fixed, body: str) -> None:
    code = f"import numpy as np\n\n\ndef product(A, x: np.ndarray):\n    {body}\n"
    assert "matmul" not in fixed(code, "PUR201", "PUR103", "PUR104", unsafe=True)


@pytest.mark.parametrize(
    ("parameters", "body"),
    [
        ("A: np.ndarray, x: np.ndarray", "return np.asarray(A @ x)"),
        ("A, x", "return np.asarray(A @ x, dtype=np.float32)"),
        ("A, x", "total = np.asarray(A.sum())\n    return A @ x"),
    ],
)
def test_what_is_made_an_array_for_another_reason_is_one(fixed: Fixed, parameters: str, body: str) -> None:
    code = f"import numpy as np\n\n\ndef product({parameters}):\n    {body}\n"
    assert "ops.matmul(A, x)" in fixed(code, "PUR201", unsafe=True)


def test_a_documented_layout_of_scipys_is_a_sparse_matrix(fixed: Fixed) -> None:
    code = '''\
def double(a, x):
    """Twice as much.

    Parameters
    ----------
    a : csr_matrix
        What is doubled.
    x : ndarray
        Its operand.
    """
    a *= 2
    return a + a.T
'''
    assert fixed(code, "PUR104", "PUR201", "PUR202", unsafe=True) == code


def test_a_tensor_on_some_paths_only_is_fixed_unsafely(report: Report) -> None:
    code = function("total = 0.0", "for v in range(n):", "    total = total + ops.sum(x)", "return total * 2")
    (found,) = [d for d in report(code, "PUR201") if d.span.line == 8]
    assert found.fix is not None
    assert found.fix.applicability is Applicability.UNSAFE


def test_mixed_speaks_before_plain(lines: Lines) -> None:
    assert lines(function("z = ops.multiply(x + y, n)", "return x + z"), "PUR201", "PUR203") == [
        (5, "PUR203"),
        (6, "PUR201"),
    ]


def test_mixed_reaches_through_lists_keywords_and_chains(lines: Lines) -> None:
    code = function(
        "a = ops.stack([x * 2, y], axis=0)",
        "b = ops.clip(x, max=y - 1)",
        "return a + b * ops.exp(x)",
    )
    assert lines(code, "PUR203") == [(5, "PUR203"), (6, "PUR203"), (7, "PUR203"), (7, "PUR203")]


def test_the_array_api_profile_allows_operators() -> None:
    source = source_from_bytes(function("return x + ops.exp(y)").encode(), Path("module.py"), None)
    settings = Settings(root=Path.cwd(), select=("PUR201", "PUR203"), profile="array-api")
    assert check(source, settings).diagnostics == []


def test_comparisons_are_off_by_default(lines: Lines) -> None:
    code = function("return (x < y) | (x == 0)")
    assert lines(code) == []
    assert [code for _, code in lines(code, "PUR204")] == ["PUR204"] * 3


def test_comparing_with_none_or_text_is_no_comparison_of_tensors(lines: Lines) -> None:
    assert lines(function("return x == None, x != 'auto', x.shape == y.shape, x in [y]"), "PUR204") == []


@pytest.mark.parametrize(
    ("statement", "rewritten"),
    [
        ("x += y", "x = ops.add(x, y)"),
        ("x -= 1", "x = ops.subtract(x, 1)"),
        ("x *= y + 1", "x = ops.multiply(x, y + 1)"),
        ("x **= 2", "x = ops.square(x)"),
    ],
)
def test_augmented_assignment_to_a_private_array(fixed: Fixed, statement: str, rewritten: str) -> None:
    made = "x = ops.zeros(n, dtype=ops.float64)"
    parameters = "n: int, y: float"
    code, expected = (
        function(made, line, "return x", parameters=parameters) for line in (statement, rewritten)
    )
    assert fixed(code, "PUR202", unsafe=True) == expected


@pytest.mark.parametrize(
    ("statement", "rewritten"),
    [
        ("x += y", "x = ops.assign_add(x, ..., y)"),
        ("x -= 1", "x = ops.assign_subtract(x, ..., 1)"),
        ("x *= y + 1", "x = ops.assign_multiply(x, ..., y + 1)"),
        ("x /= n", "x = ops.assign_divide(x, ..., n)"),
        ("x **= 2", "x = ops.assign(x, ..., ops.power(x, 2))"),
        ("x @= y", "x = ops.assign(x, ..., ops.matmul(x, y))"),
        ("x &= y", "x = ops.assign(x, ..., ops.bitwise_and(x, y))"),
    ],
)
def test_augmented_assignment_to_a_parameter_changes_the_caller_s_array(
    fixed: Fixed, statement: str, rewritten: str
) -> None:
    code, expected = function(statement, "return x"), function(rewritten, "return x")
    assert fixed(code, "PUR202", unsafe=True) == expected


@pytest.mark.parametrize(
    "body",
    [
        ("x += y",),
        ("z = x", "z += 1", "return x, z"),
        ("row = x[0]", "row *= 10", "return x"),
        ("for row in x:", "    row /= n", "return x"),
        ("x[0] = y",),
        ("row = x[0]", "row[0] = n"),
    ],
)
def test_what_others_see_changed_is_reported_and_left(
    body: tuple[str, ...], lines: Lines, fixed: Fixed
) -> None:
    code = function(*body)
    assert {rule for _, rule in lines(code)} & {"PUR202", "PUR206"}
    assert fixed(code, "PUR202", "PUR206", unsafe=True) == code


def test_augmented_assignment_to_a_parameter_is_unsafe(report: Report) -> None:
    (found,) = report(function("x += 1", "return x"), "PUR202")
    assert found.fix is not None
    assert found.fix.applicability is Applicability.UNSAFE


def test_augmented_assignment_to_a_private_array_is_safe(report: Report) -> None:
    code = function("z = ops.zeros(n, dtype=ops.float64)", "z += 1.5", "return z")
    (found,) = report(code, "PUR202")
    assert found.fix is not None
    assert found.fix.applicability is Applicability.SAFE


def test_augmented_assignment_of_attributes(fixed: Fixed) -> None:
    code = (
        "from emberops import ops\n\n\nclass C:\n    def __init__(self):\n        self.w = ops.zeros(3)\n\n"
    )
    before = code + "    def step(self, g):\n        self.w -= g\n"
    after = code + "    def step(self, g):\n        self.w = ops.assign_subtract(self.w, ..., g)\n"
    assert fixed(before, "PUR202", unsafe=True) == after


def test_lists_and_numbers_are_augmented_in_peace(lines: Lines) -> None:
    code = function("parts = []", "parts += [x]", "n += 1", "s = 'a'", "s += 'b'", "n *= x.shape[0]")
    assert lines(code, "PUR202") == []


DOCUMENTED = '''from emberops import ops


def above(x, limit: ops.Tensor):
    """Where the limit is passed.

    Parameters
    ----------
    x : array_like
    """
    return x > limit, x[0] > limit, x > 0, (1 if x > limit else 2)
'''


def test_a_documented_array_may_be_a_list(fixed: Fixed) -> None:
    assert fixed(DOCUMENTED, "PUR209", unsafe=True) == DOCUMENTED.replace(
        "return x > limit", "return ops.greater(x, limit)"
    )
    annotated = DOCUMENTED.replace("(x,", "(x: ops.Tensor,")
    assert fixed(annotated, "PUR209", unsafe=True) == annotated


@pytest.mark.parametrize("symbol", ["==", "!="])
def test_equality_with_what_is_not_known_to_be_a_list_stays(fixed: Fixed, symbol: str) -> None:
    code = function(
        f"return x {symbol} other, x {symbol} None, x {symbol} 'a'", parameters="x: ops.Tensor, other"
    )
    assert fixed(code, "PUR209", unsafe=True) == code


TEXTS = """import numpy as np


def f(given, other):
    names = np.array(["a", "b"])
    return names == ["a", "b"], names < other, np.zeros(2) == ["a", "b"]
"""


def test_text_is_compared_by_numpy(fixed: Fixed) -> None:
    assert fixed(TEXTS, "PUR209", unsafe=True) == TEXTS


KEEP = Settings(operators="keep", unsafe_fixes=True)


@pytest.mark.parametrize(
    "statement",
    [
        "return x + y * n - 2 / x",
        "return -x @ y**2",
        "return (x - 1) / ops.sum(x)",
        "return x > 0, x == y, 1 <= x",
    ],
)
def test_formulas_may_be_kept(statement: str) -> None:
    text = function(statement)
    assert fix(source_from_bytes(text.encode(), Path("a.py"), None), KEEP).after == text


def test_what_backends_do_differently_is_rewritten_where_formulas_are_kept() -> None:
    text = function("return x // n, x % 2, x + [1, 2], ops.exp(x) * u", parameters="x: ops.Tensor, n: int, u")
    fixed = fix(source_from_bytes(text.encode(), Path("a.py"), None), KEEP).after
    expected = "ops.floor_divide(x, n), ops.remainder(x, 2), ops.add(x, [1, 2]), ops.multiply(ops.exp(x), u)"
    assert f"return {expected}" in fixed


def test_a_private_array_is_added_to_where_formulas_are_kept_and_a_shared_one_is_not() -> None:
    text = function("z = ops.ones(n)", "z += 1", "x += 1", "return z, x", parameters="x: ops.Tensor, n: int")
    fixed = fix(source_from_bytes(text.encode(), Path("a.py"), None), KEEP).after
    assert "z += 1" in fixed
    assert "x = ops.assign_add(x, ..., 1)" in fixed


@pytest.mark.parametrize(
    "mask",
    [
        "np.asarray(v, dtype=bool)",
        "np.asarray(v, dtype=bool).reshape(-1)",
        "np.asarray(v, bool)",
        "np.asarray(v, dtype='bool')",
        "~np.zeros(3, bool)",
        "np.concatenate((p > 3, np.zeros(4, dtype=bool)))",
        "(p > 3).ravel()",
        "np.full(3, True)",
        "np.array([True, False])",
        "np.array([[True], [False]])",
        "np.array([e > 3.0 for e in (1.0, 2.0)])",
        "v.astype(bool)",
    ],
)
def test_truth_values_stay_masks(fixed: Fixed, mask: str) -> None:
    code = f"import numpy as np\n\n\ndef f(v, p: np.ndarray):\n    m = {mask}\n    return p[m]\n"
    assert fixed(code, "PUR207").endswith("    return ops.getitem(p, m)\n")


@pytest.mark.parametrize(
    "places",
    [
        "(p > 3) * 1",
        "(p > 3).sum(axis=0)",
        "np.array([True, 2])",
        "np.asarray(v, dtype=v.dtype)",
        "(p > 3) - v",
    ],
)
def test_numbers_made_of_truth_values_are_no_masks(fixed: Fixed, places: str) -> None:
    code = f"import numpy as np\n\n\ndef f(v, p: np.ndarray):\n    m = {places}\n    return p[m]\n"
    assert fixed(code, "PUR207") == code


def test_items_of_an_array_of_objects_are_added_to_as_they_were(report: Report) -> None:
    code = (
        "import numpy as np\n\n\ndef f(x: np.ndarray, plot, lists):\n"
        "    out = np.empty(2, dtype=object)\n    out[0] += {value}\n    lists[0] += {value}\n    return out, lists\n"
    )
    for value in ("plot(x)", "np.exp(x)"):
        first, second = report(code.format(value=value), "PUR202")
        assert first.fix is None
        assert second.fix is not None


def test_results_of_ops_are_tensors_also_of_numbers(fixed: Fixed) -> None:
    source = """\
import numpy as np


def decay(t):
    return np.exp(-t)


print(round(decay(2.0), 3))
"""
    assert "print(ops.round(decay(2.0), 3))" in fixed(source, unsafe=True)


def test_a_key_is_a_number_also_in_a_loop_that_computes(fixed: Fixed) -> None:
    source = """\
import numpy as np


def votes(y: np.ndarray, w: np.ndarray):
    kinds = np.unique(y)
    return {k: np.sum(w[y == k]) for k in kinds}
"""
    assert "{ops.item(k): ops.sum(" in fixed(source, unsafe=True)


def test_text_that_is_put_together_on_some_path_is(fixed: Fixed) -> None:
    code = """\
import numpy as np


def join(a, b):
    return a + b


def more(a, b):
    a += b
    return a


print(join("a", "b"), join(np.ones(1), np.ones(1)), more("a", "b"), more(np.ones(1), np.ones(1)))
"""
    assert fixed(code, "PUR201", "PUR202", unsafe=True) == code


COUNTED = """\
import numpy as np


class Sum:
    def __init__(self):
        self.value = 0.0

    def add(self, x):
        self.value += np.matmul(x, x)
        return self.value


def run():
    total, seen = Sum(), []
    for size in (2, 3):
        seen.append(total.add(np.arange(float(size))))
    return seen
"""


@pytest.mark.parametrize("unsafe", [True, False])
def test_a_sum_that_starts_as_a_number_stays_one(unsafe: bool) -> None:
    fixed = purity_lint.fix_source(COUNTED, unsafe_fixes=unsafe, isolated=True).source
    assert ("self.value = ops.add(self.value, ops.matmul(x, x))" in fixed) is unsafe
    results = []
    for source in (COUNTED, fixed):
        names: dict[str, Any] = {}
        exec(compile(source, "counted.py", "exec"), names)
        results.append([float(value) for value in names["run"]()])
    assert results[0] == results[1] == [1.0, 6.0]


_SHOWN = """\
import numpy as np


def total(pred, n, show):
    pred = np.asarray(pred)
    chunks = [range(n)[i : i + 3] for i in range(0, n, 3)]
    if show:
        from tqdm.auto import tqdm

        shown = tqdm(chunks, desc="total")
    else:
        shown = chunks
    return [np.sum(pred[chunk]) for chunk in shown]
"""


def test_a_bar_of_progress_passes_on_what_it_is_given(fixed: Fixed) -> None:
    assert "np.sum(ops.getitem(pred, chunk))" in fixed(_SHOWN, "PUR207", unsafe=True)

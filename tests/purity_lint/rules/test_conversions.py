"""PUR401, PUR402: conversions to NumPy, and trips there and back."""

from __future__ import annotations

import pytest
from snippets import Fixed, Lines, Report, function

from purity_lint.findings.diagnostics import Evidence


@pytest.mark.parametrize("call", ["x.numpy()", "x.cpu().numpy()", "x.detach().cpu().numpy()"])
def test_one_chain_is_one_finding(lines: Lines, fixed: Fixed, call: str) -> None:
    code = function(f"return {call}")
    assert lines(code) == [(5, "PUR401")]
    assert fixed(code, "PUR401") == function("return ops.to_numpy(x)")


def test_the_method_itself_is_evidence(report: Report) -> None:
    (found,) = report("def f(tensor):\n    return tensor.numpy()\n", "PUR401")
    assert found.evidence is not None
    assert found.evidence >= Evidence.INFERRED
    assert found.reasons


@pytest.mark.parametrize(
    "code",
    [
        "import numpy as np\n\n\ndef f(x: np.ndarray):\n    return np.asarray(x)\n",
        "import io\n\n\ndef f():\n    return io.TextIOWrapper(io.BytesIO()).detach()\n",
        "class Numbers:\n    def numpy(self):\n        return 1\n\n\ndef f():\n    return Numbers().numpy()\n",
    ],
)
def test_what_only_looks_like_a_conversion(lines: Lines, code: str) -> None:
    assert lines(code, "PUR401") == []


def test_asarray_of_a_foreign_tensor(lines: Lines) -> None:
    code = "import numpy as np\nimport torch\n\n\ndef f(x: torch.Tensor):\n    return np.asarray(x)\n"
    assert (6, "PUR401") in lines(code, "PUR401")


def test_both_ends_of_a_trip_are_marked(lines: Lines) -> None:
    code = function(
        "a = x.numpy()",
        "b = np.log(1 + np.abs(a))",
        "return ops.convert_to_tensor(b)",
        imports="import numpy as np\n",
    )
    assert lines(code, "PUR401", "PUR402") == [(6, "PUR402"), (8, "PUR402")]


def test_a_trip_is_collapsed_together_with_what_lies_between(fixed: Fixed) -> None:
    code = function(
        "a = x.numpy()",
        "b = np.log(1 + np.abs(a))",
        "return ops.convert_to_tensor(b)",
        imports="import numpy as np\n",
    )
    after = fixed(code, unsafe=True)
    assert after == function("a = x", "b = ops.log(ops.add(1, ops.abs(a)))", "return b")


@pytest.mark.parametrize(
    "body",
    [
        ("a = ops.to_numpy(x)", "return ops.zeros(a.shape)"),
        ("a = ops.to_numpy(x)", "return ops.asarray(len(a))"),
        ("a = ops.to_numpy(x)", "b = ops.asarray(y)", "return a, b"),
    ],
)
def test_shapes_and_other_arrays_are_no_trip(lines: Lines, body: tuple[str, ...]) -> None:
    assert lines(function(*body), "PUR402") == []


@pytest.mark.parametrize(
    "body",
    [
        ("a = ops.to_numpy(x)", "a = expm(a)", "return ops.from_numpy(a)"),
        (
            "if flag:",
            "    a = ops.to_numpy(x)",
            "    return expm(a)",
            "a = table()",
            "return ops.from_numpy(a)",
        ),
    ],
)
def test_what_a_name_held_before_is_no_trip(lines: Lines, body: tuple[str, ...]) -> None:
    assert lines(function(*body, imports="from scipy.linalg import expm\n"), "PUR402") == []


@pytest.mark.parametrize(
    ("body", "ends"),
    [
        (("a = x.numpy()", "a = a + 1", "a = np.log(a)", "return ops.from_numpy(a)"), [6, 9]),
        (
            ("a = x.numpy()", "for _ in range(3):", "    a = np.log(a)", "return ops.from_numpy(a)"),
            [6, 9],
        ),
        (("a = x.numpy()", "a += 1", "return ops.from_numpy(a)"), [6, 8]),
        (
            ("if flag:", "    a = x.numpy()", "else:", "    a = table()", "return ops.from_numpy(a)"),
            [7, 10],
        ),
    ],
)
def test_a_trip_of_a_name_that_is_bound_anew(lines: Lines, body: tuple[str, ...], ends: list[int]) -> None:
    found = lines(function(*body, imports="import numpy as np\n"), "PUR402")
    assert found == [(line, "PUR402") for line in ends]


def test_an_array_that_goes_elsewhere_is_not_collapsed(report: Report) -> None:
    code = function("a = x.numpy()", "plot(a)", "return ops.asarray(a)")
    assert [d.fix for d in report(code, "PUR402")] == [None, None]


_VALIDATED = """\
import numpy as np
from sklearn.utils import check_array


def transform(X):
    \"\"\"Scale.

    Parameters
    ----------
    X : ndarray of shape (n, p)
    \"\"\"
    return check_array({given})
"""


def test_what_reads_columns_is_given_the_table_that_has_them(fixed: Fixed) -> None:
    found = fixed(_VALIDATED.format(given="X"), "PUR105", unsafe=True)
    assert "check_array(ops.to_numpy(X) if ops.is_tensor(X) else X)" in found
    found = fixed(_VALIDATED.format(given="np.ones((3, 3))"), "PUR105", unsafe=True)
    assert "check_array(ops.to_numpy(np.ones((3, 3))))" in found

"""PUR205, PUR301, PUR302, PUR303, PUR304: builtins, casts, and numbers that lose digits."""

from __future__ import annotations

import pytest
from snippets import Fixed, Lines, Report, function

from purity_lint.findings.diagnostics import Applicability


@pytest.mark.parametrize(
    ("call", "rewritten"),
    [
        ("abs(x)", "ops.abs(x)"),
        ("sum(x)", "ops.sum(x, axis=0)"),
        ("sum(x, 0)", "ops.sum(x, axis=0)"),
        ("sum(x, 1)", "ops.add(1, ops.sum(x, axis=0))"),
        ("sum(x, start=y)", "ops.add(y, ops.sum(x, axis=0))"),
        ("min(x)", "ops.min(x)"),
        ("max(x, 0)", "ops.maximum(x, 0)"),
        ("max(0, x, y)", "ops.maximum(ops.maximum(0, x), y)"),
        ("round(x, 2)", "ops.round(x, 2)"),
        ("pow(x, n)", "ops.power(x, n)"),
        ("any(x)", "bool(ops.any(x))"),
        ("all(x)", "bool(ops.all(x))"),
        ("sorted(x)", "list(ops.sort(x))"),
        ("reversed(x)", "ops.flip(x, axis=0)"),
        ("divmod(x, n)", "ops.floor_divide(x, n), ops.remainder(x, n)"),
    ],
)
def test_builtins(fixed: Fixed, call: str, rewritten: str) -> None:
    assert fixed(function(f"return {call}"), "PUR205", unsafe=True) == function(f"return {rewritten}")


@pytest.mark.parametrize(
    "call", ["len(x)", "sum(x.shape)", "max(x.shape)", "abs(n)", "max(n, 2)", "all([n])"]
)
def test_builtins_on_plain_values_are_silent(lines: Lines, call: str) -> None:
    assert lines(function(f"return {call}"), "PUR205") == []


def test_a_shadowed_builtin_is_no_builtin(lines: Lines) -> None:
    assert (
        lines("from emberops import ops\nfrom emberops.ops import sum\n\ny = sum(ops.ones(3))\n", "PUR205")
        == []
    )


@pytest.mark.parametrize("call", ["float(x)", "int(ops.sum(x))", "bool(x)", "complex(y)", "float(x + y)"])
def test_casts_are_shown_and_never_applied(report: Report, fixed: Fixed, call: str) -> None:
    code = function(f"return {call}")
    (found,) = report(code, "PUR301")
    assert found.fix is not None
    assert found.fix.applicability is Applicability.DISPLAY
    assert fixed(code, "PUR301", unsafe=True) == code


@pytest.mark.parametrize(
    "call", ["int(x.shape[0])", "float(n)", "int('3')", "bool(ops.any(x))", "bool(ops.all(y))"]
)
def test_casts_of_plain_values_are_silent(lines: Lines, call: str) -> None:
    assert lines(function(f"return {call}"), "PUR301") == []


@pytest.mark.parametrize(
    ("call", "rewritten"),
    [
        ("math.sqrt(x)", "ops.sqrt(x)"),
        ("math.atan2(x, y)", "ops.atan2(x, y)"),
        ("math.fabs(x)", "ops.fabs(x)"),
    ],
)
def test_functions_of_math(fixed: Fixed, call: str, rewritten: str) -> None:
    code = f"import math\n\n{function(f'return math.pi, {call}')}"
    assert fixed(code, "PUR301", unsafe=True) == code.replace(call, rewritten)


def test_functions_of_math_on_numbers_are_silent(lines: Lines) -> None:
    assert lines("import math\n\n\ndef f(n: float):\n    return math.sqrt(n) + math.log(2)\n", "PUR301") == []


@pytest.mark.parametrize("call", ["x.item()", "ops.sum(x).item()", "x[0].tolist()"])
def test_extraction(lines: Lines, call: str) -> None:
    assert lines(function(f"return {call}"), "PUR302") == [(5, "PUR302")]


@pytest.mark.parametrize(
    ("division", "mean"),
    [
        ("ops.sum(x) / len(x)", "ops.mean(x)"),
        ("x.sum() / x.size", "ops.mean(x)"),
        ("ops.sum(x, axis=0) / len(x)", "ops.mean(x, axis=0)"),
        ("ops.sum(x, axis=1) / x.shape[1]", "ops.mean(x, axis=1)"),
        ("ops.sum(x, axis=-1, keepdims=True) / x.shape[-1]", "ops.mean(x, axis=-1, keepdims=True)"),
        ("ops.sum(x) / ops.size(x)", "ops.mean(x)"),
        ("ops.divide(ops.sum(x), len(x))", "ops.mean(x)"),
        ("sum(x) / len(x)", "ops.mean(x, axis=0)"),
    ],
)
def test_means_in_two_steps(fixed: Fixed, division: str, mean: str) -> None:
    assert fixed(function(f"return {division}"), "PUR303", unsafe=True) == function(f"return {mean}")


@pytest.mark.parametrize(
    "division",
    [
        "ops.sum(x) / len(y)",
        "ops.sum(x, axis=0) / x.shape[1]",
        "ops.sum(x, axis=1) / len(x)",
        "ops.sum(x) / n",
    ],
)
def test_other_divisions_are_no_means(lines: Lines, division: str) -> None:
    assert lines(function(f"return {division}"), "PUR303") == []


def test_a_mean_is_safe_only_where_the_count_is_sure(report: Report) -> None:
    first, second = report(function("a = ops.sum(x) / len(x)", "return ops.sum(x) / ops.size(x)"), "PUR303")
    assert first.fix is not None
    assert second.fix is not None
    assert (first.fix.applicability, second.fix.applicability) == (Applicability.UNSAFE, Applicability.SAFE)


def test_a_mean_speaks_before_mixed_operators(lines: Lines) -> None:
    code = function("return ops.sum(x) / len(x)")
    assert lines(code, "PUR201", "PUR203", "PUR303") == [(5, "PUR303")]


def test_floor_division_of_floats(lines: Lines) -> None:
    code = function(
        "a = ops.zeros(n, dtype=ops.float32)", "b = ops.zeros(n, dtype=ops.int32)", "return a // 2, b // 2"
    )
    assert lines(code, "PUR303") == [(7, "PUR303")]


def test_mixed_precision_marks_the_narrower_operand(report: Report) -> None:
    code = function(
        "a = ops.zeros(n, dtype=ops.float32)",
        "b = ops.zeros(n, dtype=ops.float16)",
        "return ops.add(a, b), a * 1.5",
    )
    (found,) = report(code, "PUR304")
    assert (found.span.line, found.span.col) == (7, len("    return ops.add(a, "))


def test_what_may_be_no_vector_is_asked_as_before(fixed: Fixed) -> None:
    code = function("return all(x)")
    assert fixed(code, "PUR205") == code

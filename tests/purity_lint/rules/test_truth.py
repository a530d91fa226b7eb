"""PUR802, PUR901 to PUR904: truth values, loops, and compiled functions."""

from __future__ import annotations

import pytest
from snippets import Fixed, Lines, Report, function

from purity_lint.findings.diagnostics import Applicability


@pytest.mark.parametrize(
    ("statement", "count"),
    [
        ("return 1 if x else 2", 1),
        ("assert x > 0", 1),
        ("return x and y", 1),
        ("return n and x", 0),
        ("return not x", 1),
        ("return not (x or y)", 2),
        ("return 1 if n and x else 2", 1),
        ("return [i for i in range(n) if x]", 1),
        ("return 1 if ops.any(x) else 2", 0),
        ("return 1 if ops.allclose(x, y) else 2", 0),
        ("return 1 if x is None else 2", 0),
        ("return 1 if x.shape == y.shape else 2", 0),
        ("return 1 if len(x) else 2", 0),
        ("return 1 if not n else 2", 0),
        ("return 1 if isinstance(x, list) else 2", 0),
    ],
)
def test_truth_is_counted_once(lines: Lines, statement: str, count: int) -> None:
    assert lines(function(statement), "PUR901") == [(5, "PUR901")] * count


def test_no_fix_is_ever_applied(report: Report) -> None:
    code = function("if x == y:", "    return x and y", "return not x")
    found = report(code, "PUR901")
    assert len(found) == 3
    assert all(d.fix is not None and d.fix.applicability is Applicability.DISPLAY for d in found)


def test_truth_and_operator_are_both_reported(lines: Lines) -> None:
    code = function("if x - y:", "    return 1")
    assert sorted(lines(code, "PUR201", "PUR901")) == [(5, "PUR201"), (5, "PUR901")]


def test_the_outermost_scalar_loop_is_marked(lines: Lines) -> None:
    code = function(
        "out = []",
        "for i in range(len(x)):",
        "    for j in range(i + 1, len(x)):",
        "        out.append(ops.sqrt(ops.sum(ops.square(ops.subtract(x[i], x[j])))))",
        "return out",
    )
    assert lines(code, "PUR902") == [(6, "PUR902")]


@pytest.mark.parametrize(
    "body",
    [
        ("for i in range(n):", "    x = ops.multiply(x, 0.5)"),
        ("for v in x:", "    print(v)"),
        ("for size in x.shape:", "    y = ops.zeros(size)"),
        ("for i, v in enumerate(x):", "    y = ops.assign(y, i, 2.0)"),
        ("for name in ['a', 'b']:", "    y = ops.zeros(len(name))"),
    ],
)
def test_other_loops_are_silent(lines: Lines, body: tuple[str, ...]) -> None:
    assert lines(function(*body), "PUR902") == []


@pytest.mark.parametrize("step", ["y[0] * x[i]", "ops.multiply(y[0], x[i])"])
def test_a_loop_is_found_before_its_operators_are_replaced_as_well(lines: Lines, step: str) -> None:
    code = function(
        "for i in range(len(x)):", f"    out.append({step})", parameters="x: ops.Tensor, y: ops.Tensor, out"
    )
    assert lines(code, "PUR902") == [(5, "PUR902")]


def test_elements_that_are_operands_of_ops_are_evidence_enough(lines: Lines) -> None:
    code = function(
        "out = []",
        "for i in range(len(points)):",
        "    for j in range(i + 1, len(points)):",
        "        out.append(ops.sum(ops.subtract(points[i], points[j])))",
        "return out",
        parameters="points",
    )
    assert lines(code, "PUR902") == [(6, "PUR902")]


def test_transfers_and_constants_in_loops(lines: Lines) -> None:
    code = function(
        "w = ops.array([0.5, 0.5])",
        "for i in range(n):",
        "    a = ops.array([0.25, -0.5])",
        "    b = ops.array([i, 1.0])",
        "    c = ops.to_device(x, 'gpu')",
        "    d = x.numpy()",
        "    e = x.to(ops.float32)",
    )
    assert lines(code, "PUR802") == [(7, "PUR802"), (9, "PUR802"), (10, "PUR802")]


COMPILED = "import functools\n\nimport jax\n\nfrom emberops import ops\n\n\n{}\ndef f(x: ops.Tensor, items):\n    {}\n"


@pytest.mark.parametrize(
    "decorator", ["@jax.jit", "@functools.partial(jax.jit, static_argnums=1)", "@ops.jit"]
)
def test_compiled_functions_are_recognised(lines: Lines, decorator: str) -> None:
    assert lines(COMPILED.format(decorator, "return ops.nonzero(x)"), "PUR903") == [(10, "PUR903")]


@pytest.mark.parametrize(
    ("statement", "flagged"),
    [
        ("print(x)", True),
        ("x = optimizer.update(x)", False),
        ("optimizer.update(x)", True),
        ("items.append(x)", False),
        ("history.append(x)", True),
        ("global n", True),
        ("y = {}; y['a'] = x", False),
        ("return ops.sum(x)", False),
    ],
)
def test_side_effects(lines: Lines, statement: str, flagged: bool) -> None:
    found = lines(COMPILED.format("@jax.jit", statement), "PUR904")
    assert found == ([(10, "PUR904")] if flagged else [])
    assert lines(COMPILED.format("# not compiled", statement), "PUR904") == []


TESTED = """\
from emberops import ops


def f(n):
    x = ops.arange(n)
    if any(x > 2) and not all(x < 9):
        return {"many": any(x > 2)}, bool(any(x > 3)), [v for v in range(n) if all(x > v)]
    return any(ops.zeros((n, n)))
"""


def test_builtins_give_truth_values_of_python_where_more_than_their_truth_is_asked(fixed: Fixed) -> None:
    """Somebody may ask for `True` itself, or hand it to `json`; and Python asks rows for their truth."""
    after = fixed(TESTED)
    assert "if ops.any(x > 2) and not ops.all(x < 9):" in after
    assert (
        '{"many": bool(ops.any(x > 2))}, bool(ops.any(x > 3)), [v for v in range(n) if ops.all(x > v)]'
        in after
    )
    assert "return any(ops.zeros((n, n)))" in after
    assert "return bool(ops.any(ops.zeros((n, n))))" in fixed(TESTED, unsafe=True)

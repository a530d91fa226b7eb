"""PUR210, and the stores of PUR206 that wait for it: arrays that a function changes and gives back to nobody."""

from __future__ import annotations

import math
from pathlib import Path

import pytest
from snippets import Fixed, Report

import emberops
from purity_lint.configuration.settings import Settings
from purity_lint.engine.check import check
from purity_lint.source.read import source_from_bytes

HEAT = """\
import numpy as np


def step(u, out):
    out[1:-1] = u[1:-1] + 0.2 * (u[2:] - 2 * u[1:-1] + u[:-2])
    out[0], out[-1] = 1.0, 0.0
    return out


def run(n, steps):
    u = np.zeros(n)
    u[0] = 1.0
    v = np.copy(u)
    for _ in range(steps):
        {call}
        u, v = v, u
    return u
"""


def _ran(code: str, backend: str) -> list[float]:
    with emberops.use_backend(backend):
        names: dict[str, object] = {}
        exec(compile(code, "heat.py", "exec"), names)
        answer = names["run"](6, 20)  # type: ignore[operator]  # the function of the code
        return [float(x) for x in answer]


@pytest.mark.parametrize(
    ("call", "bound"), [("step(u, v)", "        v = step(u, v)"), ("w = step(u, v)", "w = v = step(u, v)")]
)
@pytest.mark.parametrize("backend", ["numpy", "torch", "jax", "mlx"])
def test_what_is_given_back_is_bound_and_stores_follow(
    fixed: Fixed, backend: str, call: str, bound: str
) -> None:
    code = HEAT.format(call=call)
    after = fixed(code, unsafe=True)
    assert bound in after
    assert "out = ops.assign(out," in after
    before = _ran(code, "numpy")
    assert all(math.isclose(a, b, abs_tol=1e-5) for a, b in zip(_ran(after, backend), before, strict=True))


def test_stores_stay_where_a_caller_has_no_name_for_the_array(fixed: Fixed) -> None:
    """`ops.assign` would change nothing on JAX, in silence; the store is refused there."""
    after = fixed(HEAT.format(call="step(u, v.T)"), unsafe=True)
    assert "out[0], out[-1] = 1.0, 0.0" in after


PIVOT = """\
import numpy as np


def clear(table, row, column):
    if table[row, column] == 0:
        return
    table[row] = table[row] / table[row, column]
    for other in range(table.shape[0]):
        if other != row:
            table[other] -= table[other, column] * table[row]  # the last one


def run(n, steps):
    table = np.reshape(np.arange(float(n * 7)), (n, 7)) % 5.0
    for step in range(min(n, steps)):
        {call}
    return table[:, 6]
"""


@pytest.mark.parametrize("backend", ["numpy", "torch", "jax", "mlx"])
def test_output_parameters_are_returned(fixed: Fixed, backend: str) -> None:
    code = PIVOT.format(call="clear(table, step, step)")
    after = fixed(code, unsafe=True)
    assert "table = clear(table, step, step)" in after
    assert "  # the last one\n    return table\n" in after
    assert after.count("return table\n") == 2
    before = _ran(code, "numpy")
    assert all(math.isclose(a, b, abs_tol=1e-4) for a, b in zip(_ran(after, backend), before, strict=True))


@pytest.mark.parametrize(
    "call",
    [
        "clear(table.T, step, step)",
        "clear(*[table, step, step])",
        "print(clear(table, step, step))",
        "list(map(clear, [table], [step], [step]))",
        "view = table; clear(table, step, step); print(view)",
    ],
)
def test_output_parameters_stay_where_a_caller_cannot_be_told(fixed: Fixed, call: str) -> None:
    code = PIVOT.format(call=call)
    after = fixed(code, unsafe=True)
    assert "return table\n" not in after
    assert "table[row] = " in after


def test_lists_that_are_changed_besides_stay_lists(fixed: Fixed) -> None:
    code = PIVOT.format(call="order = [0]; clear(table, order, step)")
    code = code.replace("table, row, column", "table, order, column").replace(
        "    if", "    row = order[0] = column\n    if", 1
    )
    after = fixed(code, unsafe=True)
    assert "table = clear(table, order, step)" in after
    assert "row = order[0] = column" in after


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("def clear", "@cached\ndef clear"),
        ("return\n", "yield\n"),
        ("return\n", "return False\n"),
        ("for other", "row, table = 0, table * 2\n    for other"),
        ("(table, row,", "(*table, row=0,"),
    ],
)
def test_functions_that_do_more_have_no_output_parameter(report: Report, old: str, new: str) -> None:
    code = PIVOT.format(call="clear(table, step, step)")
    assert [d.code for d in report(code, "PUR211")] == ["PUR211"]
    assert not report(code.replace(old, new), "PUR211")


def test_safe_fixes_leave_call_and_stores(fixed: Fixed) -> None:
    after = fixed(HEAT.format(call="step(u, v)"))
    assert "\n        step(u, v)" in after
    assert "out[0], out[-1] = 1.0, 0.0" in after


def test_functions_that_may_give_back_something_else_say_nothing(report: Report) -> None:
    code = HEAT.format(call="step(u, v)")
    assert [d.code for d in report(code, "PUR210")] == ["PUR210"]
    assert not report(code.replace("return out", "return out if n else u"), "PUR210")
    assert not report(code.replace("def step", "@cached\ndef step"), "PUR210")
    assert not report(code.replace("step(u, v)\n", "v = step(u, v)\n"), "PUR210")


def test_stores_belong_to_the_array_api() -> None:
    code = """
from array_api_compat import array_namespace

def step(u, out):
    out[1:] = u[:-1]
    return out

def run(u):
    xp = array_namespace(u)
    v = xp.zeros_like(u)
    step(u, v)
    return v
"""
    source = source_from_bytes(code.encode(), Path("shift.py"))
    for lazy in (False, True):
        settings = Settings(root=Path.cwd(), profile="array-api", lazy=lazy)
        assert ("PUR210" in {d.code for d in check(source, settings).diagnostics}) == lazy


BOUNDARY = """\
import numpy as np


def boundary(u, right=0.0):
    u[0] = 1.0
    u[-1] = right


u = np.zeros(4)
boundary(u, right=0.5)
print(u)
"""


def test_what_a_module_hands_over_is_bound(fixed: Fixed) -> None:
    after = fixed(BOUNDARY, unsafe=True)
    assert "u = boundary(u, right=0.5)" in after
    assert "    return u\n" in after


def test_the_array_of_a_closure_is_declared_and_bound(fixed: Fixed) -> None:
    source = """\
import numpy as np


def count(values, n):
    hits = np.zeros(n)

    def note(v):
        hits[v] += 1

    for v in values:
        note(v)
    return hits
"""
    after = fixed(source, unsafe=True)
    assert "        nonlocal hits\n        hits = ops.assign_add(hits, v, 1)\n" in after
    assert fixed(source, unsafe=False).count("nonlocal") == 0


def test_a_parameter_that_the_function_around_keeps_is_not_declared(fixed: Fixed) -> None:
    source = """\
import numpy as np


def count(hits: np.ndarray):
    def note(v):
        hits[v] += 1

    note(0)
"""
    assert "nonlocal" not in fixed(source, unsafe=True)


QUICKSORT = """\
import numpy as np


def quicksort(a, low, high):
    if low >= high:
        return
    pivot = a[high]
    i = low
    for j in range(low, high):
        if a[j] < pivot:
            a[i], a[j] = a[j], a[i]
            i += 1
    a[i], a[high] = a[high], a[i]
    quicksort(a, low, i - 1)
    quicksort(a, i + 1, high)


v = np.array([3.0, 1.0, 2.0, 5.0, 4.0])
quicksort(v, 0, 4)
result = v.tolist()
"""


def test_a_sort_in_place_gives_back_what_it_sorts(fixed: Fixed, backend: str) -> None:
    after = fixed(QUICKSORT, unsafe=True)
    assert "a = quicksort(a, low, i - 1)" in after
    namespace: dict[str, object] = {}
    exec(compile(after, "quicksort.py", "exec"), namespace)
    assert namespace["result"] == [1.0, 2.0, 3.0, 4.0, 5.0]

"""Generated programs do on NumPy what they did before they were fixed; `benchmarks/differential.py` runs thousands."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest
from announced import KINDS, is_later
from comparing import difference, plain
from differential import Difference, condition_of, examine, outcomes
from programs import Call, Program, write_program

SEEDS = range(60)


@pytest.mark.parametrize("seed", SEEDS)
def test_safe_fixes_change_nothing_on_numpy(seed: int) -> None:
    found = list(examine(write_program(Random(seed)), seed, modes=("safe",)))
    assert not found, f"{found[0].kind}: {found[0].detail}\n{found[0].program.text}"


def test_result_where_numpy_raised_is_announced() -> None:
    found = difference([("raises", "TypeError", (), "")], [("gives", plain(1.0), ())])
    assert found is not None
    assert found[0] in KINDS


@pytest.mark.parametrize(
    ("before", "after", "kind"),
    [
        (np.ones(2), np.ones(2), None),
        (np.array([np.nan]), np.array([np.nan]), None),
        (np.ones(2), np.zeros(2), "value"),
        (np.ones(2), np.ones(2, dtype=np.float32), "type"),
        (np.ones(2), [1.0, 1.0], "type"),
        (np.ones(()), np.float64(1), "type"),
        ([np.ones(2), np.ones(2)], [np.ones(2), np.zeros(2)], "value"),
        (1.0, np.float64(1), "number"),
        ([1.0, 2.0], [np.float64(1), 3.0], "value"),
        ({"a": [np.ones(2)]}, {"a": [np.zeros(2)]}, "value"),
    ],
)
def test_what_counts_as_a_difference(before: object, after: object, kind: str | None) -> None:
    found = difference([("gives", plain(before), ())], [("gives", plain(after), ())])
    assert (None if found is None else found[0]) == kind


def test_program_that_comes_past_an_exception_is_told_from_one_that_raises_another() -> None:
    before = "def f(x):\n    x.mean()\n    x[9]\n"
    after = "from emberops import ops\n" + before.replace("x.mean()", "ops.mean(x)")
    first, same, later = (2, 2, 4, 12), (3, 3, 4, 15), (4, 4, 4, 8)
    assert is_later(before, after, (first,), (later,))
    assert not is_later(before, after, (first,), (same,))
    calls = (Call("f", ("[1.0]",)),)
    texts = before, after
    found = difference(outcomes(before, calls), outcomes(after, calls), texts=texts)
    assert found is not None
    assert found[0] == "accepts"


def test_store_of_what_another_type_would_not_have_given_comes_later_than_its_value() -> None:
    before = "def f(x):\n    x[5] = x.mean()\n"
    after = "from emberops import ops\ndef f(x):\n    x = ops.assign(x, 5, ops.mean(x))\n"
    calls = (Call("f", ("[1.0]",)),)
    found = difference(outcomes(before, calls), outcomes(after, calls), texts=(before, after))
    assert found is not None
    assert found[0] == "accepts"


@pytest.mark.parametrize(("nan", "condition"), [("np.nan", "NaN"), ("3.0", None)])
def test_announced_is_what_goes_without_the_condition(nan: str, condition: str | None) -> None:
    text = "import numpy as np\n\ndef f(x):\n    y = np.sqrt(x)\n    return max(y), y\n"
    program = Program(text, (Call("f", (f"np.array([1.0, {nan}, 0.5])",)),), frozenset())
    found = list(examine(program, 0, modes=("unsafe",)))
    assert [condition_of(one) for one in found] == ([condition] if condition else [])


def test_no_condition_excuses_a_safe_fix() -> None:
    program = Program("", (Call("f", ("np.array([np.nan])",)),), frozenset())
    assert condition_of(Difference(0, "safe", "number", "", program)) is None


def test_exception_that_hides_a_missing_element_is_told_from_others() -> None:
    before = "def f(x, y):\n    x[5] += y.mean()\n"
    after = "from emberops import ops\ndef f(x, y):\n    x = ops.assign_add(x, 5, ops.dot(y, [1, 2]))\n"
    calls = (Call("f", ("np.ones(2)", "np.ones(3)")),)
    found = difference(outcomes(before, calls), outcomes(after, calls), texts=(before, after))
    assert found is not None
    assert found[0] == "order"


def test_names_of_types_differ_as_numbers_do() -> None:
    found = difference([("gives", plain("float"), ())], [("gives", plain("float64"), ())])
    assert found is not None
    assert found[0] == "number"
    assert difference([("gives", plain(()), ())], [("gives", plain(()), ())]) is None
    handed = (plain(np.ones(2)), plain(1.0))
    assert (
        difference([("raises", "TypeError", handed, "", ())], [("raises", "TypeError", handed, "", ())])
        is None
    )

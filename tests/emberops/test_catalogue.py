"""The catalogue and what must follow it: the aliases, the facade's pages, a test for each operation."""

from __future__ import annotations

import ast
import inspect
import re
from functools import reduce
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from emberops import ops
from emberops.catalogue import CATALOGUE, aliases
from emberops.catalogue.parameters import WORDS, described
from emberops.dispatch.operation import routers
from emberops.testing import assert_close


def test_the_aliases_are_those_of_the_catalogue() -> None:
    assert aliases.TARGET.read_text(encoding="utf-8") == aliases.render(), (
        "emberops/ops/aliases.py is out of date: run python -m emberops.catalogue.aliases"
    )


@pytest.mark.parametrize("name", CATALOGUE)
def test_help_names_every_parameter(name: str) -> None:
    function = reduce(getattr, name.split("."), ops)
    said = inspect.getdoc(function) or ""
    assert set(inspect.signature(function).parameters) <= set(re.findall(r"\w+", said))
    assert said.count("\nParameters\n----------\n") <= 1


def test_every_word_on_a_parameter_is_of_one() -> None:
    taken = {
        f"{op}.{name}" if f"{op}.{name}" in WORDS else name
        for op, router in routers.items()
        for name in router.signature.parameters
    }
    assert set(WORDS) <= taken


def test_a_docstring_is_given_what_it_does_not_say() -> None:
    told = described(
        "sum", "Sum of ``x``.\n\n    Raises\n    ------\n    ValueError\n        Never.\n    ", ["x", "dtype"]
    )
    assert [line.strip() for line in told.splitlines()[:6]] == [
        "Sum of ``x``.",
        "",
        "Parameters",
        "----------",
        "dtype",
        WORDS["dtype"],
    ]
    assert "\n\n    Raises\n" in told
    assert described("sum", "Sum of ``x``.", ["x"]) == "Sum of ``x``."


@pytest.mark.parametrize("name", CATALOGUE)
def test_the_facade_holds_an_operation_on_the_catalogues_page(name: str) -> None:
    home = f"emberops.ops.{CATALOGUE[name].group}"
    module = reduce(getattr, name.split("."), ops).__module__
    assert module == home or module.startswith(f"{home}.")


def test_the_pages_are_no_names_of_ops() -> None:
    with pytest.raises(AttributeError, match=r"ops\.shape"):
        _ = ops.shapes


def test_every_operation_stands_in_a_test() -> None:
    mentioned: set[str] = set()
    for path in Path(__file__).parent.glob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Attribute):
                mentioned.add(node.attr)
            elif isinstance(node, ast.Constant) and isinstance(node.value, str):
                mentioned.update(node.value.split())
    untested = [name for name in CATALOGUE if not mentioned & {name, name.rpartition(".")[2]}]
    assert untested == [], "write a test for these"


@pytest.mark.parametrize(
    "name", ["fabs", "reciprocal", "tan", "sinh", "cosh", "rad2deg", "iscomplex", "isreal"]
)
def test_elementwise_functions_give_what_numpy_gives(backend: str, name: str) -> None:
    x = np.asarray([-1.5, -0.25, 0.5, 1.25], dtype=np.float32)
    assert_close(getattr(ops, name)(ops.asarray(x)), getattr(np, name)(x))


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("assign_subtract", [-1.0, 2.0, 2.0]),
        ("assign_multiply", [2.0, 2.0, 3.0]),
        ("assign_divide", [0.5, 2.0, 3.0]),
        ("assign_maximum", [2.0, 2.0, 3.0]),
        ("assign_minimum", [1.0, 2.0, 1.0]),
        ("subtract_at", [-3.0, 2.0, 2.0]),
        ("divide_at", [0.25, 2.0, 3.0]),
        ("minimum_at", [1.0, 2.0, 1.0]),
    ],
)
def test_updates_at_an_index_that_may_stand_twice(backend: str, name: str, expected: list[float]) -> None:
    x = ops.asarray([1.0, 2.0, 3.0])
    index, value = ([0, 0, 2], [2.0, 2.0, 1.0]) if name.endswith("_at") else ([0, 2], [2.0, 1.0])
    assert_close(getattr(ops, name)(x, index, value, copy=True), np.asarray(expected, np.float32), rtol=1e-6)


def test_empty_like_has_the_shape_and_the_dtype(backend: str) -> None:
    x = ops.zeros((2, 3), dtype="float32")
    assert ops.shape(ops.empty_like(x)) == (2, 3)
    assert ops.empty_like(x).dtype == ops.float32
    assert ops.empty_like(x, dtype="int32").dtype == ops.int32


def test_asfortranarray_keeps_the_values(backend: str) -> None:
    x = np.arange(6.0, dtype=np.float32).reshape(2, 3)
    assert_close(ops.asfortranarray(ops.asarray(x)), x)


def test_asfortranarray_runs_down_the_columns() -> None:
    made: Any = ops.asfortranarray(np.arange(6.0).reshape(2, 3))
    assert made.flags.f_contiguous


def test_frompyfunc_applies_a_function_to_each_element(backend: str) -> None:
    made = ops.frompyfunc(lambda a, b: a * 2 + b, 2, 1)(ops.asarray([1.0, 2.0]), ops.asarray([[1.0], [3.0]]))
    assert_close(ops.astype(made, "float32"), np.asarray([[3.0, 5.0], [5.0, 7.0]], np.float32))


def test_set_printoptions_holds_until_it_is_set_again(backend: str) -> None:
    before = ops.get_printoptions()
    try:
        ops.set_printoptions(precision=2)
        assert ops.array2string(ops.asarray([0.123456])) == "[0.12]"
    finally:
        ops.set_printoptions(**before)

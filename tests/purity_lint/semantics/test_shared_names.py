"""What functions of a module put into its names, lists and dicts."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from purity_lint.semantics.values import Value

ValueOf = Callable[[str, str], Value]

MODULE = """
    state, count, log, table = None, None, [], {}

    def fill(n):
        global state, count
        state, count = np.zeros(n), 3
        log.append(np.ones(n))
        table["a"] = np.ones(n)

    def own():
        state, log = 3, [3]
        return EXPRESSION

    def read():
        return EXPRESSION
    """


@pytest.mark.parametrize("expression", ["state", "log[0]", "table['a']"])
def test_other_functions_know_of_it(value_of: ValueOf, expression: str) -> None:
    assert value_of(MODULE.replace("EXPRESSION", expression), expression).is_tensor


@pytest.mark.parametrize("expression", ["count", "log", "table"])
def test_and_of_what_is_no_array(value_of: ValueOf, expression: str) -> None:
    assert not value_of(MODULE.replace("EXPRESSION", expression), expression).is_tensor


@pytest.mark.parametrize("expression", ["state", "log[0]"])
def test_a_name_of_a_function_is_its_own(value_of: ValueOf, expression: str) -> None:
    code = MODULE.replace("def read():\n        return EXPRESSION", "").replace("EXPRESSION", expression)
    assert not value_of(code, expression).is_tensor


def test_what_is_bound_to_several_things_may_be_each(value_of: ValueOf) -> None:
    code = """
        x = None

        def fill(n):
            global x
            x = np.zeros(n)

        def empty():
            global x
            x = "nothing"

        def read():
            return x
        """
    assert value_of(code, "x").maybe

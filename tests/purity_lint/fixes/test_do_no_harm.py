"""What fixes have once broken runs as before on NumPy: under safe fixes, and under unsafe ones."""

from __future__ import annotations

import ast
import warnings
from typing import Any

import pytest
from announced import CONDITIONS
from comparing import difference, plain
from differential import SETTINGS, fixed
from harm import CALLS_AND_SAID, HARM, NAN_AND_SAID, NUMBERS_AND_SAID

from emberops import use_backend


def outcome(module: str, calls: str) -> list[Any]:
    """What the calls give, in the form that ``difference`` compares."""
    namespace: dict[str, Any] = {"__name__": "module"}
    *head, last = ast.parse("import numpy as np\n" + calls).body
    assert isinstance(last, ast.Expr)
    with use_backend("numpy"), warnings.catch_warnings():
        warnings.simplefilter("ignore")
        exec(module, namespace)
        exec(compile(ast.Module(head, []), "calls", "exec"), namespace)
        return [("gives", plain(eval(compile(ast.Expression(last.value), "calls", "eval"), namespace)), ())]


def fixed_program(name: str, mode: str) -> tuple[str, str, str]:
    """The module before and after, and the calls."""
    module, _, calls = HARM[name].partition("#:\n")
    result = fixed(module, SETTINGS[mode])
    assert not result.errors
    return module, result.after, calls


SAID = {*NUMBERS_AND_SAID, *NAN_AND_SAID, *CALLS_AND_SAID}
UNSAFE = ("unsafe", "keep")


@pytest.mark.parametrize(
    ("name", "mode"),
    [(name, mode) for name in HARM for mode in SETTINGS if mode == "safe" or name not in SAID],
)
def test_same_on_numpy(name: str, mode: str) -> None:
    before, after, calls = fixed_program(name, mode)
    assert difference(outcome(before, calls), outcome(after, calls)) is None, after


@pytest.mark.parametrize("mode", UNSAFE)
@pytest.mark.parametrize("name", NUMBERS_AND_SAID)
def test_numbers_stay_equal(name: str, mode: str) -> None:
    before, after, calls = fixed_program(name, mode)
    found = difference(outcome(before, calls), outcome(after, calls))
    assert found is not None
    assert found[0] == "number", found


@pytest.mark.parametrize("mode", UNSAFE)
@pytest.mark.parametrize("name", NAN_AND_SAID)
def test_same_where_nothing_is_nan(name: str, mode: str) -> None:
    before, after, calls = fixed_program(name, mode)
    without = CONDITIONS["NaN"].argument(calls)
    found = difference(outcome(before, without), outcome(after, without))
    assert found is None or found[0] == "number", found
    found = difference(outcome(before, calls), outcome(after, calls))
    assert found is not None
    assert found[0] == "value", found


@pytest.mark.parametrize("mode", UNSAFE)
@pytest.mark.parametrize("name", CALLS_AND_SAID)
def test_what_ops_does_not_take_is_refused(name: str, mode: str) -> None:
    _, after, calls = fixed_program(name, mode)
    with pytest.raises(TypeError, match="order"):
        outcome(after, calls)


def test_the_object_in_an_array_keeps_its_methods() -> None:
    module = "import numpy as np\n\ndef f(x):\n    x = np.asarray(x)[()]\n    return x * 2, x.sum()\n"
    result = fixed(module, SETTINGS["safe"])
    assert not result.errors
    assert "return x * 2, x.sum()" in result.after
    calls = (
        "from fractions import Fraction\n"
        "try:\n    got = f(Fraction(3, 4))\nexcept AttributeError as error:\n    got = str(error)\ngot"
    )
    assert difference(outcome(module, calls), outcome(result.after, calls)) is None

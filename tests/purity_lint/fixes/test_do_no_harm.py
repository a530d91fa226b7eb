"""What fixes have once broken runs as before on NumPy: under safe fixes, and under unsafe ones."""

from __future__ import annotations

import ast
import warnings
from typing import Any

import pytest
from differential import SETTINGS, difference, fixed, plain
from harm import HARM, UNSAFE_AND_SAID

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


@pytest.mark.parametrize("mode", SETTINGS)
@pytest.mark.parametrize("name", HARM)
def test_same_on_numpy(name: str, mode: str, request: pytest.FixtureRequest) -> None:
    if mode != "safe" and name in UNSAFE_AND_SAID:
        request.applymarker(pytest.mark.xfail(reason=UNSAFE_AND_SAID[name], strict=True))
    module, _, calls = HARM[name].partition("#:\n")
    result = fixed(module, SETTINGS[mode])
    assert not result.errors
    before = outcome(module, calls)
    assert difference(before, outcome(result.after, calls)) is None, result.after

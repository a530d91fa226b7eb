"""Some 160 small functions, as people write them, give on NumPy after a fix what they gave before.

Each is called with an array of five numbers, and compared are what it gives and what it leaves in the array.
"""

from __future__ import annotations

import ast
import random
import sys
import warnings
from functools import lru_cache
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np
import pytest
from comparing import difference, plain
from differential import SETTINGS, fixed

from emberops import use_backend

FILES = {file.stem: file for file in sorted((Path(__file__).parent / "idioms").glob("*.txt"))}
NUMBERS = (0.61, 0.27, 1.9, 0.05, 0.83)

NAMES_OF_ERRORS = "an error is of a subclass, and its text names the operation"
OTHERWISE = {
    ("safe", "algorithms", "idiom_04"): NAMES_OF_ERRORS,
    ("unsafe", "algorithms", "idiom_04"): NAMES_OF_ERRORS,
    ("safe", "python", "idiom_22"): NAMES_OF_ERRORS,
    ("unsafe", "python", "idiom_22"): NAMES_OF_ERRORS,
    ("unsafe", "algorithms", "idiom_28"): "a list has become an array",
    ("unsafe", "state", "idiom_02"): "integers become floating-point numbers where NumPy's `+=` refuses to",
    ("unsafe", "state", "idiom_12"): "a class of one's own hears of `np.sum` in the place of `np.add.reduce`",
    ("unsafe", "state", "idiom_28"): "a shuffle gives the array, where NumPy's gives nothing",
    ("unsafe", "state", "idiom_33"): "a 0-d tensor of any precision passes for a float",
}
"""What differs, and how; the pages of the rules say so."""


def idioms(text: str) -> list[str]:
    """The names of the functions that are called."""
    found = (node.name for node in ast.parse(text).body if isinstance(node, ast.FunctionDef))
    return [name for name in found if name.startswith("idiom_")]


@lru_cache
def text_of(stem: str, mode: str) -> str:
    """The file as it is written, or after a fix."""
    text = FILES[stem].read_text(encoding="utf-8")
    if mode == "written":
        return text
    outcome = fixed(text, SETTINGS[mode])
    assert not outcome.errors
    return outcome.after


def outcome(stem: str, mode: str, name: str) -> list[Any]:
    """What the function gives and leaves in its argument, in the form that ``difference`` compares."""
    module = ModuleType(f"idioms_{stem}")
    sys.modules[module.__name__] = module  # dataclasses and pickles look up the module of a class
    x = np.array(NUMBERS)
    random.seed(1)
    with use_backend("numpy"), warnings.catch_warnings():
        warnings.simplefilter("ignore")
        exec(compile(text_of(stem, mode), f"{stem}.py", "exec"), module.__dict__)
        try:
            found = module.__dict__[name](x)
        except AttributeError as error:
            return [("raises", type(error).__name__, plain(x), str(error), ())]
    return [("gives", plain((found, x)), ())]


ALL = [(stem, name) for stem, file in FILES.items() for name in idioms(file.read_text(encoding="utf-8"))]


@pytest.mark.parametrize("mode", ["safe", "unsafe"])
@pytest.mark.parametrize(("stem", "name"), ALL)
def test_same_on_numpy(stem: str, name: str, mode: str) -> None:
    found = difference(outcome(stem, "written", name), outcome(stem, mode, name))
    if (mode, stem, name) in OTHERWISE:
        assert found is not None
    elif mode == "unsafe":  # which makes numbers of Python's of NumPy's
        assert found is None or found[0] == "number"
    else:
        assert found is None

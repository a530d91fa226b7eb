"""NumPy's class among classes that the class of a value is looked up in: no array's own class is `ops.Tensor`."""

from __future__ import annotations

import pytest
from snippets import Fixed

KEEPER = """\
import numpy as np


class Keeper:
    HANDLED: tuple = (np.ndarray, list)

    def check(self, x):
        if {test}:
            raise TypeError
        return x
"""


@pytest.mark.parametrize(
    "test",
    [
        "type(x) not in self.HANDLED",
        "x.__class__ not in Keeper.HANDLED",
        "type(x) is self.HANDLED[0]",
        "self.HANDLED[0] == type(x)",
    ],
)
def test_a_class_that_classes_of_values_are_looked_up_among_stays(test: str, fixed: Fixed) -> None:
    code = KEEPER.format(test=test)
    assert fixed(code, "PUR103", unsafe=True) == code


@pytest.mark.parametrize("test", ["isinstance(x, self.HANDLED)", "type(x) in self.others"])
def test_one_that_instances_are_asked_about_is_rewritten(test: str, fixed: Fixed) -> None:
    assert "HANDLED: tuple = (ops.Tensor, list)" in fixed(KEEPER.format(test=test), "PUR103", unsafe=True)


def test_a_scalar_in_a_union_of_classes_stays(fixed: Fixed) -> None:
    code = "import numpy as np\n\nNumber = float | np.floating | np.bool_\nOther = np.float64 | None\n"
    assert fixed(code, "PUR305", unsafe=True) == code


@pytest.mark.parametrize(
    "asked",
    [
        "NAMES[type(x)]",
        "NAMES.get(x.__class__)",
        "NAMES[x.dtype], np.float64 in NAMES, NAMES[np.float32]",
        "x.dtype in NAMES",
        "NAMES[x.dtype.type]",
        "[NAMES.get(d) for _ in range(1)]\n    d = x.dtype",
        "[NAMES[kind] for kind in KINDS]\n    kind = type(x)",
    ],
)
def test_keys_that_classes_and_dtypes_of_values_are_looked_up_among_stay(asked: str, fixed: Fixed) -> None:
    code = "import numpy as np\n\nNAMES = {{np.float64: 'f8', np.float32: 'f4'}}\n\n\ndef f(x):\n    return {asked}\n"
    assert fixed(code.format(asked=asked), "PUR305", unsafe=True) == code.format(asked=asked)


TURNED = """\
import numpy as np

TYPES = {{'f8': np.dtype('float64'), 'f4': np.float32}}
{made}


def f(x):
    return NAMES[x.dtype]
"""


@pytest.mark.parametrize(
    "made",
    [
        "NAMES = {v: k for k, v in TYPES.items()}",
        "NAMES = dict((v, k) for k, v in TYPES.items())",
        "NAMES = {}\nfor k, v in TYPES.items():\n    NAMES[v] = k",
    ],
)
def test_values_of_a_table_that_is_turned_around_stay(made: str, fixed: Fixed) -> None:
    code = TURNED.format(made=made)
    assert fixed(code, "PUR305", unsafe=True) == code


@pytest.mark.parametrize(
    "made",
    [
        "PLAIN = (np.negative, np.fabs)\nfor f in PLAIN:\n    HELPERS[f] = helper",
        "PLAIN = ()\nPLAIN += (np.negative,)\nfor f in PLAIN:\n    for _ in range(1):\n        HELPERS[f] = helper",
        "for f in (np.negative, np.fabs):\n    HELPERS[f] = helper",
        "PLAIN = [np.negative, np.fabs]\nHELPERS.update({f: helper for f in PLAIN})",
        "KNOWN = set()\nfor f in [np.negative, np.float32]:\n    KNOWN.add(f)",
        "NAMES = {'negative': np.negative}\nHELPERS = {f: name for name, f in NAMES.items()}",
    ],
)
def test_what_becomes_a_key_in_a_loop_stays(made: str, fixed: Fixed) -> None:
    """A ufunc that another class is asked about, by `__array_ufunc__` in another file, is NumPy's own."""
    code = f"import numpy as np\nfrom converters import HELPERS, helper\n\n{made}\n"
    assert fixed(code, "PUR103", "PUR305", unsafe=True) == code


def test_dtypes_that_a_loop_makes_arrays_of_are_rewritten(fixed: Fixed) -> None:
    code = (
        "import numpy as np\n\nKINDS = [np.float32]\nfor kind in KINDS:\n    print(np.zeros(3, dtype=kind))\n"
    )
    assert "KINDS = [ops.float32]" in fixed(code, "PUR103", "PUR305", unsafe=True)


def test_values_of_other_tables_do_not(fixed: Fixed) -> None:
    code = TURNED.format(made="NAMES = {k: v for k, v in TYPES.items()}")
    assert "TYPES = {'f8': ops.float64, 'f4': ops.float32}" in fixed(code, "PUR305", unsafe=True)


def test_keys_that_dtypes_are_looked_up_among_are_rewritten_with_the_questions(fixed: Fixed) -> None:
    code = "import numpy as np\n\nNAMES = {np.float64: 'f8'}\nprint(NAMES[np.float64], np.float32 not in NAMES)\n"
    assert fixed(code, "PUR305") == code
    assert "print(NAMES[ops.float64], ops.float32 not in NAMES)" in fixed(code, "PUR305", unsafe=True)


@pytest.mark.parametrize(
    "made",
    [
        "CHECKS = Options(type, {np.float64, np.float32})",
        "CHECKS = {'dtype': [Options(type, {np.float64: 1}), None]}",
        "def code(kind):\n    return {np.float32: 1, np.float64: 2}[kind]",
        "KINDS = {np.float32, np.float64}",
    ],
)
def test_classes_among_which_others_look_for_theirs_stay(fixed: Fixed, made: str) -> None:
    """Whoever asks has NumPy's own, `np.float64`, whose hash a portable dtype does not share."""
    code = f"import numpy as np\nfrom checks import Options\n\n{made}\n"
    assert fixed(code, "PUR305", unsafe=True) == code


@pytest.mark.parametrize("kept", ["{np.dtype('f8')}", "{np.float64, kind}"])
def test_a_dtype_that_a_set_is_asked_for_stays(kept: str, fixed: Fixed) -> None:
    code = f"import numpy as np\n\n\ndef f(x: np.ndarray, kind):\n    return x.dtype in {kept}\n"
    assert fixed(code, "PUR602", "PUR305") == code


def test_it_is_rewritten_together_with_the_set(fixed: Fixed) -> None:
    code = "import numpy as np\n\n\ndef f(x: np.ndarray):\n    return x.dtype in {np.float64, np.float32}\n"
    portable = code.replace("import numpy as np", "from emberops import ops").replace("np.", "ops.")
    assert "ops.dtype(x) in {ops.float64" in fixed(portable.replace("ndarray", "Tensor"), "PUR602")


REGISTERED = """\
import functools

import numpy as np


@functools.singledispatch
def area(x):
    return 0


@area.register(np.floating)
@area.register(np.bool_)
def _(x):
    return 1


@area.register
def _(x: np.integer):
    return 2
"""


def test_classes_of_numbers_that_functions_are_chosen_by_stay(fixed: Fixed) -> None:
    assert fixed(REGISTERED, "PUR305", "PUR601", unsafe=True) == REGISTERED


@pytest.mark.parametrize(
    "use",
    ["np.dtype('f8').kind", "np.dtype('f8').char", "make(np.dtype('f8'))", "WIDE.kind, WIDE.newbyteorder()"],
)
def test_a_dtype_that_is_asked_for_what_only_numpys_have_stays(fixed: Fixed, use: str) -> None:
    """The `kind` of a portable dtype is a word: a fix made `"f" == "real floating"` of it."""
    made = "WIDE = np.dtype('f8')\n" if "WIDE" in use else ""
    code = f"import numpy as np\n\n{made}\nprint({use})\n"
    after = fixed(code, "PUR305", unsafe=True)
    assert after == code if "make" not in use else "make(ops.float64)" in after


@pytest.mark.parametrize("of", ["Optional", "list", "Sequence", "Rows"])
def test_a_type_of_arrays_is_no_table_that_classes_are_looked_up_in(of: str, fixed: Fixed) -> None:
    code = f"""\
from collections.abc import Sequence
from typing import Generic, Optional, TypeVar

import numpy as np


class Rows(Generic[TypeVar("T")]):
    pass


Given = {of}[np.ndarray]
"""
    assert f"Given = {of}[ops.Tensor]" in fixed(code, "PUR103", unsafe=True)


def test_the_class_itself_stays(fixed: Fixed) -> None:
    code = "import numpy as np\n\nGiven = type[np.ndarray]\n"
    assert fixed(code, "PUR103", unsafe=True) == code


@pytest.mark.parametrize(("given", "stays"), [("x.dtype", True), ("np.float32", False)])
def test_a_parameter_is_what_callers_give(given: str, stays: bool, fixed: Fixed) -> None:
    code = f"""\
import numpy as np


def eps(dtype):
    return {{np.dtype("float32"): 1e-5, np.dtype("float64"): 1e-10}}[dtype]


def run(x: np.ndarray):
    return eps({given})
"""
    assert ('{np.dtype("float32"): 1e-5' in fixed(code, "PUR305", unsafe=True)) == stays


ENTERED = """\
import functools

import numpy as np
from dumping import Dumper, represent

Dumper.add_representer(np.ndarray, represent)
Dumper.add_representer(np.bool_, represent)
for kind in [np.float32, np.float64]:
    Dumper.add_representer(kind, represent)
"""


def test_classes_that_are_entered_with_a_function_stay(fixed: Fixed) -> None:
    """What is dumped is looked up by its very class."""
    assert fixed(ENTERED, unsafe=True) == ENTERED


KINDS = """\
import numpy as np

KINDS = (np.bool_, np.object_, np.number)
FLOATS = (np.float32, np.float64)


def kinds(x: np.ndarray, table):
    given = table.view(type=np.ndarray, dtype=np.ubyte)
    return [issubclass(x.dtype.type, kind) for kind in KINDS], issubclass(x.dtype.type, FLOATS), given
"""


def test_classes_that_are_asked_about_as_classes_stay(fixed: Fixed) -> None:
    """`issubclass(x.dtype.type, kind)` was taken for a question about the only one that has a name."""
    after = fixed(KINDS, unsafe=True)
    assert "KINDS = (np.bool_, np.object_, np.number)\nFLOATS = (np.float32, np.float64)\n" in after
    assert "[issubclass(x.dtype.type, kind) for kind in KINDS], issubclass(x.dtype.type, FLOATS)" in after
    assert "table.view(type=np.ndarray, " in after


@pytest.mark.parametrize(
    "asked",
    [
        "getattr(np.ndarray, name).__doc__",
        "hasattr(np.ndarray, name)",
        "vars(np.ndarray)",
        "inspect.getmembers(np.ndarray)",
    ],
)
def test_a_class_that_is_asked_for_its_members_stays(asked: str, fixed: Fixed) -> None:
    code = f"import inspect\n\nimport numpy as np\n\n\ndef f(name):\n    return {asked}\n"
    assert fixed(code, "PUR103", unsafe=True) == code

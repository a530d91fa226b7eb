"""One table of tensor classes, whichever rule asks."""

from __future__ import annotations

from functools import reduce
from typing import Any

import mlx.core
import numpy as np
import pytest
import torch
from snippets import Fixed, Report

import purity_lint
from emberops import ops
from purity_lint.knowledge.lookup import TENSOR_CLASSES

OLD_TYPES = [
    "FloatTensor",
    "DoubleTensor",
    "HalfTensor",
    "BFloat16Tensor",
    "ByteTensor",
    "CharTensor",
    "ShortTensor",
    "IntTensor",
    "LongTensor",
    "BoolTensor",
]
LIBRARIES = {"numpy": np, "torch": torch, "mlx": mlx, "emberops.ops": ops}


@pytest.mark.parametrize("name", ["Tensor", *OLD_TYPES])
def test_every_class_of_torch_tensors_is_asked_for_alike(report: Report, name: str) -> None:
    code = f"import torch\n\n\ndef f(x):\n    return isinstance(x, torch.{name})\n"
    assert [d.code for d in report(code, "PUR502")] == ["PUR502"]


@pytest.mark.parametrize(
    "name", ["torch.Tensor", *(f"torch.{n}" for n in OLD_TYPES), "torch.cuda.HalfTensor"]
)
def test_every_class_of_torch_tensors_is_annotated_alike(fixed: Fixed, name: str) -> None:
    code = f"import torch\n\n\ndef f(x: {name}):\n    return torch.cat([x, torch.special.i1(x)])\n"
    assert "def f(x: ops.Tensor)" in fixed(code)


@pytest.mark.parametrize("name", ["Tensor", *OLD_TYPES])
def test_a_class_that_stands_for_a_dtype_stays(fixed: Fixed, name: str) -> None:
    code = f"import torch\n\n\ndef f(x):\n    return x.type(torch.{name})\n"
    assert fixed(code, unsafe=True) == code


@pytest.mark.parametrize("maker", ["array", "asarray"])
def test_an_annotation_may_name_what_makes_arrays(report: Report, maker: str) -> None:
    code = f"import numpy as np\n\n\ndef f(x: np.{maker}):\n    return x + 1\n"
    found = {d.code: d.message for d in report(code, "PUR201", "PUR601")}
    assert sorted(found) == ["PUR201", "PUR601"]
    assert "use `ops.Tensor`" in found["PUR601"]


def test_a_subclass_is_more_than_a_tensor(fixed: Fixed) -> None:
    code = "import torch\n\n\ndef f(x: torch.nn.Parameter):\n    return isinstance(x, torch.nn.Parameter)\n"
    assert "torch.nn.Parameter)" in fixed(code)


def test_the_class_of_ops_is_nobodys_own(report: Report) -> None:
    code = "from emberops import ops\n\n\ndef f(x: ops.Tensor):\n    return isinstance(x, ops.Tensor)\n"
    assert not report(code, "PUR502", "PUR601")


def test_every_class_exists() -> None:
    missing = []
    for name in TENSOR_CLASSES:
        root, module = next(((r, m) for r, m in LIBRARIES.items() if name.startswith(f"{r}.")), ("", None))
        if module is not None:
            try:
                reduce(getattr, name.removeprefix(f"{root}.").split("."), module)
            except AttributeError:
                missing.append(name)
    assert not missing


OWN_VIEW = """\
import numpy as np


class Loud(np.ndarray):
    def __mul__(self, other):
        return "loud"


def quiet(n: int):
    return np.ones(n).view(np.float64) * 2


def loud(n: int):
    return np.ones(n).view(Loud) * 2
"""


def test_a_view_as_a_subclass_may_have_operators_of_its_own() -> None:
    fixed = purity_lint.fix_source(OWN_VIEW, isolated=True).source
    assert ".view(Loud) * 2" in fixed
    names: dict[str, Any] = {}
    exec(compile(fixed, "views.py", "exec"), names)
    assert names["loud"](2) == "loud"
    assert list(names["quiet"](2)) == [2.0, 2.0]


@pytest.mark.parametrize(
    ("asked", "expected"),
    [
        ("type(x).__module__ == np.__name__", "ops.is_tensor(x) or isinstance(x, ops.generic)"),
        ('x.__class__.__module__ != "numpy"', "not (ops.is_tensor(x) or isinstance(x, ops.generic))"),
        ('not "numpy" == type(x).__module__', "not (ops.is_tensor(x) or isinstance(x, ops.generic))"),
        ('"numpy" in str(type(x))', "ops.is_tensor(x) or isinstance(x, ops.generic)"),
        ('"numpy" not in repr(x.__class__)', "not (ops.is_tensor(x) or isinstance(x, ops.generic))"),
    ],
)
def test_the_module_of_a_class_is_asked_for_tensors(asked: str, expected: str, fixed: Fixed) -> None:
    program = f"import numpy as np\n\n\ndef f(x):\n    return {asked}\n"
    assert f"return {expected}\n" in fixed(program, unsafe=True)
    assert asked in fixed(program)


def test_other_modules_of_classes_stay(fixed: Fixed) -> None:
    program = 'import numpy as np\n\n\ndef f(x):\n    return type(x).__module__ == "pandas", np.mean(x).__module__\n'
    assert '"numpy" in str(x)' in fixed(
        'import numpy as np\n\n\ndef f(x):\n    return "numpy" in str(x)\n', unsafe=True
    )
    assert 'type(x).__module__ == "pandas"' in fixed(program, unsafe=True)

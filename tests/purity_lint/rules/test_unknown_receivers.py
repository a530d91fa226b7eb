"""Methods that say what they are called on, where nothing else does."""

from __future__ import annotations

import pytest
from snippets import Fixed, Report

import purity_lint

_LOOP = "import numpy as np\n\n\ndef f(xs):\n    return [{item} for part in xs], np.ones(3)\n"


def test_what_is_reshaped_is_an_array(fixed: Fixed) -> None:
    code = _LOOP.format(item="part.reshape(-1, 2)")
    assert fixed(code, "PUR104") == code
    assert "[ops.reshape(part, (-1, 2)) for part in xs]" in fixed(code, "PUR104", unsafe=True)


def test_where_there_are_tables_what_is_summed_may_be_one(fixed: Fixed) -> None:
    code = _LOOP.format(item="part.sum()")
    assert "[ops.sum(part) for part in xs]" in fixed(code, "PUR104", unsafe=True)
    code = code.replace("import numpy", "import pandas as pd\nimport numpy").replace(
        "(3)", "(3), pd.Series(xs)"
    )
    assert "[part.sum() for part in xs]" in fixed(code, "PUR104", unsafe=True)


def test_an_instance_is_no_array_for_what_it_asks_of_itself(fixed: Fixed) -> None:
    code = (
        "import numpy as np\n\n\ndef reduction(function):\n    def method(self):\n        return self.ravel()\n\n"
        "    return method, np.ones(3)\n"
    )
    assert "self.ravel()" in fixed(code, "PUR104", unsafe=True)


def test_what_a_class_of_the_project_has_says_nothing(fixed: Fixed) -> None:
    code = (
        _LOOP.format(item="part.ravel()")
        + "\n\nclass Rows:\n    def ravel(self):\n        return self.data\n"
    )
    assert "[part.ravel() for part in xs]" in fixed(code, "PUR104", unsafe=True)


_OPERATOR = """\
import torch


class Operator:
    def __init__(self, product):
        self.product = product

    def matvec(self, v):
        return self.product(v)

    {names}


def step(operator, g: torch.Tensor):
    if operator is None:
        operator = torch.eye(3)
    return operator.mv(g), torch.eye(3).mv(g), g.mv(g)
"""


@pytest.mark.parametrize(
    ("names", "own"),
    [
        ("mv = matvec", True),
        ("dot = mv = matvec", True),
        ("def mv(self, v):\n        return v", True),
        ("mv = None", False),
        ("rmv = matvec", False),
    ],
)
def test_a_method_that_a_class_of_the_project_has_stays_on_what_may_be_one(
    fixed: Fixed, names: str, own: bool
) -> None:
    code = fixed(_OPERATOR.format(names=names), "PUR104", unsafe=True)
    kept = "operator.mv(g)" if own else "ops.matmul(operator, g)"
    assert f"return {kept}, ops.matmul(torch.eye(3), g), ops.matmul(g, g)" in code


def test_a_method_that_a_class_has_too_is_called_of_what_is_computed(fixed: Fixed) -> None:
    code = """\
import numpy as np


class Signal:
    def copy(self):
        return Signal()


def f(x):
    return np.exp(x).copy()
"""
    assert "return ops.copy(ops.exp(x))" in fixed(code, unsafe=True)


@pytest.mark.parametrize(("documented", "own"), [("list or ndarray", False), ("Mesh or ndarray", True)])
def test_what_is_a_list_or_an_array_is_of_no_class(fixed: Fixed, documented: str, own: bool) -> None:
    code = f"""\
import numpy as np


class Mesh:
    def copy(self):
        return Mesh()


def merge(cells):
    '''Merge.

    Parameters
    ----------
    cells : {documented}
    '''
    new = cells.copy()
    return new, np.sum(cells)
"""
    asked = "new = ops.copy(cells) if ops.is_tensor(cells) else cells.copy()\n"
    assert (asked in fixed(code, "PUR104", unsafe=True)) is own
    assert "new = cells.copy()" in fixed(code, "PUR104")


def test_a_namespace_from_elsewhere_is_no_array(report: Report) -> None:
    code = """\
from elsewhere import begin


def total(x, xp):
    return xp.sum(xp.asarray(x))


def first(f):
    x, xp = begin(f)
    return xp.reshape(x, (-1, 1))[:, 0:2]
"""
    assert not [d for d in report(code, "PUR104") if d.code == "PUR104"]
    assert [d.code for d in report(code.replace("xp.reshape(x, ", "x.reshape("), "PUR104")] == ["PUR104"]


def test_arrays_of_numpy_have_no_methods_of_others(report: Report) -> None:
    code = "import numpy as np\nimport torch\n\n\ndef f(axes, x):\n    axes = np.atleast_1d(axes)\n    axes[0].{}\n"
    assert not [d for d in report(code.format("scatter(x, x)"), "PUR104") if d.code == "PUR104"]
    assert [d.code for d in report(code.format("ravel()"), "PUR104")] == ["PUR104"]


@pytest.mark.parametrize("shape", ["event_shape", "m.event_shape", "m.batch.shape"])
def test_the_sizes_of_a_shape_are_multiplied(shape: str) -> None:
    code = f"import torch\n\n\ndef f(m, event_shape):\n    return {shape}.numel(), torch.ones(3).numel()\n"
    fixed = purity_lint.fix_source(code, unsafe_fixes=True, isolated=True).source
    assert f"{shape}.numel()" in fixed
    assert "ops.size(ops.ones((3,)))" in fixed

"""What `import name` means in a package: the module of that name, and no folder beside it."""

from __future__ import annotations

import ast
from collections.abc import Callable

import pytest

from purity_lint.semantics import FileModel
from purity_lint.semantics.values import Kind

Models = Callable[[dict[str, str]], dict[str, FileModel]]


def result(model: FileModel) -> ast.expr:
    """The expression that the last statement assigns."""
    statement = model.source.tree.body[-1]
    assert isinstance(statement, ast.Assign)
    return statement.value


@pytest.mark.parametrize(
    "use",
    ["import torch\ny = torch.exp(torch.ones(3))\n", "from torch import exp, ones\ny = exp(ones(3))\n"],
)
def test_a_library_is_meant_beside_a_folder_of_its_name(models: Models, use: str) -> None:
    found = models(
        {
            "pkg/__init__.py": "",
            "pkg/torch/__init__.py": "from .layers import f\n",
            "pkg/torch/layers.py": "def f(x):\n    return 1\n",
            "pkg/torch/use.py": use,
        }
    )
    model = found["pkg/torch/use.py"]
    value = model.value(result(model))
    assert value.is_tensor
    assert value.backend == "torch"


def test_a_module_of_python_is_meant_beside_a_folder_of_its_name(models: Models) -> None:
    found = models(
        {
            "pkg/__init__.py": "",
            "pkg/math/__init__.py": "from .sums import total\n",
            "pkg/math/sums.py": "def total(x):\n    return x\n",
            "pkg/formulas/__init__.py": "",
            "pkg/formulas/use.py": "from math import sqrt\ny = 2 * sqrt(3)\n",
        }
    )
    model = found["pkg/formulas/use.py"]
    assert model.value(result(model)).kind is Kind.FLOAT


def test_a_script_of_a_folder_finds_what_is_beside_it(models: Models) -> None:
    found = models(
        {
            "scripts/__init__.py": "",
            "scripts/samples.py": "import numpy as np\n\ndef make():\n    return np.zeros(3)\n",
            "scripts/use.py": "import samples\ny = samples.make() * 2\n",
        }
    )
    model = found["scripts/use.py"]
    assert model.value(result(model)).is_tensor

"""Code on NumPy that feeds modules of PyTorch: what these are given stays PyTorch's."""

from __future__ import annotations

from pathlib import Path

import pytest

from purity_lint.configuration.settings import Settings
from purity_lint.engine.fix import fix
from purity_lint.source.read import source_from_bytes

UNSAFE = Settings(root=Path.cwd(), unsafe_fixes=True)
HEAD = "import numpy as np\nimport torch\nimport torch.nn as nn\n\nmodel = nn.Linear(3, 1)\n\n\n"
PLAIN = "import numpy as np\nimport torch\n\n\n"


def fixed(code: str, head: str = HEAD) -> str:
    return fix(source_from_bytes((head + code).encode(), Path("forecast.py")), UNSAFE).after


@pytest.mark.parametrize(
    ("made", "expected"),
    [
        ("torch.FloatTensor(x)", "torch.FloatTensor(ops.to_numpy(x))"),
        ("torch.from_numpy(x)", "torch.from_numpy(ops.to_numpy(x))"),
        ("torch.tensor(x, dtype=torch.float32)", "torch.tensor(ops.to_numpy(x), dtype=torch.float32)"),
        ("torch.zeros(3)", "torch.zeros(3)"),
    ],
)
def test_what_a_module_is_fed_stays(made: str, expected: str) -> None:
    text = fixed(f"def f(x: np.ndarray):\n    x = np.sqrt(x)\n    return model({made})\n")
    assert f"return model({expected})" in text
    assert "ops.sqrt(x)" in text


def test_conversions_without_modules_become_those_of_the_backend() -> None:
    text = fixed("def f(x: np.ndarray):\n    return torch.from_numpy(x) + torch.zeros(3)\n", PLAIN)
    assert "torch" not in text.partition("def f")[2]


def test_a_question_about_one_library_is_no_safe_fix() -> None:
    code = "def f(x):\n    if torch.is_tensor(x):\n        return x.clone()\n    return np.array(x)\n"
    source = source_from_bytes((PLAIN + code).encode(), Path("backend.py"))
    safe = fix(source, Settings(root=Path.cwd()))
    assert "if torch.is_tensor(x):" in (safe.after or safe.before)
    assert "if ops.is_tensor(x):" in fixed(code, PLAIN)


@pytest.mark.parametrize("annotation", ["torch.Tensor", "float | torch.Tensor", "Tensor"])
def test_what_was_declared_to_be_torchs_keeps_its_gradient(annotation: str) -> None:
    head = HEAD.replace("import torch\n", "import torch\nfrom torch import Tensor\n")
    text = fixed(f"def f(y: {annotation}):\n    return model(torch.as_tensor(y)) + np.sqrt(2)\n", head)
    assert "torch.as_tensor(y)" in text
    assert "ops.Tensor" in text


def test_what_a_call_passes_on_of_that_keeps_its_gradient() -> None:
    code = (
        "def run(t: float):\n    return model(torch.as_tensor(t)) + np.sqrt(2)\n\n\n"
        "def f(y: torch.Tensor):\n    return run(torch.exp(y))\n"
    )
    assert "torch.as_tensor(t)" in fixed(code.replace("t: float", "t: float | torch.Tensor"))
    assert "torch.as_tensor(ops.to_numpy(" not in fixed(code)

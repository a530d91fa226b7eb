"""What TorchScript compiles stays: it reads the source of functions, and knows PyTorch's own alone."""

from __future__ import annotations

from pathlib import Path

import pytest

from purity_lint.configuration.settings import Settings
from purity_lint.run.fix import fix_project

CODE = """\
import torch


def scale(x: torch.Tensor) -> torch.Tensor:
    return torch.exp(x)


class Net(torch.nn.Module):
    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return torch.sin(scale(x))
"""


def fixed(folder: Path, test: str, *, unsafe: bool) -> str:
    """The module after fixes, in a project with a test."""
    files = {"pyproject.toml": "", "net.py": CODE, "test_net.py": test}
    for name, text in files.items():
        (folder / name).write_text(text)
    settings = Settings(root=folder, unsafe_fixes=unsafe)
    fix_project([(folder / "net.py", settings)], write=True, jobs=1, context=[folder / "test_net.py"])
    return (folder / "net.py").read_text()


@pytest.mark.parametrize(
    "test",
    [
        "import torch\nfrom net import Net\n\nnet = torch.jit.script(Net())\n",
        "import torch as th\nimport net\n\ndef test():\n    made = net.Net()\n    th.jit.script(made)\n",
        "from torch.jit import script\nfrom net import Net\n\ndef test():\n    script(Net())\n",
        "from torch import jit\nimport net\n\n@jit.script\ndef Net(x): ...\n",
    ],
)
def test_what_torchscript_compiles_has_no_fix(tmp_path: Path, test: str) -> None:
    assert fixed(tmp_path, test, unsafe=False) == CODE
    after = fixed(tmp_path, test, unsafe=True)
    assert "torch.sin(scale(x))" in after
    assert "ops.exp(x)" in after  # whether anything compiled calls it is not known


@pytest.mark.parametrize(
    "test",
    [
        "import torch\nfrom net import Net\n\nnet = torch.jit.trace(Net(), torch.ones(3))\n",
        "import torch\nfrom net import Net\n\nnet = torch.compile(Net())\n",
        "import mine.jit as torch\nfrom net import Net\n\nnet = torch.script(Net())\n",
    ],
)
def test_what_runs_the_code_to_compile_it_keeps_no_fix_back(tmp_path: Path, test: str) -> None:
    assert "ops.sin(scale(x))" in fixed(tmp_path, test, unsafe=False)

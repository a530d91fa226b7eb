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
    assert fixed(tmp_path, test, unsafe=True) == CODE  # `scale` is compiled with the class that calls it


REACHED = """\
import torch


def far(x: torch.Tensor) -> torch.Tensor:
    return torch.exp(x)


def near(x: torch.Tensor) -> torch.Tensor:
    return far(x)


class Inner(torch.nn.Module):
    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return torch.cos(x)


@torch.jit.ignore
def left(x: torch.Tensor) -> torch.Tensor:
    return aside(x)


def aside(x: torch.Tensor) -> torch.Tensor:
    return torch.tan(x)
"""
OUTER = """\
import torch

import net
from net import Inner, left


class Outer(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.inner = Inner()

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return left(net.near(self.inner(x))).sum()
"""


def test_what_compiled_code_calls_in_another_file_has_no_fix(tmp_path: Path) -> None:
    scripts = "import torch\nfrom outer import Outer\n\nnet = torch.jit.script(Outer())\n"
    files = {"pyproject.toml": "", "net.py": REACHED, "outer.py": OUTER, "test_outer.py": scripts}
    for name, text in files.items():
        (tmp_path / name).write_text(text)
    settings = Settings(root=tmp_path, unsafe_fixes=True)
    paths = [(tmp_path / name, settings) for name in ("net.py", "outer.py")]
    fix_project(paths, write=True, jobs=1, context=[tmp_path / "test_outer.py"])
    after = (tmp_path / "net.py").read_text()
    assert "torch.exp(x)" in after
    assert "torch.cos(x)" in after
    assert "ops.tan(x)" in after  # what TorchScript leaves to Python may call anything
    assert (tmp_path / "outer.py").read_text() == OUTER


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


NAMED_AGAIN = """\
import torch


def new_rfft(x: torch.Tensor) -> torch.Tensor:
    return torch.exp(x)


rfft = new_rfft


class Net(torch.nn.Module):
    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return torch.sin(rfft(x))
"""


def test_what_compiled_code_calls_by_another_name_has_no_fix(tmp_path: Path) -> None:
    scripts = "import torch\nfrom net import Net\n\nnet = torch.jit.script(Net())\n"
    for name, text in {"pyproject.toml": "", "net.py": NAMED_AGAIN, "test_net.py": scripts}.items():
        (tmp_path / name).write_text(text)
    settings = Settings(root=tmp_path, unsafe_fixes=True)
    fix_project([(tmp_path / "net.py", settings)], write=True, jobs=1, context=[tmp_path / "test_net.py"])
    assert (tmp_path / "net.py").read_text() == NAMED_AGAIN

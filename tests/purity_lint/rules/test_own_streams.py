"""Draws of PyTorch's stay where the project keeps that stream, or its tests start it: other draws do not follow it."""

from __future__ import annotations

from pathlib import Path

import pytest

from purity_lint.configuration.settings import Settings
from purity_lint.run.fix import fix_project

CODE = """\
import torch


def noise(n: int) -> torch.Tensor:
    return torch.randn(n)
"""


def _fixed(folder: Path, name: str, test: str) -> str:
    for file, text in {"pyproject.toml": "", "net.py": CODE, name: test}.items():
        (folder / file).write_text(text)
    settings = Settings(root=folder, unsafe_fixes=True)
    fix_project([(folder / "net.py", settings)], write=True, jobs=1, context=[folder / name])
    return (folder / "net.py").read_text()


@pytest.mark.parametrize(
    ("name", "code"),
    [
        (
            "test_net.py",
            "import torch\nfrom net import noise\n\ntorch.manual_seed(0)\nassert noise(3)[0] > 1.5\n",
        ),
        (
            "conftest.py",
            "from torch import manual_seed\n\n\ndef pytest_runtest_setup(item):\n    manual_seed(0)\n",
        ),
        ("twice.py", "import torch\n\nstate = torch.get_rng_state()\ntorch.set_rng_state(state)\n"),
    ],
)
def test_a_draw_that_follows_a_stream_stays(tmp_path: Path, name: str, code: str) -> None:
    assert "torch.randn(n)" in _fixed(tmp_path, name, code)


@pytest.mark.parametrize(
    ("name", "code"),
    [
        ("test_net.py", "from net import noise\n\nassert noise(3).shape == (3,)\n"),
        ("train.py", "import torch\n\ntorch.manual_seed(0)\n"),
    ],
)
def test_other_draws_are_those_of_ops(tmp_path: Path, name: str, code: str) -> None:
    assert "ops.random_normal(n)" in _fixed(tmp_path, name, code)

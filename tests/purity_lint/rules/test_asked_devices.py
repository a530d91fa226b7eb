"""A device of PyTorch's is an object with a type and an index, and in ops its name: what is asked for more stays."""

from __future__ import annotations

from pathlib import Path

import pytest

from purity_lint.configuration.settings import Settings
from purity_lint.engine.fix import fix
from purity_lint.source.read import source_from_bytes


def _fixed(body: str) -> str:
    code = f"import torch\n\n\ndef f(x: torch.Tensor):\n    {body}\n"
    source = source_from_bytes(code.encode(), Path("a.py"), None)
    return fix(source, Settings(root=Path.cwd(), unsafe_fixes=True)).after or code


@pytest.mark.parametrize(
    "body",
    [
        "return x.device.type == 'cuda'",
        "device = x.device\n    return device.index, x.device",
        "return x.device",
    ],
)
def test_a_device_that_is_asked_stays(body: str) -> None:
    assert "ops.device" not in _fixed(body)


def test_a_device_that_is_made_to_be_asked_stays() -> None:
    assert "torch.device(name)" in _fixed(
        "name = 'cpu'\n    device = torch.device(name)\n    return device.type"
    )


def test_a_device_that_is_handed_on_is_the_portable_one() -> None:
    assert "ops.device(x)" in _fixed("return torch.zeros(3, device=x.device)")

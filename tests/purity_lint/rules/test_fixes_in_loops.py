"""A transfer in a loop is rewritten like any other; that it is slow there is said of the new code."""

from __future__ import annotations

from pathlib import Path

from purity_lint.configuration.settings import Settings
from purity_lint.engine.fix import fix
from purity_lint.source.read import source_from_bytes

BEFORE = b"""\
import torch


def hosts(xs: list[torch.Tensor]):
    for x in xs:
        print(x.cpu().numpy())
"""


def test_a_transfer_in_a_loop_is_rewritten() -> None:
    settings = Settings(root=Path.cwd(), unsafe_fixes=True)
    outcome = fix(source_from_bytes(BEFORE, Path("hosts.py"), None), settings)
    assert not outcome.errors
    assert "print(ops.to_numpy(x))" in outcome.after
    assert "PUR802" in {d.code for d in outcome.remaining}

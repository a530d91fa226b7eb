"""A transfer in a loop is rewritten like any other; that it is slow there is said of the new code."""

from __future__ import annotations

from pathlib import Path

from purity_lint.configuration.settings import Settings
from purity_lint.engine.check import check
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


def test_a_comment_that_the_fixed_code_will_need_is_not_called_unused() -> None:
    settings = Settings(root=Path.cwd(), select=("PUR",), unsafe_fixes=True)
    code = BEFORE.replace(b".numpy())", b".numpy())  # noqa: PUR802")
    source = source_from_bytes(code, Path("hosts.py"), None)
    assert "PUR002" not in {d.code for d in check(source, settings).diagnostics}
    outcome = fix(source, settings)
    assert "print(ops.to_numpy(x))  # noqa: PUR802" in outcome.after
    assert not {"PUR002", "PUR802"} & {d.code for d in outcome.remaining}

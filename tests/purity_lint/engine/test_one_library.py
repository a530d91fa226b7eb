"""No fix touches what implements one library beside others."""

from __future__ import annotations

from pathlib import Path

import pytest

from purity_lint.configuration.settings import Settings
from purity_lint.engine.check import check
from purity_lint.source.read import source_from_bytes

CLASS = """
class {name}:
    def __init__(self, x):
        self.x = {module}.asarray(x)

    def mean(self):
        return {module}.mean(self.x)

    def std(self):
        return {module}.std(self.x)
"""
NUMPY = CLASS.format(name="NumPyBackend", module="np")
TORCH = CLASS.format(name="TorchBackend", module="torch")
MISSING = """
try:
    import torch
except ImportError:
    class TorchBackend:
        def __init__(self, x):
            raise NotImplementedError
else:
""" + TORCH.replace("\n", "\n    ").rstrip(" ")


def fixed_lines(code: str) -> set[int]:
    """The lines in which something can be fixed."""
    text = f"import numpy as np\nimport torch\n{code}\n\ndef f(x: np.ndarray):\n    return np.exp(x)\n"
    found = check(source_from_bytes(text.encode(), Path("a.py"), None), Settings(root=Path.cwd())).diagnostics
    assert any(d.code == "PUR103" and d.fix is None for d in found) or "class" not in code
    return {d.span.line for d in found if d.fix is not None and d.code != "PUR101"}


@pytest.mark.parametrize("code", [NUMPY + TORCH, NUMPY + MISSING, TORCH + NUMPY])
def test_implementations_for_libraries_stay(code: str) -> None:
    end = code.count("\n") + 2
    assert all(line > end for line in fixed_lines(code))
    assert fixed_lines(code)


def test_one_class_that_is_named_after_a_library_is_no_family() -> None:
    text = f"import numpy as np\n{NUMPY}"
    found = check(source_from_bytes(text.encode(), Path("a.py"), None), Settings(root=Path.cwd())).diagnostics
    assert [d.span.line for d in found if d.fix is not None and d.code == "PUR103"] == [5, 8, 11]

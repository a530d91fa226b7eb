"""What code has asked before it does what one library alone can: it is silent there, and nowhere else."""

from __future__ import annotations

from pathlib import Path

import pytest

from purity_lint.configuration.files import from_table
from purity_lint.configuration.settings import Settings
from purity_lint.engine.check import check
from purity_lint.source.read import source_from_bytes

HEAD = """from array_api_compat import array_namespace, is_torch
from scipy._lib._array_api import xp_promote


def f(x, table, y, *samples, axis=None):
    xp = array_namespace(x)
    x = xp.asarray(x)
    shape = x.shape
    mean = xp.mean(x, axis=axis)
"""


def codes(lines: str) -> list[str]:
    """The codes of what is found in a function with a namespace."""
    body = "".join(f"    {line}\n" for line in lines.splitlines())
    settings = from_table({"profile": "array-api"}, Settings(root=Path("/nowhere")), "the test")
    source = source_from_bytes(f"{HEAD}{body}".encode(), Path("/nowhere/a.py"), None)
    return [found.code for found in check(source, settings).diagnostics]


@pytest.mark.parametrize(
    "lines",
    [
        'if hasattr(x, "flags"):\n    x.flags.writeable = True',
        'flags = getattr(x, "flags", None)\nif not getattr(flags, "writeable", True):\n    x.flags.writeable = True',
        'return x.flags if hasattr(x, "flags") else None',
        "if not is_torch(xp):\n    return x[::-1]\nreturn xp.flip(x)",
        "if is_torch(xp):\n    return xp.flip(x)\nreturn x[::-1]",
        "back = (slice(None, None, -1),) * x.ndim\nreturn xp.flip(x) if is_torch(xp) else x[back]",
        "if not (is_torch(xp) or axis):\n    return x[::-1]",
        "if axis is None and not is_torch(xp):\n    return x[::-1]",
        "return mean[()] if mean.shape == () else mean",
        "return mean[()] if not mean.shape else mean",
        "return mean if mean.shape else mean[()]",
        "if shape == ():\n    return mean[()]",
        "return mean[()] if len(mean.shape) == 0 else mean",
        'return not hasattr(y, "__array__") and isinstance(y, list)',
        'return hasattr(table, "dtypes") and hasattr(table.dtypes, "__array__")',
        "samples = xp_promote(*samples, x, xp=xp)\nm = [xp.mean(s) for s in samples]\n"
        "return [xp.abs(s - t) for s, t in zip(samples, m)]",
    ],
)
def test_who_has_asked_is_told_nothing(lines: str) -> None:
    assert codes(lines) == []


@pytest.mark.parametrize(
    ("lines", "code"),
    [
        ("x.flags.writeable = True", "PUR602"),
        ('if hasattr(table, "flags"):\n    x.flags.writeable = True', "PUR602"),
        ('if hasattr(x, "strides"):\n    x.flags.writeable = True', "PUR602"),
        ("if asks_torch(xp):\n    return x\nreturn x[::-1]", "PUR207"),
        ("if not is_torch(xp) or axis:\n    return x[::-1]", "PUR207"),
        ("return mean[()]", "PUR207"),
        ("return mean[()] if shape[0] > 3 else mean", "PUR207"),
        ('return hasattr(y, "__array__") and isinstance(y, list)', "PUR503"),
        ('return hasattr(y, "__array__")', "PUR503"),
        ('return hasattr(table, "columns") and hasattr(table.dtypes, "__array__")', "PUR503"),
        ("y = xp_promote(x, xp=xp)\nreturn [xp.abs(s - t) for s, t in zip(y, table)]", "PUR902"),
    ],
)
def test_who_has_asked_something_else_is_told(lines: str, code: str) -> None:
    assert code in codes(lines)

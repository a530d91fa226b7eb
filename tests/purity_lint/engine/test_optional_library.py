"""Code for a library that a NumPy project can do without is reported, and no fix makes arrays of another one there."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

from purity_lint.cli import cli

NUMPY = """import numpy as np


def spread(x):
    return np.std(np.asarray(x))
"""
ACCESS = """try:
    import torch
except ImportError:
    torch = None


def require_torch():
    if torch is None:
        raise ImportError("torch")
    return torch
"""
KERNELS = """import numpy as np

from ._torch import require_torch


def grid(n):
    torch = require_torch()
    return torch.arange(n, dtype=torch.float64) * (1.0 / (n - 1))


def places(a, v):
    torch = require_torch()
    a = torch.as_tensor(np.asarray(a))
    return torch.searchsorted(a.contiguous(), torch.as_tensor(v), right=True)
"""


def fixed(folder: Path, files: dict[str, str], name: str) -> str:
    """What `fix --unsafe-fixes` makes of one of the files of a package."""
    for path, text in {"__init__.py": "", **files}.items():
        file = folder / "package" / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text)
    CliRunner().invoke(
        cli, ["fix", "--unsafe-fixes", "--isolated", str(folder / "package")], catch_exceptions=False
    )
    return (folder / "package" / name).read_text()


def test_functions_for_an_optional_library_stay_whole(tmp_path: Path) -> None:
    files = {
        "__init__.py": "from .math import spread\n",
        "math.py": NUMPY,
        "_torch.py": ACCESS,
        "kernels.py": KERNELS,
    }
    assert fixed(tmp_path, files, "kernels.py") == KERNELS
    assert "ops.std" in (tmp_path / "package" / "math.py").read_text()


@pytest.mark.parametrize(
    "start",
    [
        "try:\n    import torch\nexcept ImportError:\n    torch = None\n\n\ndef f(x):\n",
        "def f(x):\n    import torch\n\n",
    ],
)
def test_what_may_be_missing_is_told_by_its_import(tmp_path: Path, start: str) -> None:
    code = f"{start}    return torch.as_tensor(x) * 2\n"
    files = {
        "__init__.py": "from .math import spread\nfrom .other import f\n",
        "math.py": NUMPY,
        "other.py": code,
    }
    assert fixed(tmp_path, files, "other.py") == code


def test_a_module_that_only_a_failing_import_asks_for_may_be_missing(tmp_path: Path) -> None:
    code = "import torch\n\n\ndef f(x):\n    return torch.as_tensor(x) * 2\n"
    top = "from .math import spread\n\ntry:\n    from .other import f\nexcept ImportError:\n    f = None\n"
    assert fixed(tmp_path, {"__init__.py": top, "math.py": NUMPY, "other.py": code}, "other.py") == code


@pytest.mark.parametrize(
    ("top", "start"),
    [
        ("from .math import spread\nfrom .other import f\n", "import torch\n"),
        (
            "from .math import spread\nfrom .other import f\n",
            "try:\n    import jax.numpy as torch\nexcept ImportError:\n    import numpy as torch\n",
        ),
        ("from .other import f\n", "try:\n    import torch\nexcept ImportError:\n    torch = None\n"),
    ],
    ids=["needed", "replaced", "without NumPy"],
)
def test_other_code_is_fixed(tmp_path: Path, top: str, start: str) -> None:
    code = f"{start}\n\ndef f(x):\n    return torch.exp(torch.asarray(x)) * 2\n"
    files = {"__init__.py": top, "other.py": code} | ({"math.py": NUMPY} if "math" in top else {})
    assert "ops.multiply(ops.exp(" in fixed(tmp_path, files, "other.py")


BRANCHES = """import numpy as np

try:
    import torch
except ImportError:
    torch = None


def f(x, v):
    if isinstance(x, torch.Tensor):
        return torch.{call}
    return np.exp(x) + 1
"""


def test_branches_are_fixed_where_no_call_stays(tmp_path: Path) -> None:
    text = fixed(tmp_path, {"other.py": BRANCHES.format(call="exp(x) + 1")}, "other.py")
    assert "torch." not in text


def test_the_branch_of_a_call_that_stays_is_left_alone(tmp_path: Path) -> None:
    text = fixed(tmp_path, {"other.py": BRANCHES.format(call="searchsorted(x, v, right=True)")}, "other.py")
    assert "isinstance(x, torch.Tensor)" in text
    assert "return ops.add(ops.exp(x), 1)" in text

"""PUR501 to PUR504: code that asks for the backend, or chooses it."""

from __future__ import annotations

from pathlib import Path

import pytest
from snippets import Fixed, Lines, Report

SAMPLES = """\
import mlx.core as mx
import numpy as np
import torch

from emberops import get_backend, ops


def generate_samples(shape):
    if get_backend() == 'numpy':
        return np.random.normal(0, 1, shape)
    elif get_backend() == 'torch':
        return torch.randn(shape)
    elif get_backend() == 'mlx':
        return mx.random.normal(shape=shape)
"""
PLACEMENT = """\
import mlx.core as mx

from emberops import get_backend, ops


def place_on_device(tensor, device='cuda'):
    if get_backend() == 'numpy':
        return tensor
    elif get_backend() == 'torch':
        return tensor.to(device)
    elif get_backend() == 'mlx':
        return mx.array(tensor, device=device)
"""
MEANS = """\
import jax.numpy as jnp
import numpy as np

from emberops import get_backend, ops


def average(x):
    if get_backend() == 'jax':
        y = jnp.mean(x, axis=0)
    else:
        y = np.mean(x, axis=0)
    return y
"""


@pytest.mark.parametrize(
    ("code", "call"),
    [
        (SAMPLES, "    return ops.random_normal(shape, mean=0.0, stddev=1.0)\n"),
        (PLACEMENT, "    return ops.to_device(tensor, device)\n"),
        (MEANS, "    y = ops.mean(x, axis=0)\n    return y\n"),
    ],
)
def test_branches_that_say_the_same_collapse(lines: Lines, fixed: Fixed, code: str, call: str) -> None:
    first = next(n for n, line in enumerate(code.splitlines(), 1) if line.startswith("    if "))
    assert [found for found in lines(code) if found[1] == "PUR501"] == [(first, "PUR501")]
    assert fixed(code, "PUR501", unsafe=True).endswith(f"):\n{call}")


@pytest.mark.parametrize(
    "change",
    [
        ("torch.randn(shape)", "torch.rand(shape)"),
        ("np.random.normal(0, 1, shape)", "np.random.normal(0, 2, shape)"),
        ("shape=shape", "shape=(3,)"),
        ("return torch.randn", "print(1); return torch.randn"),
    ],
)
def test_branches_that_differ_do_not(report: Report, change: tuple[str, str]) -> None:
    (found,) = report(SAMPLES.replace(*change), "PUR501")
    assert found.fix is None


@pytest.mark.parametrize(
    "test",
    [
        "get_backend() == 'torch'",
        "'jax' == ops.get_backend()",
        "backend != 'numpy'",
        "self.backend in ('torch', 'jax')",
        "backend.name == 'mlx'",
        "K.backend() == 'tensorflow'",
        "backend.lower() == 'torch'",
        "get_backend().startswith('torch')",
        "x is None and backend_name == 'torch'",
        "config['backend'] == 'torch'",
    ],
)
def test_questions_for_the_backend(lines: Lines, test: str) -> None:
    assert lines(f"if {test}:\n    y = 1\n", "PUR501") == [(1, "PUR501")]


@pytest.mark.parametrize(
    "test",
    [
        "mode == 'torch'",
        "backend is None",
        "backend == 'agg'",
        "name in names",
        "plt.get_backend() == 'agg'",
        "x == 'jax'",
    ],
)
def test_other_questions(lines: Lines, test: str) -> None:
    assert lines(f"if {test}:\n    y = 1\n", "PUR501") == []


def test_a_local_that_holds_the_name(lines: Lines) -> None:
    code = "def f(x):\n    which = get_backend()\n    if which == 'torch':\n        return x\n    return 1\n"
    assert lines(code, "PUR501") == [(3, "PUR501")]


def test_match_tables_and_conditional_expressions(lines: Lines) -> None:
    code = (
        "match get_backend():\n    case 'torch':\n        y = 1\n"
        "TABLE = {'numpy': len, 'torch': max}\n"
        "f = TABLE[get_backend()]\n"
        "z = 1 if get_backend() == 'jax' else 2\n"
        "VERSIONS = {'numpy': '2', 'torch': '3'}\n"
        "version = VERSIONS[backend]\n"
    )
    assert lines(code, "PUR501") == [(1, "PUR501"), (4, "PUR501"), (5, "PUR501"), (6, "PUR501")]


@pytest.mark.parametrize(
    ("test", "rewritten"),
    [
        ("isinstance(x, np.ndarray)", "ops.is_tensor(x)"),
        ("isinstance(x, (np.ndarray, torch.Tensor))", "ops.is_tensor(x)"),
        ("isinstance(x, np.ndarray | torch.Tensor)", "ops.is_tensor(x)"),
        ("isinstance(x, (list, np.ndarray))", "isinstance(x, (list, ops.Tensor))"),
        (
            "not isinstance(x, (list, tuple, np.ndarray))",
            "not isinstance(x, (list, tuple, ops.Tensor))",
        ),
        ("torch.is_tensor(x)", "ops.is_tensor(x)"),
        ("type(x) is torch.Tensor", "ops.is_tensor(x)"),
        ("type(x) != np.ndarray", "not ops.is_tensor(x)"),
        ("x.__class__ in (np.ndarray, torch.Tensor)", "ops.is_tensor(x)"),
    ],
)
def test_class_checks(fixed: Fixed, test: str, rewritten: str) -> None:
    code = "import numpy as np\nimport torch\n\nfrom emberops import ops\n\n\ndef f(x):\n    return {}\n"
    assert fixed(code.format(test), "PUR502", unsafe=True) == code.format(rewritten)


@pytest.mark.parametrize(
    ("test", "rewritten"),
    [
        ("isinstance(x, (int, np.integer))", "isinstance(x, (int, ops.integer))"),
        ("isinstance(x, (np.ndarray, np.generic))", "isinstance(x, (ops.Tensor, ops.generic))"),
        ("isinstance(x, np.float64)", "isinstance(x, ops.float64)"),
    ],
)
def test_scalar_classes_have_counterparts_in_ops(fixed: Fixed, test: str, rewritten: str) -> None:
    code = "import numpy as np\n\nfrom emberops import ops\n\n\ndef f(x):\n    return {}\n"
    assert fixed(code.format(test), "PUR502") == code.format(rewritten)


@pytest.mark.parametrize(
    ("parameter", "test"),
    [
        ("x: float | np.ndarray", "ops.is_tensor(x) and not ops.isscalar(x)"),
        ("x: int | np.ndarray | None", "ops.is_tensor(x) and not ops.isscalar(x)"),
        ("x: np.ndarray", "ops.is_tensor(x)"),
        ("x", "ops.is_tensor(x)"),
    ],
)
def test_a_number_or_an_array_is_asked_for_its_axes(fixed: Fixed, parameter: str, test: str) -> None:
    """Sums and elements are numbers on NumPy, and tensors without axes elsewhere."""
    code = (
        "import numpy as np\n\nfrom emberops import ops\n\n\ndef f({}):\n    if {}:\n        return len(x)\n"
    )
    after = code.format(parameter, test)
    assert fixed(code.format(parameter, "isinstance(x, np.ndarray)"), "PUR502") == after
    assert fixed(code.format(parameter, "not isinstance(x, np.ndarray)"), "PUR502") == code.format(
        parameter, f"not ({test})" if " and " in test else f"not {test}"
    )


def test_what_is_no_array_is_a_number_then(lines: Lines) -> None:
    code = (
        "import math\nfrom emberops import ops\n\n\ndef f(x: float | ops.Tensor):\n"
        "    if ops.is_tensor(x) and not ops.isscalar(x):\n        return x * 2\n    return math.sin(x) * 2\n"
    )
    assert lines(code, "PUR2", "PUR3") == [(7, "PUR201")]


def test_a_scalar_class_is_flagged_where_no_class_of_ops_can_stand(report: Report) -> None:
    code = "import numpy as np\n\n\ndef f(x):\n    return issubclass(type(x), np.floating)\n"
    (found,) = report(code, "PUR502")
    assert found.fix is None


@pytest.mark.parametrize(
    "test", ["isinstance(x, int)", "isinstance(x, cls)", "type(x) is dict", "x == np.ndarray"]
)
def test_other_class_checks(lines: Lines, test: str) -> None:
    assert lines(f"import numpy as np\n\n\ndef f(x, cls):\n    return {test}\n", "PUR502") == []


def test_probes(lines: Lines) -> None:
    code = (
        "def f(x):\n"
        "    a = hasattr(x, 'numpy')\n"
        "    b = getattr(x, 'detach', None)\n"
        "    c = hasattr(x, 'shape')\n"
        "    d = getattr(x, name)\n"
        "    e = hasattr('text', '__array__')\n"
    )
    assert lines(code, "PUR503") == [(2, "PUR503"), (3, "PUR503")]


def test_a_program_may_choose_the_backend(report: Report) -> None:
    code = "import emberops\n\nemberops.set_backend('torch')\n"
    assert [d.code for d in report(code, "PUR504")] == ["PUR504"]
    for path in (
        "tests/test_it.py",
        "package/it_test.py",
        "examples/demo.py",
        "package/__main__.py",
        "conftest.py",
    ):
        assert report(code, "PUR504", path=Path(path)) == []

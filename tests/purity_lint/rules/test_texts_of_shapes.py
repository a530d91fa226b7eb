"""Shapes and dtypes that become text: fixed code writes on every backend what the code wrote on NumPy."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

import emberops
from purity_lint.configuration.settings import Settings
from purity_lint.engine.check import check
from purity_lint.engine.fix import fix
from purity_lint.knowledge.profiles import Name
from purity_lint.source.read import source_from_bytes

CODE = """\
import numpy as np


class Bag:
    shape = (1,)


def describe(x: np.ndarray, bag: Bag) -> list[str]:
    try:
        raise ValueError(f"shape {x.shape} of {(x.shape, bag.shape)}: {x.dtype!s}")
    except ValueError as error:
        texts = [str(error)]
    texts.append("%s, %d x %d, %s" % (x.shape, *x.shape, x.dtype))
    texts.append("{} of type {}".format(x.shape, x.dtype) + repr(x.shape))
    return [*texts, "%d x %d" % x.shape]


texts = describe(np.ones((3, 2), dtype=np.float32), Bag())
"""


def _fixed(code: str, settings: Settings) -> str:
    outcome = fix(source_from_bytes(code.encode(), Path("a.py"), None), settings)
    assert not outcome.errors
    return outcome.after


def _texts(code: str) -> object:
    names: dict[str, object] = {}
    exec(compile(code, "a.py", "exec"), names)
    return names["texts"]


@pytest.mark.parametrize("backend", ["numpy", "torch", "jax", "mlx"])
def test_safe_fixes_write_the_same_on_every_backend(backend: str) -> None:
    code = _fixed(CODE, Settings())
    assert "np." not in code
    with emberops.use_backend(backend):
        assert _texts(code) == _texts(CODE)


def test_what_is_no_text_stays() -> None:
    kept = 'return x.shape == (3,), x.shape, {"shape": x.shape}, "%d x %d" % x.shape, repr(x.dtype), f"{x.dtype!r}"'
    code = f"from emberops import ops\n\n\ndef f(x: ops.Tensor):\n    {kept}\n"
    assert _fixed(code, Settings(unsafe_fixes=True)) == code


def test_what_may_be_no_array_takes_a_look() -> None:
    code = "import numpy as np\n\n\ndef f(x):\n    return f'{x.shape}', np.sum(x[:, 0])\n"
    assert "{x.shape}" in _fixed(code, Settings())
    assert "{ops.shape(x)}" in _fixed(code, Settings(unsafe_fixes=True))


@pytest.mark.parametrize(("profile", "found"), [("emberops", 2), ("keras", 0), ("array-api", 0)])
def test_other_vocabularies_show_what_the_library_has(profile: Name, found: int) -> None:
    code = "import numpy as np\n\n\ndef f(x: np.ndarray):\n    return f'{x.shape} {x.dtype}'\n"
    settings = replace(Settings(select=("PUR310",)), profile=profile)
    given = check(source_from_bytes(code.encode(), Path("a.py"), None), settings).diagnostics
    assert len(given) == found


def test_tensors_of_one_library_are_left() -> None:
    code = "import torch\n\n\ndef f(x: torch.Tensor):\n    return f'{x.shape}'\n"
    given = check(source_from_bytes(code.encode(), Path("a.py"), None), Settings(select=("PUR310",)))
    assert not given.diagnostics

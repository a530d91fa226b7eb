"""PUR701: what is NumPy's hidden generator on some paths, and a caller's own on others."""

from __future__ import annotations

import types
from typing import Any

import numpy as np
import pytest
from snippets import Fixed

GETTER = """\
import numbers

import numpy as np


def check_random_state(seed):
    if seed is None or seed is np.random:
        return np.random.mtrand._rand
    if isinstance(seed, numbers.Integral):
        return np.random.RandomState(seed)
    return seed


def draw(seed):
    rng = check_random_state(seed)
    order = np.arange(5)
    rng.shuffle(order)
    return rng.normal(size=3), order
"""

CHOSEN = """\
import numpy as np


def draw(seed, other=np.random):
    rng = np.random if seed is None else np.random.RandomState(seed)
    return rng.normal(size=3), rng.permutation(5)


def again(seed):
    if seed is None:
        seed = np.random
    return seed.normal(size=3)
"""


def _run(code: str) -> dict[str, Any]:
    module = types.ModuleType("fixed")
    exec(compile(code, "<fixed>", "exec"), module.__dict__)
    return module.__dict__


@pytest.mark.parametrize("code", [GETTER, CHOSEN])
@pytest.mark.parametrize("unsafe", [False, True])
def test_what_a_caller_gives_is_drawn_from(fixed: Fixed, code: str, unsafe: bool) -> None:
    """`rng.normal` became `ops.random.default.normal`, whatever seed the caller had given."""
    before, after = _run(code), _run(fixed(code, unsafe=unsafe))
    for seed in (3, 8):
        for old, new in zip(before["draw"](seed), after["draw"](seed), strict=True):
            assert np.array_equal(old, new)


def test_the_module_becomes_a_generator_where_it_is_one_of_several(fixed: Fixed) -> None:
    after = fixed(CHOSEN, unsafe=True)
    assert "rng = ops.random.default if seed is None else ops.random.RandomState(seed)" in after
    assert "def draw(seed, other=ops.random.default):" in after
    assert "        seed = ops.random.default\n" in after
    assert "np." not in after


@pytest.mark.parametrize(
    "use", ["seed is np.random", "seed in (None, np.random)", "call(np.random)", "[np.random]"]
)
def test_a_file_that_asks_for_the_module_keeps_it(fixed: Fixed, use: str) -> None:
    code = f"import numpy as np\n\n\ndef draw(seed):\n    {use}\n    return seed or np.random\n"
    assert fixed(code, unsafe=True) == code

"""PUR103: a name that holds one module or another, of which the functions of the same name differ."""

from __future__ import annotations

import pytest
from snippets import Fixed


@pytest.mark.parametrize(
    "chosen",
    ["np if np.ndim(x) else math", "math if isinstance(x, float) else np", "np.linalg if x else np.fft"],
)
@pytest.mark.parametrize("unsafe", [False, True])
def test_one_of_several_modules_is_none_of_them(fixed: Fixed, chosen: str, unsafe: bool) -> None:
    """`m.sqrt(-1.0)` of `math` raises, and was written as `ops.sqrt`, which does not."""
    code = f"import math\n\nimport numpy as np\n\n\ndef f(x):\n    m = {chosen}\n    return m.sqrt(x), m.norm(x)\n"
    assert "return m.sqrt(x), m.norm(x)" in fixed(code, unsafe=unsafe)


def test_a_module_by_another_name_is_one(fixed: Fixed) -> None:
    code = "import numpy as np\n\n\ndef f(x):\n    m = np\n    return m.sqrt(x)\n"
    assert "return ops.sqrt(x)" in fixed(code)

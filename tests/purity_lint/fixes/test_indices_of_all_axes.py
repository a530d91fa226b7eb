"""Indices that leave out axes, and truth values as numbers: the array API standard has neither."""

from __future__ import annotations

import array_api_strict
import pytest
from under_profile import fixed

MATRIX = (
    "def f(xp, x, y, i, v):\n"
    '    """Do.\n\n    Parameters\n    ----------\n    x : array_like of shape (n, m)\n    i : int\n    """\n'
    "    x = xp.asarray(x)\n    y = xp.asarray(y)\n    i = int(i)\n"
)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("return x[0]", "return x[0, ...]"),
        ("return x[1:]", "return x[1:, ...]"),
        ("return x[:-1:2] + x[i]", "return x[:-1:2, ...] + x[i, ...]"),
        ("return x[None, 0]", "return x[None, 0, ...]"),
        (
            "z = xp.zeros((2, 3))\n    z[i] = v\n    return z",
            "z = xp.zeros((2, 3))\n    z[i, ...] = v\n    return z",
        ),
        ("z = xp.ones_like(x)\n    return z[0]", "z = xp.ones_like(x)\n    return z[0, ...]"),
        ("return len(x[0])", "return x.shape[1]"),
        ("return len(y[i])", "return y.shape[1]"),
        ("return len(x[i, :])", "return x.shape[1]"),
        ("return len(y[0, i])", "return y.shape[2]"),
        ("return len(x[1:])", "return x[1:, ...].shape[0]"),
    ],
)
def test_an_index_names_each_axis_or_ends_with_an_ellipsis(before: str, after: str) -> None:
    assert fixed(f"{MATRIX}    {before}\n").endswith(f"    {after}\n")


@pytest.mark.parametrize(
    "statement",
    [
        "return y[0]",  # it may be a vector
        "return x[0, i]",
        "return x[..., 0]",
        "return x[0, ...]",
        "return x[x > 0]",  # a mask stands for all axes
        "return x[v]",
        "return x.shape[0]",
        "x = x[0, :]\n    return x[0]",
        "rows = [x, y]\n    return rows[0]",
    ],
)
def test_other_indices_stay(statement: str) -> None:
    code = f"{MATRIX}    {statement}\n"
    assert fixed(code) == code


def test_other_vocabularies_take_fewer_axes() -> None:
    code = MATRIX.replace("f(xp, x", "f(x").replace("xp.asarray", "ops.asarray")
    code = f"from keras import ops\n\n\n{code}    return x[0], y[i]\n"
    assert "x[0], y[i]" in fixed(code, "keras")


def test_the_strict_namespace_refuses_what_is_rewritten() -> None:
    x = array_api_strict.zeros((3, 4))
    with pytest.raises(IndexError):
        x[0]
    assert x[0, ...].shape == (4,)
    with pytest.raises(TypeError):
        array_api_strict.sum(x == 0)
    assert int(array_api_strict.count_nonzero(x == 0)) == 12


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("np.sum(y > 0)", "xp.count_nonzero(y > 0)"),
        ("np.sum(~np.isnan(y), axis=-1)", "xp.count_nonzero(~xp.isnan(y), axis=-1)"),
        ("np.sum(y > 0, 0, keepdims=True)", "xp.count_nonzero(y > 0, axis=0, keepdims=True)"),
        ("(y > 0).sum(axis=0)", "xp.count_nonzero(y > 0, axis=0)"),
        ("np.sum(y > 0, dtype=x.dtype)", "xp.sum(xp.astype(y > 0, x.dtype))"),
        ("np.mean(y > 0, axis=0)", "xp.mean(xp.astype(y > 0, xp.float64), axis=0)"),
        ("np.sum(y)", "xp.sum(y)"),
        ("np.sum(y * (y > 0))", "xp.sum(y * xp.astype(y > 0, y.dtype))"),
        ("np.sum((x > 0) * y, axis=0)", "xp.sum(xp.astype(x > 0, y.dtype) * y, axis=0)"),
        ("np.exp(-np.isnan(x) * y)", "xp.exp(-xp.isnan(x) * y)"),
        ("np.sum((x > 0) * (y > 0))", "xp.count_nonzero((x > 0) & (y > 0))"),
        ("np.sum((x > 0) * 2.0)", "xp.sum(xp.astype(x > 0, x.dtype) * 2.0)"),
        ("np.any((x > 0) & (y > 0))", "xp.any((x > 0) & (y > 0))"),
        ("np.mean(y)", "xp.mean(y)"),
        ("np.any(y > 0)", "xp.any(y > 0)"),
    ],
)
def test_truth_values_are_counted(before: str, after: str) -> None:
    code = "import numpy as np\n\n\ndef f(x, y):\n    x = np.asarray(x)\n    y = np.asarray(y)\n"
    code += f"    return {before}\n"
    assert fixed(code).endswith(f"    return {after}\n")


def test_a_list_that_a_function_around_appends_to_keeps_its_len() -> None:
    code = (
        "import numpy as np\n\n\ndef f(xp, g, x):\n    seen = []\n\n    def h(y):\n"
        "        seen.append(y if len(seen) == 0 else xp.sum(y))\n        return y\n\n"
        "    g(h, x)\n    seen = xp.stack(seen)\n    return len(seen)\n"
    )
    after = fixed(code)
    assert "len(seen) == 0" in after
    assert "return seen.shape[0]" in after


@pytest.mark.parametrize(
    "statement",
    [
        'return z.shape[0] if hasattr(z, "shape") else len(z)',
        'return z.shape[1] if hasattr(z, "ndim") else len(z[0])',
        "z = promote(*z)\n    return len(z)",
    ],
)
def test_the_length_of_what_is_no_array_stays(statement: str) -> None:
    code = f"import numpy as np\nfrom own import promote\n\n\ndef f(xp, x):\n    z = xp.exp(x)\n    {statement}\n"
    assert fixed(code).endswith(f"    {statement}\n")


def test_the_length_of_an_array_is_its_shape() -> None:
    code = 'def f(xp, x, y):\n    z = xp.exp(x)\n    return 1 if hasattr(y, "shape") else len(z)\n'
    assert 'return 1 if hasattr(y, "shape") else z.shape[0]' in fixed(code)


def test_what_is_flat_has_one_axis() -> None:
    code = f"{MATRIX}    z = xp.zeros((i, i))\n    z.flat[:: i + 1] += v\n    return z\n"
    assert "..." not in fixed(code)

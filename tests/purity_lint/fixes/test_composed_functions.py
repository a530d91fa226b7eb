"""Functions of NumPy's that the array API standard lacks, in functions that it has: they give the same."""

from __future__ import annotations

from typing import Any

import array_api_strict
import numpy as np
import pytest
import under_profile

CUBE = np.random.default_rng(3).normal(size=(2, 1, 3))
MATRIX = np.random.default_rng(4).normal(size=(3, 3))
VECTOR = np.random.default_rng(5).normal(size=4)
DOCUMENTED = '    """Do.\n\n    Parameters\n    ----------\n    x : {}\n    """\n'
OF_MATRIX, OF_VECTOR = "ndarray, shape (n, m)", "ndarray, shape (n,)"


def fixed(call: str, said: str = "", *, unsafe: bool = True) -> str:
    """What a function becomes that gives what a call gives."""
    doc = DOCUMENTED.format(said) if said else ""
    code = f"import numpy as np\n\n\ndef f(x, k=0):\n{doc}    x = np.asarray(x)\n    return {call}\n"
    return under_profile.fixed(code, unsafe=unsafe)


@pytest.mark.parametrize(
    ("before", "after", "given"),
    [
        ("np.iscomplexobj(x)", 'xp.isdtype(x.dtype, "complex floating")', CUBE),
        ("np.isrealobj(x)", 'not xp.isdtype(x.dtype, "complex floating")', CUBE),
        (
            "np.iscomplex(x)",
            'xp.imag(x) != 0 if xp.isdtype(x.dtype, "complex floating") else xp.zeros_like(x, dtype=xp.bool)',
            CUBE * 1j + CUBE,
        ),
        (
            "np.any(np.iscomplex(x))",
            'xp.any(xp.imag(x) != 0 if xp.isdtype(x.dtype, "complex floating") else xp.zeros_like(x, dtype=xp.bool))',
            CUBE,
        ),
        (
            "np.isreal(x)",
            'xp.imag(x) == 0 if xp.isdtype(x.dtype, "complex floating") else ~xp.zeros_like(x, dtype=xp.bool)',
            CUBE,
        ),
        (
            "np.isreal(x).all()",
            'xp.all(xp.imag(x) == 0 if xp.isdtype(x.dtype, "complex floating") else ~xp.zeros_like(x, dtype=xp.bool))',
            CUBE * 1j,
        ),
        ("x.ravel(order='F')", "xp.reshape(xp.permute_dims(x, tuple(range(x.ndim))[::-1]), (-1,))", CUBE),
        ("np.ravel(x, 'C')", "xp.reshape(x, (-1,))", CUBE),
        ("np.ptp(x)", "xp.max(x) - xp.min(x)", CUBE),
        ("np.ptp(x, axis=-1)", "xp.max(x, axis=-1) - xp.min(x, axis=-1)", CUBE),
        ("np.isneginf(x)", "x == -xp.inf", np.asarray([-np.inf, 0.0])),
        ("~np.isposinf(x)", "~(x == xp.inf)", np.asarray([np.inf, 0.0])),
        ("np.fabs(x)", "xp.abs(x)", CUBE),
        ("np.delete(x, 1, axis=-1)", "xp.concat((x[..., :1], x[..., 2:]), axis=-1)", CUBE),
        ("np.delete(x, -2, axis=2)", "xp.concat((x[:, :, :-2, ...], x[:, :, -1:, ...]), axis=2)", CUBE),
        ("np.delete(x, 0, 0)", "xp.asarray(x[1:, ...], copy=True)", CUBE),
        ("x + np.ndim(x)", "x + x.ndim", CUBE),
        ("np.shape(x)", "x.shape", CUBE),
        ("np.size(x, 1)", "x.shape[1]", CUBE),
        ("np.identity(x.shape[0]) @ x", "xp.eye(x.shape[0]) @ x", MATRIX),
        ("np.transpose(x, [2, 0, 1])", "xp.permute_dims(x, (2, 0, 1))", CUBE),
        ("x.transpose(2, 0, 1)", "xp.permute_dims(x, (2, 0, 1))", CUBE),
        ("np.transpose(x)", "xp.permute_dims(x, tuple(range(x.ndim))[::-1])", CUBE),
        ("np.swapaxes(x, 0, 2)", "xp.moveaxis(x, (0, 2), (2, 0))", CUBE),
        ("np.swapaxes(x, -1, -2)", "xp.matrix_transpose(x)", CUBE),
        (
            "np.squeeze(x)",
            "xp.squeeze(x, axis=tuple(axis for axis, size in enumerate(x.shape) if size == 1))",
            CUBE,
        ),
        ("np.flatnonzero(x > 0)", "xp.nonzero(xp.reshape(x > 0, (-1,)))[0]", CUBE),
        ("np.trace(x)", "xp.linalg.trace(x)", MATRIX),
        ("x.diagonal()", "xp.linalg.diagonal(x)", MATRIX),
        ("np.inner(x, x)", "xp.tensordot(x, x, axes=((-1,), (-1,)))", CUBE),
        ("np.vdot(x, x)", "xp.vecdot(xp.reshape(x, (-1,)), xp.reshape(x, (-1,)))", CUBE),
        ("np.ediff1d(x)", "xp.diff(xp.reshape(x, (-1,)))", CUBE),
        ("np.linalg.norm(x, ord='nuc')", 'xp.linalg.matrix_norm(x, ord="nuc")', MATRIX),
        ("np.rint(x)", "xp.round(x)", CUBE),
        ("np.flipud(x)", "xp.flip(x, axis=0)", CUBE),
        ("np.fliplr(x)", "xp.flip(x, axis=1)", CUBE),
        ("np.cross(x, x + 1)", "xp.linalg.cross(x, x + 1)", CUBE),
        ("np.cross(x, x, axis=-1)", "xp.linalg.cross(x, x, axis=-1)", CUBE),
        ("np.linalg.norm(x, 1, axis=0)", "xp.linalg.vector_norm(x, axis=0, ord=1)", CUBE),
    ],
)
def test_what_the_standard_lacks_is_composed(before: str, after: str, given: np.ndarray) -> None:
    code = fixed(before)
    assert code.endswith(f"    return {after}\n") or after.replace('"', "'") in code
    space: dict[str, Any] = {}
    exec(code, space)
    was: dict[str, Any] = {"np": np, "x": given}
    for library in (np, array_api_strict):
        result = space["f"](library.asarray(given))
        assert np.allclose(np.asarray(result), eval(before, was))


def test_axes_of_a_documented_array_choose_the_norm_and_the_transpose() -> None:
    assert "xp.linalg.matrix_norm(x, ord=1)" in fixed("np.linalg.norm(x, ord=1)", OF_MATRIX)
    assert "xp.linalg.vector_norm(x, ord=k)" in fixed("np.linalg.norm(x, k)", OF_VECTOR)
    assert "return x.T\n" in fixed("np.transpose(x)", OF_MATRIX)
    assert "xp.reshape(x.T, (-1,))" in fixed("np.ravel(x, order='F')", OF_MATRIX)
    assert "xp.reshape(x, (-1,))" in fixed("x.ravel('F')", OF_VECTOR)
    assert "xp.nonzero(x)[0]" in fixed("np.flatnonzero(x)", OF_VECTOR)


@pytest.mark.parametrize(
    "call",
    [
        "np.linalg.norm(x, ord=1)",  # of a vector or of a matrix
        "np.linalg.norm(x, ord=2, axis=(0, 1))",
        "np.swapaxes(x, k, -1)",  # the two may be one axis
        "np.swapaxes(x, 1, -1)",
        "np.ptp(np.sort(x, kind='heapsort'))",  # not worked out twice
        "np.trace(x, axis1=1, axis2=2)",
        "np.ndim(k)",  # it may be a number
        "np.transpose([x, x])",
        "np.squeeze(abs(x))",
    ],
)
def test_what_may_be_something_else_stays(call: str) -> None:
    assert f"    return {call}\n" in fixed(call)


def test_arrays_made_of_several_are_as_many() -> None:
    code = "import numpy as np\n\n\ndef f(x, y):\n    x, y = np.atleast_1d(x, y)\n    return x + y\n"
    after: dict[str, Any] = {}
    exec(under_profile.fixed(code), after)
    assert np.asarray(after["f"](array_api_strict.asarray(1.0), array_api_strict.asarray(2.0))).shape == (1,)


@pytest.mark.parametrize(
    ("subscripts", "after"),
    [
        ("ij,ij->i", "xp.sum(x * y, axis=1)"),
        ("ij, ij -> j", "xp.sum(x * y, axis=0)"),
        ("ij,ij", "xp.sum(x * y)"),
        ("ij,ij->ij", "x * y"),
        ("ij,jk->ik", "x @ y"),
        ("ij,jk", "x @ y"),
        ("ij,kj->ik", "xp.tensordot(x, y, axes=((1,), (1,)))"),
    ],
)
def test_products_are_written_out(subscripts: str, after: str) -> None:
    code = (
        "import numpy as np\n\n\ndef f(x, y):\n    x = np.asarray(x)\n    y = np.asarray(y)\n"
        f'    return np.einsum("{subscripts}", x, y)\n'
    )
    text = under_profile.fixed(code)
    assert text.endswith(f"    return {after}\n")
    space: dict[str, Any] = {}
    exec(text, space)
    strict = array_api_strict.asarray(MATRIX)
    result = space["f"](strict, 2.0 * strict)
    assert np.allclose(np.asarray(result), np.einsum(subscripts, MATRIX, 2.0 * MATRIX))


@pytest.mark.parametrize(
    ("subscripts", "after"),
    [
        ("ii->i", "xp.linalg.diagonal(x)"),
        ("ii", "xp.linalg.trace(x)"),
        ("ij->ji", "xp.permute_dims(x, (1, 0))"),
        ("ij->j", "xp.sum(x, axis=0)"),
    ],
)
def test_sums_of_one_array_are_written_out(subscripts: str, after: str) -> None:
    assert fixed(f"np.einsum('{subscripts}', x)").endswith(f"    return {after}\n")


@pytest.mark.parametrize(
    "subscripts", ["ij,ij->ji", "ij,jk->ki", "i,j->ij", "ij,ik->ijk", "...i,i", "iij,j->i"]
)
def test_products_of_several_steps_stay(subscripts: str) -> None:
    call = f"np.einsum('{subscripts}', x, x)"
    assert f"    return {call}\n" in fixed(call)


@pytest.mark.parametrize(
    ("call", "after"),
    [
        ("np.quantile(x, 0.1)", "stats.quantile(x, 0.1, axis=None)"),
        ("np.percentile(x, 25, axis=0)", "stats.quantile(x, 25 / 100, axis=0)"),
        ("np.nanpercentile(x, q=25)", "stats.quantile(x, 25 / 100, axis=None, nan_policy='omit')"),
    ],
)
def test_quantiles_are_scipys_where_the_file_has_it(call: str, after: str) -> None:
    code = f"import numpy as np\nfrom scipy import stats\n\n\ndef f(x):\n    x = np.asarray(x)\n    return {call}\n"
    assert after in under_profile.fixed(code).replace('"', "'")


def test_several_quantiles_have_an_axis_of_their_own_and_stay() -> None:
    call = "np.quantile(x, [0.1, 0.9])"
    code = f"import numpy as np\nfrom scipy import stats\n\n\ndef f(x):\n    x = np.asarray(x)\n    return {call}\n"
    assert call in under_profile.fixed(code)


def test_a_number_is_put_into_the_diagonal_of_a_matrix() -> None:
    doc = DOCUMENTED.format(OF_MATRIX)
    code = f"import numpy as np\n\n\ndef f(x):\n{doc}    x = np.asarray(x)\n    np.fill_diagonal(x, 2)\n    return x\n"
    text = under_profile.fixed(code)
    assert "    x = xpx.at(x)[xp.eye(x.shape[0], x.shape[1], dtype=xp.bool)].set(2)\n" in text
    space: dict[str, Any] = {}
    exec(text, space)
    expected = MATRIX[:, :2].copy()
    np.fill_diagonal(expected, 2)
    for library in (np, array_api_strict):
        assert np.array_equal(np.asarray(space["f"](library.asarray(MATRIX[:, :2].copy()))), expected)
    assert "np.fill_diagonal(x, 2)" in under_profile.fixed(
        code.replace(doc, "")
    )  # nobody says that it is one


@pytest.mark.parametrize(
    ("asked", "written"),
    [
        (
            "np.any(np.iscomplex(x))",
            "if xp.isdtype(x.dtype, 'complex floating') and xp.any(xp.imag(x) != 0):",
        ),
        ("np.iscomplex(x).any()", "if xp.isdtype(x.dtype, 'complex floating') and xp.any(xp.imag(x) != 0):"),
        (
            "np.all(np.isreal(x))",
            "if not xp.isdtype(x.dtype, 'complex floating') or xp.all(xp.imag(x) == 0):",
        ),
    ],
)
def test_all_numbers_together_are_asked_whether_they_are_real(asked: str, written: str) -> None:
    head = "import numpy as np\n\n\ndef f(x):\n    x = np.asarray(x)\n"
    code = f"{head}    if {asked}:\n        x = x * 2\n    return x\n"
    text = under_profile.fixed(code)
    assert written in text.replace('"', "'")
    before: dict[str, Any] = {}
    after: dict[str, Any] = {}
    exec(code, before)
    exec(text, after)
    for given in (CUBE, CUBE + 1j * CUBE, CUBE + 0j):
        for library in (np, array_api_strict):
            assert np.array_equal(np.asarray(after["f"](library.asarray(given))), before["f"](given))


def test_an_average_along_the_first_axis_takes_weights_of_that() -> None:
    code = """import numpy as np


def f(x, w):
    \"\"\"Do.

    Parameters
    ----------
    x : array_like
    w : (n,) array_like
    \"\"\"
    x, w = np.asarray(x), np.asarray(w)
    return np.average(x, axis=0, weights=w)
"""
    after = under_profile.fixed(code)
    assert after.endswith("return xp.tensordot(w, x, axes=1) / xp.sum(w)\n")
    space: dict[str, Any] = {}
    exec(after, space)
    weights = np.arange(1.0, 5.0)
    for given in (np.random.default_rng(6).normal(size=(4, 2, 3)), VECTOR):
        strict = space["f"](array_api_strict.asarray(given), array_api_strict.asarray(weights))
        np.testing.assert_allclose(np.asarray(strict), np.average(given, axis=0, weights=weights))


def test_a_place_is_deleted_from_vectors_without_an_axis() -> None:
    assert fixed("np.delete(x, 2)", OF_VECTOR).endswith("return xp.concat((x[:2], x[3:]))\n")
    assert "np.delete" in fixed("np.delete(x, 2)")  # NumPy flattens
    assert "np.delete" in fixed("np.delete(x, k)", OF_VECTOR)


@pytest.mark.parametrize(
    ("call", "after"),
    [
        ("xp.swapaxes(x, 0, 2)", "xp.moveaxis(x, (0, 2), (2, 0))"),
        ("xp.transpose(x, (2, 0, 1))", "xp.permute_dims(x, (2, 0, 1))"),
        ("xp.rint(x)", "xp.round(x)"),
        ("xp.array(x)", "xp.asarray(x, copy=True)"),
        ("xp.hstack([x, x])", "xp.concat([x, x], axis=min(1, x.ndim - 1))"),
        ("xp.hstack([2 * x, -x])", "xp.hstack([2 * x, -x])"),
    ],
)
def test_what_a_namespace_lacks_is_composed_as_if_it_was_numpys(call: str, after: str) -> None:
    code = f"def f(x, xp):\n    x = xp.asarray(x)\n    return {call}\n"
    assert under_profile.fixed(code, unsafe=True) == code.replace(call, after)


def test_what_a_namespace_of_another_name_lacks_is_composed_as_well() -> None:
    head = "from array_api_compat import array_namespace\n\n\n"
    code = f"{head}def f(x):\n    ns = array_namespace(x)\n    return ns.swapaxes(x, 0, 2)\n"
    after = code.replace("ns.swapaxes(x, 0, 2)", "ns.moveaxis(x, (0, 2), (2, 0))")
    assert under_profile.fixed(code, unsafe=True) == after
    kept = (
        f"{head}class A:\n    def __init__(self, x):\n        self.xp = array_namespace(x)\n\n"
        "    def f(self, x):\n        return self.xp.swapaxes(x, 0, 2)\n"
    )
    after = kept.replace("self.xp.swapaxes(x, 0, 2)", "self.xp.moveaxis(x, (0, 2), (2, 0))")
    assert under_profile.fixed(kept, unsafe=True) == after


def test_of_two_namespaces_the_one_is_not_taken_for_the_other() -> None:
    head = "from array_api_compat import array_namespace\n\n\n"
    code = (
        f"{head}def f(x, y):\n    xp = array_namespace(x)\n    ns = array_namespace(y)\n"
        "    return xp.exp(x), ns.swapaxes(y, 0, 2)\n"
    )
    after = under_profile.fixed(code, unsafe=True)
    assert "xp.moveaxis(" not in after


@pytest.mark.parametrize(
    ("asked", "after"),
    [
        ("x[0, 1]", "xp.linalg.diagonal(x)"),
        ("x[:, 1]", "xp.linalg.diagonal(x)"),
        ("x.shape[1]", "xp.linalg.diagonal(x)"),
        ("x[:, None]", "np.diag(x)"),  # of a vector too
        ("x.shape[0]", "np.diag(x)"),
        ("x[0, 1] if x.ndim > 1 else 2", "np.diag(x)"),
        ("x[0, 1] if len(x.shape) > 1 else 2", "np.diag(x)"),
        ("x[0, 1] if np.ndim(x) > 1 else 2", "np.diag(x)"),
    ],
)
def test_the_diagonal_is_one_of_a_matrix_where_code_asks_for_a_second_axis(asked: str, after: str) -> None:
    code = f"import numpy as np\n\n\ndef f(x):\n    x = np.asarray(x)\n    y = {asked}\n    return np.diag(x) * y\n"
    assert under_profile.fixed(code, unsafe=True).endswith(f"    return {after} * y\n")


def test_a_name_for_several_arrays_tells_nothing_of_its_diagonal() -> None:
    code = "def f(x):\n    x = np.asarray(x)\n    y = x[0, 1]\n    x = np.exp(x[0, :])\n    return np.diag(x) * y\n"
    assert "np.diag(x)" in under_profile.fixed(f"import numpy as np\n\n\n{code}", unsafe=True)

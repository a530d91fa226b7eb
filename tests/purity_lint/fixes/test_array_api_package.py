"""Fixes in a package that has a module for arrays of any library: what it offers is used."""

from __future__ import annotations

from pathlib import Path

import pytest

from purity_lint.configuration.settings import Settings
from purity_lint.engine.fix import fix
from purity_lint.knowledge.profiles import PROFILES
from purity_lint.source.read import source_from_bytes

ONE = """
def array_namespace(*arrays): ...
def xp_device(x): ...
"""
OTHER = """
def get_namespace(*arrays, xp=None): ...
def get_namespace_and_device(*arrays, xp=None): ...
def _isin(element, test_elements, xp): ...
"""


def fixed(tmp_path: Path, module: str, code: str) -> str:
    """What a file becomes in a package with `module` for arrays of any library, without the imports."""
    package = tmp_path / "pkg"
    (package / "utils").mkdir(parents=True)
    for folder in (package, package / "utils"):
        (folder / "__init__.py").touch()
    (package / "utils" / "_array_api.py").write_text(module)
    profile = PROFILES["array-api"]
    own = Settings(
        root=tmp_path, profile="array-api", ops_module=profile.module, ops_alias="xp", unsafe_fixes=True
    )
    source = source_from_bytes(f"import numpy as np\n\n\n{code}".encode(), package / "a.py", None)
    outcome = fix(source, own)
    assert not outcome.errors
    return outcome.after


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (
            "return x + np.arange(len(x), dtype=x.dtype)",
            "return x + xp.arange(x.shape[0], dtype=x.dtype, device=xp_device(x))",
        ),
        (
            "x = np.asarray(x)\n    return x + np.zeros(3)",
            "x = xp.asarray(x)\n    return x + xp.zeros(3, device=xp_device(x))",
        ),
        (
            "i = np.arange(1, len(x) + 1, device=None) if n else np.arange(n)\n    return np.exp(x)[i]",
            "i = xp.arange(1, len(x) + 1, device=None) if n else xp.arange(n)\n    return xp.exp(x)[i]",
        ),
        (
            "x = np.asarray(x)\n    i = np.arange(1, n)\n    return x / i",
            "x = xp.asarray(x)\n    i = xp.arange(1, n, dtype=x.dtype, device=xp_device(x))\n    return x / i",
        ),
        (
            "x = np.asarray(x)\n    i = np.arange(1, n)\n    return x[i] / 2",
            "x = xp.asarray(x)\n    i = xp.arange(1, n, device=xp_device(x))\n    return x[i] / 2",
        ),
        ("return np.sum(x) + np.ones(2)", "return xp.sum(x) + xp.ones(2)"),
        (
            "x = np.asarray(x)\n    return np.concatenate(([0], x))",
            "x = xp.asarray(x)\n    return xp.concat((xp.asarray([0], dtype=x.dtype, device=xp_device(x)), x))",
        ),
        (
            "x = np.asarray(x)\n    return np.take(x, [0, n], axis=0)",
            "x = xp.asarray(x)\n    return xp.take(x, xp.asarray([0, n], device=xp_device(x)), axis=0)",
        ),
        (
            "x = np.asarray(x)\n    n = np.asarray(n)\n    return np.broadcast_to(x[..., [0]], n.shape)",
            "x = xp.asarray(x)\n    n = xp.asarray(n)\n"
            "    return xp.broadcast_to(xp.take(x, xp.asarray([0], device=xp_device(x)), axis=-1), n.shape)",
        ),
        (
            "x = np.asarray(x)\n    return np.diff(x.ravel(), prepend=0)",
            "x = xp.asarray(x)\n    return xp.diff(xp.reshape(x, (-1,)), "
            "prepend=xp.asarray([0], device=xp_device(x)))",
        ),
        (  # what becomes an array because it may be a number is asked for no device
            "z = -np.inf\n    if n > 3:\n        z = np.exp(x[0])\n    return np.clip(z, 0, 1)",
            "z = -xp.inf\n    if n > 3:\n        z = xp.exp(x[0])\n    return xp.clip(xp.asarray(z), 0, 1)",
        ),
        (
            "d = x.dtype\n    return np.full(n, 1.5, dtype=d) * np.exp(x)",
            "d = x.dtype\n    return xp.full(n, 1.5, dtype=d, device=xp_device(x)) * xp.exp(x)",
        ),
    ],
)
def test_what_is_made_is_on_the_device_of_its_neighbour(tmp_path: Path, before: str, after: str) -> None:
    assert f"    {after}\n" in fixed(tmp_path, ONE, f"def f(x, n):\n    {before}\n")


def test_a_device_comes_with_the_namespace(tmp_path: Path) -> None:
    code = "def f(x, y):\n    z = np.exp(x)\n    return z + np.zeros(3) + np.asarray([1.5, 2.0]) + y.sum()\n"
    text = fixed(tmp_path, OTHER, code)
    assert "from pkg.utils._array_api import get_namespace_and_device\n" in text
    assert text.endswith(
        "    xp, _, device_ = get_namespace_and_device(x, y)\n    z = xp.exp(x)\n"
        "    return z + xp.zeros(3, device=device_) + xp.asarray([1.5, 2.0], device=device_) + xp.sum(y)\n"
    )


HELPER = """def _scale(x, low=1.0):
    return np.exp(x) / low


def f(x):
    x = np.asarray(x)
    return np.sum(_scale(x, 2.0))
"""


HANDED = "\n\ndef _shift(x, xp=None):\n    return x\n"


@pytest.mark.parametrize(
    ("module", "beside", "bound", "binds"),
    [
        (ONE, "", "xp = array_namespace(x) if xp is None else xp", "xp = array_namespace(x)"),
        (OTHER, HANDED, "xp, _ = get_namespace(x, xp=xp)", "xp, _ = get_namespace(x)"),
    ],
)
def test_a_private_function_is_handed_the_namespace_of_its_callers(
    tmp_path: Path, module: str, beside: str, bound: str, binds: str
) -> None:
    text = fixed(tmp_path, module, HELPER + beside)
    assert f"def _scale(x, low=1.0, xp=None):\n    {bound}\n    return xp.exp(x) / low\n" in text
    assert (
        f"def f(x):\n    {binds}\n    x = xp.asarray(x)\n    return xp.sum(_scale(x, 2.0, xp=xp))\n" in text
    )


def test_a_private_function_asks_where_none_of_the_file_is_handed_a_namespace(tmp_path: Path) -> None:
    text = fixed(tmp_path, OTHER, HELPER)
    assert "def _scale(x, low=1.0):\n    xp, _ = get_namespace(x)\n    return xp.exp(x) / low\n" in text
    assert text.endswith("    return xp.sum(_scale(x, 2.0))\n")


@pytest.mark.parametrize(
    "head", ["def _scale(x, low=1.0, *, xp=None):", "def _scale(x, *low):", "def scale(x, low):"]
)
def test_a_function_that_others_may_call_keeps_its_parameters(tmp_path: Path, head: str) -> None:
    expected = head.replace("*low", "*low, xp=None")
    name = head.partition("(")[0].removeprefix("def ")
    code = HELPER.replace("def _scale(x, low=1.0):", head).replace("_scale(x, 2.0)", f"{name}(x, 2.0)")
    assert f"\n{expected}\n" in fixed(tmp_path, ONE, code)


def test_a_decorated_function_keeps_its_parameters(tmp_path: Path) -> None:
    text = fixed(tmp_path, ONE, f"@checked(n=1)\n{HELPER}")
    assert "@checked(n=1)\ndef _scale(x, low=1.0):\n    xp = array_namespace(x)\n" in text
    assert "xp.sum(_scale(x, 2.0))" in text


def test_the_packages_function_comes_before_one_that_few_libraries_have(tmp_path: Path) -> None:
    code = "def f(x, y):\n    x = np.asarray(x)\n    return np.isin(x, y), np.zeros(2)\n"
    text = fixed(tmp_path, OTHER, code)
    assert "    return _isin(x, y, xp=xp), xp.zeros(2, device=device_)\n" in text
    assert "from pkg.utils._array_api import _isin, get_namespace_and_device\n" in text


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("(\n        x, 2\n    )", "(\n        x, 2, xp=xp\n    )"),
        (
            "(\n        x,\n        k=3,  # one\n    )",
            "(\n        x,\n        k=3,  # one\n        xp=xp,\n    )",
        ),
        ("(x,\n                  k=3)", "(x,\n                  k=3, xp=xp)"),
    ],
)
def test_a_namespace_is_handed_on_in_the_style_of_the_call(tmp_path: Path, before: str, after: str) -> None:
    helper = "def _scale(x, n=1, *, k=2, xp=None):\n    return x\n"
    code = f"{helper}\n\ndef f(x, xp):\n    x = xp.asarray(x)\n    return _scale{before}\n"
    assert fixed(tmp_path, OTHER, code).endswith(f"    return _scale{after}\n")


@pytest.mark.parametrize(
    ("there", "after"),
    [
        ("get_namespace", "get_namespace, get_namespace_and_device"),
        (
            "(\n    _isin,\n    get_namespace,\n)",
            "(\n    _isin,\n    get_namespace,\n    get_namespace_and_device,\n)",
        ),
    ],
)
def test_a_name_joins_the_import_that_is_there(tmp_path: Path, there: str, after: str) -> None:
    code = f"from .utils._array_api import {there}\n\n\ndef f(x):\n    x = np.asarray(x)\n    return x + np.zeros(3)\n"
    assert f"from .utils._array_api import {after}\n" in fixed(tmp_path, OTHER, code)


def test_what_follows_a_question_for_sparse_matrices_is_host_code(tmp_path: Path) -> None:
    code = (
        "def f(x):\n    x = np.asarray(x)\n    return issparse(x) and np.any(x.data < 0) or np.any(x < 0)\n"
    )
    assert "issparse(x) and np.any(x.data < 0) or xp.any(x < 0)" in fixed(tmp_path, ONE, code)


def test_a_dtype_that_is_a_string_becomes_one_of_the_namespace(tmp_path: Path) -> None:
    code = 'def f(x):\n    x = np.asarray(x)\n    return x + np.zeros(3, dtype="float")\n'
    assert "xp.zeros(3, dtype=xp.float64, device=xp_device(x))" in fixed(tmp_path, ONE, code)


def test_the_length_of_what_callers_may_give_as_a_list_stays(tmp_path: Path) -> None:
    documented = '    """Do.\n\n    x : array_like\n    """\n'
    code = f"def f(x, y):\n{documented}    y = np.asarray(y)\n    return np.sum(y) / len(x) / len(y)\n"
    assert "return xp.sum(y) / len(x) / y.shape[0]\n" in fixed(tmp_path, ONE, code)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("rest = x[1:]\n    return np.exp(x) * len(rest)", "rest = x[1:]\n    return xp.exp(x) * len(rest)"),
        (
            "if y is None:\n        y = x\n    return np.exp(x + y) * len(y)",
            "return xp.exp(x + y) * len(y)",
        ),
        (
            "n = len(x)\n    x = np.asarray(x)\n    return np.exp(x) * n * len(x)",
            "n = len(x)\n    x = xp.asarray(x)\n    return xp.exp(x) * n * x.shape[0]",
        ),
        (
            "rest = np.abs(x)[1:]\n    return rest * len(rest)",
            "rest = xp.abs(x)[1:]\n    return rest * rest.shape[0]",
        ),
    ],
)
def test_the_length_of_a_part_of_what_was_given_stays(tmp_path: Path, before: str, after: str) -> None:
    assert f"    {after}\n" in fixed(tmp_path, ONE, f"def f(x, y=None):\n    {before}\n")


def test_numbers_out_of_a_dictionary_are_not_stacked(tmp_path: Path) -> None:
    made = "    x, y = np.asarray(x), np.asarray(y)\n    d = {a: i for i, a in enumerate(y)}\n"
    code = f"def f(x, y):\n{made}    return x * np.array([d.get(a, len(y)) for a in x])\n"
    assert "x * xp.asarray([d.get(a, y.shape[0]) for a in x])" in fixed(tmp_path, ONE, code)


def test_numpys_dtypes_are_none_for_functions_of_a_namespace(tmp_path: Path) -> None:
    code = (
        "def f(x, xp):\n    x = xp.asarray(x)\n    return x + xp.zeros((2, x.shape[0]), dtype=np.float32)\n"
    )
    assert "dtype=xp.float32" in fixed(tmp_path, ONE, code)


def test_counts_that_are_shaped_get_the_dtype_of_the_array_that_tells_how_many(tmp_path: Path) -> None:
    code = "def _f(p: np.ndarray, m):\n    n = len(p)\n    r = np.arange(n - m)\n    return p * r.reshape(-1, 1)\n"
    text = fixed(tmp_path, ONE, code)
    assert "    r = xp.arange(n - m, dtype=p.dtype, device=xp_device(p))\n" in text


def test_numbers_of_arrays_without_axes_are_asked_for_above_the_return(tmp_path: Path) -> None:
    code = (
        "def f(x, y):\n    x, y = np.asarray(x), np.asarray(y)\n    if np.any(y > 0):\n        return y[()]\n"
        "    return Result(x[()], y=y[()], z=(2 * x)[()])\n"
    )
    assert fixed(tmp_path, ONE, code).endswith(
        "        return y[()] if y.ndim == 0 else y\n"
        "    x = x[()] if x.ndim == 0 else x\n    y = y[()] if y.ndim == 0 else y\n"
        "    return Result(x, y=y, z=(2 * x)[()])\n"
    )


@pytest.mark.parametrize(
    ("getter", "target"), [("get_namespace", "xp, _"), ("get_namespace_and_device", "xp, _, _")]
)
def test_what_an_accessor_gives_is_unpacked_whole(tmp_path: Path, getter: str, target: str) -> None:
    code = f"from pkg.utils._array_api import {getter}\n\n\ndef f(x):\n    x = np.asarray(x)\n    return np.exp(x)\n"
    assert f"    {target} = {getter}(x)\n" in fixed(tmp_path, OTHER, code)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("y = np.exp(x)[()]", "    y = xp.exp(x)\n    y = y[()] if y.ndim == 0 else y\n"),
        ("y = np.exp(x)[0]", "    y = xp.exp(x)[0]\n"),
        ("y = n = np.exp(x)[()]", "    y = n = xp.exp(x)[()]\n"),
    ],
)
def test_what_is_computed_for_a_name_is_asked_for_its_axes_by_that(
    tmp_path: Path, before: str, after: str
) -> None:
    code = f"def f(x):\n    x = np.asarray(x)\n    {before}\n    return y\n"
    assert after in fixed(tmp_path, ONE, code)


def test_settings_behind_the_arrays_of_a_call_are_not_asked_for_a_namespace(tmp_path: Path) -> None:
    code = (
        "def _p(x, kind, xp):\n    return xp.exp(x)\n\n\n"
        "def f(x, kind):\n    y = np.exp(x)\n    return _p(y, kind, xp=np)\n"
    )
    assert "array_namespace(x)" in fixed(tmp_path, ONE, code)


def test_stores_are_updates_in_a_package_that_knows_lazy_arrays(tmp_path: Path) -> None:
    code = "def f(x):\n    x = np.asarray(x)\n    y = np.exp(x)\n    y[0] = 1.0\n    return y\n"
    assert "    y[0] = 1.0\n" in fixed(tmp_path, ONE, code)
    lazy = f"{ONE}from array_api_compat import is_lazy_array\n"
    (tmp_path / "lazy").mkdir()
    assert "    y = xpx.at(y)[0].set(1.0)\n" in fixed(tmp_path / "lazy", lazy, code)
    (tmp_path / "ported").mkdir()
    ported = code.replace("(x)", "(x, xp)", 1).replace("np.", "xp.")
    assert "    y[0] = 1.0\n" in fixed(tmp_path / "ported", lazy, ported)
    others = "import array_api_extra as xpx\n\n\ndef g(x):\n    return xpx.at(x)[0].set(1.0)\n\n\n"
    (tmp_path / "beside").mkdir()
    assert "    y[0] = 1.0\n" in fixed(tmp_path / "beside", lazy, f"{others}{ported}")
    both = ported.replace("    return y", "    y = xpx.at(y)[1].set(2.0)\n    return y")
    (tmp_path / "both").mkdir()
    assert "    y = xpx.at(y)[0].set(1.0)\n" in fixed(tmp_path / "both", lazy, f"{others}{both}")


def test_what_a_vectorized_function_gives_is_taken_to_the_namespace_where_it_is_given_back(
    tmp_path: Path,
) -> None:
    code = (
        "def f(x, k):\n    x = np.asarray(x)\n    cdf = np.vectorize(k)\n    p = 2.0 * np.minimum(cdf(x), 1 - cdf(x))\n"
        "    return np.exp(x), np.minimum(1.0, p)\n"
    )
    text = fixed(tmp_path, ONE, code)
    assert (
        "    p = 2.0 * np.minimum(cdf(x), 1 - cdf(x))\n    return xp.exp(x), xp.asarray(np.minimum(1.0, p))\n"
        in text
    )


CONVERTS = """
from .compat import size
def array_namespace(*arrays): ...
def xp_device(x): ...
def _asarray(array, dtype=None, *, xp=None, check_finite=False, subok=False): ...
"""


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (
            "x, y = map(np.atleast_1d, (x, y))\n    return np.sum(x + y)",
            "x, y = (xpx.atleast_nd(xp.asarray(each), ndim=1, xp=xp) for each in (x, y))\n    return xp.sum(x + y)",
        ),
        (
            "x = np.asarray(x)\n    return x * pow(2.0, np.arange(len(x)))",
            "x = xp.asarray(x)\n"
            "    return x * pow(2.0, xp.arange(x.shape[0], dtype=x.dtype, device=xp_device(x)))",
        ),
        (
            "x = np.asarray(x)\n    return x + np.sqrt(np.finfo(float).eps) + np.log(np.finfo(x.dtype).tiny)",
            "x = xp.asarray(x)\n"
            "    return x + math.sqrt(xp.finfo(xp.float64).eps) + math.log(xp.finfo(x.dtype).smallest_normal)",
        ),
        (
            "x = np.asarray(x)\n    eps = np.finfo(x.dtype).eps\n    return x + np.log(eps)",
            "x = xp.asarray(x)\n    eps = xp.finfo(x.dtype).eps\n    return x + math.log(eps)",
        ),
        (
            "x = np.asarray(x)\n    return x < np.finfo(x.dtype).resolution",
            "x = xp.asarray(x)\n    return x < 10.0 ** -int(-math.log10(xp.finfo(x.dtype).eps))",
        ),
        (
            "x = np.asarray(x)\n    return x + np.ones(3, x.dtype.char) + np.zeros(3, dtype=x.dtype.type)",
            "x = xp.asarray(x)\n"
            "    return x + xp.ones(3, dtype=x.dtype, device=xp_device(x))"
            " + xp.zeros(3, dtype=x.dtype, device=xp_device(x))",
        ),
        (
            "x = np.asarray(x)\n    return x if np.issubdtype(x.dtype, np.bool_) else np.exp(x)",
            'x = xp.asarray(x)\n    return x if xp.isdtype(x.dtype, "bool") else xp.exp(x)',
        ),
        (
            "x = np.asarray(x)\n    return np.expand_dims(x, (0, 1)) + np.expand_dims(x, 1)",
            "x = xp.asarray(x)\n"
            "    return xpx.expand_dims(x, axis=(0, 1), xp=xp) + xp.expand_dims(x, axis=1)",
        ),
        (
            "x = np.asanyarray(x)\n    return np.exp(x) if x.size else x",
            "x = _asarray(x, xp=xp, subok=True)\n    return xp.exp(x) if xp_size(x) else x",
        ),
        (
            "x = np.asarray_chkfinite(x)\n    return np.exp(x)",
            "x = _asarray(x, xp=xp, check_finite=True)\n    return xp.exp(x)",
        ),
        (
            "x = np.asarray(x)\n    if x.ndim != 2 or len(y) > 3:\n        raise ValueError\n"
            "    return np.linalg.norm(x)",
            "x = xp.asarray(x)\n    if x.ndim != 2 or len(y) > 3:\n        raise ValueError\n"
            "    return xp.linalg.matrix_norm(x)",
        ),
    ],
)
def test_what_the_standard_has_no_word_for_is_written_otherwise(
    tmp_path: Path, before: str, after: str
) -> None:
    assert f"    {after}\n" in fixed(tmp_path, CONVERTS, f"def f(x, y):\n    {before}\n")


def test_a_function_of_the_compatibility_layer_keeps_the_name_that_the_file_has_for_it(
    tmp_path: Path,
) -> None:
    code = (
        "from array_api_compat import size as count\n\n\n"
        "def f(x):\n    x = np.asarray(x)\n    return np.exp(x) / x.size\n"
    )
    assert "    return xp.exp(x) / count(x)\n" in fixed(tmp_path, CONVERTS, code)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("np.median(x)", "stats.quantile(x, 0.5, axis=None)"),
        ("np.median(x, -1, keepdims=True)", "stats.quantile(x, 0.5, axis=-1, keepdims=True)"),
        ("np.nanmedian(x, axis=0)", 'stats.quantile(x, 0.5, axis=0, nan_policy="omit")'),
    ],
)
def test_a_median_is_a_quantile_where_the_file_has_those(tmp_path: Path, before: str, after: str) -> None:
    body = f"def f(x):\n    x = np.asarray(x)\n    return np.exp({before})\n"
    assert f"return xp.exp({after})\n" in fixed(tmp_path / "a", ONE, f"from scipy import stats\n\n\n{body}")
    assert f"return np.exp({before})\n" in fixed(tmp_path / "b", ONE, body)


def test_a_method_of_what_numpy_gives_stays(tmp_path: Path) -> None:
    code = (
        "def f(x, limits=(1, 2)):\n    x = np.asarray(x)\n"
        "    if np.isnan(limits).any():\n        raise ValueError\n    return np.exp(x)\n"
    )
    assert "    if np.isnan(limits).any():\n" in fixed(tmp_path, ONE, code)


def test_a_limit_that_numpy_alone_knows_is_asked_of_numpy(tmp_path: Path) -> None:
    code = "def f(x):\n    x = np.asarray(x)\n    return np.exp(x) * {}\n"
    known, unknown = "np.finfo(x.dtype).tiny", "2 ** np.finfo(x.dtype).nexp"
    (tmp_path / "known").mkdir()
    assert "xp.exp(x) * xp.finfo(x.dtype).smallest_normal" in fixed(
        tmp_path / "known", ONE, code.format(known)
    )
    assert "xp.finfo" not in fixed(tmp_path, ONE, code.format(unknown))


def test_a_store_into_what_is_numpys_stays_where_there_is_no_namespace(tmp_path: Path) -> None:
    code = "def f(n):\n    y = np.zeros(n)\n    y[0] = 1.0\n    return y\n"
    module = f"{ONE}def is_lazy_array(x): ...\n"
    assert "    y[0] = 1.0\n" in fixed(tmp_path, module, code)


def test_the_logarithm_of_what_is_documented_as_a_scalar_is_pythons(tmp_path: Path) -> None:
    documented = '    """Do.\n\n    Parameters\n    ----------\n    k : scalar\n        Power.\n    """\n'
    code = f"def f(x, k):\n{documented}    x = np.asarray(x)\n    return np.log(x) - 2 * np.log(abs(k))\n"
    assert "    return xp.log(x) - 2 * math.log(abs(k))\n" in fixed(tmp_path, ONE, code)


@pytest.mark.parametrize(
    ("said", "is_given"), [("float", False), ("array_like", True), ("float or array", True)]
)
def test_numbers_are_not_asked_for_their_namespace(tmp_path: Path, said: str, *, is_given: bool) -> None:
    documented = f'    """Do.\n\n    Parameters\n    ----------\n    k : {said}\n        Power.\n    """\n'
    code = f"def f(x, k):\n{documented}    x = np.asarray(x)\n    return np.exp(x) * k + np.sum(k)\n"
    assert f"    xp = array_namespace({'x, k' if is_given else 'x'})\n" in fixed(tmp_path, ONE, code)


def test_each_array_of_a_list_is_asked_for_its_namespace(tmp_path: Path) -> None:
    documented = '    """Do.\n\n    Parameters\n    ----------\n    data : list of ndarray\n        Samples.\n    """\n'
    code = f"def f(data, x):\n{documented}    x = np.asarray(x)\n    return np.exp(x) + np.sum(data[0])\n"
    assert "    xp = array_namespace(*data, x)\n" in fixed(tmp_path, ONE, code)


def test_a_count_with_the_dtype_of_an_array_is_one_of_its_library(tmp_path: Path) -> None:
    code = (
        "def f(x):\n    x = np.asarray(x)\n    n = np.asarray(x.shape[-1], dtype=x.dtype)\n"
        "    return np.sum(x) / n, np.asarray(x.shape)\n"
    )
    text = fixed(tmp_path, ONE, code)
    assert (
        "    n = xp.asarray(x.shape[-1], dtype=x.dtype)\n    return xp.sum(x) / n, np.asarray(x.shape)\n"
        in text
    )


def test_several_numbers_of_an_object_become_arrays_together(tmp_path: Path) -> None:
    code = (
        "class _Beta:\n    def __init__(self, a, b):\n        self.a, self.b = a, b\n\n\n"
        "def f(x):\n    x = np.asarray(x)\n    total = np.sum(x)\n    beta = _Beta(1, len(x))\n"
        "    return _pvalue(total, beta, xp=np)\n"
    )
    made = "_Beta(xp.asarray(1, dtype=total.dtype), xp.asarray(x.shape[0], dtype=total.dtype))"
    assert f"    beta = {made}\n    return _pvalue(total, beta, xp=xp)\n" in fixed(tmp_path, ONE, code)


DOCUMENTED = '''def f(x, duty=0.5, how="uniform", depth=3):
    """Do.

    Parameters
    ----------
    x : array_like
        Values.
    duty : array_like, optional
        Duty cycle.
    how : {"raw", "uniform"} or array-like of shape (n,), default="uniform"
        Weights.
    depth : int
        How many.
    """
    x = np.asarray(x)
    return np.exp(x) * duty
'''


@pytest.mark.parametrize(
    ("accessor", "arguments"),
    [
        ("array_namespace(*arrays)", "x, duty"),
        ("array_namespace(*arrays, remove_types=(str,))", "x, duty, how"),
    ],
)
def test_a_parameter_that_is_said_to_take_arrays_is_asked_as_well(
    tmp_path: Path, accessor: str, arguments: str
) -> None:
    text = fixed(tmp_path, f"\ndef {accessor}: ...\n", DOCUMENTED)
    assert f"    xp = array_namespace({arguments})\n" in text


def test_a_number_of_the_function_around_is_none_of_a_namespace(tmp_path: Path) -> None:
    doc = '    """Do.\n\n    Parameters\n    ----------\n    k : int\n        How many.\n    """\n'
    inner = "    def g(y):\n        return np.exp(y) / np.sqrt(k)\n\n"
    text = fixed(tmp_path, ONE, f"def f(x, k):\n{doc}    x = np.asarray(x)\n\n{inner}    return np.sum(x)\n")
    assert "        return xp.exp(y) / math.sqrt(k)\n" in text


@pytest.mark.parametrize("quote", ["'", '"'])
def test_new_text_has_the_quotes_of_the_file(tmp_path: Path, quote: str) -> None:
    code = (
        "def f(x):\n    x = np.asarray(x)\n"
        f"    if not np.issubdtype(x.dtype, np.number):\n        raise ValueError({quote}no numbers{quote})\n"
        "    return np.exp(x)\n"
    )
    assert f"    if not xp.isdtype(x.dtype, {quote}numeric{quote}):\n" in fixed(tmp_path, ONE, code)


CALLS = "from . import _ufuncs\nfrom ._inner import _filter\nfrom ._plain import other\n\n\n"


def beside_compiled(tmp_path: Path, statement: str) -> str:
    """What a function becomes in a package with compiled modules: `_inner`, whose source is there, and `_ufuncs`."""
    package = tmp_path / "pkg"
    package.mkdir()
    for name in ("_inner.pyx", "_ufuncs.pyi", "_plain.py", "_plain.pyi"):
        (package / name).touch()
    (package / "_exported.py").write_text("#pythran export count(int64[])\n")
    return fixed(
        tmp_path, ONE, f"{CALLS}def f(x, n):\n    x = np.asarray(x)\n    y = np.exp(x)\n    {statement}\n"
    )


@pytest.mark.parametrize("call", ["_filter(y, 3)", "_ufuncs.gamma(n, (y, x))", "_ufuncs.zeta(1, out=y)"])
def test_what_goes_to_compiled_code_is_numpys(tmp_path: Path, call: str) -> None:
    assert f"    x = np.asarray(x)\n    y = np.exp(x)\n    return {call}\n" in beside_compiled(
        tmp_path, f"return {call}"
    )


@pytest.mark.parametrize("call", ["other(y)", "y * _filter(3, 2)", "y * x._filter(y)"])
def test_what_goes_elsewhere_is_of_any_library(tmp_path: Path, call: str) -> None:
    assert f"    y = xp.exp(x)\n    return {call}\n" in beside_compiled(tmp_path, f"return {call}")


def test_imports_that_begin_a_section_stand_below_one_another(tmp_path: Path) -> None:
    package = tmp_path / "pkg" / "_lib"
    package.mkdir(parents=True)
    for file in ("array_api_extra.py", "_other.py", "__init__.py"):
        (package / file).touch()
    kept = "np.atleast_2d(np.polyval([1, 2], 3))"
    code = f"def f(x):\n    x = np.asarray(x)\n    return {kept}, np.expand_dims(x, (0, 1))\n"
    text = fixed(tmp_path, ONE, code)
    assert text.startswith(
        "import numpy as np\n\nfrom pkg._lib import array_api_extra as xpx\n"
        "from pkg.utils._array_api import array_namespace\n\n\ndef f(x):\n"
    )

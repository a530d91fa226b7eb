"""What each profile says of code, and what it leaves alone."""

from __future__ import annotations

from pathlib import Path

import pytest
from reported_codes import found

from purity_lint.configuration.files import from_table
from purity_lint.configuration.presets import PRESETS
from purity_lint.configuration.settings import Settings
from purity_lint.engine.check import check
from purity_lint.knowledge.profiles import Name
from purity_lint.source.read import source_from_bytes


def codes(
    code: str, profile: Name, *, path: str = "a.py", lazy: bool = False, select: str | None = None
) -> list[str]:
    """The codes that are reported for a file under a profile, imports apart."""
    selected = None if select is None else (select,)
    reported = found(code, profile, "everything", path=path, lazy=lazy, select=selected)
    return [each for each in reported if each != "PUR101"]


PORTED = """from array_api_compat import array_namespace


def f(x, y):
    xp = array_namespace(x, y)
    z = xp.exp(x)
    {}
"""


@pytest.mark.parametrize(
    "statement",
    [
        "return z + abs(y) @ z.T",
        "z += 1",
        "return z.mT, z.device, z.ndim, z.shape, z.dtype == xp.float64",
        "z[0] = 1.0",
        "z[z > 0] += 1",
        "return z[z > 0]",
        "return z[()] if z.ndim == 0 else z",
        "return 1 if z > 0 else 2",
        "return float(z)",
        "return max(xp.max(z), 1), min(xp.min(z), xp.max(z))",
    ],
)
def test_what_the_standard_has_is_silent(statement: str) -> None:
    assert codes(PORTED.format(statement), "array-api") == []


@pytest.mark.parametrize(
    ("statement", "code"),
    [
        ("return z.size", "PUR104"),
        ("return len(z)", "PUR205"),
        ("return max(z)", "PUR205"),
        ("return z[()]", "PUR207"),
        ("return z.ravel()", "PUR104"),
        ("return z[::-1]", "PUR207"),
        ("return z[..., z > 0]", "PUR207"),
        ("import numpy as np; return np.exp(z)", "PUR103"),
    ],
)
def test_what_the_standard_lacks_is_reported(statement: str, code: str) -> None:
    assert codes(PORTED.format(statement), "array-api") == [code]


@pytest.mark.parametrize(
    ("statement", "code"),
    [
        ("z[0] = 1.0", "PUR206"),
        ("return 1 if z > 0 else 2", "PUR901"),
        ("return 1 if xp.max(z) > 0 else 2", "PUR901"),
        ("return float(z)", "PUR301"),
        ("return bool(xp.max(z) > 0)", "PUR301"),
        ("return max(xp.max(z), 1)", "PUR205"),
    ],
)
def test_lazy_arrays_have_no_values_and_are_not_changed(statement: str, code: str) -> None:
    assert codes(PORTED.format(statement), "array-api", lazy=True) == [code]


@pytest.mark.parametrize(("profile", "found"), [("emberops", []), ("keras", ["PUR901"])])
def test_what_users_compile_has_no_truth(profile: str, found: list[str]) -> None:
    module = "from keras import ops" if profile == "keras" else "from emberops import ops"
    code = f"{module}\n\n\ndef f(x):\n    return x if ops.max(x) > 1 else ops.abs(x)\n"
    assert codes(code, profile) == found


def test_what_changes_arrays_by_other_means_than_a_store_is_reported() -> None:
    code = "import numpy as np\n\n\ndef f(x: np.ndarray):\n    x[0] = 1.0\n    x.sort()\n"
    assert codes(code, "array-api") == ["PUR206"]


NESTED = """import numpy as np
from array_api_compat import array_namespace


def apply(g, x):
    xp = array_namespace(x)

    def {}(obj):
        if hasattr(obj, "__array_namespace__"):
            return np.asarray(obj)
        return [np.asarray(each) for each in obj]

    return g({}(x)), xp.exp(x)
"""


@pytest.mark.parametrize(("name", "found"), [("to_numpy", 0), ("numpy_of", 0), ("made", 2)])
def test_a_function_inside_that_is_named_for_numpy_makes_its_arrays(name: str, found: int) -> None:
    assert codes(NESTED.replace("{}", name), "array-api").count("PUR103") == found


HOST = """import numpy as np
from array_api_compat import array_namespace, is_numpy_namespace as is_numpy


def f(x, axis):
    xp = array_namespace(x)
    x = xp.exp(x)
    {}
"""


@pytest.mark.parametrize(
    "statement",
    [
        "if is_numpy(xp): return np.log(x)",
        "return x if not is_numpy(xp) else np.log(x)",
        "axis = np.asarray(axis)[()]; return np.issubdtype(axis.dtype, np.integer)",
        "a = np.asarray([1.0]); return np.log(a)",
        "return np.broadcast_shapes(x.shape, (1,)), x * np.pi",
        "with np.errstate(all='ignore'): return xp.log(x)",
        "return np.isscalar(x)",
        "y = np.asarray(x) / 2; y = y[1:]; return xp.asarray(np.sort(y))",
        "y, z = map(np.asarray, (x, x)); return xp.asarray(np.sort(y - z))",
        "return np if xp is None else xp",
        "return move_to(x, xp=np)",
        "return np.log(x) if xp is np else x",
        "use_cython = xp is np and x.ok; return np.log(x) if use_cython else x",
        "if not is_numpy(xp): return x\n    return np.log(x)",
        "if x.ok and not is_numpy(xp) or not is_numpy(xp): pass\n    else: return np.log(x)",
        "if is_numpy(xp): return x, xp\n    return x, np",
        "def log(y): return np.log(y)\n    return xpx.lazy_apply(log, x, as_numpy=True)",
        "if axis is None: y = np.ones(3)\n    else: y = move_to(x, xp=np)\n    return np.log(y)",
        "x = xp.exp(x); x = move_to(x, xp=np); return np.log(x)",
        "x = xp.exp(x); y = _convert_to_numpy(x, xp); return np.log(y)",
        "x = xp.exp(x); x = np.asarray(x); y = ranks(x, 1); return xp.asarray(np.log(y))",
        "x = xp.exp(x); x = np.asarray(x)\n    def part(k): return np.sort(x)\n    return xp.asarray(part(1))",
        "try: return xp.linalg.inv(x)\n    except np.linalg.LinAlgError: return x",
    ],
)
def test_code_for_the_host_is_left_alone(statement: str) -> None:
    assert "PUR103" not in codes(HOST.format(statement), "array-api")


def test_what_a_flag_of_the_accessor_rules_out_is_the_hosts() -> None:
    code = """import numpy as np
from ..utils._array_api import get_namespace


def f(x):
    xp, is_compliant = get_namespace(x)
    if is_compliant:
        return np.exp(x)
    else:
        return np.log(x)
"""
    assert codes(code, "array-api") == ["PUR103"]


@pytest.mark.parametrize("dtype", ["np.int64", "dtype=np.int64"])
def test_the_dtype_of_what_is_handed_to_numpy_is_numpys(dtype: str) -> None:
    taken = f"return xp.asarray(table.look_up(np.asarray(x, {dtype})))"
    assert codes(HOST.format(taken), "array-api") == []
    assert "PUR305" in codes(HOST.format(f"return table.look_up(np.asarray(x, {dtype}))"), "array-api")


def test_numbers_in_defaults_are_of_no_library() -> None:
    code = "import numpy as np\n\n\ndef f(x: np.ndarray, high=2 * np.pi):\n    return x * high\n"
    assert "PUR103" not in codes(code, "array-api")


def test_dtypes_that_a_module_keeps_are_reported() -> None:
    code = "from .consts import FLOAT_DTYPES\n\n\ndef f(x, dtypes):\n    check(x, dtype=dtypes)\n    {}\n"
    line = code.format("return check(x, dtype=FLOAT_DTYPES)")
    assert codes(line, "array-api") == ["PUR305"]
    assert codes(line, "emberops") == []


def test_what_is_computed_of_arrays_that_numpy_took_is_the_hosts() -> None:
    statement = (
        "y = np.asarray(x); n = len(y); y = y[::-1]; y[0] = y.sum(); return xp.asarray(y.reshape(n, -1))"
    )
    assert codes(HOST.format(statement), "array-api", lazy=True) == []


@pytest.mark.parametrize(
    "statement",
    [
        "x = x[1:]; return np.sort(x)",
        "x = x - np.mean(x, axis=0); return x",
        "return np.asarray(x)",
        "def part(k): return np.sort(x)\n    return part(1)",
        "y = np.ones(3)\n    def part(k): return np.sort(y)\n    y = x; return part(1)",
        "y = xp.exp(x); return np.sort(y)",
        "y = scipy.linalg.svd(x, xp=xp); return np.sort(y)",
        "y = helper(x, xp=xp); return np.sort(y)",
        "y = helper(x, np.asarray(x)); return np.sort(y)",
        "y = self.helper(x, axis); return np.sort(y)",
        "y = x.helper(np.asarray(x)); return np.sort(y)",
    ],
)
def test_arrays_that_nobody_handed_to_numpy_are_not_the_hosts(statement: str) -> None:
    assert "PUR103" in codes(HOST.format(statement), "array-api")


@pytest.mark.parametrize(
    "statement",
    [
        "x = np.asarray(x); x.dtype in [np.float32, np.float64]; return xp.asarray(x)",
        "y = move_to(x, xp=np); return y.dtype.kind, y.tolist(), {row for row in y}, {y[0]: 1}",
        "y, z = move_to(x, x, xp=np); return len(y), z.min() >= 0",
        "y = prepare(x, xp=np_compat); return len(y)",
        "y, n = prepare(x, xp=np_compat); n, y = helper(axis, y); return np.sort(y)",
        "y = prepare(x, xp=np_compat); y = self.helper(axis, y, y.shape[1:]); return np.sort(y)",
        "x = np.asarray(x); x.dtype.type in (np.float32, np.float64); return xp.asarray(x)",
        "if not xp.isdtype(x.dtype, 'numeric'): return {row for row in x}",
        "return isinstance(x, np.matrix) or isinstance(x, np.ndarray | np.generic)",
        "try: return xp.exp(x)\n    except (VisibleDeprecationWarning, ValueError): return x",
        "from scipy.sparse import coo_array; return coo_array(x)",
    ],
)
def test_whatever_is_asked_of_arrays_of_the_host_is_silent(statement: str) -> None:
    head = "from array_api_compat import numpy as np_compat\nfrom numpy.exceptions import VisibleDeprecationWarning\n"
    assert codes(head + HOST.format(statement), "array-api") == []


@pytest.mark.parametrize(
    "statement",
    [
        "return x if is_numpy(xp) else np.log(x)",
        "if is_numpy(xp): return x\n    return np.log(x)",
        "if x.ok and not is_numpy(xp): pass\n    else: return np.log(x)",
        "if axis is None: x = xp.ones(3)\n    else: x = move_to(x, xp=np)\n    return np.log(x)",
        "def log(y): return np.log(y)\n    return xpx.lazy_apply(log, x)",
    ],
)
def test_the_other_branch_is_not_the_hosts(statement: str) -> None:
    assert codes(HOST.format(statement), "array-api") == ["PUR103"]


@pytest.mark.parametrize(("name", "expected"), [("f", ["PUR113"]), ("_f", []), ("__call__", ["PUR113"])])
def test_a_private_function_is_handed_arrays_of_one_library(name: str, expected: list[str]) -> None:
    head = "import numpy as np\n\n\ndef {}(x: np.ndarray, y: np.ndarray):\n"
    code = f"{head}    xp = array_namespace(x)\n    return xp.exp(y)\n"
    assert codes(code.format(name), "array-api") == expected


@pytest.mark.parametrize(("asked", "expected"), [("zi is not None", []), ("n", ["PUR103"])])
def test_what_may_be_none_is_numpys_once_it_is_converted(asked: str, expected: list[str]) -> None:
    head = "import numpy as np\n\n\ndef f(x, n, zi=None):\n    xp = array_namespace(x, zi)\n    x = np.asarray(x)\n"
    body = f"    if {asked}: zi = np.asarray(zi)\n    return xp.asarray(x), xp.asarray(np.sort(zi))\n"
    assert codes(head + body, "array-api") == expected


def test_keras_keeps_operators_unless_they_are_selected() -> None:
    code = "from keras import ops\n\n\ndef f(x):\n    x = ops.exp(x)\n    return x + 1\n"
    assert codes(code, "keras") == []
    assert codes(code, "keras", select="PUR201") == ["PUR201"]


@pytest.mark.parametrize(
    ("asked", "found"),
    [
        ("backend.any_symbolic_tensors((x,))", []),
        ("backend.in_stateless_scope()", []),
        ("backend.common.keras_tensor.any_symbolic_tensors((x,))", []),
        ("backend.numpy.less(x, 1)", ["PUR901"]),
    ],
)
def test_what_the_backend_of_keras_says_of_its_settings_is_no_tensor(asked: str, found: list[str]) -> None:
    code = f"from keras.src import backend\n\n\ndef f(x):\n    if {asked}:\n        return x\n    return 2\n"
    assert codes(code, "keras") == found


OWN = """from .backend import get_backend


def f(a, b):
    nx = get_backend(a, b)
    return nx.exp(a) * nx.sum(b)
"""


def test_arrays_of_a_project_s_own_namespace_keep_their_operators() -> None:
    assert codes(OWN, "emberops") == []
    assert codes(OWN, "emberops", select="PUR2") == ["PUR201"]


def test_a_function_of_the_same_package_is_no_hidden_numpy(tmp_path: Path) -> None:
    package = tmp_path / "scipy"
    package.mkdir()
    (package / "__init__.py").touch()
    code = "from scipy.special import logsumexp\n\n\ndef f(x):\n    return logsumexp(x.reshape(-1, 2))\n"
    assert codes(code, "emberops", path=str(package / "a.py"), select="PUR105") == []
    assert codes(code, "emberops", select="PUR105") == ["PUR105"]


def test_a_record_of_scipy_keeps_what_it_is_given() -> None:
    code = "import torch\nfrom scipy.optimize import OptimizeResult\n\n\ndef f(x: torch.Tensor):\n    return {}\n"
    assert codes(code.format("OptimizeResult(x=x, fun=x)"), "emberops", select="PUR105") == []
    assert codes(
        code.format("scipy.linalg.svd(x)").replace("torch\n", "torch, scipy\n", 1),
        "emberops",
        select="PUR105",
    )


def test_asking_for_a_sparse_matrix_converts_nothing() -> None:
    code = (
        "from scipy.sparse import issparse\n\n\ndef f(x):\n    x = x.reshape(-1, 2)\n    return issparse(x)\n"
    )
    assert codes(code, "emberops", select="PUR105") == []


SCOPED = """import numpy as np


@xp_capabilities({})
def f(x):
    x = np.asarray(x)
    return np.exp(x)
"""


@pytest.mark.parametrize(
    ("options", "found"),
    [("", True), ("np_only=True", False), ("cpu_only=True", False), ("out_of_scope=True", False)],
)
def test_a_preset_looks_at_functions_for_all_libraries(options: str, found: bool) -> None:
    settings = from_table({"preset": "scipy"}, Settings(root=Path.cwd()), "here")
    source = source_from_bytes(SCOPED.format(options).encode(), Path("scipy/a.py"), None)
    assert (["PUR103", "PUR103"] if found else []) == [d.code for d in check(source, settings).diagnostics]
    bare = source_from_bytes(
        b"import numpy as np\n\n\ndef f(x):\n    return np.exp(x)\n", Path("scipy/a.py"), None
    )
    assert check(bare, settings).diagnostics == []


STORES = """import numpy as np
from array_api_compat import array_namespace

_SKIPPED = [("jax.numpy", "it stores")]


@xp_capabilities({})
def f(x):
    xp = array_namespace(x)
    y = xp.exp(x)
    y[0] = 1.0
    return _g(y, xp)


def _g(y, xp):
    z = xp.exp(y)
    z[0] = 2.0
    return z
"""


@pytest.mark.parametrize(
    ("options", "lines"),
    [
        ("", [11, 17]),
        ("skip_backends=[('dask.array', 'no')]", [11, 17]),
        ("skip_backends=[('jax.numpy', 'it stores')]", []),
        ("skip_backends=_SKIPPED", []),
    ],
)
def test_stores_are_for_libraries_that_a_function_is_for(options: str, lines: list[int]) -> None:
    settings = from_table({"preset": "scipy"}, Settings(root=Path.cwd()), "here")
    with_lazy = from_table({"preset": "scipy", "lazy": True}, Settings(root=Path.cwd()), "here")
    source = source_from_bytes(STORES.format(options).encode(), Path("scipy/a.py"), None)
    assert [d.span.line for d in check(source, with_lazy).diagnostics] == lines
    assert check(source, settings).diagnostics == []


@pytest.mark.parametrize(
    ("said", "codes"),
    [
        ("skip_backends=[('jax.numpy', 'it stores')]", []),
        ("np_only=True", ["PUR206"]),
        ("jax_jit=False", ["PUR206", "PUR206"]),
    ],
)
@pytest.mark.parametrize(
    "table", ["_TOLD = {{'f': xp_capabilities({})}}\n", "_TOLD = {{'g': xp_capabilities({})}}\n"]
)
def test_a_table_of_the_package_stands_for_the_decorators_of_functions(
    tmp_path: Path, table: str, said: str, codes: list[str]
) -> None:
    settings = from_table({"preset": "scipy", "lazy": True}, Settings(root=tmp_path), "here")
    folder = tmp_path / "scipy" / "signal"
    folder.mkdir(parents=True)
    (folder / "_told.py").write_text(table.format(said))
    code = STORES.replace("@xp_capabilities({})\n", "")
    found = [
        d.code for d in check(source_from_bytes(code.encode(), folder / "a.py", None), settings).diagnostics
    ]
    assert sorted(found) == (codes if "'f'" in table else ["PUR206", "PUR206"])


@pytest.mark.parametrize("path", ["scipy/_lib/array_api_compat/common/_fft.py", "subprojects/a/b.py"])
def test_copies_of_other_packages_are_left_out(path: str) -> None:
    settings = from_table({"preset": "scipy"}, Settings(root=Path.cwd()), "here")
    code = b"def f(x, xp):\n    return xp.concatenate([x, x])\n"
    assert check(source_from_bytes(code, Path.cwd() / path, None), settings).diagnostics == []
    assert check(source_from_bytes(code, Path.cwd() / "scipy/a.py", None), settings).diagnostics


@pytest.mark.parametrize(
    "path", ["keras/src/ops/numpy_test.py", "keras/src/ops/numpy.py", "keras/src/trainers/data_adapters/a.py"]
)
def test_tests_and_host_code_of_keras_are_left_out(path: str) -> None:
    settings = from_table({"preset": "keras"}, Settings(root=Path.cwd()), "here")
    code = b"import numpy as np\n\ny = np.exp(np.ones(3))\n"
    assert check(source_from_bytes(code, Path.cwd() / path, None), settings).diagnostics == []
    other = Path.cwd() / "keras/src/layers/core/dense.py"
    assert check(source_from_bytes(code, other, None), settings).diagnostics


@pytest.mark.parametrize("preset", sorted(PRESETS))
def test_every_preset_is_a_configuration_that_its_own_keys_override(preset: str) -> None:
    settings = from_table({"preset": preset, "scope": "everything"}, Settings(root=Path.cwd()), "here")
    assert settings.scope == "everything"
    assert settings.preset == preset
    assert settings.ops_module == PRESETS[preset].get("ops-module", settings.laws.module)


@pytest.mark.parametrize(
    ("name", "found"),
    [("_scale_numpy_input", []), ("_scale_numpy", []), ("_scale", ["PUR103"]), ("numpy_scale", ["PUR103"])],
)
def test_a_private_function_that_is_named_for_numpy_is_for_it(name: str, found: list[str]) -> None:
    code = f"import numpy as np\n\n\ndef {name}(x: np.ndarray):\n    return np.exp(x)\n"
    assert [c for c in codes(code, "keras") if c == "PUR103"] == found
    assert [c for c in codes(code, "emberops") if c == "PUR103"] == ["PUR103"]


@pytest.mark.parametrize(
    ("asked", "found"),
    [
        ('xp.__name__ in {"numpy", "jax.numpy"}', []),
        ('xp.__name__ in ("numpy",)', []),
        ('xp.__name__ not in {"numpy", "jax.numpy"}', ["PUR109"]),
        ("xp.__name__ in known", ["PUR109"]),
    ],
)
def test_code_for_libraries_that_are_named_is_theirs(asked: str, found: list[str]) -> None:
    code = f"def f(x, xp, known):\n    if {asked}:\n        return xp.interp(x, x, x)\n    return xp.exp(x)\n"
    assert codes(code, "array-api") == found


def test_an_annotation_under_a_name_is_legal() -> None:
    code = (
        "from typing import TypeAlias\n\nimport numpy as np\n\nArrays: TypeAlias = np.typing.NDArray | None\n"
    )
    assert codes(code, "array-api") == []
    assert codes(code.replace(": TypeAlias", ""), "array-api") == ["PUR103"]


BESIDE = """import numpy as np
from array_api_compat import array_namespace


def f(x):
    xp = array_namespace(x)
    return scaled(xp.exp(x))


def scaled(x: np.ndarray, out: np.ndarray | None = None):
    mean = x.mean() / 2
    out = x - mean if out is None else out
    out -= mean
    out[0] = {}
    return -out
"""


def test_what_names_no_library_beside_a_namespace_does_what_its_callers_arrays_do() -> None:
    found = {"PUR104", "PUR201", "PUR202", "PUR206"}
    assert found.isdisjoint(codes(BESIDE.format("mean"), "emberops"))
    assert found.issubset(codes(BESIDE.format("np.exp(mean)"), "emberops"))
    assert found.issubset(codes(BESIDE.format("mean").replace("array_namespace", "module_of"), "emberops"))


HELD_BESIDE = """import numpy as np
from array_api_compat import array_namespace


def f(x):
    xp = array_namespace(x)
    return xp.exp(x)


class Held:
    def __init__(self, x, y):
        self.x = np.asarray(x)
        self.y = y

    def copies(self):
        return self.x.copy(), self.y.copy()
"""


def test_what_numpy_has_made_becomes_an_operation_where_no_library_is_named_too() -> None:
    assert codes(HELD_BESIDE, "emberops") == ["PUR103", "PUR104"]
    assert codes(HELD_BESIDE.replace("np.asarray(x)", "x.copy()"), "emberops") == []


OF_KERAS = """import numpy as np
from keras import backend, ops


def f(x):
    y = ops.exp(x)
    {}
"""


@pytest.mark.parametrize(
    ("statement", "found"),
    [
        ('if backend.backend() == "torch":\n        import torch\n        return torch.relu(y)', ["PUR501"]),
        (
            'if backend.backend() != "torch":\n        import torch\n        return torch.relu(y)',
            ["PUR501", "PUR102", "PUR103"],
        ),
        ("y = ops.convert_to_numpy(y)\n    return np.clip(np.abs(y) + 1, 0, 3)", []),
        ("z = ops.convert_to_numpy(x)\n    return np.abs(y)", ["PUR103"]),
        ("y = ops.convert_to_numpy(y)\n    return np.abs(y).astype(np.int32) * np.array([1, 3])", []),
        ("y = ops.convert_to_numpy(y)\n    for row in y:\n        top = row.argsort()\n    return top", []),
        (
            "parts = []\n    parts.append(ops.convert_to_numpy(y).reshape(-1))\n    return parts[0].astype(np.int32)",
            [],
        ),
        ("return y if ops.exp(x).dtype == ops.exp(y).dtype else np.errstate()", []),
        ("return y * np.inf", []),
        ("return y <= x", []),
    ],
)
def test_what_keras_computes_on_the_host_or_for_one_backend_is_meant(
    statement: str, found: list[str]
) -> None:
    assert codes(OF_KERAS.format(statement), "keras") == found


def test_a_function_is_for_numpy_by_its_short_name() -> None:
    code = (
        PORTED
        + "\n\ndef _unique_np(values):\n    values = np.asarray(values)\n    return values.size, np.exp(values)\n"
    )
    code = f"import numpy as np\n{code.format('return z')}"
    assert {"PUR103", "PUR104"}.isdisjoint(codes(code, "array-api"))
    assert {"PUR103", "PUR104"}.issubset(codes(code.replace("_np(", "_of("), "array-api"))


SET_ASIDE = """import numpy as np
from array_api_compat import array_namespace


def f(x, args, xp=np):
    x = xp.asarray(x)
    return xp.exp(x)


def g(x, args, xp=None):
    if xp is None:
        xp = np
    if not np.iterable(args):
        raise np.exceptions.AxisError(1)
    stop = args == x
    return xp.any(stop), xp.empty(0).dtype, xp.exp(x)
"""


def test_what_gives_a_namespace_or_makes_no_array_is_silent() -> None:
    assert codes(SET_ASIDE, "array-api") == []
    assert codes(SET_ASIDE, "array-api", select="PUR803") == []
    other = SET_ASIDE.replace("xp.empty(0)", "xp.empty(1)")
    assert codes(other, "array-api", select="PUR803") == ["PUR803"]


@pytest.mark.parametrize(
    "statement",
    [
        "return gs.exp(x) if isinstance(x, float) or gs.is_array(x) else x",
        "if gs.__name__.endswith('pytorch'): import torch; return torch.exp(gs.exp(x))",
        "graph.add_edge(1, 2, weight=gs.exp(x))",
        "return compute(gs.exp(x), xp=gs)",
        "with np.errstate(): return gs.exp(x)",
    ],
)
def test_what_a_project_with_its_own_module_does_on_purpose_is_silent(statement: str) -> None:
    table = {
        "ops-module": "pkg.backend",
        "ops-alias": "gs",
        "scope": "namespaces",
        "ignore": ["PUR101", "PUR102"],
    }
    code = (
        "import networkx as nx\nimport numpy as np\nfrom scipy.stats import compute\n\nimport pkg.backend as gs\n\n"
        f"graph = nx.Graph()\n\n\ndef f(x):\n    {statement}\n"
    )
    checked = check(
        source_from_bytes(code.encode(), Path("a.py"), None),
        from_table(table, Settings(root=Path.cwd()), "here"),
    )
    assert not checked.errors
    assert [d.message for d in checked.diagnostics] == []


def test_statistics_of_scipy_take_arrays_of_every_library() -> None:
    code = "from scipy import stats\n\n\ndef f(x: 'np.ndarray'):\n    return stats.{}(x.mean(axis=0), 0.5)\n"
    code = f"import numpy as np\n{code}"
    assert "PUR105" not in codes(code.format("quantile"), "array-api")
    assert "PUR105" not in codes(code.format("trim_mean"), "array-api")
    assert "PUR105" in codes(code.format("scoreatpercentile"), "array-api")


def test_what_is_numpys_in_the_other_branch_is_numpys_below() -> None:
    code = """import numpy as np
from ..utils._array_api import _convert_to_numpy, get_namespace


def f(x, n):
    xp, is_compliant = get_namespace(x)
    ratio = xp.exp(x)
    if {}:
        ratio_np = _convert_to_numpy(ratio, xp=xp)
    else:
        ratio_np = ratio
    total = stable_cumsum(ratio_np)
    return np.searchsorted(total, n) + np.sum(total)
"""
    assert codes(code.format("is_compliant"), "array-api") == []
    assert "PUR103" in codes(code.format("n"), "array-api")

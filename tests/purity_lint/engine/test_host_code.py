"""Code of functions with a namespace that stays on the host: what NumPy made, and branches for one library."""

from __future__ import annotations

from pathlib import Path

import pytest
from reported_codes import found

import purity_lint
from purity_lint.configuration.settings import Settings
from purity_lint.engine.check import check
from purity_lint.knowledge.profiles import PROFILES, Name
from purity_lint.knowledge.vocabularies import own_backend as facts
from purity_lint.source.read import source_from_bytes

HEAD = """import numpy as np
from array_api_compat import array_namespace, is_array_api_obj, is_numpy_array


def f(x, n, rng=None):
    xp = array_namespace(x)
    y = xp.exp(x)
"""


def body(text: str) -> str:
    """``text`` as the rest of a function that has a namespace."""
    return HEAD + "".join(f"    {line}\n" for line in text.splitlines())


@pytest.mark.parametrize("before", ["[]", "None", "()", "0"])
def test_a_name_without_an_array_before_numpys_is_numpys(before: str) -> None:
    code = (
        f"out = {before}\nif n:\n    out = np.empty(n)\n    out[0] = float(xp.sum(y))\nreturn (out > 1).sum()"
    )
    assert found(body(code)) == []


@pytest.mark.parametrize("asked", ["np.ndim(n) == 2", "np.shape(x) == ()"])
def test_a_question_that_lists_answer_too_stays_numpys(asked: str) -> None:
    assert found(body(f"return y if {asked} else None")) == []


def test_what_may_be_a_list_is_asked_by_numpy_before_there_is_a_namespace_too() -> None:
    code = "import numpy as np\n\n\ndef f(n, x):\n    return n if np.ndim(n) == 2 else None\n"
    assert "PUR103" not in found(code, scope="everything")


def test_an_array_is_asked_itself_before_there_is_a_namespace() -> None:
    code = "import numpy as np\n\n\ndef f(n):\n    x = np.asarray(n)\n    return np.ndim(x)\n"
    assert found(code, scope="everything") == ["PUR101", "PUR103", "PUR103"]


def test_a_name_that_may_hold_the_callers_array_is_not() -> None:
    code = "out = x\nif n:\n    out = np.empty(n)\nreturn (out > 1).sum()"
    assert "PUR104" in found(body(code))


@pytest.mark.parametrize(
    "named",
    [
        "name_of(xp)",
        'xp.__name__.split(".")[0]',
        'xp.__name__.rsplit(".", 1)[-1]',
        "str(xp)",
    ],
)
def test_a_branch_on_a_name_for_the_library_is_for_it(named: str) -> None:
    jax, torch = "    y = y.at[0].set(n)", '    y = y.to("cpu")'
    code = f'library = {named}\nif library == "jax":\n{jax}\nelif library in ("torch",):\n{torch}\nreturn y'
    assert found(body(code)) == []
    other = f'library = {named}\nif library != "jax":\n    y = y.astype(int)\nreturn y'
    assert found(body(other)) == ["PUR104"]


@pytest.mark.parametrize("named", ["name_of(n)", "n", "n.split('.')[0]"])
def test_a_branch_on_another_name_says_nothing_of_the_library(named: str) -> None:
    code = f'library = {named}\nif library == "jax":\n    y = y.astype(int)\nreturn y'
    assert found(body(code)) == ["PUR104"]


def test_what_is_no_array_of_any_library_is_of_the_host() -> None:
    code = """import numpy as np
from array_api_compat import array_namespace, is_array_api_obj, is_numpy_array


def f(data):
    if is_array_api_obj(data) and not is_numpy_array(data):
        xp = array_namespace(data)
        return xp.linalg.diagonal(data)
    return np.diagonal(data)


def g(data):
    xp = array_namespace(data)
    if is_array_api_obj(data):
        return np.diagonal(xp.exp(data))
    return data
"""
    assert found(code) == ["PUR103"]


@pytest.mark.parametrize(
    ("statement", "codes"),
    [
        ("rng = np.random.default_rng(n)", []),
        ("rng = np.random.RandomState(n)", []),
        ("y = y + xp.asarray(np.random.normal(size=n))", []),
        ("y = y + xp.asarray(np.random.normal(size=n), dtype=y.dtype)", []),
        ("y = y + np.random.normal(size=n)", ["PUR701"]),
        ("y = xp.exp(np.random.normal(size=n))", ["PUR701"]),
    ],
)
def test_random_numbers_are_drawn_on_the_host_and_brought_over(statement: str, codes: list[str]) -> None:
    assert [c for c in found(body(f"{statement}\nreturn y, rng")) if c == "PUR701"] == codes


OF_A_SEED = """import numbers
import numpy as np
from array_api_compat import array_namespace


def check_random_state(seed):
    if seed is None or seed is np.random:
        return np.random.mtrand._rand
    if isinstance(seed, numbers.Integral):
        return np.random.RandomState(seed)
    if isinstance(seed, np.random.RandomState):
        return seed
    raise ValueError


class Model:
    def __init__(self, random_state=None):
        self.random_state = random_state

    def f(self, x, w):
        xp = array_namespace(x)
        y = xp.exp(x)
        rng = check_random_state(self.random_state)
        return {}
"""


@pytest.mark.parametrize("drawn", ["rng.multinomial(3, w)", "xp.asarray(rng.normal(size=3)) + y"])
def test_what_a_seeded_generator_is_asked_for_stays_on_the_host(drawn: str) -> None:
    """It is no draw from the hidden generator, which is one of several that it may be."""
    assert [c for c in found(OF_A_SEED.format(drawn)) if c == "PUR701"] == []


def test_a_matrix_that_may_be_sparse_comes_with_arrays_of_numpys() -> None:
    code = (
        "from scipy import sparse\nimport numpy as np\nfrom array_api_compat import array_namespace\n\n\n"
        "def f(x, w):\n    xp = array_namespace(x, w)\n    w = xp.sqrt(w)\n    {}\n    return x * w, x[w > 1]\n\n\n"
        "def g(n):\n    return f(sparse.csr_matrix((n, n)), np.ones(n)), f(np.ones((n, n)), np.ones(n))\n"
    )
    assert [c for c in found(code.format("w = w / 2")) if c == "PUR105"] == []
    assert [c for c in found(code.format("x = sparse.csr_matrix(3)")) if c == "PUR105"] == [
        "PUR105",
        "PUR105",
    ]


def test_functions_of_keras_ops_are_those_with_a_namespace() -> None:
    code = """import keras
import numpy as np


def f(x):
    return np.exp(keras.ops.abs(x))


def g(path):
    return np.exp(np.loadtxt(path))
"""
    assert found(code, "keras") == ["PUR103"]
    assert found(code, "keras", "everything").count("PUR103") > 1


@pytest.mark.parametrize(
    ("statement", "codes"),
    [
        ("y = as_numpy(y)\nreturn [{1: 2}.get(each, 0) for each in y]", []),
        ("return [{1: 2}.get(each, 0) for each in y]", ["PUR306"]),
        ("return as_numpy(y).astype(np.float64)", []),
        ("return as_numpy(y).astype(dtype=np.float64)", []),
        ("return y.astype(np.float64)", ["PUR104", "PUR305"]),
        ("assert str(xp) == 'torch'\nreturn y.detach()", []),
        ("assert str(xp) != 'torch'\nreturn y.astype(n)", ["PUR104"]),
    ],
)
def test_what_is_of_the_host_by_then_is_left_alone(statement: str, codes: list[str]) -> None:
    assert found(body(statement)) == codes


def _package_with_backend(folder: Path) -> Path:
    """A package with a module `backend`, of whose class `get_backend` gives an object."""
    package = folder / "ot"
    package.mkdir()
    (package / "__init__.py").touch()
    methods = "".join(f"\n    def {each}(self, a, axis=None):\n        pass\n" for each in facts.OF_ARRAYS)
    getter = "\n\ndef get_backend(*args):\n    return Backend()\n"
    (package / "backend.py").write_text(f"\n\nclass Backend:\n{methods}{getter}")
    return package


@pytest.mark.parametrize(("name", "codes"), [("nx", ["PUR103"]), ("nx_numpy", [])])
def test_a_backend_that_is_named_for_numpy_is_numpys(tmp_path: Path, name: str, codes: list[str]) -> None:
    package = _package_with_backend(tmp_path)
    code = f"""import numpy as np
from .backend import get_backend


def loss(a, b):
    {name} = get_backend(a, b)

    def f(g):
        return np.sum(g * a) + {name}.sum(g)

    return f
"""
    (package / "a.py").write_text(code)
    settings = Settings(root=tmp_path, scope="namespaces")
    checked = check(source_from_bytes(code.encode(), package / "a.py", None), settings)
    assert [d.code for d in checked.diagnostics] == codes


@pytest.mark.parametrize(
    ("test", "codes"),
    [("x == [1, 2]", []), ("[1, 2] != x", []), ("x == [1]", ["PUR901"]), ("x == n", ["PUR901"])],
)
def test_the_truth_of_a_comparison_with_a_list_of_several_is_that_of_lists(
    test: str, codes: list[str]
) -> None:
    body = f"    if {test}:\n        return ops.exp(x)\n    return ops.abs(x)\n"
    code = f"from emberops import ops\n\n\ndef f(x, n):\n{body}"
    assert [c for c in found(code, "emberops", "everything") if c == "PUR901"] == codes


OF_ANY_LIBRARY = """import numpy as np
from array_api_compat import array_namespace, is_numpy_namespace


def _to_numpy(x) -> np.ndarray:
    if isinstance(x, np.ndarray):
        return x
    xp = array_namespace(x)
    return np.from_dlpack(x) if hasattr(x, "__dlpack__") else np.asarray(xp.exp(x))


def middle(x, axis=None):
    xp = array_namespace(x)
    if is_numpy_namespace(xp):
        return np.median(x, axis=axis)
    return xp.sort(x, axis=axis)
"""


def test_a_conversion_to_numpy_and_its_branch_are_numpys_under_the_default_profile_too() -> None:
    assert found(OF_ANY_LIBRARY, "emberops", "everything") == ["PUR101"]
    alone = OF_ANY_LIBRARY.replace("array_namespace(x)", "wrapped(x)")
    assert "PUR502" in found(alone, "emberops", "everything")


@pytest.mark.parametrize(("space", "safe"), [("xp = array_namespace(x)\n    ", False), ("", True)])
def test_a_question_for_numpys_arrays_is_kept_where_others_come(space: str, safe: bool) -> None:
    code = (
        "import numpy as np\nfrom array_api_compat import array_namespace\n\n\n"
        f"def f(x):\n    {space}return isinstance(x, np.ndarray) and {'xp.any(x)' if space else 'x'}\n"
    )
    fixed = purity_lint.fix_source(code, isolated=True).source
    assert ("ops.is_tensor(x)" in fixed) is safe


@pytest.mark.parametrize(
    "body",
    [
        'if hasattr(xp, "pow"):\n        return xp.pow(x, 2)\n    return xp.power(x, 2)',
        'if not hasattr(xp, "power"):\n        raise TypeError\n    return xp.power(x, 2)',
        'return xp.pow(x, 2) if hasattr(xp, "pow") else xp.power(x, 2)',
        'if hasattr(xp.linalg, "norm"):\n        return xp.linalg.norm(x)\n    return x',
        'if hasattr(xp, "pow"):\n        y = xp.pow(x, 2)\n    else:\n        y = xp.power(x, 2)\n    return y',
    ],
)
@pytest.mark.parametrize("profile", ["emberops", "array-api"])
def test_what_a_namespace_is_asked_for_decides_for_the_code_below_too(body: str, profile: Name) -> None:
    assert found(f"def f(x, xp):\n    {body}\n", profile, "everything") == []
    assert found("def f(x, xp):\n    return xp.power(x, 2)\n", profile, "everything") == ["PUR109"]


@pytest.mark.parametrize(
    ("asked", "codes"),
    [
        ("hasattr(x, '__array__') or is_array_api_obj(x)", []),
        ("hasattr(x, '__array__') or n", ["PUR503"]),
        ("hasattr(x, '__array__') and is_array_api_obj(x)", ["PUR503"]),
    ],
)
def test_a_protocol_beside_the_arrays_of_any_library_is_one_way_to_be_an_array(
    asked: str, codes: list[str]
) -> None:
    assert found(body(f"if {asked}:\n    return y\nreturn x")) == codes


@pytest.mark.parametrize(
    ("line", "codes"),
    [
        ("rows = np.zeros(3, dtype=int)", []),
        ("rows = np.full((3, 2), -1, dtype=np.int64)", []),
        ("rows = np.zeros(3)", ["PUR103"]),
        ("if isinstance(nx, JaxBackend):\n        a = np.exp(a)", []),
        ("if isinstance(nx, Backend):\n        a = np.exp(a)", ["PUR103"]),
        ("if isinstance(nx, JaxBackend):\n        n = 2\n    a = np.exp(a)", ["PUR103"]),
        ("if nx.__name__ in ('jax', 'tf'):\n        n = 2\n    else:\n        a[0] = n", []),
        ("if nx.__name__ in ('jax', 'tf'):\n        a[0] = n\n    else:\n        n = 2", []),
        ("if nx.__name__ in ('torch', 'numpy'):\n        n = 2\n    else:\n        a[0] = n", ["PUR206"]),
        ("if isinstance(a, int) or isinstance(a, float): return n", []),
        ("if isinstance(a, np.float64): return n", ["PUR502"]),
        ("if type(a) is np.ndarray: return nx.from_numpy(a)", []),
        ("if type(a) is np.ndarray: return nx.exp(a)", ["PUR502"]),
        ("r = np.random.rand(3); r = r / 2; a = a + nx.from_numpy(r)", []),
        ("np.random.seed(n); r = np.random.rand(3); a = a + nx.from_numpy(r)", []),
        ("np.random.seed(n); r = np.random.rand(3); a = a + r", ["PUR701", "PUR701"]),
        ("rng = np.random.RandomState(n); r = rng.rand(3); r = dist(r); a = a + nx.from_numpy(r)", []),
        ("batch = n.choice(range(3), size=2, replace=False); a = a[batch]", []),
        ("r = np.linalg.eigvals(a); a = a + nx.from_numpy(r)", []),
        ("r = np.linalg.eigvals(a); a = a + nx.from_numpy(n)", ["PUR103"]),
        ("sizes = np.array([b.shape[0] for b in n])", []),
        ("sizes = np.array([b.shape[0] for b in n]); large = np.where(sizes > 3)[0]", []),
        ("sizes = np.array([b.shape[0] for b in n]); large = np.where(sizes > nx.sum(a))[0]", ["PUR103"]),
        ("sizes = np.array([b.shape[0] for b in n]); large = np.where(a > 3)[0]", ["PUR103"]),
        ("sizes = np.array([nx.sum(b) for b in n])", ["PUR103"]),
        ("m = float(nx.sum(a)), nx.max(a).item(), a[: nx.argmax(a)]", []),
        ("if get_backend(n).__name__ == 'numpy': a = np.exp(a)", []),
    ],
)
def test_places_and_the_branch_of_one_backend_are_no_business_of_the_others(
    tmp_path: Path, line: str, codes: list[str]
) -> None:
    package = _package_with_backend(tmp_path)
    code = (
        "import numpy as np\nfrom .backend import Backend, JaxBackend, get_backend\n\n\n"
        f"def f(a, n=1):\n    nx = get_backend(a)\n    a = nx.exp(a)\n    {line}\n    return a\n"
    )
    (package / "a.py").write_text(code)
    settings = Settings(root=tmp_path, scope="namespaces")
    checked = check(source_from_bytes(code.encode(), package / "a.py", None), settings)
    assert [d.code for d in checked.diagnostics] == codes


@pytest.mark.parametrize(
    ("made", "codes"),
    [
        ("ops.convert_to_tensor(-np.array([1.0, 2.0]), dtype=x.dtype)", []),
        ("ops.convert_to_tensor(np.linspace(0.0, 1.0, 3))", []),
        ("keras.ops.convert_to_tensor(np.array([1.0]))", []),
        ("ops.convert_to_tensor(np.exp(x))", ["PUR103"]),
        ("ops.abs(np.array([1.0, 2.0]))", ["PUR103"]),
        ("np.array([1.0, 2.0])", ["PUR103"]),
    ],
)
def test_numbers_that_keras_makes_tensors_of_are_of_the_host(made: str, codes: list[str]) -> None:
    imports = "import keras\nimport numpy as np\nfrom keras import ops\n"
    code = f"{imports}\n\ndef f(x):\n    x = ops.abs(x)\n    return x + {made}\n"
    assert [c for c in found(code, "keras", "everything") if c == "PUR103"] == codes


@pytest.mark.parametrize(("result", "codes"), [("abs(y) + pow(2.0, y)", []), ("max(y)", ["PUR205"])])
def test_builtins_that_are_operators_belong_to_the_standard(result: str, codes: list[str]) -> None:
    assert found(body(f"return {result}")) == codes


def test_what_a_backend_that_may_be_handed_on_makes_its_own_is_numpys(tmp_path: Path) -> None:
    package = _package_with_backend(tmp_path)
    code = (
        "import numpy as np\nfrom .backend import get_backend\n\n\n"
        "def f(a, like, nx=None):\n    if nx is None:\n        nx = get_backend(like)\n"
        "    return [nx.from_numpy(np.array(b), like) if isinstance(b, list) else b for b in a], np.exp(a)\n"
    )
    (package / "a.py").write_text(code)
    settings = Settings(root=tmp_path, scope="namespaces")
    checked = check(source_from_bytes(code.encode(), package / "a.py", None), settings)
    assert [d.code for d in checked.diagnostics if d.code == "PUR103"] == ["PUR103"]


FOR_C = """import cupy as cp
import numpy as np
from array_api_compat import get_namespace, is_cuda_array
from own import kernel, library


def project(image, voxels):
    xp = get_namespace(image)
    if is_cuda_array(image):
        out = cp.zeros(image.shape, dtype=cp.float32)
        kernel(cp.asarray(image, dtype=cp.float32).ravel(), out.ravel())
    else:
        out = np.zeros(image.shape, dtype=np.float32)
        library.project(np.asarray(image, dtype=np.float32).ravel(), np.asarray(voxels), out.ravel())
    return xp.from_dlpack(out)
"""


def test_what_code_in_c_is_given_and_dlpack_brings_back_is_of_the_host() -> None:
    assert found(FOR_C) == []
    assert found(FOR_C.replace("xp.from_dlpack(out)", "xp.sum(np.exp(image))")) != []
    assert "PUR103" in found(FOR_C.replace("xp.from_dlpack(out)", "xp.from_dlpack(np.exp(image))"))


@pytest.mark.parametrize("library", ["jax", "torch"])
def test_a_function_that_imports_a_library_by_itself_wants_that_one(library: str) -> None:
    drawn = {"jax": "jax.random.normal(n, (3,))", "torch": "torch.randn(3)"}[library]
    code = f"import {library}\nreturn xp.sum(y) + {drawn}"
    assert found(body(code)) == []
    assert found(f"import {library}\n" + body(f"return xp.sum(y) + {drawn}")) != []
    assert "PUR103" in found(body("import numpy as np\nreturn np.sum(x)"))
    other = f"import {library}\nreturn xp.sum(y) + np.sum(x)"
    assert "PUR103" in found(body(other))


def test_a_file_that_is_named_for_a_library_may_use_it(tmp_path: Path) -> None:
    code = "import jax.numpy as jnp\nfrom array_api_compat import array_namespace\n\n\n"
    code += "def f(x):\n    xp = array_namespace(x)\n    return xp.asarray(jnp.exp(jnp.asarray(x)))\n"
    laws = PROFILES["array-api"]
    settings = Settings(
        root=tmp_path, profile="array-api", ops_module=laws.module, ops_alias=laws.alias, scope="namespaces"
    )

    def codes(path: str) -> set[str]:
        return {
            d.code
            for d in check(source_from_bytes(code.encode(), tmp_path / path, None), settings).diagnostics
        }

    assert "PUR103" in codes("flows.py")
    assert "PUR103" not in codes("flows/jax/flows.py")
    assert "PUR103" not in codes("samplers/jax.py")


def test_numbers_that_a_loop_takes_from_numpys_arrays_are_indices() -> None:
    code = (
        "import numpy as np\nfrom emberops import ops\n\n\ndef f(x: ops.Tensor, xp, n):\n    y = xp.exp(x)\n"
    )
    loop = "    for k in np.asarray(n.m):\n        n.show(float(x[k, 0]))\n    return y\n"
    assert "PUR207" not in found(code + loop, "array-api", "everything")
    rows = "    k = np.asarray(n.m)\n    n.show(float(x[k, 0]))\n    return y\n"
    assert "PUR207" in found(code + rows, "array-api", "everything")


@pytest.mark.parametrize("conversion", ["to_numpy_array", "_to_numpy"])
def test_what_was_converted_to_numpy_by_a_function_of_the_project_is_numpys(conversion: str) -> None:
    assert found(body(f"a = {conversion}(y)\nb = np.hstack([a, a]).copy()\nreturn b.reshape((-1, 2))")) == []


@pytest.mark.parametrize(
    ("test", "silent"),
    [
        ("n == Backend.TORCH", True),
        ("n is Backend.CUPY", True),
        ("n in (Backend.NUMPY_READONLY, Backend.DASK)", True),
        ("n.like(Backend.ARRAY_API_STRICT)", True),
        ("n != Backend.TORCH", False),
        ("n == Backend.torch", False),
        ("n == Backend.FAST", False),
        ("n == x.TORSION", False),
        ("n in (Backend.NUMPY, Backend.FAST)", False),
        ("not n.like(Backend.JAX)", False),
    ],
)
def test_a_branch_for_the_member_of_an_enumeration_that_is_named_for_a_library(
    test: str, silent: bool
) -> None:
    code = f"if {test}:\n    xp.set_flags(1)\nreturn y"
    assert found(body(code)) == ([] if silent else ["PUR109"])


TOLD = """import numpy as np


def knots(x, k, xp=np, device=None):
    n = x.size
    t = np.zeros(n + k)
    {}


def run(x, k):
    xp = array_namespace(x)
    return knots(np.asarray(x), k, xp=xp)
"""


@pytest.mark.parametrize(
    ("end", "codes"),
    [
        ("return xp.asarray(t, device=device)", []),
        ("yield xp.asarray(t, device=device)", []),
        ("t = xp.asarray(t, device=device)\n    return Spline(t, k)", []),
        (
            "t = xp.asarray(t, device=device)\n    print(k)\n    return t",
            ["PUR104"],
        ),  # who knows what comes then
        ("return xp.sum(xp.asarray(t, device=device))", ["PUR104"]),
    ],
)
def test_a_namespace_for_results_alone_says_that_the_rest_is_numpys(end: str, codes: list[str]) -> None:
    assert [code for code in found(TOLD.format(end)) if code == "PUR104"] == codes


@pytest.mark.parametrize("asked", ["is_pandas_df(x)", "pandas_requires_conversion", "_is_polars_df(x)"])
def test_tables_are_not_asked_for_words_of_the_namespace(asked: str) -> None:
    assert found(body(f"if {asked}:\n    x = x.astype(n)\nreturn x")) == []
    assert found(body(f"if not {asked}:\n    x = x.astype(n)\nreturn x")) == ["PUR104"]


def test_axes_are_counted_by_len() -> None:
    assert found(body("axis = xp.asarray(n)\nreturn y * len(axis)")) == []
    assert found(body("axis = xp.asarray(n)\nreturn axis * len(y)")) == ["PUR205"]


@pytest.mark.parametrize(("dtype", "codes"), [("dtype_np", []), ("dtype", ["PUR105"])])
def test_what_is_told_a_dtype_of_numpys_gives_its_arrays(dtype: str, codes: list[str]) -> None:
    code = f"""import numpy as np
import scipy
from array_api_compat import array_namespace


def f(loss, x, start, dtype, dtype_np):
    xp = array_namespace(x)
    if start is None:
        first = loss.zeros(x, dtype={dtype})
    else:
        first = np.concatenate((move_to(start, xp=np), np.asarray([1.0])))
    first[-1] = 2.0
    return scipy.optimize.minimize(loss, first), xp.sum(x)
"""
    assert [code for code in found(code) if code == "PUR105"] == codes

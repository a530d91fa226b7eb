"""Several files: imports, calls across files, classes, tests as evidence."""

from __future__ import annotations

import ast
from collections.abc import Callable

import pytest

from purity_lint.findings.diagnostics import Evidence
from purity_lint.rewrites.numba import is_compiled_by_numba
from purity_lint.semantics import FileModel
from purity_lint.semantics.values import Kind, Value

Models = Callable[[dict[str, str]], dict[str, FileModel]]


def value(model: FileModel, expression: str) -> Value:
    """The value of the first expression written so."""
    for node in ast.walk(model.source.tree):
        if isinstance(node, ast.expr) and ast.unparse(node) == expression:
            return model.value(node)
    raise AssertionError(f"no expression {expression!r}")


def test_results_cross_files(models: Models) -> None:
    found = models(
        {
            "pkg/__init__.py": "from .made import make as build\n",
            "pkg/made.py": "import numpy as np\ndef make(n):\n    return np.zeros(n)\n",
            "pkg/used.py": "from pkg import build\nfrom . import made\ny = build(3) * 2\nz = made.make(2) * 3\n",
        }
    )
    assert value(found["pkg/used.py"], "build(3) * 2").is_tensor
    assert value(found["pkg/used.py"], "made.make(2) * 3").is_tensor


def test_aliases_of_types_cross_files(models: Models) -> None:
    found = models(
        {
            "pkg/__init__.py": "",
            "pkg/kinds.py": "import typing\nimport numpy as np\nfrom numpy.typing import NDArray\n"
            "Rows: typing.TypeAlias = NDArray[np.float64]\nRow = typing.TypeVar('Row', bound=np.ndarray)\n",
            "pkg/used.py": "from . import kinds\nfrom .kinds import Rows\n"
            "def f(a: Rows):\n    return a * 2\ndef g(b: kinds.Row):\n    return b * 3\n",
        }
    )
    assert value(found["pkg/used.py"], "a * 2").is_tensor
    assert value(found["pkg/used.py"], "b * 3").is_tensor


def test_star_imports_follow_all(models: Models) -> None:
    found = models(
        {
            "pkg/__init__.py": "",
            "pkg/a.py": "import numpy as np\n__all__ = ['w']\nw = np.ones(2)\nv = np.ones(2)\n",
            "pkg/b.py": "from .a import *\nx = w * 2\ny = v * 2\n",
        }
    )
    assert value(found["pkg/b.py"], "w * 2").is_tensor
    assert not value(found["pkg/b.py"], "v * 2").is_tensor


def test_a_star_import_of_numpy_binds_what_numpy_exports(models: Models) -> None:
    code = (
        "from numpy import *\n\n\ndef f(n):\n    x = ones(n)\n"
        "    return x[slice(None, 2)], float(n) * 2, max(x) * 2, relu(n) * 2\n"
    )
    found = models({"used.py": code})["used.py"]
    assert value(found, "max(x) * 2").backend == "numpy"
    assert not value(found, "float(n) * 2").is_tensor
    assert not value(found, "relu(n) * 2").is_tensor
    assert value(found, "slice(None, 2)").backend is None


def test_type_aliases_are_found_through_star_imports_of_several_branches(models: Models) -> None:
    alias = "from typing import List, Union\nimport numpy as np\nRows = Union[List[float], np.ndarray]\n"
    found = models(
        {
            "pkg/__init__.py": "",
            "pkg/new.py": alias,
            "pkg/old.py": "import sys\n",
            "pkg/types.py": "try:\n    from pkg.new import *\nexcept ImportError:\n    from pkg.old import *\n",
            "pkg/used.py": "from pkg.types import *\n\n\ndef f(a: Rows):\n    return a * 2\n",
        }
    )
    assert value(found["pkg/used.py"], "a * 2").is_tensor
    assert value(found["pkg/used.py"], "a").listed


def test_of_two_star_imports_the_later_one_counts_and_none_brings_private_names(models: Models) -> None:
    found = models(
        {
            "pkg/__init__.py": "",
            "pkg/lists.py": "from typing import List\nRows = List[float]\n_Own = List[float]\n",
            "pkg/arrays.py": "import numpy as np\nRows = np.ndarray\n_Own = np.ndarray\n",
            "pkg/used.py": "from pkg.lists import *\nfrom pkg.arrays import *\n\n\n"
            "def f(a: Rows, b: _Own):\n    return a * 2, b * 3\n",
        }
    )
    assert value(found["pkg/used.py"], "a").is_tensor
    assert not value(found["pkg/used.py"], "b").is_tensor


def test_a_package_imports_itself_what_it_has_not_imported_yet(models: Models) -> None:
    """`roots` of a package that is still being imported is not the `roots` of an array library."""
    found = models(
        {
            "pkg/__init__.py": "import numpy as np\nfrom .solvers import solve\nfrom .polynomials import roots\n",
            "pkg/polynomials.py": "def roots(p):\n    return {p: 1}\n",
            "pkg/solvers.py": "from pkg import roots\ndef solve(p):\n    return roots(p) * 2\n",
        }
    )
    assert value(found["pkg/solvers.py"], "roots(p)").kind is Kind.DICT


def test_an_import_cycle_is_no_obstacle(models: Models) -> None:
    found = models(
        {
            "pkg/__init__.py": "",
            "pkg/a.py": "from . import b\nimport numpy as np\n"
            "def f():\n    return np.ones(2)\ndef g():\n    return b.h() + 1\n",
            "pkg/b.py": "from . import a\ndef h():\n    return a.f() * 2\n",
        }
    )
    assert value(found["pkg/a.py"], "b.h() + 1").is_tensor


def test_tests_say_what_functions_are_called_with(models: Models) -> None:
    library = "def scale(x, factor):\n    return x * factor\ndef grow(n):\n    return n + 1\n"
    tests = (
        "import numpy as np\nfrom pkg.lib import scale, grow\n"
        "def test_it():\n    scale(np.ones(2), 3)\n    grow(2)\n"
    )
    found = models({"pkg/__init__.py": "", "pkg/lib.py": library, "tests/test_lib.py": tests})
    assert value(found["pkg/lib.py"], "x * factor").is_tensor
    assert not value(found["pkg/lib.py"], "n + 1").is_tensor
    assert (
        found["pkg/lib.py"]
        .value(
            next(
                n
                for n in ast.walk(found["pkg/lib.py"].source.tree)
                if isinstance(n, ast.Name) and n.id == "x"
            )
        )
        .reasons[0]
        .text
        == "passed as `x` by `test_it` in `tests/test_lib.py`"
    )


def test_attributes_are_joined_over_methods_and_bases(models: Models) -> None:
    found = models(
        {
            "a.py": """
                import numpy as np
                class Base:
                    def __init__(self, n):
                        self.w = None
                        self.n = n
                    def fit(self, X: np.ndarray):
                        self.w = X.mean(axis=0)
                class Child(Base):
                    def predict(self):
                        return self.w * 2, self.n * 3
                Child(3).predict()
                """
        }
    )
    assert value(found["a.py"], "self.w * 2").is_tensor
    assert not value(found["a.py"], "self.n * 3").is_tensor


def test_an_attribute_that_a_base_in_a_later_file_assigns_is_read_before_it_is_known(models: Models) -> None:
    """What is read first is nothing yet, and stays no attribute of the subclass of its own."""
    base = "import numpy as np\nclass Base:\n    def __init__(self, n):\n        self.u = np.zeros(n)\n"
    sub = "from base import Base\nclass A(Base):\n    def step(self):\n        self.u[1:] = self.u + 1.0\n"
    other = "from base import Base\nclass Z(Base):\n    def name(self):\n        self.u = 'u'\n"
    found = models({"a.py": sub, "base.py": base, "z.py": other})
    assert value(found["a.py"], "self.u + 1.0").is_tensor
    apart = base.replace("self.u =", "self.v =")
    found = models({"a.py": sub + "        self.u = ''\n", "base.py": apart, "z.py": other})
    assert value(found["z.py"], "self.u").kind is Kind.STR


def test_an_override_is_called_through_its_base(models: Models) -> None:
    found = models(
        {
            "a.py": """
                import numpy as np
                class Loss:
                    def loss(self, y):
                        raise NotImplementedError
                    def run(self):
                        return self.loss(np.ones(2)) + 1
                class Squared(Loss):
                    def loss(self, y):
                        return y ** 2
                """
        }
    )
    assert value(found["a.py"], "y ** 2").is_tensor
    assert value(found["a.py"], "self.loss(np.ones(2)) + 1").is_tensor


def test_fields_of_records(models: Models) -> None:
    found = models(
        {
            "a.py": """
                from dataclasses import dataclass
                from typing import NamedTuple
                import jax
                import jax.numpy as jnp
                @dataclass
                class P:
                    w: jax.Array
                    n: int
                class S(NamedTuple):
                    m: jax.Array
                def f(p: P, s: S):
                    return p.w * 2, p.n * 3, s.m * 4
                """
        }
    )
    assert value(found["a.py"], "p.w * 2").is_tensor
    assert not value(found["a.py"], "p.n * 3").is_tensor
    assert value(found["a.py"], "s.m * 4").is_tensor


def test_attributes_hold_what_their_declaration_says(models: Models) -> None:
    found = models(
        {
            "a.py": """
                from dataclasses import dataclass, field
                import attr
                import numpy as np
                @attr.s
                class Tool:
                    matrix = attr.ib(factory=lambda: np.eye(4), type=np.ndarray)
                    mass = attr.ib(default=0.0)
                @dataclass
                class Robot:
                    tool = attr.ib(factory=lambda: Tool(), type=Tool)
                    home = field(default_factory=lambda: np.zeros(3))
                    def pose(self):
                        return self.tool.matrix @ self.home, self.tool.mass * 2
                """
        }
    )
    assert value(found["a.py"], "self.tool.matrix").evidence is Evidence.DECLARED
    assert value(found["a.py"], "self.home").evidence is Evidence.INFERRED
    assert value(found["a.py"], "self.tool.mass * 2").kind is Kind.UNKNOWN


def test_type_aliases_are_followed(models: Models) -> None:
    found = models(
        {
            "pkg/__init__.py": "",
            "pkg/types.py": "from typing import Union\nimport numpy as np\n"
            "Array = Union[np.ndarray, None]\nSize = int\n",
            "pkg/b.py": "from .types import Array, Size\ndef f(x: Array, n: Size):\n    return x * 2, n * 3\n",
        }
    )
    assert value(found["pkg/b.py"], "x * 2").is_tensor
    assert not value(found["pkg/b.py"], "n * 3").is_tensor


def test_fixtures_and_parametrize_are_evidence(models: Models) -> None:
    tests = """
        import numpy as np
        import pytest
        from pkg.lib import scale, repeat
        @pytest.mark.parametrize("n", [1, 2])
        def test_scale(signal, n):
            scale(signal)
            repeat(n)
        """
    conftest = """
        import numpy as np
        import pytest
        @pytest.fixture
        def signal():
            return np.ones(3)
        """
    library = "def scale(v):\n    return v * 2\ndef repeat(n):\n    return n * 3\n"
    found = models(
        {
            "pkg/__init__.py": "",
            "pkg/lib.py": library,
            "tests/test_a.py": tests,
            "tests/conftest.py": conftest,
        }
    )
    assert value(found["pkg/lib.py"], "v * 2").is_tensor
    assert not value(found["pkg/lib.py"], "n * 3").is_tensor


def test_the_fingerprint_tells_what_other_files_contribute(models: Models) -> None:
    library = "def scale(v):\n    return v * 2\n"
    array = "import numpy as np\nfrom lib import scale\nscale(np.ones(3))\n"
    first = models({"lib.py": library, "use.py": array})["lib.py"].fingerprint()
    again = models({"lib.py": library, "use.py": array})["lib.py"].fingerprint()
    other = models({"lib.py": library, "use.py": array.replace("np.ones(3)", "3")})["lib.py"].fingerprint()
    assert first == again != other


FACADE_USES = (
    "import geo.backend as gs\n"
    "def f(a):\n"
    "    mask = gs.zeros_like(a)\n"
    "    r = gs.random.rand(*a.shape)\n"
    "    return gs.einsum('i,j', mask, r) + gs.stack([a, a])\n"
)


def test_a_module_made_at_run_time_is_what_it_is_used_as(models: Models) -> None:
    found = models(
        {
            "geo/__init__.py": "import geo._hook\n",
            "geo/_hook.py": "import sys\nsys.meta_path.append(object())\n",
            "geo/use.py": FACADE_USES + "y = gs.linalg.norm(x, axis=0) * 2\nz = gs.random.rand(2, 3) * 2\n",
            "geo/other.py": "from geo import backend\nfrom geo.backend import ones\n"
            "y = backend.sum(q, axis=0) * 2\nz = ones(3) * 2\n",
        }
    )
    assert value(found["geo/use.py"], "gs.linalg.norm(x, axis=0) * 2").is_tensor
    assert value(found["geo/use.py"], "gs.random.rand(2, 3) * 2").is_tensor
    assert value(found["geo/other.py"], "backend.sum(q, axis=0) * 2").is_tensor
    assert value(found["geo/other.py"], "ones(3) * 2").is_tensor


def test_a_few_names_make_no_array_namespace(models: Models) -> None:
    symbolic = "import symbolic as sp\nx = sp.exp(sp.Symbol('x')) + sp.zeros(2) + sp.eye(2) + sp.sin(2) * 3\n"
    found = models(
        {"a.py": symbolic, "b.py": "import other\ny = other.stack(1) * other.push(2) + other.reshape(3)\n"}
    )
    assert not value(found["a.py"], "sp.zeros(2)").is_tensor
    assert not value(found["b.py"], "other.stack(1)").is_tensor


def test_a_given_function_makes_tensors_of_tensors(models: Models) -> None:
    stepped = (
        "import numpy as np\n"
        "def step(f, y: np.ndarray, dt: float, done):\n"
        "    k = f(y)\n"
        "    n = f(dt)\n"
        "    if done(y):\n"
        "        return y\n"
        "    return y + (k * dt) + (n * dt)\n"
    )
    model = models({"a.py": stepped})["a.py"]
    assert value(model, "k * dt").is_tensor
    assert not value(model, "n * dt").is_tensor
    assert value(model, "done(y)").evidence == Evidence.SUSPECTED


def test_a_documented_number_is_one_where_the_call_may_pass_one(models: Models) -> None:
    documented = (
        "import numpy as np\n"
        "def scale(s):\n"
        '    """Scale.\n\n    Parameters\n    ----------\n    s : float\n        A number.\n    """\n'
        "    return 1 - s\n"
        "for s in np.linspace(0, 1, 5):\n"
        "    scale(s)\nscale(np.clip(given, 0, 1))\n"
    )
    assert not value(models({"a.py": documented})["a.py"], "1 - s").is_tensor


@pytest.mark.parametrize("alias", ["(int |\n   float)", "typing.Union[\n    int,\n  float]"])
def test_an_alias_of_several_lines_is_read_where_it_is_imported(models: Models, alias: str) -> None:
    found = models(
        {
            "kinds.py": f"import typing\n\nif True:\n    Number = {alias}\n",
            "uses.py": "from kinds import Number\n\ndef f(x: Number):\n    return -x\n",
        }
    )
    assert value(found["uses.py"], "-x").kind is Kind.SCALAR


@pytest.mark.parametrize("package", ["optax", "own"])
def test_folders_within_a_package_are_its_own_though_a_library_has_its_name(
    models: Models, package: str
) -> None:
    found = models(
        {
            f"{package}/__init__.py": "",
            f"{package}/_src/made.py": "import numpy as np\n\ndef make():\n    return np.zeros(3)\n",
            f"{package}/_src/use.py": f"from {package}._src import made\n\nx = made.make()\ny = x\n",
        }
    )
    assert value(found[f"{package}/_src/use.py"], "made.make()").is_tensor


def test_namesakes_tell_of_a_parameter_where_every_file_is_imported(models: Models) -> None:
    used = "".join(f"def f{i}(x, k):\n    return np.exp(x).sum() + x.T * k\n\n" for i in range(4))
    found = models(
        {
            "pkg/__init__.py": "from . import lineshapes\n",
            "pkg/lineshapes.py": f"import numpy as np\n\n{used}def linear(x, k):\n    return x * k\n",
        }
    )
    assert value(found["pkg/lineshapes.py"], "x * k").is_tensor


@pytest.mark.parametrize(
    ("statement", "call"),
    [
        ("from space.inner.made import make", "make()"),
        ("from space.inner import made", "made.make()"),
        ("import space.inner.made as made", "made.make()"),
        ("import space.inner.made", "space.inner.made.make()"),
        ("from space.package import make", "make()"),
        ("from space.package.leaf import make", "make()"),
    ],
)
def test_folders_without_init_are_packages(models: Models, statement: str, call: str) -> None:
    made = "import numpy as np\ndef make():\n    return np.zeros(3)\n"
    found = models(
        {
            "space/inner/made.py": made,
            "space/package/__init__.py": "from .leaf import make\n",
            "space/package/leaf.py": made,
            "space/use.py": f"{statement}\nx = {call} + 1\n",
        }
    )
    assert value(found["space/use.py"], f"{call} + 1").is_tensor


def test_a_folder_named_after_a_library_is_not_that_library(models: Models) -> None:
    found = models(
        {
            "numpy/linalg.py": "def norm(x):\n    return 'a text'\n",
            "use.py": "import numpy as np\nx = np.linalg.norm(np.zeros((2, 2)), axis=0) * 2\n",
        }
    )
    assert value(found["use.py"], "np.linalg.norm(np.zeros((2, 2)), axis=0) * 2").is_tensor


def test_two_modules_of_one_full_name_are_none(models: Models) -> None:
    found = models(
        {
            "a/common/made.py": "import numpy as np\ndef make():\n    return np.zeros(3)\n",
            "b/common/made.py": "def make():\n    return 1\n",
            "use.py": "from common.made import make\nx = make() + 1\n",
        }
    )
    assert not value(found["use.py"], "make() + 1").is_tensor


def test_what_another_file_hands_to_numba_is_compiled(models: Models) -> None:
    files = {
        "a.py": "import numpy as np\n\ndef f(x):\n    return np.sum(x)\n\ndef g(x):\n    return np.sum(x)\n",
        "b.py": "import numba\nfrom a import f\n\nfast = numba.njit(cache=True)(f)\n",
    }
    model = models(files)["a.py"]
    first, second = (node for node in ast.walk(model.source.tree) if isinstance(node, ast.Call))
    assert is_compiled_by_numba(first, model)
    assert not is_compiled_by_numba(second, model)


@pytest.mark.parametrize(
    "maker",
    [
        "fast = partial(njit, nogil=True)",
        "fast = njit(cache=True)",
        "def fast(*args, **options):\n    return njit(*args, cache=True, **options)",
        "def fast(parallel):\n    def give(f):\n        return njit(parallel=parallel)(f)\n    return give",
    ],
)
@pytest.mark.parametrize("decorator", ["fast", "fast()", "fast(parallel=True)", "compiled.fast"])
def test_what_a_compiler_with_options_decorates_is_compiled(
    models: Models, maker: str, decorator: str
) -> None:
    function = f"@{decorator}\ndef f(x):\n    return np.sum(x)\n\n@other\ndef g(x):\n    return np.sum(x)\n"
    files = {
        "compiled.py": f"from numba import njit\nfrom functools import partial\n\n{maker}\n",
        "use.py": f"import numpy as np\nimport compiled\nfrom compiled import fast\n\n{function}",
    }
    model = models(files)["use.py"]
    sums = [node for node in ast.walk(model.source.tree) if isinstance(node, ast.Call) and node.args]
    assert [is_compiled_by_numba(node, model) for node in sums] == [True, False]


def test_what_a_shared_validator_may_give_is_the_number_that_its_caller_says(models: Models) -> None:
    validated = (
        "import numpy as np\n"
        "def check(value, whole):\n"
        "    out = np.asarray(value)\n"
        "    return out if whole else out[()] if out.ndim == 0 else len(out)\n"
        "def window(y: np.ndarray, width, whole):\n"
        '    """Set up.\n\n    Returns\n    -------\n    y : ndarray\n    width : int\n        The width.\n    """\n'
        "    return y, check(width, whole)\n"
        "def order(width, whole) -> int:\n"
        "    return check(width, whole)\n"
        "def f(y: np.ndarray, given, whole):\n"
        "    y, width = window(y, given, whole)\n"
        "    return 2 * y, 3 * width, 4 * order(given, whole), 5 * check(given, whole)\n"
    )
    model = models({"a.py": validated})["a.py"]
    assert value(model, "2 * y").is_tensor
    assert not value(model, "3 * width").is_tensor
    assert not value(model, "4 * order(given, whole)").is_tensor
    assert value(model, "5 * check(given, whole)").is_tensor


_SETTABLE = (
    "    @property\n"
    "    def s(self) -> np.ndarray:\n"
    "        return self._s\n"
    "    @s.setter\n"
    "    def s(self, value):\n"
    "        self._s = np.asarray(value)\n"
)


def test_a_property_that_can_be_set_is_what_its_getter_gives(models: Models) -> None:
    settable = (
        f"import numpy as np\nclass Base:\n{_SETTABLE}"
        "    @s.deleter\n"
        "    def s(self):\n"
        "        del self._s\n"
        "class Scaled(Base):\n"
        "    @Base.s.setter\n"
        "    def s(self, value):\n"
        "        self._s = 2 * np.asarray(value)\n"
        "def f(b: Base, c: Scaled):\n"
        "    return b.s + 1, c.s + 2\n"
    )
    model = models({"a.py": settable})["a.py"]
    assert value(model, "b.s + 1").is_tensor
    assert value(model, "c.s + 2").is_tensor


def test_what_a_setter_assigns_is_known_beside_getattr(models: Models) -> None:
    delegating = (
        f"import numpy as np\nclass Net:\n{_SETTABLE}"
        "    def __getattr__(self, name) -> 'Net':\n"
        "        return Net()\n"
        "def f(net: Net):\n"
        "    return net.s + 1, net.s.shape[0] == 2, net.other.s + 2\n"
    )
    model = models({"a.py": delegating})["a.py"]
    assert value(model, "net.s + 1").is_tensor
    assert not value(model, "net.s.shape[0] == 2").is_tensor
    assert value(model, "net.other.s + 2").is_tensor


def test_what_is_assigned_to_a_property_is_what_its_setter_is_given(models: Models) -> None:
    kept = _SETTABLE.replace("np.asarray(value)", "value").replace(" -> np.ndarray", "")
    files = {
        "a.py": f"import numpy as np\nclass Base:\n{kept}    def twice(self):\n        return 2 * self._s\n",
        "b.py": (
            "import numpy as np\nfrom a import Base\n"
            "class Derived(Base):\n"
            "    def __init__(self, n):\n"
            "        self.s = np.zeros(n)\n"
        ),
    }
    assert value(models(files)["a.py"], "2 * self._s").is_tensor


@pytest.mark.parametrize(
    "module",
    [
        'importlib.import_module("numpy")',
        'pytest.importorskip("numpy")',
        '__import__("numpy")',
        'pytest.importorskip("jax").numpy',
    ],
)
def test_a_call_imports_a_module(value_of: Callable[[str, str], Value], module: str) -> None:
    code = f"import importlib, pytest\ndef f(n):\n    lib = {module}\n    return lib.mean(n) - lib.sum(n)"
    assert value_of(code, "lib").kind is Kind.MODULE
    assert value_of(code, "lib.mean(n)").evidence is not Evidence.SUSPECTED


def test_a_module_of_the_project_is_imported_by_its_file_alone(models: Models) -> None:
    code = 'import importlib\nlib = importlib.import_module("pkg.other")\nsize = lib.size'
    found = models({"pkg/__init__.py": "", "pkg/other.py": "size = 3", "pkg/a.py": code})
    assert value(found["pkg/a.py"], "lib.size").kind is Kind.UNKNOWN


def test_a_function_in_a_module_of_an_unknown_library_is_no_method(
    value_of: Callable[[str, str], Value],
) -> None:
    code = "def f(lib, x):\n    return lib.numpy.sum(x) + lib.linalg.norm(x)"
    assert value_of(code, "lib.numpy.sum(x)").kind is not Kind.TENSOR

"""How a value is used says what it is: for the name that is used so, and for what it was computed from."""

from __future__ import annotations

import ast
from collections.abc import Callable

import pytest

from purity_lint.findings.diagnostics import Evidence
from purity_lint.semantics import FileModel
from purity_lint.semantics.values import Kind, Value

ValueOf = Callable[[str, str], Value]
Models = Callable[[dict[str, str]], dict[str, FileModel]]

ARITHMETIC = "def f(p, t):\n    diff = p - t\n    square = diff ** 2\n    return {}"


@pytest.mark.parametrize("use", ["square.mean()", "square.T", "square.numpy()", "square.reshape(-1)"])
@pytest.mark.parametrize("expression", ["p", "diff", "square"])
def test_use_reaches_back_through_arithmetic(value_of: ValueOf, use: str, expression: str) -> None:
    value = value_of(ARITHMETIC.format(use), expression)
    assert value.kind is Kind.TENSOR
    assert value.evidence is Evidence.INFERRED
    assert value.reasons


def test_an_operand_of_several_may_be_a_number(value_of: ValueOf) -> None:
    code = "def f(x, y, a):\n    z = a * x + (1 - a) * y\n    return z.reshape(-1)"
    assert value_of(code, "z").kind is Kind.TENSOR
    assert value_of(code, "1 - a").kind is Kind.UNKNOWN
    assert value_of(code, "a * x").maybe


def test_use_of_an_augmented_name_reaches_back(value_of: ValueOf) -> None:
    code = "def f(x, y):\n    total = x + y\n    total -= y\n    return total.astype(float)"
    assert value_of(code, "x + y").kind is Kind.TENSOR


def test_a_parameter_may_name_its_type(value_of: ValueOf) -> None:
    code = "def f(tensor, mean):\n    return (tensor - mean) / 2"
    assert value_of(code, "tensor").evidence is Evidence.INFERRED
    assert value_of(code, "mean").kind is Kind.UNKNOWN
    assert value_of("def f(tensors):\n    return tensors[0] + 1", "tensors[0]").kind is Kind.TENSOR
    assert value_of("def f(weights):\n    return weights + 1", "weights").evidence is Evidence.SUSPECTED


def test_calls_outweigh_a_name(value_of: ValueOf) -> None:
    assert value_of("def f(tensor):\n    return tensor * 2\nf(3)", "tensor * 2").kind is not Kind.TENSOR


def test_what_from_numpy_is_given_is_an_array(value_of: ValueOf) -> None:
    assert value_of("def f(a):\n    b = a * 2\n    return torch.from_numpy(b)", "a").kind is Kind.TENSOR


def test_calls_that_must_fail_say_nothing(value_of: ValueOf) -> None:
    code = "def f(n):\n    return n + 1\nf(2)\nwith pytest.raises(TypeError):\n    f(np.ones(3))"
    assert value_of(code, "n + 1").kind is Kind.INT


def test_a_switch_is_no_tensor(value_of: ValueOf) -> None:
    code = "def f(x, squared=False):\n    return x if squared else -x\nf(1, np.ones(3))"
    assert value_of(code, "squared").kind is Kind.BOOL


def test_a_record_looked_up_by_a_variable_is_unknown(value_of: ValueOf) -> None:
    code = "def f(key):\n    d = {'x': np.ones(2), 'names': ['a']}\n    return d[key] + 1"
    assert value_of(code, "d[key]").kind is Kind.UNKNOWN


@pytest.mark.parametrize(
    ("code", "expression"),
    [
        ("P = namedtuple('P', 'x n')\np = P(np.ones(2), 3)\ny = p.x + 1", "p.x"),
        ("P = namedtuple('P', ['x', 'n'])\nx, n = P(np.ones(2), 3)\ny = x * n", "x"),
        ("P = namedtuple('P', 'x n')\np = P(np.ones(2), 3)\ny = p[0]", "p[0]"),
        ("P = namedtuple('P', 'x n')\np = P(1, 3)\nq = p._replace(x=np.ones(2))\ny = q.x", "q.x"),
        ("y = np.r_[1, 2] + np.c_[[1], [2]]", "np.r_[1, 2]"),
        ("def f(s: str, names: np.ndarray):\n    return names == s", "names == s"),
    ],
)
def test_tensors(value_of: ValueOf, code: str, expression: str) -> None:
    assert value_of("from collections import namedtuple\n" + code, expression).kind is Kind.TENSOR


@pytest.mark.parametrize(
    ("index", "kind"),
    [
        ("np.r_[True, a != b]", "bool"),
        ("np.r_[a != b, False]", "bool"),
        ("np.r_[a != b]", "bool"),
        ("np.r_[1, a != b]", None),
        ("np.r_[True, np.zeros(2)]", None),
    ],
)
def test_truth_values_that_are_joined_are_a_mask(value_of: ValueOf, index: str, kind: str | None) -> None:
    code = f"def f(a: np.ndarray, b: np.ndarray):\n    return {index}"
    assert value_of(code, index).dtype == kind


def test_fields_of_a_named_tuple_are_told_apart(value_of: ValueOf) -> None:
    code = "from collections import namedtuple\nP = namedtuple('P', 'x n')\np = P(np.ones(2), 3)\ny = p.n + 1"
    assert value_of(code, "p.n + 1").kind is Kind.INT


@pytest.mark.parametrize(
    "code",
    [
        "def f(xs):\n    xs[0] = 1\n    return xs\ny = f([1, 2])\nz = f(np.ones(2))",
        "def f(x, n):\n    xs = [1, 2] if n else np.ones(2)\n    if xs:\n        return xs",
        "def f(x, n):\n    xs = [1, 2] if n else np.ones(2)\n    for v in xs:\n        print(v)",
    ],
)
def test_what_may_be_a_list_is_only_suspected_where_lists_do_as_well(models: Models, code: str) -> None:
    model = models({"module.py": "import numpy as np\n" + code})["module.py"]
    uses = [
        n
        for n in ast.walk(model.source.tree)
        if isinstance(n, ast.Name) and n.id == "xs" and isinstance(n.ctx, ast.Load)
    ]
    value = model.value(min(uses, key=lambda n: (n.lineno, n.col_offset)))
    assert value.kind is Kind.TENSOR
    assert value.evidence is Evidence.SUSPECTED


@pytest.mark.parametrize(
    ("code", "expression", "kind"),
    [
        ("for d in np.unique(np.ones(3)):\n    y = d + 1", "d + 1", Kind.SCALAR),
        ("u, i = np.unique(np.ones(3), return_inverse=True)\ny = i + 1", "i + 1", Kind.TENSOR),
    ],
)
def test_unique_values_have_one_axis(value_of: ValueOf, code: str, expression: str, kind: Kind) -> None:
    assert value_of(code, expression).kind is kind


SIBLINGS = """
def sine(x, a=1.0):
    return a * np.sin(x)
def bell(x, a=1.0):
    return a * np.exp(-x ** 2)
def step(x, a=1.0):
    return a * np.heaviside(x, 0.5)
def linear(x, a=1.0):
    return a * x
"""


def test_namesakes_in_one_module_are_alike(value_of: ValueOf) -> None:
    value = value_of(SIBLINGS, "a * x")
    assert value.kind is Kind.TENSOR
    assert value.evidence is Evidence.INFERRED


def test_namesakes_that_differ_say_nothing(value_of: ValueOf) -> None:
    code = SIBLINGS + "def count(x: int):\n    return x + 1\n"
    assert value_of(code, "a * x").evidence is Evidence.SUSPECTED


def test_a_parameter_that_is_called_with_numbers_is_none_of_its_namesakes(value_of: ValueOf) -> None:
    assert value_of(SIBLINGS + "linear(3)\n", "a * x").kind is not Kind.TENSOR


TRUTHS = """
    import numpy as np
    from jax.typing import ArrayLike

    def scaled(scale: ArrayLike, x: np.ndarray):
        if scale == 1.0:
            return x
        if x == 2.0:
            return x
        return int(scale) + abs(scale) + scale * x

    def between(abc, x: np.ndarray):
        '''Between.

        Parameters
        ----------
        abc : 1d array, length 3
            Corners.
        '''
        a, b, c = abc
        assert a <= b
        return (b <= c) * x + float(c - b)
"""


@pytest.mark.parametrize(
    ("expression", "reported"),
    [
        ("scale == 1.0", False),
        ("x == 2.0", True),
        ("int(scale)", False),
        ("abs(scale)", True),
        ("scale * x", True),
        ("a <= b", False),
        ("b <= c", True),
    ],
)
def test_what_only_numbers_are_asked_speaks_for_a_number(
    models: Models, expression: str, reported: bool
) -> None:
    operand = expression.rsplit("(", maxsplit=1)[-1].split(maxsplit=1)[0].rstrip(")")
    model = models({"module.py": TRUTHS})["module.py"]
    nodes = [n for n in ast.walk(model.source.tree) if isinstance(n, ast.expr)]
    outer = next(n for n in nodes if ast.unparse(n) == expression)
    inner = next(n for n in ast.walk(outer) if isinstance(n, ast.Name) and n.id == operand)
    assert (model.value(inner).evidence >= Evidence.INFERRED) == reported


def test_what_is_documented_as_a_number_and_stored_into_may_be_a_tensor(value_of: ValueOf) -> None:
    code = (
        'def f(u, v):\n    """Do.\n\n    Parameters\n    ----------\n    u : float\n        Up.\n'
        '    v : float\n        Down.\n    """\n    u[abs(u) < 1] = 0\n    return u + v, v * 2'
    )
    up = value_of(code, "u + v")
    assert up.kind is Kind.TENSOR
    assert up.maybe
    assert value_of(code, "v * 2").kind is Kind.FLOAT


OPERAND = """\
class Var:
    def __sub__(self, other):
        return self

    def mean(self):
        return self

"""


def test_a_method_of_the_own_class_with_operators_says_nothing(value_of: ValueOf) -> None:
    assert value_of(OPERAND + "def f(p, t):\n    return (p - t).mean()", "p - t").kind is Kind.UNKNOWN
    assert value_of(OPERAND + "def f(p, t):\n    return (p - t).reshape(-1)", "p - t").kind is Kind.TENSOR


def test_a_method_that_numpy_lacks_says_nothing_beside_any_class_that_has_it(value_of: ValueOf) -> None:
    own = "class Factor:\n    def clone(self):\n        return self\n\n    def ravel(self):\n        return self\n\n"
    assert value_of("def f(p):\n    return p.clone()", "p.clone()").kind is Kind.TENSOR
    assert value_of(f"{own}def f(p):\n    return p.clone()", "p.clone()").kind is Kind.UNKNOWN
    assert value_of(f"{own}def f(p):\n    return p.ravel()", "p.ravel()").kind is Kind.TENSOR


def test_a_method_of_an_imported_class_with_operators_says_nothing(models: Models) -> None:
    files = {"a.py": OPERAND, "b.py": "from a import Var\n\ndef f(p, t):\n    return (p - t).mean()\n"}
    model = models(files)["b.py"]
    difference = next(node for node in ast.walk(model.source.tree) if isinstance(node, ast.BinOp))
    assert model.value(difference).kind is Kind.UNKNOWN


def test_elements_of_what_may_be_a_tensor_may_be_tensors(value_of: ValueOf) -> None:
    code = "def f(x: np.ndarray, names):\n    for key in names or x:\n        print(key)"
    assert value_of(code, "key").maybe


def test_an_item_at_a_place_may_be_of_a_table(value_of: ValueOf) -> None:
    assert value_of("def f(d, i):\n    return d.at[i, 'a'], d * 2", "d * 2").kind is Kind.UNKNOWN
    assert value_of("def f(d, i):\n    return d.at[i].set(0), d * 2", "d * 2").kind is Kind.TENSOR


def test_iterators_that_are_copied_yield_the_same(value_of: ValueOf) -> None:
    code = (
        "import itertools\ndef f(x: np.ndarray):\n    a, b = itertools.tee(x)\n    return [i + 1 for i in b]"
    )
    assert value_of(code, "i + 1").kind is Kind.TENSOR


@pytest.mark.parametrize("use", ["t.T", "t.shape", "t.flatten()"])
@pytest.mark.parametrize(
    ("beside", "kind"),
    [
        ("t.mean()", Kind.TENSOR),
        ("t.add_(1)", Kind.TENSOR),
        ("t.symbol", Kind.UNKNOWN),
        ("for row in t.rows(): pass", Kind.UNKNOWN),
        ("if hasattr(t, 'columns'): t.columns", Kind.TENSOR),
        ("names = t.columns if isinstance(t, Table) else None", Kind.TENSOR),
        ("u.symbol", Kind.TENSOR),
        ("'t.symbol'", Kind.TENSOR),
    ],
)
def test_what_no_array_has_says_that_it_is_none(value_of: ValueOf, use: str, beside: str, kind: Kind) -> None:
    assert value_of(f"def f(t, u):\n    {beside}\n    x = {use}\n    return t", "t").kind is kind


@pytest.mark.parametrize(
    ("beside", "kind"),
    [
        ("self.device.mean()", Kind.TENSOR),
        ("self.device.open()", Kind.UNKNOWN),
        ("self.other.open()", Kind.TENSOR),
    ],
)
def test_what_no_array_has_says_so_in_every_method(value_of: ValueOf, beside: str, kind: Kind) -> None:
    code = (
        "class Server:\n"
        "    def __init__(self, device):\n        self.device = device\n"
        "        self.buffer = np.zeros(3, dtype=self.device.dtype)\n"
        f"    def stop(self):\n        {beside}\n"
    )
    assert value_of(code, "device").kind is kind


@pytest.mark.parametrize(
    ("methods", "kind"),
    [
        ("def __getitem__(self, i): ...\n    def __mul__(self, other): ...", Kind.UNKNOWN),
        ("def __getitem__(self, i): ...", Kind.TENSOR),
        ("def __mul__(self, other): ...", Kind.TENSOR),
    ],
)
def test_an_index_says_nothing_beside_a_class_with_items_and_operators(
    value_of: ValueOf, methods: str, kind: Kind
) -> None:
    code = f"class Node:\n    {methods}\n\ndef f(t):\n    return t[:, 0]"
    assert value_of(code, "t[:, 0]").kind is kind


def test_a_method_that_numpy_lacks_says_nothing_in_a_project_with_a_class_that_has_it(models: Models) -> None:
    own = "class Parameter:\n    def clone(self):\n        return self\n"
    for imported, kind in (("numpy as np", Kind.UNKNOWN), ("torch", Kind.TENSOR)):
        used = f"import {imported}\n\ndef f(p):\n    return p.clone()\n"
        model = models({"own.py": own, "used.py": used})["used.py"]
        call = next(node for node in ast.walk(model.source.tree) if isinstance(node, ast.Call))
        assert model.value(call).kind is kind


@pytest.mark.parametrize("index", ["1", "2:-2", "..., 0"])
def test_an_array_that_is_changed_at_a_place_is_one(value_of: ValueOf, index: str) -> None:
    code = f"""
        def f(x):
            m = jnp.zeros((5, x))
            m = m.at[{index}].set(1.0)
            return m
        """
    assert value_of(code, "m").kind is Kind.TENSOR
    assert value_of(code, "m").evidence is Evidence.PROVEN


@pytest.mark.parametrize(
    "use",
    [
        "np.reshape(x, plates + dims)",
        "np.broadcast_to(x, plates + dims).ravel()",
        "np.zeros(plates + dims)",
        "np.ones(dtype=float, shape=plates + dims)",
        "x.reshape(plates + dims)",
    ],
)
def test_a_sum_that_is_a_shape_is_of_tuples(value_of: ValueOf, use: str) -> None:
    """`np.prod(plates)`, and elementwise uses, say nothing against it."""
    code = (
        f"def f(x: np.ndarray, plates, dims):\n    n = np.prod(plates) * np.abs(plates)\n    return n, {use}"
    )
    assert value_of(code, "plates + dims").kind is Kind.SHAPE


def test_what_is_known_to_be_an_array_is_one_in_a_shape(value_of: ValueOf) -> None:
    code = "def f(n: np.ndarray, m: np.ndarray):\n    return np.zeros(n + m)"
    assert value_of(code, "n + m").kind is Kind.TENSOR


def test_a_product_may_be_of_a_shape(value_of: ValueOf) -> None:
    assert (
        value_of("def f(dims):\n    n = np.prod(dims)\n    return dims + (1, n)", "dims").kind is Kind.UNKNOWN
    )
    assert value_of("def f(x):\n    n = np.cumprod(x)\n    return x + n", "x").kind is Kind.TENSOR


@pytest.mark.parametrize(
    ("code", "expression"),
    [
        (
            "import equinox as eqx\ndef f(p: jax.Array):\n    q = eqx.error_if(p, p.any(), 'no')\n    return q * 2",
            "q * 2",
        ),
        ("def f(p: jax.Array):\n    return p.ravel().sort() * 2", "p.ravel().sort() * 2"),
        ("def f(p: torch.Tensor):\n    q, order = p.sort()\n    return q * 2", "q * 2"),
        ("def f(p: torch.Tensor):\n    return p.byte() * 2", "p.byte() * 2"),
        ("def f(p: torch.Tensor):\n    return p.hypot(p) * 2", "p.hypot(p) * 2"),
    ],
)
def test_methods_that_give_tensors_in_some_libraries(value_of: ValueOf, code: str, expression: str) -> None:
    assert value_of(code, expression).kind is Kind.TENSOR


def test_numpy_sorts_in_place(value_of: ValueOf) -> None:
    assert value_of("def f(p: np.ndarray):\n    return p.sort()", "p.sort()").kind is Kind.NONE


def test_what_may_be_a_mapping_holds_anything(value_of: ValueOf) -> None:
    code = "def load(n):\n    return np.array(n) if n else {'a': n}\ndef f():\n    p, q = load(2)\n    return q * 2"
    assert value_of(code, "q * 2").kind is not Kind.TENSOR


OVERRIDDEN = """
import numpy as np

class State:
    def volume(self, pressure, temperature):
        '''
        :type pressure: {said}
        :type temperature: {said}
        '''
        raise NotImplementedError

class Gas(State):
    def volume(self, pressure, temperature):
        return np.sqrt(temperature) * pressure + self._part(temperature)

    def _part(self, temperature):
        return temperature * 2
"""


def test_an_overridden_method_says_what_its_arguments_are(value_of: ValueOf) -> None:
    numbers, arrays = (OVERRIDDEN.format(said=said) for said in ("float", "numpy.ndarray"))
    assert value_of(numbers, "pressure").kind is Kind.FLOAT
    value = value_of(arrays, "pressure")
    assert (value.kind, value.evidence) == (Kind.TENSOR, Evidence.INFERRED)
    assert value.reasons[0].text == "`pressure` is so in the method that this one overrides"
    assert value_of(numbers, "temperature * 2").kind is Kind.FLOAT
    assert value_of(arrays, "temperature * 2").kind is Kind.TENSOR


def test_a_class_is_made_of_what_its_own_author_likes(value_of: ValueOf) -> None:
    code = OVERRIDDEN.format(said="float").replace("def volume", "def __init__")
    assert value_of(code, "pressure").kind is Kind.UNKNOWN


@pytest.mark.parametrize(
    ("passed", "kind"),
    [
        ("ops.subtract(place, starts[0])", Kind.INT),
        ("ops.argmax(x)", Kind.INT),
        ("ops.arange(3)", Kind.TENSOR),
    ],
)
def test_a_place_that_is_documented_as_one_is_a_number(value_of: ValueOf, passed: str, kind: Kind) -> None:
    """What an operation makes of an element is a tensor, which no author who says `int` means for one."""
    code = (
        'def read(offset):\n    """Read.\n\n    Parameters\n    ----------\n    offset: int\n        Place.\n    """\n'
        "    return offset\n"
        "def go(x: ops.Tensor, place, starts):\n    return read({passed})\n"
    )
    code = "from emberops import ops\n" + code.replace("{passed}", passed)
    assert value_of(code, "offset").kind is kind


@pytest.mark.parametrize("product", ["ops.multiply(dt, s)", "dt * s"])
def test_an_operation_says_of_its_operands_what_the_operator_says(value_of: ValueOf, product: str) -> None:
    code = f"""
def add(x, s, dt):
    x += {product}

def advance(x, s, dt, n):
    step = dt / n
    add(x, s, dt)
    x[1:] = step
"""
    assert value_of(code, "dt / n").kind is Kind.UNKNOWN


def test_of_an_operation_beside_a_number_the_other_operand_is_the_tensor(value_of: ValueOf) -> None:
    assert value_of("def f(x):\n    y = x + 1\n    return ops.multiply(2, x)", "x + 1").kind is Kind.TENSOR
    code = "def f(dt):\n    y = dt + 1\n    return ops.multiply(np.ones(3), dt)"
    assert value_of(code, "dt + 1").kind is Kind.UNKNOWN


def test_an_operator_within_an_operation_is_written_by_somebody_who_means_tensors(value_of: ValueOf) -> None:
    assert value_of("def f(a, b, c):\n    return ops.multiply(a + b, c)", "a + b").kind is Kind.TENSOR


@pytest.mark.parametrize(
    ("call", "rank"), [("ops.unique(ops.ones((2, 3)))", 1), ("ops.unique(ops.ones((2, 3)), axis=0)", None)]
)
def test_unique_values_of_ops_have_one_axis(value_of: ValueOf, call: str, rank: int | None) -> None:
    assert value_of(f"from emberops import ops\ny = {call}", call).rank == rank


@pytest.mark.parametrize(
    "call", ['found.expand("a")', 'found.clone("a")', 'found.chunk("a", 2)', 'found.permute("a")']
)
def test_a_method_that_is_given_text_says_nothing(value_of: ValueOf, call: str) -> None:
    assert value_of(f"import torch\ndef f(found):\n    return {call}", "found").kind is Kind.UNKNOWN


@pytest.mark.parametrize(
    "call", ['found.astype("float32")', 'found.flatten("F")', 'found.cuda("cuda:0")', "found.expand(2, 3)"]
)
def test_a_method_that_tensors_give_text_says_what_it_is_of(value_of: ValueOf, call: str) -> None:
    assert value_of(f"import torch\ndef f(found):\n    return {call}", "found").kind is Kind.TENSOR

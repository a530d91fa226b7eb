"""What a compiled function cannot do: shapes that depend on values (PUR903), side effects (PUR904)."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from purity_lint.findings.finding import Finding
from purity_lint.rewrites.operands import OPS, dotted, quote, tensor_finding
from purity_lint.rewrites.scopes import bound_names, enclosing, own_nodes
from purity_lint.rules.base import Invalid, Rule, RuleContext
from purity_lint.rules.examples import plain
from purity_lint.semantics.model import SemanticModel
from purity_lint.semantics.values import Kind

Function = ast.FunctionDef | ast.AsyncFunctionDef
COMPILERS = frozenset(
    {
        f"{OPS}jit",
        "emberops.jit",
        "emberops.transforms.jit",
        "jax.jit",
        "jax.pmap",
        "equinox.filter_jit",
        "torch.compile",
        "torch.jit.script",
        "torch.jit.trace",
        "mlx.core.compile",
        "tensorflow.function",
    }
)
_HEAD = ("from emberops import ops", "", "", "@ops.jit")


def compiled_function(node: ast.AST, model: SemanticModel) -> Function | None:
    """The function that is compiled by its decorator at ``node``, or that the call at ``node`` compiles by name."""
    if isinstance(node, Function):
        return node if _is_decorated(node, model) else None
    match node:
        case ast.Call(func=func, args=[ast.Name(id=name), *_]) if model.qualified_name(func) in COMPILERS:
            for other in own_nodes(enclosing(node, model)):
                if isinstance(other, Function) and other.name == name and not _is_decorated(other, model):
                    return other
    return None


def _is_decorated(function: Function, model: SemanticModel) -> bool:
    return any(_is_compiler(decorator, model) for decorator in function.decorator_list)


def _is_compiler(node: ast.expr, model: SemanticModel) -> bool:
    """`@jax.jit`, `@jax.jit(...)`, `@partial(jax.jit, ...)`."""
    if isinstance(node, ast.Call):
        if model.qualified_name(node.func) == "functools.partial" and node.args:
            return model.qualified_name(node.args[0]) in COMPILERS
        node = node.func
    return model.qualified_name(node) in COMPILERS


_DYNAMIC = frozenset(
    {
        "argwhere",
        "compress",
        "extract",
        "flatnonzero",
        "intersect1d",
        "nonzero",
        "setdiff1d",
        "union1d",
        "unique",
        "unique_all",
        "unique_counts",
        "unique_inverse",
        "unique_values",
    }
)
_LIBRARIES = (OPS, "numpy.", "torch.", "jax.numpy.", "mlx.core.", "tensorflow.")


class DynamicShape(Rule):
    """Flags results whose shape depends on values, in compiled functions.

    ## What it does
    Flags `nonzero`, `unique`, `argwhere`, `where` with one argument, `compress` and reads by a boolean
    mask in a function that is compiled with `ops.jit`, `jax.jit`, `torch.compile` or `mx.compile`.

    ## Why is this bad?
    A compiler needs to know every shape beforehand. JAX and MLX raise an error, PyTorch breaks the
    graph or compiles anew for each size.

    ## Example
    ```python
    @ops.jit
    def positive_sum(x):
        return ops.sum(ops.getitem(x, ops.greater(x, 0)))
    ```

    Use instead:
    ```python
    @ops.jit
    def positive_sum(x):
        return ops.sum(ops.where(ops.greater(x, 0), x, 0))
    ```

    ## Fix safety
    No fix.

    ## Options
    None.
    """

    code = "PUR903"
    name = "dynamic-shape"
    nodes = (ast.FunctionDef, ast.AsyncFunctionDef, ast.Call)
    priority = 5
    VALID = (
        plain(*_HEAD, "def f(x: ops.Tensor):", "    return ops.where(ops.greater(x, 0), x, 0)"),
        plain("from emberops import ops", "", "", "def f(x: ops.Tensor):", "    return ops.nonzero(x)"),
    )
    INVALID = (
        Invalid(plain(*_HEAD, "def f(x: ops.Tensor):", "    return ops.nonzero(x)"), (6,)),
        Invalid(plain(*_HEAD, "def f(x: ops.Tensor):", "    return x[x > 0]"), (6,)),
        Invalid(
            plain(
                "import jax",
                "from emberops import ops",
                "",
                "",
                "def f(x):",
                "    return ops.unique_values(x)",
                "",
                "",
                "g = jax.jit(f)",
            ),
            (6,),
        ),
    )

    def check(self, node: ast.AST, context: RuleContext) -> Iterator[Finding]:
        """Flag dynamic shapes in the body of a compiled function."""
        model = context.model
        function = compiled_function(node, model)
        for inner in () if function is None else own_nodes(function):
            if isinstance(inner, ast.Call):
                name = model.qualified_name(inner.func) or ""
                if _is_dynamic(inner, name):
                    message = (
                        f"the shape of `{quote(model, inner)}` depends on values, in a compiled function"
                    )
                    yield Finding(inner, message, hint=_WAY_OUT)
            elif isinstance(inner, ast.Subscript) and isinstance(inner.ctx, ast.Load):
                value = model.value(inner.value)
                if value.is_tensor and _is_mask(inner.slice, model):
                    message = (
                        f"the shape of `{quote(model, inner)}` depends on values, in a compiled function"
                    )
                    yield tensor_finding(inner, message, value, hint=_WAY_OUT)


_WAY_OUT = "Keep the shape and choose by element: `ops.where(mask, x, 0)`."


def _is_dynamic(call: ast.Call, name: str) -> bool:
    if not name.startswith(_LIBRARIES):
        return False
    last = name.rpartition(".")[2]
    if any(keyword.arg == "size" for keyword in call.keywords):
        return False
    return last in _DYNAMIC or (last == "where" and len(call.args) + len(call.keywords) == 1)


def _is_mask(index: ast.expr, model: SemanticModel) -> bool:
    value = model.value(index)
    return value.is_tensor and value.dtype == "bool"


class TracedSideEffect(Rule):
    """Flags side effects in compiled functions.

    ## What it does
    Flags, in a function that is compiled: `print`, `input`, `open`, clocks and Python's or NumPy's random
    numbers; names declared `global` or `nonlocal`; and changes of a list or dict, or an attribute, that
    lives outside.

    ## Why is this bad?
    The body runs once, while it is traced, and not again when the compiled function is called. So the
    side effect happens once, with tracers in place of values, and a random number is a constant
    afterwards.

    ## Example
    ```python
    @ops.jit
    def step(x):
        history.append(ops.mean(x))
        return ops.multiply(x, 0.9)
    ```

    Use instead:
    ```python
    @ops.jit
    def step(x):
        return ops.multiply(x, 0.9), ops.mean(x)
    ```

    ## Fix safety
    No fix.

    ## Options
    None.
    """

    code = "PUR904"
    name = "traced-side-effect"
    nodes = (ast.FunctionDef, ast.AsyncFunctionDef, ast.Call)
    priority = 5
    VALID = (
        plain(*_HEAD, "def f(x):", "    parts = []", "    parts.append(x)", "    return ops.concat(parts)"),
        plain("def f(x):", "    print(x)"),
    )
    INVALID = (
        Invalid(plain(*_HEAD, "def f(x):", "    print(x)", "    return x"), (6,)),
        Invalid(plain(*_HEAD, "def f(x):", "    history.append(x)", "    return x"), (6,)),
        Invalid(plain(*_HEAD, "def f(x):", "    global count", "    count = 1", "    return x"), (6,)),
        Invalid(plain("import time", *_HEAD, "def f(x):", "    return ops.multiply(x, time.time())"), (7,)),
    )

    def check(self, node: ast.AST, context: RuleContext) -> Iterator[Finding]:
        """Flag side effects in the body of a compiled function."""
        model = context.model
        function = compiled_function(node, model)
        if function is None:
            return
        local = bound_names(function)
        for inner in own_nodes(function):
            what = _side_effect(inner, local, model)
            if what is not None:
                yield Finding(
                    inner, f"{what} in a compiled function happens once, when it is traced", hint=_RETURN
                )


_RETURN = "Return the value and let the caller do it."
_IMPURE_BUILTINS = frozenset({"print", "input", "open"})
_IMPURE = ("time.", "random.", "numpy.random.", "datetime.datetime.now", "os.environ", "logging.")
_CHANGES = frozenset({"append", "extend", "insert", "add", "update", "setdefault", "pop", "remove", "clear"})
_CONTAINERS = frozenset({Kind.LIST, Kind.DICT, Kind.SET, Kind.UNKNOWN, Kind.INSTANCE})


def _side_effect(node: ast.AST, local: frozenset[str], model: SemanticModel) -> str | None:
    match node:
        case ast.Global(names=names) | ast.Nonlocal(names=names):
            return f"a change of `{', '.join(names)}`"
        case ast.Call(func=ast.Name(id=name)) if name in _IMPURE_BUILTINS and name not in local:
            return f"`{name}`"
        case ast.Call(func=func) if (model.qualified_name(func) or "").startswith(_IMPURE):
            return f"`{quote(model, func)}`"
        # one whose result is used may be a function of the same name: `state = opt.update(state)`
        case ast.Expr(value=ast.Call(func=ast.Attribute(value=receiver, attr=name))) if name in _CHANGES:
            return _outer_change(receiver, local, model)
        case ast.Assign(targets=[ast.Attribute(value=ast.Name(id=name)) as target]):
            return f"setting `{quote(model, target)}`" if name == "self" or name not in local else None
        case ast.Assign(targets=[ast.Subscript(value=receiver)]):
            return _outer_change(receiver, local, model)
    return None


def _outer_change(receiver: ast.expr, local: frozenset[str], model: SemanticModel) -> str | None:
    """A change of something that the function did not make itself."""
    name = dotted(receiver)
    if name is None or model.value(receiver).kind not in _CONTAINERS:
        return None
    if model.qualified_name(receiver) is not None:
        return None
    root, _, rest = name.partition(".")
    return None if root in local and not rest else f"a change of `{name}`"

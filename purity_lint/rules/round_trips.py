"""Trips from a tensor to NumPy and back within one function (PUR402)."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass, field

from purity_lint.diagnostics import Applicability, Reason
from purity_lint.fixes.edits import Fix, Rewrite
from purity_lint.rules.base import Finding, Invalid, Rule, RuleContext
from purity_lint.rules.examples import in_function, plain
from purity_lint.rules.operands import OPS, quote
from purity_lint.rules.scopes import bindings, own_nodes
from purity_lint.rules.transfers import Entry, Exit, read_entry, read_exit
from purity_lint.semantics.model import SemanticModel

_ARRAY_ATTRIBUTES = frozenset({"T", "mT", "real", "imag"})
_ENDS = frozenset({"item", "tolist", "tobytes", "astuple"})
_HARMLESS_BUILTINS = frozenset({"len", "print", "isinstance", "type", "id", "repr", "str"})


class RoundTrip(Rule):
    """Flags a trip from a tensor to NumPy and back.

    ## What it does
    Flags both ends of a trip within one function: a tensor is converted to NumPy (`.numpy()`,
    `np.asarray(t)`, `ops.to_numpy(t)`), and what NumPy makes of it becomes a tensor again
    (`torch.from_numpy`, `jnp.asarray`, `ops.convert_to_tensor`).

    ## Why is this bad?
    The data cross between device and host twice, everything queued must finish in between, gradients end,
    dtypes may change (NumPy has no bfloat16), and the work in the middle is done by NumPy whatever
    backend was chosen. `ops` does the same work where the tensor is.

    ## Example
    ```python
    a = x.numpy()
    return torch.from_numpy(np.log(a))
    ```

    Use instead:
    ```python
    return ops.log(x)
    ```

    ## Fix safety
    Unsafe: both conversions go, and the work between them is left to `framework-call` (PUR103) and
    `tensor-operator` (PUR201). None where the array goes elsewhere too, to a function that may need NumPy.

    ## Options
    None.
    """

    code = "PUR402"
    name = "round-trip"
    nodes = (ast.FunctionDef, ast.AsyncFunctionDef, ast.Module)
    priority = 30
    VALID = (
        in_function("return ops.to_numpy(x)"),
        in_function("return ops.convert_to_tensor(y)"),
        in_function("a = ops.to_numpy(x)", "return ops.convert_to_tensor(n), a.shape"),
        in_function("a = ops.to_numpy(x)", "return ops.zeros(a.shape[0])"),
    )
    INVALID = (
        Invalid(
            in_function("return ops.convert_to_tensor(x.numpy())"),
            (5, 5),
            in_function("return x"),
        ),
        Invalid(
            in_function("a = x.cpu().numpy()", "b = a[0] * 2", "return ops.asarray(b)"),
            (5, 7),
            in_function("a = x", "b = a[0] * 2", "return b"),
        ),
        Invalid(
            plain(
                "from scipy import linalg",
                "",
                "from emberops import ops",
                "",
                "",
                "def f(x):",
                "    a = ops.to_numpy(x)",
                "    linalg.expm(a)",
                "    return ops.asarray(a)",
            ),
            (7, 9),
        ),
    )

    def check(self, node: ast.AST, context: RuleContext) -> Iterator[Finding]:
        """Flag the ends of every trip in the function (or module) at ``node``."""
        model = context.model
        entries = [entry for inner in own_nodes(node) if (entry := read_entry(inner, model)) is not None]
        if not entries:
            return
        search = _Search(model, bindings(node))
        reported: set[int] = set()
        for entry in entries:
            trip = search.trip(entry.argument)
            if not trip.exits:
                continue
            whole = not _escapes(node, trip.names, model)
            yield _coming_back(entry, trip.exits[0], whole, model)
            for leaving in trip.exits:
                if id(leaving.node) not in reported:
                    reported.add(id(leaving.node))
                    yield _leaving(leaving, entry, whole, model)


@dataclass
class _Trip:
    exits: list[Exit] = field(default_factory=list)
    names: set[str] = field(default_factory=set)


class _Search:
    """Looks from the argument of an entry back to the exits that its data came from."""

    def __init__(self, model: SemanticModel, assigned: dict[str, list[ast.expr]]) -> None:
        self._model = model
        self._assigned = assigned

    def trip(self, argument: ast.expr) -> _Trip:
        """The exits behind ``argument``, and the names that the data went through."""
        found = _Trip()
        self._follow(argument, found)
        return found

    def _follow(self, node: ast.expr | None, trip: _Trip) -> None:
        leaving = read_exit(node, self._model) if node is not None else None
        if leaving is not None:
            trip.exits.append(leaving)
        elif isinstance(node, ast.Name):
            if node.id not in trip.names and node.id in self._assigned:
                trip.names.add(node.id)
                for value in self._assigned[node.id]:
                    self._follow(value, trip)
        elif node is not None:
            for source in self._sources(node):
                self._follow(source, trip)

    def _sources(self, node: ast.expr) -> list[ast.expr]:
        """The operands whose data ``node`` carries on."""
        match node:
            case ast.BinOp(left=left, right=right):
                return [left, right]
            case ast.Compare(left=left, comparators=others):
                return [left, *others]
            case ast.UnaryOp(operand=inner) | ast.Subscript(value=inner) | ast.Starred(value=inner):
                return [inner]
            case ast.IfExp(body=body, orelse=orelse):
                return [body, orelse]
            case ast.Tuple(elts=elements) | ast.List(elts=elements):
                return elements
            case ast.Attribute(value=inner, attr=attribute) if attribute in _ARRAY_ATTRIBUTES:
                return [inner]
            case ast.Call():
                return self._arguments(node)
        return []

    def _arguments(self, node: ast.Call) -> list[ast.expr]:
        name = self._model.qualified_name(node.func)
        if name is not None and name.startswith(("numpy.", OPS)):
            return [*node.args, *(keyword.value for keyword in node.keywords)]
        if name is None and isinstance(node.func, ast.Attribute) and node.func.attr not in _ENDS:
            return [node.func.value, *node.args]
        return []


def _escapes(scope: ast.AST, names: set[str], model: SemanticModel) -> bool:
    """Whether an array of the trip is returned, or given to a function that may need NumPy."""
    for node in own_nodes(scope):
        if not isinstance(node, ast.Name) or node.id not in names or not isinstance(node.ctx, ast.Load):
            continue
        parent = model.parent(node)
        if isinstance(parent, ast.keyword):
            parent = model.parent(parent)
        if isinstance(parent, ast.Return | ast.Yield | ast.Tuple | ast.List | ast.Dict):
            return True
        if isinstance(parent, ast.Call) and node is not parent.func and not _is_understood(parent, model):
            return True
    return False


def _is_understood(call: ast.Call, model: SemanticModel) -> bool:
    if read_entry(call, model) is not None:
        return True
    name = model.qualified_name(call.func)
    if name is None:
        return isinstance(call.func, ast.Attribute) and model.value(call.func.value).is_tensor
    return name.startswith(("numpy.", OPS)) or name.removeprefix("builtins.") in _HARMLESS_BUILTINS


def _leaving(leaving: Exit, entry: Entry, whole: bool, model: SemanticModel) -> Finding:
    message = (
        f"`{quote(model, leaving.tensor)}` leaves for NumPy here and comes back as a tensor "
        f"on line {entry.node.lineno}; work on the tensor with `ops`"
    )
    edit = Rewrite(leaving.node, "{x}", {"x": leaving.tensor})
    fix = Fix((edit,), Applicability.UNSAFE, "Keep the tensor") if whole else None
    value = leaving.value
    return Finding(leaving.node, message, value.evidence, value.reasons, fix, None, leaving.inner)


def _coming_back(entry: Entry, leaving: Exit, whole: bool, model: SemanticModel) -> Finding:
    message = (
        f"`{entry.spelled}` brings back a tensor that left for NumPy on line {leaving.node.lineno}; "
        "work on the tensor with `ops`"
    )
    fix = None
    if whole and not entry.node.keywords and len(entry.node.args) == 1:
        edit = Rewrite(entry.node, "{x}", {"x": entry.argument})
        fix = Fix((edit,), Applicability.UNSAFE, "Keep the tensor")
    reason = Reason(f"`{leaving.spelled}` takes it to NumPy", leaving.node.lineno, leaving.node.col_offset)
    return Finding(entry.node, message, leaving.value.evidence, (reason, *leaving.value.reasons), fix)

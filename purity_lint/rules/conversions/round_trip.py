"""Trips from a tensor to NumPy and back within one function (PUR402)."""

from __future__ import annotations

import ast
from collections.abc import Collection, Iterator, Mapping
from dataclasses import field

from purity_lint.findings.diagnostics import Applicability, Reason
from purity_lint.findings.edits import Fix, Rewrite
from purity_lint.findings.finding import Finding
from purity_lint.findings.message import Message
from purity_lint.knowledge.libraries import stands_in
from purity_lint.knowledge.numpy.forms import DTYPE_VIEWS
from purity_lint.records import dataclass
from purity_lint.rewrites.calls.torch_modules import makes_for_modules
from purity_lint.rewrites.host.conversions import CONVERSIONS, Entry, Exit, read_entry, read_exit
from purity_lint.rewrites.host.foreign_results import callee
from purity_lint.rewrites.host.matrix_operands import is_matrix
from purity_lint.rewrites.numba import writes_in_numba
from purity_lint.rewrites.operands import OPS, quote
from purity_lint.rewrites.scopes import bindings, enclosing, own_nodes
from purity_lint.rewrites.stores.heap.reaching import reaching
from purity_lint.rewrites.uses_of_names import loops_around, start
from purity_lint.rules.base import Invalid, Rule, RuleContext
from purity_lint.rules.examples import in_function, plain
from purity_lint.semantics.model import SemanticModel
from purity_lint.source.names import names_in

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
    nodes = (ast.Call,)
    priority = 30
    VALID = (
        in_function("return ops.to_numpy(x)"),
        in_function("return ops.convert_to_tensor(y)"),
        in_function("""
            a = ops.to_numpy(x)
            return ops.convert_to_tensor(n), a.shape
        """),
        in_function("""
            a = ops.to_numpy(x)
            return ops.zeros(a.shape[0])
        """),
        in_function("""
            if n > 0:
                return ops.asarray(y)
            y = ops.to_numpy(y)
            return y.shape
        """),
        plain("""
            from scipy.spatial import cKDTree

            from emberops import ops


            def f(x: ops.Tensor, y: ops.Tensor) -> ops.Tensor:
                return ops.from_numpy(cKDTree(ops.to_numpy(x)).query(ops.to_numpy(y))[0])
        """),
    )
    INVALID = (
        Invalid(
            in_function("return ops.convert_to_tensor(x.numpy())"),
            lines=(5, 5),
            fixed=in_function("return x"),
        ),
        Invalid(
            in_function("""
                a = x.cpu().numpy()
                b = a[0] * 2
                return ops.asarray(b)
            """),
            lines=(5, 7),
            fixed=in_function("""
                a = x
                b = a[0] * 2
                return b
            """),
        ),
        Invalid(
            plain("""
                from scipy import linalg

                from emberops import ops


                def f(x):
                    a = ops.to_numpy(x)
                    linalg.expm(a)
                    return ops.asarray(a)
            """),
            lines=(7, 9),
        ),
    )

    @property
    def names(self) -> Mapping[type[ast.AST], Collection[str]]:
        """Conversions."""
        return {ast.Call: CONVERSIONS}

    def check(self, node: ast.AST, context: RuleContext) -> Iterator[Finding]:
        """Flag an end of a trip, if the other end is in the same function (or module)."""
        model = context.model
        if not isinstance(node, ast.Call):
            return
        entry = _entry(node, model)
        if entry is not None:
            scope = enclosing(node, model)
            trip = _Search(model, scope).trip(entry.argument)
            if trip.exits:
                yield _coming_back(entry, trip.exits[0], not _escapes(scope, trip.names, model), model)
            return
        leaving = read_exit(node, model)
        if leaving is not None:
            yield from _ends(leaving, enclosing(node, model), model)


def _entry(node: ast.Call, model: SemanticModel) -> Entry | None:
    """Return the conversion at ``node``, but for what is made for PyTorch's modules: that is no way back."""
    entry = read_entry(node, model)
    return None if entry and makes_for_modules(model.qualified_name(node.func), model) else entry


def _ends(leaving: Exit, scope: ast.AST, model: SemanticModel) -> Iterator[Finding]:
    """Yield the finding for an exit from which some entry of ``scope`` gets its data."""
    for entry, trip in model.memo((_trips, scope), lambda: list(_trips(scope, model))):
        if any(other.node is leaving.node for other in trip.exits):
            yield _leaving(leaving, entry, not _escapes(scope, trip.names, model), model)
            return


@dataclass
class _Trip:
    exits: list[Exit] = field(default_factory=list)
    names: set[str] = field(default_factory=set)
    followed: set[ast.expr] = field(default_factory=set)
    """Values of names."""


def _trips(scope: ast.AST, model: SemanticModel) -> Iterator[tuple[Entry, _Trip]]:
    """Yield the ways back in a scope, each with the exits behind it."""
    search = _Search(model, scope)
    for node in own_nodes(scope):
        entry = _entry(node, model) if isinstance(node, ast.Call) else None
        if entry is not None and (trip := search.trip(entry.argument)).exits:
            yield entry, trip


class _Search:
    """Looks from the argument of an entry back to the exits that its data came from."""

    def __init__(self, model: SemanticModel, scope: ast.AST) -> None:
        self._model = model
        self._scope = scope

    def trip(self, argument: ast.expr) -> _Trip:
        """Return the exits behind ``argument``, and the names that the data went through."""
        found = _Trip()
        self._follow(argument, found)
        return found

    def _follow(self, node: ast.expr | None, trip: _Trip) -> None:
        leaving = read_exit(node, self._model) if node is not None else None
        if leaving is not None:
            trip.exits.append(leaving)
        elif isinstance(node, ast.Name):
            values = [value for value in self._reaching(node) if value not in trip.followed]
            if values and not self._is_filled(node.id):
                trip.names.add(node.id)
                trip.followed.update(values)
                for value in values:
                    self._follow(value, trip)
        elif node is not None:
            for source in self._sources(node):
                self._follow(source, trip)

    def _reaching(self, name: ast.Name) -> list[ast.expr]:
        """Return the values that a name may have where it stands: what it was before it was bound anew is gone."""
        values = bindings(self._scope).get(name.id, [])
        targets = reaching(name, self._scope, self._model) if values else None
        if targets is None:
            return [value for value in values if self._may_be_before(value, name)]
        since = {self._model.statement(target) for target in targets}
        made = [(self._model.statement(value), value) for value in values]
        return [
            value for statement, value in made if statement in since or isinstance(statement, ast.AugAssign)
        ]

    def _may_be_before(self, value: ast.expr, name: ast.Name) -> bool:
        """True where what is bound to ``value`` may reach ``name``: from above, or round a loop that has both."""
        made, at = self._model.statement(value), self._model.statement(name)
        if made is None or at is None or start(made) < start(at):
            return True
        return bool(loops_around(made, self._model) & loops_around(at, self._model))

    def _is_filled(self, name: str) -> bool:
        """True for an array that a function of Numba's writes into: it comes back with other elements."""
        calls = (node for node in own_nodes(self._scope) if isinstance(node, ast.Call))
        return any(name in names_in(call) for call in calls if writes_in_numba(call, self._model))

    def _sources(self, node: ast.expr) -> list[ast.expr]:
        """Return the operands whose data ``node`` carries on."""
        found: list[ast.expr] = []
        match node:
            case ast.BinOp(left=left, right=right):
                # What is calculated with a matrix, no operation does.
                found = [] if any(is_matrix(side, self._model) for side in (left, right)) else [left, right]
            case ast.Compare(left=left, comparators=others):
                found = [left, *others]
            case ast.UnaryOp(operand=inner) | ast.Subscript(value=inner) | ast.Starred(value=inner):
                found = [inner]
            case ast.IfExp(body=body, orelse=orelse):
                found = [body, orelse]
            case ast.Tuple(elts=elements) | ast.List(elts=elements):
                found = elements
            case ast.Attribute(value=inner, attr=attribute) if attribute in _ARRAY_ATTRIBUTES:
                found = [inner]
            case ast.Call():
                found = self._arguments(node)
        return found

    def _arguments(self, node: ast.Call) -> list[ast.expr]:
        name = self._model.qualified_name(node.func)
        if name is not None and (stands_in(name, "numpy") or name.startswith(OPS)):
            return [*node.args, *(keyword.value for keyword in node.keywords)]
        if name is not None or not isinstance(node.func, ast.Attribute) or node.func.attr in _ENDS:
            return []
        if node.func.attr in DTYPE_VIEWS and (node.args or node.keywords):
            return []  # the bytes of the array as other numbers, which no operation reads
        owner = callee(node, self._model)  # what a tree of SciPy's finds is none of the points it was made of
        return [node.func.value, *node.args] if not owner or stands_in(owner, "numpy") else []


def _escapes(scope: ast.AST, names: set[str], model: SemanticModel) -> bool:
    """True where an array of the trip is returned, or given to a function that may need NumPy."""
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
    return (
        stands_in(name, "numpy")
        or name.startswith(OPS)
        or name.removeprefix("builtins.") in _HARMLESS_BUILTINS
    )


_STAY = "work on the tensor with `ops`"


def _leaving(leaving: Exit, entry: Entry, whole: bool, model: SemanticModel) -> Finding:
    message = Message(
        f"`{quote(model, leaving.tensor)}` leaves for NumPy here and comes back as a tensor "
        f"on line {entry.node.lineno}",
        _STAY,
    )
    edit = Rewrite(leaving.node, "{x}", {"x": leaving.tensor})
    fix = Fix((edit,), Applicability.UNSAFE, "Keep the tensor") if whole else None
    value = leaving.value
    return Finding(leaving.node, message, value.evidence, value.reasons, fix, None, leaving.inner)


def _coming_back(entry: Entry, leaving: Exit, whole: bool, model: SemanticModel) -> Finding:
    message = Message(
        f"`{entry.spelled}` brings back a tensor that left for NumPy on line {leaving.node.lineno}", _STAY
    )
    fix = None
    if whole and not entry.node.keywords and len(entry.node.args) == 1:
        edit = Rewrite(entry.node, "{x}", {"x": entry.argument})
        fix = Fix((edit,), Applicability.UNSAFE, "Keep the tensor")
    reason = Reason(f"`{leaving.spelled}` takes it to NumPy", leaving.node.lineno, leaving.node.col_offset)
    return Finding(entry.node, message, leaving.value.evidence, (reason, *leaving.value.reasons), fix)

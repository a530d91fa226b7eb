"""The one call that no namespace has, taken to NumPy and back, so that the rest of its function can go to one.

np.partition(x, (3, 4))      xp.asarray(np.partition(np.asarray(x), (3, 4)), device=xp_device(x))

So do people who port a function of which a call has no counterpart.  Where more stays than goes, they leave it.
"""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace

from purity_lint.findings.diagnostics import Applicability
from purity_lint.findings.edits import BindNamespace, Edit, Fix, Hole, Rewrite, RewriteStatement
from purity_lint.findings.finding import Finding
from purity_lint.findings.message import Message, problem_of
from purity_lint.fixes.profiles.devices import Devices
from purity_lint.fixes.profiles.host_numbers import is_number, makes_array
from purity_lint.fixes.profiles.lacking import CompiledCodeError
from purity_lint.fixes.profiles.namespaces import Namespaces
from purity_lint.fixes.profiles.package_helpers import Helpers
from purity_lint.knowledge.libraries import HOST_PACKAGES
from purity_lint.knowledge.vocabularies.array_api import CONVERSION_TO_NUMPY
from purity_lint.records import dataclass
from purity_lint.rewrites.host.accepted_matrices import accepted_matrix
from purity_lint.rewrites.host.array_methods import is_method_of_array
from purity_lint.rewrites.host.given_distributions import is_given_distribution
from purity_lint.rewrites.host.hidden_calls import package_of
from purity_lint.rewrites.host.host_data import computes_on_host, is_made_on_host
from purity_lint.rewrites.left_out import may_be_none
from purity_lint.rewrites.namespaces.brought_over import given_another
from purity_lint.rewrites.namespaces.handed_to_numpy import is_numpys
from purity_lint.rewrites.namespaces.in_use import namespace_at
from purity_lint.rewrites.references import Category, reference
from purity_lint.semantics.model import SemanticModel
from purity_lint.semantics.values import PLAIN_NUMBERS, Kind
from purity_lint.source.constructs import COMPREHENSIONS, DEFINITIONS, arguments_of

_NUMPY = HOST_PACKAGES[0]
_Function = ast.FunctionDef | ast.AsyncFunctionDef
_FUNCTIONS = frozenset({Kind.FUNCTION, Kind.CLASS})
_SHARE = 2
"""For each call of a function that stays with NumPy more than so many have to go to a namespace."""
_DEPTH = 1
"""How many operations may stand around such a call in its statement."""
_DTYPES = frozenset({"bool", "int", "float", "complex"})
"""Python's classes that stand for dtypes."""
_OWN = frozenset({None, "out", "dtype"})
"""Keywords of calls that stay: what they store into, and dtypes that NumPy alone may have."""
_ADVICE = "give it NumPy's arrays, and take what it gives back to `xp`"


@dataclass(frozen=True, slots=True)
class _Trip:
    """A call of NumPy's or SciPy's between conversions."""

    edit: Rewrite | RewriteStatement
    binds: tuple[BindNamespace, ...]
    space: BindNamespace
    """How the namespace comes to the call."""


class HostTrips:
    """Finds the calls of one file that go to NumPy and back."""

    def __init__(
        self, model: SemanticModel, namespaces: Namespaces, devices: Devices, helpers: Helpers
    ) -> None:
        self._model = model
        self._namespaces = namespaces
        self._devices = devices
        self._helpers = helpers

    def taken(self, findings: Sequence[Finding]) -> tuple[list[Finding], set[ast.AST]]:
        """Return the findings with such a fix for calls without one, and these calls.

        That is where most of their function has other fixes.
        """
        planned = {n: plan for n, f in enumerate(findings) if (plan := self._plan(f)) is not None}
        if not planned:
            return list(findings), set()
        going = Counter(f for finding in findings if finding.fix for f in self._around(finding.node))
        staying = Counter(plan.space.node for plan in planned.values())
        trips = {n: plan for n, plan in planned.items() if _pays(plan, going, staying)}
        kept = {node for n in trips for node in self._kept_on_host(findings[n].node)}
        found = (replace(f, fix=None) if f.node in kept else f for f in findings)
        taken = [self._with(trips[n], one) if n in trips else one for n, one in enumerate(found)]
        return taken, {findings[n].node for n in trips}

    def _around(self, node: ast.AST) -> Iterator[ast.AST]:
        """Yield the functions around what has a fix: beside operations, `x.size` and methods go to a namespace."""
        parent = self._model.parent(node)
        while parent is not None:
            if isinstance(parent, DEFINITIONS):
                yield parent
            parent = self._model.parent(parent)

    def _kept_on_host(self, call: ast.AST) -> Iterator[ast.AST]:
        """Yield what is in those arguments of a call that NumPy makes of no array, and that may be its own."""
        for argument in getattr(call, "args", ()):
            if isinstance(argument, ast.Call) and self._is_of_no_array(argument):
                yield from ast.walk(argument)

    def _is_of_no_array(self, made: ast.Call) -> bool:
        """True for `np.arange(0, n)`, which is given no array and can be NumPy's."""
        found = reference(made, self._model)
        by_numpy = found is not None and found.category is Category.FUNCTION and found.library == _NUMPY
        inner = (n for n in ast.walk(made) if isinstance(n, ast.expr) and n is not made)
        return by_numpy and not any(self._model.value(n).is_tensor for n in inner)

    @staticmethod
    def _with(trip: _Trip, finding: Finding) -> Finding:
        edits: tuple[Edit, ...] = (trip.edit, *trip.binds)
        fix = Fix(edits, Applicability.UNSAFE, "Take its arrays to NumPy and back")
        return replace(
            finding, fix=fix, message=Message(problem_of(finding.message), _ADVICE, ":"), hint=None
        )

    def _plan(self, finding: Finding) -> _Trip | None:
        call = finding.node
        if finding.fix is not None or not isinstance(call, ast.Call) or not self._may_travel(call):
            return None
        numpy = self._numpy()
        if given_another(call, self._model) is not None:
            return None  # what it gives is for another library as well
        try:
            bind = self._namespaces.binding(call)
        except CompiledCodeError:
            return None  # the whole function is NumPy's
        if numpy is None or bind is None:
            return None
        filled = self._arguments(call, bind, numpy)
        if filled is None:
            return None
        text, holes = filled
        return self._back(call, text, holes, bind)

    def _may_travel(self, call: ast.Call) -> bool:
        """True for a function that computes with arrays, gives some, and is called once."""
        if computes_on_host(call, self._model) or self._is_repeated(call) or self._is_deep(call):
            return False
        if accepted_matrix(call, self._model) is not None:
            return False  # of which `np.asarray` makes no array of numbers
        found = reference(call, self._model)
        if found is None:
            begun = namespace_at(call, self._model) is not None
            of_package = package_of(call, self._model) is not None or is_method_of_array(call, self._model)
            if begun or not (of_package or is_given_distribution(call, self._model)):
                return False  # who has begun a function has decided what goes to such a package
        elif found.category is not Category.FUNCTION or found.library != _NUMPY:
            return False
        given = arguments_of(call)
        plain = all(k.arg not in _OWN for k in call.keywords) and not makes_array(call)
        called = any(isinstance(a, ast.Lambda) or self._is_function(a) for a in given)
        if isinstance(call.func, ast.Attribute) and found is None:
            given.append(call.func.value)  # of which it is a method
        arrays = (a for a in given if self._model.value(a).is_tensor)
        return plain and not called and any(not self._is_hosts(a) for a in arrays)

    def _is_function(self, node: ast.expr) -> bool:
        """True for what may be called with arrays: `float` is a dtype here."""
        dtype = isinstance(node, ast.Name) and node.id in _DTYPES
        return not dtype and self._model.value(node).kind in _FUNCTIONS

    def _is_hosts(self, node: ast.expr) -> bool:
        """True for a number, for an array of NumPy's, and for what is made of no array and can be one."""
        if is_number(node, self._model):
            return True
        if isinstance(node, ast.Call) and self._is_of_no_array(node):
            return True
        begun = namespace_at(node, self._model) is not None
        return is_made_on_host(node, self._model) or (begun and is_numpys(node, self._model))

    def _is_deep(self, call: ast.Call) -> bool:
        """True within a longer formula, which conversions would make one that nobody reads."""
        parent = self._model.parent(call)
        around = 0
        while isinstance(parent, ast.expr | ast.keyword):
            around += not isinstance(parent, ast.Tuple | ast.keyword | ast.Subscript)
            parent = self._model.parent(parent)
        return around > _DEPTH

    def _is_repeated(self, call: ast.Call) -> bool:
        """True in a loop: each turn would wait for the way to the host and back."""
        if self._model.loop(call) is not None:
            return True
        parent = self._model.parent(call)
        while isinstance(parent, ast.expr | ast.comprehension | ast.keyword):
            if isinstance(parent, (*COMPREHENSIONS, ast.Lambda)):
                return True
            parent = self._model.parent(parent)
        return False

    def _numpy(self) -> str | None:
        """Return how the file calls NumPy."""
        return next((b.local for b in self._model.imports if b.qualified == _NUMPY and not b.star), None)

    def _arguments(
        self, call: ast.Call, bind: BindNamespace, numpy: str
    ) -> tuple[str, dict[str, Hole]] | None:
        """Return the call with arrays of NumPy's for its arguments; ``None`` where one holds several of others."""
        holes: dict[str, Hole] = {}
        written: list[str] = []
        function = self._function(call, holes, bind, numpy)
        if function is None:
            return None
        named = [(None, a) for a in call.args] + [(k.arg, k.value) for k in call.keywords]
        for n, (name, argument) in enumerate(named):
            filled = self._on_host(argument, f"a{n}", holes, bind, numpy)
            if filled is None:
                return None
            written.append(filled if name is None else f"{name}={filled}")
        return f"{function}({', '.join(written)})", holes

    def _function(
        self, call: ast.Call, holes: dict[str, Hole], bind: BindNamespace, numpy: str
    ) -> str | None:
        """Return what is called: `np.asarray(x).view` where it is a method of an array."""
        method = call.func
        if isinstance(method, ast.Attribute) and is_method_of_array(call, self._model):
            array = self._on_host(method.value, "array", holes, bind, numpy)
            return None if array is None or " " in array else f"{array}.{method.attr}"
        holes["function"] = method
        return "{function}"

    def _on_host(
        self, node: ast.expr, name: str, holes: dict[str, Hole], bind: BindNamespace, numpy: str
    ) -> str | None:
        """Return an argument as NumPy takes it, and fill ``holes`` with its parts."""
        value = self._model.value(node)
        if isinstance(node, ast.List | ast.Tuple) and any(self._model.value(e).is_tensor for e in node.elts):
            parts = [self._on_host(e, f"{name}_{n}", holes, bind, numpy) for n, e in enumerate(node.elts)]
            if None in parts:
                return None
            text = ", ".join(part for part in parts if part is not None)
            return f"[{text}]" if isinstance(node, ast.List) else f"({text}{',' if len(parts) == 1 else ''})"
        if isinstance(node, ast.Starred) or (value.element is not None and value.element.is_tensor):
            return None
        holes[name] = node
        if not value.is_tensor or self._is_hosts(node):
            return f"{{{name}}}"
        brought = self._brought(f"{{{name}}}", bind, numpy)
        if isinstance(node, ast.Name) and may_be_none(node, self._model):
            return f"None if {{{name}}} is None else {brought}"
        return brought

    def _brought(self, text: str, bind: BindNamespace, numpy: str) -> str:
        """Return the conversion of an array to NumPy: by the package's own function, where it has one."""
        helper = self._helpers(CONVERSION_TO_NUMPY)
        if helper is None or not helper.takes_namespace or len(helper.required - {"xp"}) != 1:
            return f"{numpy}.asarray({text})"
        return f"{helper.name}({text}, xp={bind.name})"

    def _back(self, call: ast.Call, text: str, holes: dict[str, Hole], bind: BindNamespace) -> _Trip | None:
        """Return the call with arrays of the namespace for its results; numbers of Python's stay as they are."""
        value = self._model.value(call)
        binds = [bind] if bind.statement or not bind.sure else []
        helper = self._helpers(CONVERSION_TO_NUMPY)
        if helper is not None and helper.imported and f"{helper.name}(" in text:
            binds.append(BindNamespace(bind.node, helper.name, "", helper.imported))
        if value.kind in PLAIN_NUMBERS:
            return _Trip(Rewrite(call, text, holes), tuple(binds), bind)
        device, more = self._devices.of_result(call, bind)
        made = f"{bind.name}.asarray({{}}{device})"
        unknown = value.kind is Kind.UNKNOWN and is_given_distribution(call, self._model)
        if value.is_tensor or value.kind is Kind.SCALAR or unknown:
            whole = made.format(text) + ("[()]" if value.kind is Kind.SCALAR else "")
            return _Trip(Rewrite(call, whole, holes), (*binds, *more), bind)
        statement = self._model.parent(call)
        names = _unpacked(statement)
        if not isinstance(statement, ast.Assign) or not names or len(value.elements or ()) != len(names):
            return None
        several = ", ".join(names)
        arrays = [n for n, v in zip(names, value.elements or (), strict=True) if v.is_tensor and n != "_"]
        lines = [f"{several} = {text}", *(f"{name} = {made.format(name)}" for name in arrays)]
        return _Trip(RewriteStatement(statement, "\n".join(lines), holes), (*binds, *more), bind)


def _unpacked(statement: ast.AST | None) -> list[str]:
    """Return the names that an assignment gives the parts of its value."""
    match statement:
        case ast.Assign(targets=[ast.Tuple(elts=elements)]):
            names = [element.id for element in elements if isinstance(element, ast.Name)]
            return names if len(names) == len(elements) else []
    return []


def _pays(trip: _Trip, going: Counter[ast.AST], staying: Counter[_Function]) -> bool:
    """True where a function has a namespace already, and where most of its calls go to one."""
    function = trip.space.node
    return not trip.space.statement or staying[function] * _SHARE < going[function]

"""Find the namespace of the arrays of a function: ``xp = array_namespace(x, y)`` at its top."""

from __future__ import annotations

import ast
import re
from dataclasses import replace

from purity_lint.findings.edits import BindNamespace
from purity_lint.fixes.profiles.arrays_of_instances import kept_array
from purity_lint.fixes.profiles.extra_functions import EXTRA_NAME
from purity_lint.fixes.profiles.given_arrays import are_arrays, calls_library, holds_arrays
from purity_lint.fixes.profiles.lacking import CompiledCodeError
from purity_lint.fixes.profiles.other_parameters import asked_as_dtypes, called_by, is_for_callbacks
from purity_lint.fixes.profiles.package_helpers import Helpers
from purity_lint.fixes.profiles.packages import array_api_module
from purity_lint.fixes.profiles.unpacked_parameters import unpacked_arrays
from purity_lint.fixes.profiles.unread_namespaces import is_bound_unread
from purity_lint.knowledge.python import NAMESPACE_GETTERS
from purity_lint.knowledge.vocabularies import own_backend
from purity_lint.knowledge.vocabularies.array_api import (
    AXIS_NAMES,
    IMPORT_OF_NUMPYS,
    IS_ARRAY,
    NAMESPACE_AND_DEVICE,
    NUMPYS,
)
from purity_lint.records import dataclass
from purity_lint.rewrites.documented_ranks import (
    is_said_to_be_array,
    is_said_to_be_number,
    is_said_to_hold_numbers,
)
from purity_lint.rewrites.host.asked_texts import may_be_text
from purity_lint.rewrites.host.counted_names import is_size
from purity_lint.rewrites.local_calls import callee, calls_of
from purity_lint.rewrites.namespaces.asked_arrays import namespace_for
from purity_lint.rewrites.namespaces.compiled_modules import hands_to_compiled
from purity_lint.rewrites.namespaces.handed_on import is_handed_to_objects
from purity_lint.rewrites.namespaces.in_use import namespace_of
from purity_lint.rewrites.scopes import bindings, bound_names
from purity_lint.semantics.model import SemanticModel
from purity_lint.semantics.values import Value
from purity_lint.source.constructs import DEFINITIONS, is_none
from purity_lint.source.imports import imported_from
from purity_lint.source.names import last_name
from purity_lint.source.packages import package_folder
from purity_lint.source.parameters import argument_for, defaults, single
from purity_lint.source.walk import walk

MODULE = "array_api_compat"
ACCESSOR = "array_namespace"
_EACH = "each"
_NAMESPACE = "xp"
"""Keyword of accessors for a namespace that is there already."""
_LEFT_OUT = "remove_types"
"""Keyword of accessors that look at arrays alone, whatever else they are given: `str` by default."""
_CONVERSIONS = frozenset(
    {
        *("asarray", "array", "asanyarray", "ascontiguousarray", "as_tensor", "tensor", "convert_to_tensor"),
        *("atleast_1d", "atleast_2d", "atleast_3d", "check_array"),
    }
)
_GIVES_MORE = frozenset({"get_namespace"})
"""Accessors that say as well whether the arrays keep to the standard, where a project has its own."""
_NAMED = re.compile(r"\b(array_namespace|get_namespace)\b")
_Function = ast.FunctionDef | ast.AsyncFunctionDef


def binds_namespace(node: ast.AST) -> bool:
    """True if ``node`` is ``xp = array_namespace(x)``, also ``if xp is None``, or ``xp, _ = get_namespace(x)``."""
    if isinstance(node, ast.Assign) and isinstance(node.value, ast.IfExp):
        node = ast.Assign(node.targets, node.value.body)
    match node:
        case ast.Assign(value=ast.Call(func=ast.Name(id="next"), args=[ast.GeneratorExp(elt=first), _])):
            return binds_namespace(ast.Assign([], first))
        case ast.Assign(value=ast.Call(func=ast.Attribute(attr=maker) | ast.Name(id=maker))):
            return maker in NAMESPACE_GETTERS or maker in {own_backend.GETTER, own_backend.CONVERTER}
    return False


@dataclass(frozen=True, slots=True)
class Accessor:
    """Function that gives a namespace, as one file calls it."""

    name: str
    """How it is called here: ``array_namespace``, ``_array_api.get_namespace``."""
    module: str | None
    """Module to import it from; ``None`` where the file has it."""
    gives_more: bool = False
    """It says as well whether the arrays keep to the standard."""
    takes_namespace: bool = False
    """It takes a namespace that is there already, by the keyword ``xp``."""
    arrays_alone: bool = False
    """It takes no lists, as that of :mod:`array_api_compat`, and no numbers without an array beside them."""
    refuses_none: bool = False
    """It fails where one of several arrays is left out."""
    leaves_out_text: bool = False
    """It takes `"uniform_average"` in the place of an array, and looks at the others."""
    gives_device: bool = False
    """It gives their device behind what it says of the standard."""

    def statement(self, namespace: str, arguments: list[str]) -> str:
        """Return the statement that binds a namespace."""
        more = ", _, _" if self.gives_device else ", _" if self.gives_more else ""
        return f"{namespace}{more} = {self.name}({', '.join(arguments)})"

    def statement_for_all(self, namespace: str, arguments: list[str]) -> str:
        """Return the statement that binds a namespace, NumPy's where nothing that is given has one."""
        match arguments:
            case [one] if not one.startswith("*"):
                return f"{self.statement(namespace, arguments)} if {IS_ARRAY}({one}) else {NUMPYS}"
        return f"{namespace} = {self._first_of(arguments)}"

    def _first_of(self, arguments: list[str]) -> str:
        several = ", ".join(arguments) + ("," if len(arguments) == 1 else "")
        each = f"{self.name}({_EACH}) for {_EACH} in ({several}) if {IS_ARRAY}({_EACH})"
        return f"next(({each}), {NUMPYS})"

    def statement_if_given(self, namespace: str, arguments: list[str]) -> str | None:
        """Return the statement that binds a namespace unless a caller has handed one on; ``None``: there is none."""
        if self.gives_more:
            given = [*arguments, f"xp={namespace}"]
            return self.statement(namespace, given) if self.takes_namespace else None
        asked = (
            f"{namespace} = {self._first_of(arguments)}"
            if self.arrays_alone
            else self.statement(namespace, arguments)
        )
        return f"{asked} if {namespace} is None else {namespace}"

    def imported(self, statement: str) -> str:
        """Return what imports the functions of ``statement``, line by line; of itself where the file has it not."""
        lines = [] if self.module is None else [f"from {self.module} import {self.name}"]
        if f"{IS_ARRAY}(" in statement:
            lines += [f"from {MODULE} import {IS_ARRAY}", IMPORT_OF_NUMPYS]
        return "\n".join(lines)


class Namespaces:
    """Finds or plans the namespace of each function of one file."""

    def __init__(self, model: SemanticModel, name: str, accessor: Accessor | None = None) -> None:
        self._model = model
        self._name = name
        self._accessor = accessor
        self._accessor_is_given = accessor is not None
        self._arguments: dict[_Function, list[str]] = {}
        self._planned: dict[_Function, BindNamespace | None] = {}

    def binding(self, node: ast.AST) -> BindNamespace | None:
        """How code at ``node`` calls the namespace; without a statement where a function around has it already."""
        functions = self._functions(node)
        for function in functions:
            found = namespace_for(node, function, self._model) or namespace_of(function, self._model)
            if found is not None:
                return self._there(function, found, node) or self._before(function, found)
        for function in functions:
            if is_bound_unread(self._name, function, self._model):
                there = self._there(function, self._name, node) or self._before(function, self._name)
                return there and replace(there, sure=False)  # its name alone says what it is
        if not functions:
            return None
        kept = self._kept(functions[-1])
        if kept is not None:
            return BindNamespace(functions[-1], kept, "", sure=False)  # it may not be there yet
        outermost = functions[-1]
        if outermost not in self._planned:
            self._planned[outermost] = self._plan(outermost)
        return self._planned[outermost]

    @property
    def prefers_none(self) -> bool:
        """True if a new axis is written `None`, as people do whose namespaces come with something else."""
        return self._found_accessor().gives_more

    def _found_accessor(self) -> Accessor:
        if self._accessor is None:
            self._accessor = accessor_of(self._model)
        return self._accessor

    def extra(self, function: _Function) -> BindNamespace:
        """Return the import of ``array_api_extra``, which code of ``function`` calls ``xpx``."""
        for binding in self._model.imports:
            if binding.local == EXTRA_NAME:
                return BindNamespace(function, EXTRA_NAME, "")
        imported = extra_import(self._model)
        return BindNamespace(function, EXTRA_NAME, "", imported, sure=imported.startswith("from"))

    def _there(self, function: _Function, name: str, node: ast.AST) -> BindNamespace | None:
        """Return the namespace that ``function`` has, where it is bound before ``node``."""
        bound = [
            inner.lineno
            for inner in walk(function)
            if isinstance(inner, ast.Name) and inner.id == name and isinstance(inner.ctx, ast.Store)
        ]
        early = not bound or min(bound) <= getattr(node, "lineno", 0)
        if not early:
            return None
        return BindNamespace(function, name, "", sure=not _is_of_an_object(name, function))

    def _before(self, function: _Function, name: str) -> BindNamespace | None:
        """Return what binds the namespace at the top of a function that has it later on, as a part of a result."""
        arguments = self.arguments(function)
        if name != self._name or not arguments or name in {a.arg for a in single(function.args)}:
            return None
        accessor = self._found_accessor()
        sure = self._are_given(function, arguments)
        alone = accessor.arrays_alone and not sure
        statement = (accessor.statement_for_all if alone else accessor.statement)(name, arguments)
        return BindNamespace(function, name, statement, accessor.imported(statement), sure)

    def _kept(self, method: _Function) -> str | None:
        """Return the namespace that an instance keeps, `self.xp`, as other methods of its class read it."""
        owner = self._model.parent(method)
        if not isinstance(owner, ast.ClassDef) or method.decorator_list or not method.args.args:
            return None
        instance = method.args.args[0].arg
        for other in owner.body:
            if (
                not isinstance(other, DEFINITIONS)
                or not other.args.args
                or other.args.args[0].arg != instance
            ):
                continue
            found = namespace_of(other, self._model)
            if found is not None and found.startswith(f"{instance}."):
                return found
        return None

    def _functions(self, node: ast.AST) -> list[_Function]:
        """Return the functions whose body holds ``node``, from the inside out."""
        found: list[_Function] = []
        child, parent = node, self._model.parent(node)
        while parent is not None:
            if isinstance(parent, DEFINITIONS) and child in parent.body:
                found.append(parent)
            child, parent = parent, self._model.parent(parent)
        return found

    def _plan(self, function: _Function) -> BindNamespace | None:
        if _uses(function, self._name) or self._name in bound_names(self._model.source.tree):
            return None  # it means something else here
        if not self._accessor_is_given and hands_to_compiled(function, self._model):
            raise CompiledCodeError
        arguments = self.arguments(function)
        if not arguments:
            return None
        accessor = self._found_accessor()
        sure = self._are_given(function, arguments)
        given = accessor.statement_if_given(self._name, arguments) if self._is_helper(function) else None
        alone = accessor.arrays_alone and not sure
        plain = accessor.statement_for_all if alone else accessor.statement
        statement = given or plain(self._name, arguments)
        imported = accessor.imported(statement)
        return BindNamespace(function, self._name, statement, imported, sure, parameter=given is not None)

    def _is_helper(self, function: _Function) -> bool:
        """True for a private function at the top of a file that others there call, with arrays of theirs."""
        private = function.name.startswith("_") and not function.name.startswith("__")
        if (
            not private
            or self._accessor_is_given
            or function.args.kwarg is not None
            or function.decorator_list  # it may look at the parameters
            or not function.args.args
        ):
            return False
        if self._found_accessor().gives_more and not self._is_handed_on():
            return False
        callers = (self._functions(call)[-1] for call in calls_of(function, self._model))
        return any(
            namespace_of(one, self._model) is not None
            or (self.arguments(one) and calls_library(one, self._model))
            for one in callers
        )

    def _is_handed_on(self) -> bool:
        """True if functions of the file are handed their namespace, as its authors do it.

        An accessor that looks at a whole list of arguments costs little: people ask for it in each private function.
        """
        source = self._model.source
        functions: list[_Function] = [*source.of(ast.FunctionDef), *source.of(ast.AsyncFunctionDef)]
        return any(argument.arg == self._name for function in functions for argument in single(function.args))

    def _are_given(self, function: _Function, arguments: list[str]) -> bool:
        """True if annotations say that these parameters are arrays, and nothing else: callers may pass lists."""
        annotated = {a.arg for a in single(function.args) if a.annotation is not None}
        reads: dict[str, list[Value]] = {name: [] for name in arguments}
        names = [n for n in walk(function) if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Load)]
        for node in sorted(names, key=lambda name: (name.lineno, name.col_offset)):
            if node.id in reads:
                reads[node.id].append(self._model.value(node))
        return annotated.issuperset(arguments) and all(map(are_arrays, reads.values()))

    def arguments(self, function: _Function) -> list[str]:
        """Return the parameters that hold arrays, as they are handed to the accessor."""
        if function not in self._arguments:
            self._arguments[function] = []  # one may call itself
            kept = [] if self._accessor_is_given else kept_array(function, self._model)
            self._arguments[function] = self._arrays_of(function) or kept
        return self._arguments[function]

    def _arrays_of(self, function: _Function) -> list[str]:
        """Return the parameters that hold arrays, or what is made an array, as they are handed to the accessor."""
        spec = function.args
        given = defaults(spec)
        called = called_by(function) | asked_as_dtypes(function)
        names = {
            a.arg: a.arg
            for a in single(spec)
            if a.arg not in called
            and self._may_be_array(function, a.arg, given.get(a.arg))
            and not is_said_to_be_number(function, a.arg)
            and not is_size(function, a.arg)
            and (self._found_accessor().leaves_out_text or not may_be_text(function, a.arg))
        }
        if spec.vararg is not None and not is_for_callbacks(spec.vararg.arg, function):
            names[spec.vararg.arg] = f"*{spec.vararg.arg}"
        found = {name: name in given and not is_none(given[name]) for name in names}
        for node in walk(function):
            if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load) and not found.get(node.id, True):
                found[node.id] = self._is_array(node)
                if found[node.id] and holds_arrays(self._model.value(node)):
                    names[node.id] = f"*{node.id}"
        several = unpacked_arrays(function, self._model) & (found.keys() - called)
        names |= {name: f"*{name}" for name in several}
        arrays = [name for name, is_array in found.items() if is_array or name in several]
        others = [name for name in arrays if not is_said_to_hold_numbers(function, name)]
        others = others or arrays  # beside arrays of another library, lists are NumPy's
        own = [name for name in others if not is_handed_to_objects(name, function, self._model)]
        return [names[name] for name in own or others]

    def _may_be_array(self, function: _Function, parameter: str, default: ast.expr | None) -> bool:
        """True for a parameter without a value of its own, and for one that is said to take arrays beside that."""
        match default:
            case None:
                return True
            case ast.Constant(value=None):
                return not self._found_accessor().refuses_none
            case ast.Constant(value=bool()):
                return False
            case ast.Constant(value=int() | float()):
                takes = not self._accessor_is_given
            case ast.Constant(value=str()):
                takes = self._found_accessor().leaves_out_text
            case _:
                takes = False
        return takes and parameter not in AXIS_NAMES and is_said_to_be_array(function, parameter)

    def _is_array(self, name: ast.Name) -> bool:
        value = self._model.value(name)
        if name.id in AXIS_NAMES:
            return False
        if value.is_tensor or (value.element is not None and value.element.is_tensor):
            return True
        parent = self._model.parent(name)
        if isinstance(parent, ast.Call) and self._is_asked_by(parent, name):
            return True
        if not isinstance(parent, ast.Call) or name not in parent.args[:1]:
            return False  # behind arrays there are settings too, `f(x, method, xp=xp)`
        takes_namespace = any(keyword.arg == self._name for keyword in parent.keywords)
        return takes_namespace or last_name(parent.func) in _CONVERSIONS

    def _is_asked_by(self, call: ast.Call, name: ast.Name) -> bool:
        """True for what is handed to a function of the file that asks it, or is to ask it, for its namespace."""
        function = callee(call, self._model)
        asked = self.arguments(function) if function is not None else []
        return function is not None and any(argument_for(one, function, call) is name for one in asked)


def _is_of_an_object(name: str, function: _Function) -> bool:
    """True for `ns = space.array_namespace`: arrays of the function may be of another library than `space`."""
    made = bindings(function).get(name, ())
    return any(isinstance(value, ast.Attribute) and value.attr in NAMESPACE_GETTERS for value in made)


def _uses(function: _Function, name: str) -> bool:
    """True if a function has a variable or parameter of this name."""
    return any(
        (isinstance(node, ast.Name) and node.id == name) or (isinstance(node, ast.arg) and node.arg == name)
        for node in walk(function)
    )


def accessor_of(model: SemanticModel) -> Accessor:
    """Return how a file gets namespaces: as it does already, as its package does, or with ``array_api_compat``."""
    for binding in model.imports:
        last = binding.qualified.rpartition(".")[2]
        if last in NAMESPACE_GETTERS:
            of_compat = _module_of(binding.local, model) == MODULE
            more = not of_compat and _gives_more(last, model)
            return Accessor(
                binding.local,
                None,
                more,
                more and _takes(_NAMESPACE, last, model),
                arrays_alone=of_compat,
                leaves_out_text=not of_compat and _takes(_LEFT_OUT, last, model),
                gives_device=last == NAMESPACE_AND_DEVICE,
            )
        if last == MODULE and not binding.star:
            return Accessor(f"{binding.local}.{ACCESSOR}", None)
    return model.memo("accessor of the package", lambda: _of_package(model))


def _module_of(local: str, model: SemanticModel) -> str | None:
    """Return the module that a file imports a name from."""
    for statement in model.source.of(ast.ImportFrom):
        if any((alias.asname or alias.name) == local for alias in statement.names):
            return imported_from(statement, model.source)
    return None


def _gives_more(name: str, model: SemanticModel) -> bool:
    """True of an accessor that gives a tuple: as the file takes it, or as those of this name do."""
    for assignment in model.source.of(ast.Assign):
        match assignment:
            case ast.Assign(targets=[target], value=ast.Call(func=function)) if last_name(function) == name:
                return isinstance(target, ast.Tuple)
    return name in _GIVES_MORE


def _of_package(model: SemanticModel) -> Accessor:
    """Return the accessor that a module `_array_api` of the package has."""
    found = array_api_module(model.source.path)
    named = set(_NAMED.findall(found[1])) if found is not None else set()
    if found is None or not named:
        return Accessor(ACCESSOR, MODULE, arrays_alone=True)
    name = "get_namespace" if "get_namespace" in named else ACCESSOR
    more = name in _GIVES_MORE
    given = more and _takes(_NAMESPACE, name, model)
    return Accessor(name, found[0], more, given, leaves_out_text=_takes(_LEFT_OUT, name, model))


def _takes(keyword: str, name: str, model: SemanticModel) -> bool:
    helper = Helpers(model)(name)
    return helper is not None and keyword in helper.keywords


def extra_import(model: SemanticModel) -> str:
    """Return the import of ``array_api_extra``, or of the copy that the package keeps."""
    root = package_folder(model.source.path)
    kept = [] if root is None else sorted(root.glob("*/array_api_extra*"))
    if root is not None and kept:
        return f"from {root.name}.{kept[0].parent.name} import array_api_extra as {EXTRA_NAME}"
    return f"import array_api_extra as {EXTRA_NAME}"

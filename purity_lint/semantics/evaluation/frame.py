"""Evaluation of one function (or module, or class body): its state, and the doors to the project."""

from __future__ import annotations

import ast
from abc import ABC, abstractmethod
from collections.abc import Hashable
from typing import Any, Final

from purity_lint.semantics.domain.arithmetic import is_condition
from purity_lint.semantics.domain.atoms import ANY, NEVER, inferred
from purity_lint.semantics.domain.containers import tuple_of, with_item
from purity_lint.semantics.domain.environment import Environment
from purity_lint.semantics.domain.indexing import tensor_index, unpack
from purity_lint.semantics.domain.interning import Abs, Why
from purity_lint.semantics.domain.kinds import (
    CLASS,
    DICT,
    INFERRED,
    INSTANCE,
    LIST,
    NUMERIC,
    SCALAR,
    TENSOR,
    UNKNOWN,
)
from purity_lint.semantics.domain.lattice import join
from purity_lint.semantics.evidence.numbers import as_compared, speaks_of_a_number
from purity_lint.semantics.evidence.other_members import is_guarded
from purity_lint.semantics.evidence.unknown_names import as_used, note
from purity_lint.semantics.symbols.cells import Cell, Parameter
from purity_lint.semantics.symbols.closures import binder
from purity_lint.semantics.symbols.evaluator import Evaluator, Program
from purity_lint.semantics.symbols.modules import ModuleGraph
from purity_lint.semantics.symbols.offers import Reads
from purity_lint.semantics.symbols.own_members import ITEMS, OWN_MEMBERS, knows_arrays
from purity_lint.semantics.symbols.table import ClassSymbol, FunctionSymbol, ModuleSymbol
from purity_lint.semantics.symbols.uses import USE_ELEMENTWISE, USE_NONE, USE_SCALAR, USE_TENSOR

MAX_PATH: Final = 12
"""How many attributes and keys of a path are followed."""


class LinkedProgram(ModuleGraph, ABC):
    """A project as the evaluation of one function needs it: what the others are and what they return."""

    reads: Reads | None
    """Record of what is read of an earlier stage, where that matters."""
    memo: dict[Hashable, Any]
    """Facts that were worked out once for all of its files."""
    imported_names: frozenset[str]
    """Private names that files import, and modules."""

    @abstractmethod
    def asked_about(self, demand: str) -> frozenset[str]:
        """Return the names of which some file demands something."""

    @abstractmethod
    def call(
        self,
        frame: Frame,
        symbol: FunctionSymbol,
        args: list[Abs],
        keywords: dict[str, Abs],
        node: ast.AST,
        receiver: ClassSymbol | None,
    ) -> Abs:
        """Return the result of calling ``symbol``."""

    @abstractmethod
    def define_class(self, frame: Frame, node: ast.ClassDef) -> ClassSymbol:
        """Evaluate a class body."""

    @abstractmethod
    def assign_member(self, symbol: ClassSymbol, name: str, value: Abs) -> None:
        """Let the instances of a class have ``value`` under ``name``."""

    @abstractmethod
    def assign_shared(self, module: ModuleSymbol, name: str, value: Abs) -> None:
        """Let the functions of a module read ``value`` under a name of the module."""

    @abstractmethod
    def assign_held(self, function: FunctionSymbol, name: str, value: Abs) -> None:
        """Let a function find ``value`` in the list or dict that it calls ``name``: one within it has put it there."""

    @abstractmethod
    def receiving(self, symbol: FunctionSymbol) -> list[Parameter]:
        """Return the parameters into which the arguments of a call go."""

    @abstractmethod
    def reconsider(self, symbol: FunctionSymbol) -> None:
        """Evaluate ``symbol`` again, later, if what it was called with makes its parameters something else."""

    @abstractmethod
    def annotation(self, frame: Evaluator, node: ast.expr) -> Abs | None:
        """Return the values that an annotation allows; ``None`` where it says nothing."""


class Frame(ABC):
    """State of one evaluation, which every handler of a node is given."""

    __slots__ = (
        "around",
        "class_symbol",
        "ended",
        "env",
        "failing",
        "function",
        "loops",
        "module",
        "nested",
        "outer",
        "project",
        "returns",
        "values",
        "yields",
    )

    def __init__(
        self,
        project: LinkedProgram,
        module: ModuleSymbol,
        env: Environment,
        function: FunctionSymbol | None = None,
    ) -> None:
        self.project = project
        self.module = module
        self.env = env
        self.function = function
        self.class_symbol: ClassSymbol | None = None
        self.values = module.values
        self.returns = NEVER
        self.yields = NEVER
        self.nested: list[FunctionSymbol] = []
        self.outer: frozenset[str] = frozenset()
        """Names of the module that the function says it binds."""
        self.around: dict[str, FunctionSymbol | None] = {}
        """Functions that bind the lists and dicts that are changed here; ``None`` where the module does."""
        self.ended = False
        """True where the statement just executed does not go on to the next."""
        self.failing = False
        """Calls made here are meant to fail: what they pass says nothing of what should be."""
        self.loops: list[tuple[int, list[dict[str, Abs | None]], list[dict[str, Abs | None]]]] = []

    @property
    def program(self) -> Program:
        """Return the project, as evidence sees it."""
        return self.project

    @abstractmethod
    def eval(self, node: ast.expr) -> Abs:
        """Return the value of ``node``, which is also recorded."""

    @abstractmethod
    def attribute_of(self, value: Abs, attr: str, node: ast.expr) -> Abs:
        """Return the attribute ``attr`` of ``value``."""

    @abstractmethod
    def apply(self, value: Abs, args: list[Abs], keywords: dict[str, Abs], node: ast.Call) -> Abs:
        """Return the result of calling ``value``."""

    # Names ------------------------------------------------------------------------------------------

    def lookup(self, name: str) -> Abs:
        """A name that is not bound in this scope."""
        env = self.env.parent
        if env is None:
            return self._of_module(name)
        value = env.captured(name)
        if self.function is not None:
            self.function.captured[name] = None if value is None else value.core
            if value is not None and self._is_bound_anew(self.function, name, value):
                value = inferred(value)
        return self._of_module(name) if value is None else value.free()

    def _of_module(self, name: str) -> Abs:
        """A name outside all functions, with what functions put into it, or into the list or dict that it holds."""
        value = self.project.global_name(self.module, name)
        if self.function is None or not (
            value.mask & (DICT | LIST) or name in self.module.bound_by_functions
        ):
            return value
        cell = self.module.shared.setdefault(name, Cell(self.module))
        self.reads(cell)
        return join(value, cell.value) if cell.value.mask else value

    @staticmethod
    def _is_bound_anew(function: FunctionSymbol, name: str, value: Abs) -> bool:
        """True for a tensor that was something else when ``function`` was defined, which may have been called then."""
        if not value.mask & TENSOR or value.ev <= INFERRED:
            return False
        before = function.closure_values.get(name)
        return before is not None and before.core is not value.core

    def path(self, node: ast.expr, depth: int = 0) -> str | None:
        """``self.x.y`` or ``d["k"]`` as a key of the environment; ``None`` for longer ones than anybody writes."""
        if node.__class__ is ast.Name:
            return node.id
        if depth == MAX_PATH:
            return None
        if node.__class__ is ast.Attribute:
            base = node.value
            if base.__class__ is ast.Name:
                return f"{base.id}.{node.attr}"
            head = self.path(base, depth + 1)
            return None if head is None else f"{head}.{node.attr}"
        if node.__class__ is ast.Subscript:
            key = node.slice
            if key.__class__ is ast.Constant and isinstance(key.value, str):
                head = self.path(node.value, depth + 1)
                return None if head is None else f"{head}.[{key.value}]"
        return None

    def bind(self, target: ast.expr, value: Abs) -> None:
        """Assign ``value`` to ``target``."""
        if isinstance(target, ast.Name):
            value = self.as_used(target.id, value)
            if value.mask in (DICT, LIST) and self.function and (held := self.function.held.get(target.id)):
                value = join(value, held.value)
            elif value.ev == INFERRED and value.mask & TENSOR and value.mask & SCALAR and self.function:
                value = as_compared(self.function, target.id, value, self.project.memo)
            self.env.set(target.id, value)
            self.values[target] = value
            if target.id in self.outer:
                self.project.assign_shared(self.module, target.id, value)
        elif isinstance(target, (ast.Tuple, ast.List)):
            elts = target.elts
            star = next((i for i, e in enumerate(elts) if isinstance(e, ast.Starred)), None)
            value = self.as_tuple(value)
            for e, v in zip(elts, unpack(value, len(elts), star), strict=True):
                self.bind(e.value if isinstance(e, ast.Starred) else e, v)
        elif isinstance(target, ast.Attribute):
            self.eval(target.value)
            self.store(target, value)
            self.values[target] = value
        elif isinstance(target, ast.Subscript):
            self.store_item(target, value)
        elif isinstance(target, ast.Starred):
            self.bind(target.value, value)

    def as_tuple(self, value: Abs) -> Abs:
        """``value``, as a plain tuple where it is a named one."""
        if value.mask != INSTANCE or len(value.refs) != 1:
            return value
        symbol = value.refs[0]
        if not isinstance(symbol, ClassSymbol):
            return value
        record = next((c for c in symbol.ancestors() if c.record and c.is_tuple), None)
        if record is None:
            return value
        return tuple_of(tuple(self.fields_of(record).values()))

    def fields_of(self, record: ClassSymbol) -> dict[str, Abs]:
        """Return what the fields of the instances of a record hold, by their names."""
        cells = {name: record.member_here(name) for name in record.fields}
        for name, cell in cells.items():
            self.reads(cell)
            self.reads_member(record, name)
        return {name: cell.value if cell.value.mask else ANY for name, cell in cells.items()}

    def store(self, target: ast.expr, value: Abs) -> None:
        """Let the name or attribute ``target`` hold ``value``, and its class know."""
        path = self.path(target)
        if path is not None:
            self.env.set(path, value)
        if target.__class__ is ast.Attribute:
            owner = self.values.get(target.value)
            if owner is not None and owner.mask & (INSTANCE | CLASS):
                for ref in owner.refs:
                    if isinstance(ref, ClassSymbol):
                        self.project.assign_member(ref, target.attr, value)
                        self._set_property(ref, target, value)

    def _set_property(self, symbol: ClassSymbol, target: ast.Attribute, value: Abs) -> None:
        """Hand ``value`` to the setter of a property, unless it is a tensor to some callers and a number to others."""
        setter = symbol.setter(target.attr)
        if setter is not None and not (value.mask & TENSOR and value.mask & NUMERIC):
            self.call_symbol(setter, [value], {}, target, symbol)

    def store_item(self, target: ast.Subscript, value: Abs) -> None:
        """``a[i] = value``."""
        owner = self.eval(target.value)
        index = self.eval(target.slice)
        if owner.mask == UNKNOWN or (owner.mask & TENSOR and tensor_index(target.slice)):
            self.eval(target)  # what reading it there says of the owner and the index
        self.values[target] = value
        shows = (tensor_index(target.slice) or is_condition(index)) and not self.is_own(ITEMS)
        unknown = owner.mask & UNKNOWN and not owner.mask & TENSOR and shows
        if unknown or (owner.mask and not owner.mask & ~NUMERIC):
            self.use(owner, USE_TENSOR, target, target.value)
        if owner.mask in (DICT, LIST):
            self.update(target.value, with_item(owner, target.slice, value))
        elif owner.mask & INSTANCE:
            self.dunder(owner, "__setitem__", [index, value], target)

    def _remember(self, name: str, value: Abs) -> None:
        """Remember what is stored in a parameter's dict: it is there when the function is called again."""
        if self.function is None:
            return
        for p in self.function.parameters:
            if p.name == name and p.kind == "positional":
                fields = {k: v.free() for k, v in (value.fields or {}).items() if not v.mask & UNKNOWN}
                if fields and p.calls.add(Abs(DICT, fields=fields)):
                    self.project.reconsider(self.function)

    def _tell_around(self, name: str, value: Abs) -> None:
        """Tell the function or module that binds ``name`` what the list or dict holds that this one has changed."""
        if self.function is None or self.class_symbol is not None:
            return
        if name not in self.around:
            self.around[name] = binder(name, self.env, self.function)
        holder = self.around[name]
        if holder is None:
            self.project.assign_shared(self.module, name, value)
        elif holder is not self.function:
            self.project.assign_held(holder, name, value)

    def update(self, target: ast.expr, value: Abs) -> None:
        """Let ``target`` stand for ``value``, after a method or a store changed the object that it names."""
        if target.__class__ in (ast.Name, ast.Attribute):
            if isinstance(target, ast.Name):
                self._tell_around(target.id, value)
            self.store(target, value)
            if target.__class__ is ast.Name and value.mask == DICT:
                self._remember(target.id, value)
            return
        match target:
            case ast.Subscript(value=container, slice=key):
                pass
            case ast.Call(func=ast.Attribute(value=container, attr="setdefault"), args=[key, *_]):
                pass
            case _:
                return
        owner = self.values.get(container)
        if owner is not None and owner.mask in (DICT, LIST):
            self.update(container, with_item(owner, key, value))

    # Evidence ---------------------------------------------------------------------------------------

    def why(self, text: str, node: ast.AST, parent: Why | None = None) -> Why:
        """A reason at ``node``."""
        return Why(
            text,
            getattr(node, "lineno", 1),
            getattr(node, "col_offset", 0),
            self.project.path_of(self.module),
            parent,
        )

    def use(self, value: Abs, level: int, node: ast.AST, written: ast.expr | None = None) -> None:
        """Note that ``value`` is used as a tensor (or number) at ``node``: that says what the parameter is.

        Where no parameter decides, it says what the names are that are ``written`` there.
        """
        deps = value.deps
        if self.function is None:
            return
        if not deps:
            if value.mask == UNKNOWN and written is not None:
                note(self.function, self.values, self.path, written, level, node)
            return
        parameters = self.function.parameters
        i = 0
        single = deps & (deps - 1) == 0
        while deps:
            if deps & 1 and i < len(parameters):
                p = parameters[i]
                if level == USE_TENSOR and single:
                    if p.use != USE_TENSOR and not is_guarded(self.function, p.name, node):
                        p.use = USE_TENSOR
                        p.use_at = node
                elif level == USE_ELEMENTWISE and p.use == USE_NONE:
                    is_one = speaks_of_a_number(self.function, p, node, self.project.memo)
                    p.use = USE_SCALAR if is_one else USE_ELEMENTWISE
                    p.use_at = node
                elif level == USE_SCALAR and p.use != USE_TENSOR:
                    p.use = USE_SCALAR
            deps >>= 1
            i += 1
        if level == USE_TENSOR and not single and not self.is_joint(value.deps):
            self.function.joint += (value.deps,)

    def is_own(self, member: str) -> bool:
        """Return True where classes that know no arrays have this member too, and so says nothing of a name here."""
        return member in self.project.asked_about(OWN_MEMBERS) and not knows_arrays(self.module)

    def as_used(self, path: str | None, value: Abs) -> Abs:
        """Return ``value``, or what is used at ``path`` where nothing is known of it."""
        if value.mask != UNKNOWN or path is None or self.function is None or not self.function.used:
            return value
        return as_used(self.function, path, value, self.project.path_of(self.module))

    def is_joint(self, deps: int) -> bool:
        """Return True where what is computed from all of these parameters must be a tensor."""
        return self.function is not None and any(deps & j == j for j in self.function.joint)

    def joint_operands(self, node: ast.AST, operands: tuple[ast.expr, ...], deps: int) -> Abs:
        """An operator on parameters that are known together to be tensors: its result, and so some operand, is one."""
        why = self.why("what is computed from it is used as a tensor", node)
        for operand in operands:
            value = self.values.get(operand)
            if value is not None and value.mask == UNKNOWN and value.deps:
                self.values[operand] = Abs(TENSOR | UNKNOWN, INFERRED, deps=value.deps, why=why)
        return Abs(TENSOR, INFERRED, deps=deps, why=why)

    def reads(self, cell: Cell) -> None:
        """Note that the function being evaluated depends on ``cell``."""
        if self.function is not None and not cell.frozen:
            cell.readers[self.function] = None

    def reads_member(self, symbol: ClassSymbol, name: str) -> None:
        """Note that what is evaluated depends on an attribute of a class, also where nobody has assigned it yet."""
        if self.project.reads is not None:
            self.project.reads.member(symbol, name)

    # Calls ------------------------------------------------------------------------------------------

    def call_symbol(
        self,
        symbol: FunctionSymbol,
        args: list[Abs],
        keywords: dict[str, Abs],
        node: ast.AST,
        receiver: ClassSymbol | None = None,
    ) -> Abs:
        """Return the result of calling a function of the project."""
        return self.project.call(self, symbol, args, keywords, node, receiver)

    def call_method(
        self, symbol: ClassSymbol, name: str, args: list[Abs], keywords: dict[str, Abs], node: ast.AST
    ) -> Abs:
        """Return the result of a method, whichever of the class and its subclasses has it."""
        method = symbol.method(name)
        out = NEVER
        if method is not None:
            out = self.call_symbol(method, args, keywords, node, symbol)
        for other in symbol.overrides(name) if name != "__init__" else ():
            value = self.call_symbol(other, args, keywords, node, other.owner)
            if value.mask and value is not ANY:
                out = value if not out.mask or out.mask == UNKNOWN else join(out, value)
        return out if out.mask else ANY

    def call_property(self, symbol: ClassSymbol, method: FunctionSymbol, name: str, node: ast.AST) -> Abs:
        """Return the value of a property."""
        if symbol.overrides(name):
            return self.call_method(symbol, name, [], {}, node)
        return self.call_symbol(method, [], {}, node, symbol)

    def dunder(self, value: Abs, name: str, args: list[Abs], node: ast.AST) -> Abs | None:
        """Return the result of a special method of a project's instance; ``None`` where there is none."""
        out = NEVER
        found = False
        for ref in value.refs:
            if not isinstance(ref, ClassSymbol) or not value.mask & INSTANCE:
                continue
            if ref.method(name) is not None or ref.overrides(name):
                found = True
                out = join(out, self.call_method(ref, name, args, {}, node))
        return (out if out.mask else ANY) if found else None

    def escape(self, value: Abs) -> None:
        """A function is handed to code that is not known: it may be called with anything."""
        for ref in value.refs:
            if isinstance(ref, FunctionSymbol):
                for p in self.project.receiving(ref):
                    p.unknown_calls = True

    def super_value(self) -> Abs:
        """``super()``."""
        owner = self.function.owner if self.function is not None else None
        if owner is None:
            return ANY
        refs: tuple[object, ...] = tuple(owner.bases) + tuple(owner.library_bases)
        return Abs(INSTANCE, refs=refs) if refs else ANY

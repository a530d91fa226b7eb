"""Answers about one file, from what the interpreter has found out of it."""

from __future__ import annotations

import ast
import hashlib
from collections.abc import Callable, Hashable
from dataclasses import replace
from functools import cached_property
from typing import Any, TypeVar

from purity_lint.findings.diagnostics import Evidence
from purity_lint.knowledge.ecosystem import WITH_OPERATORS_OF_THEIR_OWN
from purity_lint.knowledge.numpy_packages import AXES
from purity_lint.semantics.changes_in_place import ChangesInPlace
from purity_lint.semantics.domain.atoms import may_work_as_array
from purity_lint.semantics.domain.interning import Abs
from purity_lint.semantics.domain.kinds import CLASS, FUNCTION, INFERRED, INSTANCE, MODULE, TENSOR
from purity_lint.semantics.domain.kinds import UNKNOWN as UNKNOWN_BIT
from purity_lint.semantics.domain.public import name_of, to_public, told
from purity_lint.semantics.evidence.handed_elements import handed_element
from purity_lint.semantics.evidence.handed_to_others import HandedOver, handed_to_others
from purity_lint.semantics.evidence.other_members import has_other_members
from purity_lint.semantics.evidence.results import gives_number
from purity_lint.semantics.evidence.suspicion import imports_arrays, suspicion, undecided
from purity_lint.semantics.import_bindings import import_bindings
from purity_lint.semantics.interpreter import Project
from purity_lint.semantics.model import Accepted, Implementation, ImportBinding
from purity_lint.semantics.qualified_names import QualifiedNames, in_our_words
from purity_lint.semantics.symbols import structure
from purity_lint.semantics.symbols.files_of_tests import is_test
from purity_lint.semantics.symbols.namespaces import NAMES_OF_NAMESPACES
from purity_lint.semantics.symbols.patches import PATCHED, patched_in
from purity_lint.semantics.symbols.structure import root_name
from purity_lint.semantics.symbols.table import BoundMethod, ClassSymbol, FunctionSymbol, ModuleSymbol, let_go
from purity_lint.semantics.values import FOREIGN, UNKNOWN, Value
from purity_lint.source.constructs import FUNCTIONS, LOOPS
from purity_lint.source.file import SourceFile
from purity_lint.source.names import last_name

T = TypeVar("T")
_EMPTY_BASES = frozenset({"object", "abc.ABC", "typing.Protocol", "typing.Generic"})
"""Bases that bring no methods."""


class FileModel(ChangesInPlace):
    """Semantic model of one file (see :class:`purity_lint.semantics.model.SemanticModel`)."""

    def __init__(self, module: ModuleSymbol, project: Project) -> None:
        self.source: SourceFile = module.source
        self._module = module
        self._project = project
        self._public: dict[int, Value] = {}
        self._memo: dict[Hashable, Any] = {}
        self._asked: dict[ast.expr, Value] = {}
        self._function_of: dict[ast.stmt, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda | None] = {}

    def memo(self, key: Hashable, make: Callable[[], T]) -> T:
        """Return what ``make`` gave when ``key`` was first asked for."""
        try:
            found: T = self._memo[key]
        except KeyError:
            found = self._memo[key] = make()
        return found

    def shared_memo(self, key: Hashable, make: Callable[[], T]) -> T:
        """Return what ``make`` gave when ``key`` was first asked for by any file that is analysed with this one."""
        known = self._project.memo
        if key not in known:
            known[key] = make()
        found: T = known[key]
        return found

    def anew(self) -> FileModel:
        """Return a model of the same, which holds none of the answers that were given; nobody asks this one again."""
        module, project = self._module, self._project
        self.__dict__.clear()  # answers hold the model that they were asked of
        return FileModel(module, project)

    def let_go(self) -> None:
        """Let go of the file with all that was found out of it: nobody asks again, and no other file knows it."""
        module = self._module
        self.__dict__.clear()
        let_go(module)

    def forget(self) -> None:
        """Forget the file, of which nobody asks anything again, but for what other files are told of it."""
        self._module.forget_code()
        self.__dict__.clear()  # answers hold the model that they were asked of

    # Values -----------------------------------------------------------------------------------------

    def abstract(self, node: ast.expr) -> Abs | None:
        """Return the interpreter's own value of ``node``."""
        value = self._module.values.get(node)
        if value is None and isinstance(node, ast.Constant):
            from purity_lint.semantics.evaluation.expressions import constant_value

            return constant_value(node)
        return value

    def value(self, node: ast.expr) -> Value:
        """Return the abstract value of ``node`` where it stands."""
        value = self._asked.get(node)
        if value is None:
            value = self._asked[node] = self._value(node)
        return value

    def _value(self, node: ast.expr) -> Value:
        found = self._module.values.get(node) or self.abstract(node)
        if found is None:
            return UNKNOWN
        if found.mask & UNKNOWN_BIT and not found.mask & TENSOR:
            if (found.mask & INSTANCE and may_work_as_array(found)) or self._is_handed_to_others(node):
                return to_public(found) if AXES in found.refs else FOREIGN
            return suspicion(node) if self.imports_arrays else UNKNOWN
        key = id(found)
        public = self._public.get(key)
        if public is None:
            public = self._public[key] = to_public(found)
        unsure = found.mask & TENSOR and found.ev <= INFERRED
        if unsure and (self._may_be_foreign(found) or self._is_handed_to_others(node)):
            public = replace(public, foreign=True)
        if found.mask & TENSOR and undecided(self, node, found):
            return replace(public, evidence=Evidence.SUSPECTED)
        return public

    def _may_be_foreign(self, value: Abs) -> bool:
        """True where only `.T`, `@` and the like speak for a tensor, and the file knows other things that have them."""
        if not self._foreign_modules or value.why is None:
            return False
        first = value.why
        while first.parent is not None:
            first = first.parent
        return (first.line, first.col) in self._attributes_read and (
            first.line,
            first.col,
        ) not in self._called

    def _is_handed_to_others(self, node: ast.expr) -> bool:
        """True where the function around hands what ``node`` is a part of to a library that makes formulas of it."""
        if not self._handed_to_others or not isinstance(node, ast.Name | ast.Subscript):
            return False
        return (self.function(node), root_name(node)) in self._handed_to_others

    @cached_property
    def _handed_to_others(self) -> HandedOver:
        return handed_to_others(self.source, self.qualified_name, self.function)

    @cached_property
    def _foreign_modules(self) -> bool:
        """True where the file imports a module whose objects have operators of their own."""
        return any(
            f"{binding.qualified}.".startswith(f"{module}.")
            for binding in self.imports
            for module in WITH_OPERATORS_OF_THEIR_OWN
        )

    @cached_property
    def _attributes_read(self) -> frozenset[tuple[int, int]]:
        """Return the places of attributes and of operators."""
        nodes: list[ast.Attribute | ast.BinOp] = [*self.source.of(ast.Attribute), *self.source.of(ast.BinOp)]
        return frozenset((n.lineno, n.col_offset) for n in nodes)

    @cached_property
    def _called(self) -> frozenset[tuple[int, int]]:
        """Return the places of calls of library functions."""
        names = self.qualified_names
        calls = self.source.of(ast.Call)
        return frozenset((n.lineno, n.col_offset) for n in calls if n.func in names)

    def is_tensor(self, node: ast.expr, evidence: int = 2) -> bool:
        """Return True where ``node`` is a tensor with at least this evidence."""
        found = self.abstract(node)
        return found is not None and found.mask & TENSOR != 0 and found.ev >= evidence

    conversions: frozenset[tuple[int, int]] = frozenset()
    """None but of a recorded run."""

    @cached_property
    def has_tensors(self) -> bool:
        """True where something in the file is a tensor, or may be taken for one by its name."""
        return self.imports_arrays or any(value.mask & TENSOR for value in self._module.values.values())

    @cached_property
    def packages(self) -> frozenset[str]:
        """Return the top-level packages in which stands what values of the file are, or are instances of."""
        cores = {value.core for value in self._module.values.values() if value.refs}
        names = {name_of(value.refs[0]) for value in cores}
        return frozenset(name.partition(".")[0] for name in names if name is not None)

    def modules(self, name: str) -> frozenset[ast.AST]:
        """Return the expressions of the file that are the module ``name``."""
        if name.partition(".")[0] not in self.packages:
            return frozenset()
        values = self._module.values.items()
        return frozenset(
            n
            for n, v in values
            if v.mask & MODULE
            and v.refs
            and name_of(v.refs[0]) == name
            # A field `xp: Callable | None = None`, which a method fills, is more than a module until it is used.
            and (v.mask == MODULE or last_name(n) in NAMES_OF_NAMESPACES)
        )

    def may_be_module(self, node: ast.expr, name: str) -> bool:
        """True if ``node`` is a module, and ``name`` is one of those that it may be."""
        value = self._module.values.get(node)
        return value is not None and value.mask == MODULE and name in map(name_of, value.refs)

    def fingerprint(self) -> str:
        """A digest of all that was inferred of this file: while text and fingerprint stay, so do its findings.

        It takes in what other files contribute (arguments of calls, results, attributes, base classes), reasons
        included, so findings may be cached under the file's content and this.
        """
        values, classes = self._module.values, self._module.classes
        demanded = self._project.demanded, self._uses.said_in(self.source)
        digest = hashlib.blake2b(
            f"{self._module.name} {self.gave_up} {demanded} {self.implementations}".encode(
                "utf-8", "surrogatepass"
            ),
            digest_size=16,
        )
        seen: dict[int, str] = {}
        texts: list[str] = []
        for node in self.source.nodes:
            found = values.get(node)
            if found is not None:
                text = seen.get(id(found))
                if text is None:
                    text = seen[id(found)] = _told(found)
                texts.append(text)
            elif node.__class__ is ast.ClassDef and node in classes:
                texts.append(f"{classes[node].extends_tensor()}")
            elif node.__class__ is ast.FunctionDef and self.gives_number(node):
                texts.append("a number")
            else:
                texts.append("")
        digest.update("\3".join(texts).encode("utf-8", "surrogatepass"))
        return digest.hexdigest()

    @property
    def package(self) -> str:
        """Return the top-level package, or module, that this file is a part of."""
        return self._module.name.partition(".")[0]

    @property
    def holds_tests(self) -> bool:
        """True for a file of tests."""
        return is_test(self._module.source.path)

    @property
    def gave_up(self) -> list[int]:
        """Lines of functions too deeply nested to be evaluated: nothing is known of what they hold."""
        return [line for name, line in self._project.gave_up if name == self._module.name]

    def is_assignable(self, attribute: ast.Attribute) -> bool:
        """Return False for what cannot be bound anew: attributes of tuples and of frozen classes, and properties.

        A property can where its setter, in this file, only stores.
        """
        owner, name = self._module.values.get(attribute.value), attribute.attr
        classes = [ref for ref in owner.refs if isinstance(ref, ClassSymbol)] if owner is not None else []
        if any(above.is_tuple or above.fixed for c in classes for above in c.ancestors()):
            return False
        setters = [c.setter(name) for c in classes if (m := c.method(name)) is not None and m.is_property]
        return all(
            s is not None and s.module is self._module and structure.only_stores(s.node) for s in setters
        )

    def is_of_project(self, node: ast.expr) -> bool:
        """True for an instance of classes of the project, and of no others."""
        value = self._module.values.get(node)
        return (
            value is not None
            and value.mask == INSTANCE
            and bool(value.refs)
            and all(isinstance(ref, ClassSymbol) for ref in value.refs)
        )

    def is_code_of_project(self, function: ast.expr) -> bool:
        """True for a function, a method or a class of the project, whichever file has it, and for nothing else."""
        value = self._module.values.get(function)
        return (
            value is not None
            and bool(value.refs)
            and not value.mask & ~(FUNCTION | CLASS)
            and all(isinstance(ref, FunctionSymbol | BoundMethod | ClassSymbol) for ref in value.refs)
        )

    def names_class_with(self, names: frozenset[str]) -> bool:
        """True where the file defines or imports a class with a method or an attribute of one of these names."""
        return any(
            symbol.method(name) is not None or symbol.member(name) is not None
            for symbol in self._module.classes_named()
            for name in names
        )

    def asked_about(self, demand: str) -> frozenset[str]:
        """Names that a file of the project demands to be instances of a class, or to be compiled."""
        return self._project.asked_about(demand)

    @cached_property
    def patched(self) -> frozenset[str]:
        """Return the names of this file in the place of which a test puts something else, and whole names."""
        patched = self.asked_about(PATCHED)
        return patched | patched_in(self._module.qualname, patched)

    @cached_property
    def implementations(self) -> list[list[Implementation]]:
        """Return the families of implementations for several libraries that this file has a member of."""
        path = str(self.source.path)
        families = self._project.implementations.values()
        return [family for family in families if any(one.path == path for one in family)]

    def library_bases(self, node: ast.ClassDef) -> frozenset[str]:
        """Return the qualified names of the libraries' classes from which a class is derived, through others too."""
        symbol = self._module.classes.get(node)
        return frozenset() if symbol is None else frozenset(symbol.library_ancestors())

    def inherited(self, node: ast.ClassDef) -> frozenset[str] | None:
        """Return the methods that a class has from its bases and that return; ``None`` where a base is not known."""
        symbol = self._module.classes.get(node)
        if symbol is None:
            return None
        above = [c for c in symbol.ancestors() if c is not symbol]
        named = [base for base in node.bases if self.qualified_name(base) not in _EMPTY_BASES]
        if len(symbol.bases) < len(named) or any(set(c.library_bases) - _EMPTY_BASES for c in above):
            return None
        methods = [(name, method) for c in above for name, method in c.methods.items()]
        return frozenset(name for name, m in methods if not m.abstract and m.result.value.mask)

    # Names ------------------------------------------------------------------------------------------

    @cached_property
    def imports(self) -> list[ImportBinding]:
        """Every name bound by an import in this file."""
        return list(import_bindings(self.source, self.parent, self._absolute, self._ops))

    def _ops(self, name: str) -> str:
        return in_our_words(name, self._project.ops_modules)

    def _absolute(self, module: str | None, level: int) -> str:
        return self._project.absolute(self._module, module, level)

    @cached_property
    def imports_arrays(self) -> bool:
        """Return True where the file imports an array library."""
        return imports_arrays([b.qualified for b in self.imports])

    def qualified_name(self, node: ast.expr) -> str | None:
        """Return what ``node`` names, through aliases and attributes."""
        return self.qualified_names.get(node)

    def accepted(self, function: ast.expr) -> list[Accepted] | None:
        """Return the parameters of a function of the project that ``function`` names, whichever file has it."""
        value = self._module.values.get(function)
        ref = value.refs[0] if value is not None and value.mask == FUNCTION and len(value.refs) == 1 else None
        if not isinstance(ref, FunctionSymbol) or ref.owner is not None:
            return None
        return [Accepted(*parameter) for parameter in ref.signature]

    @cached_property
    def qualified_names(self) -> dict[ast.expr, str]:
        """Return what names and attributes of names stand for, where that is known: most stand for nothing."""
        imported = {binding.local for binding in self.imports}
        return QualifiedNames(self._module, self._project.ops_modules, imported, self.function).all()

    # Structure --------------------------------------------------------------------------------------

    @cached_property
    def _parents(self) -> dict[ast.AST, ast.AST]:
        return self.source.parents

    def parent(self, node: ast.AST) -> ast.AST | None:
        """Return the node that holds ``node``."""
        return self._parents.get(node)

    def statement(self, node: ast.AST) -> ast.stmt:
        """Return the innermost statement that holds ``node``."""
        current: ast.AST | None = node
        while current is not None and not isinstance(current, ast.stmt):
            current = self._parents.get(current)
        if current is None:
            raise ValueError(f"{node!r} stands in no statement of {self.source.path}")
        return current

    def has_other_members(self, node: ast.expr) -> bool:
        """Return True for a name of which its function reads what no array has, `p.x`: it is of another class."""
        if not isinstance(node, ast.Name):
            return False
        function = self.function(node)
        return function is not None and has_other_members(self._module.functions.get(function), node.id)

    def handed_element(self, node: ast.expr) -> Value | None:
        """Return what calls hand to a parameter that is documented as a whole number, if it is an array's element."""
        function = self.function(node)
        handed = handed_element(self._module.functions.get(function) if function else None, node)
        return None if handed is None else to_public(handed)

    def function(self, node: ast.AST) -> ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda | None:
        """Return the innermost function that holds ``node``."""
        climbed: list[ast.stmt] = []  # no statement twice: each ``elif`` stands in the one before
        current = self._parents.get(node)
        while current is not None and not isinstance(current, FUNCTIONS):
            if isinstance(current, ast.stmt):
                if current in self._function_of:
                    current = self._function_of[current]
                    break
                climbed.append(current)
            current = self._parents.get(current)
        self._function_of.update(dict.fromkeys(climbed, current))
        return current

    def extends_tensor(self, node: ast.AST) -> bool:
        """Return True where ``node`` stands in a class that is a subclass of a library's tensors."""
        current = self._parents.get(node) if self._tensor_classes else None
        while current is not None:
            if current in self._tensor_classes:
                return True
            current = self._parents.get(current)
        return False

    @cached_property
    def _tensor_classes(self) -> frozenset[ast.AST]:
        classes = self._module.classes
        return frozenset(node for node, symbol in classes.items() if symbol.extends_tensor())

    def loop(self, node: ast.AST) -> ast.For | ast.AsyncFor | ast.While | None:
        """Return the innermost loop of the same function that holds ``node`` in its body."""
        child, current = node, self._parents.get(node)
        while current is not None and not isinstance(current, (*FUNCTIONS, ast.ClassDef)):
            if isinstance(current, LOOPS) and any(child is s for s in current.body):
                return current
            child, current = current, self._parents.get(current)
        return None

    def gives_number(self, function: ast.AST) -> bool:
        """Return True for a function that takes and gives numbers alone, by what is declared and what is seen."""
        symbol = self._module.functions.get(function)
        return symbol is not None and gives_number(symbol)

    def may_alias(self, target: ast.expr) -> bool:
        """Return True where the array that ``target`` holds may be reachable by another name."""
        from purity_lint.semantics.evaluation.aliases import may_alias

        return may_alias(self, target)

    def names_in_scope(self, node: ast.AST) -> frozenset[str]:
        """Every name visible at ``node``, and all of the function around it; outside of functions all of the file."""
        function = structure.outermost_function(node, self.source.parents)
        inner = self.source.tree if function is None else function
        return self.memo(
            (structure.names_bound, inner), lambda: self._names_at_top | structure.names_bound(inner)
        )

    @cached_property
    def _names_at_top(self) -> frozenset[str]:
        return structure.names_at_top(self.source.tree)


def _told(value: Abs) -> str:
    taken = [ref.signature for ref in value.refs if isinstance(ref, FunctionSymbol)] if value.refs else ""
    return f"{told(value)}{taken}"

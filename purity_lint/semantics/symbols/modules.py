"""Modules of a project: what an import or a global name refers to."""

from __future__ import annotations

import ast
import builtins
from collections.abc import Iterable, Mapping
from functools import cached_property
from pathlib import Path
from typing import Final

from purity_lint.knowledge import labelled_data, lookup
from purity_lint.knowledge.ecosystem import SKLEARN_ARRAYS, SKLEARN_FLUENT, SKLEARN_METHODS
from purity_lint.knowledge.facades import NAMESPACE, is_known_elsewhere
from purity_lint.knowledge.libraries import stands_in
from purity_lint.knowledge.notation import Result, words
from purity_lint.knowledge.numpy.exports import EXPORTS
from purity_lint.knowledge.numpy.roles import MATRIX
from purity_lint.knowledge.roles import FLOAT_LIMITS, GIVE_NUMPY, LAYERS
from purity_lint.knowledge.scipy.returns import (
    FITTED,
    FITTED_METHODS,
    PARTS_OF_SPARSE,
    SPARSE,
    STAYING_SPARSE,
    VECTORS_OF_SPARSE,
)
from purity_lint.knowledge.torch.roles import AUTOGRAD_CONTEXT, KEPT_TENSORS
from purity_lint.semantics.domain.atoms import (
    ANY,
    MATRIX_VALUE,
    STR_VALUE,
    tensor,
)
from purity_lint.semantics.domain.interning import Abs
from purity_lint.semantics.domain.kinds import (
    CLASS,
    DTYPE,
    FUNCTION,
    INFERRED,
    INSTANCE,
    MODULE,
    TENSOR,
    TUPLE,
    UNKNOWN,
)
from purity_lint.semantics.domain.labelled import labelled_object
from purity_lint.semantics.domain.library_values import SIMPLE
from purity_lint.semantics.symbols.declared import index
from purity_lint.semantics.symbols.evaluator import Evaluator
from purity_lint.semantics.symbols.table import ClassSymbol, ModuleSymbol
from purity_lint.source.file import SourceFile

BUILTIN_TYPES: Final = words("""
    int float complex bool str bytes bytearray list tuple dict set frozenset object type range slice property
    staticmethod classmethod super memoryview
    """)

_MODULE_PREFIXES: Final = frozenset(
    prefix
    for name in (*lookup.FACTS, *lookup.ARRAY_NAMESPACES, *lookup.TENSOR_CLASSES)
    for prefix in (name.rpartition(".")[0],)
    if prefix
) | frozenset(
    f"{space}.{part}" for space in lookup.ARRAY_NAMESPACES for part in ("linalg", "fft", "random", "testing")
)
OPS_MODULE: Final = "emberops.ops"


class ModuleGraph:
    """Modules by dotted name, and the resolution of names across them."""

    def __init__(self, ops_module: str | None = None) -> None:
        self.modules: dict[str, ModuleSymbol] = {}
        self.roots: set[str] = set()
        self.ops_modules = {OPS_MODULE, ops_module or OPS_MODULE}
        self.longer: Mapping[str, str] = {}
        """Names that modules have by folders without an ``__init__.py`` -> those under which they are known here."""
        self.facades: frozenset[str] = frozenset()
        """Modules that no file holds and that are used as array namespaces."""
        self.alone = False
        """There is one file and no other: reasons need not say where they are."""
        self.conftests: dict[Path, ModuleSymbol] = {}
        self._conftests_of: dict[Path, list[ModuleSymbol]] = {}
        self._library: dict[str, Abs] = {}
        self._builtins: dict[str, Abs] = {}

    def run_module(self, module: ModuleSymbol) -> None:
        """Evaluate the top level of ``module`` if that has not been done."""
        raise NotImplementedError

    # Modules ----------------------------------------------------------------------------------------

    def add(
        self, source: SourceFile, name: str, *, is_package: bool = False, is_test: bool = False
    ) -> ModuleSymbol:
        """Add a file as the module ``name``."""
        module = ModuleSymbol(name, source, is_package=is_package, is_test=is_test)
        self.modules[name] = module
        if source.path.name == "conftest.py":
            self.conftests[source.path.parent] = module
        self.roots.add(name.partition(".")[0])
        index(module, source.tree)
        return module

    def adopt(self, module: ModuleSymbol) -> None:
        """Add a module that was analysed at another stage."""
        self.modules[module.name] = module
        if module.source.path.name == "conftest.py":
            self.conftests[module.source.path.parent] = module
        self.roots.add(module.name.partition(".")[0])

    def conftests_of(self, path: Path) -> list[ModuleSymbol]:
        """Return the modules ``conftest.py`` that pytest reads for ``path``, the nearest first."""
        folder = path.parent
        found = self._conftests_of.get(folder)
        if found is None:
            found = [self.conftests[f] for f in path.parents if f in self.conftests]
            self._conftests_of[folder] = found
        return found

    def path_of(self, module: ModuleSymbol) -> str | None:
        """Return the file of a module, for reasons; ``None`` where there is only one."""
        return None if self.alone else str(module.source.path)

    def find_module(self, name: str, near: ModuleSymbol | None = None) -> ModuleSymbol | None:
        """Return the project's module ``name``; a script's neighbours are found as Python would find them."""
        found = self.modules.get(name)
        if found is None and near is not None:
            found = self._neighbour(name, near.package)
        if found is None and name in self.longer:
            return self.modules.get(self.longer[name])
        return found

    def _neighbour(self, name: str, package: str) -> ModuleSymbol | None:
        """Return the module that a script finds beside it or above; `import math` is Python's beside any folder."""
        root = name.partition(".")[0]
        if root in self.roots or is_known_elsewhere(root):
            return None
        while package:
            found = self.modules.get(f"{package}.{name}")
            if found is not None:
                return found
            package = package.rpartition(".")[0]
        return None

    def module_value(self, near: ModuleSymbol, name: str) -> Abs:
        """Return the value of ``import name``."""
        module = self.find_module(name, near)
        if module is not None:
            self.run_module(module)
            return Abs(MODULE, refs=(module,))
        return self.library_module(name)

    def library_module(self, name: str) -> Abs:
        """A module outside the project."""
        if name in self.ops_modules:
            name = OPS_MODULE
        elif name in self.facades:
            name = NAMESPACE
        return Abs(MODULE, refs=(name,))

    def absolute(self, module: ModuleSymbol, name: str | None, level: int) -> str:
        """Return the absolute name of what ``from ..name import`` reads."""
        if not level:
            return name or ""
        package = module.package
        for _ in range(level - 1):
            package = package.rpartition(".")[0]
        return f"{package}.{name}" if name and package else name or package

    def imported(self, near: ModuleSymbol, base: str, name: str) -> Abs:
        """Return the value of ``from base import name``."""
        module = self.find_module(base, near)
        if module is not None:
            return self.module_member(module, name)
        sub = self.find_module(f"{base}.{name}" if base else name, near)
        if sub is not None:
            self.run_module(sub)
            return Abs(MODULE, refs=(sub,))
        if f"{base}.{name}" in self.facades:
            return self.library_module(f"{base}.{name}")
        return self.library_value(f"{NAMESPACE if base in self.facades else base}.{name}")

    def module_member(self, module: ModuleSymbol, name: str) -> Abs:
        """Return the value of ``name`` in a module of the project."""
        self.run_module(module)
        env = module.environment
        value = env.values.get(name) if env is not None else None
        if value is not None and (value.mask & ~UNKNOWN or not module.dynamic):
            return value
        sub = self.modules.get(f"{module.name}.{name}")
        if sub is not None:
            self.run_module(sub)
            return Abs(MODULE, refs=(sub,))
        if value is None and name in module.import_names:
            return self._imported_later(*module.import_names[name])
        if value is None and (module.dynamic or module.is_package):
            library = self.library_value(f"{module.name}.{name}")
            if library.mask and not library.mask & (FUNCTION | CLASS):
                return library
            if lookup.shared(name) is not None:
                return Abs(FUNCTION, refs=(f"{NAMESPACE}.{name}",))
        if value is not None:
            if lookup.shared(name) is not None and module.dynamic:
                return Abs(FUNCTION, refs=(f"{NAMESPACE}.{name}",))
            return value
        if f"{module.name}.{name}" in self.facades:
            return self.library_module(f"{module.name}.{name}")
        return ANY

    def _imported_later(self, base: str, name: str) -> Abs:
        """Return what a module that is being run will import, as far as it is known: the modules import one another."""
        other = self.modules.get(base)
        if other is None:
            return ANY
        self.run_module(other)
        return other.environment.values.get(name, ANY) if other.environment is not None else ANY

    def star(self, near: ModuleSymbol, base: str) -> dict[str, Abs]:
        """Return what ``from base import *`` binds."""
        module = self.find_module(base, near)
        if module is None:
            if base in self.ops_modules:
                base = OPS_MODULE
            if lookup.is_array_namespace(base):
                return {n: self.library_value(f"{base}.{n}") for n in _public_names(base)}
            return {n: self.library_value(f"{base}.{n}") for n in _names_in(base)}
        self.run_module(module)
        if module.environment is None:
            return {}
        exported = module.assignments.get("__all__")
        if isinstance(exported, (ast.List, ast.Tuple)):
            names = [
                e.value for e in exported.elts if isinstance(e, ast.Constant) and isinstance(e.value, str)
            ]
            return {n: self.module_member(module, n) for n in names}
        return {n: v for n, v in module.environment.values.items() if not n.startswith("_") and "." not in n}

    def global_name(self, module: ModuleSymbol, name: str) -> Abs:
        """A name that no enclosing function binds."""
        env = module.environment
        if env is not None:
            value = env.values.get(name)
            if value is not None:
                return value
        value = self._builtins.get(name)
        if value is None:
            value = self._builtins[name] = _builtin(name)
        return value

    # Libraries --------------------------------------------------------------------------------------

    def library_value(self, name: str) -> Abs:
        """Return the value of a qualified library name."""
        value = self._library.get(name)
        if value is None:
            value = self._library[name] = self._library_value(name)
        return value

    def _library_value(self, name: str) -> Abs:
        if name in self.ops_modules:
            return Abs(MODULE, refs=(OPS_MODULE,))
        if name in self._namespaces:
            return Abs(MODULE, refs=(name,))
        if name in self.longer and (module := self.find_module(name)) is not None:
            self.run_module(module)
            return Abs(MODULE, refs=(module,))
        head, _, last = name.rpartition(".")
        if head in self.ops_modules and head != OPS_MODULE:
            return self.library_value(f"{OPS_MODULE}.{last}")
        name = name.replace("typing_extensions.", "typing.")
        canonical = lookup.canonical(name)
        if lookup.tensor_class(canonical):
            return Abs(CLASS, refs=(canonical,))
        if canonical in lookup.ARRAY_NAMESPACES or canonical in _MODULE_PREFIXES:
            return Abs(MODULE, refs=(canonical,))
        code = lookup.constant(canonical)
        if code is not None:
            if code is Result.DTYPE:
                return Abs(DTYPE, refs=(canonical,))
            return SIMPLE[code].but(refs=(canonical,))
        fact = lookup.function(canonical)
        if fact is not None:
            return Abs(FUNCTION, refs=(canonical,))
        if head in ("math", "os", "sys"):
            return Abs(FUNCTION, refs=(canonical,))
        if last[:1].isupper():
            return Abs(CLASS, refs=(canonical,))
        return Abs(FUNCTION, refs=(canonical,))

    def library_member(self, ref: str, attr: str) -> Abs:
        """An attribute of an instance of the library class ``ref``."""
        if ref in FLOAT_LIMITS or ref.endswith((".finfo", ".iinfo")):
            return SIMPLE[Result.FLOAT]
        if attr in ("shape",):
            return SIMPLE[Result.SHAPE]
        if attr not in labelled_data.PLAIN and attr not in labelled_data.ARRAYS:
            own = labelled_object(labelled_data.object_of(ref))
            if own is not None:
                return own
        if attr in ("__name__", "__doc__"):
            return STR_VALUE
        if ref == AUTOGRAD_CONTEXT and attr in KEPT_TENSORS:
            return Abs(TUPLE, elem=Abs(TENSOR, INFERRED, backend="torch"))
        if attr in SKLEARN_ARRAYS and stands_in(ref, "sklearn"):
            return _NUMPY_ARRAY
        if ref == MATRIX:
            return {
                "T": MATRIX_VALUE,
                "I": MATRIX_VALUE,
                "H": MATRIX_VALUE,
                "A": tensor(2),
                "A1": tensor(1),
            }.get(attr, ANY)
        if ref.startswith(SPARSE) and attr in ("T", "H", "real", "imag"):
            return SIMPLE[Result.SPARSE]
        if ref.startswith(SPARSE) and attr in PARTS_OF_SPARSE:
            return _NUMPY_ARRAY
        return ANY

    def library_method(self, ref: str, name: str) -> Abs:
        """Return the result of a method of an instance of the library class ``ref``."""
        if name in GIVE_NUMPY:
            return tensor(backend="numpy")
        if ref == FITTED:
            return _of_object(FITTED_METHODS.get(name))
        if ref.startswith(SPARSE):
            if name in VECTORS_OF_SPARSE:
                return _NUMPY_VECTOR
            return SIMPLE[Result.SPARSE] if name in STAYING_SPARSE else ANY
        if stands_in(ref, "sklearn"):
            return (
                Abs(INSTANCE, refs=(ref,))
                if name in SKLEARN_FLUENT
                else _of_object(SKLEARN_METHODS.get(name))
            )
        if labelled_data.is_number(ref, name):
            return SIMPLE[Result.SCALAR]
        if name not in labelled_data.PLAIN:
            return labelled_object(labelled_data.object_of(ref)) or ANY
        return ANY

    @cached_property
    def _namespaces(self) -> frozenset[str]:
        """Return the packages that no file is, but that hold modules of the project."""
        holders = {name.rpartition(".")[0] for name in self.longer}
        return frozenset(name for name in holders if name not in self.longer and name not in self.modules)

    def is_module_class(self, name: str) -> bool:
        """True where instances of the library class ``name`` are layers: called with tensors, they return tensors."""
        return name.startswith(LAYERS)

    def is_tensor_class(self, name: str) -> bool:
        """Return True where instances of the library class ``name`` are tensors."""
        return lookup.tensor_class(name)

    def is_tensor_like(self, symbol: ClassSymbol) -> bool:
        """True where instances of a class of the project are tensors, and can do no more than these."""
        return symbol.extends_tensor() and not symbol.has_operators() and not symbol.has_own_methods()

    # Annotations ------------------------------------------------------------------------------------

    def resolve_annotation(self, frame: Evaluator, node: ast.expr) -> Abs:
        """Return what the name in an annotation refers to."""
        if isinstance(node, ast.Name):
            value = frame.env.values.get(node.id)
            if value is not None and value.mask & (CLASS | FUNCTION | MODULE | DTYPE):
                return value
            return frame.lookup(node.id)
        if isinstance(node, ast.Attribute):
            base = self.resolve_annotation(frame, node.value)
            if base.mask & (MODULE | CLASS | FUNCTION):
                return frame.attribute_of(base, node.attr, node)
        return ANY

    def alias(self, frame: Evaluator, node: ast.expr) -> tuple[Evaluator, ast.expr] | None:
        """Return the expression of a type alias, with the frame to read it in."""
        module: ModuleSymbol | None = frame.module
        name = ""
        if isinstance(node, ast.Name):
            name = node.id
        elif isinstance(node, ast.Attribute):
            base = self.resolve_annotation(frame, node.value)
            module = next((r for r in base.refs if isinstance(r, ModuleSymbol)), None)
            name = node.attr
        found = None if module is None else self._assigned(module, name, depth=8)
        return None if found is None else (self.module_frame(found[0]), found[1])

    def _assigned(self, module: ModuleSymbol, name: str, depth: int) -> tuple[ModuleSymbol, ast.expr] | None:
        """Return what a name of ``module`` is bound to, and in which module: modules import names from one another."""
        value = module.assignments.get(name)
        if value is not None:
            return module, value
        origin = module.import_names.get(name)
        # As of assignments, the last noted counts; a star brings no names that begin with an underscore.
        stars = [] if name.startswith("_") else module.star_imports()[::-1]
        for base, there in [origin] if origin is not None else [(base, name) for base in stars]:
            other = self.find_module(base, module) if depth else None
            found = None if other is None else self._assigned(other, there, depth - 1)
            if found is not None:
                return found
        return None

    def module_frame(self, module: ModuleSymbol) -> Evaluator:
        """A frame at the top level of ``module``."""
        raise NotImplementedError


_NUMPY_ARRAY: Final = Abs(TENSOR, INFERRED, backend="numpy")
_NUMPY_VECTOR: Final = Abs(TENSOR, INFERRED, backend="numpy", rank=1)


def _of_object(result: Result | None) -> Abs:
    """Return the value of a result of a method of SciPy's or scikit-learn's objects, whose arrays are NumPy's."""
    if result is None:
        return ANY
    return _NUMPY_ARRAY if result is Result.TENSOR else SIMPLE[result]


def _builtin(name: str) -> Abs:
    if not hasattr(builtins, name):
        return {"__name__": STR_VALUE, "__file__": STR_VALUE, "__doc__": STR_VALUE}.get(name, ANY)
    if name in BUILTIN_TYPES:
        return Abs(CLASS, refs=(f"builtins.{name}",))
    value = getattr(builtins, name)
    if isinstance(value, type):
        return Abs(CLASS, refs=(f"builtins.{name}",))
    if callable(value):
        return Abs(FUNCTION, refs=(f"builtins.{name}",))
    return ANY


def _public_names(base: str) -> Iterable[str]:
    if base == "numpy":
        return EXPORTS
    names = [n for n in lookup.SHARED if "." not in n]
    return [*names, "pi", "e", "inf", "nan", "newaxis", "linalg", "random", "fft", *lookup.DTYPES, "ndarray"]


def _names_in(base: str) -> list[str]:
    prefix = base + "."
    names = [n[len(prefix) :] for n in lookup.FACTS if n.startswith(prefix) and "." not in n[len(prefix) :]]
    if base == "math":
        names += ["pi", "e", "inf", "nan", "tau"]
    return names

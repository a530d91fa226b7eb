"""What the names of one file, and attributes of names, stand for: through imports, aliases and the project's files."""

from __future__ import annotations

import ast
from collections.abc import Callable, Collection
from functools import cached_property

from purity_lint.knowledge.lookup import is_array_namespace
from purity_lint.semantics.domain.interning import Abs
from purity_lint.semantics.domain.kinds import CLASS, DTYPE, FUNCTION, INSTANCE, MODULE, NONE, UNKNOWN
from purity_lint.semantics.symbols.modules import OPS_MODULE
from purity_lint.semantics.symbols.table import ModuleSymbol
from purity_lint.source.constructs import Definition

_NAMED = MODULE | FUNCTION | CLASS | DTYPE


def in_our_words(name: str, ops_modules: Collection[str]) -> str:
    """Return a name below a module of operations, whichever the project calls so, as one of emberops."""
    for module in ops_modules:
        if name == module or name.startswith(module + "."):
            return OPS_MODULE + name[len(module) :]
    return name


def _may_be_no_name(value: Abs) -> bool:
    """True of what is a module, a function or a class on some paths, and something else on others."""
    return bool(value.mask & _NAMED and value.mask & ~(_NAMED | NONE))


def _is_of_several_sorts(value: Abs) -> bool:
    """True of `m = np if np.ndim(x) else math`, and not of `xp = np if gpu is None else cupy`, which speak alike."""
    if len(value.refs) < 2 or not value.mask & MODULE:
        return False
    return not all(isinstance(ref, str) and is_array_namespace(ref) for ref in value.refs)


class QualifiedNames:
    """The names of one file."""

    def __init__(
        self,
        module: ModuleSymbol,
        ops_modules: Collection[str],
        imported: Collection[str],
        function: Callable[[ast.AST], Definition | ast.Lambda | None],
    ) -> None:
        self._module = module
        self._ops_modules = ops_modules
        self._imported = imported
        """Names that imports bind."""
        self._function = function

    def all(self) -> dict[ast.expr, str]:
        """Return what names and attributes of names stand for, where that is known: most stand for nothing."""
        found: dict[ast.expr, str] = {}
        values, parents = self._module.values, self._module.source.parents
        for node in self._module.source.of(ast.Name):
            value = values.get(node)
            name = self._base(node, value) if value is not None and value.refs else None
            if name is None:
                continue
            found[node] = name
            holder = parents.get(node)
            while type(holder) is ast.Attribute:
                found[holder] = name = self._attribute(name, holder)
                holder = parents.get(holder)
        return found

    def _base(self, node: ast.Name, value: Abs) -> str | None:
        ref = value.refs[0]
        if value.mask & INSTANCE:
            return None
        if node.id not in self._imported and (_may_be_no_name(value) or _is_of_several_sorts(value)):
            return None  # `rng` of `rng = np.random if seed is None else np.random.RandomState(seed)`
        if value.mask & (FUNCTION | CLASS | DTYPE) and node.id not in self._imported:
            several = len(value.refs) > 1 or value.mask & UNKNOWN or (value.mask & _NAMED).bit_count() > 1
            if several or self._is_parameter(node) or (value.mask & DTYPE and node.id in self._gone_through):
                return None  # `f` of `for f in (max, min)`, and of `def apply(x, f=max)`
        name = ref if isinstance(ref, str) else getattr(ref, "qualname", None)
        if not isinstance(name, str) or name.startswith("builtins."):
            return name if isinstance(name, str) else None
        if value.mask & _NAMED or node.id in self._imported:
            return in_our_words(name, self._ops_modules)
        return None

    def _is_parameter(self, node: ast.Name) -> bool:
        """Return True where callers may give another value for the name than the one that is known."""
        if node.id not in self._parameters:
            return False
        function = self._function(node)
        while function is not None:
            if any(own.arg == node.id for own in ast.walk(function.args) if isinstance(own, ast.arg)):
                return True
            function = self._function(function)
        return False

    @cached_property
    def _gone_through(self) -> frozenset[str]:
        """Names of loops, which hold one dtype after another: some of these are known by no name."""
        source = self._module.source
        targets = [loop.target for loop in source.of(ast.For)]
        targets += [loop.target for loop in source.of(ast.comprehension)]
        return frozenset(n.id for target in targets for n in ast.walk(target) if isinstance(n, ast.Name))

    @cached_property
    def _parameters(self) -> frozenset[str]:
        return frozenset(parameter.arg for parameter in self._module.source.of(ast.arg))

    def _attribute(self, base: str, node: ast.Attribute) -> str:
        known = self._module.values.get(node)
        if known is not None and known.mask & _NAMED and len(known.refs) == 1 and not _may_be_no_name(known):
            ref = known.refs[0]
            if isinstance(ref, str):
                return ref
        return in_our_words(f"{base}.{node.attr}", self._ops_modules)

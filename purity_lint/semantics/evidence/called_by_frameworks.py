"""What libraries give what they call: a loss its targets, a layer its inputs, a density its points, a jit arrays."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping
from typing import Final

from purity_lint.knowledge.framework_objects import CALLED_WITH_ARRAYS, GIVEN_SEQUENCES, GIVEN_TENSORS
from purity_lint.knowledge.roles import ARGUMENTS_KEPT, COMPILERS
from purity_lint.knowledge.scipy.called_methods import CALLED_METHODS, NO_ARRAYS, called_methods
from purity_lint.semantics.domain.containers import list_of
from purity_lint.semantics.domain.interning import Abs, Why
from purity_lint.semantics.domain.kinds import INFERRED, NONE, TENSOR, TUPLE
from purity_lint.semantics.symbols.cells import Parameter
from purity_lint.semantics.symbols.evaluator import Evaluator
from purity_lint.semantics.symbols.table import FunctionSymbol

_PARTIAL: Final = ("functools.partial",)


def declare_given(symbol: FunctionSymbol) -> None:
    """Take parameters for tensors that a framework gives a method of a class that is derived from one of its own."""
    owner = symbol.owner
    if owner is None or symbol.name not in _METHODS:
        return
    bases = [*owner.library_ancestors()]
    single, several = (_given(symbol.name, bases, table) for table in (GIVEN_TENSORS, GIVEN_SEQUENCES))
    if symbol.name in called_methods(bases):
        single |= {p.name for p in symbol.parameters[1:] if p.kind == "positional"} - NO_ARRAYS
    for p in symbol.parameters:
        if p.declared is not None or (p.default is not None and p.default.mask & ~NONE):
            continue
        if p.name in single:
            why = Why(f"the framework gives `{symbol.name}` a tensor as `{p.name}`", *p.at)
            p.declared = Abs(TENSOR, INFERRED, why=why)
        elif p.name in several:
            why = Why(f"the framework gives `{symbol.name}` tensors as `{p.name}`", *p.at)
            p.declared = list_of(Abs(TENSOR, INFERRED, why=why), TUPLE)


def _given(name: str, bases: list[str], table: Mapping[str, Mapping[str, frozenset[str]]]) -> set[str]:
    """Return the parameters of a method ``name`` of a class with these ``bases`` that stand in a table."""
    return {
        parameter
        for base in bases
        for prefix, methods in table.items()
        if base.startswith(prefix)
        for parameter in methods.get(name, ())
    }


def note_operands(frame: Evaluator, symbol: FunctionSymbol) -> None:
    """Note the parameters that are given arrays, or containers of them: those of compiled functions and of layers.

    A compiled function sees its numbers as arrays as well.  Of a layer that is said of the first argument alone: what
    follows may be a height, a count, a rate.
    """
    node = symbol.node
    if isinstance(node, ast.Lambda):
        return
    for decorator in node.decorator_list:
        kept = _arguments_kept(frame, decorator)
        if kept is not None:
            bound = symbol.owner is not None and not symbol.is_static
            for position, p in enumerate(symbol.parameters):
                p.operand = _may_be_array(p) and position >= bound and not kept & {position, p.name}
            return
    classes = CALLED_WITH_ARRAYS.get(symbol.name)
    ancestors = symbol.owner.library_ancestors() if classes and symbol.owner is not None else ()
    if classes and len(symbol.parameters) > 1 and any(base.startswith(classes) for base in ancestors):
        symbol.parameters[1].operand = _may_be_array(symbol.parameters[1])


def _may_be_array(p: Parameter) -> bool:
    return p.declared is None and p.kind == "positional" and (p.default is None or not p.default.mask & ~NONE)


def _arguments_kept(frame: Evaluator, decorator: ast.expr) -> frozenset[object] | None:
    """Return the arguments that a compiler is told to leave as they are; ``None`` where nothing is compiled.

    They are named or counted, as in `@partial(jit, static_argnums=(1,))`; of what is worked out nothing is known.
    """
    maker = decorator.func if isinstance(decorator, ast.Call) else decorator
    if isinstance(decorator, ast.Call) and decorator.args and frame.eval(maker).refs == _PARTIAL:
        maker = decorator.args[0]
    if COMPILERS.isdisjoint(frame.eval(maker).refs):
        return None
    kept: set[object] = set()
    for keyword in decorator.keywords if isinstance(decorator, ast.Call) else ():
        if keyword.arg in ARGUMENTS_KEPT:
            named = list(_constants(keyword.value))
            if not named:
                return None
            kept.update(named)
    return frozenset(kept)


def _constants(node: ast.expr) -> Iterator[object]:
    """Yield the texts and whole numbers that are written in an argument; none where anything else is."""
    each = node.elts if isinstance(node, (ast.Tuple, ast.List)) else [node]
    if all(isinstance(e, ast.Constant) for e in each):
        yield from (e.value for e in each if isinstance(e, ast.Constant))


_METHODS: Final = frozenset(
    name for table in (GIVEN_TENSORS, GIVEN_SEQUENCES) for methods in table.values() for name in methods
).union(*CALLED_METHODS.values())

"""What frameworks give the methods that they call: a loss its targets and predictions, a constraint the weights."""

from __future__ import annotations

from purity_lint.knowledge.framework_objects import GIVEN_TENSORS
from purity_lint.semantics.domain.interning import Abs, Why
from purity_lint.semantics.domain.kinds import INFERRED, NONE, TENSOR
from purity_lint.semantics.symbols.table import FunctionSymbol


def declare_given(symbol: FunctionSymbol) -> None:
    """Take parameters for tensors that a framework gives a method of a class that is derived from one of its own."""
    owner = symbol.owner
    if owner is None or symbol.name not in _METHODS:
        return
    names = {
        name
        for base in owner.library_ancestors()
        for prefix, methods in GIVEN_TENSORS.items()
        if base.startswith(prefix)
        for name in methods.get(symbol.name, ())
    }
    for p in symbol.parameters:
        if p.name in names and p.declared is None and (p.default is None or p.default.mask & ~NONE):
            why = Why(f"the framework gives `{symbol.name}` a tensor as `{p.name}`", *p.at)
            p.declared = Abs(TENSOR, INFERRED, why=why)


_METHODS = frozenset(name for methods in GIVEN_TENSORS.values() for name in methods)

"""What the classes of a project say themselves of operators and of the methods that arrays have."""

from __future__ import annotations

from purity_lint.knowledge import lookup
from purity_lint.knowledge.arrays import NOT_OF_NUMPY, OPERATORS_OF_ARRAYS
from purity_lint.knowledge.packages import WITH_ARRAY_CLASSES
from purity_lint.semantics.symbols.table import ClassSymbol, ModuleSymbol
from purity_lint.source.constructs import OPERATORS


def has_operators(symbol: ClassSymbol) -> bool:
    """True where the class says itself what its operators mean: ``q * r`` of quaternions is no product of arrays."""
    return any(
        symbol.method(f"__{side}{operator.method}__") is not None
        for operator in OPERATORS.values()
        if operator.method is not None
        for side in ("", "r", "i")
    )


def has_own_methods(symbol: ClassSymbol) -> bool:
    """True where it has methods for callers: ``v.unit()``, and ``v.cross(w)`` that is its own."""
    return any(not name.startswith("_") for c in symbol.ancestors() for name in c.methods)


def is_arraylike(symbol: ClassSymbol) -> bool:
    """True where its instances have operators or methods that arrays have: a matrix class, say."""
    return any(
        any(base.partition(".")[0] in WITH_ARRAY_CLASSES for base in owner.library_bases)
        or not OPERATORS_OF_ARRAYS.isdisjoint(owner.methods)
        for owner in symbol.ancestors()
    )


def extends_tensor(symbol: ClassSymbol) -> bool:
    """True where it is a subclass of a library's tensors."""
    return any(lookup.tensor_class(base) for base in symbol.library_ancestors())


def names_operand_with(module: ModuleSymbol, method: str) -> bool:
    """True where the module defines or imports a class whose instances have this method.

    What NumPy's arrays have too, arrays are asked for, unless the class has operators of its own.
    """
    alone = method in NOT_OF_NUMPY
    return any(
        c.method(method) is not None and (alone or has_operators(c) or is_arraylike(c))
        for c in module.classes_named()
    )

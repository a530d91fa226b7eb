"""What methods and attributes of the objects of frameworks give."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from purity_lint.knowledge import framework_objects as known
from purity_lint.knowledge import lookup
from purity_lint.knowledge.notation import Result
from purity_lint.semantics.domain.atoms import ANY, NEVER, STR_VALUE, inferred
from purity_lint.semantics.domain.containers import list_of, tuple_of
from purity_lint.semantics.domain.indexing import iterate
from purity_lint.semantics.domain.interning import Abs
from purity_lint.semantics.domain.kinds import (
    DICT,
    INFERRED,
    INSTANCE,
    ITERATOR,
    LIST,
    SEQUENCES,
    STR,
    TENSOR,
    UNKNOWN,
)
from purity_lint.semantics.domain.lattice import join
from purity_lint.semantics.domain.library_values import SIMPLE
from purity_lint.semantics.symbols.table import ClassSymbol


def member_of(ref: str, name: str) -> Abs | None:
    """Return the attribute ``name`` of an instance of the library class ``ref``; ``None`` where it is not known."""
    result = known.attribute(ref, name)
    return None if result is None else value_of(result, ref)


def method_of(receiver: Abs, name: str, args: list[Abs]) -> Abs:
    """Return what the method ``name`` of a library gives, of its own object or of one derived from its class."""
    out = NEVER
    for ref in receiver.refs:
        for base in (ref,) if isinstance(ref, str) else _bases(ref):
            result = known.method(base, name)
            if result is Result.ITSELF:
                out = join(out, receiver)
            elif result is Result.LIKE_SECOND:
                out = join(out, inferred(args[1]) if len(args) > 1 else ANY)
            elif result is not None:
                out = join(out, value_of(result, base))
    return out


def item_of(value: Abs, index: Abs) -> Abs | None:
    """Return what an index gives of an instance of a library class, such as a file; ``None`` where it is not known."""
    for ref in value.refs if value.mask == INSTANCE else ():
        result = known.item(ref) if isinstance(ref, str) else None
        if result is not None:
            return value if index.mask == STR else value_of(result, str(ref))
    return None


def _bases(ref: object) -> tuple[str, ...]:
    return tuple(ref.library_ancestors()) if isinstance(ref, ClassSymbol) else ()


OF_TENSORS: Final[dict[Result, Callable[[Abs], Abs]]] = {
    Result.TENSOR: lambda one: one,
    Result.VECTOR: lambda one: one.but(rank=1),
    Result.TWO_TENSORS: lambda one: tuple_of((one, one)),
    Result.TENSOR_LIST: list_of,
    Result.TENSORS: lambda one: Abs(ITERATOR, elem=one),
    Result.PAIRS_OF_TENSORS: lambda one: Abs(ITERATOR, elem=tuple_of((one, one))),
    Result.NAMED_TENSORS: lambda one: Abs(ITERATOR, elem=tuple_of((STR_VALUE, one))),
    Result.TREE_OF_TENSORS: lambda one: Abs(UNKNOWN, INFERRED, elem=one),
    Result.TENSORS_BY_NAME: lambda one: Abs(DICT, elem=one),
    Result.PARAMETER_GROUPS: lambda one: list_of(Abs(DICT, fields={"params": list_of(one)}, elem=ANY)),
}
"""Result -> what it is, of one tensor."""


def value_of(result: Result, ref: str) -> Abs:
    """Return a result of an instance of the library class ``ref`` that depends on no argument."""
    if result is Result.ITSELF:
        return Abs(INSTANCE, refs=(ref,))
    made_of = OF_TENSORS.get(result)
    if made_of is None:
        return SIMPLE[result]
    return made_of(Abs(TENSOR, INFERRED, backend=lookup.backend_of(ref)))


def held(args: list[Abs]) -> Abs:
    """Return what a `ModuleList` or its like is used as: the list or dict that it is made of."""
    if not args:
        return Abs(LIST)
    made_of = args[0]
    if made_of.mask == DICT:
        return made_of
    if made_of.elems is not None and made_of.mask & SEQUENCES:
        return tuple_of(made_of.elems, LIST)
    return Abs(LIST, elem=iterate(made_of))

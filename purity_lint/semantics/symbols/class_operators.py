"""What the classes of a project say themselves of operators and of the methods that arrays have."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from purity_lint.knowledge import lookup
from purity_lint.knowledge.arrays import OPERATORS_OF_ARRAYS
from purity_lint.knowledge.packages import WITH_ARRAY_CLASSES
from purity_lint.semantics.domain.own_classes import OwnClass
from purity_lint.source.constructs import OPERATORS


class ClassOperators(OwnClass):
    """What a class says of its operators, read off its methods and those of its bases."""

    __slots__ = ()

    methods: Mapping[str, object]
    library_bases: Sequence[str]

    @property
    def is_tuple(self) -> bool:
        """Return True where its instances are tuples of its fields: a named tuple."""
        return any(base.rpartition(".")[2] == "NamedTuple" for base in self.library_bases)

    def method(self, name: str) -> object | None:
        """Return the method of that name, its own or an inherited one."""
        raise NotImplementedError

    def ancestors(self) -> tuple[ClassOperators, ...]:
        """Return the class and its bases within the project, nearest first."""
        raise NotImplementedError

    def library_ancestors(self) -> Iterator[str]:
        """Yield the qualified names of library classes among its bases."""
        raise NotImplementedError

    def has_operators(self) -> bool:
        """True where it says itself what its operators mean: ``q * r`` of quaternions is no product of arrays."""
        return any(
            self.method(f"__{side}{operator.method}__") is not None
            for operator in OPERATORS.values()
            if operator.method is not None
            for side in ("", "r", "i")
        )

    def has_own_methods(self) -> bool:
        """True where it has methods for callers: ``v.unit()``, and ``v.cross(w)`` that is its own."""
        return any(not name.startswith("_") for c in self.ancestors() for name in c.methods)

    def is_plain_tuple(self) -> bool:
        """True for a named tuple with no operators of its own: an array takes it for a row of its fields."""
        return any(owner.is_tuple for owner in self.ancestors()) and not self.has_operators()

    def is_arraylike(self) -> bool:
        """Return True where its instances have operators or methods that arrays have: a matrix class, say."""
        return any(
            any(base.partition(".")[0] in WITH_ARRAY_CLASSES for base in owner.library_bases)
            or not OPERATORS_OF_ARRAYS.isdisjoint(owner.methods)
            for owner in self.ancestors()
        )

    def extends_tensor(self) -> bool:
        """Return True where it is a subclass of a library's tensors."""
        return any(lookup.tensor_class(base) for base in self.library_ancestors())

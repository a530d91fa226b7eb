"""What is asked of a class of the project, where nothing but values is known: symbols are above them."""

from __future__ import annotations


class OwnClass:
    """A class of the project: what its instances are to operators and to functions of arrays."""

    __slots__ = ()

    def has_operators(self) -> bool:
        """Return True where the class says itself what its operators mean."""
        raise NotImplementedError

    def extends_tensor(self) -> bool:
        """Return True where it is a subclass of a library's tensors."""
        raise NotImplementedError

    def is_arraylike(self) -> bool:
        """Return True where its instances have operators or methods that arrays have."""
        raise NotImplementedError

    def is_plain_tuple(self) -> bool:
        """Return True where its instances are named tuples, with the operators of tuples."""
        raise NotImplementedError

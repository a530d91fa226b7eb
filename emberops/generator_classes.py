"""The classes of generators of random numbers, for annotations and ``isinstance``."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from inspect import Signature

OWN_NAME = "stands_for"
"""The attribute of the generators of ops that names the class of NumPy's for which they stand."""

_NUMPY = {("numpy.random.mtrand", "RandomState"), ("numpy.random._generator", "Generator")}
"""NumPy's classes, by name: none of its generators exists where NumPy has not been imported."""


class GeneratorClass(type):
    """A class of which the generators of every backend are instances, and NumPy's own of that name."""

    @property
    def __signature__(cls) -> Signature:
        """What calling it takes: from Python 3.13 on nobody looks for that behind ``__wrapped__`` of a class."""
        from inspect import signature

        return signature(vars(cls)["__wrapped__"])

    def __instancecheck__(cls, instance: object) -> bool:
        return numpy_name(type(instance)) == cls.__name__

    def __subclasscheck__(cls, subclass: type) -> bool:
        return subclass is cls or numpy_name(subclass) == cls.__name__


def generator_class(name: str, make: Callable[..., Any], doc: str | None) -> GeneratorClass:
    """The class ``name``; to call it is to call ``make``."""

    def __new__(cls: type, *args: Any, **kwargs: Any) -> Any:  # noqa: N807  it becomes the method of a class
        return make(*args, **kwargs)

    return GeneratorClass(
        name, (), {"__new__": __new__, "__doc__": doc, "__module__": make.__module__, "__wrapped__": make}
    )


def numpy_name(cls: type) -> str | None:
    """The name of NumPy's class which ``cls`` is, inherits from or stands for; the nearest one counts."""
    for base in cls.__mro__:
        if (base.__module__, base.__name__) in _NUMPY:
            return base.__name__
        if OWN_NAME in vars(base):
            return str(vars(base)[OWN_NAME])
    return None

"""Dataclasses that cost little to define and to make.

The standard decorator compiles up to eight methods for a class when its module is imported.  The linter has some eighty
such classes, and every start of it paid for all of them.  Here the constructor is compiled when the first instance is
made, and the other methods are shared.  For type checkers and for the functions of :mod:`dataclasses` there is no
difference.
"""

from __future__ import annotations

from dataclasses import MISSING, FrozenInstanceError, fields
from dataclasses import dataclass as _standard
from operator import attrgetter
from typing import TYPE_CHECKING, Any

__all__ = ["dataclass"]

if TYPE_CHECKING:
    from dataclasses import dataclass
else:

    def dataclass(defined=None, /, *, frozen=False, slots=False, order=False):
        """Return the class ``defined`` as a dataclass, with what these words mean for the standard decorator."""

        def made(given):
            if (
                given.__doc__ is None
            ):  # else the standard decorator works out the signature of the class for it
                given.__doc__ = given.__name__
            cls = _standard(given, init=False, repr=False, eq=False, slots=slots)
            methods = _compared(cls, frozen, order) | {
                "__init__": _constructor(cls, frozen),
                "__repr__": _shown,
            }
            if frozen:
                methods |= {"__setattr__": _refuse_to_set, "__delattr__": _refuse_to_delete}
                if slots:
                    methods |= {"__getstate__": _state, "__setstate__": _restore}
            for name, method in methods.items():
                if name not in given.__dict__:
                    setattr(cls, name, method)
            return cls

        return made if defined is None else made(defined)


def _constructor(cls: Any, frozen: bool) -> Any:
    """Return a constructor that puts the real one in its own place when it is first called."""

    def __init__(self: Any, *args: Any, **kwargs: Any) -> None:  # noqa: N807 - it becomes the method of a class
        cls.__init__ = _compiled(cls, frozen)
        cls.__init__(self, *args, **kwargs)

    return __init__


def _compiled(cls: Any, frozen: bool) -> Any:
    """Return the constructor of a class: ``def __init__(self, a, b=default)``, which sets one field after the other."""
    known: dict[str, Any] = {"MISSING": MISSING, "set_plain": object.__setattr__}
    parameters, lines = ["self"], []
    for one in fields(cls):
        name, default = one.name, ""
        if one.default_factory is not MISSING:
            known[f"make_{name}"], default = one.default_factory, "=MISSING"
            lines.append(f"if {name} is MISSING: {name} = make_{name}()")
        elif one.default is not MISSING:
            known[f"default_{name}"], default = one.default, f"=default_{name}"
        parameters.append(name + default)
        slot = cls.__dict__.get(name)
        if not frozen:
            lines.append(f"self.{name} = {name}")
        elif hasattr(slot, "__set__"):
            known[f"set_{name}"] = slot.__set__
            lines.append(f"set_{name}(self, {name})")
        else:
            lines.append(f"set_plain(self, {name!r}, {name})")
    if hasattr(cls, "__post_init__"):
        lines.append("self.__post_init__()")
    body = "\n ".join(lines or ["pass"])
    exec(f"def __init__({', '.join(parameters)}):\n {body}", known)
    known["__init__"].__qualname__ = f"{cls.__qualname__}.__init__"
    return known["__init__"]


def _compared(cls: Any, frozen: bool, order: bool) -> dict[str, Any]:
    """Return the methods that compare instances by the values of their fields."""
    names = [one.name for one in fields(cls)]
    values: Any = attrgetter(*names) if names else lambda _: ()

    def __eq__(self: Any, other: object) -> Any:  # noqa: N807 - it becomes the method of a class
        return values(self) == values(other) if other.__class__ is self.__class__ else NotImplemented

    methods: dict[str, Any] = {"__eq__": __eq__, "__hash__": None}
    if frozen:
        methods["__hash__"] = lambda self: hash(values(self))
    if order:
        methods["__lt__"] = lambda self, other: values(self) < values(other)
        methods["__le__"] = lambda self, other: values(self) <= values(other)
        methods["__gt__"] = lambda self, other: values(self) > values(other)
        methods["__ge__"] = lambda self, other: values(self) >= values(other)
    return methods


def _shown(self: Any) -> str:
    values = ", ".join(f"{one.name}={getattr(self, one.name)!r}" for one in fields(self))
    return f"{self.__class__.__qualname__}({values})"


def _refuse_to_set(self: Any, name: str, value: object) -> None:
    raise FrozenInstanceError(f"cannot assign to field {name!r}")


def _refuse_to_delete(self: Any, name: str) -> None:
    raise FrozenInstanceError(f"cannot delete field {name!r}")


def _state(self: Any) -> list[object]:
    return [getattr(self, one.name) for one in fields(self)]


def _restore(self: Any, state: list[object]) -> None:
    for one, value in zip(fields(self), state, strict=True):
        object.__setattr__(self, one.name, value)

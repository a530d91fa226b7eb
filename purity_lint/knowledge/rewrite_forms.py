"""The notation in which the ``rewrite_*`` tables say how a library's call becomes an ``ops`` call.

One line describes one way of calling one function::

    std(a:x, axis, dtype:-, out:-, ddof:correction, keepdims)
    rand(*d:shape) -> random.uniform
    clamp(input:x, min, max) -> clip
    flatten(a) -> {ops}.copy({ops}.ravel({a}))

Left of the arrow stand the library's parameters in its own order.  ``name:other`` is called ``other`` in
ops; ``name:-`` has no counterpart there (a call that gives it is not rewritten, unless the value given is
the default); ``name:other=1`` has another default there, so that ``other=1`` is written when the call does
not give it; ``*name:other`` packs what is left of the positional arguments into one tuple; after a bare
``*`` come the keyword-only ones.  Right of the arrow stands an operation, where the catalogue's spelling
does not say which, or a template over the library's parameter names.  ``!`` at the end marks a rewrite that
is never safe.

A function may have several lines: the first that takes all arguments of the call is used.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache

_LINE = re.compile(r"^(?P<name>[\w.]+)\((?P<parameters>.*?)\)(?:\s*->\s*(?P<target>.+?))?(?P<unsafe>\s*!)?$")


@dataclass(frozen=True, slots=True)
class Parameter:
    """One parameter of a library's function, and what it is called in ops."""

    name: str
    target: str | None
    """``None``: ops has no such parameter."""
    variadic: bool = False
    keyword_only: bool = False
    default: str | None = None
    """Source text to write for ``target`` when the call does not give it."""


@dataclass(frozen=True, slots=True)
class Form:
    """One way of calling a library's function, and what it becomes."""

    parameters: tuple[Parameter, ...]
    operation: str | None = None
    """Operation below ``ops``; ``None`` leaves it to the catalogue."""
    template: str | None = None
    safe: bool = True


Table = Mapping[str, tuple[Form, ...]]


def parse(text: str) -> dict[str, tuple[Form, ...]]:
    """Read a table: one form a line, ``#`` begins a comment."""
    found: dict[str, tuple[Form, ...]] = {}
    for number, raw in enumerate(text.splitlines(), 1):
        line = raw.partition("#")[0].strip()
        if not line:
            continue
        match = _LINE.match(line)
        if match is None:
            raise ValueError(f"line {number} of a rewrite table cannot be read: {raw!r}")
        form = _form(match["parameters"], match["target"], safe=match["unsafe"] is None)
        found[match["name"]] = (*found.get(match["name"], ()), form)
    return found


def words(text: str) -> frozenset[str]:
    """A set of names, written as one text."""
    return frozenset(text.split())


@cache
def form(line: str) -> Form:
    """The one form that ``line`` describes."""
    ((only,),) = parse(line).values()
    return only


def _form(parameters: str, target: str | None, *, safe: bool) -> Form:
    operation = template = None
    if target is not None and "{" in target:
        template = target
    else:
        operation = target
    return Form(tuple(_parameters(parameters)), operation, template, safe)


def _parameters(text: str) -> list[Parameter]:
    found: list[Parameter] = []
    keyword_only = False
    for part in filter(None, (p.strip() for p in _split(text))):
        if part == "*":
            keyword_only = True
            continue
        variadic = part.startswith("*")
        spelled, _, default = part.lstrip("*").partition("=")
        name, _, target = spelled.partition(":")
        renamed = None if target == "-" else (target or name)
        found.append(Parameter(name, renamed, variadic, keyword_only, default or None))
        keyword_only = keyword_only or variadic
    return found


def _split(text: str) -> list[str]:
    """Split at the commas that stand in no parentheses."""
    return re.split(r",(?![^()]*\))", text)

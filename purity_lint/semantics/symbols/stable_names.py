"""Names of the symbols in a summary that stay when others come and go, while their numbers count up."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from functools import cached_property
from typing import Any, TypeAlias

Data: TypeAlias = Any
"""Types that JSON can hold."""
_Rename: TypeAlias = Callable[[str, Any], Any]
"""Gives a symbol of a kind, `f`, `c` or `m`, another name."""


class StableNames:
    """Names of functions, classes and modules, by their numbers in a summary."""

    def __init__(self, summary: Mapping[str, Data]) -> None:
        modules = [module["name"] for module in summary["modules"]]
        self.of = {
            "m": modules,
            "f": list(_named(summary["functions"], modules)),
            "c": list(_named(summary["classes"], modules)),
        }
        """By kind of symbol."""

    @cached_property
    def numbers(self) -> dict[str, dict[str, int]]:
        """Return the numbers of names, by kind of symbol."""
        return {kind: {name: number for number, name in enumerate(names)} for kind, names in self.of.items()}

    def named(self, offer: Data) -> Data:
        """Return an offer with names in place of numbers."""
        return _renamed(offer, lambda kind, number: self.of[kind][number])

    def numbered(self, offer: Data) -> Data:
        """Return an offer with numbers in place of names."""
        return _renamed(offer, lambda kind, name: self.numbers[kind][name])

    def named_ref(self, ref: Data) -> Data:
        """Return what a value refers to, with a name in place of a number; values in it keep theirs."""
        return _ref(ref, lambda kind, number: self.of[kind][number])


def _named(symbols: Iterable[Data], modules: list[str]) -> Iterable[str]:
    """Yield names; those of one qualified name, as branches define them, are counted."""
    seen: Counter[str] = Counter()
    for symbol in symbols:
        name = f"{modules[symbol['module']]}\0{symbol['qualname']}"
        yield f"{name}\0{seen[name]}" if seen[name] else name
        seen[name] += 1


def _renamed(offer: Data, rename: _Rename) -> Data:
    return {
        "path": offer["path"],
        "arguments": [[rename("f", function), *given] for function, *given in offer["arguments"]],
        "members": [[rename("c", owner), *given] for owner, *given in offer["members"]],
        "values": [
            value if isinstance(value, int) else [*value[:5], [_ref(r, rename) for r in value[5]], *value[6:]]
            for value in offer["values"]
        ],
    }


def _ref(ref: Data, rename: _Rename) -> Data:
    if isinstance(ref, str) or ref[0] == "t":
        return ref
    if ref[0] == "b":
        return ["b", rename("f", ref[1]), rename("c", ref[2])]
    return [ref[0], rename(ref[0], ref[1])]

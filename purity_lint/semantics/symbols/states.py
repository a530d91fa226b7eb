"""States of what a summary tells, hashed one by one: who has read some of it asks whether it would read that again."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Mapping
from typing import Any, Final, TypeAlias

from purity_lint.semantics.symbols.stable_names import StableNames

Data: TypeAlias = Any
"""Types that JSON can hold."""

ALL: Final = "*"
"""Stands for all names of a module."""
_FLAGS: Final = ("name", "path", "dynamic", "descriptors")
"""Facts about modules that whoever reads anything may have read."""


def function_key(name: str) -> str:
    """Return the key of a function by its stable name."""
    return f"f\1{name}"


def class_key(name: str) -> str:
    """Return the key of a class by its stable name."""
    return f"c\1{name}"


def member_key(table: str, module: int | str, name: str) -> str:
    """Return the key of what a module has in one of its tables under a name; :data:`ALL` for all that is there."""
    return f"{table}\1{module}\1{name}"


class States:
    """Hashes of what a summary says of each symbol, with or without the reasons of its values.

    Symbols that are referred to count by their names: what is said of these has a state of its own.
    """

    def __init__(self, summary: Mapping[str, Data], names: StableNames, *, reasons: bool) -> None:
        self._summary = summary
        self._names = names
        self._with_reasons = reasons
        self._values: dict[int, str] = {}
        self._reasons: dict[int, str] = {-1: ""}
        self._known: dict[str, str] = {}
        self._everywhere = _hash([[module[flag] for flag in _FLAGS] for module in summary["modules"]])

    def of(self, keys: Iterable[str]) -> str:
        """Return the state of all that stands under ``keys``."""
        return _hash([self._everywhere, [[key, self._of(key)] for key in sorted(keys)]])

    def _of(self, key: str) -> str:
        found = self._known.get(key)
        if found is None:
            found = self._known[key] = self._found(*key.split("\1"))
        return found

    def _found(self, kind: str, name: str, member: str = "") -> str:
        if kind in ("f", "c"):
            number = self._names.numbers[kind].get(name)
            if number is None:
                return "none"
            return self._function(number) if kind == "f" else self._class(number)
        module = self._names.numbers["m"].get(name)
        if module is None:
            return "none"
        table = self._summary["modules"][module][kind]
        if member == ALL:
            return _hash([[name, self._member(kind, found)] for name, found in table.items()])
        return self._member(kind, table[member]) if member in table else "none"

    def _member(self, table: str, found: Data) -> Data:
        return self._value(found) if table == "names" else _hash(found)

    def _function(self, number: int) -> str:
        function = self._summary["functions"][number]
        owner = function["owner"]
        return _hash(
            [
                None if owner is None else self._names.of["c"][owner],
                function["flags"],
                list(map(self._parameter, function["parameters"])),
                [self._value(function[part]) for part in ("result", "declared", "wrapper", "results_of")],
            ]
        )

    def _parameter(self, data: Data) -> list[Data]:
        *said, declared, default, at = data
        return [*said, self._value(declared), self._value(default), at if self._with_reasons else None]

    def _class(self, number: int) -> str:
        found = self._summary["classes"][number]
        functions, classes = self._names.of["f"], self._names.of["c"]
        return _hash(
            [
                [[classes[n] for n in found[part]] for part in ("bases", "subclasses")],
                [[[k, functions[n]] for k, n in found[part].items()] for part in ("methods", "setters")],
                [[name, self._value(value)] for name, value in found["members"].items()],
                [found[part] for part in ("library", "fields", "record", "fixed")],
            ]
        )

    def _value(self, number: int) -> str:
        if number < 0:
            return ""
        found = self._values.get(number)
        if found is None:
            found = self._values[number] = self._of_value(self._summary["values"][number])
        return found

    def _of_value(self, data: Data) -> str:
        if isinstance(data, int):
            return str(data)
        mask, ev, backend, dtype, rank, refs, elems, elem, fields, deps, why = data
        return _hash(
            [
                [mask, ev, backend, dtype, rank, deps],
                [self._ref(ref) for ref in refs],
                None if elems is None else [self._value(e) for e in elems],
                self._value(elem),
                None if fields is None else [[name, self._value(v)] for name, v in fields.items()],
                self._reason(why) if self._with_reasons else "",
            ]
        )

    def _ref(self, ref: Data) -> Data:
        if isinstance(ref, str) or ref[0] != "t":
            return self._names.named_ref(ref)
        _, kind, target, positional, keywords = ref
        given = [self._value(v) for v in positional], [[k, self._value(v)] for k, v in keywords]
        return ["t", kind, self._value(target), *given]

    def _reason(self, number: int) -> str:
        missing = []
        while number not in self._reasons:
            missing.append(number)
            number = self._summary["reasons"][number][4]
        state = self._reasons[number]
        for each in reversed(missing):
            state = self._reasons[each] = _hash([*self._summary["reasons"][each][:4], state])
        return state


def _hash(facts: object) -> str:
    return hashlib.blake2b(json.dumps(facts).encode(), digest_size=12).hexdigest()

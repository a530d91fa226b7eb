"""Summaries of the analysis of some files, as plain data (JSON), and back: what other files can ask of them.

A summary holds names, signatures, results, classes and attributes; it holds no tree and no value of any expression.
Read back, it gives modules that are *frozen*: they answer every question that an importing file has, and nothing that
is said to them changes them (it is put down as an offer, see :mod:`purity_lint.semantics.symbols.offers`).
"""

from __future__ import annotations

import ast
from pathlib import Path
from typing import Any, Final, TypeAlias

from purity_lint.semantics.domain.atoms import plain
from purity_lint.semantics.domain.environment import Environment
from purity_lint.semantics.domain.interning import Abs, Transform, Why
from purity_lint.semantics.symbols.alias_trees import data_of, tree_of
from purity_lint.semantics.symbols.table import (
    BoundMethod,
    Cell,
    ClassSymbol,
    FunctionSymbol,
    ModuleSymbol,
    Parameter,
)
from purity_lint.source.file import SourceFile

Data: TypeAlias = Any
"""Types that JSON can hold."""

_PLACE: Final = ast.Lambda(
    ast.arguments(posonlyargs=[], args=[], kwonlyargs=[], kw_defaults=[], defaults=[]),
    ast.Constant(None),
    lineno=1,
)
_CLASS: Final = ast.ClassDef("", [], [], [], [], lineno=1)
_FUNCTION_FLAGS: Final = (
    "is_static",
    "is_class_method",
    "is_property",
    "is_generator",
    "is_fixture",
    "abstract",
)


class Symbols:
    """Symbols of a stage of the analysis, by number: the same numbers in a summary and in what is read from it."""

    def __init__(self) -> None:
        self.numbers: dict[object, int] = {}
        self.functions: list[FunctionSymbol] = []
        self.classes: list[ClassSymbol] = []
        self.modules: list[ModuleSymbol] = []

    def number(self, symbol: FunctionSymbol | ClassSymbol | ModuleSymbol) -> int:
        """Return the number of a symbol; a new one for one that has none yet."""
        found = self.numbers.get(symbol)
        if found is None:
            table: list[Any] = (
                self.functions
                if isinstance(symbol, FunctionSymbol)
                else self.classes
                if isinstance(symbol, ClassSymbol)
                else self.modules
            )
            found = self.numbers[symbol] = len(table)
            table.append(symbol)
        return found

    def number_all(self) -> None:
        """Give numbers to all functions and classes of the modules, so that they are the same in every process."""
        for module in self.modules:
            for function in module.functions.values():
                self.number(function)
            for symbol in module.classes.values():
                self.number(symbol)


class Writer:
    """Turns values into data; symbols are named by their numbers."""

    def __init__(self, symbols: Symbols | None = None) -> None:
        self.symbols = symbols or Symbols()
        self.values: list[Data] = []
        self.reasons: list[Data] = []
        self._values: dict[Abs, int] = {}
        self._reasons: dict[Why, int] = {}
        self.closed = symbols is not None
        """Only symbols of the stage that is over have numbers, others are left out; and so are reasons."""

    def number(self, symbol: FunctionSymbol | ClassSymbol | ModuleSymbol) -> int | None:
        """Return the number of a symbol, if it may have one."""
        if self.closed and not _is_frozen(symbol):
            return self.symbols.numbers.get(symbol)
        return self.symbols.number(symbol)

    def value(self, value: Abs | None) -> int:
        """Return the number of a value in :attr:`values`; -1 for none."""
        if value is None:
            return -1
        if self.closed:
            value = value.core
        known = self._values.get(value)
        if known is not None:
            return known
        if plain(value.mask) is value:
            data: Data = value.mask
        else:
            data = [
                value.mask,
                value.ev,
                value.backend,
                value.dtype,
                value.rank,
                [r for ref in value.refs if (r := self._ref(ref)) is not None],
                None if value.elems is None else [self.value(e) for e in value.elems],
                self.value(value.elem),
                None if value.fields is None else {k: self.value(v) for k, v in value.fields.items()},
                value.deps,
                self._reason(value.why),
            ]
        number = self._values[value] = len(self.values)
        self.values.append(data)
        return number

    def _ref(self, ref: object) -> Data:
        if isinstance(ref, str):
            return ref
        if isinstance(ref, (FunctionSymbol, ClassSymbol, ModuleSymbol)):
            number = self.number(ref)
            kind = "f" if isinstance(ref, FunctionSymbol) else "c" if isinstance(ref, ClassSymbol) else "m"
            return None if number is None else [kind, number]
        if isinstance(ref, BoundMethod):
            function, receiver = self.number(ref.function), self.number(ref.receiver)
            return None if function is None or receiver is None else ["b", function, receiver]
        if isinstance(ref, Transform):
            given = [self.value(v) for v in ref.positional]
            return [
                "t",
                ref.kind,
                self.value(ref.target),
                given,
                [[k, self.value(v)] for k, v in ref.keywords],
            ]
        raise TypeError(f"a value refers to {ref!r}, which no summary can hold")

    def _reason(self, why: Why | None) -> int:
        if why is None or self.closed:
            return -1
        known = self._reasons.get(why)
        if known is None:
            parent = self._reason(why.parent)
            known = self._reasons[why] = len(self.reasons)
            self.reasons.append([why.text, why.line, why.col, why.path, parent])
        return known


def _is_frozen(symbol: FunctionSymbol | ClassSymbol | ModuleSymbol) -> bool:
    module = symbol if isinstance(symbol, ModuleSymbol) else symbol.module
    return module.frozen


class Reader:
    """Turns data into values again; numbers stand for ``symbols``."""

    def __init__(self, symbols: Symbols, values: list[Data], reasons: list[Data]) -> None:
        self.symbols = symbols
        self._reasons: list[Why] = []
        for text, line, col, path, parent in reasons:
            self._reasons.append(Why(text, line, col, path, self._reason(parent)))
        self._values: list[Abs] = []
        for data in values:
            self._values.append(self._read(data))

    def value(self, number: int) -> Abs:
        """Return the value with this number."""
        return self._values[number]

    def optional(self, number: int) -> Abs | None:
        """Return the value with this number, or none."""
        return None if number < 0 else self._values[number]

    def _reason(self, number: int) -> Why | None:
        return None if number < 0 else self._reasons[number]

    def _read(self, data: Data) -> Abs:
        if isinstance(data, int):
            return plain(data)
        mask, ev, backend, dtype, rank, refs, elems, elem, fields, deps, why = data
        return Abs(
            mask,
            ev,
            backend=backend,
            dtype=dtype,
            rank=rank,
            refs=tuple([self._ref(r) for r in refs]),
            elems=None if elems is None else tuple([self._values[e] for e in elems]),
            elem=self.optional(elem),
            fields=None if fields is None else {k: self._values[v] for k, v in fields.items()},
            deps=deps,
            why=self._reason(why),
        )

    def _ref(self, ref: Data) -> object:
        if isinstance(ref, str):
            return ref
        match ref[0]:
            case "f":
                return self.symbols.functions[ref[1]]
            case "c":
                return self.symbols.classes[ref[1]]
            case "m":
                return self.symbols.modules[ref[1]]
            case "b":
                return BoundMethod(self.symbols.functions[ref[1]], self.symbols.classes[ref[2]])
        _, kind, target, positional, keywords = ref
        return Transform(
            kind,
            self._values[target],
            tuple(self._values[v] for v in positional),
            tuple((k, self._values[v]) for k, v in keywords),
        )


# Modules --------------------------------------------------------------------------------------------


def summarize(symbols: Symbols) -> dict[str, Data]:
    """Return the summary of the modules in ``symbols``, which takes in every symbol that is mentioned there."""
    writer = Writer()
    writer.symbols = symbols
    written: dict[str, list[Data]] = {"modules": [], "functions": [], "classes": []}
    while True:  # what is written mentions further symbols
        if len(written["modules"]) < len(symbols.modules):
            written["modules"].append(_module(writer, symbols.modules[len(written["modules"])]))
        elif len(written["classes"]) < len(symbols.classes):
            written["classes"].append(_class(writer, symbols.classes[len(written["classes"])]))
        elif len(written["functions"]) < len(symbols.functions):
            written["functions"].append(_function(writer, symbols.functions[len(written["functions"])]))
        else:
            break
    return {**written, "values": writer.values, "reasons": writer.reasons}


def _module(writer: Writer, module: ModuleSymbol) -> Data:
    names = module.environment.values if module.environment is not None else {}
    return {
        "name": module.name,
        "path": str(module.source.path),
        "package": module.is_package,
        "test": module.is_test,
        "dynamic": module.dynamic,
        "names": {name: writer.value(value) for name, value in names.items()},
        "assignments": {name: data_of(name, node) for name, node in module.assignments.items()},
        "imports": {local: list(origin) for local, origin in module.import_names.items()},
    }


def _function(writer: Writer, symbol: FunctionSymbol) -> Data:
    return {
        "name": symbol.name,
        "qualname": symbol.qualname,
        "module": writer.number(symbol.module),
        "owner": None if symbol.owner is None else writer.number(symbol.owner),
        "flags": [name for name in _FUNCTION_FLAGS if getattr(symbol, name)],
        "parameters": [_parameter(writer, p) for p in symbol.parameters],
        "result": writer.value(symbol.result.value),
        "declared": writer.value(symbol.returns_declared),
        "wrapper": writer.value(symbol.wrapper),
    }


def _parameter(writer: Writer, p: Parameter) -> Data:
    values = writer.value(p.declared), writer.value(p.default), writer.value(p.calls.value)
    return [p.name, p.kind, p.strict, p.use, *values]


def _class(writer: Writer, symbol: ClassSymbol) -> Data:
    return {
        "name": symbol.name,
        "qualname": symbol.qualname,
        "module": writer.number(symbol.module),
        "bases": [writer.number(c) for c in symbol.bases],
        "library": list(symbol.library_bases),
        "subclasses": [writer.number(c) for c in symbol.subclasses],
        "methods": {name: writer.number(f) for name, f in symbol.methods.items()},
        "setters": {name: writer.number(f) for name, f in symbol.setters.items()},
        "members": {name: writer.value(cell.value) for name, cell in symbol.members.items()},
        "fields": list(symbol.fields),
        "record": symbol.record,
    }


def restore(data: dict[str, Data]) -> Symbols:
    """Return the frozen symbols of a summary."""
    symbols = Symbols()
    symbols.modules = [_restored_module(d) for d in data["modules"]]
    for d in data["classes"]:
        symbols.classes.append(ClassSymbol(d["name"], d["qualname"], _CLASS, symbols.modules[d["module"]]))
    for d in data["functions"]:
        symbols.functions.append(
            FunctionSymbol(d["name"], d["qualname"], _PLACE, symbols.modules[d["module"]])
        )
    for table in (symbols.functions, symbols.classes, symbols.modules):
        symbols.numbers.update((symbol, number) for number, symbol in enumerate(table))
    reader = Reader(symbols, data["values"], data["reasons"])
    for module, d in zip(symbols.modules, data["modules"], strict=True):
        module.environment = Environment()
        module.environment.values = {name: reader.value(v) for name, v in d["names"].items()}
    for class_symbol, d in zip(symbols.classes, data["classes"], strict=True):
        _fill_class(class_symbol, d, symbols, reader)
    for function, d in zip(symbols.functions, data["functions"], strict=True):
        _fill_function(function, d, symbols, reader)
    return symbols


def _restored_module(d: Data) -> ModuleSymbol:
    source = SourceFile(Path(d["path"]), "", ast.Module([], []))
    module = ModuleSymbol(d["name"], source, is_package=d["package"], is_test=d["test"])
    module.dynamic = d["dynamic"]
    module.assignments = {name: tree_of(data) for name, data in d["assignments"].items()}
    module.import_names = {local: (base, name) for local, (base, name) in d["imports"].items()}
    module.evaluated = module.frozen = True
    return module


def _fill_class(symbol: ClassSymbol, d: Data, symbols: Symbols, reader: Reader) -> None:
    symbol.bases = [symbols.classes[n] for n in d["bases"]]
    symbol.library_bases = d["library"]
    symbol.subclasses = [symbols.classes[n] for n in d["subclasses"]]
    symbol.methods = {name: symbols.functions[n] for name, n in d["methods"].items()}
    symbol.setters = {name: symbols.functions[n] for name, n in d["setters"].items()}
    for name, number in d["members"].items():
        cell = symbol.members[name] = Cell(symbol.module)
        cell.value = reader.value(number)
    symbol.fields = d["fields"]
    symbol.record = d["record"]
    symbol.defined = True


def _fill_function(symbol: FunctionSymbol, d: Data, symbols: Symbols, reader: Reader) -> None:
    symbol.owner = None if d["owner"] is None else symbols.classes[d["owner"]]
    for flag in d["flags"]:
        setattr(symbol, flag, True)
    for name, kind, strict, use, declared, default, calls in d["parameters"]:
        p = Parameter(name, kind)
        p.strict, p.use = strict, use
        p.declared, p.default = reader.optional(declared), reader.optional(default)
        p.calls = Cell()
        p.calls.value = reader.value(calls)
        symbol.parameters.append(p)
    named = enumerate(symbol.parameters)
    symbol.positions = {p.name: n for n, p in named if p.kind in ("positional", "keyword")}
    symbol.positional = sum(p.kind == "positional" for p in symbol.parameters)
    symbol.result = Cell()
    symbol.result.value = reader.value(d["result"])
    symbol.returns_declared = reader.optional(d["declared"])
    symbol.wrapper = reader.optional(d["wrapper"])
    symbol.declared = symbol.evaluated = True
    symbol.dirty = False

"""Summaries of the analysis of some files, as plain data (JSON), and back: what other files can ask of them.

A summary holds names, signatures, results, classes and attributes; it holds no tree and no value of any expression.
Read back, by :mod:`purity_lint.semantics.symbols.told`, it answers every question that an importing file has.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, Final, Protocol, TypeAlias

from purity_lint.semantics.domain.atoms import plain
from purity_lint.semantics.domain.interning import Abs, Transform, Why
from purity_lint.semantics.symbols.alias_trees import data_of
from purity_lint.semantics.symbols.cells import Parameter
from purity_lint.semantics.symbols.offers import Offers
from purity_lint.semantics.symbols.table import BoundMethod, ClassSymbol, FunctionSymbol, ModuleSymbol

Data: TypeAlias = Any
"""Types that JSON can hold."""
Place: TypeAlias = tuple[str, int, int]
"""A reason with the line and the column in which it stands."""

FUNCTION_FLAGS: Final = (
    "is_static",
    "is_class_method",
    "is_property",
    "is_generator",
    "is_fixture",
    "abstract",
    "registers",
    "alters_results",
    "decorated_elsewhere",
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

    def function(self, number: int) -> FunctionSymbol:
        """Return the function of this number."""
        return self.functions[number]

    def class_of(self, number: int) -> ClassSymbol:
        """Return the class of this number."""
        return self.classes[number]

    def module(self, number: int) -> ModuleSymbol:
        """Return the module of this number."""
        return self.modules[number]

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


class Numbered(Protocol):
    """Symbols by their numbers."""

    def function(self, number: int) -> FunctionSymbol:
        """Return the function of this number."""

    def class_of(self, number: int) -> ClassSymbol:
        """Return the class of this number."""

    def module(self, number: int) -> ModuleSymbol:
        """Return the module of this number."""


class Reader:
    """Turns data into values again, each when it is asked for; numbers stand for ``symbols``."""

    def __init__(self, symbols: Numbered, values: Sequence[Data], reasons: Sequence[Data]) -> None:
        self._symbols = symbols
        self._given_values, self._given_reasons = values, reasons
        self._values: dict[int, Abs] = {}
        self._reasons: dict[int, Why] = {}

    def value(self, number: int) -> Abs:
        """Return the value with this number."""
        found = self._values.get(number)
        if found is None:
            found = self._values[number] = self._read(self._given_values[number])
        return found

    def optional(self, number: int) -> Abs | None:
        """Return the value with this number, or none."""
        return None if number < 0 else self.value(number)

    def _reason(self, number: int) -> Why | None:
        missing = []
        while number >= 0 and number not in self._reasons:
            missing.append(number)
            number = self._given_reasons[number][4]
        why = None if number < 0 else self._reasons[number]
        for each in reversed(missing):
            text, line, col, path, _ = self._given_reasons[each]
            why = self._reasons[each] = Why(text, line, col, path, why)
        return why

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
            elems=None if elems is None else tuple([self.value(e) for e in elems]),
            elem=self.optional(elem),
            fields=None if fields is None else {k: self.value(v) for k, v in fields.items()},
            deps=deps,
            why=self._reason(why),
        )

    def _ref(self, ref: Data) -> object:
        if isinstance(ref, str):
            return ref
        match ref[0]:
            case "f":
                return self._symbols.function(ref[1])
            case "c":
                return self._symbols.class_of(ref[1])
            case "m":
                return self._symbols.module(ref[1])
            case "b":
                return BoundMethod(self._symbols.function(ref[1]), self._symbols.class_of(ref[2]))
        _, kind, target, positional, keywords = ref
        return Transform(
            kind,
            self.value(target),
            tuple(self.value(v) for v in positional),
            tuple((k, self.value(v)) for k, v in keywords),
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


def told(module: ModuleSymbol, offers: Offers, known: Iterable[ModuleSymbol]) -> Data:
    """Return all that others have of a module that is analysed with some that are ``known``: what it is and offers.

    Reasons are left out, and so is in which order things are offered.
    """
    symbols = Symbols()
    symbols.modules = [module, *known]
    symbols.numbers = {one: number for number, one in enumerate(symbols.modules)}
    symbols.number_all()
    writer = Writer(symbols)
    functions = [
        [
            _function(writer, function),
            [
                [writer.value(p.value), writer.value(p.calls.value), p.unknown_calls, p.sure]
                for p in function.parameters
            ],
        ]
        for function in module.functions.values()
    ]
    classes = [_class(writer, symbol) for symbol in module.classes.values()]
    own = _module(writer, module), functions, classes, writer.values
    return own, _in_no_order(offered(offers, symbols, str(module.source.path)))


def _in_no_order(offer: Data) -> Data:
    """Return what is offered by what it is offered to, with the values themselves in the place of their numbers."""
    values = _written_out(offer["values"])
    arguments = {
        (number, position): [values[value], unknown, caller]
        for number, position, value, unknown, caller in offer["arguments"]
    }
    return arguments, {(number, name): values[value] for number, name, value in offer["members"]}


def _written_out(values: Sequence[Data]) -> list[Data]:
    """Return values with those that they are made of in the place of their numbers: what these are comes first."""
    written: dict[int, Data] = {-1: None}

    def ref(data: Data) -> Data:
        if isinstance(data, str) or data[0] != "t":
            return data
        mark, kind, target, positional, keywords = data
        return [
            mark,
            kind,
            written[target],
            [written[v] for v in positional],
            [[k, written[v]] for k, v in keywords],
        ]

    for number, data in enumerate(values):
        if isinstance(data, int):
            written[number] = data
            continue
        *facts, refs, elems, elem, fields, deps, why = data
        written[number] = [
            *facts,
            [ref(each) for each in refs],
            None if elems is None else [written[each] for each in elems],
            written[elem],
            None if fields is None else {name: written[each] for name, each in fields.items()},
            deps,
            why,
        ]
    del written[-1]
    return list(written.values())


def _module(writer: Writer, module: ModuleSymbol) -> Data:
    names = module.environment.values if module.environment is not None else {}
    return {
        "name": module.name,
        "path": str(module.source.path),
        "package": module.is_package,
        "test": module.is_test,
        "dynamic": module.dynamic,
        "descriptors": module.has_descriptors,
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
        "flags": [name for name in FUNCTION_FLAGS if getattr(symbol, name)],
        "parameters": [_parameter(writer, p) for p in symbol.parameters],
        "result": writer.value(symbol.result.value),
        "declared": writer.value(symbol.returns_declared),
        "wrapper": writer.value(symbol.wrapper),
        "results_of": writer.value(symbol.results_of),
    }


def _parameter(writer: Writer, p: Parameter) -> Data:
    return [p.name, p.kind, p.strict, p.use, writer.value(p.declared), writer.value(p.default), p.at]


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
        "fixed": symbol.fixed,
    }


def reasons_of(module: ModuleSymbol) -> set[Place]:
    """Return the reasons in a module of what others can ask of it, where they stand there."""
    writer = Writer()
    _module(writer, module)
    for function in module.functions.values():
        _function(writer, function)
    for symbol in module.classes.values():
        _class(writer, symbol)
    own = str(module.source.path)
    return {(text, line, col) for text, line, col, path, _ in writer.reasons if path == own}


def offered(offers: Offers, symbols: Symbols, path: str) -> Data:
    """Return what the file at ``path`` offers to symbols of an earlier stage."""
    writer = Writer(symbols)
    arguments, members = [], []
    for function, parameters in offers.arguments.items():
        for position, p in enumerate(parameters):
            if p.calls.value.mask or p.unknown_calls:
                number = writer.number(function)
                caller = offers.callers.get(function, {}).get(p.name, "")
                arguments.append([number, position, writer.value(p.calls.value), p.unknown_calls, caller])
    for (owner, name), value in offers.members.items():
        number = writer.number(owner)
        if (
            number is not None
        ):  # a class of the leaf itself, whose attribute stands in one that it derives from
            members.append([number, name, writer.value(value)])
    return {"path": path, "arguments": arguments, "members": members, "values": writer.values}

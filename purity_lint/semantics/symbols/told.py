"""What a summary tells, read back symbol by symbol as it is asked for.

The modules are *frozen*: they answer every question that an importing file has, and nothing that is said to them
changes them (it is put down as an offer, see :mod:`purity_lint.semantics.symbols.offers`).  What is asked is put down:
the file need not be analysed again as long as it would hear the same.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping
from functools import cached_property
from pathlib import Path
from typing import Any, Final, NoReturn, TypeAlias, TypeVar

from purity_lint.semantics.domain.environment import Environment
from purity_lint.semantics.symbols.alias_trees import tree_of
from purity_lint.semantics.symbols.cells import Cell, Parameter
from purity_lint.semantics.symbols.stable_names import StableNames
from purity_lint.semantics.symbols.states import ALL, States, class_key, function_key, member_key
from purity_lint.semantics.symbols.summaries import Reader, Symbols
from purity_lint.semantics.symbols.table import ClassSymbol, FunctionSymbol, ModuleSymbol
from purity_lint.source.file import SourceFile

Data: TypeAlias = Any
"""Types that JSON can hold."""
T = TypeVar("T")

_PLACE: Final = ast.Lambda(
    ast.arguments(posonlyargs=[], args=[], kwonlyargs=[], kw_defaults=[], defaults=[]),
    ast.Constant(None),
    lineno=1,
)
_CLASS: Final = ast.ClassDef("", [], [], [], [], lineno=1)


class Told:
    """A summary, and the modules that it tells of: one file after the other is analysed with them."""

    def __init__(self, summary: Mapping[str, Data]) -> None:
        self.summary = summary
        self.names = StableNames(summary)
        self.modules: list[ModuleSymbol] = []
        self.modules += [self._module(number, data) for number, data in enumerate(summary["modules"])]
        self.reading = Reading(self)

    def begin(self) -> Reading:
        """Let the next file read, which starts with nothing."""
        self.reading = Reading(self)
        return self.reading

    def __len__(self) -> int:
        """Return how many symbols there are."""
        return sum(len(self.summary[kind]) for kind in ("modules", "classes", "functions"))

    @cached_property
    def states(self) -> States:
        """Return the states of all that is told, reasons apart."""
        return States(self.summary, self.names, reasons=False)

    @cached_property
    def states_with_reasons(self) -> States:
        """Return the states of all that is told."""
        return States(self.summary, self.names, reasons=True)

    def _module(self, number: int, data: Data) -> ModuleSymbol:
        source = SourceFile(Path(data["path"]), "", ast.Module([], []))
        module = ModuleSymbol(data["name"], source, is_package=data["package"], is_test=data["test"])
        module.dynamic, module._has_descriptors = data["dynamic"], data["descriptors"]
        module.environment = Environment()
        module.environment.values = _Names(self, number, "names")
        module.assignments = _Assignments(self, number, "assignments")
        module.import_names = _Imports(self, number, "imports")
        module.evaluated = module.frozen = True
        return module


class Reading(Symbols):
    """Symbols of a summary as one file reads them."""

    def __init__(self, told: Told) -> None:
        super().__init__()
        self.keys: dict[str, None] = {}
        """Keys of what has been read, for :meth:`States.of`."""
        self.modules = told.modules
        self.numbers = {module: number for number, module in enumerate(told.modules)}
        self._summary, self._names = told.summary, told.names
        self._functions: dict[int, FunctionSymbol] = {}
        self._classes: dict[int, ClassSymbol] = {}
        self.reader = Reader(self, told.summary["values"], told.summary["reasons"])

    def number(self, symbol: FunctionSymbol | ClassSymbol | ModuleSymbol) -> int:
        """Return the number of a symbol, which has one."""
        return self.numbers[symbol]

    def function(self, number: int) -> FunctionSymbol:
        """Return the function of this number."""
        found = self._functions.get(number)
        if found is None:
            data = self._summary["functions"][number]
            found = self._functions[number] = _ToldFunction(self, data, self.modules[data["module"]])
            self.numbers[found] = number
        return found

    def class_of(self, number: int) -> ClassSymbol:
        """Return the class of this number."""
        found = self._classes.get(number)
        if found is None:
            data = self._summary["classes"][number]
            found = self._classes[number] = _ToldClass(self, data, self.modules[data["module"]])
            self.numbers[found] = number
        return found

    def tell_function(self, symbol: FunctionSymbol) -> None:
        """Tell of a function all that is known."""
        number = self.numbers[symbol]
        self.keys[function_key(self._names.of["f"][number])] = None
        _fill_function(symbol, self._summary["functions"][number], self)

    def tell_class(self, symbol: ClassSymbol) -> None:
        """Tell of a class all that is known."""
        number = self.numbers[symbol]
        self.keys[class_key(self._names.of["c"][number])] = None
        _fill_class(symbol, self._summary["classes"][number], self)


class _ToldFunction(FunctionSymbol):
    """A function that is told of when somebody asks for more than its name."""

    __slots__ = ("_reading",)

    def __init__(self, reading: Reading, data: Data, module: ModuleSymbol) -> None:
        # All else is left out on purpose: asking for it comes to `__getattr__`.
        self.name, self.qualname, self.module = data["name"], data["qualname"], module
        self._reading: Reading | None = reading

    def __getattr__(self, name: str) -> Any:
        reading, self._reading = self._reading, None
        if reading is None:
            raise AttributeError(name)
        reading.tell_function(self)
        return getattr(self, name)


class _ToldClass(ClassSymbol):
    """A class that is told of when somebody asks for more than its name."""

    __slots__ = ("_reading",)

    def __init__(self, reading: Reading, data: Data, module: ModuleSymbol) -> None:
        # All else is left out on purpose: asking for it comes to `__getattr__`.
        self.name, self.qualname, self.module = data["name"], data["qualname"], module
        self._reading: Reading | None = reading

    def __getattr__(self, name: str) -> Any:
        reading, self._reading = self._reading, None
        if reading is None:
            raise AttributeError(name)
        reading.tell_class(self)
        return getattr(self, name)


def _fill_function(symbol: FunctionSymbol, d: Data, reading: Reading) -> None:
    FunctionSymbol.__init__(symbol, d["name"], d["qualname"], _PLACE, symbol.module)
    reader = reading.reader
    symbol.owner = None if d["owner"] is None else reading.class_of(d["owner"])
    for flag in d["flags"]:
        setattr(symbol, flag, True)
    for name, kind, strict, use, declared, default, (line, col, path) in d["parameters"]:
        p = Parameter(name, kind)
        p.strict, p.use = strict, use
        p.declared, p.default = reader.optional(declared), reader.optional(default)
        p.at = line, col, path
        symbol.parameters.append(p)
    named = enumerate(symbol.parameters)
    symbol.positions = {p.name: n for n, p in named if p.kind in ("positional", "keyword")}
    symbol.positional = sum(p.kind == "positional" for p in symbol.parameters)
    symbol.result.value = reader.value(d["result"])
    symbol.returns_declared = reader.optional(d["declared"])
    symbol.wrapper = reader.optional(d["wrapper"])
    symbol.results_of = reader.optional(d["results_of"])
    symbol.declared = symbol.evaluated = True
    symbol.dirty = False


def _fill_class(symbol: ClassSymbol, d: Data, reading: Reading) -> None:
    ClassSymbol.__init__(symbol, d["name"], d["qualname"], _CLASS, symbol.module)
    symbol.bases = [reading.class_of(n) for n in d["bases"]]
    symbol.library_bases = d["library"]
    symbol.subclasses = [reading.class_of(n) for n in d["subclasses"]]
    symbol.methods = {name: reading.function(n) for name, n in d["methods"].items()}
    symbol.setters = {name: reading.function(n) for name, n in d["setters"].items()}
    for name, number in d["members"].items():
        cell = symbol.members[name] = Cell(symbol.module)
        cell.value = reading.reader.value(number)
    symbol.fields = d["fields"]
    symbol.record, symbol.fixed = d["record"], d["fixed"]
    symbol.defined = True


class _Table(dict[str, T]):
    """What a module has under names: a dictionary that is only read, and notes what is."""

    def __init__(self, told: Told, module: int, table: str) -> None:
        super().__init__()
        self._told = told
        self._table = table
        self._module = told.names.of["m"][module]
        self._data: dict[str, Data] = told.summary["modules"][module][table]

    def _read(self, data: Data) -> T:
        raise NotImplementedError

    def _note(self, name: str) -> None:
        self._told.reading.keys[member_key(self._table, self._module, name)] = None

    def __getitem__(self, name: str) -> T:
        self._note(name)
        return self._read(self._data[name])

    def get(self, name: str, default: Any = None) -> Any:
        self._note(name)
        return self._read(self._data[name]) if name in self._data else default

    def __contains__(self, name: object) -> bool:
        self._note(str(name))
        return name in self._data

    def __iter__(self) -> Iterator[str]:
        self._note(ALL)
        return iter(self._data)

    def __len__(self) -> int:
        self._note(ALL)
        return len(self._data)

    def __bool__(self) -> bool:
        return len(self) > 0

    def _all(self) -> dict[str, T]:
        self._note(ALL)
        return {name: self._read(data) for name, data in self._data.items()}

    def keys(self) -> Any:
        return self._all().keys()

    def values(self) -> Any:
        return self._all().values()

    def items(self) -> Any:
        return self._all().items()

    def _change(self, *_: object, **__: object) -> NoReturn:
        raise TypeError("what a summary tells is read and not changed")

    # These would find an empty dictionary, or fill it.
    copy = __or__ = __ror__ = __ior__ = __setitem__ = __delitem__ = _change
    pop = popitem = setdefault = update = clear = __reversed__ = _change


class _Names(_Table[Any]):
    """Values of a module's names."""

    def _read(self, data: Data) -> Any:
        return self._told.reading.reader.value(data)


class _Assignments(_Table[ast.expr]):
    """Trees that a module's names are assigned, as far as they are told."""

    def _read(self, data: Data) -> ast.expr:
        return tree_of(data)


class _Imports(_Table[tuple[str, str]]):
    """Origins of names that a module imports from others."""

    def _read(self, data: Data) -> tuple[str, str]:
        base, name = data
        return base, name

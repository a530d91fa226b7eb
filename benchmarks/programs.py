"""A grammar of small numerical programs, as people write them: the input of ``differential.py``.

``write_program(random)`` draws one module from a :class:`random.Random` (or from hypothesis, which then shrinks it):
imports, a few functions, and the calls that a user makes of them.  The grammar knows roughly what type an expression
has, so that most programs run; what they get wrong they get wrong before and after, which is compared as well.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field
from random import Random

from program_classes import class_with_state
from program_fragments import FRAGMENTS
from program_idioms import IDIOMS

HEADER = """\
import functools
import heapq
import json
import math
import tempfile
from fractions import Fraction

import numpy as np
import scipy.sparse

"""
MAX_DEPTH = 3


@dataclass(frozen=True)
class Call:
    """One call that a user of the module makes: a function and the Python source of its arguments."""

    function: str
    arguments: tuple[str, ...]


@dataclass(frozen=True)
class Program:
    """A module, and what is asked of it."""

    text: str
    calls: tuple[Call, ...]
    tags: frozenset[str]
    """What it is made of: names of productions and fragments."""


ARGUMENTS = {
    "vector": (
        "np.array([1.5, -2.0, 3.0])",
        "np.array([0.5, np.nan, 2.0])",
        "np.array([1, 2, 3])",
        "np.array([True, False, True])",
        "np.array([])",
        "np.array([2.0])",
        "np.array([1.0, 2.0, 3.0], dtype=np.float32)",
        "np.arange(6.0)[::2]",
    ),
    "vector_like": (
        "[1.0, 2.0, 4.0]",
        "(3, 1, 2)",
        "[1, 2]",
        "2.5",
        "np.float64(0.5)",
        "np.array(4.0)",
        "[]",
    ),
    "matrix": (
        "np.arange(9.0).reshape(3, 3)",
        "np.array([[2, 0, 1], [0, 3, 0], [1, 0, 4]])",
        "np.eye(3)",
        "np.ones((3, 3))[::-1].T",
        "np.array([[1.0, np.nan, 2.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]])",
        "np.zeros((0, 3))",
    ),
    "foreign": (
        "np.ma.masked_array([1.0, 2.0, 3.0], [False, True, False])",
        "np.array([Fraction(1, 2), Fraction(1, 3), Fraction(2)], dtype=object)",
        "np.array([1, None, 'a'], dtype=object)",
        "Fraction(3, 4)",
        "scipy.sparse.csr_matrix(np.eye(3))",
        "np.matrix([[1.0, 2.0], [3.0, 4.0]])",
    ),
    "number": ("2.5", "3", "np.float64(1.25)", "np.int64(2)", "True", "-1", "float('nan')"),
    "count": ("0", "2", "3", "np.int64(2)"),
}
"""What is handed in from outside, by the type of the parameter.  The fixer does not see it."""

ANNOTATIONS = {"vector": "np.ndarray", "matrix": "np.ndarray", "number": "float", "count": "int"}
DOCUMENTED = {
    "vector": "ndarray",
    "matrix": "ndarray",
    "number": "float",
    "count": "int",
    "vector_like": "array_like",
}


@dataclass
class Writer:
    """One function under construction: its lines, and the variables in scope by type."""

    random: Random
    names: dict[str, list[str]] = field(default_factory=dict)
    lines: list[str] = field(default_factory=list)
    indent: int = 1
    tags: set[str] = field(default_factory=set)
    number: int = 0
    functions: tuple[Call, ...] = ()
    """Functions of the module that may be called: names, and the sorts of their parameters."""

    def pick(self, *options: str) -> str:
        """One of the options."""
        return self.random.choice(options)

    def name(self, sort: str) -> str | None:
        """A variable of a sort, if there is one."""
        known = self.names.get(sort)
        return self.random.choice(known) if known else None

    def new(self, sort: str) -> str:
        """A fresh variable of a sort."""
        self.number += 1
        name = f"{sort[0]}{self.number}"
        self.names.setdefault(sort, []).append(name)
        return name

    def add(self, line: str) -> None:
        """One more line."""
        self.lines.append("    " * self.indent + line)

    # expressions ------------------------------------------------------------------------------------------------

    def expression(self, sort: str, depth: int = 0) -> str:
        """An expression of a sort."""
        variable = self.name(sort)
        if variable is not None and (depth >= MAX_DEPTH or self.random.random() < 0.45):
            return variable
        if depth >= MAX_DEPTH:
            return _LEAVES[sort]
        return getattr(self, f"_{sort}")(depth + 1)

    def _vector(self, d: int) -> str:
        e = self.expression
        make: list[Callable[[], str]] = [
            lambda: f"({e('vector', d)} {self.pick('+', '-', '*', '/')} {e('vector', d)})",
            lambda: f"({e('vector', d)} {self.pick('+', '-', '*', '/', '**', '//', '%')} {e('number', d)})",
            lambda: f"({e('number', d)} {self.pick('+', '-', '*', '/')} {e('vector', d)})",
            lambda: (
                f"{self.pick('np.abs', 'np.exp', 'np.cos', 'np.cumsum', 'np.sort', 'np.square', 'np.sign')}"
                f"({e('vector', d)})"
            ),
            lambda: f"np.sqrt(np.abs({e('vector', d)}))",
            lambda: f"{e('matrix', d)}[{self.pick('0', '1', '-1', ':, 0', ':, -1')}]",
            lambda: f"({e('matrix', d)} @ {e('vector', d)})",
            lambda: f"np.dot({e('matrix', d)}, {e('vector', d)})",
            lambda: f"np.where({e('mask', d)}, {e('vector', d)}, {e('number', d)})",
            lambda: f"np.{self.pick('asarray', 'array')}({e('list', d)})",
            lambda: f"np.array([{e('number', d)}, {e('number', d)}, {e('number', d)}])",
            lambda: f"np.{self.pick('zeros', 'ones')}({e('count', d)})",
            lambda: f"np.full(3, {e('number', d)})",
            lambda: f"np.zeros_like({e('vector', d)})",
            lambda: f"(-{e('vector', d)})",
            lambda: f"abs({e('vector', d)})",
            lambda: f"np.maximum({e('vector', d)}, {e('number', d)})",
            lambda: f"np.clip({e('vector', d)}, {self.pick('0', 'None', '-1.5')}, 2)",
            lambda: f"{e('vector', d)}{self.pick('.copy()', '.astype(float)', '[::-1]', '.ravel()', '[:]')}",
            lambda: f"{e('matrix', d)}.{self.pick('sum', 'mean', 'max')}(axis={self.pick('0', '1')})",
            lambda: f"np.linspace(0, {e('number', d)}, 3)",
            lambda: f"np.round({e('vector', d)}, {self.pick('1', '3')})",
        ]
        return self.random.choice(make)()

    def _matrix(self, d: int) -> str:
        e = self.expression
        make: list[Callable[[], str]] = [
            lambda: f"({e('matrix', d)} {self.pick('+', '-', '*', '@')} {e('matrix', d)})",
            lambda: f"({e('number', d)} * {e('matrix', d)})",
            lambda: f"{e('matrix', d)}.T",
            lambda: f"np.outer({e('vector', d)}, {e('vector', d)})",
            lambda: f"({e('vector', d)}[:, None] * {e('vector', d)})",
            lambda: "np.eye(3)",
            lambda: "np.zeros((3, 3))",
            lambda: f"np.vstack([{e('vector', d)}, {e('vector', d)}])",
            lambda: f"np.dot({e('matrix', d)}, {e('matrix', d)}.T)",
            lambda: f"{e('matrix', d)}.copy()",
        ]
        return self.random.choice(make)()

    def _number(self, d: int) -> str:
        e = self.expression
        make: list[Callable[[], str]] = [
            lambda: self.pick("0.5", "2", "-1", "np.pi", "1e-3", "np.inf"),
            lambda: f"{e('vector', d)}[{self.pick('0', '-1', '1')}]",
            lambda: f"{e('matrix', d)}[{self.pick('0, 0', '1, -1')}]",
            lambda: f"np.{self.pick('sum', 'mean', 'max', 'min', 'prod', 'std')}({e('vector', d)})",
            lambda: f"{e('vector', d)}.{self.pick('sum', 'mean', 'max', 'min', 'std')}()",
            lambda: f"float({e('vector', d)}[0])",
            lambda: f"{self.pick('max', 'min', 'sum')}({e(self.pick('vector', 'list'), d)})",
            lambda: f"{self.pick('max', 'min')}({e('number', d)}, {e('number', d)})",
            lambda: f"np.{self.pick('sqrt', 'exp', 'sin', 'floor', 'abs')}({self.pick('2', '0.25', '3.7')})",
            lambda: f"np.{self.pick('sin', 'abs', 'floor', 'tanh')}({e('number', d)})",
            lambda: f"math.{self.pick('sin', 'floor', 'fabs')}({e('number', d)})",
            lambda: f"round({e('number', d)}, 2)",
            lambda: f"abs({e('number', d)})",
            lambda: f"({e('number', d)} {self.pick('+', '-', '*')} {e('number', d)})",
            lambda: f"np.dot({e('vector', d)}, {e('vector', d)})",
            lambda: f"({e('vector', d)} @ {e('vector', d)})",
            lambda: f"len({e('vector', d)})",
            lambda: f"np.linalg.norm({e('vector', d)})",
            lambda: f"np.prod({e('matrix', d)}.shape)",
        ]
        return self.random.choice(make)()

    def _count(self, d: int) -> str:
        e = self.expression
        make: list[Callable[[], str]] = [
            lambda: self.pick("0", "1", "2", "3"),
            lambda: f"len({e('vector', d)})",
            lambda: f"{e('vector', d)}.{self.pick('size', 'ndim', 'shape[0]')}",
            lambda: f"int(np.argmax({e('vector', d)}))",
            lambda: f"np.{self.pick('ndim', 'size')}({e('vector', d)})",
            lambda: f"np.count_nonzero({e('mask', d)})",
            lambda: f"np.sum({e('mask', d)})",
            lambda: f"({e('count', d)} + 1)",
        ]
        return self.random.choice(make)()

    def _mask(self, d: int) -> str:
        e = self.expression
        make: list[Callable[[], str]] = [
            lambda: f"({e('vector', d)} {self.pick('>', '<=', '==', '!=')} {e('number', d)})",
            lambda: f"np.isnan({e('vector', d)})",
            lambda: f"(~{e('mask', d)})",
            lambda: f"({e('mask', d)} {self.pick('&', '|')} {e('mask', d)})",
            lambda: f"np.logical_not({e('mask', d)})",
        ]
        return self.random.choice(make)()

    def _list(self, d: int) -> str:
        e = self.expression
        make: list[Callable[[], str]] = [
            lambda: f"[{e('number', d)}, {e('number', d)}, {e('number', d)}]",
            lambda: f"list({e('vector', d)})",
            lambda: f"{e('vector', d)}.tolist()",
            lambda: f"([{e('number', d)}] * {e('count', d)})",
            lambda: f"({e('list', d)} + {e('list', d)})",
            lambda: f"({e('list', d)} * {e('count', d)})",
            lambda: f"[t * {e('number', d)} for t in {e('vector', d)}]",
            lambda: f"sorted({e(self.pick('list', 'vector'), d)})",
            lambda: f"[round(t, 2) for t in {e('vector', d)}]",
        ]
        return self.random.choice(make)()

    # statements -------------------------------------------------------------------------------------------------

    def statement(self) -> None:
        """One statement, which may hold others."""
        name = self.random.choice(_STATEMENTS)
        self.tags.add(name.removeprefix("_"))
        getattr(self, name)()

    def _bind(self) -> None:
        sort = self.pick("vector", "vector", "matrix", "number", "count", "mask", "list")
        value = self.expression(sort)
        self.add(f"{self.new(sort)} = {value}")

    def _alias(self) -> None:
        sort = self.pick("vector", "vector", "matrix", "list")
        old = self._bound(sort)
        self.add(f"{self.new(sort)} = {old}")

    def _view(self) -> None:
        matrix, vector = self._bound("matrix"), self._bound("vector")
        view = self.pick(
            f"{matrix}[0]", f"{matrix}[:, 1]", f"{vector}[1:]", f"{matrix}.T[0]", f"{vector}[::2]"
        )
        self.add(f"{self.new('vector')} = {view}")

    def _augment(self) -> None:
        sort = self.pick("vector", "vector", "matrix", "number")
        name = self._bound(sort)
        self.add(
            f"{name} {self.pick('+=', '-=', '*=', '/=')} {self.expression(self.pick(sort, 'number'), 1)}"
        )

    def _store(self) -> None:
        vector, matrix = self._bound("vector"), self._bound("matrix")
        number = self.expression("number", 1)
        target = self.pick(
            f"{vector}[0]",
            f"{vector}[1:]",
            f"{vector}[{self.expression('mask', 2)}]",
            f"{matrix}[0, 1]",
            f"{matrix}[:, 0]",
            f"{matrix}[1][2]",
            f"{vector}[[0, 1]]",
        )
        self.add(f"{target} {self.pick('=', '=', '+=', '*=')} {number}")

    def _rows(self) -> None:
        matrix = self._bound("matrix")
        self.add(f"for row in {matrix}:")
        self.add(f"    {self.pick('row *= 2', 'row[0] = 7', 'row += ' + self.expression('number', 2))}")

    def _loop(self) -> None:
        index = f"k{self.number}"
        source = self.pick(
            f"range({self.expression('count', 1)})",
            f"range({self.expression('count', 1)} + 1)",
            "np.arange(3)",
        )
        vector = self._bound("vector")
        self.add(f"for {index} in {source}:")
        self.add(f"    {vector}[{index}] {self.pick('=', '+=')} {self.expression('number', 2)} * {index}")

    def _branch(self) -> None:
        test = self.pick(
            f"{self.expression('number', 1)} > 0",
            f"np.any({self.expression('mask', 1)})",
            f"len({self.expression('vector', 1)})",
            f"{self.expression('mask', 1)}.all()",
        )
        names = {sort: list(known) for sort, known in self.names.items()}
        self.add(f"if {test}:")
        self.indent += 1
        self.statement()
        self.indent -= 1
        self.names = names

    def _capture(self) -> None:
        vector = self._bound("vector")
        function = f"inner{self.number}"
        self.number += 1
        body = self.pick(f"{vector}[0] = t", f"return {vector} * t", f"return np.sum({vector}) + t")
        self.add(f"def {function}(t):")
        self.add(f"    {body}")
        if self.random.random() < 0.5:
            self.add(f"{vector} {self.pick('+=', '*=')} 2")
        self.add(f"{self.new('any')} = {function}({self.expression('number', 1)})")

    def _output(self) -> None:
        vector = self._bound("vector")
        self.add(f"np.{self.pick('add', 'multiply')}({self.expression('vector', 1)}, 2, out={vector})")

    def _function_value(self) -> None:
        function = f"fun{self.number}"
        self.number += 1
        value, call = self.random.choice(
            (
                ("np.asarray", "({v}, order='C')"),
                ("np.asarray", "({v}, dtype=float)"),
                ("np.sum if {n} > 0 else np.mean", "({v}, axis=0)"),
                ("np.max", "({v})"),
                ("np.array", "({v}, copy=False)"),
                ("np.zeros", "({c})"),
                ("lambda t: t * {n}", "({v})"),
                ("[np.sum, np.prod, sum][{c} % 3]", "({v})"),
            )
        )
        holes = {
            "v": self.expression("vector", 2),
            "n": self.expression("number", 2),
            "c": self.expression("count", 2),
        }
        self.add(f"{function} = {value.format(**holes)}")
        self.add(f"{self.new('any')} = {function}{call.format(**holes)}")

    def _keys(self) -> None:
        vector, matrix = self.expression("vector", 1), self.expression("matrix", 1)
        value = self.pick(
            f"len({{round(t, 3) for t in {vector}}})",
            f"len({{tuple(round(t, 6) for t in row) for row in {matrix}}})",
            f"{{round(float(t), 3): 1 for t in {vector}}}",
            f"sorted({{t: None for t in {vector}}})",
            f"dict(zip({vector}, range(9)))",
        )
        self.add(f"{self.new('any')} = {value}")

    def _kind(self) -> None:
        number, count = self.expression("number", 1), self.expression("count", 1)
        value = self.pick(
            f"isinstance({number}, float)",
            f"type({number}).__name__",
            f"'%.3f' % {number}",
            f"f'{{{number}:.2f}}'",
            f"'-' * {count}",
            f"[0] * {count}",
            f"str({number})",
        )
        self.add(f"{self.new('any')} = {value}")

    def _fragment(self) -> None:
        name, lines = self.random.choice((*FRAGMENTS, *IDIOMS))
        self.tags.add(name)
        holes = {
            "v": self._bound("vector"),
            "m": self._bound("matrix"),
            "l": self.expression("list", 2),
            "n": self.expression("number", 2),
            "c": self.expression("count", 2),
            "u": f"q{self.number}",
        }
        self.number += 1
        for line in lines:
            self.add(line.format(**holes))
        if any(line.startswith("{u} =") for line in lines):
            self.names.setdefault("any", []).append(holes["u"])

    def _call(self) -> None:
        if not self.functions:
            self._bind()
            return
        function = self.random.choice(self.functions)
        handed = ", ".join(self.expression(sort, 2) for sort in function.arguments)
        name = self.new("any")
        self.add(f"{name} = {function.function}({handed})")
        if self.random.random() < 0.5:
            self.add(f"{name} = {name}[0]")

    def _bound(self, sort: str) -> str:
        """A variable of a sort, which is bound first if there is none."""
        name = self.name(sort)
        if name is None:
            value = self.expression(sort, MAX_DEPTH - 1)
            name = self.new(sort)
            self.add(f"{name} = {value}")
        return name


_LEAVES = {
    "vector": "np.array([1.0, 2.0, 3.0])",
    "matrix": "np.eye(3)",
    "number": "1.5",
    "count": "2",
    "mask": "np.array([True, False, True])",
    "list": "[1.0, 2.0, 3.0]",
}
_STATEMENTS = (
    *("_bind",) * 6,
    *("_fragment",) * 5,
    *("_alias", "_view", "_augment", "_store", "_call") * 2,
    *("_rows", "_loop", "_branch", "_capture", "_output", "_function_value", "_keys", "_kind"),
)


def write_program(random: Random) -> Program:
    """A module of one to three functions, and calls of them."""
    text, calls, tags = [HEADER, CLASSES], [], set[str]()
    known: list[Call] = []
    for number in range(random.randint(1, 3)):
        if random.random() < 0.25:
            source, function, parameters, used = _class(random, number)
        else:
            source, function, parameters, used = _function(random, number, tuple(known))
        known.append(Call(function, tuple(_AS_EXPRESSION.get(sort, sort) for sort in parameters)))
        text.append(source)
        tags |= used
        calls += [
            Call(function, tuple(random.choice(ARGUMENTS[sort]) for sort in parameters))
            for _ in range(random.randint(1, 2))
        ]
    if random.random() < 0.5:  # the module calls itself, so that the fixer sees what is handed in
        tags.add("called")
        for number, call in enumerate(calls):
            text.append(f"\n\ndef main{number}():\n    return {call.function}({', '.join(call.arguments)})\n")
        calls = [Call(f"main{number}", ()) for number in range(len(calls))]
        if random.random() < 0.5:  # and nobody else does
            tags.add("private")
            text = [re.sub(r"\bf(\d)\(", r"_f\1(", part) for part in text]
    return Program("".join(text), tuple(calls), frozenset(tags))


_AS_EXPRESSION = {"vector_like": "vector", "foreign": "vector"}
"""Sorts of parameters -> the sort of what functions of the module hand to them."""


def _class(random: Random, number: int) -> tuple[str, str, list[str], set[str]]:
    """A class and a function that uses it, as ``_function`` gives a function."""
    writers = [Writer(random, indent=1) for _ in range(random.randint(1, 3))]
    source = class_with_state(random, number, writers)
    tags = {"class"}.union(*(writer.tags for writer in writers))
    return source, f"f{number}", ["vector", "matrix"], tags


def _function(random: Random, number: int, known: tuple[Call, ...]) -> tuple[str, str, list[str], set[str]]:
    """The source of a function, its name, the sorts of its parameters, what it is made of."""
    writer = Writer(random, functions=known)
    sorts = [
        random.choice(
            ("vector", "vector", "vector", "matrix", "matrix", "number", "count", "vector_like", "foreign")
        )
        for _ in range(random.randint(1, 3))
    ]
    names = [writer.new(_AS_EXPRESSION.get(sort, sort)) for sort in sorts]
    style = random.choice(("bare", "annotated", "documented"))
    writer.tags.add(style)
    if style == "annotated":
        shown = [
            f"{n}: {ANNOTATIONS[s]}" if s in ANNOTATIONS else n for n, s in zip(names, sorts, strict=True)
        ]
    else:
        shown = names
    for name, sort in zip(names, sorts, strict=True):
        if sort == "vector_like" and random.random() < 0.6:
            writer.add(f"{name} = np.{writer.pick('asarray', 'array', 'atleast_1d')}({name})")
    for _ in range(random.randint(2, 6)):
        writer.statement()
    held = [name for known in writer.names.values() for name in known]
    live = [n for n in dict.fromkeys(held) if _is_bound(n, names, writer.lines)]
    doc = _docstring(names, sorts) if style == "documented" else ""
    head = f"\n\ndef f{number}({', '.join(shown)}):\n{doc}"
    tail = f"    return {', '.join(live)},\n"
    return head + "".join(line + "\n" for line in writer.lines) + tail, f"f{number}", sorts, writer.tags


def _is_bound(name: str, parameters: list[str], lines: list[str]) -> bool:
    """Whether a name is bound on every path: by the function, or by a statement that no `if` holds."""
    return name in parameters or any(line.startswith(f"    {name} =") for line in lines)


def _docstring(names: list[str], sorts: list[str]) -> str:
    rows = [f"    {n} : {DOCUMENTED[s]}\n" for n, s in zip(names, sorts, strict=True) if s in DOCUMENTED]
    if not rows:
        return ""
    return '    """Compute.\n\n    Parameters\n    ----------\n' + "".join(rows) + '    """\n'


CLASSES = '''
class Unit:
    """A quantity with operators of its own, as libraries of units, symbols and automatic derivatives have."""

    __array_priority__ = 100.0
    __array_ufunc__ = None

    def __init__(self, name):
        self.name = name

    def __mul__(self, other):
        return Unit(f"{self.name}*{type(other).__name__}")

    def __rmul__(self, other):
        return Unit(f"{type(other).__name__}*{self.name}")

    def __add__(self, other):
        return Unit(f"{self.name}+{type(other).__name__}")

    def __radd__(self, other):
        return Unit(f"{type(other).__name__}+{self.name}")

    def __neg__(self):
        return Unit(f"-{self.name}")

    def __sub__(self, other):
        return self + (-other)

    def __eq__(self, other):
        return isinstance(other, Unit) and other.name == self.name

    __hash__ = None


class Counter:
    """State in attributes, and a view of it."""

    def __init__(self, n):
        self.values = np.zeros(n)
        self.head = self.values[:2]

    def add(self, x):
        self.values += x
        return self.head

    def put(self, i, v):
        self.values[i] = v
        return self.head


class Tally:
    """What changes itself by operators."""

    def __init__(self):
        self.total = 0
        self.count = 0

    def __iadd__(self, x):
        self.total = self.total + np.sum(x)
        self.count += 1
        return self

    def __imul__(self, k):
        self.total *= k
        return self


def check(x):
    x = np.asarray(x)
    if x.ndim > 2:
        raise ValueError("too many axes")
    return x[()]


def accumulate(x, total):
    for i in range(len(x)):
        total[i] += x[i]
'''

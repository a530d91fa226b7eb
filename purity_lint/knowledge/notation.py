"""How the tables of this package are written.

**Facts** say what a function returns.  A table maps a :class:`Result` to the names of the functions that return it,
separated by blanks::

    Result.VECTOR: "arange linspace ravel",

**Forms** say how a library's call becomes an ``ops`` call.  One line describes one way of calling one function::

    std(a:x, axis, dtype:-, out:-, ddof:correction, keepdims)
    rand(*d:shape) -> random.uniform
    clamp(input:x, min, max) -> clip
    flatten(a) -> {ops}.copy({ops}.ravel({a}))

Left of the arrow stand the library's parameters in its own order.  ``name:other`` is called ``other`` in
ops; ``name:-`` has no counterpart there (a call that gives it is not rewritten, unless the value given is
the default), and with ``name:-=C`` a call that gives ``"C"`` is, for that is what the operation does;
``name:other=1`` has another default there, so that ``other=1`` is written when the call does not give it;
``*name:other`` packs what is left of the positional arguments into one tuple; after a bare ``*`` come the
keyword-only ones.  Right of the arrow stands an operation, where the catalogue's spelling
does not say which, or a template over the library's parameter names.  ``!`` at the end marks a rewrite that
is never safe.

A function may have several lines: the first that takes all arguments of the call is used.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from enum import Enum
from functools import cache
from typing import NamedTuple

from purity_lint.records import dataclass


class Result(Enum):
    """Result of a function or a method, or the value of an attribute."""

    TENSOR = "a tensor, whatever it is given"
    SAME_RANK = "a tensor of as many axes as its first argument"
    VECTOR = "a tensor of one axis"
    MATRIX = "a tensor of two axes"
    ELEMENTWISE = "a tensor if one of its arguments is one, a scalar if they are all plain numbers"
    REDUCTION = "a tensor if an axis is given, and a tensor without axes (in NumPy a scalar) if not"
    PRODUCT = "a product of its first two arguments, summed over an axis"
    PLACES = "where values lie among others: as many places as values"
    AS_TENSOR = "its first argument as a tensor"
    OF_SHAPE = "a new tensor of the shape that is its first argument"
    DRAWN = "random numbers: a tensor if a shape is given, a scalar if not"
    FIRST_ARGUMENT = "what its first argument is"
    TENSOR_LIST = "a list of tensors"
    TENSOR_TUPLE = "a tuple of tensors, nobody knows how many"
    TWO_TENSORS = "a tuple of two tensors"
    THREE_TENSORS = "a tuple of three tensors"
    FOUR_TENSORS = "a tuple of four tensors"
    TWO_ELEMENTWISE = "a tuple of two elementwise results"
    FOUR_ELEMENTWISE = "a tuple of four elementwise results"
    TENSOR_AND_FLOAT = "a tuple of a tensor and a float"
    TENSOR_AND_INT = "a tuple of a tensor and an int"
    TENSORS_AND_OTHER = "a tuple of two tensors and something else"
    NUMBER_AND_TENSOR = "a tuple of a number and a tensor"
    PLACES_AND_PROPERTIES = "a tuple of a tensor of places and a dict of tensors"
    FLOATS = "a tuple of floats"
    SCALAR = "a NumPy scalar"
    SCALAR_LIST = "a list of scalars"
    INT = "an int"
    FLOAT = "a float"
    COMPLEX = "a complex number"
    BOOL = "a bool"
    STR = "a string"
    STR_LIST = "a list of strings"
    ROWS_OF_STR = "lists of strings, one after another"
    RECORDS_OF_STR = "dicts of strings, one after another"
    STR_TUPLE = "a tuple of strings"
    STR_DICT = "a dict of strings"
    INT_DICT = "a dict of ints"
    BYTES = "bytes"
    DIM = "an int that came from a tensor"
    SHAPE = "a shape"
    SHAPE_OR_DIM = "a shape, or one extent of it if an axis is given"
    DTYPE = "a dtype"
    DEVICE = "a device"
    RANDOM_STATE = "a random key or generator"
    OPS_GENERATOR = "a generator whose methods draw tensors of ops"
    NONE = "None"
    FUNCTION = "a function"
    WRAPPED = "a function that does what its first argument does"
    GRADIENT = "the gradient of its first argument"
    VALUE_AND_GRADIENT = "a function that gives the value of its first argument, and the gradient"
    VMAP = "its first argument, mapped over an axis"
    VECTORIZED = "its first argument, mapped over all elements"
    NAMESPACE = "an array namespace"
    INDEXER = "what indexing makes a place to update: ``x.at``"
    NUMPY_MATRIX = "a numpy.matrix"
    SPARSE = "a sparse matrix of SciPy"
    KD_TREE = "a k-d tree of SciPy"
    FACTORIZATION = "a factorization of a sparse matrix by SciPy"
    LINEAR_OPERATOR = "a linear operator of SciPy"
    AXES = "one pair of axes of Matplotlib"
    FIGURE = "a figure of Matplotlib"
    FIGURE_AND_AXES = "a tuple of a figure and its axes, an array of them where several are asked for"
    FITTED = "a function that SciPy fitted to data"
    OPTIMUM = "what an optimizer or a solver found, with fields"
    MINIMUM = "the same, of a function that gives a number"
    LOADED = "the array of a file, or those of several by name"
    MAPPED_TREE = "a tree of the results of its first argument"
    LEAVES = "a list of the leaves of a tree"
    LEAVES_AND_STRUCTURE = "a tuple of the leaves of a tree, and its structure"
    TENSORS = "tensors, one after another"
    NAMED_TENSORS = "pairs of a name and a tensor, one after another"
    PAIRS_OF_TENSORS = "pairs of tensors, one after another"
    TREE_OF_TENSORS = "a tensor, or tensors in containers"
    TENSORS_BY_NAME = "a dict of tensors"
    PARAMETER_GROUPS = "a list of dicts, each with a list of tensors under `params`"
    VARIABLE = "an object whose `value` is a tensor"
    BUFFER = "numbers in the host's memory: a memoryview, or an array of Python's module of that name"
    ITSELF = "the object whose method or attribute it is"
    LIKE_SECOND = "tensors that are nested as its second argument is"
    OTHER = "something else that is no tensor"
    ANYTHING = "anything"

    @property
    def count(self) -> int:
        """How many tensors or numbers the result is, when it is unpacked; 0 where that is not known."""
        return _COUNTS.get(self, 0)

    @property
    def transforms(self) -> bool:
        """True where the result is a function that is made of the first argument."""
        return self in _TRANSFORMS


_COUNTS = {
    Result.TWO_TENSORS: 2,
    Result.THREE_TENSORS: 3,
    Result.FOUR_TENSORS: 4,
    Result.TWO_ELEMENTWISE: 2,
    Result.FOUR_ELEMENTWISE: 4,
    Result.TENSOR_AND_FLOAT: 2,
    Result.TENSOR_AND_INT: 2,
    Result.NUMBER_AND_TENSOR: 2,
    Result.FLOATS: 2,
}
_TRANSFORMS = frozenset(
    {Result.WRAPPED, Result.GRADIENT, Result.VALUE_AND_GRADIENT, Result.VMAP, Result.VECTORIZED}
)


class Fact(NamedTuple):
    """Fact about one function."""

    result: Result
    strong: int = 0
    """How many leading positional arguments are tensors wherever the call makes sense."""
    weak: int = 0
    """How many leading positional arguments are tensors or numbers."""
    dtype: str | None = None
    """Kind of the elements, where it is always the same: ``bool``, ``int``."""
    axis: int = 1
    """Position of the ``axis`` argument of a reduction, of ``size`` in a random function."""


class Differing(NamedTuple):
    """Functions of one library whose result is another than that of the operation of the same meaning."""

    always: frozenset[str]
    """Another dtype, or another value somewhere."""
    lists: frozenset[str]
    """A list where ops gives a tuple."""
    answers: frozenset[str]
    """An array of one truth value where ops gives a bool."""


Facts = Mapping[Result, str]
"""Result -> names, separated by blanks."""


def expand(
    namespace: str,
    table: Facts,
    *,
    strong: Mapping[str, int] | None = None,
    weak: Iterable[Result] = (),
    axis: Mapping[str, int] | None = None,
) -> dict[str, Fact]:
    """Return the facts of ``table``, by qualified name."""
    strong = strong or {}
    axis = axis or {}
    weak_codes = set(weak)
    out: dict[str, Fact] = {}
    for code, names in table.items():
        for name in names.split():
            out[f"{namespace}.{name}"] = Fact(
                code,
                strong.get(name, 0),
                2 if code in weak_codes else 0,
                axis=axis.get(name, 1),
            )
    return out


def words(text: str) -> frozenset[str]:
    """Return the words of ``text``: how long lists of names are written here."""
    return frozenset(text.split())


def counts(**names: str) -> dict[str, int]:
    """``counts(n1="dot", n2="matmul")``: how many leading arguments, by name."""
    return {name: int(key[1:]) for key, listed in names.items() for name in listed.split()}


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
    """Source text to write for ``target`` when the call does not give it; without a target, a text to leave out."""


@dataclass(frozen=True, slots=True)
class Form:
    """One way of calling a library's function, and what it becomes."""

    parameters: tuple[Parameter, ...]
    operation: str | None = None
    """Operation below ``ops``; ``None`` leaves it to the catalogue."""
    template: str | None = None
    safe: bool = True


Forms = Mapping[str, tuple[Form, ...]]
"""Name of a function -> the ways of calling it."""


def parse(text: str) -> Forms:
    """Read a table: one form a line, ``#`` begins a comment."""
    found: dict[str, list[re.Match[str]]] = {}
    for number, raw in enumerate(text.splitlines(), 1):
        line = raw.partition("#")[0].strip()
        if not line:
            continue
        match = _LINE.match(line)
        if match is None:
            raise ValueError(f"line {number} of a rewrite table cannot be read: {raw!r}")
        found.setdefault(match["name"], []).append(match)
    return _Table(found)


class _Table(Mapping[str, tuple[Form, ...]]):
    """Lines of a table, of which the forms are made when they are asked for: a run needs few of a thousand."""

    def __init__(self, lines: Mapping[str, list[re.Match[str]]]) -> None:
        self._lines = lines
        self._made: dict[str, tuple[Form, ...]] = {}

    def __getitem__(self, name: str) -> tuple[Form, ...]:
        if name not in self._made:
            self._made[name] = tuple(map(_form, self._lines[name]))
        return self._made[name]

    def __contains__(self, name: object) -> bool:
        return name in self._lines

    def __iter__(self) -> Iterator[str]:
        return iter(self._lines)

    def __len__(self) -> int:
        return len(self._lines)


@cache
def form(line: str) -> Form:
    """Return the one form that ``line`` describes."""
    ((only,),) = parse(line).values()
    return only


def _form(line: re.Match[str]) -> Form:
    target = line["target"]
    operation = template = None
    if target is not None and "{" in target:
        template = target
    else:
        operation = target
    return Form(tuple(_parameters(line["parameters"])), operation, template, line["unsafe"] is None)


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

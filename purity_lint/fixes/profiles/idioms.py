"""What the array API standard has no function for, as people write it: ``a @ b``, ``xpx.at(x)[i].set(v)``.

Calls are parts of templates, whose names stand for holes: ``_hole_x_`` is what fills ``{x}``.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Container, Mapping

from purity_lint.findings.diagnostics import Evidence
from purity_lint.findings.edits import Hole
from purity_lint.fixes.profiles.applied_where import applied_where
from purity_lint.fixes.profiles.composed_functions import Known, composed
from purity_lint.fixes.profiles.equal_arrays import equal_arrays
from purity_lint.fixes.profiles.extra_functions import EXTRA_NAME, OPS, by_rows, extra, extra_call, updated
from purity_lint.fixes.profiles.full_of_arrays import FULL, fill_of, full_of_array, is_array_as_fill
from purity_lint.fixes.profiles.joined_arrays import JOINS, arrays_of, has_elements, joined, joined_anyhow
from purity_lint.fixes.profiles.pieces import Filled, read_by_last_mask, split
from purity_lint.fixes.profiles.renewed_arrays import renewed
from purity_lint.knowledge.vocabularies.array_api import LIKE
from purity_lint.knowledge.vocabularies.array_api_extra import OF_ARRAYS
from purity_lint.records import dataclass
from purity_lint.rewrites.operands import is_simple
from purity_lint.semantics.values import PLAIN_NUMBERS, Kind, Value
from purity_lint.source.parse import parsed_expression

PLACE = re.compile(r"\b_hole_(\w+?)_\b")
OF_SEVERAL_AXES = frozenset({"expand_dims"})
"""Functions that take several axes in NumPy, and one in the standard."""
UNIQUE_FLAGS = ("return_index", "return_inverse", "return_counts")
UNIQUE = {
    (): "unique_values",
    ("return_inverse",): "unique_inverse",
    ("return_counts",): "unique_counts",
    UNIQUE_FLAGS: "unique_all",
}
"""What else `unique` is to give -> the function of the standard that gives it, in the same order."""
STACKED = frozenset({"array", "asarray"})
"""Functions that make one array of a list of them in some libraries."""
OF_NUMBERS = frozenset({"sum", "mean"})
"""Functions that take truth values for ones and zeros in NumPy, and numbers alone in the standard."""
WHERE = "where"
OF_ONE_SHAPE = frozenset({"extract", "place"})
"""Functions with a mask that is meant to have the shape of its array, so that an index does what they do."""
_MATRIX = 2
_STORED_INTO = "assign"


@dataclass(frozen=True, slots=True)
class Questions:
    """What may be asked of the expressions of a file."""

    values: Callable[[ast.expr], Value]
    """What an expression stands for."""
    ranks: Callable[[ast.expr], int | None]
    """How many axes an array is meant to have."""
    truths: Callable[[ast.expr], bool]
    """Whether an array holds truth values."""
    made: Callable[[ast.expr], bool]
    """Whether a library's function has made an expression, which is an array for sure."""
    selected: Callable[[ast.expr, ast.expr], bool]
    """Whether there are as many values as a mask, which comes first, chooses places."""
    private: Callable[[ast.expr], bool]
    """Whether nobody but its function sees an array that is written to."""
    extras: Container[str] = ()
    """Functions that array_api_extra has, by the names of operations."""
    matrices: Callable[[ast.expr], bool] = lambda node: False
    """Whether code asks an array for a second axis."""
    limits: Callable[[ast.expr], bool] = lambda node: False
    """Whether an expression is a limit of a dtype, which is a number of Python's in other libraries."""


class Idioms:
    """Writes calls of operations in other words."""

    def __init__(
        self, holes: Mapping[str, Hole], ask: Questions, *, stored_into: bool, nested: bool = False
    ) -> None:
        self._holes = holes
        self._ask = ask
        self._values = ask.values
        self._stored_into = stored_into
        """The array that is made is written to later, so that it has to be one of its own."""
        self._nested = nested
        """It stands in a longer expression."""

    def node(self, place: ast.expr) -> ast.expr | None:
        """Return what fills the hole that ``place`` stands for."""
        found = PLACE.fullmatch(place.id) if isinstance(place, ast.Name) else None
        hole = self._holes.get(found[1]) if found is not None else None
        return hole if isinstance(hole, ast.expr) else None

    def is_limit(self, node: ast.expr) -> bool:
        """True for a limit of a dtype, which is a number of Python's in other libraries."""
        return self._ask.limits(node)

    def of(
        self, operation: str, arguments: list[ast.expr], named: dict[str | None, ast.expr]
    ) -> ast.expr | None:
        """Return the idiom for the call of an operation; ``None`` where there is none."""
        match operation, arguments, sorted(k or "" for k in named):
            case "dot", [left, right], []:
                return self._product(left, right)
            case "array", [data], _ if named.keys() <= {"dtype", "copy"}:
                if "copy" not in named and self._stored_into and not self._is_host(data):
                    named["copy"] = ast.Constant(True)
                return call("asarray", [data], named)
            case (("asanyarray" | "ascontiguousarray"), [data], _) if named.keys() <= {"dtype"}:
                return call("asarray", [data], named)
            case (("ravel" | "flatten"), [array], []):
                return call("reshape", [array, parsed_expression("(-1,)")])
            case "copy", [array], []:
                return call("asarray", [array], {"copy": ast.Constant(True)})
            case (("atleast_1d" | "atleast_2d" | "atleast_3d"), [array], []):
                made = extra("atleast_nd", [self.array(array)], {"ndim": ast.Constant(int(operation[8]))})
                if self._nested:  # it finds the namespace of its array by itself
                    made.keywords.pop()
                return made
            case "size", [array], []:
                return parsed_expression(f"math.prod({ast.unparse(array)}.shape)")
            case "allclose", [_, _], _ if self._extra("isclose", arguments, named) is not None:
                return call("all", [extra("isclose", arguments, named)])
            case "linalg.norm", [array], [] | ["axis"] | ["axis", "keepdims"]:
                is_matrix = not named and self._rank(array) == _MATRIX
                return call("linalg.matrix_norm" if is_matrix else "linalg.vector_norm", [array], named)
            case ("outer", [left, right], []) if not {self._rank(left), self._rank(right)} - {None, 1}:
                return call("linalg.outer", arguments)
            case (
                ("assign" | "assign_add" | "assign_subtract" | "assign_multiply" | "assign_divide"),
                [_, _, _],
                [],
            ):
                return self._stored(operation, *arguments)
        if operation in self._ask.extras:
            return self._extra(operation, arguments, named)
        return self._in_parts(operation, arguments, named)

    def _extra(
        self, operation: str, arguments: list[ast.expr], named: Mapping[str | None, ast.expr]
    ) -> ast.Call | None:
        """Return the call of a function of array_api_extra; ``None`` where it takes other arguments."""
        if operation in OF_ARRAYS and arguments and (node := self.node(arguments[0])) is not None:
            value = self._values(node)
            if value.maybe or not _is_array(value):
                arguments = [self.array(arguments[0]), *arguments[1:]]
        if arguments and self._rank(arguments[0]) in {None, _MATRIX}:
            arguments, named = by_rows(operation, arguments, named, self.node)
        given = extra_call(operation, arguments, named, self.node, self._is_number)
        return None if given is None else extra(operation, *given)

    def _in_parts(
        self, operation: str, arguments: list[ast.expr], named: dict[str | None, ast.expr]
    ) -> ast.expr | None:
        """Return what reads, stores or sums parts in the place of one function."""
        match operation, arguments:
            case "unique", [array] if named.keys() <= set(UNIQUE_FLAGS):
                return self._unique(array, named)
            case _, [array, *filling] if operation in LIKE and "shape" in named:
                return self._of_another_shape(operation, array, filling, named)
            case "diag", [array] if named.keys() <= {"k"}:
                return self._diagonal(array, named)
            case "diag", [array, offset] if not named:
                return self._diagonal(array, {"k": offset})
            case (("place" | "putmask"), [array, mask, number]) if not named and self._is_number(number):
                return updated("set", array, self._truth(mask), number)
            case "place", [array, mask, values] if not named and self._is_selected(mask, values):
                return updated("set", array, self._truth(mask), values)
            case "extract", [mask, array] if not named:
                return ast.Subscript(array, self._truth(mask), ast.Load())
            case "split", [array, at] if named.keys() <= {"axis"}:
                axis = self._filled(named.get("axis", ast.Constant(0)))
                return split(self._filled(array), self._filled(at), axis)
            case "split", [array, at, axis] if not named:
                return split(self._filled(array), self._filled(at), self._filled(axis))
            case "getitem", [array, index] if not named:
                return read_by_last_mask(self._filled(array), index, self._filled, OPS)
            case _, [arrays] if operation in JOINS and not named:
                return self._joined(operation, arrays, {})
        return self._of_whole_arrays(operation, arguments, named)

    def _of_whole_arrays(
        self, operation: str, arguments: list[ast.expr], named: dict[str | None, ast.expr]
    ) -> ast.expr | None:
        """Return what averages, joins or compares arrays, or makes one, in the place of one function."""
        match operation, arguments:
            case "append", [array, more] if not named:
                return self._appended(array, more)
            case "append", [array, more] if named.keys() <= {"axis"}:
                return self._joined(operation, ast.Tuple([array, more], ast.Load()), named)
            case "array_equal", [left, right] if not named:
                return equal_arrays(self._filled(left), self._filled(right), OPS)
            case "choose", [mask, choices] if not named:
                return self._chosen(mask, choices)
            case "array", [data, dtype] if named.keys() <= {"copy"}:
                return self.of(operation, [data], {"dtype": dtype, **named})
        return composed(operation, arguments, named, Known(self._filled, self._ask.ranks, self.array))

    def _chosen(self, mask: ast.expr, choices: ast.expr) -> ast.Call | None:
        """Return `xp.where(mask, y, x)` for `np.choose(mask, (x, y))`, where truth values choose."""
        match self.node(choices) or choices:
            case ast.Tuple(elts=[_, _]) | ast.List(elts=[_, _]) as pair if self._ask.truths(
                self.node(mask) or mask
            ):
                return call("where", [mask, pair.elts[1], pair.elts[0]])
        return None

    def _unique(self, array: ast.expr, named: Mapping[str | None, ast.expr]) -> ast.Call | None:
        """`xp.unique_inverse(x)` for `np.unique(x, return_inverse=True)`, which gives as many arrays in this order."""
        given = {flag: self.node(value) or value for flag, value in named.items()}
        if not all(isinstance(value, ast.Constant) for value in given.values()):
            return None
        wanted = tuple(f for f in UNIQUE_FLAGS if f in given and getattr(given[f], "value", False))
        name = UNIQUE.get(wanted)
        return None if name is None else call(name, [array])

    def _of_another_shape(
        self, operation: str, array: ast.expr, filling: list[ast.expr], named: Mapping[str | None, ast.expr]
    ) -> ast.Call | None:
        """`xp.zeros(n, dtype=x.dtype)` for `np.zeros_like(x, shape=n)`: the standard keeps the shape there."""
        fill = [named["fill_value"]] if "fill_value" in named else []
        dtype = named.get("dtype", ast.Attribute(array, "dtype", ast.Load()))
        node = self.node(array) or array
        known = self._values(node).is_tensor and is_simple(node)
        if not known or not named.keys() <= {"shape", "dtype", "fill_value"}:
            return None
        function = operation.removesuffix("_like")
        return call(function, [named["shape"], *filling, *fill], {"dtype": dtype})

    def _joined(
        self, operation: str, arrays: ast.expr, named: Mapping[str | None, ast.expr]
    ) -> ast.Call | None:
        """Return `xp.concat([x, y], axis=1)` for `np.hstack([x, y])`, where the number of their axes is known."""
        written = self.node(arrays) or arrays
        parts = [self.node(part) or part for part in arrays_of(written)]
        if not parts or not all(map(self._is_element, parts)):
            return None
        ranks = [self._axes(part) for part in parts]
        found = joined(operation, ranks, named.get("axis"))
        if found is None and all(self._values(part).is_tensor for part in parts):
            found = joined_anyhow(operation, arrays, parts, ranks)
        return None if found is None else call(found.function, [found.arrays or arrays], found.named)

    def _appended(self, array: ast.expr, more: ast.expr) -> ast.Call | None:
        """Return `xp.concat((x, y))` for `np.append(x, y)`, which puts all elements of arrays in a row."""
        parts = [self._filled(part) for part in (array, more)]
        if not all(self._is_element(part.node) for part in parts):
            return None
        flat = parsed_expression("(-1,)")
        written = [
            part.place if self._ask.ranks(part.node) == 1 else call("reshape", [part.place, flat])
            for part in parts
        ]
        return call("concat", [ast.Tuple(written, ast.Load())])

    def stacked(
        self, operation: str, arguments: list[ast.expr], named: Mapping[str | None, ast.expr]
    ) -> ast.Call | None:
        """Return `xp.stack([x, y])` for `np.asarray([x, y])`: not every library makes arrays of lists of arrays."""
        if operation not in STACKED or len(arguments) != 1 or named or not self._holds_arrays(arguments[0]):
            return None
        return call("stack", arguments)

    def of_several_axes(
        self, operation: str, arguments: list[ast.expr], named: Mapping[str | None, ast.expr]
    ) -> ast.Call | None:
        """Return `xpx.expand_dims(x, axis=(0, 1))`: the standard takes one axis."""
        given = dict(zip(("axis",), arguments[1:], strict=False)) | dict(named)
        if operation not in OF_SEVERAL_AXES or given.keys() != {"axis"}:
            return None
        axes = self.node(given["axis"]) or given["axis"]
        several = isinstance(axes, ast.Tuple) or self._values(axes).kind is Kind.TUPLE
        return extra(operation, arguments[:1], given) if several else None

    def of_truth(
        self, operation: str, arguments: list[ast.expr], named: Mapping[str | None, ast.expr]
    ) -> ast.Call | None:
        """Return `xp.count_nonzero(x > 0)` for `np.sum(x > 0)`: truth values are no numbers in the standard."""
        given = dict(zip(("axis",), arguments[1:], strict=False)) | dict(named)
        plain = operation in OF_NUMBERS and 1 <= len(arguments) <= 2
        if not plain or not given.keys() <= {"axis", "keepdims", "dtype"}:
            return None
        if not self._ask.truths(self.node(arguments[0]) or arguments[0]):
            return None
        dtype = given.pop("dtype", None)
        if operation == "sum" and dtype is None:
            return call("count_nonzero", arguments[:1], given)
        numbers = [arguments[0], dtype or parsed_expression(f"{OPS}.float64")]
        return call(operation, [call("astype", numbers)], given)

    def full(
        self, operation: str, arguments: list[ast.expr], named: Mapping[str | None, ast.expr]
    ) -> ast.Call | None:
        """Return what makes an array full of one of an array's values: the standard takes a number there."""
        fill = fill_of(arguments, named) if operation in FULL else None
        if fill is None or not is_array_as_fill(self._filled(fill).value):
            return None
        return full_of_array(operation, arguments, named, OPS, self._meant)

    def guarded(
        self, operation: str, arguments: list[ast.expr], named: Mapping[str | None, ast.expr]
    ) -> ast.Call | None:
        """Return `xpx.apply_where(y != 0, (x, y), xp.divide, fill_value=0.0)`, which leaves elements out."""
        if operation != WHERE or named:
            return None
        return applied_where(arguments, self._filled, OPS, EXTRA_NAME)

    def _meant(self, place: ast.expr) -> tuple[ast.expr, Value]:
        filled = self._filled(place)
        return filled.node, filled.value

    def _product(self, left: ast.expr, right: ast.expr) -> ast.expr | None:
        """`a @ b`, where neither may be without axes and neither has more than two."""
        ranks = [self._rank(operand) for operand in (left, right)]
        if any(rank == 0 or (rank is not None and rank > _MATRIX) for rank in ranks):
            return None
        return ast.BinOp(left, ast.MatMult(), right)

    def _diagonal(self, array: ast.expr, named: Mapping[str | None, ast.expr]) -> ast.expr | None:
        """`np.diag` takes a diagonal of a matrix, and makes a matrix of a vector."""
        offset: dict[str | None, ast.expr] = {"offset": named["k"]} if "k" in named else {}
        node = self.node(array)
        match self._axes(node) if node is not None else self._rank(array):  # NumPy refuses more than two
            case 1:
                return extra("create_diagonal", [array], offset)
            case 2:
                return call("linalg.diagonal", [array], offset)
        return None

    def _axes(self, node: ast.expr) -> int | None:
        """Return the number of axes of an array; two also where there may be more, and are two at least."""
        rank = self._ask.ranks(node)
        return _MATRIX if rank is None and self._ask.matrices(node) else rank

    def _of_all_axes(self, array: ast.expr, index: ast.expr) -> ast.expr:
        """Return an index of fewer axes than an array has with `...` behind them, as the standard wants it."""
        node = self.node(array)
        rank = None if node is None else self._ask.ranks(node)
        parts = index.elts if isinstance(index, ast.Tuple) else [index]
        if rank is None or len(parts) >= rank or not all(map(self._is_of_one_axis, parts)):
            return index
        return ast.Tuple([*parts, ast.Constant(...)], ast.Load())

    def _is_of_one_axis(self, part: ast.expr) -> bool:
        node = self.node(part) or part
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "slice":
            return True
        return isinstance(node, ast.Slice) or self._values(node).kind in {Kind.INT, Kind.DIM}

    def _is_number(self, place: ast.expr) -> bool:
        node = self.node(place) or place
        return isinstance(node, ast.Constant) or self._values(node).kind in PLAIN_NUMBERS

    def _stored(self, operation: str, array: ast.expr, index: ast.expr, value: ast.expr) -> ast.expr:
        """`xpx.at(x)[i].set(v)`, and `xp.log(x)` for all of an array that nobody else sees."""
        new = renewed(array, index, value, self.node, self._is_number) if operation == _STORED_INTO else None
        whole = self.node(array)
        if new is not None and whole is not None and self._ask.private(whole):
            return new
        method = operation.removeprefix(_STORED_INTO).strip("_") or "set"
        return updated(method, array, self._of_all_axes(array, index), value)

    def _truth(self, mask: ast.expr) -> ast.expr:
        """Return a mask as an index: NumPy's functions take any numbers for truth values."""
        node = self.node(mask) or mask
        if self._ask.truths(node):
            return mask
        return call("astype", [mask, parsed_expression(f"{OPS}.bool")])

    def _is_selected(self, mask: ast.expr, values: ast.expr) -> bool:
        """True for values of which there are as many as places that a mask chooses."""
        chosen, given = self.node(mask), self.node(values)
        return chosen is not None and given is not None and self._ask.selected(chosen, given)

    def _filled(self, place: ast.expr) -> Filled:
        """Return what an expression of the template stands for."""
        node = self.node(place) or place
        return Filled(place, node, self._values(node))

    def is_vector(self, place: ast.expr) -> bool:
        """True for an array that is known, or said, to have one axis."""
        node = self.node(place)
        return node is not None and self._ask.ranks(node) == 1

    def _rank(self, place: ast.expr) -> int | None:
        """Return the number of axes of what fills a hole, where that is known."""
        node = self.node(place)
        return None if node is None else self._values(node).rank

    def _holds_arrays(self, place: ast.expr) -> bool:
        """True for a list of arrays, which namespaces make one array of by `stack` alone."""
        node = self.node(place) or place
        if isinstance(node, ast.List | ast.Tuple):
            return bool(node.elts) and all(map(self._is_element, node.elts))
        if isinstance(node, ast.ListComp):  # of numbers there may be none, which `stack` refuses
            return self._values(node.elt).is_tensor or (has_elements(node) and self._is_element(node.elt))
        value = self._values(node)
        element = value.element if value.kind in {Kind.LIST, Kind.TUPLE} else None
        return element is not None and _is_array(element) and not element.maybe  # `stack` takes no numbers

    def _is_element(self, node: ast.expr) -> bool:
        """True for an array, and for a number that a library computed: not for one that a dictionary held."""
        match node:
            case ast.Call(func=ast.Attribute(value=holder)) if self._values(node).kind is Kind.SCALAR:
                return self._values(holder).kind in {Kind.MODULE, Kind.TENSOR}
        return _is_array(self._values(node))

    def array(self, place: ast.expr) -> ast.expr:
        """Return what is an array for sure: callers may hand over numbers and lists."""
        node = self.node(place)
        value = self._values(node) if node is not None else None
        if node is None or value is None or not _is_array(value) or value.maybe:
            return call("asarray", [place])
        sure = value.evidence >= Evidence.PROVEN or self._ask.made(node)
        return place if sure else call("asarray", [place])

    def _is_host(self, place: ast.expr) -> bool:
        """True for what is no array yet, so that its array is a new one."""
        node = self.node(place) or place
        written = isinstance(node, ast.List | ast.Tuple | ast.Constant | ast.ListComp)
        return written or self._values(node).kind in {Kind.LIST, Kind.FLOAT, Kind.INT}


def _is_array(value: Value) -> bool:
    """True for an array, and for a number that a library has computed of one."""
    return value.is_tensor or value.kind is Kind.SCALAR


def call(
    name: str, arguments: list[ast.expr], named: Mapping[str | None, ast.expr] | None = None
) -> ast.Call:
    """Return the call of a function of the namespace."""
    function = parsed_expression(f"{OPS}.{name}")
    return ast.Call(function, arguments, [ast.keyword(k, v) for k, v in (named or {}).items()])

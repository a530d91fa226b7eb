"""A call of a library function, as the handlers of result codes see it."""

from __future__ import annotations

import ast

from purity_lint.knowledge import arrays, lookup, numpy_packages
from purity_lint.knowledge.notation import Fact
from purity_lint.knowledge.object_dtypes import POSITION_OF_DTYPE, is_class_of_objects, names_objects
from purity_lint.semantics.domain.interning import Abs, Why
from purity_lint.semantics.domain.kinds import (
    BOOL,
    DICT,
    DTYPE,
    INFERRED,
    LIST,
    OTHER,
    PROVEN,
    STR,
    TENSOR,
    TUPLE,
    UNKNOWN,
)
from purity_lint.semantics.evaluation.frame import Frame
from purity_lint.semantics.evaluation.narrow_dtypes import narrow_dtype
from purity_lint.semantics.symbols.table import ClassSymbol
from purity_lint.source.parameters import defaults


def dtype_of_text(written: ast.Constant) -> str | None:
    """Return the dtype of `"uint8"` and `"?"`, where it is one that decides what an index means."""
    if written.value == "?":
        return "bool"
    return written.value if isinstance(written.value, str) and written.value in arrays.INDEX_DTYPES else None


def holds_truth(value: Abs) -> bool:
    """True for a tensor of truth values, and for what `np.array` makes one of: `[True, False]`, `[x > 0, y > 0]`."""
    while value.mask in (LIST, TUPLE):
        if value.elems:
            return all(map(holds_truth, value.elems))
        if value.elem is None:
            return False
        value = value.elem
    return value.mask == BOOL or (value.mask == TENSOR and value.dtype == "bool")


class Call:
    """A call of a library function, as the result handlers see it."""

    __slots__ = ("args", "backend", "fact", "frame", "keywords", "name", "node")

    def __init__(
        self, frame: Frame, fact: Fact, name: str, args: list[Abs], keywords: dict[str, Abs], node: ast.Call
    ) -> None:
        self.frame = frame
        self.fact = fact
        self.name = name
        self.args = args
        self.keywords = keywords
        self.node = node
        self.backend = lookup.backend_of(name)

    def argument(self, position: int, *names: str) -> Abs | None:
        """An argument by position or name."""
        for n in names:
            if n in self.keywords:
                return self.keywords[n]
        return self.args[position] if position < len(self.args) else None

    def expression(self, position: int, *names: str) -> ast.expr | None:
        """Return the argument's expression as it is written."""
        for k in self.node.keywords:
            if k.arg in names:
                return k.value
        return self.node.args[position] if position < len(self.node.args) else None

    def why(self) -> Why:
        """Return the reason for the result."""
        return self.frame.why(f"result of `{self.name}`", self.node)

    def tensor(
        self, rank: int | None = None, *, ev: int = PROVEN, deps: int = 0, dtype: str | None = None
    ) -> Abs:
        """A tensor that this call makes."""
        return Abs(
            TENSOR,
            min(ev, INFERRED) if self.name.partition(".")[0] in numpy_packages.ROOTS else ev,
            backend=self.backend,
            rank=rank,
            deps=deps,
            dtype=dtype or self.dtype(),
            why=self.why(),
        )

    def may_hold_objects(self) -> bool | None:
        """``True`` where the ``dtype`` argument names no numbers, ``None`` where it may name anything."""
        last = self.name.rpartition(".")[2]
        if last.startswith("assign") and self.args and self.args[0].mask & OTHER:
            return None  # what an array may hold, it may hold afterwards
        position = POSITION_OF_DTYPE.get(last)
        if self.backend != "numpy" and not self.name.startswith("emberops."):
            return False
        given = self.keywords.get("dtype") if position is None else self.argument(position, "dtype")
        if given is None:
            return False
        written = self.expression(position if position is not None else len(self.node.args), "dtype")
        return holds_objects(given, written)

    def names_numbers_by_default(self) -> bool:
        """True where the dtype is a parameter that names numbers if nobody says otherwise: `dtype="float32"`."""
        position = POSITION_OF_DTYPE.get(self.name.rpartition(".")[2], len(self.node.args))
        written, function = self.expression(position, "dtype"), self.frame.function
        if not isinstance(written, ast.Name) or function is None:
            return False
        default = defaults(function.node.args).get(written.id)
        text = default.value if isinstance(default, ast.Constant) else None
        return isinstance(text, str) and not names_objects(text)

    def dtype(self) -> str | None:
        """Return the dtype that the function always has, or that its ``dtype`` argument says."""
        if self.fact.dtype is not None:
            return self.fact.dtype
        last = self.name.rpartition(".")[2]
        if last in arrays.BOOLEAN:
            return "bool"
        given = self.argument(POSITION_OF_DTYPE.get(last, len(self.args)), "dtype")
        if given is None:
            return self._kept(last)
        if given.refs and isinstance(given.refs[0], str):
            named = given.refs[0].rpartition(".")[2].rstrip("_")
            return named if "dtype" in self.keywords or named in arrays.INDEX_DTYPES else None
        written = self.expression(POSITION_OF_DTYPE.get(last, len(self.args)), "dtype")
        return dtype_of_text(written) if isinstance(written, ast.Constant) else None

    def _kept(self, last: str) -> str | None:
        """Return the dtype that the result has because the arguments have it, where that decides a rewrite."""
        if last in arrays.KEEP_MASKS and self.args and holds_truth(self.args[0]):
            return "bool"
        if last.startswith("assign") and self.args:
            return self.args[0].dtype
        narrow = narrow_dtype(last, self.args)
        if narrow is not None:
            return narrow
        filled = last in ("full", "full_like") and len(self.args) > 1 and self.args[1].mask == BOOL
        return "bool" if filled else None


def holds_objects(given: Abs, written: ast.expr | None) -> bool | None:
    """``True`` where a dtype, ``written`` so, names no numbers, ``None`` where it may name anything."""
    if isinstance(written, ast.Constant) and isinstance(written.value, str):
        return names_objects(written.value)
    if given.mask & (LIST | TUPLE | DICT) and not given.mask & UNKNOWN:
        return True  # a record for each element
    if given.mask == DTYPE and given.elem is not None:
        return True  # what was made of a list of fields, or of a name like that
    objects = [
        is_class_of_objects(r) if isinstance(r, str) else isinstance(r, ClassSymbol) for r in given.refs
    ]
    if objects and all(objects):
        return True
    return None if any(objects) or given.mask & (UNKNOWN | STR) else False

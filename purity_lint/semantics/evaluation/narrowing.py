"""Narrow values by what a condition says of the names in it, on the branch where it holds and on the other."""

from __future__ import annotations

import ast
from typing import Final

from purity_lint.knowledge import lookup
from purity_lint.knowledge.dtypes import ABSTRACT, PORTABLE, SCALAR_TYPES
from purity_lint.knowledge.ecosystem import SPARSE_TESTS
from purity_lint.knowledge.notation import Result
from purity_lint.knowledge.numpy.roles import MASKED_ARRAY, MASKED_CLASSES
from purity_lint.knowledge.tensor_attributes import TELL_TENSORS
from purity_lint.knowledge.torch.roles import SIZE
from purity_lint.knowledge.vocabularies.people import TENSOR_TESTS
from purity_lint.semantics.domain.atoms import ANY, NONE_VALUE, plain
from purity_lint.semantics.domain.interning import Abs
from purity_lint.semantics.domain.kinds import (
    BOOL,
    BYTES,
    CLASS,
    COMPLEX,
    DICT,
    DIM,
    FLOAT,
    FUNCTION,
    INFERRED,
    INSTANCE,
    INT,
    ITERATOR,
    LIST,
    MODULE,
    NONE,
    NUMBERS,
    NUMERIC,
    OTHER,
    RANDOM,
    SCALAR,
    SEQUENCES,
    SET,
    SHAPE,
    STR,
    TENSOR,
    TUPLE,
    UNKNOWN,
)
from purity_lint.semantics.domain.library_values import SIMPLE
from purity_lint.semantics.evaluation.frame import Frame
from purity_lint.semantics.evidence.annotations import library_annotation
from purity_lint.semantics.symbols.table import ClassSymbol
from purity_lint.source.constructs import is_none
from purity_lint.source.names import last_name

_ALL_ITERABLES: Final = LIST | STR | DICT | SET
"""Whatever is one of these may be anything: that it can be iterated over says nothing of what it is."""
_WITH_ITEMS: Final = _ALL_ITERABLES | TUPLE | SHAPE | TENSOR | INSTANCE
_SIZED: Final = ("Sized", "Collection", "Container")
"""Classes that are told by methods which arrays have."""
_SCALAR_TESTS: Final = frozenset({"isscalar", "is_scalar"})
CLASS_MASKS: Final = {
    "builtins.int": INT | DIM | BOOL,
    "builtins.float": FLOAT | SCALAR,
    "builtins.complex": COMPLEX | SCALAR,
    "builtins.bool": BOOL,
    "builtins.str": STR,
    "builtins.bytes": BYTES,
    "builtins.list": LIST,
    "builtins.tuple": TUPLE | SHAPE | INSTANCE,
    "builtins.dict": DICT | INSTANCE,
    "builtins.set": SET,
    "builtins.frozenset": SET,
    "builtins.range": LIST,
    "builtins.slice": OTHER,
    "builtins.type": CLASS,
    "numbers.Number": NUMERIC,
    "numbers.Real": NUMERIC,
    "numbers.Integral": INT | DIM | BOOL | SCALAR,
    "numbers.Complex": NUMERIC,
    **dict.fromkeys(SCALAR_TYPES, SCALAR),
    **{f"emberops.ops.{name}": SCALAR for name in (*ABSTRACT, *PORTABLE, "generic", "bool_")},
    "collections.abc.Sequence": LIST | TUPLE | SHAPE | STR | INSTANCE,
    **dict.fromkeys(("collections.abc.Iterable", "typing.Iterable"), _WITH_ITEMS | ITERATOR),
    **{f"{module}.{name}": _WITH_ITEMS for module in ("collections.abc", "typing") for name in _SIZED},
    "collections.abc.Mapping": DICT | INSTANCE,
    "collections.abc.Callable": FUNCTION | CLASS | INSTANCE,
    "typing.Sequence": LIST | TUPLE | SHAPE | STR | INSTANCE,
    "typing.Callable": FUNCTION | CLASS | INSTANCE,
    SIZE: SHAPE,
}


def narrow(frame: Frame, test: ast.expr, truth: bool) -> None:
    """Assume that ``test`` (evaluated already) is ``truth``."""
    if isinstance(test, ast.UnaryOp) and isinstance(test.op, ast.Not):
        narrow(frame, test.operand, not truth)
    elif isinstance(test, ast.BoolOp):
        if isinstance(test.op, ast.And) == truth:
            for operand in test.values:
                narrow(frame, operand, truth)
        elif (asked := _asked_for_axes(test)) is not None:
            _refine(frame, asked, without=TENSOR)
    elif isinstance(test, ast.Compare):
        _compare(frame, test, truth)
    elif isinstance(test, ast.Call):
        _call(frame, test, truth)
    elif isinstance(test, ast.NamedExpr):
        if truth:
            _refine(frame, test.target, without=NONE)
    elif isinstance(test, (ast.Name, ast.Attribute)) and truth:
        _refine(frame, test, without=NONE)


def _refine(
    frame: Frame, node: ast.expr, *, only: int | None = None, without: int = 0, to: Abs | None = None
) -> None:
    path = frame.path(node)
    if path is None:
        return
    value = frame.values.get(node) if not isinstance(node, ast.Name) else frame.env.values.get(node.id)
    if value is None:
        value = frame.eval(node)
    if only is not None:
        kept = value.mask & only
        if kept:
            new = value.only(only)
            if value.mask & UNKNOWN and not kept & TENSOR:
                new = new.but(backend=None)  # that is the library of the tensor that it might have been
        elif value.mask & UNKNOWN or not value.mask:
            new = to if to is not None else plain(only & -only)
        else:
            new = to if to is not None else value
    elif to is not None:
        new = to
    else:
        new = value.without(without)
        if not new.mask:
            new = ANY
    if new is not value:
        frame.env.set(path, new)


def _asked_for_axes(test: ast.BoolOp) -> ast.expr | None:
    """Return what `is_tensor(x) and not isscalar(x)` asks of, which is no array where that does not hold."""
    match test:
        case ast.BoolOp(
            op=ast.And(),
            values=[
                ast.Call(func=first, args=[asked]),
                ast.UnaryOp(op=ast.Not(), operand=ast.Call(func=second, args=[again])),
            ],
        ) if last_name(first) in TENSOR_TESTS and last_name(second) in _SCALAR_TESTS:
            return asked if ast.dump(asked) == ast.dump(again) else None
    return None


def _compare(frame: Frame, test: ast.Compare, truth: bool) -> None:
    if len(test.ops) != 1:
        return
    op, left, right = test.ops[0], test.left, test.comparators[0]
    if is_none(right):
        if isinstance(op, (ast.Is, ast.Eq)):
            missing = truth
        elif isinstance(op, (ast.IsNot, ast.NotEq)):
            missing = not truth
        else:
            return
        if missing:
            _refine(frame, left, to=NONE_VALUE)
        else:
            _refine(frame, left, without=NONE)
        return
    holds = (isinstance(op, ast.Eq) and truth) or (isinstance(op, ast.NotEq) and not truth)
    if holds and (array := _whose_dtype(left)) is not None and _names_bool(frame, right):
        _fact(frame, array, dtype="bool")
        return
    if isinstance(right, ast.Constant) and isinstance(right.value, str):
        _text(frame, left, op, truth)
        return
    if (
        isinstance(left, ast.Call)
        and isinstance(left.func, ast.Name)
        and left.func.id == "type"
        and left.args
    ):
        same = isinstance(op, (ast.Is, ast.Eq))
        if same or isinstance(op, (ast.IsNot, ast.NotEq)):
            _isinstance(frame, left.args[0], right, truth == same, subclasses=False)
        return
    rank = right.value if isinstance(right, ast.Constant) and type(right.value) is int else None
    if isinstance(left, ast.Attribute) and left.attr == "ndim" and holds and rank is not None:
        _fact(frame, left.value, rank=rank)


def _text(frame: Frame, node: ast.expr, op: ast.cmpop, truth: bool) -> None:
    """Narrow what is compared with a text: where it is another, `mu="auto"` in some call says nothing of it."""
    value = frame.values.get(node)
    if value is None or not isinstance(op, (ast.Eq, ast.NotEq)):
        return
    if isinstance(op, ast.Eq) == truth:
        if value.mask & ~STR:
            _refine(frame, node, only=STR)
    elif value.mask & STR and not value.mask & ~(STR | UNKNOWN):
        _refine(frame, node, to=ANY)


def _fact(frame: Frame, node: ast.expr, *, rank: int | None = None, dtype: str | None = None) -> None:
    """Take a fact for granted of what may be a tensor."""
    path = frame.path(node)
    if path is None:
        return
    value = frame.values.get(node) or frame.eval(node)
    known = value.but(rank=value.rank if rank is None else rank, dtype=dtype or value.dtype)
    if value.mask & TENSOR and known is not value:
        frame.env.set(path, known)


def _whose_dtype(node: ast.expr) -> ast.expr | None:
    """Return `x` of `x.dtype` and `ops.dtype(x)`."""
    match node:
        case ast.Attribute(value=array, attr="dtype"):
            return array
        case ast.Call(func=function, args=[array]) if last_name(function) == "dtype":
            return array
    return None


def _names_bool(frame: Frame, node: ast.expr) -> bool:
    if isinstance(node, ast.Constant):
        return node.value == "bool"
    refs = (frame.values.get(node) or frame.eval(node)).refs
    return len(refs) == 1 and isinstance(refs[0], str) and refs[0].rpartition(".")[2] in {"bool", "bool_"}


def _call(frame: Frame, test: ast.Call, truth: bool) -> None:
    if not test.args:
        return
    func = test.func
    name = last_name(func)
    if name == "isinstance" and len(test.args) == 2:
        _isinstance(frame, test.args[0], test.args[1], truth)
    elif name == "hasattr" and len(test.args) == 2:
        _hasattr(frame, test.args[0], test.args[1], truth)
    elif name == "callable":
        if truth:
            _refine(frame, test.args[0], only=FUNCTION | CLASS | INSTANCE, to=plain(FUNCTION))
        else:
            _refine(frame, test.args[0], without=FUNCTION | CLASS)
    elif name in _SCALAR_TESTS:
        if truth:
            _refine(frame, test.args[0], only=NUMERIC | STR, to=plain(SCALAR))
        else:
            _refine(frame, test.args[0], without=NUMERIC)
    elif name == "iterable":
        _refine(frame, test.args[0], without=NUMERIC if truth else TENSOR | SEQUENCES)
    elif name in SPARSE_TESTS:
        _class_test(frame, test.args[0], truth, INSTANCE, SIMPLE[Result.SPARSE])
    elif name in TENSOR_TESTS:
        _class_test(frame, test.args[0], truth, TENSOR, _tested(frame, test.args[0]))


def _class_test(frame: Frame, node: ast.expr, truth: bool, kind: int, to: Abs) -> None:
    """Narrow by a function that tells one class of arrays."""
    if truth:
        _refine(frame, node, only=kind, to=to)
    else:
        _refine(frame, node, without=kind)


def _tested(frame: Frame, node: ast.expr) -> Abs:
    return Abs(TENSOR, INFERRED, why=frame.why("tested for being a tensor", node))


def _hasattr(frame: Frame, node: ast.expr, attr: ast.expr, truth: bool) -> None:
    if not isinstance(attr, ast.Constant):
        return
    if attr.value in TELL_TENSORS:
        if truth:
            value = frame.values.get(node)
            if (
                value is not None
                and value.mask & (UNKNOWN | NUMBERS | SEQUENCES)
                and not value.mask & INSTANCE
            ):
                _refine(frame, node, only=TENSOR | MODULE, to=_tested(frame, node))
        elif attr.value in ("shape", "dtype", "ndim", "__array__"):
            _refine(frame, node, without=TENSOR)
    elif attr.value in ("__len__", "__iter__") and not truth:
        _refine(frame, node, without=TENSOR | SEQUENCES)


def _isinstance(
    frame: Frame, node: ast.expr, classes: ast.expr, truth: bool, *, subclasses: bool = True
) -> None:
    value = frame.env.values.get(node.id) if isinstance(node, ast.Name) else frame.values.get(node)
    if value is not None and value.refs == SIMPLE[Result.AXES].refs:
        return  # an array of them is an array of objects
    parts = _class_nodes(classes)
    mask, refs, exact = _named_by(frame, parts)
    generator = _generator(refs) if exact and mask == INSTANCE else None
    if truth and generator is not None:
        _refine(frame, node, to=generator)  # whatever a caller hands over
    elif truth and exact and mask:
        to = Abs(mask, 2, refs=tuple(refs), why=frame.why("tested with isinstance", node))
        if mask & _ALL_ITERABLES == _ALL_ITERABLES:
            to = ANY
        _refine(frame, node, only=mask, to=to)
    elif truth and not exact and not mask:
        _refine(frame, node, to=ANY)
    if truth:
        return
    gone = mask & ~INSTANCE & ~SCALAR
    if mask & TENSOR and not any(_has_all_tensors(frame, part) for part in parts):
        gone &= ~TENSOR
    if mask & SCALAR and mask & FLOAT and mask & INT:
        gone |= NUMERIC & ~BOOL
    if mask & INSTANCE and subclasses and _are_all_of(frame.values.get(node), refs):
        gone |= INSTANCE
    if gone:
        _refine(frame, node, without=gone)


def _named_by(frame: Frame, parts: list[ast.expr]) -> tuple[int, list[object], bool]:
    """Return the kinds and classes that expressions of classes name, and whether each of them is known."""
    mask, exact = 0, True
    refs: list[object] = []
    for part in parts:
        value = frame.values.get(part) or frame.eval(part)
        several = value.mask == TUPLE and value.elems is not None
        for each in (value.elems or ()) if several else (value,):
            kinds, classes = _class_mask(frame, each)
            exact &= several or bool(kinds or classes)
            mask |= kinds
            refs += classes
    return mask, refs, exact


def _generator(classes: list[object]) -> Abs | None:
    """Return the generator of random numbers that all of these classes make; ``None`` where one makes none."""
    named = [library_annotation(ref) if isinstance(ref, str) else None for ref in classes]
    first = named[0] if named else None
    return first if first is not None and first.mask == RANDOM and all(n is first for n in named) else None


def _has_all_tensors(frame: Frame, classes: ast.expr) -> bool:
    """True where a library's class of tensors is among the classes, and not a subclass of it alone."""
    value = frame.values.get(classes) or frame.eval(classes)
    refs = [ref for each in (value, *(value.elems or ())) for ref in each.refs]
    return any(isinstance(ref, str) and lookup.canonical(ref) not in lookup.TENSOR_SUBTYPES for ref in refs)


def _are_all_of(value: Abs | None, classes: list[object]) -> bool:
    """True where ``value`` may be an instance of nothing but ``classes`` and what is derived of them."""
    if value is None or not value.mask & INSTANCE or value.mask & (CLASS | FUNCTION):
        return False
    return bool(value.refs) and all(
        isinstance(ref, ClassSymbol) and any(above in classes for above in ref.ancestors())
        for ref in value.refs
    )


def _class_nodes(node: ast.expr) -> list[ast.expr]:
    if isinstance(node, ast.Tuple):
        return [n for e in node.elts for n in _class_nodes(e)]
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.BitOr):
        return [*_class_nodes(node.left), *_class_nodes(node.right)]
    return [node]


def _class_mask(frame: Frame, value: Abs) -> tuple[int, list[object]]:
    mask = 0
    refs: list[object] = []
    for ref in value.refs:
        if isinstance(ref, ClassSymbol):
            if frame.project.is_tensor_like(ref):
                mask |= TENSOR
            mask |= INSTANCE
            refs.append(ref)
        elif isinstance(ref, str):
            if ref in CLASS_MASKS:
                mask |= CLASS_MASKS[ref]
            elif ref in MASKED_CLASSES:  # its functions keep a mask, which no operation does
                mask |= INSTANCE
                refs.append(MASKED_ARRAY)
            elif frame.project.is_tensor_class(ref):
                mask |= TENSOR
            else:
                mask |= INSTANCE
                refs.append(ref)
    return mask, refs

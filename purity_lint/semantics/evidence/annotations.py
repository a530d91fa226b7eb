"""Read annotations: which values the annotated name may hold."""

from __future__ import annotations

import ast
import sys
from functools import lru_cache
from typing import Final

from purity_lint.knowledge import lookup
from purity_lint.knowledge.notation import Result, words
from purity_lint.knowledge.scipy.returns import CLASSES_OF_DISTRIBUTIONS, SPARSE_BASES
from purity_lint.knowledge.vocabularies import people
from purity_lint.semantics.domain import library_values
from purity_lint.semantics.domain.atoms import (
    ANY,
    BOOL_VALUE,
    BYTES_VALUE,
    COMPLEX_VALUE,
    DEVICE_VALUE,
    DTYPE_VALUE,
    FLOAT_VALUE,
    INT_VALUE,
    NEVER,
    NONE_VALUE,
    OTHER_VALUE,
    RANDOM_VALUE,
    SHAPE_VALUE,
    STR_VALUE,
)
from purity_lint.semantics.domain.containers import element_of, list_of, tuple_of
from purity_lint.semantics.domain.interning import Abs
from purity_lint.semantics.domain.kinds import (
    CLASS,
    CONTAINERS,
    DECLARED,
    DICT,
    FLOAT,
    FUNCTION,
    INSTANCE,
    INT,
    ITERATOR,
    LIST,
    MODULE,
    NUMBERS,
    NUMERIC,
    SCALAR,
    SEQUENCES,
    SET,
    TENSOR,
    TUPLE,
    UNKNOWN,
)
from purity_lint.semantics.domain.lattice import join
from purity_lint.semantics.symbols.evaluator import Evaluator
from purity_lint.semantics.symbols.table import ClassSymbol
from purity_lint.source.names import last_name
from purity_lint.source.parse import parsed_expression

ARRAY_LIKE: Final = Abs(TENSOR | FLOAT | INT, DECLARED)
TENSOR_DECLARED: Final = Abs(TENSOR, DECLARED)
_OF_CALLABLE: Final = 2
"""How many arguments `Callable` has: what the function takes, and what it gives, which is the element of the value."""
_OF_TYPES: Final = words("typing typing_extensions collections")
"""Where a `Generator` is an iterator, and none of random numbers."""
TREE_OF_TENSORS: Final = Abs(UNKNOWN, DECLARED, elem=TENSOR_DECLARED)

SIMPLE: Final[dict[str, Abs]] = {
    "int": INT_VALUE,
    "float": FLOAT_VALUE,
    "complex": COMPLEX_VALUE,
    "bool": BOOL_VALUE,
    "str": STR_VALUE,
    "bytes": BYTES_VALUE,
    "None": NONE_VALUE,
    "list": Abs(LIST),
    "tuple": Abs(TUPLE),
    "dict": Abs(DICT),
    "set": Abs(SET),
    "frozenset": Abs(SET),
    "object": ANY,
    "slice": OTHER_VALUE,
    "type": Abs(CLASS),
    "range": Abs(LIST, elem=INT_VALUE),
}
CONTAINERS_BY_NAME: Final = {
    "List": LIST,
    "list": LIST,
    "Sequence": LIST | TUPLE,
    "MutableSequence": LIST,
    "Collection": LIST | TUPLE,
    "Iterable": LIST | TUPLE | ITERATOR,
    "Iterator": ITERATOR,
    "Generator": ITERATOR,
    "Set": SET,
    "set": SET,
    "FrozenSet": SET,
    "frozenset": SET,
    "deque": LIST,
    "Deque": LIST,
}
MAPPINGS: Final = words("Dict dict Mapping MutableMapping OrderedDict DefaultDict defaultdict")
WRAPPERS: Final = words("Annotated Final ClassVar Required NotRequired Unpack InitVar ReadOnly")
TENSOR_NAMES: Final = people.TENSOR_CLASSES | {
    name.rpartition(".")[2] for name in lookup.TENSOR_TYPES if name.endswith(("Tensor", "Array", "ndarray"))
}
"""Names of tensor classes that mean tensors wherever they come from."""


def annotation(frame: Evaluator, node: ast.expr, depth: int = 0) -> Abs | None:
    """Return the values that the annotation ``node`` allows; ``None`` where it says nothing."""
    if depth > 12:
        return None
    if isinstance(node, ast.Constant):
        if node.value is None:
            return NONE_VALUE
        if isinstance(node.value, str):
            written = _written(node.value)
            return None if written is None else annotation(frame, written, depth + 1)
        return OTHER_VALUE if node.value is ... else None
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.BitOr):
        return _union(frame, [node.left, node.right], depth)
    if isinstance(node, ast.Subscript):
        return _subscript(frame, node, depth)
    if isinstance(node, (ast.Name, ast.Attribute)):
        return _named(frame, node, depth)
    if isinstance(node, ast.Call):
        return _made(frame, node, depth)
    return None


@lru_cache(maxsize=512)
def _written(text: str) -> ast.expr | None:
    """Return the expression in a string, which is only read: a recursive alias asks for a few again and again."""
    try:
        return parsed_expression(text)
    except (SyntaxError, ValueError, RecursionError):
        return None


def as_declared(value: Abs, declared: Abs | None) -> Abs:
    """Return what ``value`` is where its author declares it: that, if nothing else is known of it."""
    if declared is None or not declared.mask:
        return value
    if value.mask & UNKNOWN or not value.mask:
        return declared
    if value.mask & NUMERIC and not declared.mask & ~NUMERIC:
        return value.without(TENSOR)
    if (
        value.mask & CONTAINERS
        and not (value.mask | declared.mask) & ~CONTAINERS
        and _holds_no_numbers(declared)
    ):
        return _items_as_declared(value, declared)
    return value


def _holds_no_numbers(declared: Abs) -> bool:
    """Return True where what a container is declared to hold is more than numbers, which results of NumPy pass for."""
    held = element_of(declared)
    return held.mask & ~(NUMERIC | UNKNOWN) != 0


def _items_as_declared(value: Abs, declared: Abs) -> Abs:
    """Return a container with its items as they are declared: `{}` for a `dict[str, Array]` will hold arrays."""
    each = element_of(declared)
    if value.elems:
        own = (
            declared.elems if declared.elems is not None and len(declared.elems) == len(value.elems) else None
        )
        items = tuple(as_declared(e, own[i] if own else each) for i, e in enumerate(value.elems))
        return value.but(elems=items)
    fields = {key: as_declared(item, each) for key, item in (value.fields or {}).items()}
    if fields:
        return value.but(fields=fields)
    return value.but(elems=None, elem=each if value.elem is None else as_declared(value.elem, each))


def _made(frame: Evaluator, node: ast.Call, depth: int) -> Abs | None:
    """`NewType("Row", np.ndarray)`, `TypeVar("T", np.ndarray, float)`, `TypeVar("T", bound=np.ndarray)`."""
    if last_name(node.func) not in ("NewType", "TypeVar"):
        return None
    parts = [*node.args[1:], *[k.value for k in node.keywords if k.arg == "bound"]]
    return _union(frame, parts, depth)


def _union(frame: Evaluator, parts: list[ast.expr], depth: int) -> Abs | None:
    out, has_flat = NEVER, False
    for part in parts:
        value = annotation(frame, part, depth + 1)
        if value is None:
            value = ANY
        has_flat = has_flat or _is_flat(value)
        out = join(out, value)
    if has_flat and out.mask & TENSOR and out.rank is None and not out.mask & NUMERIC:
        out = out.but(rank=1)  # `Sequence[int] | np.ndarray`: numbers either way
    return out if out.mask else None


def _is_flat(value: Abs) -> bool:
    """Return True for a list, tuple or another iterable of numbers."""
    held = element_of(value) if value.mask and not value.mask & ~(SEQUENCES | ITERATOR | SET) else ANY
    return held.mask != 0 and not held.mask & ~NUMBERS


def _elts(node: ast.expr) -> list[ast.expr]:
    return list(node.elts) if isinstance(node, ast.Tuple) else [node]


def _subscript(frame: Evaluator, node: ast.Subscript, depth: int) -> Abs | None:
    last = last_name(node.value)
    args = _elts(node.slice)
    if last == "Optional":
        return _union(frame, [*args, ast.Constant(None)], depth)
    if last == "Union":
        return _union(frame, args, depth)
    if last == "Literal":
        out = NEVER
        for a in args:
            if isinstance(a, ast.Constant):
                out = join(
                    out, SIMPLE.get(type(a.value).__name__, NONE_VALUE if a.value is None else OTHER_VALUE)
                )
        return out if out.mask else None
    if last in WRAPPERS:
        return annotation(frame, args[0], depth + 1) if args else None
    if last in CONTAINERS_BY_NAME:
        inner = annotation(frame, args[0], depth + 1) if args else None
        return list_of(inner or ANY, CONTAINERS_BY_NAME[last])
    if last in ("Tuple", "tuple"):
        if len(args) == 2 and isinstance(args[1], ast.Constant) and args[1].value is ...:
            return list_of(annotation(frame, args[0], depth + 1) or ANY, TUPLE)
        return tuple_of(tuple(annotation(frame, a, depth + 1) or ANY for a in args))
    if last in MAPPINGS:
        inner = annotation(frame, args[1], depth + 1) if len(args) > 1 else None
        return Abs(DICT, elem=inner)
    if last == "Callable":
        given = annotation(frame, args[1], depth + 1) if len(args) == _OF_CALLABLE else None
        return Abs(FUNCTION, elem=given)
    if last in ("Type", "type"):
        return Abs(CLASS)
    if last in people.JAXTYPING and len(args) >= 1:
        inner = annotation(frame, args[0], depth + 1)
        return inner if inner is not None and inner.mask & TENSOR else TENSOR_DECLARED
    return annotation(frame, node.value, depth + 1)


def _named(frame: Evaluator, node: ast.Name | ast.Attribute, depth: int) -> Abs | None:
    value = frame.program.resolve_annotation(frame, node)
    last = last_name(node)
    for ref in value.refs:
        if isinstance(ref, ClassSymbol):
            if frame.program.is_tensor_like(ref) or (last in TENSOR_NAMES and not ref.methods):
                return TENSOR_DECLARED
            return Abs(INSTANCE, DECLARED, refs=value.refs)
        if isinstance(ref, str):
            known = library_annotation(ref)
            if known is not None:
                return known
    if value.mask & MODULE:
        return None
    alias = frame.program.alias(frame, node)
    if alias is not None:
        out = annotation(alias[0], alias[1], depth + 1)
        if out is not None:
            return out
    return by_name(last)


def library_annotation(ref: str) -> Abs | None:
    """Return what a library's class or type alias says as an annotation."""
    last = ref.rpartition(".")[2]
    if ref.startswith("builtins."):
        return SIMPLE.get(last)
    if ref in SPARSE_BASES:
        return library_values.SIMPLE[Result.SPARSE]
    if lookup.tensor_class(ref):
        return Abs(TENSOR, DECLARED, backend=lookup.TENSOR_CLASSES.get(lookup.canonical(ref)))
    fact = lookup.function(ref)
    if fact is not None and fact.result is Result.SPARSE:
        return library_values.SIMPLE[Result.SPARSE]
    if lookup.makes_tensor(ref):
        return Abs(TENSOR, DECLARED, backend=lookup.backend_of(ref))
    if by_name(last) is RANDOM_VALUE and ref.partition(".")[0] not in _OF_TYPES:
        return (
            library_values.SIMPLE[Result.OPS_GENERATOR] if lookup.backend_of(ref) == "ops" else RANDOM_VALUE
        )
    if last in CONTAINERS_BY_NAME:
        return Abs(CONTAINERS_BY_NAME[last])
    if last in MAPPINGS:
        return Abs(DICT)
    if last == "Tuple":
        return Abs(TUPLE)
    if last == "Callable":
        return Abs(FUNCTION)
    if last in ("Any", "TypeVar", "NewType", "Self", "TypeAlias"):
        return None
    if lookup.constant(ref) is Result.DTYPE:
        return Abs(SCALAR)
    named = by_name(last)
    if named is not None and (named.mask != TENSOR or ref.partition(".")[0] not in sys.stdlib_module_names):
        return named
    if last[:1].isupper() or last in CLASSES_OF_DISTRIBUTIONS:
        return Abs(INSTANCE, DECLARED, refs=(ref,))
    return None


_BY_NAME: Final[dict[str, Abs]] = {
    "Number": Abs(FLOAT | INT),
    "Real": FLOAT_VALUE,
    "Integral": INT_VALUE,
    "Scalar": Abs(FLOAT | INT | SCALAR),
    "DTypeLike": DTYPE_VALUE,
    "DType": DTYPE_VALUE,
    "Dtype": DTYPE_VALUE,
    "dtype": DTYPE_VALUE,
    "Device": DEVICE_VALUE,
    "device": DEVICE_VALUE,
    "Shape": SHAPE_VALUE,
    "ShapeLike": SHAPE_VALUE,
    "Size": SHAPE_VALUE,
    "PRNGKey": RANDOM_VALUE,
    "PRNGKeyArray": RANDOM_VALUE,
    "Generator": RANDOM_VALUE,
    "RandomState": RANDOM_VALUE,
    "Path": OTHER_VALUE,
    "PathLike": OTHER_VALUE,
    "ArrayTree": TREE_OF_TENSORS,
    "PyTree": TREE_OF_TENSORS,
    "ArrayDict": Abs(DICT, elem=TENSOR_DECLARED),
}


def by_name(last: str) -> Abs | None:
    """Return what the bare name of a type says, wherever it comes from."""
    if last in TENSOR_NAMES:
        return TENSOR_DECLARED
    if last in people.TENSOR_LIKE:
        return ARRAY_LIKE
    return _BY_NAME.get(last)

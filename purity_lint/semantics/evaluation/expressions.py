"""Evaluation of expressions: one handler per node type."""

from __future__ import annotations

import ast
from collections.abc import Callable
from typing import Any

from purity_lint.knowledge import lookup
from purity_lint.knowledge.python import TYPED_DICTS
from purity_lint.knowledge.roles import INDEXED_MAKERS
from purity_lint.semantics.domain.arithmetic import binary, compare, unary
from purity_lint.semantics.domain.atoms import (
    ANY,
    BOOL_VALUE,
    BYTES_VALUE,
    COMPLEX_VALUE,
    FLOAT_VALUE,
    INT_VALUE,
    NEVER,
    NONE_VALUE,
    OTHER_VALUE,
    STR_VALUE,
    is_foreign,
    tensor,
)
from purity_lint.semantics.domain.containers import element_of, list_of, tuple_of
from purity_lint.semantics.domain.indexing import SLICE_ARITHMETIC, iterate, subscript
from purity_lint.semantics.domain.interning import Abs
from purity_lint.semantics.domain.kinds import (
    CONTAINERS,
    DICT,
    FUNCTION,
    INFERRED,
    INSTANCE,
    ITERATOR,
    LIST,
    MAX_ELEMENTS,
    NONE,
    OTHER,
    SET,
    STR,
    SUSPECTED,
    TENSOR,
    TUPLE,
    UNKNOWN,
)
from purity_lint.semantics.domain.lattice import join
from purity_lint.semantics.domain.library_values import READ_BY_NAME
from purity_lint.semantics.evaluation.attributes import attribute
from purity_lint.semantics.evaluation.calls import call
from purity_lint.semantics.evaluation.frame import Frame
from purity_lint.semantics.evaluation.function_definitions import define_function
from purity_lint.semantics.evaluation.instances import apply_operator
from purity_lint.semantics.evaluation.iteration import iterable
from purity_lint.semantics.evaluation.library_objects import item_of
from purity_lint.semantics.evaluation.masks import is_of_tensor, see_mask, see_tensor
from purity_lint.semantics.evaluation.narrowing import narrow
from purity_lint.semantics.evaluation.reductions import nested_rank
from purity_lint.semantics.evidence.unknown_names import items_of
from purity_lint.semantics.symbols.own_members import ITEMS, PRODUCT, names_operand_with
from purity_lint.semantics.symbols.table import ClassSymbol
from purity_lint.semantics.symbols.uses import USE_ELEMENTWISE, USE_TENSOR

_CONSTANTS: dict[type, Abs] = {
    int: INT_VALUE,
    float: FLOAT_VALUE,
    complex: COMPLEX_VALUE,
    bool: BOOL_VALUE,
    str: STR_VALUE,
    bytes: BYTES_VALUE,
    type(None): NONE_VALUE,
    type(...): OTHER_VALUE,
}


def constant_value(node: ast.Constant) -> Abs:
    """Return the value of a literal."""
    return _CONSTANTS[node.value.__class__]


def bin_op(frame: Frame, node: ast.BinOp) -> Abs:
    """``a + b``; the left spine of a long chain is walked in a loop."""
    spine: list[ast.BinOp] = []
    current: ast.expr = node
    while current.__class__ is ast.BinOp:
        spine.append(current)
        current = current.left
    left = frame.eval(current)
    values = frame.values
    for part in reversed(spine):
        right = frame.eval(part.right)
        op = part.op.__class__
        if op is ast.MatMult:
            left = _matmul(frame, part, left, right)
        else:
            out = binary(op, left, right)
            if out.mask & UNKNOWN and not out.mask & TENSOR:
                if op in SLICE_ARITHMETIC and not frame.is_own(ITEMS) and _sliced(frame, part, left, right):
                    out = tensor(INFERRED, why=frame.why("arithmetic on a slice", part))
                elif _use_operands(frame, part, left, right):
                    out = tensor(
                        INFERRED, why=frame.why("arithmetic on what is an array where this runs", part)
                    )
                elif out is ANY:
                    out = apply_operator(frame, part, op, left, right)
                elif out.deps and frame.is_joint(out.deps):
                    out = frame.joint_operands(part, (part.left, part.right), out.deps)
            left = out
        values[part] = left
    return left


def _use_operands(frame: Frame, node: ast.BinOp, left: Abs, right: Abs) -> bool:
    """Note that operands are arrays which are parameters of compiled code, or the first one of a layer.

    What is read of such a parameter is an array as well, and says nothing of the parameter: `params["w"] * 2`.
    """
    function = frame.function
    if function is None or (left.mask | right.mask) & (STR | CONTAINERS):
        return False
    found = False
    for value, written in ((left, node.left), (right, node.right)):
        held = written
        while isinstance(held, ast.Subscript):
            held = held.value
        whole = frame.env.values.get(held.id, NEVER) if isinstance(held, ast.Name) else NEVER
        if value.mask & whole.mask & UNKNOWN and any(
            p.operand and whole.deps >> i & 1 for i, p in enumerate(function.parameters)
        ):
            frame.use(value, USE_ELEMENTWISE if held is written else USE_TENSOR, node, written)
            found = True
    return found


def _sliced(frame: Frame, node: ast.BinOp, left: Abs, right: Abs) -> bool:
    """Return True where an operand is a slice of something unknown, which must then be a tensor."""
    found = False
    for value, written in ((left, node.left), (right, node.right)):
        if value.mask == UNKNOWN and value.rank is not None:
            found = True
            frame.use(value, USE_TENSOR, node, written)
    return found


def _matmul(frame: Frame, node: ast.BinOp, left: Abs, right: Abs) -> Abs:
    is_own = frame.is_own(PRODUCT)
    if not is_own:
        frame.use(left, USE_TENSOR, node, node.left)
        frame.use(right, USE_TENSOR, node, node.right)
    if left.mask & TENSOR or right.mask & TENSOR:
        return binary(ast.MatMult, left, right)
    out = apply_operator(frame, node, ast.MatMult, left, right)
    if out is ANY and not is_own:
        return tensor(INFERRED, why=frame.why("an operand of `@`", node))
    return out


def unary_op(frame: Frame, node: ast.UnaryOp) -> Abs:
    """``-a``."""
    value = frame.eval(node.operand)
    out = unary(node.op.__class__, value)
    if out is ANY and not isinstance(node.op, ast.Not):
        return apply_operator(frame, node, node.op.__class__, value, value)
    return out


def bool_op(frame: Frame, node: ast.BoolOp) -> Abs:
    """``a and b``: each operand is evaluated where those before it hold."""
    env = frame.env
    mark = env.mark()
    is_or = isinstance(node.op, ast.Or)
    out = NEVER
    last = len(node.values) - 1
    for i, operand in enumerate(node.values):
        value = frame.eval(operand)
        if i < last:
            narrow(frame, operand, not is_or)
            if is_or:
                value = value.without(NONE)
            elif value.mask & TENSOR:
                value = value.without(TENSOR)
        out = join(out, value)
    env.roll_back(mark)
    return out if out.mask else ANY


def comparison(frame: Frame, node: ast.Compare) -> Abs:
    """``a < b``, also chained."""
    left = frame.eval(node.left)
    out = NEVER
    for op, comparator in zip(node.ops, node.comparators, strict=True):
        right = frame.eval(comparator)
        text = _is_text(comparator) or _is_text(node.left)
        value = BOOL_VALUE if text else compare(op.__class__, left, right)
        out = value if not out.mask else join(out, value)
        left = right
    return out


def _is_text(node: ast.expr) -> bool:
    return node.__class__ is ast.Constant and isinstance(node.value, str)


def if_exp(frame: Frame, node: ast.IfExp) -> Abs:
    """``a if test else b``."""
    frame.eval(node.test)
    env = frame.env
    mark = env.mark()
    narrow(frame, node.test, True)
    a = frame.eval(node.body)
    env.roll_back(mark)
    narrow(frame, node.test, False)
    b = frame.eval(node.orelse)
    env.roll_back(mark)
    return join(a, b)


def _display(frame: Frame, elts: list[ast.expr], mask: int) -> Abs:
    values: list[Abs] = []
    starred = False
    for e in elts:
        if e.__class__ is ast.Starred:
            inner = frame.eval(e.value)
            if inner.elems is not None:
                values.extend(inner.elems)
            else:
                starred = True
                values.append(iterate(inner))
        else:
            values.append(frame.eval(e))
    if starred or len(values) > MAX_ELEMENTS or (mask == LIST and not values):
        out = NEVER
        for v in values:
            out = join(out, v)
        return list_of(out, mask) if out.mask else Abs(mask)
    return tuple_of(tuple(values), mask)


def tuple_display(frame: Frame, node: ast.Tuple) -> Abs:
    """``(a, b)``."""
    return _display(frame, node.elts, TUPLE)


def list_display(frame: Frame, node: ast.List) -> Abs:
    """``[a, b]``."""
    return _display(frame, node.elts, LIST)


def set_display(frame: Frame, node: ast.Set) -> Abs:
    """``{a, b}``."""
    value = _display(frame, node.elts, LIST)
    return list_of(element_of(value), SET)


def dict_display(frame: Frame, node: ast.Dict) -> Abs:
    """``{key: value}``; constant string keys are told apart."""
    fields: dict[str, Abs] = {}
    rest = NEVER
    for key, value_node in zip(node.keys, node.values, strict=True):
        value = frame.eval(value_node)
        if key is None:
            if value.fields:
                fields.update(value.fields)
            rest = join(rest, value.elem or NEVER)
            continue
        frame.eval(key)
        if isinstance(key, ast.Constant) and isinstance(key.value, str) and len(fields) < 4 * MAX_ELEMENTS:
            fields[key.value] = value
        else:
            rest = join(rest, value)
    return Abs(DICT, fields=fields or None, elem=rest if rest.mask else None)


def subscript_load(frame: Frame, node: ast.Subscript) -> Abs:
    """``a[i]``."""
    value = frame.as_tuple(frame.eval(node.value))
    index = frame.eval(node.slice)
    mask = value.mask
    is_telling = mask & UNKNOWN and is_of_tensor(frame, node, index)
    is_telling = is_telling and not names_operand_with(frame.module, ITEMS) and not frame.is_own(ITEMS)
    if is_telling:
        frame.use(value, USE_TENSOR, node, node.value)
        if see_tensor(frame, node.value, "indexed as only a tensor can be"):
            index = frame.eval(node.slice)
    if (is_telling or mask & TENSOR) and see_mask(frame, node.slice):
        index = frame.eval(node.slice)
    if is_telling and not mask & TENSOR:
        part = tensor(INFERRED, why=frame.why("indexed as only a tensor can be", node))
        return part.but(mask=TENSOR | OTHER) if is_foreign(value) else part
    if mask == FUNCTION and value.refs and value.refs[0] in INDEXED_MAKERS:
        return _indexed_maker(frame, node, index)
    if mask & DICT:
        path = frame.path(node)
        known = frame.env.values.get(path) if path is not None else None
        if known is not None:
            return known
    if mask & ~UNKNOWN and mask & INSTANCE:
        out = frame.dunder(value, "__getitem__", [index], node)
        if out is None:
            out = _typed_item(frame, value, node) or item_of(value, index)
        if out is not None:
            return out
    if mask == UNKNOWN and value.elem is None and node.slice.__class__ is ast.Slice:
        return Abs(UNKNOWN, SUSPECTED, deps=value.deps, rank=1)
    item = subscript(value, node.slice, index)
    if item.mask != UNKNOWN or frame.function is None or not frame.function.used:
        return item
    return frame.as_used(frame.path(node) or items_of(frame.path(node.value)), item)


def _typed_item(frame: Frame, value: Abs, node: ast.Subscript) -> Abs | None:
    """Return the item that a text names of a `TypedDict` or of a result of SciPy's; ``None`` for any other instance."""
    key = node.slice.value if isinstance(node.slice, ast.Constant) else None
    if value.mask != INSTANCE or not isinstance(key, str):
        return None
    for ref in value.refs:
        typed = isinstance(ref, ClassSymbol) and not TYPED_DICTS.isdisjoint(ref.library_ancestors())
        if typed or ref in READ_BY_NAME:
            return frame.attribute_of(value, key, node)
    return None


def _indexed_maker(frame: Frame, node: ast.Subscript, index: Abs) -> Abs:
    name = str(frame.values[node.value].refs[0])
    rank = dtype = None
    if name.endswith(("r_", "c_")):
        joined = element_of(index) if isinstance(node.slice, ast.Tuple) else index
        dtype = joined.dtype if joined.mask == TENSOR else None
        known = nested_rank(joined) if name.endswith("r_") else None
        rank = None if known is None else max(known, 1)
    why = frame.why(f"made by `{name}`", node)
    made = tensor(rank=rank, backend=lookup.backend_of(name), dtype=dtype, why=why)
    if name.endswith("ogrid") and isinstance(node.slice, ast.Tuple):
        return tuple_of((made,) * len(node.slice.elts))
    return made


def slice_value(frame: Frame, node: ast.Slice) -> Abs:
    """``a:b``."""
    if node.lower is not None:
        frame.eval(node.lower)
    if node.upper is not None:
        frame.eval(node.upper)
    if node.step is not None:
        frame.eval(node.step)
    return OTHER_VALUE


def joined_str(frame: Frame, node: ast.JoinedStr) -> Abs:
    """An f-string."""
    for part in node.values:
        if isinstance(part, ast.FormattedValue):
            frame.eval(part.value)
            if part.format_spec is not None:
                frame.eval(part.format_spec)
    return STR_VALUE


def starred(frame: Frame, node: ast.Starred) -> Abs:
    """``*a``."""
    return frame.eval(node.value)


def named(frame: Frame, node: ast.NamedExpr) -> Abs:
    """``a := b``."""
    value = frame.eval(node.value)
    frame.env.set(node.target.id, value)
    frame.values[node.target] = value
    return value


def _comprehension(frame: Frame, generators: list[ast.comprehension], *elements: ast.expr) -> list[Abs]:
    env = frame.env
    mark = env.mark()
    for g in generators:
        source = iterable(frame, frame.eval(g.iter), g.iter)
        frame.bind(g.target, iterate(source))
        for test in g.ifs:
            frame.eval(test)
            narrow(frame, test, True)
    out = [frame.eval(e) for e in elements]
    env.roll_back(mark)
    return out


def list_comp(frame: Frame, node: ast.ListComp) -> Abs:
    """``[x for ...]``."""
    return list_of(_comprehension(frame, node.generators, node.elt)[0])


def set_comp(frame: Frame, node: ast.SetComp) -> Abs:
    """``{x for ...}``."""
    return list_of(_comprehension(frame, node.generators, node.elt)[0], SET)


def generator(frame: Frame, node: ast.GeneratorExp) -> Abs:
    """``(x for ...)``."""
    return list_of(_comprehension(frame, node.generators, node.elt)[0], ITERATOR)


def dict_comp(frame: Frame, node: ast.DictComp) -> Abs:
    """``{k: v for ...}``."""
    return list_of(_comprehension(frame, node.generators, node.key, node.value)[1], DICT)


def lambda_value(frame: Frame, node: ast.Lambda) -> Abs:
    """``lambda x: ...``: a function that is evaluated later, when calls of it have been seen."""
    symbol = define_function(frame, node, "<lambda>")
    return Abs(FUNCTION, refs=(symbol,))


def await_value(frame: Frame, node: ast.Await) -> Abs:
    """``await a``."""
    return frame.eval(node.value)


def yield_value(frame: Frame, node: ast.Yield) -> Abs:
    """``yield a``."""
    frame.yields = join(frame.yields, frame.eval(node.value) if node.value is not None else NONE_VALUE)
    return ANY


def yield_from(frame: Frame, node: ast.YieldFrom) -> Abs:
    """``yield from a``."""
    frame.yields = join(frame.yields, iterate(frame.eval(node.value)))
    return ANY


def formatted(frame: Frame, node: ast.FormattedValue) -> Abs:
    """A replacement field on its own."""
    frame.eval(node.value)
    return STR_VALUE


HANDLERS: dict[type[ast.AST], Callable[[Frame, Any], Abs]] = {  # of all expressions but names and literals
    ast.Attribute: attribute,
    ast.Call: call,
    ast.BinOp: bin_op,
    ast.UnaryOp: unary_op,
    ast.BoolOp: bool_op,
    ast.Compare: comparison,
    ast.IfExp: if_exp,
    ast.Tuple: tuple_display,
    ast.List: list_display,
    ast.Set: set_display,
    ast.Dict: dict_display,
    ast.Subscript: subscript_load,
    ast.Slice: slice_value,
    ast.JoinedStr: joined_str,
    ast.FormattedValue: formatted,
    ast.Starred: starred,
    ast.NamedExpr: named,
    ast.ListComp: list_comp,
    ast.SetComp: set_comp,
    ast.GeneratorExp: generator,
    ast.DictComp: dict_comp,
    ast.Lambda: lambda_value,
    ast.Await: await_value,
    ast.Yield: yield_value,
    ast.YieldFrom: yield_from,
}

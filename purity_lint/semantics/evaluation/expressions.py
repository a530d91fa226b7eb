"""Evaluation of expressions: one handler per node type."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterable
from typing import Any

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
)
from purity_lint.semantics.domain.containers import element_of, list_of, tuple_of
from purity_lint.semantics.domain.indexing import iterate
from purity_lint.semantics.domain.interning import Abs
from purity_lint.semantics.domain.kinds import DICT, FUNCTION, ITERATOR, LIST, MAX_ELEMENTS, SET, TUPLE
from purity_lint.semantics.domain.lattice import join
from purity_lint.semantics.evaluation.attributes import attribute
from purity_lint.semantics.evaluation.calls import call
from purity_lint.semantics.evaluation.frame import Frame
from purity_lint.semantics.evaluation.function_definitions import define_function
from purity_lint.semantics.evaluation.iteration import iterable
from purity_lint.semantics.evaluation.narrowing import narrow
from purity_lint.semantics.evaluation.operators import bin_op, bool_op, comparison, unary_op
from purity_lint.semantics.evaluation.subscripts import slice_value, subscript_load
from purity_lint.source.constructs import TEMPLATE_STRINGS

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


def joined_str(frame: Frame, node: ast.JoinedStr) -> Abs:
    """An f-string."""
    _fields(frame, node.values)
    return STR_VALUE


def template_str(frame: Frame, node: Any) -> Abs:
    """A t-string."""
    _fields(frame, node.values)
    return ANY


def _fields(frame: Frame, parts: Iterable[Any]) -> None:
    for part in parts:
        if not isinstance(part, ast.Constant):
            frame.eval(part.value)
            if part.format_spec is not None:
                frame.eval(part.format_spec)


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
    **dict.fromkeys(TEMPLATE_STRINGS, template_str),
}

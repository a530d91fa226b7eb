"""Dicts: how they are made, and what their methods give and change."""

from __future__ import annotations

import ast

from purity_lint.semantics.domain.atoms import ANY, INT_VALUE, LIST_OF_STR, NEVER, NONE_VALUE, STR_VALUE
from purity_lint.semantics.domain.containers import list_of, merged, tuple_of, with_item
from purity_lint.semantics.domain.indexing import iterate
from purity_lint.semantics.domain.interning import Abs
from purity_lint.semantics.domain.kinds import DICT, ITERATOR, TENSOR
from purity_lint.semantics.domain.lattice import join
from purity_lint.semantics.evaluation.frame import Frame


def made_dict(args: list[Abs], keywords: dict[str, Abs]) -> Abs:
    """Return the dict of what ``dict`` and ``update`` are given: a mapping or pairs, and keywords."""
    named = Abs(DICT, fields=keywords or None)
    if not args:
        return named
    if args[0].mask & DICT:
        return merged(args[0].only(DICT), named)
    pair = iterate(args[0])
    elem = pair.elems[1] if pair.elems is not None and len(pair.elems) == 2 else None
    return merged(Abs(DICT, elem=elem), named)


def dict_method(
    frame: Frame, value: Abs, name: str, args: list[Abs], keywords: dict[str, Abs], node: ast.Call
) -> Abs:
    """Methods of dicts; those that add to one change what the name holds."""
    match name:
        case "get" | "pop" | "setdefault":
            return _item_or_default(frame, value, name, args, node)
        case "values":
            return list_of(_all(value), ITERATOR)
        case "keys":
            return LIST_OF_STR if value.fields else Abs(ITERATOR)
        case "items":
            key = STR_VALUE if value.fields else ANY
            return list_of(tuple_of((key, _all(value))), ITERATOR)
        case "copy":
            return value
        case "popitem":
            return tuple_of((ANY, _all(value)))
        case "update":
            if isinstance(node.func, ast.Attribute):
                frame.update(node.func.value, merged(value, made_dict(args, keywords)))
            return NONE_VALUE
        case "clear":
            return NONE_VALUE
        case "most_common":
            return list_of(tuple_of((ANY, INT_VALUE)))
    return ANY


def _item_or_default(frame: Frame, value: Abs, name: str, args: list[Abs], node: ast.Call) -> Abs:
    """Return what ``get``, ``pop`` and ``setdefault`` give; the last of these stores its default as well."""
    found = _lookup(value, node)
    default = args[1] if len(args) > 1 else NONE_VALUE if name == "get" else NEVER
    if name == "setdefault" and default.mask and isinstance(node.func, ast.Attribute):
        stored = default if found is ANY else join(found, default)
        frame.update(node.func.value, with_item(value, node.args[0], stored))
    if found is ANY:
        return default if default.mask & TENSOR or name == "setdefault" else ANY
    return join(found, default)


def _lookup(value: Abs, node: ast.Call) -> Abs:
    key = node.args[0] if node.args else None
    if value.fields is not None and isinstance(key, ast.Constant) and isinstance(key.value, str):
        return value.fields.get(key.value) or value.elem or ANY
    return _all(value)


def _all(value: Abs) -> Abs:
    out = value.elem or NEVER
    for v in (value.fields or {}).values():
        out = join(out, v)
    return out if out.mask else ANY

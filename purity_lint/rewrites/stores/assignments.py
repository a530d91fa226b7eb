"""Statements that store, with ``ops.assign``: ``x[i] = y[j] = v``, ``x[i], x[j] = x[j], x[i]``, ``x[i] += v``."""

from __future__ import annotations

import ast
from typing import TypeGuard

from purity_lint.findings.edits import RewriteStatement
from purity_lint.knowledge.arrays import UPDATING_OPERATIONS
from purity_lint.rewrites.operands import is_plain
from purity_lint.rewrites.scopes import fresh, is_tried
from purity_lint.rewrites.stores.item_stores import (
    Store,
    Template,
    is_rebindable,
    read_store,
    viewed,
)
from purity_lint.rewrites.stores.loop_items import bound_with
from purity_lint.rewrites.stores.rearranged import new_value, rearranged
from purity_lint.semantics.model import SemanticModel
from purity_lint.source.names import names_in


def rewrite_assignment(
    node: ast.Assign, targets: list[ast.expr], stores: list[ast.Subscript], model: SemanticModel
) -> RewriteStatement | None:
    """Write a store, a chain of stores or an unpacking into stores; ``None`` where an array cannot be rebound."""
    if not all(is_rebindable(changed_array(store, model), model) for store in stores):
        return None
    if len(targets) == 1 and isinstance(targets[0], ast.Subscript):
        template = Template()
        text = _assign(targets[0], template.hole(node.value), template, model)
        return RewriteStatement(node, text, template.holes)
    if len(targets) > 1:
        return _chain(node, targets, model)
    return _unpacked(node, targets[0], model)


def changed_array(target: ast.Subscript, model: SemanticModel) -> ast.expr:
    """Return the array that a store into ``target`` changes: ``x`` of ``x[i]``, ``x[:n][mask]`` and ``x.flat[i]``."""
    array = read_store(target, model).array
    return viewed(array, model) or rearranged(array, model) or array


def _assign(target: ast.Subscript, value: str, template: Template, model: SemanticModel) -> str:
    store = read_store(target, model)
    whole = rearranged(store.array, model)
    if whole is not None:
        array, update = template.hole(whole), f"{{ops}}.assign(@, {store.index(template)}, {value})"
        return f"{rebound(whole, array, model)} = {new_value(store.array, array, update)}"
    whole = viewed(store.array, model)
    array = template.hole(store.array)
    if whole is not None and isinstance(store.array, ast.Subscript):  # the part is changed, and stored back
        part = f"{{ops}}.assign({array}, {store.index(template)}, {value})"
        array, index = template.hole(whole), template.index(store.array.slice)
        return f"{rebound(whole, array, model)} = {{ops}}.assign({array}, {index}, {part})"
    return f"{rebound(store.array, array, model)} = {{ops}}.assign({array}, {store.index(template)}, {value})"


def rebound(node: ast.expr, array: str, model: SemanticModel) -> str:
    """Return the targets to assign to: the array's name, and the attribute or item that holds the same array."""
    holder = bound_with(node, model)
    return array if holder is None else f"{array} = {holder}"


def _chain(node: ast.Assign, targets: list[ast.expr], model: SemanticModel) -> RewriteStatement | None:
    """Write `x[i] = y[j] = v` as one statement for each target, left to right, as Python does."""
    if any(isinstance(target, ast.Tuple | ast.List | ast.Starred) for target in targets):
        return None
    template, lines = Template(), []
    value = template.hole(node.value)
    if not is_plain(node.value):  # it is computed once
        name = _bound_name(node, targets, model)
        value = fresh("value", node, model) if name is None else name.id
        lines.append(f"{value} = {template.hole(node.value)}")
        targets = [target for target in targets if target is not name]
    lines += [_stored(target, value, template, model) for target in targets]
    return RewriteStatement(node, "\n".join(lines), _used(template, lines))


def _bound_name(node: ast.Assign, targets: list[ast.expr], model: SemanticModel) -> ast.Name | None:
    """Return the target of a chain that may be bound before the others, whose statements then read it.

    That is a name that no other target reads, where nobody sees it bound if a store raises.
    """
    if is_tried(node, model):
        return None
    for target in targets:
        others = (name for other in targets if other is not target for name in names_in(other))
        if isinstance(target, ast.Name) and target.id not in others:
            return target
    return None


def _unpacked(node: ast.Assign, target: ast.expr, model: SemanticModel) -> RewriteStatement | None:
    """Write `x[i], x[j] = x[j], x[i]`: the values first, then one store after the other."""
    if not isinstance(target, ast.Tuple | ast.List):
        return None
    template, lines, names = Template(), [], []
    if _keep_their_values(node.value, target):
        for element, value in zip(target.elts, node.value.elts, strict=True):
            lines.append(_stored(element, template.hole(value), template, model))
        return RewriteStatement(node, "\n".join(lines), _used(template, lines))
    taken: set[str] = set()
    for element in target.elts:
        if isinstance(element, ast.Name) and element.id not in names_in(node.value):
            names.append(template.hole(element))
            continue
        match element:
            case ast.Starred(value=ast.Name(id=rest)) if rest not in names_in(node.value):
                names.append(template.hole(element))
                continue
        if not isinstance(element, ast.Subscript):
            return None
        name = fresh(_ORDINALS[len(taken) % len(_ORDINALS)], node, model, taken)
        taken.add(name)
        names.append(name)
        lines.append(_stored(element, name, template, model))
    # `x[i], = values` takes the only value out.
    unpacked = f"{names[0]}," if len(names) == 1 else ", ".join(names)
    lines.insert(0, f"{unpacked} = {template.hole(node.value)}")
    return RewriteStatement(node, "\n".join(lines), _used(template, lines))


def _stored(target: ast.expr, value: str, template: Template, model: SemanticModel) -> str:
    """Return the statement that stores ``value``: an `ops.assign` for an element of a tensor, or as written."""
    if isinstance(target, ast.Subscript) and model.value(target.value).is_tensor:
        return _assign(target, value, template, model)
    return f"{template.hole(target)} = {value}"


def _keep_their_values(value: ast.expr, target: ast.Tuple | ast.List) -> TypeGuard[ast.Tuple | ast.List]:
    """True where one store may follow the other: the values are names or constants, which no store binds."""
    return (
        isinstance(value, ast.Tuple | ast.List)
        and len(value.elts) == len(target.elts)
        and all(isinstance(element, ast.Name | ast.Constant) for element in value.elts)
        and all(isinstance(element, ast.Subscript) for element in target.elts)
    )


_ORDINALS = ("first", "second", "third", "fourth", "fifth", "sixth")


def _used(template: Template, lines: list[str]) -> dict[str, ast.expr | str]:
    text = "\n".join(lines)
    return {name: hole for name, hole in template.holes.items() if f"{{{name}}}" in text}


def rewrite_augmented(
    node: ast.AugAssign, store: Store, function: str, model: SemanticModel
) -> RewriteStatement | None:
    """Write ``x[i] += v``, for the operation ``function``; the index is evaluated once."""
    template = Template()
    updating = f"assign_{function}"
    whole = rearranged(store.array, model)
    if whole is not None:
        if updating not in UPDATING_OPERATIONS:
            return None
        array = template.hole(whole)
        update = f"{{ops}}.{updating}(@, {store.index(template)}, {template.hole(node.value)})"
        text = f"{rebound(whole, array, model)} = {new_value(store.array, array, update)}"
        return RewriteStatement(node, text, template.holes)
    array = template.hole(store.array)
    targets = rebound(store.array, array, model)
    if updating in UPDATING_OPERATIONS:
        index = store.index(template)
        text = f"{targets} = {{ops}}.{updating}({array}, {index}, {template.hole(node.value)})"
        return RewriteStatement(node, text, template.holes)
    lines = []
    if store.is_simple:
        index = store.index(template)
    else:
        index = fresh("index", node, model)
        lines.append(f"{index} = {store.index(template)}")
    if store.is_basic(model) and not store.has_tensor_bounds(model):
        read = template.hole(node.target) if store.is_simple else f"{array}[{index}]"
    else:
        read = f"{{ops}}.getitem({array}, {index})"
    lines.append(
        f"{targets} = {{ops}}.assign({array}, {index}, {{ops}}.{function}({read}, {template.hole(node.value)}))"
    )
    return RewriteStatement(node, "\n".join(lines), template.holes)

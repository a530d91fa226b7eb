"""Indices that touch one axis and keep all others whole: `x[::-1]`, `x[:, [0, 2]]`."""

from __future__ import annotations

import ast


def only_axis(parts: list[ast.expr]) -> int | None:
    """Return the axis that is reversed, or taken from, where all others are kept whole."""
    kept = [_is_whole(part) for part in parts]
    touched = [number for number, part in enumerate(parts) if not kept[number] and not _is_ellipsis(part)]
    if len(touched) != 1 or not (is_reversal(parts[touched[0]]) or _is_plain_list(parts[touched[0]])):
        return None
    if not any(map(_is_ellipsis, parts[: touched[0]])):
        return touched[0]
    return touched[0] - len(parts)


def _is_whole(part: ast.expr) -> bool:
    return isinstance(part, ast.Slice) and part.lower is None and part.upper is None and part.step is None


def _is_ellipsis(part: ast.expr) -> bool:
    return isinstance(part, ast.Constant) and part.value is ...


def is_reversal(part: ast.expr) -> bool:
    """True for `::-1`."""
    match part:
        case ast.Slice(
            lower=None, upper=None, step=ast.UnaryOp(op=ast.USub(), operand=ast.Constant(value=1))
        ):
            return True
    return False


def steps_back(node: ast.AST) -> bool:
    """True for what is read from its end to its beginning, as PyTorch refuses: `x[::-1]`, `x[:, n::-2]`."""
    if not isinstance(node, ast.Subscript):
        return False
    parts = node.slice.elts if isinstance(node.slice, ast.Tuple) else [node.slice]
    return any(
        isinstance(part, ast.Slice)
        and isinstance(part.step, ast.UnaryOp)
        and isinstance(part.step.op, ast.USub)
        for part in parts
    )


def _is_plain_list(part: ast.expr) -> bool:
    """True for a list of positions: one of truth values is a mask, one of lists has a shape of its own."""
    return isinstance(part, ast.List) and all(
        not isinstance(element, ast.List | ast.Starred | ast.Tuple | ast.Compare)
        and not (isinstance(element, ast.Constant) and isinstance(element.value, bool))
        for element in part.elts
    )

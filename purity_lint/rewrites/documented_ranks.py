"""What docstrings say of parameters: the number of axes of arrays, "1-D array of points", and `scale : float`."""

from __future__ import annotations

import ast
import re

from purity_lint.rewrites.scopes import bindings, enclosing, parameters
from purity_lint.semantics.model import SemanticModel
from purity_lint.source.constructs import DEFINITIONS
from purity_lint.source.names import last_name

# Compiled where they are first used: few files need them.
_RANK = r"(?i)\b(?:([123])-?D\b|(one|two)-dimensional\b)"
_SHAPE = r"(?i)\bshape(?: of| ?=| ?:)? *`{0,2}\(([^()]*)\)"
_EXTENTS = r"`{0,2}\((?![^()]*(?:optional|default|float|int\b|bool|complex|real|none))([^()]*,[^()]*)\)`{0,2}"
_BESIDE = rf"(?i)^ *{_EXTENTS} *(?:\w+\.)?(?:nd)?array|\b(?:nd)?array(?:[-_ ]likes?)?,? *{_EXTENTS}"
"""A shape before the word for arrays, or behind it: "(m, n) array_like", "ndarray (m, n)"."""
_LATER_SHAPE = r"\) *(?:,|or|/) *(?:shape *)?`{0,2}\("
"""A second shape behind the first, "(n,) or (n, m)"."""
_ANY = r"(?i)\bN-?D\b|\bn-dimensional\b"
_NUMBER = (
    r"(?i)\s*`{0,2}(?:an? )?(?:(?:non-?negative|(?:strictly )?positive|real) )?"
    r"(?:scalar|number|numeric|float|double|int|integer)s?\b"
)
_NUMBERS = r"(?i)\s*`{0,2}(?:an? )?(?:list|sequence|tuple)s? of (?:floats?|ints?|integers?)\b(?! or\b)"
_ELSE = r"(?i)array|matri|vector|tensor|sequence|list|tuple|iterable"
_ARRAY = r"(?i)\barray[-_ ]like\b|\bndarray\b"
_WORDS = {"one": 1, "two": 2}
_KEEP = frozenset(
    {
        *(
            "atleast_1d",
            "asarray",
            "array",
            "asanyarray",
            "ascontiguousarray",
            "atleast_nd",
            "astype",
            "copy",
        ),
        *("zeros_like", "ones_like", "empty_like", "full_like"),
    }
)
"""Functions that give an array with axes the axes that it has."""
_DEPTH = 6
"""How far back names are followed."""


def rank_of(node: ast.expr, model: SemanticModel) -> int | None:
    """Return the number of axes of an array; where nothing else says it, what is written of it."""
    return _rank(node, model, _DEPTH)


def is_said_to_be_number(function: ast.AST, parameter: str, *, together: bool = False) -> bool:
    """True if the docstring of ``function`` says that a parameter is a number, and no array.

    ``together``: also in one entry for several, ``wp, ws : float``.
    """
    if not isinstance(function, DEFINITIONS) or parameter not in parameters(function):
        return False
    said = _entry(ast.get_docstring(function) or "", parameter, together=together).partition("\n")[0]
    return re.match(_NUMBER, said) is not None and re.search(_ELSE, said) is None


def is_said_to_be_array(function: ast.AST, parameter: str) -> bool:
    """True if the docstring of ``function`` says that a parameter may be an array: `duty : array_like, optional`."""
    if not isinstance(function, DEFINITIONS) or parameter not in parameters(function):
        return False
    said = _entry(ast.get_docstring(function) or "", parameter).partition("\n")[0]
    return re.search(_ARRAY, said) is not None


def is_said_to_hold_numbers(function: ast.AST, parameter: str) -> bool:
    """True if the docstring of ``function`` says that a parameter is a list of numbers, which no array library made."""
    if not isinstance(function, DEFINITIONS) or parameter not in parameters(function):
        return False
    return re.match(_NUMBERS, _entry(ast.get_docstring(function) or "", parameter)) is not None


def _rank(node: ast.expr, model: SemanticModel, depth: int) -> int | None:
    value = model.value(node)
    if value.rank is not None or depth <= 0 or not value.is_tensor:
        return value.rank
    match node:
        case ast.Name(id=name):
            around = enclosing(node, model)
            made = bindings(around).get(name, ())
            if len(made) == 1:
                return _rank(made[0], model, depth - 1) if isinstance(made[0], ast.Call) else None
            return None if made else _documented(around, name)
        case ast.Call(func=function, args=[ast.Name(id=name), *_]) if _keeps(function):
            return _documented(enclosing(node, model), name)
        case ast.Call(func=function, args=[inner, *_]) if _keeps(function):
            return _rank(inner, model, depth - 1)
        case ast.Subscript(value=array, slice=ast.Slice()):
            return _rank(array, model, depth - 1)
        case ast.UnaryOp(operand=operand):
            return _rank(operand, model, depth - 1)
        case ast.BinOp(left=left, right=right):
            arrays = [side for side in (left, right) if not isinstance(side, ast.Constant | ast.UnaryOp)]
            return _rank(arrays[0], model, depth - 1) if len(arrays) == 1 else None
    return None


def _keeps(function: ast.expr) -> bool:
    return last_name(function).removeprefix("xp_").removeprefix("_") in _KEEP


def _documented(function: ast.AST, parameter: str) -> int | None:
    """Return the one number of axes that a docstring says a parameter has."""
    if not isinstance(function, DEFINITIONS) or parameter not in parameters(function):
        return None
    text = _entry(ast.get_docstring(function) or "", parameter)
    said = {int(digit) if digit else _WORDS[word.lower()] for digit, word in re.findall(_RANK, text)}
    said |= _of_shape(text.partition("\n")[0])
    return said.pop() if len(said) == 1 and not re.search(_ANY, text) else None


def _of_shape(said: str) -> set[int]:
    """Return the lengths of the shapes in the type of a parameter, "ndarray of shape (n, 3)"; none of "(..., 3)"."""
    beside = (before or behind for before, behind in re.findall(_BESIDE, said))
    shapes = [*re.findall(_SHAPE, said), *beside]
    if re.search(_LATER_SHAPE, said) or any("." in shape or "*" in shape for shape in shapes):
        return set()
    return {len([extent for extent in shape.split(",") if extent.strip()]) for shape in shapes}


def _entry(doc: str, parameter: str, *, together: bool = False) -> str:
    """Return the type that a docstring in the style of NumPy gives to a parameter, and the text below it."""
    before, after = (r"(?:\w+, *)*", r"(?:, *\w+)*") if together else ("", "")
    name = before + re.escape(parameter) + after
    found = re.search(rf"(?m)^{name} *:(?P<text>.*(?:\n(?:[ \t]+.*)?)*)", doc)
    return found["text"] if found is not None else ""

"""Names of numbers: what a function counts with, or hands over as a size, is no array.

for i in range(n + 1)     n
np.arange(-n + 1, n, 2)   n
x[:n]                     n
np.linspace(0, 1, n)      n
int(n) != n               n
x.shape[n]                n
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import lru_cache
from typing import TypeGuard

from purity_lint.rewrites.scopes import bindings
from purity_lint.source.compare import same_text
from purity_lint.source.names import last_name
from purity_lint.source.walk import walk

_COUNTERS = frozenset({"range", "arange"})
_SIZED = frozenset({"zeros", "ones", "empty", "full", "eye", "identity"})
_PLACES = "linspace"
_NUM = 2
"""Place of the number of points among the arguments of `linspace`."""
_CONVERSIONS = frozenset({"asarray", "array", "asanyarray", "atleast_1d", "atleast_2d", "atleast_nd"})
_WHOLE = frozenset({"int", "index"})
_CLASSES = frozenset({"int", "Integral", "integer"})
_SIZE = "size"
"""Keyword of samplers for the shape of what they draw."""


def is_counted_with(scope: ast.AST, name: str) -> bool:
    """True where ``scope`` counts with a name, `n` or `self.n`, and binds it to nothing but whole numbers."""
    return name in _counted(scope) and _keeps_its_number(scope, name)


def is_size(scope: ast.AST, name: str) -> bool:
    """True for what ``scope`` counts with, and for the shape of an array that it makes: `np.zeros(shape)`.

    A shape is one even where an array is made of it later, `shape = np.atleast_1d(shape)`, and so is a number that
    goes into `range`, which takes no array with axes.
    """
    if is_counted_with(scope, name) or is_ranged_over(scope, name):
        return True
    return name in _shapes(scope) and (_keeps_its_number(scope, name) or _is_shape_as_given(scope, name))


def is_ranged_over(scope: ast.AST, name: str) -> bool:
    """True for a parameter that goes into `range` as a number: `d = np.asarray(d)[()]`, and then `range(1, d + 1)`."""
    if name not in _ranged(scope):
        return False
    made = bindings(scope).get(name, ())
    return all(_is_made_whole(value) or name in _asked_of(value) for value in made)


def _asked_of(value: ast.expr) -> frozenset[str]:
    """Return the names of which a conversion makes a number again: `np.asarray(d)[()]`."""
    if isinstance(value, ast.Subscript):
        value = value.value
    match value:
        case ast.Call(func=function, args=[ast.Name(id=name), *_]) if last_name(function) in _CONVERSIONS:
            return frozenset({name})
    return frozenset()


@lru_cache(maxsize=256)
def _ranged(scope: ast.AST) -> frozenset[str]:
    calls = (n for n in walk(scope) if isinstance(n, ast.Call) and last_name(n.func) == "range")
    return frozenset(name for call in calls for bound in call.args for name in _added(bound))


def _added(bound: ast.expr) -> Iterator[str]:
    """Yield the names that are added up to the bound of a range; `int(x)` may be a number of an array."""
    match bound:
        case ast.Name(id=name):
            yield name
        case ast.BinOp(op=ast.Add() | ast.Sub(), left=left, right=right):
            yield from _added(left)
            yield from _added(right)


def _is_shape_as_given(scope: ast.AST, name: str) -> bool:
    """True for a name that is a shape before anything else is bound to it."""
    rebound = [n.lineno for n in walk(scope) if _is_stored(n, name)]
    return any(
        isinstance(shape, ast.Name) and shape.id == name and shape.lineno < min(rebound, default=0)
        for shape in _whole_shapes(scope)
    )


def _is_stored(node: ast.AST, name: str) -> TypeGuard[ast.Name]:
    return isinstance(node, ast.Name) and node.id == name and isinstance(node.ctx, ast.Store)


def _keeps_its_number(scope: ast.AST, name: str) -> bool:
    if name in _converted(scope):
        return False  # it may be an array too, `np.linspace(0, 1, n) if np.isscalar(n) else np.asarray(n)`
    made = bindings(scope).get(name, ())
    return all(_is_made_whole(value) or _is_unpacked(value, scope) for value in made)


def _is_made_whole(value: ast.expr) -> bool:
    return isinstance(value, ast.Constant) or (
        isinstance(value, ast.Call) and last_name(value.func) in _WHOLE
    )


def _is_unpacked(value: ast.expr, scope: ast.AST) -> bool:
    """True for `x, n = checked(x, n)`, which gives back what it was given."""
    return sum(value is made for several in bindings(scope).values() for made in several) > 1


@lru_cache(maxsize=256)
def _converted(scope: ast.AST) -> frozenset[str]:
    made = (n for n in walk(scope) if isinstance(n, ast.Call) and last_name(n.func) in _CONVERSIONS)
    return frozenset(name for call in made for given in call.args[:1] for name in _names(given))


@lru_cache(maxsize=256)
def _counted(scope: ast.AST) -> frozenset[str]:
    return frozenset(name for node in walk(scope) for part in _counts(node) for name in _names(part))


@lru_cache(maxsize=256)
def _shapes(scope: ast.AST) -> frozenset[str]:
    return frozenset(name for shape in _whole_shapes(scope) for name in _names(shape))


def _whole_shapes(scope: ast.AST) -> Iterator[ast.expr]:
    made = (n for n in walk(scope) if isinstance(n, ast.Call) and last_name(n.func) in _SIZED)
    return (shape for call in made for shape in call.args[:1])


def _counts(node: ast.AST) -> Iterator[ast.expr]:
    """Yield what ``node`` takes for numbers."""
    match node:
        case ast.Call(func=function, args=arguments, keywords=keywords):
            called = last_name(function)
            if called in _COUNTERS:
                yield from arguments
            elif called == _PLACES:
                yield from arguments[_NUM : _NUM + 1]
            elif called in _SIZED:
                yield from (e for a in arguments[:1] if isinstance(a, ast.Tuple) for e in a.elts)
            elif called == "isinstance" and _is_class_of_integers(arguments[1:]):
                yield arguments[0]
            yield from (k.value for k in keywords if k.arg == _SIZE)
        case ast.Subscript(value=ast.Attribute(attr="shape"), slice=place):
            yield place
        case ast.Slice(lower=lower, upper=upper, step=step):
            yield from (bound for bound in (lower, upper, step) if bound is not None)
        case ast.Compare(left=left, comparators=[right]):
            yield from (b for a, b in ((left, right), (right, left)) if _is_whole_of(a, b))


def _is_whole_of(left: ast.expr, right: ast.expr) -> bool:
    """True for `int(n)` beside `n`."""
    match left:
        case ast.Call(func=ast.Name(id="abs"), args=[inner]):
            return _is_whole_of(inner, right)
        case ast.Call(func=function, args=[inner]) if last_name(function) in _WHOLE:
            return same_text(inner, right)
    return False


def _is_class_of_integers(classes: list[ast.expr]) -> bool:
    each = [e for c in classes for e in (c.elts if isinstance(c, ast.Tuple) else [c])]
    return bool(each) and all(last_name(one) in _CLASSES for one in each)


def _names(number: ast.expr) -> Iterator[str]:
    """Yield the names, also of attributes of `self`, that a number is computed of."""
    match number:
        case ast.Name(id=name):
            yield name
        case ast.Attribute(value=ast.Name(id="self")):
            yield ast.unparse(number)
        case ast.BinOp(left=left, right=right):
            yield from _names(left)
            yield from _names(right)
        case ast.UnaryOp(operand=operand):
            yield from _names(operand)
        case ast.Call(func=ast.Name(id="int" | "round" | "max" | "min"), args=arguments):
            for argument in arguments:
                yield from _names(argument)
        case ast.Tuple(elts=elements):
            for element in elements:
                yield from _names(element)

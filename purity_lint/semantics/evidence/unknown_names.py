"""Names in functions of which nothing is known but what they are used for: what a call of unknown code gave, say.

``lon, lat, radius = coordinates`` says nothing of ``radius``, and ``np.sqrt(radius**2 + 1)`` after it does.  Such uses
are noted while a function is evaluated and taken into account in the end, where nothing better has been found: the
function is evaluated again with the name for what it is used as, wherever it is bound to something unknown.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Final

from purity_lint.knowledge.labelled_data import LIBRARIES, LOCATORS
from purity_lint.semantics.domain.interning import Abs, Why
from purity_lint.semantics.domain.kinds import INFERRED, TENSOR, UNKNOWN
from purity_lint.semantics.evidence.labelled_names import labelled_names
from purity_lint.semantics.evidence.numbers import compared, is_made_a_number, is_of_numbers
from purity_lint.semantics.symbols.namespaces import is_namespace_parameter
from purity_lint.semantics.symbols.table import FunctionSymbol, ModuleSymbol
from purity_lint.semantics.symbols.uses import USE_ELEMENTWISE, USE_SCALAR, USE_TENSOR, Use

_ROUNDS: Final = 2
"""How far use is followed back, from a name to those that it is computed from."""
_RANKS: Final = {USE_ELEMENTWISE: 1, USE_SCALAR: 2, USE_TENSOR: 3}
"""Which use outweighs which: most of what reaches an elementwise function may be a number as well."""


def is_unknown(value: Abs) -> bool:
    """True where nothing is known of a value, and no parameter decides what it is."""
    return value.mask == UNKNOWN and not value.deps and value.elem is None


def note(
    function: FunctionSymbol,
    values: Mapping[ast.AST, Abs],
    path_of: Callable[[ast.expr], str | None],
    written: ast.expr,
    level: int,
    node: ast.AST,
) -> None:
    """Note what the unknown names, attributes and items in ``written`` are used as at ``node``."""
    parts = [*_unknown_parts(written, values)]
    if len({path_of(part) or part for part in parts}) > 1:
        if level == USE_ELEMENTWISE:
            return  # formulas of numbers are as frequent as those of arrays
        level = USE_ELEMENTWISE  # one is the tensor; of a product, the other is often a number
        parts = [*_unknown_parts(written, values, factors=False)]
    if level == USE_ELEMENTWISE and is_made_a_number(node, function.module.source.parents):
        level = USE_SCALAR
    for part in parts:
        path = path_of(part)
        if path is None and level == USE_TENSOR and isinstance(part, ast.Subscript):
            path = items_of(path_of(part.value))
        if path is not None and path.rpartition(".")[2] not in LOCATORS:
            known = function.uses.get(path)
            if known is None or _RANKS[known.level] < _RANKS[level]:
                function.uses[path] = Use(level, node)


def items_of(path: str | None) -> str | None:
    """Return the path that stands for all items of what ``path`` stands for."""
    return None if path is None else f"{path}[]"


def _unknown_parts(
    node: ast.expr, values: Mapping[ast.AST, Abs], *, factors: bool = True
) -> Iterator[ast.expr]:
    """Yield what arithmetic is made of and nothing is known of; no exponents, and the factors if they count."""
    value = values.get(node)
    if value is None or not is_unknown(value):
        return
    match node:
        case ast.BinOp(op=ast.Pow(), left=operand) | ast.UnaryOp(op=ast.USub(), operand=operand):
            yield from _unknown_parts(operand, values, factors=factors)
        case ast.BinOp(op=op, left=left, right=right):
            if factors or isinstance(op, (ast.Add, ast.Sub)):
                yield from _unknown_parts(left, values, factors=factors)
                yield from _unknown_parts(right, values, factors=factors)
        case _:
            yield node


def as_used(function: FunctionSymbol, name: str, value: Abs, path: str | None) -> Abs:
    """Return what a name, an attribute or an item is where it is ``value``: what it is used as, if nothing is known."""
    use = function.used.get(name)
    if use is None or not is_unknown(value):
        return value
    line, column = getattr(use.node, "lineno", 1), getattr(use.node, "col_offset", 0)
    why = Why(f"`{name}` is used as a tensor", line, column, path)
    return Abs(TENSOR | UNKNOWN, INFERRED, why=why)


def take_uses(modules: Iterable[ModuleSymbol]) -> Iterator[FunctionSymbol]:
    """Take what was noted into account; the functions that are to be evaluated again, before the next is asked for."""
    functions = [f for module in modules if not module.is_test for f in module.functions.values()]
    for _ in range(_ROUNDS):
        yield from [f for f in functions if f.uses and _has_news(f)]


def _has_news(function: FunctionSymbol) -> bool:
    source = function.module.source
    news = {
        path: use
        for path, use in function.uses.items()
        if use.level != USE_SCALAR
        and path not in function.used
        and not is_namespace_parameter(path, function.node, source.text)
    }
    if news:
        labelled = labelled_names(function.node)
        news = {path: use for path, use in news.items() if path not in labelled}
    if any(use.level == USE_ELEMENTWISE for use in news.values()):
        spoils = function.module.imports(LIBRARIES) or is_of_numbers(function)
        numbers = None if spoils else {*compared(function.node)}
        news = {p: u for p, u in news.items() if u.level == USE_TENSOR or _may_be_array(p, numbers)}
    function.used |= news
    return bool(news)


def _may_be_array(path: str, numbers: set[str] | None) -> bool:
    """Return True where what reaches an elementwise function is more often an array than something else.

    Attributes are settings as often as not, and where there are tables (``numbers`` is ``None``) columns reach it too.
    """
    return numbers is not None and path.isidentifier() and path not in numbers

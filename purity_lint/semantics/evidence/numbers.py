"""Tell numbers from arrays where both would do: what reaches `np.exp` is one or the other.

The author's own words come first: the name may be documented as a number elsewhere in the file, or everything in it
that is documented at all.  What the function does besides comes second: the truth of `x > 0` is that of a number.
"""

from __future__ import annotations

import ast
from collections.abc import Hashable, Iterable, Iterator, Mapping, MutableMapping
from typing import Any, Final, NamedTuple, TypeAlias

from purity_lint.semantics.domain.interning import Abs
from purity_lint.semantics.domain.kinds import COMPLEX, FLOAT, NONE, NUMERIC, SCALAR, TENSOR, UNKNOWN
from purity_lint.semantics.symbols.cells import Parameter
from purity_lint.semantics.symbols.table import FunctionSymbol, ModuleSymbol
from purity_lint.source.walk import walk

Memo: TypeAlias = MutableMapping[Hashable, Any]
"""What was found out of a project, by what was asked."""
MIN_STATED: Final = 3
"""How many parameters have to be documented as numbers to say something of those that are not documented."""
_QUANTITY: Final = FLOAT | COMPLEX | SCALAR
_ORDERED: Final = (ast.Lt, ast.LtE, ast.Gt, ast.GtE)
_NUMBERS: Final = frozenset({"int", "float", "bool", "complex", "range"})
_TOLD_APART: Final = frozenset({"isinstance", "isscalar", "hasattr", "ndim", "size", "len"})
"""What is asked of a name that may be a number and may be an array."""


class Stated(NamedTuple):
    """What the authors of a file say of its parameters."""

    numbers: frozenset[str]
    """Names that are declared to be numbers, and nothing else."""
    are_all_numbers: bool
    """Several are declared to be numbers, more than are not declared, and none to be an array."""


def stated(module: ModuleSymbol) -> Stated:
    """Return what is said of the parameters of a module's functions."""
    numbers: set[str] = set()
    others: set[str] = set()
    counted = silent = 0
    for p in _stated_parameters(module.functions.values()):
        declared = p.declared
        if declared is None:
            silent += p.default is None
        elif declared.mask & (TENSOR | UNKNOWN):
            others.add(p.name)
        elif declared.mask & _QUANTITY and not declared.mask & ~(NUMERIC | NONE):
            numbers.add(p.name)
            counted += p.default is None
    are_all = counted >= MIN_STATED and counted > silent and not others
    return Stated(frozenset(numbers - others), are_all)


def _stated_parameters(functions: Iterable[FunctionSymbol]) -> Iterator[Parameter]:
    for function in functions:
        if not isinstance(function.node, ast.Lambda):
            for p in function.parameters:
                if p.kind in {"positional", "keyword"}:
                    yield p


def speaks_of_a_number(function: FunctionSymbol, p: Parameter, node: ast.AST, memo: Memo) -> bool:
    """True where `p` that reaches an elementwise function at ``node`` is more likely to be a number than an array."""
    module = function.module
    if p.declared is not None or module.running:
        return False
    said = memo.get((stated, module))
    if said is None:
        said = memo[stated, module] = stated(module)
    if said.are_all_numbers or p.name in said.numbers or _is_said_in_class(function, p.name):
        return True
    return is_made_a_number(node, module.source.parents) or _is_compared(function.node, p.name)


def _is_said_in_class(function: FunctionSymbol, name: str) -> bool:
    """True where the class of a method, with its bases, documents the name as a number and as nothing else."""
    classes = () if function.owner is None else function.owner.ancestors()
    methods = [method for each in classes for method in each.methods.values()]
    said = [p.declared for method in methods for p in method.parameters if p.name == name and p.declared]
    return bool(said) and all(v.mask & _QUANTITY and not v.mask & ~(NUMERIC | NONE) for v in said)


def is_formula_of_numbers(function: FunctionSymbol | None, parameters: int) -> bool:
    """True where a formula is one of numbers, of which only these ``parameters`` (bit by bit) are known.

    A function that is given numbers and no arrays finds more of them in the tables and attributes that it reads.
    """
    if function is None or not is_of_numbers(function):
        return False
    values = [p.value for i, p in enumerate(function.parameters) if parameters >> i & 1]
    return all(v is not None and not v.mask & UNKNOWN for v in values)


def is_of_numbers(function: FunctionSymbol) -> bool:
    """True for a function that is given quantities which are numbers, and nothing that may be an array."""
    values = [p.value for p in function.parameters if p.value is not None and p.default is None]
    quantities = [v for v in values if v.mask & _QUANTITY and not v.mask & ~(NUMERIC | NONE)]
    return bool(quantities) and not any(v.mask & TENSOR for v in values)


def is_made_a_number(node: ast.AST, parents: Mapping[ast.AST, ast.AST]) -> bool:
    """True for a part of `int(np.ceil(n / 2))`: what is computed there has no axes."""
    holder = parents.get(node)
    while isinstance(holder, (ast.BinOp, ast.UnaryOp, ast.Compare)):
        holder = parents.get(holder)
    return isinstance(holder, ast.Call) and isinstance(holder.func, ast.Name) and holder.func.id in _NUMBERS


def compared(function: ast.AST) -> Iterator[str]:
    """Yield the names that the truth of a comparison is asked of, which arrays do not have: `if n > 1`."""
    yield from (name.id for name in _compared_names(function))


def _compared_names(function: ast.AST) -> Iterator[ast.Name]:
    for node in walk(function):
        if isinstance(node, (ast.If, ast.While, ast.IfExp, ast.Assert)):
            for test in _tests(node.test):
                operands = [test.left, *test.comparators]
                for op, *pair in zip(test.ops, operands, operands[1:], strict=False):
                    if isinstance(op, _ORDERED):
                        yield from (n for n in pair if isinstance(n, ast.Name))


def _tests(node: ast.expr) -> Iterator[ast.Compare]:
    """Yield the comparisons of which the truth is taken."""
    match node:
        case ast.Compare():
            yield node
        case ast.UnaryOp(op=ast.Not(), operand=operand):
            yield from _tests(operand)
        case ast.BoolOp(values=values):
            for value in values:
                yield from _tests(value)


def as_compared(function: FunctionSymbol, name: str, value: Abs, memo: Memo) -> Abs:
    """Return ``value``, an array or a number: a number where the truth of a comparison is asked of its name."""
    numbers = memo.get((as_compared, function))
    if numbers is None:
        numbers = memo[as_compared, function] = _numbers_by_comparison(function.node)
    return value.without(TENSOR) if name in numbers else value


def _numbers_by_comparison(function: ast.AST) -> frozenset[str]:
    """Return the names of which the truth of a comparison is asked, and never whether they are arrays."""
    names = {*compared(function)}
    return frozenset(names.difference(map(_asked_about, walk(function)))) if names else frozenset()


def _is_compared(function: ast.AST, name: str) -> bool:
    """True where the truth of a comparison is asked of a parameter, and nothing asks before whether it is an array."""
    first = min((n.lineno for n in _compared_names(function) if n.id == name), default=None)
    return first is not None and not any(_is_another(node, name, first) for node in walk(function))


def _is_another(node: ast.AST, name: str, line: int) -> bool:
    """True where a name is bound anew before ``line``, or told apart."""
    if isinstance(node, ast.Assign):
        return node.lineno < line and any(isinstance(t, ast.Name) and t.id == name for t in node.targets)
    return _asked_about(node) == name


def _asked_about(node: ast.AST) -> str | None:
    """Return the name of which a call asks whether it is an array."""
    match node:
        case ast.Call(func=ast.Name(id=asked) | ast.Attribute(attr=asked), args=[ast.Name(id=name), *_]) if (
            asked in _TOLD_APART
        ):
            return name
    return None

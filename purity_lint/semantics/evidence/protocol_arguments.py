"""What methods are given that a library calls: those of NumPy's protocols, of PyTorch's own functions, of Keras."""

from __future__ import annotations

import ast
from typing import Final

from purity_lint.knowledge.numpy.roles import PROTOCOL
from purity_lint.semantics.domain.atoms import OTHER_VALUE
from purity_lint.semantics.domain.interning import Abs
from purity_lint.semantics.domain.kinds import LIST, NONE, TENSOR, TUPLE
from purity_lint.semantics.evidence.autograd_functions import declare_autograd
from purity_lint.semantics.evidence.called_by_frameworks import declare_given
from purity_lint.semantics.symbols.cells import Parameter
from purity_lint.semantics.symbols.evaluator import Evaluator
from purity_lint.semantics.symbols.protocols import HANDLED, functions_stored
from purity_lint.semantics.symbols.table import FunctionSymbol, ModuleSymbol

_INSTANCES: Final = Abs(TUPLE, elem=OTHER_VALUE)


def declare_protocol(frame: Evaluator, symbol: FunctionSymbol) -> None:
    """Take what a library hands to a method, and to the functions that such a method hands its calls on to."""
    tables = frame.program.asked_about(HANDLED)
    symbol.registers = bool(tables) and any(True for _ in functions_stored(symbol.node, tables))
    if symbol.owner is not None:
        if symbol.name in PROTOCOL:
            _declare_method(symbol)
        declare_autograd(symbol)
        declare_given(symbol)
    elif tables and _is_handler(frame, symbol, tables):
        for p in symbol.parameters:
            p.declared, p.strict = _instances(p), True


def _declare_method(symbol: FunctionSymbol) -> None:
    for p in symbol.parameters:
        if p.kind == "args":
            p.declared, p.strict = OTHER_VALUE, True
        elif p.name == "args":
            p.declared, p.strict = _INSTANCES, True


def _instances(p: Parameter) -> Abs | None:
    """Return what a parameter is declared to be where the arrays among that are instances of a class."""
    declared = p.declared
    if p.default is not None and p.default.mask & ~NONE:
        return declared
    if declared is None or declared.mask & TENSOR:
        return OTHER_VALUE
    if declared.mask & (LIST | TUPLE) and declared.elem is not None and declared.elem.mask & TENSOR:
        return declared.but(elem=OTHER_VALUE, elems=None)
    return declared


def _is_handler(frame: Evaluator, symbol: FunctionSymbol, tables: frozenset[str]) -> bool:
    """True for a function in a table that a method of the protocols reads, put there by name or by a decorator."""
    node = symbol.node
    if isinstance(node, ast.Lambda):
        return False
    if symbol.name in _stored(frame, symbol.module, tables):
        return True
    return any(_registers(frame, decorator, tables) for decorator in node.decorator_list)


def _stored(frame: Evaluator, module: ModuleSymbol, tables: frozenset[str]) -> frozenset[str]:
    memo = frame.program.memo
    key = declare_protocol, module.name
    if key not in memo:
        memo[key] = frozenset(functions_stored(module.source.tree, tables))
    known: frozenset[str] = memo[key]
    return known


def _registers(frame: Evaluator, decorator: ast.expr, tables: frozenset[str]) -> bool:
    made = frame.eval(decorator.func if isinstance(decorator, ast.Call) else decorator)
    functions = [ref for ref in made.refs if isinstance(ref, FunctionSymbol)]
    return any(f.registers or any(True for _ in functions_stored(f.node, tables)) for f in functions)

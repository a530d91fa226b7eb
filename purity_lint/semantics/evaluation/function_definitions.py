"""Definitions of functions: the symbol of each, what decorators make of it, what is declared of its parameters."""

from __future__ import annotations

import ast

from purity_lint.knowledge.numpy.roles import VECTORIZE
from purity_lint.knowledge.python import CLASS_METHODS, DISPATCHING, PASSING_ON
from purity_lint.semantics.domain.atoms import ANY, NEVER
from purity_lint.semantics.domain.interning import Abs, Transform
from purity_lint.semantics.domain.kinds import FUNCTION
from purity_lint.semantics.evaluation.arguments import receiver_value
from purity_lint.semantics.evaluation.frame import Frame
from purity_lint.semantics.evidence import parameters
from purity_lint.semantics.evidence import pytest_arguments as pytest_evidence
from purity_lint.semantics.evidence.called_by_frameworks import note_operands
from purity_lint.semantics.evidence.inherited import inherit_declarations
from purity_lint.semantics.evidence.protocol_arguments import declare_protocol
from purity_lint.semantics.symbols.call_sites import Sites
from purity_lint.semantics.symbols.closed import may_be_closed
from purity_lint.semantics.symbols.declared import PROPERTIES, yields
from purity_lint.semantics.symbols.table import ClassSymbol, FunctionNode, FunctionSymbol
from purity_lint.source.names import last_name
from purity_lint.source.wrapping import other_results


def function_symbol(frame: Frame, node: FunctionNode, name: str) -> FunctionSymbol:
    """Return the symbol of a function, which is made where its module is first asked about it."""
    symbol = frame.module.functions.get(node)
    if symbol is None:
        owner = frame.class_symbol
        prefix = owner.qualname if owner is not None else frame.module.name
        symbol = FunctionSymbol(name, f"{prefix}.{name}", node, frame.module)
        symbol.owner = owner
        if owner is not None and isinstance(node, ast.Lambda):  # an item of a table is given no object
            symbol.is_static = isinstance(
                frame.module.source.parents.get(node), ast.Dict | ast.List | ast.Tuple
            )
        if owner is None and may_be_closed(
            symbol, frame.project.imported_names, inner=frame.function is not None
        ):
            symbol.sites = Sites()
        frame.module.functions[node] = symbol
    return symbol


def define_function(frame: Frame, node: FunctionNode, name: str) -> FunctionSymbol:
    """Return the symbol of a function that is defined at this point."""
    symbol = function_symbol(frame, node, name)
    if frame.class_symbol is None:
        symbol.closure = frame.env if frame.function is not None or frame.env.parent is not None else None
    else:
        symbol.closure = frame.env.parent
    if not symbol.declared:
        declare(frame, symbol)
    symbol.outer = frame.function
    if symbol.closure is not None:
        symbol.closure_values = dict(symbol.closure.values)
        frame.nested.append(symbol)
    if frame.function is not None:
        frame.function.has_inner = True
    return symbol


def declare(frame: Frame, symbol: FunctionSymbol) -> None:
    """Note what decorators, annotations, defaults and tests say of a function before it is evaluated."""
    node = symbol.node
    symbol.declared = True
    if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
        symbol.alters_results = other_results(node) is not None
        _decorate(frame, symbol, node)
        symbol.is_generator = yields(symbol.module, node)
    parameters.declare(frame, symbol)
    _declare_dispatched(frame, symbol)
    inherit_declarations(symbol)
    if symbol.module.is_test:
        pytest_evidence.parametrized(frame, symbol)
    _declare_receiver(symbol)
    declare_protocol(frame, symbol)
    note_operands(frame, symbol)


def _declare_dispatched(frame: Frame, symbol: FunctionSymbol) -> None:
    """Let the first parameter be what `@f.register(np.ndarray)` says, where ``f`` is dispatched by its class."""
    node = symbol.node
    for d in () if isinstance(node, ast.Lambda) else node.decorator_list:
        match d:
            case ast.Call(func=ast.Attribute(value=generic, attr="register"), args=[kind]):
                first = next((p for p in symbol.parameters if symbol.owner is None or p.name != "self"), None)
                declared = frame.project.annotation(frame, kind) if _is_dispatched(frame, generic) else None
                if first is not None and first.declared is None and declared is not None:
                    first.declared, first.strict = declared, True


def _is_dispatched(frame: Frame, generic: ast.expr) -> bool:
    """True for a function that chooses an implementation by the class of its first argument."""
    made = [ref for ref in frame.eval(generic).refs if isinstance(ref, FunctionSymbol)]
    return any(not DISPATCHING.isdisjoint(d.refs) for function in made for d in function.decorators)


def _declare_receiver(symbol: FunctionSymbol) -> None:
    """Let the first parameter of a method be an instance, or its class."""
    if not symbol.parameters:
        return
    first = symbol.parameters[0]
    if symbol.owner is None:
        if first.name == "self" and first.declared is None:
            first.declared = ANY  # what a decorator makes a method of some class
    elif not symbol.is_static and first.declared is None and first.kind == "positional":
        first.declared = receiver_value(symbol, None)
        first.strict = True


def _decorate(frame: Frame, symbol: FunctionSymbol, node: ast.FunctionDef | ast.AsyncFunctionDef) -> None:
    values = []
    symbol.is_class_method = symbol.owner is not None and node.name in CLASS_METHODS
    for d in node.decorator_list:
        value = frame.eval(d)
        values.append(value)
        last = last_name(d.func if isinstance(d, ast.Call) else d)
        if last == "staticmethod":
            symbol.is_static = True
        elif last == "classmethod":
            symbol.is_class_method = True
        elif last == "fixture":
            symbol.is_fixture = True
        elif last in PROPERTIES or (symbol.owner is not None and _makes_property(frame, value, d)):
            symbol.is_property = True
        elif last == "abstractmethod":
            symbol.abstract = True
        elif last in ("vmap", "vectorize", "grad", "value_and_grad"):
            for ref in value.refs:
                if ref == VECTORIZE:
                    inner = Abs(FUNCTION, refs=(symbol,))
                    symbol.wrapper = Abs(FUNCTION, refs=(Transform("vectorize", inner),))
    symbol.decorators = tuple(values) or (NEVER,)
    symbol.results_of = _made_of(frame, symbol, values, node)
    symbol.decorated_elsewhere = any(_may_give_anything(frame, d) for d in node.decorator_list)


def _made_of(
    frame: Frame, symbol: FunctionSymbol, decorators: list[Abs], node: ast.FunctionDef | ast.AsyncFunctionDef
) -> Abs | None:
    """Return what the outermost decorator that alters results makes of a function."""
    for decorator, written in zip(decorators, node.decorator_list, strict=True):
        for ref in () if symbol.is_property else decorator.refs:
            if isinstance(ref, FunctionSymbol) and not ref.running and ref.alters_results:
                return frame.project.call(frame, ref, [ANY], {}, written, None)
    return None


def _may_give_anything(frame: Frame, decorator: ast.expr) -> bool:
    """True for a class, and for a decorator of which nothing is known: they may make of it what gives other results."""
    name = decorator.func if isinstance(decorator, ast.Call) else decorator
    if last_name(name) in PROPERTIES:
        return False
    while isinstance(name, ast.Attribute):
        name = name.value
    known = frame.values.get(name)
    if known is None or not known.refs:
        return True
    return any(
        isinstance(ref, ClassSymbol) or (isinstance(ref, str) and ref.partition(".")[0] not in PASSING_ON)
        for ref in known.refs
    )


def _makes_property(frame: Frame, decorator: Abs, node: ast.expr) -> bool:
    """Return True where what stands over a method makes an attribute of it that is computed when it is read."""
    made = decorator
    for ref in decorator.refs:
        if isinstance(ref, FunctionSymbol) and not ref.running and ref.module.has_descriptors:
            made = frame.project.call(frame, ref, [ANY], {}, node, None)
    return any(isinstance(ref, ClassSymbol) and ref.is_property for ref in made.refs)

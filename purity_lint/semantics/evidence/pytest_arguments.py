"""Arguments that pytest passes to a test: the values of ``parametrize`` and the results of fixtures."""

from __future__ import annotations

import ast

from purity_lint.semantics.domain.indexing import iterate, unpack
from purity_lint.semantics.domain.interning import Abs
from purity_lint.semantics.domain.kinds import ITERATOR, UNKNOWN
from purity_lint.semantics.symbols.evaluator import Evaluator
from purity_lint.semantics.symbols.table import FunctionSymbol, ModuleSymbol


def parametrized(frame: Evaluator, symbol: FunctionSymbol) -> None:
    """Join what ``@pytest.mark.parametrize`` gives into the parameters."""
    node = symbol.node
    if isinstance(node, ast.Lambda):
        return
    by_name = {p.name: p for p in symbol.parameters}
    for d in node.decorator_list:
        if not (
            isinstance(d, ast.Call)
            and isinstance(d.func, ast.Attribute)
            and d.func.attr == "parametrize"
            and len(d.args) > 1
        ):
            continue
        names = _names(d.args[0])
        values = frame.values.get(d.args[1])
        if values is None or not names:
            continue
        each = iterate(values)
        parts = [each] if len(names) == 1 else unpack(each, len(names))
        for name, value in zip(names, parts, strict=True):
            p = by_name.get(name)
            if p is None:
                continue
            if value.mask & UNKNOWN or not value.mask:
                p.unknown_calls = True
            known = value.without(UNKNOWN)
            if known.mask:
                p.calls.add(known.free())


def _names(node: ast.expr) -> list[str]:
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        return [n.strip() for n in node.value.split(",") if n.strip()]
    if isinstance(node, (ast.Tuple, ast.List)):
        return [e.value for e in node.elts if isinstance(e, ast.Constant) and isinstance(e.value, str)]
    return []


def requested(frame: Evaluator, symbol: FunctionSymbol) -> None:
    """Join the results of the fixtures that the parameters name."""
    for p in symbol.parameters:
        if p.kind != "positional" or p.declared is not None or p.default is not None or p.name == "self":
            continue
        fixture = find_fixture(frame, symbol.module, p.name)
        if fixture is None or fixture is symbol:
            continue
        value = frame.call_symbol(fixture, [], {}, symbol.node)
        if value.mask == ITERATOR:
            value = iterate(value)
        known = value.without(UNKNOWN)
        if known.mask:
            p.calls.add(known.free())


def find_fixture(frame: Evaluator, module: ModuleSymbol, name: str) -> FunctionSymbol | None:
    """Return the fixture ``name`` as pytest finds it: in the module, then in the ``conftest.py`` nearest to it."""
    found = _fixture_in(module, name)
    if found is not None:
        return found
    for conftest in frame.program.conftests_of(module.source.path):
        frame.program.run_module(conftest)
        found = _fixture_in(conftest, name)
        if found is not None:
            return found
    return None


def _fixture_in(module: ModuleSymbol, name: str) -> FunctionSymbol | None:
    env = module.environment
    value: Abs | None = env.values.get(name) if env is not None else None
    if value is None:
        return None
    for ref in value.refs:
        if isinstance(ref, FunctionSymbol) and ref.is_fixture:
            return ref
    return None

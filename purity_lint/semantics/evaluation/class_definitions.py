"""Definitions of classes: what they are derived of, and the methods and members that their bodies give them."""

from __future__ import annotations

import ast

from purity_lint.knowledge.python import FROZEN_RECORDS
from purity_lint.semantics.domain.atoms import ANY, is_placeholder
from purity_lint.semantics.domain.environment import Environment
from purity_lint.semantics.domain.kinds import FUNCTION
from purity_lint.semantics.evaluation import flow
from purity_lint.semantics.evaluation.evaluation import Evaluation
from purity_lint.semantics.evaluation.frame import Frame
from purity_lint.semantics.symbols.declared import is_frozen, is_record
from purity_lint.semantics.symbols.table import ClassSymbol, FunctionSymbol


def class_symbol(frame: Frame, node: ast.ClassDef) -> ClassSymbol:
    """Return the symbol of a class, which is made where its module is first asked about it."""
    symbol = frame.module.classes.get(node)
    if symbol is None:
        symbol = ClassSymbol(node.name, f"{frame.module.name}.{node.name}", node, frame.module)
        symbol.fixed = is_frozen(node)
        frame.module.classes[node] = symbol
    return symbol


def define_class(frame: Frame, node: ast.ClassDef) -> ClassSymbol:
    """Evaluate a class body."""
    symbol = class_symbol(frame, node)
    if symbol.defined:
        return symbol
    symbol.defined = True
    _inherit(frame, symbol, node)
    for decorator in node.decorator_list:
        frame.eval(decorator)
    symbol.record |= is_record(node, symbol.library_bases)
    symbol.fixed |= not FROZEN_RECORDS.isdisjoint(symbol.library_bases)
    symbol.hierarchy_changed()
    env = Environment(frame.env if frame.function is not None or frame.class_symbol is not None else None)
    inner = Evaluation(frame.project, frame.module, env, frame.function)
    inner.class_symbol = symbol
    flow.execute(inner, node.body)
    frame.nested.extend(inner.nested)
    _see_subclass(frame, symbol, node)
    for attr, value in env.values.items():
        function = next((r for r in value.refs if isinstance(r, FunctionSymbol) and r.owner is symbol), None)
        if value.mask == FUNCTION and function is not None:
            symbol.methods[attr] = function
        elif "." not in attr:
            symbol.member_here(attr).add(ANY if is_placeholder(value) else value)
    symbol.hierarchy_changed()
    return symbol


def _see_subclass(frame: Frame, symbol: ClassSymbol, node: ast.ClassDef) -> None:
    """Call the ``__init_subclass__`` of a base with what the class is defined with."""
    for base in symbol.bases:
        method = base.method("__init_subclass__")
        if method is not None and not method.running:
            keywords = {k.arg: frame.eval(k.value) for k in node.keywords if k.arg not in (None, "metaclass")}
            frame.call_symbol(method, [], {name: v for name, v in keywords.items() if name}, node, symbol)


def _inherit(frame: Frame, symbol: ClassSymbol, node: ast.ClassDef) -> None:
    """Note the classes that one is derived of, and that these have one more below them."""
    for base in node.bases:
        for ref in frame.eval(base).refs:
            if isinstance(ref, ClassSymbol) and ref is not symbol and symbol not in ref.ancestors():
                symbol.bases.append(ref)
                if not ref.module.frozen:
                    ref.subclasses.append(symbol)
            elif isinstance(ref, str):
                symbol.library_bases.append(ref)

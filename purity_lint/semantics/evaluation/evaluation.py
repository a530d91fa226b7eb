"""Evaluation of one function: its frame, completed with the handlers of every node."""

from __future__ import annotations

import ast

from purity_lint.semantics.domain.atoms import ANY
from purity_lint.semantics.domain.interning import Abs
from purity_lint.semantics.evaluation.attributes import attribute_of
from purity_lint.semantics.evaluation.calls import apply
from purity_lint.semantics.evaluation.expressions import HANDLERS, constant_value
from purity_lint.semantics.evaluation.frame import Frame


class Evaluation(Frame):
    """A frame that can evaluate."""

    __slots__ = ()

    def eval(self, node: ast.expr) -> Abs:
        """Return the value of ``node``, which is also recorded, unless the node itself says what it is.

        Names and literals, of which most code is made, are not worth the call of a handler.
        """
        if node.__class__ is ast.Name:
            value = self.env.values.get(node.id)
            if value is None:
                value = self.lookup(node.id)
        elif node.__class__ is ast.Constant:
            return constant_value(node)
        else:
            try:
                handler = HANDLERS[node.__class__]
            except KeyError:
                return ANY
            value = handler(self, node)
        self.values[node] = value
        return value

    def attribute_of(self, value: Abs, attr: str, node: ast.expr) -> Abs:
        """Return the attribute ``attr`` of ``value``."""
        return attribute_of(self, value, attr, node)

    def apply(self, value: Abs, args: list[Abs], keywords: dict[str, Abs], node: ast.Call) -> Abs:
        """Return the result of calling ``value``."""
        return apply(self, value, args, keywords, node)

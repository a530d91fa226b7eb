"""What a function returns for one caller: its body once more, with other parameters, and nothing left behind."""

from __future__ import annotations

import ast

from purity_lint.semantics.domain.atoms import ANY
from purity_lint.semantics.domain.environment import Environment
from purity_lint.semantics.domain.interning import Abs
from purity_lint.semantics.domain.kinds import DECLARED, TENSOR, UNKNOWN
from purity_lint.semantics.evaluation import flow
from purity_lint.semantics.evaluation.evaluation import Evaluation
from purity_lint.semantics.evaluation.frame import LinkedProgram
from purity_lint.semantics.evidence import parameters
from purity_lint.semantics.symbols.table import FunctionSymbol


def result_if_certain(project: LinkedProgram, symbol: FunctionSymbol) -> Abs:
    """Return the result of a function whose parameters are certainly tensors, those that may be tensors."""
    frame = Evaluation(project, symbol.module, Environment(symbol.closure), symbol)
    frame.values = {}
    frame.failing = True  # what it passes on is not what others get
    for i, p in enumerate(symbol.parameters):
        value = parameters.current(p, i)
        if value.mask & TENSOR and not value.mask & ~(TENSOR | UNKNOWN):
            value = Abs(TENSOR, max(value.ev, DECLARED), backend=value.backend)
        frame.env.values[p.name] = value.free()
    body = symbol.node.body
    try:
        if isinstance(symbol.node, ast.Lambda):
            return frame.eval(symbol.node.body)
        assert isinstance(body, list)
        flow.execute(frame, body)
    except RecursionError:
        return ANY
    return frame.returns if frame.ended else ANY

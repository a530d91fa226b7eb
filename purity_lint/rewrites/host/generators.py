"""Generators of `ops.random` that are handed to packages on NumPy: `norm.rvs(size=n, random_state=rng)`."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from purity_lint.findings.diagnostics import Applicability
from purity_lint.findings.edits import Fix, Rewrite
from purity_lint.findings.finding import Finding
from purity_lint.findings.message import Message
from purity_lint.rewrites.host.foreign_results import options_given
from purity_lint.rewrites.operands import quote
from purity_lint.semantics.model import SemanticModel
from purity_lint.semantics.values import Kind

_OPS = "ops"
"""What generators of `ops.random` have for a backend."""


def generators_given(call: ast.Call, package: str, model: SemanticModel) -> Iterator[Finding]:
    """Yield a finding for each generator of ops that ``call`` hands to ``package``, which draws by NumPy's alone.

    So is one in `**options` that are written out for SciPy.
    """
    for argument in (*call.args, *(keyword.value for keyword in call.keywords), *options_given(call, model)):
        value = model.value(argument)
        if value.kind is not Kind.RANDOM or value.backend != _OPS or value.maybe:
            continue
        advice = f"hand it NumPy's: `ops.to_numpy({quote(model, argument)})`"
        edit = Rewrite(argument, "{ops}.to_numpy({x})", {"x": argument})
        yield Finding(
            argument,
            Message(
                f"{package} does not draw by `{quote(model, argument)}`, a generator of `ops`", advice, ":"
            ),
            value.evidence,
            value.reasons,
            Fix((edit,), Applicability.UNSAFE, "Hand over NumPy's generator"),
            advice,
        )

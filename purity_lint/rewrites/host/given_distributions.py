"""Distributions of SciPy's in the arguments of a call, whose methods take the arrays beside them to NumPy."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from purity_lint.findings.diagnostics import Evidence
from purity_lint.findings.finding import Finding
from purity_lint.findings.message import Message
from purity_lint.knowledge.scipy.returns import DISTRIBUTIONS
from purity_lint.rewrites.local_calls import Function, callee
from purity_lint.rewrites.namespaces.handed_to_numpy import is_numpys
from purity_lint.rewrites.namespaces.in_use import namespace_at
from purity_lint.rewrites.operands import quote
from purity_lint.rewrites.scopes import bindings, enclosing, own_nodes
from purity_lint.semantics.model import SemanticModel
from purity_lint.source.constructs import arguments_of
from purity_lint.source.parameters import positional

_METHODS = frozenset({"ppf", "isf", "cdf", "sf", "pdf", "logcdf", "logsf", "logpdf"})
"""Methods of distributions by names that nothing else has."""


def is_given_distribution(call: ast.Call, model: SemanticModel) -> bool:
    """True for `pvalue(x, stats.t(df))`: what is given an array calls methods that compute with NumPy."""
    given = arguments_of(call)
    distributions = [one for one in given if _is_distribution(one, model)]
    begun = namespace_at(call, model) is not None
    if not any(model.value(one).is_tensor and not (begun and is_numpys(one, model)) for one in given):
        return False
    function = callee(call, model)
    return any(function is None or _calls_method(function, call, one) for one in distributions)


def hands_method_on(call: ast.Call, model: SemanticModel) -> bool:
    """True for `brent(f, args=(x, dist.ppf))`: what is given an array beside it makes one of NumPy's of that."""
    given = [leaf for one in arguments_of(call) for leaf in _leaves(one)]
    methods = (leaf.attr for leaf in given if isinstance(leaf, ast.Attribute))
    return any(name in _METHODS for name in methods) and any(model.value(leaf).is_tensor for leaf in given)


def _leaves(node: ast.expr) -> Iterator[ast.expr]:
    """Yield what is handed over in tuples and lists that are written out."""
    if isinstance(node, ast.Tuple | ast.List):
        for element in node.elts:
            yield from _leaves(element)
    else:
        yield node


def _is_distribution(node: ast.expr, model: SemanticModel) -> bool:
    made = _only_value(node, model)
    return model.qualified_name(made.func if isinstance(made, ast.Call) else made) in DISTRIBUTIONS


def _calls_method(function: Function, call: ast.Call, distribution: ast.expr) -> bool:
    """True where a function calls a method of what ``call`` gives it: code for one distribution may need none."""
    places = {arg.arg: given for arg, given in zip(positional(function.args), call.args, strict=False)}
    places |= {k.arg: k.value for k in call.keywords if k.arg is not None}
    names = {name for name, given in places.items() if given is distribution}
    methods = (n.func for n in own_nodes(function) if isinstance(n, ast.Call))
    return any(isinstance(m, ast.Attribute) and getattr(m.value, "id", None) in names for m in methods)


def handed_to_distribution(call: ast.Call, model: SemanticModel) -> Iterator[Finding]:
    """Yield a finding for a function of the file that is given an array beside a distribution."""
    if callee(call, model) is not None and is_given_distribution(call, model):
        problem = (
            f"`{quote(model, call.func)}` hands its tensors to a distribution of SciPy's, which takes NumPy's"
        )
        advice = "give it NumPy's arrays, and convert what it gives back"
        yield Finding(call, Message(problem, advice, ":"), Evidence.INFERRED, hint=advice)


def _only_value(node: ast.expr, model: SemanticModel) -> ast.expr:
    values = bindings(enclosing(node, model)).get(node.id, ()) if isinstance(node, ast.Name) else ()
    return values[0] if len(values) == 1 else node

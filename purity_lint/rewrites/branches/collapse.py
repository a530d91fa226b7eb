"""Collapsing branches on the backend: where every branch becomes the same call of ``ops``, that call remains."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping
from dataclasses import field

from purity_lint.findings.diagnostics import Applicability
from purity_lint.findings.edits import Fix, Hole, RewriteStatement
from purity_lint.knowledge import roles
from purity_lint.knowledge.signatures import signature
from purity_lint.records import dataclass
from purity_lint.rewrites.calls.equivalents import call_equivalent
from purity_lint.rewrites.calls.library_calls import Rewritten
from purity_lint.rewrites.operands import operation
from purity_lint.rewrites.references import reference
from purity_lint.semantics.model import SemanticModel
from purity_lint.source.parse import parsed_expression


@dataclass(frozen=True, slots=True)
class _Meaning:
    """Call of ops that one branch makes, by whatever library."""

    operation: str
    arguments: Mapping[str, str]
    """Parameter -> the argument, in one spelling."""
    template: str
    holes: Mapping[str, Hole] = field(default_factory=dict)

    def same_as(self, other: _Meaning) -> bool:
        return self.operation == other.operation and self.arguments == other.arguments


@dataclass(frozen=True, slots=True)
class _Branch:
    """One branch: what it binds (``None``: it returns) and the expression."""

    target: str | None
    value: ast.expr


_PAIR = 2


def collapse(node: ast.If | ast.Match, model: SemanticModel) -> Fix | None:
    """Return the fix that replaces the branches at ``node`` with the one call that they all make."""
    bodies = list(_bodies(node))
    if len(bodies) < _PAIR:
        return None
    branches = [branch for body in bodies if (branch := _branch(body)) is not None]
    if len(branches) != len(bodies) or len({branch.target for branch in branches}) != 1:
        return None
    meaning = _placement(branches) or _common(branches, model)
    if meaning is None:
        return None
    target = branches[0].target
    start = "return " if target is None else f"{target} = "
    edit = RewriteStatement(node, start + meaning.template, meaning.holes)
    return Fix((edit,), Applicability.UNSAFE, f"Replace the branches with `ops.{meaning.operation}`")


def _bodies(node: ast.If | ast.Match) -> Iterator[list[ast.stmt]]:
    """Yield the bodies of all branches; a last one that only raises does not count."""
    if isinstance(node, ast.Match):
        for case in node.cases:
            if not isinstance(case.body[0], ast.Raise):
                yield case.body
        return
    yield node.body
    match node.orelse:
        case [] | [ast.Raise()]:
            return
        case [ast.If() as following]:
            yield from _bodies(following)
        case _:
            yield node.orelse


def _branch(body: list[ast.stmt]) -> _Branch | None:
    match body:
        case [ast.Return(value=ast.expr() as value)]:
            return _Branch(None, value)
        case [ast.Assign(targets=[ast.Name() | ast.Attribute() as target], value=value)]:
            return _Branch(ast.unparse(target), value)
    return None


def _common(branches: list[_Branch], model: SemanticModel) -> _Meaning | None:
    meanings = [_sampling(branch.value, model) or _call(branch.value, model) for branch in branches]
    first = meanings[0]
    if first is None or not all(meaning is not None and meaning.same_as(first) for meaning in meanings):
        return None
    return first


# placement -------------------------------------------------------------------------------------------------


def _placement(branches: list[_Branch]) -> _Meaning | None:
    """Read `tensor.to(device)` on one backend, with nothing or a copy with `device=` on the others."""
    placed = {ast.dump(v): v for v in (_placed(branch.value) for branch in branches) if v is not None}
    if len(placed) != 1:
        return None
    (call,) = placed.values()
    tensor, device = call.elts
    same = ast.dump(tensor)
    for branch in branches:
        value = branch.value
        if _placed(value) is not None or ast.dump(value) == same:
            continue
        if not (isinstance(value, ast.Call) and value.args and ast.dump(value.args[0]) == same):
            return None
        if not all(k.arg == "device" and ast.dump(k.value) == ast.dump(device) for k in value.keywords):
            return None
        if len(value.args) > 1:
            return None
    template = "{ops}.to_device({tensor}, {device})"
    return _Meaning("to_device", {}, template, {"tensor": tensor, "device": device})


def _placed(value: ast.expr) -> ast.Tuple | None:
    """Return the tensor and the device of `tensor.to(device)` and `jax.device_put(tensor, device)`."""
    match value:
        case ast.Call(func=ast.Attribute(value=tensor, attr="to"), args=[device], keywords=[]):
            return ast.Tuple([tensor, device], ast.Load())
        case ast.Call(func=ast.Attribute(attr="device_put"), args=[tensor, device], keywords=[]):
            return ast.Tuple([tensor, device], ast.Load())
    return None


# samplers --------------------------------------------------------------------------------------------------

_NORMAL = ("random_normal", ("mean", "stddev"), ("0.0", "1.0"))
_UNIFORM = ("random_uniform", ("minval", "maxval"), ("0.0", "1.0"))
_SAMPLERS: dict[str, tuple[tuple[str, tuple[str, ...], tuple[str, ...]], tuple[str, ...]]] = {
    **{name: (_NORMAL, parameters) for name, parameters in roles.NORMAL.items()},
    **{name: (_UNIFORM, parameters) for name, parameters in roles.UNIFORM.items()},
}
"""Sampler -> the operation with its parameters and their defaults, and the sampler's own parameters in order."""
_ROLES = {"loc": 0, "mean": 0, "low": 0, "minval": 0, "scale": 1, "stddev": 1, "high": 1, "maxval": 1}


def _sampling(value: ast.expr, model: SemanticModel) -> _Meaning | None:
    """Read a draw from a normal or uniform distribution with the library's hidden state."""
    if not isinstance(value, ast.Call):
        return None
    known = _SAMPLERS.get(model.qualified_name(value.func) or "")
    if known is None or any(isinstance(argument, ast.Starred) for argument in value.args):
        return None
    (name, parameters, defaults), order = known
    given = _given(value, order)
    if given is None:
        return None
    shape = given.pop("shape", given.pop("size", None))
    if shape is None or not given.keys() <= _ROLES.keys():
        return None
    values: list[Hole] = list(defaults)
    for own, argument in given.items():
        values[_ROLES[own]] = _as_float(argument)
    holes: dict[str, Hole] = {"shape": shape, **dict(zip(parameters, values, strict=True))}
    template = "".join(f", {parameter}={{{parameter}}}" for parameter in parameters)
    arguments = {key: hole if isinstance(hole, str) else ast.dump(hole) for key, hole in holes.items()}
    return _Meaning(name, arguments, f"{{ops}}.{name}({{shape}}{template})", holes)


def _given(call: ast.Call, order: tuple[str, ...]) -> dict[str, ast.expr] | None:
    given: dict[str, ast.expr] = {}
    if order[0].startswith("*"):
        if call.args:
            given["size"] = call.args[0] if len(call.args) == 1 else ast.Tuple(list(call.args), ast.Load())
    elif len(call.args) > len(order):
        return None
    else:
        given.update(zip(order, call.args, strict=False))
    for keyword in call.keywords:
        if keyword.arg is None or keyword.arg in given:
            return None
        given[keyword.arg] = keyword.value
    return given


def _as_float(node: ast.expr) -> Hole:
    """Return a number in one spelling: `0` and `0.0` are the same mean."""
    if isinstance(node, ast.Constant) and isinstance(node.value, int | float):
        return repr(float(node.value))
    return node


# calls -----------------------------------------------------------------------------------------------------


def _call(value: ast.expr, model: SemanticModel) -> _Meaning | None:
    """Read a call of an operation, or of a library's function that has one, with its arguments by name."""
    if not isinstance(value, ast.Call):
        return None
    name = operation(model, value)
    if name is not None:
        return _by_name(name, value.args, value.keywords)
    mention = reference(value, model)
    if mention is None:
        return None
    outcome = call_equivalent(mention)
    if not isinstance(outcome, Rewritten) or outcome.operation is None:
        return None
    edit = outcome.edit
    if edit.node is value.func:
        return _by_name(outcome.operation, value.args, value.keywords)
    holes = {key: hole if isinstance(hole, str) else ast.unparse(hole) for key, hole in edit.holes.items()}
    text = edit.template.format(ops="ops", **holes)
    call = parsed_expression(text)
    if not isinstance(call, ast.Call):
        return None
    return _by_name(outcome.operation, call.args, call.keywords)


def _by_name(name: str, args: list[ast.expr], keywords: list[ast.keyword]) -> _Meaning | None:
    known = signature(name)
    if known is None or len(args) > len(known.order) or any(isinstance(a, ast.Starred) for a in args):
        return None
    bound = dict(zip(known.order, args, strict=False))
    for keyword in keywords:
        if keyword.arg is None:
            return None
        bound[keyword.arg] = keyword.value
    positional = [ast.unparse(argument) for argument in args]
    named = [f"{keyword.arg}={ast.unparse(keyword.value)}" for keyword in keywords]
    # braces of a dict or set display would be read as holes
    text = ", ".join((*positional, *named)).replace("{", "{{").replace("}", "}}")
    arguments = {key: ast.unparse(argument) for key, argument in bound.items()}
    return _Meaning(name, arguments, f"{{ops}}.{name}({text})")

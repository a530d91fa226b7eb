"""Functions that a package's own backend lacks, composed of the methods that it has.

np.mean(x, axis=0, keepdims=True)   nx.mean(x, axis=0)[None]
np.outer(a, b)                      a[:, None] * b[None, :]               of vectors
np.append(a, [0.0] * n)             nx.concatenate((a, nx.full((n,), 0.0, type_as=a)))
np.isfinite(x)                      ~(nx.isnan(x) | nx.isinf(x))
np.expand_dims(x, 1)                x[:, None]
np.log1p(x)                         nx.log(1 + x)
np.shape(x)                         x.shape
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Mapping

from purity_lint.findings.edits import Hole
from purity_lint.fixes.profiles.package_helpers import Helper
from purity_lint.knowledge.vocabularies import own_backend as facts
from purity_lint.records import dataclass
from purity_lint.rewrites.documented_ranks import rank_of
from purity_lint.rewrites.operands import is_simple
from purity_lint.semantics.model import SemanticModel

Written = tuple[str, dict[str, Hole]]
"""A template, ``{nx}`` for the backend, and what fills it."""
_VECTOR, _MATRIX = 1, 2
_KEPT = "keepdims"
_LIKE = f"{{nx}}.full(({{count}},), {{element}}, {facts.LIKE}={{x}})"


@dataclass(frozen=True, slots=True)
class _Call:
    """A call of a function that the backend lacks, as :func:`composed_method` is asked for it."""

    name: str
    x: ast.expr
    others: tuple[ast.expr, ...]
    named: Mapping[str, ast.expr]
    methods: Mapping[str, Helper]
    model: SemanticModel

    def has(self, *names: str) -> bool:
        return all(name in self.methods for name in names)

    def rank(self, node: ast.expr) -> int | None:
        return rank_of(node, self.model)

    @property
    def is_alone(self) -> bool:
        """True where the array is all that is given."""
        return not self.others and not self.named

    @property
    def axis(self) -> int | None:
        """The axis that is written out behind the array; ``None`` for another one, or with other arguments."""
        given = [*self.others, *(value for name, value in self.named.items() if name == facts.AXIS)]
        if len(given) != 1 or not self.named.keys() <= {facts.AXIS, _KEPT}:
            return None
        try:
            axis = ast.literal_eval(given[0])
        except ValueError:
            return None
        return axis if type(axis) is int else None


def composed_method(
    name: str,
    arguments: list[ast.expr],
    named: Mapping[str, ast.expr],
    methods: Mapping[str, Helper],
    model: SemanticModel,
) -> Written | None:
    """Return what does the same as a call of NumPy's ``name``; ``None`` where the backend has no words for it."""
    if not arguments or not model.value(arguments[0]).is_tensor:
        return None
    call = _Call(name, arguments[0], tuple(arguments[1:]), named, methods, model)
    if _KEPT in named:
        return _kept(call) if name in facts.REDUCTIONS else None
    form = _FORMS.get(name)
    return None if form is None or name in methods else form(call)


def _kept(call: _Call) -> Written | None:
    """``nx.mean(x, axis=0)[None]`` for a reduction that keeps the axis, where the method does not."""
    method, axis = call.methods.get(call.name), call.axis
    if method is None or axis is None or _KEPT in method.keywords or not _is_true(call.named[_KEPT]):
        return None
    index = _new_axis(axis, call.rank(call.x))
    if index is None or not method.takes(1, {facts.AXIS}):
        return None
    return f"{{nx}}.{call.name}({{x}}, {facts.AXIS}={axis})[{index}]", {"x": call.x}


def _is_true(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant) and node.value is True


def _new_axis(axis: int, rank: int | None) -> str | None:
    """Return the index that puts an axis where one is to be in an array of ``rank`` axes with it: `[:, None]`."""
    if axis == -1 and rank is None:
        return "..., None"
    places = axis + (rank or 0) if axis < 0 else axis
    if places < 0 or places > _MATRIX:
        return None
    behind = [":"] * (rank - places - 1) if rank == _MATRIX else []
    return ", ".join([*[":"] * places, "None", *behind])


def _expanded(call: _Call) -> Written | None:
    rank = call.rank(call.x)
    index = None if call.axis is None else _new_axis(call.axis, None if rank is None else rank + 1)
    return None if index is None else (f"{{x}}[{index}]", {"x": call.x})


def _outer(call: _Call) -> Written | None:
    match call.others:
        case (other,) if not call.named and call.rank(call.x) == _VECTOR == call.rank(other):
            return "{x}[:, None] * {y}[None, :]", {"x": call.x, "y": other}
    return None


def _appended(call: _Call) -> Written | None:
    """Return the two vectors joined: NumPy flattens others. A list of one element is made an array like the first."""
    if call.named or not call.has(facts.JOIN) or call.rank(call.x) != _VECTOR:
        return None
    match call.others:
        case (ast.BinOp(left=ast.List(elts=[element]), op=ast.Mult(), right=count),) if is_simple(call.x):
            full = call.methods.get("full")
            if full is None or facts.LIKE not in full.keywords:
                return None
            holes: dict[str, Hole] = {"x": call.x, "element": element, "count": count}
            return f"{{nx}}.{facts.JOIN}(({{x}}, {_LIKE}))", holes
        case (other,) if call.model.value(other).is_tensor and call.rank(other) == _VECTOR:
            return f"{{nx}}.{facts.JOIN}(({{x}}, {{y}}))", {"x": call.x, "y": other}
    return None


def _is_finite(call: _Call) -> Written | None:
    if not call.is_alone or not call.has("isnan", "isinf") or not is_simple(call.x):
        return None
    return "~({nx}.isnan({x}) | {nx}.isinf({x}))", {"x": call.x}


def _trace(call: _Call) -> Written | None:
    if not call.is_alone or not call.has("sum", "diag") or call.rank(call.x) not in {None, _MATRIX}:
        return None
    return "{nx}.sum({nx}.diag({x}))", {"x": call.x}


def _log1p(call: _Call) -> Written | None:
    return ("{nx}.log(1 + {x})", {"x": call.x}) if call.is_alone and call.has("log") else None


def _expm1(call: _Call) -> Written | None:
    return ("{nx}.exp({x}) - 1", {"x": call.x}) if call.is_alone and call.has("exp") else None


def _shape(call: _Call) -> Written | None:
    return ("{x}.shape", {"x": call.x}) if call.is_alone else None


def _square(call: _Call) -> Written | None:
    return ("{x} ** 2", {"x": call.x}) if call.is_alone else None


_FORMS: Mapping[str, Callable[[_Call], Written | None]] = {
    "append": _appended,
    "expand_dims": _expanded,
    "expm1": _expm1,
    "isfinite": _is_finite,
    "log1p": _log1p,
    "outer": _outer,
    "shape": _shape,
    "square": _square,
    "trace": _trace,
}

"""Calls that change an array in place: `x.add_(y)`, `np.add.at(x, i, v)`, `x.fill(0)`, `out=x`."""

from __future__ import annotations

import ast
from collections.abc import Mapping, Sequence
from dataclasses import field, replace

from purity_lint.findings.diagnostics import Evidence, Reason
from purity_lint.findings.edits import Hole
from purity_lint.knowledge.libraries import PREFIXES, stands_in
from purity_lint.knowledge.numpy.forms import IN_PLACE_METHODS
from purity_lint.knowledge.numpy.roles import INTO_FIRST, RAVEL, UPDATE_PARAMETERS, UPDATES
from purity_lint.knowledge.torch import forms as torch_forms
from purity_lint.records import dataclass
from purity_lint.rewrites.calls.optional_outputs import is_left_out
from purity_lint.rewrites.calls.outputs import Output, changed_as_told, output_of, without_output
from purity_lint.rewrites.calls.special_forms.filled_arrays import is_filled_at_once
from purity_lint.rewrites.calls.special_forms.guarded_ufuncs import COMPUTED_TOO, is_heard
from purity_lint.rewrites.operands import OPS, without_keywords
from purity_lint.rewrites.stores.item_stores import Store, Template, read_store
from purity_lint.rewrites.stores.rearranged import new_value, rearranged, refilled
from purity_lint.semantics.model import SemanticModel
from purity_lint.semantics.values import Kind, Value


@dataclass(frozen=True, slots=True)
class Update:
    """A call that changes ``array`` in place."""

    node: ast.Call
    place: ast.AST
    """Node to report: the call, or its ``out=`` argument."""
    array: ast.expr
    value: Value
    spelled: str
    template: str | None = None
    """New value of the array, `{x}`, for a call whose result is dropped."""
    holes: Mapping[str, Hole] = field(default_factory=dict)
    exact: bool = False
    """True where the template does on NumPy what the call did."""
    index: str = "..."
    """Which part of the array changes, as a template."""
    store: str | None = None
    """Statement that stores the new value in place, for where the array has no name to rebind."""
    reason: str | None = None
    """Why there is no template, where more is known of it than that no operation does the same."""


_INTO = "{ops}.assign({x}, ..., %s)"
_LIBRARIES = (OPS, *PREFIXES)
_RAVELS = frozenset({RAVEL, f"{OPS}ravel"})


def read_update(node: ast.Call, model: SemanticModel) -> Update | None:
    """Return the change in place that ``node`` makes; ``None`` for a call that makes none."""
    output = output_of(node, model)
    if output is not None:
        return _out(node, output, model)
    told = changed_as_told(node, model)
    if told is not None:
        changed = _out(node, told, model)
        return changed and replace(changed, spelled="copy=False")
    name = model.qualified_name(node.func)
    if name is not None and stands_in(name, "numpy"):
        return _function(node, name, model)
    if isinstance(node.func, ast.Attribute):
        return _method(node, node.func, model)
    return None


def _out(node: ast.Call, output: Output, model: SemanticModel) -> Update | None:
    value = _written(output, model)
    name = model.qualified_name(node.func) or ""
    receiver = isinstance(node.func, ast.Attribute) and model.value(node.func.value).is_tensor
    if not value.is_tensor or not (name.startswith(_LIBRARIES) or receiver):
        return None
    if output.mask is not None and is_heard(name.rpartition(".")[2], model):
        return Update(node, output.place, output.array, value, "out=", reason=COMPUTED_TOO)
    written = without_output(output, model)
    if written is None or (value.maybe and is_left_out(output, model)):
        return Update(node, output.place, output.array, value, "out=")
    update = Update(node, output.place, output.array, value, "out=", *written)
    whole = rearranged(output.array, model)
    if whole is not None:
        return _put_back(update, whole, model)
    update = _stored(update, model)
    in_place = INTO_FIRST.get(name)
    cast = any(keyword.arg == "casting" for keyword in node.keywords)
    if in_place is None or output.mask is not None or cast or not without_keywords(output.bare, 2):
        return update
    first, second = output.bare.args
    if ast.dump(first) != ast.dump(output.array):
        return update
    # `x += y`, with its rules of casting
    template = in_place.replace("...", update.index)
    # `out=x[i]` raises where that is a number, which NumPy cannot write into
    return replace(
        update, template=template, holes={**update.holes, "a1": second}, exact=update.index == "..."
    )


def _written(output: Output, model: SemanticModel) -> Value:
    """Return what is written into: an array, where nothing is known but that it is an operand as well."""
    value = model.value(output.array)
    if value.kind is not Kind.UNKNOWN or value.foreign or not output.is_operand:
        return value
    why = Reason("it is an operand and written into", output.array.lineno, output.array.col_offset)
    return Value(Kind.TENSOR, Evidence.INFERRED, (why,))


def _stored(update: Update, model: SemanticModel) -> Update:
    """Return the update whose template is what the array, or a part of one, is to hold from then on."""
    new = update.template or ""
    part = _part(update.array, model)
    if part is None:
        return replace(update, template=_INTO % new, store=f"{{x}}[...] = {new}")
    indexed = Template(prefix="i")
    index = part.index(indexed)
    new = new.replace("{x}", "{part}")
    return replace(
        update,
        array=part.array,
        template=f"{{ops}}.assign({{x}}, {index}, {new})",
        holes={**update.holes, **indexed.holes, "part": update.array},
        exact=False,
        index=index,
        store=f"{{part}} = {new}",
    )


def _put_back(update: Update, whole: ast.expr, model: SemanticModel) -> Update:
    """Return the update of the array whose attribute is written into: `out=x.real`."""
    new = (update.template or "").replace("{x}", "{part}")
    return replace(
        update,
        array=whole,
        value=model.value(whole),
        template=refilled(update.array, "{x}", new),
        holes={**update.holes, "part": update.array},
        store=f"{{part}}[...] = {new}",
    )


def _part(array: ast.expr, model: SemanticModel) -> Store | None:
    """Return the array and the index of the part that `out=x[i, ...]` writes into; an array of indices picks a copy."""
    if not isinstance(array, ast.Subscript):
        return None
    store = read_store(array, model)
    whole = model.value(store.array)
    numeric = whole.is_tensor and not whole.foreign
    return store if numeric and store.is_simple and store.is_basic(model) else None


def _function(node: ast.Call, name: str, model: SemanticModel) -> Update | None:
    is_at = name.endswith(".at") and name.count(".") > 1
    if not (is_at or name in UPDATES) or not node.args:
        return None
    value = model.value(node.args[0])
    if not value.is_tensor:
        return None
    template = UPDATES.get(name)
    given = _by_position(node, UPDATE_PARAMETERS.get(name, ()))
    if template is None or given is None or len(given) != 1 + template.count("{a"):
        return Update(node, node, node.args[0], value, name)
    holes = {f"a{number}": argument for number, argument in enumerate(given) if number}
    whole = rearranged(node.args[0], model)
    if whole is not None:
        template = new_value(node.args[0], "{x}", template.replace("{x}", "@"))
        return Update(node, node, whole, model.value(whole), name, template, holes)
    whole = _flattened(node.args[0], model)
    if (
        whole is not None
    ):  # which is a copy where the elements do not lie in order: NumPy loses the update then
        flat = template.replace("{x}", "{ops}.ravel({x})")
        template = f"{{ops}}.reshape({flat}, {{ops}}.shape({{x}}))"
        return Update(node, node, whole, model.value(whole), name, template, holes)
    return Update(node, node, node.args[0], value, name, template, holes, exact=True)


def _shuffle(node: ast.Call, method: ast.Attribute, model: SemanticModel) -> Update | None:
    """Return what `rng.shuffle(x)` does, as `permutation`: NumPy's own generator, which may be given, draws alike."""
    generator = model.value(method.value)
    if generator.kind is not Kind.RANDOM or not without_keywords(node, 1):
        return None
    array = node.args[0]
    value = model.value(array)
    if not value.is_tensor or not isinstance(model.parent(node), ast.Expr):
        return None
    template = "{g}.permutation({x})" if generator.backend == "ops" else None
    return Update(node, node, array, value, ".shuffle()", template, {"g": method.value}, exact=True)


def _flattened(array: ast.expr, model: SemanticModel) -> ast.expr | None:
    """Return the array that is flattened: `x` of `x.ravel()`, `np.ravel(x)` and `x.reshape(-1)`."""
    match array:
        case ast.Call(func=function, args=[whole], keywords=[]) if model.qualified_name(function) in _RAVELS:
            return whole
        case ast.Call(func=ast.Attribute(value=whole, attr="ravel"), args=[], keywords=[]):
            return whole
        case ast.Call(
            func=ast.Attribute(value=whole, attr="reshape"),
            args=[ast.UnaryOp(op=ast.USub(), operand=ast.Constant(value=1))],
            keywords=[],
        ):
            return whole
    return None


def _by_position(call: ast.Call, order: Sequence[str]) -> list[ast.expr] | None:
    """Return the arguments in the order of the parameters; ``None`` where one is left out, or unpacked."""
    keywords = {keyword.arg: keyword.value for keyword in call.keywords}
    following = list(order[len(call.args) :][: len(keywords)])
    if set(following) != set(keywords) or any(isinstance(a, ast.Starred) for a in call.args):
        return None
    return [*call.args, *(keywords[name] for name in following)]


def _method(node: ast.Call, method: ast.Attribute, model: SemanticModel) -> Update | None:
    name = method.attr
    if name == "shuffle":
        return _shuffle(node, method, model)
    in_torch = name.endswith("_") and not name.startswith("_") and not name.endswith("__")
    if not (in_torch or name in IN_PLACE_METHODS) or name in torch_forms.NOT_IN_PLACE:
        return None
    value = model.value(method.value)
    if not value.is_tensor:
        return None
    # JAX and MLX arrays have a `sort` that returns; one whose result is dropped was meant in place
    if not in_torch and not isinstance(model.parent(node), ast.Expr):
        return None
    template, holes = _method_template(node, name)
    if name == "fill" and is_filled_at_once(node, model):
        template = None  # what makes the array is to make it full
    exact = template is not None and name != "resize"
    update = Update(node, node, method.value, value, f".{name}()", template, holes, exact=exact)
    opening, _, ending = _INTO.partition("%s")
    if template is None or not template.startswith(opening):
        return update
    return _stored(replace(update, template=template[len(opening) : -len(ending)]), model)


def _without_way(call: ast.Call) -> ast.Call:
    """`x.sort(kind="stable")` without the way in which it sorts: `ops.sort` is as stable as any."""
    others = [k for k in call.keywords if k.arg != "kind" or not _is_stable(k.value)]
    return ast.Call(call.func, call.args, others)


def _is_stable(kind: ast.expr) -> bool:
    return isinstance(kind, ast.Constant) and kind.value in (None, "stable", "mergesort", "quicksort")


def _method_template(node: ast.Call, name: str) -> tuple[str | None, dict[str, Hole]]:
    template = torch_forms.IN_PLACE_METHODS.get(name)
    if template is not None:
        arity = template.count("{a")
        return (
            (template, {f"a{i}": node.args[i] for i in range(arity)})
            if without_keywords(node, arity)
            else (None, {})
        )
    if name == "sort":
        node = _without_way(node)
    if without_keywords(node, 1):
        if name == "fill":
            return _INTO % "{a0}", {"a0": node.args[0]}
        if name == "sort":
            return _INTO % "{ops}.sort({x}, axis={a0})", {"a0": node.args[0]}
        if name == "resize" and isinstance(node.args[0], ast.List | ast.Tuple) and len(node.args[0].elts) > 1:
            # several axes are another shape for the same elements; one is a longer or shorter array
            return "{ops}.reshape({x}, {a0})", {"a0": node.args[0]}
    if without_keywords(node, 0) and name == "sort":
        return _INTO % "{ops}.sort({x})", {}
    match node.keywords:
        case [ast.keyword(arg="axis" | "dim", value=axis)] if name == "sort" and not node.args:
            return _INTO % "{ops}.sort({x}, axis={a0})", {"a0": axis}
    return None, {}

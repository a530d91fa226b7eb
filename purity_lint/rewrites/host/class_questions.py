"""Questions about classes, `isinstance(x, C)` and `type(x) is C`: which classes they name, and of what they ask."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator

from purity_lint.findings.diagnostics import Applicability
from purity_lint.findings.edits import Fix, Hole, Rewrite
from purity_lint.knowledge.dtypes import SCALAR_TYPES
from purity_lint.knowledge.libraries import HOST_PACKAGES, stands_in
from purity_lint.knowledge.lookup import FRAMEWORK_CLASSES
from purity_lint.knowledge.samplers import GENERATOR_CLASSES
from purity_lint.rewrites.host.number_classes import portable_class
from purity_lint.rewrites.operands import builtin
from purity_lint.semantics.model import SemanticModel
from purity_lint.source.names import last_name

_QUESTIONS = frozenset({"is_array", "is_tensor", "is_array_api_obj", "is_array_api_strict_obj"})
"""Functions that tell arrays of any library from other values."""
_TEXTS = frozenset({"str", "repr"})


def members(classes: ast.expr) -> Iterator[ast.expr]:
    """Yield the classes of `C`, `(C, D)` and `C | D`."""
    match classes:
        case ast.Tuple(elts=elements) | ast.List(elts=elements) | ast.Set(elts=elements):
            for element in elements:
                yield from members(element)
        case ast.BinOp(left=left, op=ast.BitOr(), right=right):
            yield from members(left)
            yield from members(right)
        case _:
            yield classes


def type_of(node: ast.expr, model: SemanticModel) -> ast.expr | None:
    """Return what `type(x)` and `x.__class__` ask of; ``None`` for other expressions."""
    match node:
        case ast.Call(args=[subject], keywords=[]) if builtin(model, node) == "type":
            return subject
        case ast.Attribute(value=subject, attr="__class__"):
            return subject
    return None


def asks_for_arrays_too(node: ast.AST, model: SemanticModel) -> bool:
    """True in `isinstance(x, float) or gs.is_array(x) and x.ndim == 0`."""
    choice = model.parent(node)
    if not isinstance(choice, ast.BoolOp) or not isinstance(choice.op, ast.Or):
        return False
    calls = (n for other in choice.values if other is not node for n in ast.walk(other))
    return any(isinstance(n, ast.Call) and last_name(n.func) in _QUESTIONS for n in calls)


def asks_of_instance(node: ast.Call) -> bool:
    """True for `isinstance(x, C)`, and not for `issubclass`."""
    return isinstance(node.func, ast.Name) and node.func.id == "isinstance"


def with_classes(
    node: ast.Call,
    subject: ast.expr,
    every: list[ast.expr],
    names: list[str],
    added: list[str],
) -> Rewrite | None:
    """Write `isinstance` with the classes of `ops` in the place of the libraries', and with ``added`` ones."""
    if not asks_of_instance(node):
        return None
    holes: dict[str, Hole] = {"x": subject}
    listed = []
    for number, (member, name) in enumerate(zip(every, names, strict=True)):
        if name in FRAMEWORK_CLASSES:
            listed.append("{ops}.Tensor")
        elif name in SCALAR_TYPES or name in GENERATOR_CLASSES:
            portable = portable_class(name)
            if portable is None:
                return None
            listed.append(f"{{ops}}.{portable}")
        else:
            holes[f"c{number}"] = member
            listed.append(f"{{c{number}}}")
    listed += [f"{{ops}}.{name}" for name in added]
    listed = list(dict.fromkeys(listed))
    classes = listed[0] if len(listed) == 1 else f"({', '.join(listed)})"
    return Rewrite(node, f"isinstance({{x}}, {classes})", holes)


def names_numpy_alone(names: Iterable[str]) -> bool:
    """True where no class is that of another library's tensors, of which NumPy's arrays are none."""
    return not any(name in FRAMEWORK_CLASSES and not stands_in(name, *HOST_PACKAGES) for name in names)


def module_question(
    node: ast.Compare, sides: tuple[ast.expr, ast.expr], model: SemanticModel, *, negated: bool
) -> Fix | None:
    """Return the fix of `type(x).__module__ == np.__name__`, `== "numpy"` and `"numpy" in str(type(x))`, of a name.

    Unsafe: it is true of NumPy's arrays and numbers, and of other objects of it.
    """
    subject = _asked_for_module(sides, model)
    if subject is None and isinstance(node.ops[0], ast.In | ast.NotIn):
        subject = _asked_for_text(*sides, model)
    if subject is None:
        return None
    template = "{ops}.is_tensor({x}) or isinstance({x}, {ops}.generic)"
    asked = Rewrite(node, f"not ({template})" if negated else template, {"x": subject})
    return Fix((asked,), Applicability.UNSAFE, "Ask `ops.is_tensor`")


def _asked_for_module(sides: tuple[ast.expr, ast.expr], model: SemanticModel) -> ast.Name | None:
    for side, other in (sides, sides[::-1]):
        match side:
            case ast.Attribute(value=kind, attr="__module__") if _is_name_of_numpy(other, model):
                subject = type_of(kind, model)
                return subject if isinstance(subject, ast.Name) else None
    return None


def _asked_for_text(word: ast.expr, whole: ast.expr, model: SemanticModel) -> ast.Name | None:
    match whole:
        case ast.Call(args=[kind], keywords=[]) if builtin(model, whole) in _TEXTS and _is_name_of_numpy(
            word, model
        ):
            subject = type_of(kind, model)
            return subject if isinstance(subject, ast.Name) else None
    return None


def _is_name_of_numpy(node: ast.expr, model: SemanticModel) -> bool:
    match node:
        case ast.Constant(value="numpy"):
            return True
        case ast.Attribute(value=module, attr="__name__"):
            return model.qualified_name(module) == "numpy"
    return False

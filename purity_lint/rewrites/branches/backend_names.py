"""Recognising code that asks which backend is in use."""

from __future__ import annotations

import ast

from purity_lint.knowledge.libraries import BACKENDS, FULL_BACKENDS
from purity_lint.rewrites.scopes import bindings
from purity_lint.semantics.model import SemanticModel

_WORDS = ("backend", "framework")


def is_backend_name(node: ast.expr) -> bool:
    """True where ``node`` is a string that names a backend."""
    return isinstance(node, ast.Constant) and isinstance(node.value, str) and node.value.lower() in BACKENDS


def is_full_backend_name(node: ast.expr | None) -> bool:
    """True where ``node`` is a string that names a backend in full: ``"np"`` may mean other things elsewhere."""
    return (
        isinstance(node, ast.Constant) and isinstance(node.value, str) and node.value.lower() in FULL_BACKENDS
    )


def speaks_of_backends(model: SemanticModel) -> bool:
    """True where some word of the file is one for the backend in use: without, nothing in it asks for one."""

    def find() -> bool:
        text = model.source.text.lower()
        return any(word in text for word in _WORDS)

    return model.memo(speaks_of_backends, find)


def asks_for_backend(node: ast.expr, model: SemanticModel) -> bool:
    """True where ``node`` gives the backend in use: `get_backend()`, `self.backend.name`, or a local bound to one."""
    match node:
        case ast.Call(func=ast.Attribute(value=inner, attr="lower" | "upper" | "strip" | "casefold")):
            return asks_for_backend(inner, model)
        case ast.Call(func=ast.Name(id="str" | "getattr"), args=[inner, *_]):
            return asks_for_backend(inner, model)
        case ast.Call(func=func):
            return _speaks_of_backend(func)
        case ast.Attribute(value=inner, attr="name" | "__name__" | "value"):
            return asks_for_backend(inner, model)
        case ast.Subscript(slice=ast.Constant(value=str() as key)):
            return _is_word(key)
        case ast.Name(id=name):
            return _is_word(name) or _is_bound_to_backend(node, name, model)
        case ast.Attribute(attr=attribute):
            return _is_word(attribute)
    return False


def asks_by_call(node: ast.expr, model: SemanticModel) -> bool:
    """True where ``node`` is a call that gives the backend in use, or a local that is bound to one."""
    if isinstance(node, ast.Call):
        return asks_for_backend(node, model)
    return isinstance(node, ast.Name) and _is_bound_to_backend(node, node.id, model)


def _speaks_of_backend(func: ast.expr) -> bool:
    match func:
        case ast.Name(id=name) | ast.Attribute(attr=name):
            return _is_word(name)
    return False


def _is_word(name: str) -> bool:
    lowered = name.lower()
    return any(lowered == word or lowered.endswith((word, f"{word}_name", f"{word}_type")) for word in _WORDS)


def _is_bound_to_backend(node: ast.Name, name: str, model: SemanticModel) -> bool:
    function = (
        model.function(node) if model.memo(_speaks_of_backend, lambda: _calls_for_backend(model)) else None
    )
    if function is None or isinstance(function, ast.Lambda):
        return False
    values = bindings(function).get(name, [])
    return bool(values) and all(isinstance(v, ast.Call) and _speaks_of_backend(v.func) for v in values)


def _calls_for_backend(model: SemanticModel) -> bool:
    """True where a call in the file gives the backend in use."""
    return any(_speaks_of_backend(call.func) for call in model.source.of(ast.Call))


def backend_test(test: ast.expr, model: SemanticModel) -> str | None:
    """Return the backend that a condition asks about: `get_backend() == "torch"`, `backend in ("torch", "jax")`."""
    match test:
        case ast.Compare(
            left=left, ops=[ast.Eq() | ast.NotEq() | ast.Is() | ast.IsNot()], comparators=[right]
        ):
            for subject, name in ((left, right), (right, left)):
                if is_backend_name(name) and asks_for_backend(subject, model):
                    return _text(name)
        case ast.Compare(
            left=left,
            ops=[ast.In() | ast.NotIn()],
            comparators=[ast.Tuple(elts=names) | ast.List(elts=names) | ast.Set(elts=names)],
        ):
            if names and all(map(is_backend_name, names)) and asks_for_backend(left, model):
                return ", ".join(map(_text, names))
        case ast.Compare(left=left, ops=[ast.In() | ast.NotIn()], comparators=[right]):
            if is_backend_name(left) and asks_for_backend(right, model):
                return _text(left)
        case ast.Call(func=ast.Attribute(value=subject, attr="startswith" | "endswith"), args=[name]):
            if is_backend_name(name) and asks_for_backend(subject, model):
                return _text(name)
        case ast.BoolOp(values=values):
            return next((found for value in values if (found := backend_test(value, model))), None)
        case ast.UnaryOp(op=ast.Not(), operand=operand):
            return backend_test(operand, model)
    return None


def _text(node: ast.expr) -> str:
    return str(node.value) if isinstance(node, ast.Constant) else ""

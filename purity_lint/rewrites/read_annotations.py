"""Who asks at run time what a function is annotated with, and how far the fix of an annotation is to be trusted."""

from __future__ import annotations

import ast
import re

from purity_lint.findings.diagnostics import Applicability
from purity_lint.semantics.model import SemanticModel

_READERS = ("__annotations__", "get_type_hints", "get_annotations", "signature(", ".annotation")
_READS_ANNOTATIONS = re.compile(
    r"__annotations__|get_type_hints|get_annotations|\bsignature\(|\.annotation\b"
)
"""Code that asks at run time what a function is annotated with, and what stands in such code."""


def applicability_of(node: ast.AST, model: SemanticModel) -> Applicability:
    """Return how far to trust another class in an annotation: code may read it, or be chosen for it."""
    statement = model.statement(node)
    if model.memo(_reads_annotations, lambda: _reads_annotations(model)):
        return Applicability.UNSAFE
    if isinstance(statement, ast.FunctionDef | ast.AsyncFunctionDef):
        return Applicability.UNSAFE if is_of_registered(node, model) else Applicability.SAFE
    if isinstance(model.parent(statement), ast.ClassDef):
        return Applicability.UNSAFE
    return Applicability.SAFE


def _reads_annotations(model: SemanticModel) -> bool:
    text = model.source.text
    return any(word in text for word in _READERS) and _READS_ANNOTATIONS.search(text) is not None


def is_of_registered(node: ast.AST, model: SemanticModel) -> bool:
    """True for the annotation of a function that a decorator registers, for which it may be chosen."""
    statement = model.statement(node)
    if not isinstance(statement, ast.FunctionDef | ast.AsyncFunctionDef):
        return False
    return model.memo((_is_registered, statement), lambda: _is_registered(statement))


def _is_registered(function: ast.FunctionDef | ast.AsyncFunctionDef) -> bool:
    decorators = [ast.unparse(decorator) for decorator in function.decorator_list]
    return any("register" in text or "overload" in text for text in decorators)

"""Modules that a call imports: ``importlib.import_module("jax.numpy")``, ``pytest.importorskip("torch")``."""

from __future__ import annotations

import ast

from purity_lint.knowledge.libraries import ROOTS
from purity_lint.semantics.domain.atoms import ANY
from purity_lint.semantics.domain.interning import Abs
from purity_lint.semantics.evaluation.frame import Frame


def imported_module(frame: Frame, args: list[Abs], keywords: dict[str, Abs], node: ast.Call) -> Abs:
    """Return the module of an array library that a literal names; of other modules nothing is known this way."""
    match node.args:
        case [ast.Constant(value=str(name)), *_] if name.partition(".")[0] in ROOTS:
            return frame.project.library_module(name)
    return ANY


def imported_root(frame: Frame, args: list[Abs], keywords: dict[str, Abs], node: ast.Call) -> Abs:
    """Return what ``__import__("jax.numpy")`` gives: the package at the root of the name."""
    match node.args:
        case [ast.Constant(value=str(name))] if name.partition(".")[0] in ROOTS:
            return frame.project.library_module(name.partition(".")[0])
    return ANY

"""What tests of semantics ask: what is this expression, in this code?"""

from __future__ import annotations

import ast
from collections.abc import Callable
from pathlib import Path
from textwrap import dedent

import pytest

from purity_lint.semantics import FileModel, analyze, analyze_project
from purity_lint.semantics.values import Value
from purity_lint.source.file import SourceFile

HEADER = """\
import math
import numpy as np
import torch
import jax
import jax.numpy as jnp
import mlx.core as mx
from emberops import ops
"""

Model = Callable[[str], FileModel]
ValueOf = Callable[..., Value]
Models = Callable[..., dict[str, FileModel]]


def source_of(code: str, path: str = "module.py") -> SourceFile:
    """A source file that was never on disk."""
    text = dedent(code)
    return SourceFile(Path(path), text, ast.parse(text))


def find(model: FileModel, expression: str) -> Value:
    """The value of the last expression that is written so."""
    found = [
        node
        for node in ast.walk(model.source.tree)
        if isinstance(node, ast.expr) and ast.unparse(node) == expression and not _is_target(node)
    ]
    assert found, f"no expression {expression!r}"
    return model.value(max(found, key=lambda n: (n.lineno, n.col_offset)))


def _is_target(node: ast.expr) -> bool:
    return isinstance(getattr(node, "ctx", None), ast.Store)


@pytest.fixture
def value_of() -> ValueOf:
    """The value of an expression in a piece of code, after the usual imports."""

    def run(code: str, expression: str) -> Value:
        return find(analyze(source_of(HEADER + dedent(code))), expression)

    return run


@pytest.fixture
def models() -> Models:
    """The models of several files, given as ``{path: code}``."""

    def run(files: dict[str, str]) -> dict[str, FileModel]:
        sources = [source_of(code, path) for path, code in files.items()]
        return {str(path): model for path, model in analyze_project(sources).items()}

    return run

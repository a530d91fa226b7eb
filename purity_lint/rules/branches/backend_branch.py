"""Code that does something else on each backend (PUR501)."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from purity_lint.findings.finding import Finding
from purity_lint.findings.message import Message
from purity_lint.rewrites.branches.backend_names import (
    asks_by_call,
    asks_for_backend,
    backend_test,
    is_full_backend_name,
    speaks_of_backends,
)
from purity_lint.rewrites.branches.collapse import collapse
from purity_lint.rules.base import Invalid, Rule, RuleContext
from purity_lint.rules.examples import plain
from purity_lint.semantics.model import SemanticModel
from purity_lint.source.names import last_name


class BackendBranch(Rule):
    """Flags branches on the name of the backend.

    ## What it does
    Flags `if get_backend() == "torch":` with its `elif`s (once, at the `if`), conditional expressions and
    `match` on the backend's name, and dictionaries that choose a function by it.

    ## Why is this bad?
    Every branch has to be written, tested and kept alike for every backend, the next backend has none,
    and what the branches do differs in details that only show on another machine. Choosing an
    implementation is what `ops` is for.

    ## Example
    ```python
    if get_backend() == "numpy":
        return np.random.normal(0, 1, shape)
    elif get_backend() == "torch":
        return torch.randn(shape)
    elif get_backend() == "mlx":
        return mx.random.normal(shape=shape)
    ```

    Use instead:
    ```python
    return ops.random_normal(shape, mean=0.0, stddev=1.0)
    ```

    ## Fix safety
    Where every branch returns, or assigns to the same name, what is one call of `ops`, the branches are
    replaced by that call. The fix is unsafe: a backend that had no branch gets one. None otherwise.

    ## Options
    - `backend-paths`: files that implement backends are not checked.
    """

    code = "PUR501"
    name = "backend-branch"
    nodes = (ast.If, ast.IfExp, ast.Match, ast.Subscript, ast.Dict)
    VALID = (
        plain("""
            from emberops import get_backend, ops


            def f():
                return get_backend()
        """),
        plain("""
            def f(mode, engine):
                if mode == 'torch':
                    return engine == 'numpy'
        """),
        plain("VERSIONS = {'numpy': '2.0', 'torch': '2.3'}"),
        plain("""
            from array_api_compat import is_numpy_namespace, is_torch_namespace

            ASKING = {'numpy': is_numpy_namespace, 'torch': is_torch_namespace}
        """),
        plain("""
            def f(backend):
                if backend is None:
                    raise ValueError(backend)
        """),
    )
    INVALID = (
        Invalid(
            plain("""
                import torch
                import mlx.core as mx
                import numpy as np
                from emberops import get_backend, ops


                def samples(shape):
                    if get_backend() == 'numpy':
                        return np.random.normal(0, 1, shape)
                    elif get_backend() == 'torch':
                        return torch.randn(shape)
                    elif get_backend() == 'mlx':
                        return mx.random.normal(shape=shape)
            """),
            lines=(8,),
            fixed=plain("""
                import torch
                import mlx.core as mx
                from emberops import get_backend, ops


                def samples(shape):
                    return ops.random_normal(shape, mean=0.0, stddev=1.0)
            """),
        ),
        Invalid(
            plain("""
                from emberops import get_backend, ops


                def f(x):
                    name = get_backend()
                    match name:
                        case 'torch':
                            return x.cuda()
                    return 1 if name == 'jax' else 2
            """),
            lines=(6, 9),
        ),
        Invalid(
            plain("""
                from emberops import get_backend, ops


                TABLE = {'numpy': len, 'torch': max}
                f = TABLE[get_backend()]
            """),
            lines=(4, 5),
        ),
    )

    def check(self, node: ast.AST, context: RuleContext) -> Iterator[Finding]:
        """Flag a choice by the backend's name."""
        model = context.model
        if isinstance(node, ast.Dict):
            if _is_table(node, model):
                yield Finding(node, "this table holds one implementation for each backend", hint=_HINT)
        elif speaks_of_backends(model):
            yield from self._choice(node, model)

    def _choice(self, node: ast.AST, model: SemanticModel) -> Iterator[Finding]:
        match node:
            case ast.If() if not _is_elif(node, model) and (name := _chain_test(node, model)):
                fix = collapse(node, model)
                message = f"this branches on the backend ({name})"
                yield Finding(
                    _header(node),
                    Message(message, "use one call of `ops`") if fix else message,
                    fix=fix,
                    hint=_HINT,
                )
            case ast.IfExp(test=test) if name := backend_test(test, model):
                yield Finding(node, f"this chooses by the backend ({name})", hint=_HINT)
            case ast.Match(subject=subject) if asks_for_backend(subject, model) and _names_backend(node):
                yield Finding(
                    subject, "this matches on the backend's name", fix=collapse(node, model), hint=_HINT
                )
            case ast.Subscript(slice=index, ctx=ast.Load()) if _is_lookup(node, index, model):
                yield Finding(node, "this looks an implementation up by the backend's name", hint=_HINT)


_HINT = (
    "Call `ops`, which chooses the implementation, or move the branches into a file under `backend-paths`."
)
_PAIR = 2
_QUESTION = "is_"
"""How functions are called that say whether something is of a library: `is_torch_namespace`."""


def _chain_test(node: ast.If, model: SemanticModel) -> str | None:
    """Return the backend that the first test of the chain, or one of its `elif`s, asks about."""
    while True:
        name = backend_test(node.test, model)
        if name is not None:
            return name
        if len(node.orelse) != 1 or not isinstance(node.orelse[0], ast.If):
            return None
        node = node.orelse[0]


def _is_elif(node: ast.If, model: SemanticModel) -> bool:
    """True where the chain that ``node`` continues is flagged at its head."""
    parent = model.parent(node)
    return isinstance(parent, ast.If) and parent.orelse == [node]


def _header(node: ast.If) -> ast.If:
    """Return the `if` with its test alone, so that a report does not underline the whole chain."""
    header = ast.If(test=node.test, body=[], orelse=[])
    header.lineno, header.col_offset = node.lineno, node.col_offset
    header.end_lineno, header.end_col_offset = node.test.end_lineno, node.test.end_col_offset
    return header


def _names_backend(node: ast.Match) -> bool:
    values = [p for case in node.cases for p in ast.walk(case.pattern) if isinstance(p, ast.MatchValue)]
    return any(is_full_backend_name(pattern.value) for pattern in values)


def _is_lookup(node: ast.Subscript, index: ast.expr, model: SemanticModel) -> bool:
    """True for `TABLE[get_backend()]`, and for `{...}[backend]`; `versions[backend]` says too little."""
    if isinstance(node.value, ast.Dict):
        return asks_for_backend(index, model)
    if not isinstance(node.value, ast.Name | ast.Attribute) or not isinstance(index, ast.Call | ast.Name):
        return False
    return not model.value(node.value).is_tensor and asks_by_call(index, model)


def _is_table(node: ast.Dict, model: SemanticModel) -> bool:
    """True for a dict from at least two backends' names to something to run: not to versions, flags or questions."""
    if len(node.keys) < _PAIR or not all(map(is_full_backend_name, node.keys)):
        return False
    if all(last_name(v).startswith(_QUESTION) for v in node.values):
        return False
    return all(isinstance(v, ast.Name | ast.Attribute | ast.Lambda) for v in node.values)

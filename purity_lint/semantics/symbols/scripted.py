"""Read off a file what it hands to TorchScript: functions, classes, and instances of classes."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from typing import Final

from purity_lint.knowledge.torch.roles import SCRIPT_COMPILERS, SCRIPTED_CLASS
from purity_lint.source.imports import bound_to, qualified, telling
from purity_lint.source.names import last_name
from purity_lint.source.walk import walk

_JIT: Final = re.compile(r"\bjit\b")
"""The word, which `jitter` is not."""


def scripted_names(tree: ast.Module, text: str) -> Iterator[str]:
    """Yield the names of what `torch.jit.script` is given, by a call or a decorator; of an instance its class's."""
    if "torch" not in text or not _JIT.search(text):
        return
    bound = dict(bound_to(telling(tree).imports))
    if not any(name.partition(".")[0] == "torch" for name in bound.values()):
        return
    for node in walk(tree):
        match node:
            case ast.Call(func=compiler, args=[given, *_]) if qualified(compiler, bound) in SCRIPT_COMPILERS:
                yield from _names_of(given, tree)
            case ast.FunctionDef(name=name, decorator_list=[_, *_] as decorators):
                if any(qualified(_maker(d), bound) in SCRIPT_COMPILERS for d in decorators):
                    yield name
            case ast.ClassDef(name=name, bases=bases, decorator_list=decorators):
                if any(qualified(base, bound) == SCRIPTED_CLASS for base in bases) or any(
                    qualified(_maker(d), bound) in SCRIPT_COMPILERS for d in decorators
                ):
                    yield name


def _maker(decorator: ast.expr) -> ast.expr:
    return decorator.func if isinstance(decorator, ast.Call) else decorator


def _names_of(given: ast.expr, tree: ast.Module) -> Iterator[str]:
    """Yield the names that the function or class may have: `Net` of `Net(3)`, and of a name that is bound to that."""
    name = last_name(_maker(given))
    yield name
    if isinstance(given, ast.Name):
        for node in walk(tree):
            match node:
                case ast.Assign(targets=[ast.Name(id=target)], value=ast.Call(func=made)) if target == name:
                    yield last_name(made)

"""Read off a file what it hands to TorchScript: functions, classes, and instances of classes; and what they call."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Final

from purity_lint.knowledge.torch.roles import LEFT_BY_SCRIPT, ROOT, SCRIPT_COMPILERS, SCRIPTED_CLASS
from purity_lint.source.constructs import Definition
from purity_lint.source.imports import bound_to, qualified, telling
from purity_lint.source.names import last_name
from purity_lint.source.walk import children, walk

_JIT: Final = re.compile(r"\bjit\b")
"""The word, which `jitter` is not."""
CALLS: Final = ">"
"""Between the name of a function and that of one which it calls."""


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


def names_called(tree: ast.Module, text: str) -> Iterator[str]:
    """Yield `caller>called` for the functions and classes of a file that uses PyTorch, by their last names.

    TorchScript compiles what compiled code calls, and of a layer also the layers that it holds.  Methods of other
    objects are left out, most of which are those of tensors, and so is what it is told to leave to Python.
    """
    if "torch" not in text:
        return
    bound = dict(bound_to(telling(tree).imports))
    if not any(name.partition(".")[0] == ROOT for name in bound.values()):
        return
    found: set[str] = set()
    _take_calls(tree, bound, found)
    yield from found


def reached(scripted: Iterable[str], calls: Iterable[str]) -> frozenset[str]:
    """Return the names ``scripted``, and those they reach by ``calls``, as :func:`names_called` gives them."""
    of: dict[str, list[str]] = {}
    for call in calls:
        caller, _, called = call.partition(CALLS)
        of.setdefault(caller, []).append(called)
    found: set[str] = set()
    left = [*scripted]
    while left:
        name = left.pop()
        if name not in found:
            found.add(name)
            left += of.get(name, ())
    return frozenset(found)


def _take_calls(node: ast.AST, bound: Mapping[str, str], found: set[str]) -> set[str]:
    """Return the last names of what is called in all that is compiled with ``node``; of those within, put it down, too.

    Each node is looked at once, however many functions and classes are around it.
    """
    called: set[str] = set()
    left = children(node)
    while left:
        inner = left.pop()
        kind = inner.__class__
        if kind is ast.Name or kind is ast.Constant:
            continue
        if isinstance(inner, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
            below = _take_calls(inner, bound, found)
            if not _is_left(inner, bound):
                called |= below
                found.update(f"{inner.name}{CALLS}{name}" for name in below - {inner.name})
            continue
        if inner.__class__ is ast.Call:
            called.add(_called(inner, bound))
        left += children(inner)
    return called - {""}


def _is_left(node: Definition | ast.ClassDef, bound: Mapping[str, str]) -> bool:
    """True for a function that TorchScript is told to leave alone."""
    return any(qualified(_maker(one), bound) in LEFT_BY_SCRIPT for one in node.decorator_list)


def _called(call: ast.Call, bound: Mapping[str, str]) -> str:
    """Return the last name of a function that is no method of some object, and not PyTorch's; else nothing."""
    match call.func:
        case ast.Name() | ast.Attribute(value=ast.Name(id="self")):
            known = qualified(call.func, bound) or ""
        case ast.Attribute():
            known = qualified(call.func, bound) or ROOT  # a method, of a tensor or a text
        case _:
            return ""
    return "" if known.partition(".")[0] == ROOT else last_name(call.func)


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

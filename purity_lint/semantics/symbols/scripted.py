"""Read off a file what it hands to TorchScript: functions, classes, and instances of classes; and what they call."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Final

from purity_lint.knowledge.torch.roles import LEFT_BY_SCRIPT, ROOT, SCRIPT_COMPILERS, SCRIPTED_CLASS
from purity_lint.source.constructs import Definition
from purity_lint.source.file import SourceFile
from purity_lint.source.imports import bound_to, qualified, telling
from purity_lint.source.names import last_name

_JIT: Final = re.compile(r"jit(?<=\bjit)\b")
"""The word, which `jitter` is not; what comes before is asked where one is found, which is far quicker."""
CALLS: Final = ">"
"""Between the name of a function and that of one which it calls."""

_DEFINING: Final = frozenset({ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef})


def scripted_names(source: SourceFile) -> Iterator[str]:
    """Yield the names of what `torch.jit.script` is given, by a call or a decorator; of an instance its class's."""
    tree = source.tree
    if "torch" not in source.text or not _JIT.search(source.text):
        return
    bound = dict(bound_to(telling(tree).imports))
    if not any(name.partition(".")[0] == "torch" for name in bound.values()):
        return
    for call in source.of(ast.Call):
        if call.args and qualified(call.func, bound) in SCRIPT_COMPILERS:
            yield from _names_of(call.args[0], source)
    definitions: tuple[ast.FunctionDef | ast.ClassDef, ...] = (
        *source.of(ast.FunctionDef),
        *source.of(ast.ClassDef),
    )
    for defined in definitions:
        if any(qualified(_maker(d), bound) in SCRIPT_COMPILERS for d in defined.decorator_list) or (
            isinstance(defined, ast.ClassDef)
            and any(qualified(base, bound) == SCRIPTED_CLASS for base in defined.bases)
        ):
            yield defined.name


def names_called(source: SourceFile) -> Iterator[str]:
    """Yield `caller>called` for the functions and classes of a file that uses PyTorch, by their last names.

    TorchScript compiles what compiled code calls, and of a layer also the layers that it holds.  Methods of other
    objects are left out, most of which are those of tensors, and so is what it is told to leave to Python.
    A second name of a function, `rfft = _new_rfft`, counts as calling it.
    """
    if "torch" not in source.text:
        return
    bound = dict(bound_to(telling(source.tree).imports))
    if not any(name.partition(".")[0] == ROOT for name in bound.values()):
        return
    yield from _second_names(source)
    parents = source.parents
    held: dict[ast.AST | None, set[str]] = {}
    for call in source.of(ast.Call):
        name = _called(call, bound)
        if name:
            held.setdefault(_around(call, parents), set()).add(name)
    defined: list[Definition | ast.ClassDef] = [*source.of(ast.FunctionDef), *source.of(ast.AsyncFunctionDef)]
    defined += source.of(ast.ClassDef)
    for node in sorted(
        defined, key=lambda each: each.lineno, reverse=True
    ):  # those within before what is around
        below = held.get(node)
        if below and not _is_left(node, bound):
            held.setdefault(_around(node, parents), set()).update(below)
            yield from (f"{node.name}{CALLS}{name}" for name in below - {node.name})


def _second_names(source: SourceFile) -> Iterator[str]:
    """Yield `name>function` where a function or class of the file is bound to another name as well."""
    definitions: list[ast.FunctionDef | ast.ClassDef] = [
        *source.of(ast.FunctionDef),
        *source.of(ast.ClassDef),
    ]
    defined = {each.name for each in definitions}
    for node in source.of(ast.Assign):
        if isinstance(node.value, ast.Name) and node.value.id in defined:
            for target in node.targets:
                if name := last_name(target):
                    yield f"{name}{CALLS}{node.value.id}"


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


def _around(node: ast.AST, parents: Mapping[ast.AST, ast.AST]) -> ast.AST | None:
    """Return the function or class around ``node``, with which it is compiled; ``None`` for the module."""
    holder = parents.get(node)
    while holder is not None and holder.__class__ not in _DEFINING:
        holder = parents.get(holder)
    return holder


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


def _names_of(given: ast.expr, source: SourceFile) -> Iterator[str]:
    """Yield the names that the function or class may have: `Net` of `Net(3)`, and of a name that is bound to that."""
    name = last_name(_maker(given))
    yield name
    if isinstance(given, ast.Name):
        for node in source.of(ast.Assign):
            match node:
                case ast.Assign(targets=[ast.Name(id=target)], value=ast.Call(func=made)) if target == name:
                    yield last_name(made)

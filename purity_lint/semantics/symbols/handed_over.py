"""Functions that a file hands to somebody who calls them: `Thread(target=f)`, `partial(f, x)`, `HOOKS = [f]`.

Whether what they give back is taken is known of functions of array libraries alone, `jax.jit(f)`; a callback is
mostly called for what it does.
"""

from __future__ import annotations

import ast
from collections.abc import Collection, Iterator
from typing import Final

from purity_lint.knowledge.libraries import TAKING_RESULTS
from purity_lint.knowledge.python import CACHES
from purity_lint.source.imports import bound_to, qualified, telling
from purity_lint.source.names import called_name
from purity_lint.source.walk import walk

_TAKING_FUNCTIONS: Final = CACHES | {
    "functools.wraps",
    "functools.update_wrapper",
    "functools.singledispatch",
}
_HANDING: Final = frozenset({ast.Call, ast.List, ast.Tuple, ast.Set, ast.Dict})
"""Types of the expressions that hold arguments or items."""
_OPENING, _CLOSING = frozenset("(,=[{:"), frozenset(",)]}")
"""What stands before and behind an argument or an item of a display."""


def functions_handed_over(tree: ast.Module, text: str, own: Collection[str]) -> Iterator[tuple[str, bool]]:
    """Yield the names of functions that are handed over, those of methods behind a dot, and whether to a library.

    They are some of ``own``, functions of the file named in the same way, or imported.
    """
    wanted = {name for name in {*own, *_imported(tree)} if _may_be_handed(name.removeprefix("."), text)}
    if not wanted:
        return
    bound = dict(bound_to(telling(tree).imports))
    for node in walk(tree):
        if node.__class__ not in _HANDING:
            continue
        match node:
            case ast.Call(args=args, keywords=keywords):
                given = [*args, *(keyword.value for keyword in keywords)]
            case ast.List(elts=given) | ast.Tuple(elts=given) | ast.Set(elts=given) | ast.Dict(values=given):
                pass
            case _:
                continue
        names = [name for name in map(_name, given) if name in wanted]
        to_library = bool(names) and isinstance(node, ast.Call) and _takes_results(node.func, bound)
        yield from ((name, to_library) for name in names)


def _imported(tree: ast.Module) -> Iterator[str]:
    """Yield what a file imports from modules at its top, but for classes and what array libraries have."""
    for node in tree.body:
        if isinstance(node, ast.ImportFrom) and (node.module or "").partition(".")[0] not in TAKING_RESULTS:
            yield from (name for alias in node.names if (name := alias.asname or alias.name).islower())


def _takes_results(function: ast.expr, bound: dict[str, str]) -> bool:
    name = qualified(function, bound)
    return name is not None and (name.partition(".")[0] in TAKING_RESULTS or name in _TAKING_FUNCTIONS)


def _name(node: ast.expr) -> str | None:
    match node:
        case ast.Name(id=name):
            return name
        case ast.Attribute(attr=name):
            return called_name(name, is_method=True)
    return None


def _may_be_handed(name: str, text: str) -> bool:
    """True where the name stands in a text as an argument may; a pattern for each name would take most of the time."""
    at = text.find(name)
    while at >= 0:
        end = at + len(name)
        if text[end : end + 20].lstrip()[:1] in _CLOSING and _opens(text, at):
            return True
        at = text.find(name, end)
    return False


def _opens(text: str, at: int) -> bool:
    """True where an argument may begin at a place, or behind the object of which the name there is a method."""
    while at and (text[at - 1].isalnum() or text[at - 1] in "_."):
        at -= 1
    return text[max(at - 20, 0) : at].rstrip()[-1:] in _OPENING

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
from purity_lint.source.file import SourceFile
from purity_lint.source.imports import bound_to, qualified, telling
from purity_lint.source.names import called_name

_TAKING_FUNCTIONS: Final = CACHES | {
    "functools.wraps",
    "functools.update_wrapper",
    "functools.singledispatch",
}
_OPENING, _CLOSING = frozenset("(,=[{:"), frozenset(",)]}")
"""What stands before and behind an argument or an item of a display."""


def functions_handed_over(source: SourceFile, own: Collection[str]) -> Iterator[tuple[str, bool]]:
    """Yield the names of functions that are handed over, those of methods behind a dot, and whether to a library.

    They are some of ``own``, functions of the file named in the same way, or imported.
    """
    tree, text = source.tree, source.text
    wanted = {name for name in {*own, *_imported(tree)} if _may_be_handed(name.removeprefix("."), text)}
    if not wanted:
        return
    bound = dict(bound_to(telling(tree).imports))
    for call in source.of(ast.Call):
        given = [*call.args, *(keyword.value for keyword in call.keywords)] if call.keywords else call.args
        names = [name for name in map(_name, given) if name in wanted]
        if names:
            to_library = _takes_results(call.func, bound)
            yield from ((name, to_library) for name in names)
    displays = [each.elts for each in source.of(ast.List)]
    displays += [each.elts for each in source.of(ast.Tuple)]
    displays += [each.elts for each in source.of(ast.Set)]
    displays += [each.values for each in source.of(ast.Dict)]
    for items in displays:
        yield from ((name, False) for name in map(_name, items) if name in wanted)


def _imported(tree: ast.Module) -> Iterator[str]:
    """Yield what a file imports from modules at its top, but for classes and what array libraries have."""
    for node in tree.body:
        if isinstance(node, ast.ImportFrom) and (node.module or "").partition(".")[0] not in TAKING_RESULTS:
            yield from (name for alias in node.names if (name := alias.asname or alias.name).islower())


def _takes_results(function: ast.expr, bound: dict[str, str]) -> bool:
    name = qualified(function, bound)
    return name is not None and (name.partition(".")[0] in TAKING_RESULTS or name in _TAKING_FUNCTIONS)


def _name(node: ast.expr) -> str | None:
    if isinstance(node, ast.Name):
        return node.id
    return called_name(node.attr, is_method=True) if isinstance(node, ast.Attribute) else None


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

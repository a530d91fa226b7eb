"""Names in the place of which code puts something else: `mock.patch("pkg.core.np.dot")`, `np.dot = spy`.

Such a test wants to find the name in that module, and the module to ask it by that name.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Final

from purity_lint.source.file import SourceFile
from purity_lint.source.imports import telling
from purity_lint.source.names import last_name
from purity_lint.source.parameters import OBJECTS

PATCHED: Final = "patched"
"""What the linter calls it that a test replaces what a module holds under a name."""
_BY_PATH: Final = frozenset({"patch", "setattr", "delattr"})
"""Functions of `unittest.mock` and pytest that take the dotted name of what they replace."""
_OF_OBJECT: Final = frozenset({"object", "setattr", "delattr"})
"""Those that take a module and the name in it."""
_CALLS: Final = tuple(re.compile(rf"{name}\s*[(\\]") for name in sorted(_BY_PATH | _OF_OBJECT))
"""A call of one of these functions, of which the brackets may be on the next line; what all begins alike is quicker."""


def names_patched(source: SourceFile) -> Iterator[str]:
    """Yield the dotted names that a file replaces, as far as it says where they are."""
    text = source.text
    attributes = source.of(ast.Attribute)
    stored = [node for node in attributes if node.ctx.__class__ is ast.Store and _may_be_of_module(node)]
    calls = any(name in text for name in _BY_PATH) and any(call.search(text) for call in _CALLS)
    if not (stored or calls):
        return
    imported = dict(_imported(source.tree))
    for target in stored:
        if (held := _named(target, imported)) is not None:
            yield held
    if not calls:
        return
    for node in source.of(ast.Call):
        match node:
            case ast.Call(func=function, args=[ast.Constant(value=str() as path), *_]):
                if last_name(function) in _BY_PATH and "." in path:
                    yield path
            case ast.Call(func=function, args=[module, ast.Constant(value=str() as name), *_]):
                if last_name(function) in _OF_OBJECT and (held := _named(module, imported)) is not None:
                    yield f"{held}.{name}"


def _may_be_of_module(node: ast.Attribute) -> bool:
    """True for an attribute that may be a module's."""
    holder = node.value
    while holder.__class__ is ast.Attribute:
        holder = holder.value
    return isinstance(holder, ast.Name) and holder.id not in OBJECTS


def _named(module: ast.expr, imported: Mapping[str, str]) -> str | None:
    """Return the whole name of a module, or of a part of one, `np.random`."""
    if isinstance(module, ast.Attribute):
        held = _named(module.value, imported)
        return None if held is None else f"{held}.{module.attr}"
    return imported.get(module.id) if isinstance(module, ast.Name) else None


def patched_in(module: str, patched: Iterable[str]) -> frozenset[str]:
    """Return the names of a module that are replaced, as its code writes them: `np.dot`, `norm`.

    A path that does not begin with the module's whole name may name it by the last part of that, as a file says that is
    imported from beside it.
    """
    last = module.rpartition(".")[2]
    found = set()
    for path in patched:
        if path.startswith(f"{module}."):
            found.add(path.removeprefix(f"{module}."))
        else:
            _, here, inner = f".{path}".rpartition(f".{last}.")
            found.update({inner} if here else ())
    return frozenset(found)


def _imported(tree: ast.Module) -> Iterator[tuple[str, str]]:
    """Yield the names that a file imports, and what each is the name of."""
    for node in sorted(telling(tree).imports, key=lambda n: (n.lineno, n.col_offset)):
        if isinstance(node, ast.Import):
            for alias in node.names:
                first = alias.name.partition(".")[0]
                yield (first, first) if alias.asname is None else (alias.asname, alias.name)
        else:
            home = f"{node.module}." if node.module else ""
            yield from ((alias.asname or alias.name, f"{home}{alias.name}") for alias in node.names)

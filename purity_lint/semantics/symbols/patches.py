"""Names in the place of which code puts something else: `mock.patch("pkg.core.np.dot")`, `np.dot = spy`.

Such a test wants to find the name in that module, and the module to ask it by that name.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Final

from purity_lint.source.blocks import statements
from purity_lint.source.file import SourceFile
from purity_lint.source.imports import telling
from purity_lint.source.names import last_name
from purity_lint.source.targets import targets

PATCHED: Final = "patched"
"""What the linter calls it that a test replaces what a module holds under a name."""
_BY_PATH: Final = frozenset({"patch", "setattr", "delattr"})
"""Functions of `unittest.mock` and pytest that take the dotted name of what they replace."""
_OF_OBJECT: Final = frozenset({"object", "setattr", "delattr"})
"""Those that take a module and the name in it."""
_STORING: Final = frozenset(
    {ast.Assign, ast.AugAssign, ast.AnnAssign, ast.For, ast.AsyncFor, ast.With, ast.AsyncWith}
)
"""Types of the statements that store what comes by an expression."""
_STORES: Final = re.compile(r"\n[^\S\n]*(?!self\b|cls\b)\w+(?:\.\w+)+ *=(?!=)")
"""An assignment to an attribute that may be a module's, `np.dot = spy`, after the end of the line before it."""
_CALLS: Final = tuple(re.compile(rf"{name}\s*[(\\]") for name in sorted(_BY_PATH | _OF_OBJECT))
"""A call of one of these functions, of which the brackets may be on the next line; what all begins alike is quicker."""


def names_patched(source: SourceFile) -> Iterator[str]:
    """Yield the dotted names that a file replaces, as far as it says where they are."""
    tree, text = source.tree, source.text
    if not any(word in text for word in ("patch", *_BY_PATH)) and not _STORES.search(f"\n{text}"):
        return
    imported = dict(_imported(tree))
    for target in _stored(tree):
        if (held := _named(target, imported)) is not None:
            yield held
    if not any(call.search(text) for call in _CALLS):
        return
    for node in source.of(ast.Call):
        match node:
            case ast.Call(func=function, args=[ast.Constant(value=str() as path), *_]):
                if last_name(function) in _BY_PATH and "." in path:
                    yield path
            case ast.Call(func=function, args=[module, ast.Constant(value=str() as name), *_]):
                if last_name(function) in _OF_OBJECT and (held := _named(module, imported)) is not None:
                    yield f"{held}.{name}"


def _stored(tree: ast.Module) -> Iterator[ast.Attribute]:
    """Yield the attributes that statements store into."""
    for statement in statements(tree.body):
        kind = statement.__class__
        if kind not in _STORING:
            continue
        match statement:
            case ast.Assign(targets=stored):
                pass
            case ast.With(items=items) | ast.AsyncWith(items=items):
                stored = [item.optional_vars for item in items if item.optional_vars is not None]
            case _:
                stored = [statement.target]  # type: ignore[attr-defined]  # the others have one
        for target in stored:
            if target.__class__ is ast.Name:
                continue
            yield from (part for part in targets(target) if isinstance(part, ast.Attribute))


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

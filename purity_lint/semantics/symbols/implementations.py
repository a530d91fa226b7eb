"""Read what a file implements for one array library: classes and modules that are named after one.

``class TorchOps`` and ``class NumpyOps`` are of one family, and so are ``backend/torch_backend.py`` and
``backend/numpy_backend.py``, or ``backend/torch/ops.py`` and ``backend/numpy/ops.py``.  ``backend/common/ops.py`` is of
the last one too: what is written there no backend lacks.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence
from itertools import chain
from pathlib import Path

from purity_lint.knowledge.libraries import library_of, without_library
from purity_lint.semantics.model import Implementation, Signature
from purity_lint.source.blocks import blocks
from purity_lint.source.constructs import Definition
from purity_lint.source.walk import walk

_COMMON = frozenset({"common", "base", "shared", "generic", "default"})
"""Folders and modules of what is the same for all libraries."""
_TRANSPARENT = frozenset({"staticmethod", "classmethod", "abstractmethod", "override", "final"})
"""Decorators that leave the signature as it is."""


def implementations(tree: ast.Module, path: Path) -> list[Implementation]:
    """All implementations in a file, the module first."""
    found = [_of_class(node, tree, path, library) for node, library in _classes_named_after(tree.body)]
    named = _named_after(path)
    return found if named is None else [_of_module(tree, path, *named), *found]


def signature(function: Definition) -> Signature | None:
    """Return what a caller sees of a signature; annotations and defaults' values are no part of it.

    ``None`` where it takes anything, or only says that it is not implemented.
    """
    if any(not isinstance(d, ast.Name) or d.id not in _TRANSPARENT for d in function.decorator_list):
        return None
    a = function.args
    if (a.vararg is not None and a.kwarg is not None) or _is_not_implemented(function):
        return None
    return [
        [p.arg for p in a.posonlyargs],
        [p.arg for p in a.args],
        len(a.defaults),
        a.vararg is not None,
        sorted(p.arg for p in a.kwonlyargs),
        a.kwarg is not None,
    ]


def _is_not_implemented(function: Definition) -> bool:
    match function.body:
        case [*_, ast.Raise(exc=ast.Name(id=name) | ast.Call(func=ast.Name(id=name)))]:
            before = [s for s in function.body[:-1] if not isinstance(s, ast.Expr)]
            return name == "NotImplementedError" and not before
    return False


def families(all_of: Sequence[Implementation]) -> dict[str, list[Implementation]]:
    """Return the families that implement several libraries, and of which any two members have much in common."""
    found: dict[str, list[Implementation]] = {}
    for one in all_of:
        found.setdefault(one.family, []).append(one)
    return {name: family for name, family in found.items() if _is_family(family)}


def _is_family(family: list[Implementation]) -> bool:
    names = {one.name for one in family if one.name}
    family = [one for one in family if one.library]
    if len({one.library for one in family}) < 2 or any(not names.isdisjoint(one.bases) for one in family):
        return False
    operations = [set(one.operations) for one in family]
    largest = max(operations, key=len)
    return all(2 * len(own & largest) >= len(own) for own in operations) and any(operations)


def _named_after(path: Path) -> tuple[str, str] | None:
    """Return the library after which a module or its folder is named, and the family."""
    folder = path.parent
    library = library_of(path.stem)
    if library is not None:
        return library, f"{folder}/{without_library(path.stem)}"
    library = "" if folder.name.strip("_") in _COMMON else library_of(folder.name)
    if library is None:
        return None
    rest = without_library(folder.name) if library else ""
    return library, f"{folder.parent}/{rest}/{path.name}"


def _classes_named_after(body: Sequence[ast.stmt]) -> Iterator[tuple[ast.ClassDef, str]]:
    """Return the classes of a module that are named after a library, and which.

    One may stand in a branch that asks whether its library is there, with another beside it that says what is missing:
    the larger one is meant.
    """
    found: dict[str, tuple[ast.ClassDef, str]] = {}
    for node in body:
        branches = blocks(node) if isinstance(node, ast.If | ast.Try | ast.TryStar) else ()
        inner = _classes_named_after(list(chain.from_iterable(branches)))
        library = library_of(node.name) if isinstance(node, ast.ClassDef) else None
        own = [(node, library)] if isinstance(node, ast.ClassDef) and library is not None else []
        for one in (*own, *inner):
            known = found.get(one[0].name)
            if known is None or len(known[0].body) < len(one[0].body):
                found[one[0].name] = one
    yield from found.values()


def _of_module(tree: ast.Module, path: Path, library: str, family: str) -> Implementation:
    operations = {
        node.name: signature(node)
        for node in tree.body
        if isinstance(node, Definition) and not node.name.startswith("_")
    }
    bound = sorted({name for node in tree.body for name in _bound(node)} - operations.keys())
    is_open = "*" in bound or "__getattr__" in bound
    read = {n.id for n in walk(tree) if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Load)}
    used = sorted(read & operations.keys())
    return Implementation(family, library, "", str(path), operations, bound, [], used, is_open)


def _of_class(node: ast.ClassDef, tree: ast.Module, path: Path, library: str) -> Implementation:
    operations = {
        member.name: signature(member)
        for member in node.body
        if isinstance(member, Definition) and not member.name.startswith("_")
    }
    bound = sorted({name for member in node.body for name in _bound(member)} - operations.keys())
    is_open = "__getattr__" in bound or bool(node.decorator_list) or _is_extended(node.name, tree)
    bases = [base.id if isinstance(base, ast.Name) else getattr(base, "attr", "") for base in node.bases]
    family = f"class {without_library(node.name)}"
    used = sorted({n.attr for n in walk(node) if isinstance(n, ast.Attribute)} & operations.keys())
    return Implementation(family, library, node.name, str(path), operations, bound, bases, used, is_open)


def _bound(node: ast.stmt) -> Iterator[str]:
    """Return the names that a statement binds, `*` for all of a module."""
    match node:
        case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name) | ast.ClassDef(name=name):
            yield name
        case ast.Import(names=names) | ast.ImportFrom(names=names):
            yield from (alias.asname or alias.name for alias in names)
        case ast.Assign(targets=targets):
            yield from (n.id for t in targets for n in ast.walk(t) if isinstance(n, ast.Name))
        case ast.AnnAssign(target=ast.Name(id=name)):
            yield name
        case ast.If() | ast.Try() | ast.TryStar() | ast.With():
            yield from (name for block in blocks(node) for inner in block for name in _bound(inner))


def _is_extended(name: str, tree: ast.Module) -> bool:
    """True where the file adds to the class from outside: ``setattr(NumpyOps, ...)``, ``NumpyOps.register(...)``."""
    for node in ast.walk(tree):
        match node:
            case ast.Call(func=ast.Name(id="setattr"), args=[ast.Name(id=target), *_]) if target == name:
                return True
            case ast.Call(func=ast.Attribute(value=ast.Name(id=target))) if target == name:
                return True
    return False

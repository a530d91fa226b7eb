"""Read off the files of a project which array libraries its import needs: ``import numpy as np`` at the top.

``try: import torch`` and ``import torch`` in a function are of a library that may be missing, and so is what a module
needs that nobody imports for certain: who asks for its functions has chosen the library.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator

from purity_lint.knowledge.libraries import ARRAY_PACKAGES, ROOTS
from purity_lint.semantics.symbols.files_of_tests import is_test
from purity_lint.semantics.symbols.scripted import CALLS, reached
from purity_lint.source.file import SourceFile
from purity_lint.source.imports import catches_import_error

_OF_LIBRARY = "library "
_TOP = "package "
_IN = " in "
_PROGRAMS = frozenset({"examples", "example", "benchmarks", "docs", "scripts", "notebooks", "tutorials"})


def needed_libraries(source: SourceFile) -> Iterator[str]:
    """Yield what a file is, and what it imports for certain, as pairs: ``kernels>library torch``."""
    path = source.path
    if is_test(path) or not _PROGRAMS.isdisjoint(path.parts):
        return
    is_package = path.name == "__init__.py"
    name = path.parent.name if is_package else path.stem
    if is_package:
        yield f"{_TOP}{name}{_IN}{path.parent.parent.name}"
    for imported in _imported(source.tree.body):
        yield f"{name}{CALLS}{imported}"


def needed(told: Iterable[str]) -> frozenset[str]:
    """Return the libraries that are imported with the outermost packages; with any file, where these import none."""
    packages: dict[str, str] = {}
    imports: list[str] = []
    for each in told:
        if each.startswith(_TOP):
            name, _, folder = each.removeprefix(_TOP).partition(_IN)
            packages[name] = folder
        else:
            imports.append(each)
    outermost = [name for name, folder in packages.items() if folder not in packages]
    with_packages = _libraries(reached(outermost, imports))
    return with_packages or _libraries(pair.partition(CALLS)[2] for pair in imports)


def _libraries(names: Iterable[str]) -> frozenset[str]:
    return frozenset(n.removeprefix(_OF_LIBRARY) for n in names if n.startswith(_OF_LIBRARY))


def _imported(statements: Iterable[ast.stmt]) -> Iterator[str]:
    """Yield every part of the names that these statements import, and the libraries, whose imports cannot fail.

    Where an import that fails is replaced by one of another library, one of the two is there for certain.
    """
    for statement in statements:
        match statement:
            case ast.Import(names=names):
                yield from (part for alias in names for part in _parts(alias.name))
            case ast.ImportFrom(module=str(module), level=0) if module.partition(".")[0] in ARRAY_PACKAGES:
                yield from _parts(module)
            case ast.ImportFrom(module=module, names=names):
                yield from filter(None, (module or "").split("."))
                yield from (alias.name for alias in names)
            case ast.Try(body=body, handlers=handlers):
                if not any(catches_import_error(handler) for handler in handlers):
                    yield from _imported(body)
                elif replaced := [*_libraries_of(s for h in handlers for s in h.body)]:
                    yield from (*replaced, *_libraries_of(body))


def _libraries_of(statements: Iterable[ast.stmt]) -> Iterator[str]:
    return (name for name in _imported(statements) if name.startswith(_OF_LIBRARY))


def _parts(name: str) -> Iterator[str]:
    """Yield the library of a name, which is the operations' own in a fixed file, or the parts of another name."""
    root, _, _ = name.partition(".")
    if root in ARRAY_PACKAGES:
        yield f"{_OF_LIBRARY}{ROOTS.get(root, root)}"
    else:
        yield from filter(None, name.split("."))

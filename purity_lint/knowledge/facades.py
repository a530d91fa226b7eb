"""Modules that can be known only by how they are used: those that are put together at run time.

``import geometry.backend as gs`` may name a module that no file holds: an import hook fills it with the functions of
NumPy or PyTorch, or it belongs to a library of which nothing is known here.  What the files of the project read from
it says what it is: a module of which ``einsum``, ``stack`` and ``zeros_like`` are read speaks the vocabulary that
array namespaces share.
"""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Container, Iterable
from typing import Final

from purity_lint.knowledge import arrays, lookup

NAMESPACE: Final = "array_api"
"""Name under which the tables know a namespace of no backend in particular."""
MIN_ARRAY_NAMES: Final = 3
"""How many names that only array libraries have must be read from a module."""
_SHARED: Final = frozenset(
    {
        *(name.partition(".")[0] for name in lookup.SHARED),
        *arrays.CONSTANTS,
        *arrays.DTYPES,
        "linalg",
        "random",
        "fft",
        "ndarray",
        "newaxis",
    }
)


_KNOWN_ROOTS: Final = frozenset(
    name.partition(".")[0] for table in (lookup.FACTS, lookup.ARRAY_NAMESPACES) for name in table
)


_ARRAY_NAME: Final = re.compile(rf"\.(?:{'|'.join(sorted(arrays.ONLY_OF_ARRAYS))})\b")


def head_of(text: str, dot: int) -> str:
    """Return the name that stands before the dot at this place of ``text``; empty where there is none."""
    start = dot
    while start and (text[start - 1].isalnum() or text[start - 1] == "_"):
        start -= 1
    return text[start:dot]


def reads(imports: Iterable[ast.Import | ast.ImportFrom], text: str) -> dict[str, list[str]]:
    """Return what a file reads from modules of which nothing is known, where some of it is what arrays are made of.

    ``imports`` are the statements by which it has them, and ``text`` is that of the file.
    Modules are named as the file names them, relative imports with their dots.
    """
    heads = {head_of(text, match.start()) for match in _ARRAY_NAME.finditer(text)}
    if not heads:
        return {}
    targets: dict[str, str] = {}
    for node in imports:
        if isinstance(node, ast.Import):
            targets.update({a.asname or a.name: a.name for a in node.names if a.asname or "." not in a.name})
        else:
            base = "." * node.level + (f"{node.module}." if node.module else "")
            targets.update({a.asname or a.name: base + a.name for a in node.names if a.name != "*"})
    telling = {targets[local] for local in heads & targets.keys() if _may_be_facade(targets[local])}
    targets = {local: name for local, name in targets.items() if name in telling}
    if not targets:
        return {}
    found: dict[str, set[str]] = {}
    for local, attribute in re.findall(rf"\b({'|'.join(targets)})\.(\w+)", text):
        found.setdefault(targets[local], set()).add(attribute)
    return {
        name: sorted(names)
        for name, names in sorted(found.items())
        if not names.isdisjoint(arrays.ONLY_OF_ARRAYS)
    }


def facades(read: Iterable[tuple[str, Iterable[str]]], modules: Container[str]) -> frozenset[str]:
    """Modules outside ``modules`` that are used as array namespaces are, given what is read of each by any file."""
    together: dict[str, set[str]] = {}
    for name, attributes in read:
        if name not in modules:
            together.setdefault(name, set()).update(attributes)
    return frozenset(name for name, attributes in together.items() if _is_array_namespace(attributes))


def _may_be_facade(name: str) -> bool:
    root, last = name.partition(".")[0], name.rpartition(".")[2]
    return not (is_known_elsewhere(root) or last[:1].isupper())


def is_known_elsewhere(root: str) -> bool:
    """Return True where a top-level name belongs to Python or to an array library."""
    return root in sys.stdlib_module_names or root in _KNOWN_ROOTS


def _is_array_namespace(attributes: set[str]) -> bool:
    shared = len(attributes & _SHARED)
    return len(attributes & arrays.ONLY_OF_ARRAYS) >= MIN_ARRAY_NAMES and 2 * shared >= len(attributes)

"""Members that arrays have, and classes that know no arrays have too: items, `T`, `reshape`, `zeros` of a context.

Where nothing else is known, ``m[:, 0]`` says that there is an array, and ``ctx.zeros(2)`` that there is a namespace.
In a project with matrices or contexts of its own, neither says so in a file that has nothing to do with arrays.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Collection
from typing import Final

from purity_lint.knowledge import labelled_data, lookup
from purity_lint.knowledge.arrays import NOT_OF_NUMPY, STRONG_ATTRIBUTES, STRONG_METHODS
from purity_lint.semantics.domain.kinds import CLASS, FUNCTION, MODULE
from purity_lint.semantics.symbols.namespaces import ENOUGH, NAMES_OF_NAMESPACES, NAMESPACE_NAMES
from purity_lint.semantics.symbols.table import ModuleSymbol

OWN_MEMBERS: Final = "own"
"""What the linter calls those that some class has of which the file imports no arrays."""
ITEMS: Final = "__getitem__"
PRODUCT: Final = "__matmul__"
_LIBRARIES: Final = (
    frozenset(
        name.partition(".")[0]
        for table in (lookup.FACTS, lookup.ARRAY_NAMESPACES, lookup.TENSOR_CLASSES)
        for name in table
    )
    - sys.stdlib_module_names
) | labelled_data.LIBRARIES
"""Top-level packages of which something here is known: files that import one may have arrays."""
_MEMBERS: Final = STRONG_METHODS | STRONG_ATTRIBUTES | NAMESPACE_NAMES | {ITEMS, PRODUCT}
_IMPORT: Final = re.compile(r"\n[ \t]*(?:import|from)[ \t]+(\w+)")
"""A text is searched for the end of the line before, a letter that is found at once, where `^` is tried everywhere."""
_NAMESPACE: Final = re.compile(rf"\b(?:{'|'.join(sorted(NAMES_OF_NAMESPACES))})\b")


def own_members(methods: Collection[str], text: str) -> list[str]:
    """Return the members that arrays have too among the methods of a file, if its text imports no arrays."""
    found = _MEMBERS.intersection(methods)
    return sorted(found) if found and not _imports_arrays(text) else []


def _imports_arrays(text: str) -> bool:
    if any(name in text for name in NAMES_OF_NAMESPACES) and _NAMESPACE.search(text) is not None:
        return True
    return not _LIBRARIES.isdisjoint(_IMPORT.findall(f"\n{text}"))


def knows_arrays(module: ModuleSymbol) -> bool:
    """True where the file of ``module`` imports a library that has arrays, itself or by way of another module."""
    known = module.knows_arrays
    if known is None:
        known = module.knows_arrays = _imports_arrays(module.source.text)
    return known or _is_given_arrays(module)


def has_contexts(module: ModuleSymbol, own: frozenset[str]) -> bool:
    """True where what has `zeros` and `sqrt` may be of a class of the project: ``own`` are the members of such."""
    return len(NAMESPACE_NAMES & own) >= ENOUGH and not knows_arrays(module)


def _is_given_arrays(module: ModuleSymbol) -> bool:
    """True where a name at its top stands for something of a library of arrays: `from .compat import np`."""
    values = module.environment.values.values() if module.environment is not None else ()
    return any(
        isinstance(ref, str) and ref.partition(".")[0] in _LIBRARIES
        for value in values
        if value.mask & (MODULE | FUNCTION | CLASS)
        for ref in value.refs
    )


def names_operand_with(module: ModuleSymbol, method: str) -> bool:
    """True where the module defines or imports a class whose instances have this method.

    What NumPy's arrays have too, arrays are asked for, unless the class has operators of its own.
    """
    alone = method in NOT_OF_NUMPY
    return any(
        c.method(method) is not None and (alone or c.has_operators() or c.is_arraylike())
        for c in module.classes_named()
    )

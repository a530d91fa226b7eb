"""Functions that code tells apart from others: `how is np.mean`, `f in (np.max, np.min)`, `{np.add: "+"}[f]`.

Who hands such a function over, in whichever file, must hand over the very function that is asked for.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator
from typing import Final

from purity_lint.knowledge.libraries import WORDS
from purity_lint.semantics.symbols.left_behind import root_of
from purity_lint.source.file import SourceFile

_ASKING: Final = frozenset({ast.Is, ast.IsNot, ast.Eq, ast.NotEq, ast.In, ast.NotIn})
_SEVERAL: Final = (ast.Tuple, ast.List, ast.Set)


def functions_told_apart(source: SourceFile) -> Iterator[str]:
    """Yield the last names of what of an array library a file compares values with, or goes through."""
    for comparison in source.of(ast.Compare):
        for op, other in zip(comparison.ops, comparison.comparators, strict=True):
            if op.__class__ in _ASKING:
                yield from _of_libraries([other])
    for table in source.of(ast.Dict):
        yield from _of_libraries(table.keys)
    loops: list[ast.For | ast.comprehension] = [*source.of(ast.For), *source.of(ast.comprehension)]
    for loop in loops:
        if loop.iter.__class__ in _SEVERAL:
            yield from _of_libraries([loop.iter])


def _of_libraries(nodes: Iterable[ast.expr | None]) -> Iterator[str]:
    """Yield the last names of what is a library's among some expressions, and in tuples and the like."""
    for node in nodes:
        if isinstance(node, ast.Attribute):
            if root_of(node) in WORDS:
                yield node.attr
        elif isinstance(node, _SEVERAL):
            yield from _of_libraries(node.elts)

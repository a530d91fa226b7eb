"""``np.r_[a, 0, 1:3]`` and ``np.c_[a, b]``: concatenation written as indexing."""

from __future__ import annotations

import ast

from purity_lint.fixes.edits import Hole, Rewrite
from purity_lint.rules.call_rewrites import Refused, Rewritten
from purity_lint.semantics.model import SemanticModel

NAMES = frozenset({"r_", "c_"})


def rewrite_brackets(name: ast.expr, which: str, model: SemanticModel) -> Rewritten | Refused:
    """What ``np.r_[...]`` or ``np.c_[...]`` becomes, ``name`` being the ``np.r_`` in it.

    Never safe: Python numbers between the brackets take part in NumPy's promotion another way than in a concatenation.
    """
    brackets = model.parent(name)
    if not isinstance(brackets, ast.Subscript) or brackets.value is not name:
        return Refused("it is not indexed here")
    elements = brackets.slice.elts if isinstance(brackets.slice, ast.Tuple) else [brackets.slice]
    holes: dict[str, Hole] = {}
    parts = [_part(element, f"a{i}", which, holes) for i, element in enumerate(elements)]
    if None in parts:
        return Refused("what stands between its brackets is no list of arrays")
    operation = "concat" if which == "r_" else "column_stack"
    template = f"{{ops}}.{operation}([{', '.join(filter(None, parts))}])"
    return Rewritten(Rewrite(brackets, template, holes), operation, safe=False)


def _part(element: ast.expr, hole: str, which: str, holes: dict[str, Hole]) -> str | None:
    if isinstance(element, ast.Slice):
        return _range(element, hole, holes)
    if isinstance(element, ast.Constant) and not isinstance(element.value, int | float | complex):
        return None
    if isinstance(element, ast.Starred):
        return None
    holes[hole] = element
    return f"{{ops}}.atleast_1d({{{hole}}})" if which == "r_" else f"{{{hole}}}"


def _range(element: ast.Slice, hole: str, holes: dict[str, Hole]) -> str | None:
    """``1:10:2`` counts; ``0:1:5j`` divides an interval, which no operation does in this form."""
    divides = isinstance(element.step, ast.Constant) and isinstance(element.step.value, complex)
    if element.upper is None or divides:
        return None
    given: list[Hole] = ["0" if element.lower is None else element.lower, element.upper]
    if element.step is not None:
        given.append(element.step)
    texts = []
    for number, bound in enumerate(given):
        holes[f"{hole}_{number}"] = bound
        texts.append(f"{{{hole}_{number}}}")
    return f"{{ops}}.arange({', '.join(texts)})"

"""``np.mgrid[0:3, 0:4]`` and ``np.ogrid[0:3, 0:4]``: grids written as indexing."""

from __future__ import annotations

import ast

from purity_lint.findings.edits import Rewrite
from purity_lint.rewrites.calls.library_calls import Refused, Rewritten
from purity_lint.rewrites.references import Reference
from purity_lint.semantics.model import SemanticModel


def rewrite_grid(found: Reference, model: SemanticModel) -> Rewritten | Refused | None:
    """Write ``np.mgrid[0:3, 0:4]`` as ``ops.mgrid[0:3, 0:4]``, which has NumPy's values and dtype on NumPy.

    Safe where slices stand between the brackets: what else may be there fails in one way or another.
    """
    name, which = found.name, found.dotted.rpartition(".")[2]
    brackets = model.parent(name)
    if found.call is not None or not isinstance(brackets, ast.Subscript) or brackets.value is not name:
        return Refused("it is not indexed here")
    elements = brackets.slice.elts if isinstance(brackets.slice, ast.Tuple) else [brackets.slice]
    slices = all(isinstance(element, ast.Slice) for element in elements)
    return Rewritten(Rewrite(name, f"{{ops}}.{which}"), which, safe=slices and found.library == "numpy")

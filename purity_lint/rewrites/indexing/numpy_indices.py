"""Arrays and numbers of NumPy's as indices of tensors: SciPy gives them, and MLX takes none."""

from __future__ import annotations

import ast
from typing import Final

from purity_lint.semantics.model import SemanticModel
from purity_lint.semantics.values import Value

NUMBER_OF_NUMPY: Final = "MLX takes no number of NumPy as an index"
_ARRAY_OF_NUMPY: Final = "MLX takes no array of NumPy as an index"


def trouble_of_numpy(part: ast.expr, indexed: Value, model: SemanticModel) -> str | None:
    """Return the reason why an array that SciPy gives is no index of a tensor of ops; ``None`` for any other index."""
    if indexed.backend != "ops" or not isinstance(part, ast.Name | ast.Subscript):
        return None
    value = model.value(part)
    if not value.is_tensor or value.backend != "numpy" or value.rank == 0:
        return None
    return NUMBER_OF_NUMPY if value.rank is None and _is_gone_through(part, model) else _ARRAY_OF_NUMPY


def _is_gone_through(name: ast.expr, model: SemanticModel) -> bool:
    """True for `k` in `for k in np.unique(labels): x[k, 0]`, which is a number unless the array has rows."""
    loop = model.loop(name)
    while loop is not None:
        targets = ast.walk(loop.target) if isinstance(loop, ast.For) else ()
        if any(isinstance(n, ast.Name) and isinstance(name, ast.Name) and n.id == name.id for n in targets):
            return True
        loop = model.loop(loop)
    return False

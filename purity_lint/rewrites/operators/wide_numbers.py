"""Tensors of PyTorch's that are double and have no axes, which take the dtype of what they stand beside.

scale = torch.tensor(np.log(sigma))     # a tensor of float64
scale * weights                         # of float32 as `weights` are: `ops.multiply` would make it float64
"""

from __future__ import annotations

import ast

from purity_lint.knowledge import lookup
from purity_lint.knowledge.torch.roles import KEEP_DTYPES, ROOT
from purity_lint.semantics.model import SemanticModel
from purity_lint.semantics.values import Kind


def makes_wide_numbers(model: SemanticModel) -> bool:
    """True of a file that makes such tensors, of numbers of NumPy's: wherever they go, they are double."""
    if ROOT not in model.source.speaks or "numpy" not in model.packages:
        return False
    return model.memo(makes_wide_numbers, lambda: any(_is_wide(c, model) for c in model.source.of(ast.Call)))


def _is_wide(call: ast.Call, model: SemanticModel) -> bool:
    if len(call.args) != 1 or any(keyword.arg == "dtype" for keyword in call.keywords):
        return False
    if lookup.canonical(model.qualified_name(call.func) or "") not in KEEP_DTYPES:
        return False
    return _may_be_number_of_numpy(call.args[0], model)


def _may_be_number_of_numpy(node: ast.expr, model: SemanticModel) -> bool:
    if isinstance(node, ast.BinOp):
        return any(_may_be_number_of_numpy(side, model) for side in (node.left, node.right))
    value = model.value(node)
    of_numpy = value.kind is Kind.SCALAR or (value.is_tensor and value.backend == "numpy")
    return of_numpy and value.rank in {0, None} and value.dtype in {None, "float64"}

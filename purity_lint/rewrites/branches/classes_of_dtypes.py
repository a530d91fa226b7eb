"""``issubclass(x.dtype.type, np.integer)``: what kind of numbers a dtype is of, asked by a class of NumPy."""

from __future__ import annotations

import ast
from collections.abc import Collection

from purity_lint.findings.edits import Rewrite
from purity_lint.knowledge.dtypes import ABSTRACT, BOOLEANS, SCALAR_CLASSES, SCALAR_DTYPES
from purity_lint.rewrites.operands import is_certain
from purity_lint.semantics.model import SemanticModel
from purity_lint.semantics.values import Kind


def kind_asked(node: ast.Call, subject: ast.expr, names: Collection[str]) -> Rewrite | None:
    """Write ``issubclass(d.type, (np.floating, np.integer))`` as ``ops.isdtype(d, ("real floating", "integral"))``.

    None for anything but the class of a dtype, and where one of the classes, by their ``names``, is no kind.
    """
    if not isinstance(subject, ast.Attribute) or subject.attr != "type":
        return None
    kinds: list[str] = []
    for name in names:
        boolean = SCALAR_DTYPES.get(name) in BOOLEANS
        kind = '"bool"' if boolean else ABSTRACT.get(SCALAR_CLASSES.get(name, ""))
        if kind is None:
            return None
        kinds += kind.strip("()").split(", ")
    kinds = list(dict.fromkeys(kinds))
    asked = kinds[0] if len(kinds) == 1 else f"({', '.join(kinds)})"
    return Rewrite(node, f"{{ops}}.isdtype({{dtype}}, {asked})", {"dtype": subject.value})


def is_of_dtype(subject: ast.expr, model: SemanticModel) -> bool:
    """True for ``x.dtype.type`` of a tensor, and ``d.type`` of what is a dtype on every path."""
    if not isinstance(subject, ast.Attribute):
        return False
    dtype = subject.value
    if isinstance(dtype, ast.Attribute) and dtype.attr == "dtype":
        array = model.value(dtype.value)
        return array.is_tensor and is_certain(array)  # pandas' columns have dtypes too
    return model.value(dtype).kind is Kind.DTYPE

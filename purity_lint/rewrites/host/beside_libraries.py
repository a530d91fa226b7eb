"""NumPy in a file that works with JAX, PyTorch or MLX itself: there it is on the host, as often as not on purpose.

An operation makes its result with the backend, which is the other library as a rule: what checked or counted on the
host comes to be an array of it, which is compiled, has another dtype or lies on a device.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

from purity_lint.knowledge.libraries import BESIDE_NUMPY, OWN_TENSORS, PERHAPS_NUMPY, ROOTS, SPOKEN
from purity_lint.rewrites.operands import OPS
from purity_lint.semantics.model import SemanticModel
from purity_lint.semantics.values import PLAIN_NUMBERS
from purity_lint.source.names import names_in

_OF_IMPORTS = (ast.Import, ast.ImportFrom, ast.Module)
"""Nodes of findings whose fixes compute nothing."""
_WORD = re.compile(r"\w+")


def may_stay_on_host(node: ast.AST, model: SemanticModel) -> bool:
    """True where a fix of ``node`` would take NumPy's work, in a file that imports another library besides.

    What is certainly of that library, or of ``ops``, is none of NumPy's: a call of it, a method or an operator of
    its tensors.  Neither is a constant, which is a number in either.
    """
    if model.source.speaks.isdisjoint(BESIDE_NUMPY) or isinstance(node, _OF_IMPORTS):
        return False
    own_names = model.memo(may_stay_on_host, lambda: _names_of_numpy(model))
    return bool(own_names) and _is_work_of_numpy(node, own_names, model)


def has_other_tensors(model: SemanticModel) -> bool:
    """True where some file of the project imports another library: its tensors are no arrays of NumPy's class."""
    return not model.asked_about(SPOKEN).isdisjoint(OWN_TENSORS)


def _is_work_of_numpy(node: ast.AST, own_names: frozenset[str], model: SemanticModel) -> bool:
    named = node.func if isinstance(node, ast.Call) else node
    name = model.qualified_name(named) if isinstance(named, ast.expr) else None
    library = ROOTS.get(name.partition(".")[0]) if name is not None else None
    if library in OWN_TENSORS or (name is not None and name.startswith(OPS)):
        return False
    if isinstance(node, ast.Attribute | ast.Name) and model.value(node).kind in PLAIN_NUMBERS:
        return False
    if library == "numpy":
        return True
    tensors = [value for value in map(model.value, _parts(node)) if value.is_tensor]
    if tensors:
        return any(value.backend in PERHAPS_NUMPY for value in tensors)
    return not own_names.isdisjoint(_words(node))


def _names_of_numpy(model: SemanticModel) -> frozenset[str]:
    """Return the names that the file has of NumPy and of what is in it."""
    return frozenset(
        binding.local
        for binding in model.imports
        if ROOTS.get(binding.qualified.partition(".")[0]) == "numpy"
    )


def _parts(node: ast.AST) -> Iterator[ast.expr]:
    """Yield what a statement or an expression works on: operands, arguments, the array of a method or a store."""
    if isinstance(node, ast.Name):
        yield node
    for part in ast.iter_child_nodes(node):
        if isinstance(part, ast.keyword):
            yield part.value
        elif isinstance(part, ast.Subscript | ast.Attribute):
            yield part.value
            yield part
        elif isinstance(part, ast.expr):
            yield part


def _words(node: ast.AST) -> set[str]:
    """Return the names in ``node``, those in the text of an annotation among them."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        return set(_WORD.findall(node.value))
    return set(names_in(node))

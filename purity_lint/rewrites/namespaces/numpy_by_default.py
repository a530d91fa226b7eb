"""Functions of a project that give NumPy for arrays of libraries that they do not know: ``xp = get_namespace(x)``."""

from __future__ import annotations

import ast

from purity_lint.knowledge.libraries import NUMPY
from purity_lint.knowledge.lookup import may_give_namespace
from purity_lint.knowledge.signatures import is_name_of_ops
from purity_lint.semantics.model import SemanticModel
from purity_lint.source.constructs import FUNCTIONS
from purity_lint.source.names import last_name
from purity_lint.source.walk import walk


def arrays_given_numpy(call: ast.Call, model: SemanticModel) -> list[ast.expr]:
    """Return the arrays for which a call asks for their namespace, where it may be given NumPy itself."""
    if call.keywords or not may_give_namespace(last_name(call.func)) or not model.may_be_module(call, NUMPY):
        return []
    return [a for a in call.args if not isinstance(a, ast.Constant)]


def is_read_as_operations(call: ast.Call, model: SemanticModel) -> bool:
    """True where the namespace gets a name of which its function reads nothing but what operations are called."""
    holder, function = model.parent(call), model.function(call)
    if not isinstance(function, FUNCTIONS):
        return False
    match holder:
        case ast.Assign(targets=[ast.Name(id=name)]):
            uses = [n for n in walk(function) if isinstance(n, ast.Name) and n.id == name]
            reads = [n for n in uses if isinstance(n.ctx, ast.Load)]
            return len(uses) == len(reads) + 1 and all(_reads_operation(n, model) for n in reads)
    return False


def _reads_operation(space: ast.Name, model: SemanticModel) -> bool:
    read, names = model.parent(space), list[str]()
    while isinstance(read, ast.Attribute):
        names.append(read.attr)
        read = model.parent(read)
    return any(is_name_of_ops(".".join(names[:n])) for n in range(1, len(names) + 1))

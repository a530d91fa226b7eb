"""Random numbers by one library's means, written as draws of ``ops.random``."""

from __future__ import annotations

import ast

from purity_lint.findings.edits import Rewrite
from purity_lint.knowledge import libraries
from purity_lint.knowledge.known_forms import forms_of
from purity_lint.knowledge.samplers import DRAWS, HIDDEN, TABLES
from purity_lint.knowledge.signatures import signature
from purity_lint.rewrites.calls.library_calls import Rewritten, rewrite_call
from purity_lint.rewrites.calls.torch_modules import makes_for_modules
from purity_lint.rewrites.references import Reference, references
from purity_lint.semantics.model import SemanticModel
from purity_lint.source.parameters import parameter_names

_DEFAULT = "random.default_generator"
"""Operation behind `ops.random.default`."""
_MODULE = "random"
"""NumPy's module of samplers, whose functions are methods of its hidden generator."""


def draw(found: Reference, model: SemanticModel) -> Rewritten | None:
    """Write a draw in ops: one of NumPy's, where nothing else fits, as a method of the default generator."""
    if makes_for_modules(f"{found.library}.{found.dotted}", model):
        return None
    short = found.dotted.rpartition(".")[2]
    if (
        found.dotted in HIDDEN
        and found.library in libraries.NUMPY_OUTPUTS
        and signature(_DEFAULT) is not None
    ):
        return Rewritten(Rewrite(found.name, "{ops}.random.default"), "random.default", safe=False)
    if found.call is not None:
        forms = TABLES[found.library].get(found.dotted) or forms_of(found.library, found.dotted)
        outcome = rewrite_call(found.call, forms, libraries.operation(found.library, found.dotted))
        if isinstance(outcome, Rewritten):
            return outcome
    if found.library not in libraries.NUMPY_OUTPUTS or short not in DRAWS or signature(_DEFAULT) is None:
        return None
    return Rewritten(Rewrite(found.name, f"{{ops}}.random.default.{short}"), "random.default", safe=False)


def as_generator(found: Reference, model: SemanticModel) -> Rewritten | None:
    """Write `np.random`, where it stands for a generator, as that of ops: `np.random if rng is None else rng`.

    A module stands for one where it is a value among others.  A file that does anything else with it may ask whether
    that is what it is given, `rng is np.random`.
    """
    if found.library not in libraries.NUMPY_OUTPUTS or found.dotted != _MODULE:
        return None
    if not model.memo(as_generator, lambda: _is_chosen_everywhere(model)):
        return None
    return Rewritten(Rewrite(found.name, "{ops}.random.default"), "random.default", safe=False)


def _is_chosen_everywhere(model: SemanticModel) -> bool:
    return all(_is_chosen(found, model) for found in references(model).values() if found.dotted == _MODULE)


def _is_chosen(found: Reference, model: SemanticModel) -> bool:
    match model.parent(found.node):
        case ast.IfExp(body=body, orelse=orelse):
            return found.node in (body, orelse)
        case ast.Assign(targets=[ast.Name(id=name)]):
            function = model.function(found.node)
            return function is not None and name in parameter_names(function)
        case ast.BoolOp() | ast.arguments() | ast.Return():
            return True
    return False

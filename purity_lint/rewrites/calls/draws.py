"""Random numbers by one library's means, written as draws of ``ops.random``."""

from __future__ import annotations

from purity_lint.findings.edits import Rewrite
from purity_lint.knowledge import libraries
from purity_lint.knowledge.known_forms import forms_of
from purity_lint.knowledge.samplers import DRAWS, HIDDEN, TABLES
from purity_lint.knowledge.signatures import signature
from purity_lint.rewrites.calls.library_calls import Rewritten, rewrite_call
from purity_lint.rewrites.calls.torch_modules import makes_for_modules
from purity_lint.rewrites.references import Reference
from purity_lint.semantics.model import SemanticModel

_DEFAULT = "random.default_generator"
"""Operation behind `ops.random.default`."""


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

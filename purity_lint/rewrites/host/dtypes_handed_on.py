"""Dtypes that functions of PyTorch are handed which stay its own: they take no portable ones.

def drawn(size, dtype=torch.float32, generator=None):
    return torch.rand(size, dtype=dtype, generator=generator)       # no generator of PyTorch's in ops
"""

from __future__ import annotations

import ast

from purity_lint.knowledge.torch.roles import ROOT
from purity_lint.rewrites.calls.draws import draw
from purity_lint.rewrites.calls.library_calls import Rewritten
from purity_lint.rewrites.calls.replacements import replacement
from purity_lint.rewrites.references import Category, reference
from purity_lint.semantics.model import SemanticModel
from purity_lint.source.names import last_name


def names_handed_to_torch(model: SemanticModel) -> frozenset[str]:
    """Return the names of what is given as a dtype to a call of PyTorch's that stays, anywhere in the file."""
    if ROOT not in model.source.speaks:
        return frozenset()
    return model.memo(names_handed_to_torch, lambda: _find(model))


def _find(model: SemanticModel) -> frozenset[str]:
    found = set()
    for call in model.source.of(ast.Call):
        given = {last_name(keyword.value) for keyword in call.keywords if keyword.arg == "dtype"} - {""}
        if given and _stays(call, model):
            found |= given
    return frozenset(found)


def _stays(call: ast.Call, model: SemanticModel) -> bool:
    found = reference(call, model)
    if found is None or found.library != ROOT:
        return False
    written = draw(found, model) if found.category is Category.RANDOM else replacement(found, model)
    return not isinstance(written, Rewritten)

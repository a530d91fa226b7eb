"""Where NumPy's functions take the array that they write into: ``np.maximum(x, y, z)``."""

from __future__ import annotations

import ast
from functools import cache

from purity_lint.knowledge import libraries
from purity_lint.knowledge.known_forms import forms_of
from purity_lint.knowledge.numpy.forms import UFUNC_FORMS
from purity_lint.knowledge.signatures import signature
from purity_lint.rewrites.references import library_names
from purity_lint.semantics.model import SemanticModel


def position_of_output(call: ast.Call, model: SemanticModel) -> int | None:
    """Return the position of ``out`` among the parameters of NumPy's function."""
    name = library_names(model).get(call.func)
    return _position_in(*name) if name is not None and name[0] in libraries.NUMPY_OUTPUTS else None


@cache
def _position_in(*name: str) -> int | None:
    forms = forms_of(*name)
    if forms is UFUNC_FORMS:
        target = signature(libraries.operation(*name) or "")
        return None if target is None else len(target.required)
    for form in forms:
        for number, parameter in enumerate(form.parameters):
            if parameter.name == "out" and not parameter.keyword_only:
                return number
    return None

"""Methods of arrays that another library's arrays may lack."""

from __future__ import annotations

import ast

from purity_lint.knowledge.vocabularies.array_api import FETCHING
from purity_lint.rewrites.host.host_data import is_made_on_host
from purity_lint.semantics.model import SemanticModel


def is_method_of_array(call: ast.Call, model: SemanticModel) -> bool:
    """True for `x.take(i, mode="clip")`, but for what fetches values, which is there for other libraries too."""
    method = call.func
    if not isinstance(method, ast.Attribute) or method.attr in FETCHING:
        return False
    return model.value(method.value).is_tensor and not is_made_on_host(method.value, model)

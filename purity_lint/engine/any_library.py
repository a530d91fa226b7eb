"""Functions of SciPy's for arrays of every library, which code on the array API standard calls as they are."""

from __future__ import annotations

import ast

from purity_lint.fixes.profiles.functions_of_package import FunctionsOfPackage
from purity_lint.fixes.profiles.package_helpers import Helpers
from purity_lint.knowledge.scipy.any_library import TAKE_ANY_LIBRARY, public_name
from purity_lint.semantics.model import SemanticModel


def gives_what_it_is_given(call: ast.Call, model: SemanticModel) -> bool:
    """True for `special.expit(x)` and `fft.rfft(x)`, unless the package has a function of its own for that.

    Of a list of arrays they make an array of NumPy's.
    """
    name = model.qualified_name(call.func)
    if name is None or public_name(name) not in TAKE_ANY_LIBRARY:
        return False
    if any(isinstance(argument, ast.List | ast.ListComp) for argument in call.args):
        return False
    return functions_of_package(model).instead_of(call) is None


def functions_of_package(model: SemanticModel) -> FunctionsOfPackage:
    """Return what finds the functions that the package of a file has in its module `_array_api`."""
    return model.memo(functions_of_package, lambda: FunctionsOfPackage(Helpers(model), model))

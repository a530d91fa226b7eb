"""Functions within functions: who binds the names that one reads and does not bind itself."""

from __future__ import annotations

from purity_lint.semantics.domain.environment import Environment
from purity_lint.semantics.symbols.table import FunctionSymbol


def binder(name: str, env: Environment, function: FunctionSymbol) -> FunctionSymbol | None:
    """Return the function that binds a name which ``function`` finds in ``env``: itself, or one around it.

    ``None`` for a name of the module.
    """
    around: Environment | None = env
    within: FunctionSymbol | None = function
    while around is not None and within is not None:
        if name in around.values:
            return within
        around, within = around.parent, within.outer
    return None

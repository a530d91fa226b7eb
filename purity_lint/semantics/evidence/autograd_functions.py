"""What PyTorch gives the methods of a function that has a derivative of its own."""

from __future__ import annotations

from typing import Final

from purity_lint.knowledge.torch.roles import AUTOGRAD_CONTEXT, AUTOGRAD_FUNCTIONS
from purity_lint.semantics.domain.interning import Abs, Transform, Why
from purity_lint.semantics.domain.kinds import FUNCTION, INFERRED, INSTANCE, TENSOR
from purity_lint.semantics.symbols.table import ClassSymbol, FunctionSymbol

_CONTEXT: Final = Abs(INSTANCE, refs=(AUTOGRAD_CONTEXT,))
_GIVEN_A_CONTEXT: Final = ("forward", "backward", "jvp", "vjp", "setup_context")


def declare_autograd(symbol: FunctionSymbol) -> None:
    """Take what is handed to a method of a subclass of `torch.autograd.Function`: its context, and the gradients."""
    owner = symbol.owner
    if owner is None or symbol.name not in _GIVEN_A_CONTEXT or not _is_autograd_function(owner):
        return
    for position, p in enumerate(symbol.parameters):
        if p.declared is not None:
            continue
        if position == 0 and p.kind == "positional" and not _is_without_context(symbol, owner):
            p.declared = _CONTEXT
        elif symbol.name == "backward":
            why = Why("PyTorch gives `backward` the gradients", *p.at)
            p.declared = Abs(TENSOR, INFERRED, backend="torch", why=why)


def applied(symbol: ClassSymbol, attr: str) -> Abs | None:
    """Return the function that `Class.apply` is: its `forward`, which PyTorch gives a context first."""
    forward = symbol.method("forward") if attr == "apply" and _is_autograd_function(symbol) else None
    if forward is None:
        return None
    function = Abs(FUNCTION, refs=(forward,))
    if _is_without_context(forward, symbol):
        return function
    return Abs(FUNCTION, refs=(Transform("partial", function, (_CONTEXT,)),))


def _is_autograd_function(symbol: ClassSymbol) -> bool:
    return not AUTOGRAD_FUNCTIONS.isdisjoint(symbol.library_ancestors())


def _is_without_context(symbol: FunctionSymbol, owner: ClassSymbol) -> bool:
    """True for the `forward` of a class that keeps tensors in `setup_context`, after the fact."""
    return symbol.name == "forward" and owner.method("setup_context") is not None

"""Read what a method is given off the methods that it overrides: what is promised there holds here too."""

from __future__ import annotations

from typing import Final

from purity_lint.semantics.domain.interning import Why
from purity_lint.semantics.domain.kinds import INFERRED, NUMERIC, TENSOR
from purity_lint.semantics.symbols.table import FunctionSymbol

_MADE: Final = "__init__"
"""A class is made as its own author likes, whatever its bases take."""


def inherit_declarations(symbol: FunctionSymbol) -> None:
    """Give parameters of which a method says nothing what a method that it overrides says of its own."""
    owner = symbol.owner
    if owner is None or symbol.name == _MADE or not owner.bases:
        return
    silent = {
        p.name: p for p in symbol.parameters if p.kind in {"positional", "keyword"} and p.declared is None
    }
    for base in owner.ancestors() if silent else ():
        overridden = base.methods.get(symbol.name) if base is not owner else None
        for said in overridden.parameters if overridden is not None else ():
            value = said.declared
            p = silent.get(said.name) if value is not None else None
            if p is None or value is None:
                continue
            if value.mask & TENSOR:
                why = Why(f"`{p.name}` is so in the method that this one overrides", *said.at, value.why)
                p.declared = value.but(ev=INFERRED, why=why)
            elif value.mask and not value.mask & ~NUMERIC:
                p.declared = value
            else:
                continue
            del silent[p.name]

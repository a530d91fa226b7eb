"""In which ways a function of a library may be called: by its own table, NumPy's, or the operation's parameters."""

from __future__ import annotations

from functools import cache

from purity_lint.knowledge import libraries
from purity_lint.knowledge.forms import FUNCTIONS
from purity_lint.knowledge.notation import Form, Parameter
from purity_lint.knowledge.numpy import forms as numpy_forms
from purity_lint.knowledge.signatures import signature
from purity_lint.knowledge.torch import forms as torch_forms

_UNIVERSAL = frozenset({"elementwise"})


@cache
def forms_of(library: str, dotted: str) -> tuple[Form, ...]:
    """Return the ways in which ``dotted`` of ``library`` may be called; none where nothing is known."""
    own = FUNCTIONS.get(library, {}).get(dotted)
    if own is not None:
        return own
    name = libraries.numpy_name(library, dotted)
    if name is not None:
        known = numpy_forms.forms(name)
        if known:
            return known
    operation = libraries.operation(library, dotted)
    if operation is None:
        return ()
    if libraries.group(operation) in _UNIVERSAL:
        return torch_forms.PLAIN if library == "torch" else numpy_forms.UFUNC_FORMS
    return _same_parameters(operation) if library in libraries.NUMPY_PARAMETERS else ()


def _same_parameters(operation: str) -> tuple[Form, ...]:
    """Return the form of a function that has the parameters of ``operation``, under the same names."""
    known = signature(operation)
    if known is None:
        return ()
    by_position = [Parameter(name, name) for name in known.order]
    variadic = [Parameter("args", "args", variadic=True)] if known.variadic else []
    return (
        Form(
            (
                *by_position,
                *variadic,
                *(Parameter(n, n, keyword_only=True) for n in sorted(known.keyword_only)),
            )
        ),
    )

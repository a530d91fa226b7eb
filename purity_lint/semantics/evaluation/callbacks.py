"""Hand functions to libraries: SciPy is known to call them with points and numbers, others with anything."""

from __future__ import annotations

import ast

from purity_lint.knowledge import lookup
from purity_lint.knowledge.scipy.called_functions import (
    ARRAY,
    CALLBACKS,
    FITTED,
    LIKE_IT,
    NAMES,
    START,
    STARTED,
    TIME_FIRST,
    Callback,
)
from purity_lint.semantics.domain.atoms import ANY, SCALAR_VALUE, tensor
from purity_lint.semantics.domain.interning import Abs
from purity_lint.semantics.domain.kinds import FUNCTION, INFERRED, LIST, TENSOR, TUPLE, UNKNOWN
from purity_lint.semantics.evaluation.frame import Frame
from purity_lint.semantics.symbols.table import FunctionSymbol
from purity_lint.semantics.symbols.uses import USE_SCALAR


def hand_over(frame: Frame, name: str, args: list[Abs], keywords: dict[str, Abs], node: ast.Call) -> None:
    """Tell what a library does with its arguments: it may call functions, and takes roots only of numbers."""
    numbers = name.startswith(("math.", "cmath."))
    called = _call_back(frame, name, args, keywords, node)
    for a in (*args, *keywords.values()):
        if a.mask & FUNCTION:
            if a not in called:
                frame.escape(a)
        elif numbers:
            frame.use(a, USE_SCALAR, node, node.args[0] if len(node.args) == 1 else None)


def _call_back(
    frame: Frame, name: str, args: list[Abs], keywords: dict[str, Abs], node: ast.Call
) -> tuple[Abs, ...]:
    """Call what SciPy's function ``name`` is handed; the functions that were called, of which all is known then."""
    callback = CALLBACKS.get(lookup.canonical(name))
    if callback is None:
        return ()
    first = args[callback.place : callback.place + 1]
    if not any(a.mask & FUNCTION for a in (*first, *keywords.values())):
        return ()
    more = _more(callback, args, keywords)
    if more is None:
        return ()
    named = [keywords[n] for n in NAMES if n in keywords]
    handed = [*first, *(() if first else named), *(keywords[n] for n in LIKE_IT if n in keywords)]
    called = tuple(f for f in handed if f.mask & FUNCTION)
    for f in called:
        frame.apply(f, [*_given(frame, callback, f, args, keywords, node), *more], {}, node)
    return called


def _more(callback: Callback, args: list[Abs], keywords: dict[str, Abs]) -> tuple[Abs, ...] | None:
    """Return what the function is given besides; ``None`` where that is not known."""
    extra = keywords.get("args")
    if extra is None and callback.more is not None and callback.more < len(args):
        extra = args[callback.more]
    if extra is None:
        return ()
    if extra.elems is not None:
        return extra.elems
    return None if extra.mask & (TUPLE | LIST | UNKNOWN) else (extra,)


def _given(
    frame: Frame, callback: Callback, f: Abs, args: list[Abs], keywords: dict[str, Abs], node: ast.Call
) -> list[Abs]:
    array = tensor(INFERRED, backend="numpy", why=frame.why("what SciPy gives to the function", node))
    if callback.given == (FITTED,):
        data = args[1] if len(args) > 1 else keywords.get("xdata", array)
        numbers = max((_positional(ref) for ref in f.refs), default=1) - 1
        return [data if data.mask & TENSOR else array, *[SCALAR_VALUE] * numbers]
    if callback.given == (STARTED,):
        return [args[1] if len(args) > 1 else keywords.get(START, ANY)]
    point = array.but(rank=1)
    given = [point if what is ARRAY else SCALAR_VALUE for what in callback.given]
    return given[::-1] if TIME_FIRST in keywords else given


def _positional(ref: object) -> int:
    """Return how many arguments a function of the project takes by position, 1 where that is not known."""
    if isinstance(ref, FunctionSymbol) and not ref.bound:
        return ref.positional
    return 1

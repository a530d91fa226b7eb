"""Functions that run elsewhere: what pools of processes and threads give back, and their futures."""

from __future__ import annotations

import ast

from purity_lint.knowledge.python import (
    EXECUTORS,
    FUTURE,
    GATHERING,
    MAPPING_METHODS,
    SPREADING_METHODS,
    SUBMITTING_METHODS,
)
from purity_lint.semantics.domain.atoms import ANY
from purity_lint.semantics.domain.containers import list_of
from purity_lint.semantics.domain.indexing import iterate
from purity_lint.semantics.domain.interning import Abs
from purity_lint.semantics.domain.kinds import INSTANCE
from purity_lint.semantics.evaluation.frame import Frame


def executed(frame: Frame, name: str, method: str, args: list[Abs], node: ast.Call) -> Abs | None:
    """Return what a method of a pool of the class ``name`` gives; ``None`` where it is no such method of one."""
    if not name.startswith(EXECUTORS) or not args:
        return None
    if method in MAPPING_METHODS:
        return list_of(frame.apply(args[0], [iterate(a) for a in args[1:]], {}, node))
    if method in SPREADING_METHODS:
        rows = iterate(args[1]) if len(args) > 1 else ANY
        given = list(rows.elems) if rows.elems is not None else []
        return list_of(frame.apply(args[0], given, {}, node)) if given else None
    if method in SUBMITTING_METHODS:
        given = args[1:]
        if SUBMITTING_METHODS[method]:  # the arguments come as one tuple
            given = list(args[1].elems or ()) if len(args) > 1 else []
        return Abs(INSTANCE, refs=(FUTURE,), elem=frame.apply(args[0], given, {}, node))
    return None


def gathered(name: str, args: list[Abs]) -> Abs | None:
    """Return the list that `Parallel(n_jobs=2)(delayed(f)(x) for x in xs)` gives; ``None`` for other objects."""
    return list_of(iterate(args[0])) if name in GATHERING and args else None

"""What a library function returns where an argument says how many arrays it gives: ``np.average(x, returned=True)``."""

from __future__ import annotations

import ast
from functools import cache

from purity_lint.knowledge.result_counts import CHOICES, Choice, Given
from purity_lint.semantics.domain.atoms import ANY, RESULT_VALUE
from purity_lint.semantics.domain.containers import list_of, tuple_of
from purity_lint.semantics.domain.interning import Abs
from purity_lint.semantics.domain.kinds import TUPLE
from purity_lint.semantics.evaluation.library_calls import Call


def as_asked(made: Abs, call: Call) -> Abs:
    """``made``, what the function returns as a rule, as its arguments ask for it; nothing is known of a variable."""
    for choice in _choices(call.name):
        given = call.expression(choice.position, choice.parameter)
        if given is None:
            continue
        if not isinstance(given, ast.Constant):
            return ANY
        if given.value == choice.value:
            return _chosen(made, choice.given, call)
    return made


@cache
def _choices(name: str) -> tuple[Choice, ...]:
    words = name.split(".")
    ends = (".".join(words[-count:]) for count in (3, 2, 1))
    return next((CHOICES[end] for end in ends if end in CHOICES), ())


def _chosen(made: Abs, given: Given, call: Call) -> Abs:
    match given:
        case Given.FIRST | Given.SECOND if made.elems:
            return made.elems[given is Given.SECOND]
        case Given.AND_NUMBER:
            return tuple_of((made, RESULT_VALUE))
        case Given.AND_TENSOR:
            return tuple_of((made, call.tensor()))
        case Given.SEVERAL:
            return list_of(made, TUPLE)
    return ANY

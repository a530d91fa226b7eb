"""Assumptions of a fix, said with the fix: only one that takes nothing for granted is safe."""

from __future__ import annotations

from collections.abc import Iterable
from enum import Enum, StrEnum

from purity_lint.findings.diagnostics import Applicability
from purity_lint.records import dataclass


class Assumption(StrEnum):
    """Something that may have to hold for an operation to do on NumPy what the code did."""

    NUMERIC = "the operand is an array of numbers, on every path"
    NOT_FOREIGN = (
        "no operand is an object with operators of its own: sparse, symbolic, masked, a class of the project"
    )
    NOT_REPEATED = "no operand is a list that the other one repeats"
    NOT_COUNTED = "the operands are not whole numbers of Python's, which stay so under operators only"
    NOT_ALIASED = "the array has no other name that is read after the change"
    SEEN_BY_CALLERS = "who handed the array in goes on with what is returned"
    SAME_DTYPE = "the result has the dtype that the array had"
    BOUND_HERE = "the name is bound in this function, or by its class"
    CALLS_FIT = "every call that the function can reach has arguments that the operation takes"
    SAME_ERROR = "the element is there, or its new value raises no other exception"
    WHOLE = "the rest of the formula is rewritten with it"
    NOT_SCRIPTED = "TorchScript does not compile the code, since it knows PyTorch's functions alone"
    NOT_ON_HOST = "NumPy does not compute on the host on purpose, beside the library that the file imports"
    SAME_MEANING = "the operation means on NumPy what the code meant"


class Holds(Enum):
    """State of an assumption: proven, open or known to be wrong."""

    YES = "holds"
    OPEN = "is not proven"
    NO = "does not hold"


@dataclass(frozen=True, slots=True)
class Claim:
    """One assumption of one fix, and whether it holds there."""

    assumption: Assumption
    holds: Holds


def claim(assumption: Assumption, proven: bool, *, refuted: bool = False) -> Claim:
    """An assumption that holds where it is ``proven``, and certainly does not where it is ``refuted``."""
    return Claim(assumption, Holds.NO if refuted else Holds.YES if proven else Holds.OPEN)


def judged(claims: Iterable[Claim]) -> Applicability | None:
    """How far a fix with these claims may be trusted; ``None`` where one is known to be wrong: no fix at all."""
    states = {one.holds for one in claims}
    if Holds.NO in states:
        return None
    return Applicability.UNSAFE if Holds.OPEN in states else Applicability.SAFE

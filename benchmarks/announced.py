"""What the guide and the pages of rules say that unsafe fixes do otherwise, told from what nobody says.

A difference is announced where the condition that the page names is what makes it: with that condition taken out of
the program, the difference goes.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from difflib import SequenceMatcher

from programs import ARGUMENTS, Call, Program

KINDS = frozenset({"number", "accepts"})
"""An equal number of another type, and a result where NumPy raised: kinds of differences that are announced."""


def _without_nan(text: str) -> str:
    return text.replace("np.nan", "0.25").replace("float('nan')", "0.25")


def _without_others(text: str) -> str:
    """An array instead of what the module cannot know to be none: lists, sparse and masked arrays, fractions."""
    return "np.array([1.5, -2.0, 3.0])" if text in _OTHERS else text


_OTHERS = frozenset({*ARGUMENTS["foreign"], *ARGUMENTS["vector_like"]})

CONDITIONS: dict[str, Callable[[str], str]] = {
    "NaN": _without_nan,
    "no array": _without_others,
}
"""`min`, `max` and `sorted` take NaN otherwise (PUR205); an operand that was only inferred may be no array, which the
module shows nowhere."""


def without(condition: str, program: Program) -> Program | None:
    """``program`` with a condition taken out of what it is handed and holds; ``None`` where it is not in it."""
    change = CONDITIONS[condition]
    calls = tuple(Call(c.function, tuple(map(change, c.arguments))) for c in program.calls)
    text = change(program.text)
    return (
        None if (text, calls) == (program.text, program.calls) else replace(program, text=text, calls=calls)
    )


def is_later(before: str, after: str, raised: tuple[int, ...], raises: tuple[int, ...]) -> bool:
    """Whether the fixed program raises further on than the original did, which it therefore came past.

    ``raised`` and ``raises`` are lines of ``before`` and ``after``: of the calls that lead there, the outermost first.
    """
    matcher = SequenceMatcher(None, before.split("\n"), after.split("\n"), autojunk=False)
    last = {}
    for tag, i, i_end, j, j_end in matcher.get_opcodes():
        for line in range(i, i_end):
            last[line + 1] = j + line - i + 1 if tag == "equal" or i_end - i == j_end - j else j_end
    return tuple(last[line] for line in raised) < raises

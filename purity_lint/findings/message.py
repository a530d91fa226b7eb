"""Messages of findings: the problem and the advice, apart."""

from __future__ import annotations

from purity_lint.records import dataclass


@dataclass(frozen=True, slots=True)
class Message:
    """A problem, and the way out of it.

    The problem quotes the code in question and is printed as it stands.  The advice is written in the words of
    emberops, with code in backquotes; :class:`purity_lint.fixes.profiles.wording.Wording` puts other names for
    `` `ops.add` `` there where a profile has them, and other advice takes its place where a profile cannot follow it.
    """

    problem: str
    advice: str
    mark: str = ";"
    """Punctuation between the two."""


def problem_of(message: Message | str) -> str:
    """Return what is wrong, without what to do instead; a plain string is nothing but a problem."""
    return message if isinstance(message, str) else message.problem

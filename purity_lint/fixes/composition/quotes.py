"""Quotes of the strings in new code: those that the file is written in, or others in a field of an f-string."""

from __future__ import annotations

import re

from purity_lint.fixes.composition.templates import NoPlaceError

_STRING = re.compile(r"""(['"])((?:(?!\1)[^\\\n])*)\1""")
_SHORT = re.compile(r"""(?<![\w'"\\])(['"])(?!\1)[^'"\\\n]+\1(?!['"\w])""")
"""A string on one line, as far as it can be told from an apostrophe in a text."""
_LONG = re.compile(r'"""[\s\S]*?"""')


def preferred(text: str) -> str:
    """Return the quotes that most strings of a file have; double ones where it has as many of both."""
    quotes = _SHORT.findall(_LONG.sub("", text))
    return "'" if quotes.count("'") > quotes.count('"') else '"'


def requote(code: str, quote: str) -> str:
    """``code`` for a replacement field of a string in ``quote``: before Python 3.12 a field may not contain it.

    Raises :class:`UnfixableError` where other quotes do not help.
    """
    if ("\n" in code and len(quote) == 1) or "\\" in code or "#" in code:
        raise NoPlaceError("an f-string cannot hold the new code")
    if quote not in code:
        return code
    flipped = in_quotes(code, "'" if quote[0] == '"' else '"')
    if quote in flipped:
        raise NoPlaceError("an f-string cannot hold the new code: both kinds of quotes are taken")
    return flipped


def in_quotes(code: str, quote: str) -> str:
    """Return ``code`` with its strings in ``quote``, but for those that hold it or a backslash."""
    return _STRING.sub(
        lambda m: f"{quote}{m[2]}{quote}" if m[1] != quote and m[2] and quote not in m[2] else m[0], code
    )

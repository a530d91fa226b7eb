"""Functions that code tells apart from others: `how is np.mean`, `f in (np.max, np.min)`, `{np.add: "+"}[f]`.

Who hands such a function over, in whichever file, must hand over the very function that is asked for.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from purity_lint.knowledge.libraries import WORDS

_LIBRARY: Final = rf"(?:{'|'.join(sorted(WORDS))})\."
_LAST: Final = r"(?:\w+\.)+(\w+)\b(?![.(\[])"
_NAME: Final = rf"(?={_LIBRARY}){_LAST}"
_ASKED: Final = rf" (?={_LIBRARY})(?:(?<=\bis )|(?<=\bnot )|(?<=\bin )|(?<=[=!]= )){_LAST}"
"""What stands before the space is asked where one is found, which is ten times as fast; so it is in the next one."""
_AMONG: Final = r"in(?<=\bin) [(\[{]([^)\]}]*)[)\]}]"
_KEY: Final = rf"[{{,]\s*{_NAME}\s*:"
_ONE: Final = rf"\b{_NAME}"
"""Patterns that are long to compile, which is done where a file names a library."""


def functions_told_apart(text: str) -> Iterator[str]:
    """Yield the last names of what of an array library the text of a file compares values with, functions or not."""
    if not any(f"{word}." in text for word in WORDS):
        return
    yield from re.findall(_ASKED, text)
    yield from re.findall(_KEY, text)
    for among in re.findall(_AMONG, text):
        yield from re.findall(_ONE, among)

"""Functions that code tells apart from others: `how is np.mean`, `f in (np.max, np.min)`, `{np.add: "+"}[f]`.

Who hands such a function over, in whichever file, must hand over the very function that is asked for.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from purity_lint.knowledge.libraries import WORDS

_NAME: Final = rf"(?:{'|'.join(sorted(WORDS))})\.(?:\w+\.)*(\w+)\b(?![.(\[])"
_ASKED: Final = re.compile(rf"(?:\bis|\bnot|\bin|[=!]=) {_NAME}")
_AMONG: Final = re.compile(r"\bin [(\[{]([^)\]}]*)[)\]}]")
_KEY: Final = re.compile(rf"[{{,]\s*{_NAME}\s*:")
_ONE: Final = re.compile(rf"\b{_NAME}")


def functions_told_apart(text: str) -> Iterator[str]:
    """Yield the last names of what of an array library the text of a file compares values with, functions or not."""
    yield from _ASKED.findall(text)
    yield from _KEY.findall(text)
    for among in _AMONG.findall(text):
        yield from _ONE.findall(among)

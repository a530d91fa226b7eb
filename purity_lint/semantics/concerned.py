"""Tell which files news of results concern: those with a word of it, which is told without parsing any."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Iterable
from pathlib import Path

from purity_lint.semantics.symbols.uses_of_results import Said, words_of_news


def concerned(
    paths: Iterable[str], before: Said, after: Said, data: Callable[[Path], bytes]
) -> frozenset[str]:
    """Return those of some files of which something else is said now; ``data`` gives what a file holds.

    Any word that a name may be part of counts, in comments as well: one file too many costs a moment.
    """
    words = words_of_news(before, after)
    if words is None:
        return frozenset(paths)
    if not words:
        return frozenset()
    return frozenset(path for path in paths if _has_any(words, Path(path), data))


def _has_any(words: frozenset[str], path: Path, data: Callable[[Path], bytes]) -> bool:
    if path.suffix != ".py":  # a notebook may write any letter by its number
        return True
    text = data(path).decode("utf-8", "replace")
    if not text.isascii():  # Python takes some letters for others that look like them
        text = unicodedata.normalize("NFKC", text)
    return any(word in text for word in words)

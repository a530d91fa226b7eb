"""From text to tokens, with Python's own tokenizer."""

from __future__ import annotations

import io
import tokenize
from collections.abc import Callable, Iterator
from itertools import islice

from purity_lint.source.parse import unwarned

_AT_FIRST, _AT_ONCE = 16, 64
"""Tokens that are read ahead: a statement has about as many as the first, and often no more is asked for."""


def tokens_in(text: str) -> Iterator[tokenize.TokenInfo]:
    """Yield the tokens of ``text``.  Raises what :func:`tokenize.generate_tokens` raises."""
    return tokens_by_line(io.StringIO(text).readline)


def tokens_by_line(readline: Callable[[], str]) -> Iterator[tokenize.TokenInfo]:
    r"""Yield the tokens of the lines that ``readline`` gives, and read few of them ahead.

    From Python 3.12 on the tokenizer looks into f-strings and warns of `f"\{x}"`, which users would take for a finding.
    """
    coming = tokenize.generate_tokens(readline)
    ahead = _AT_FIRST
    while True:
        read: list[tokenize.TokenInfo] = []
        error: Exception | None = None
        with unwarned():  # never around a `yield`: what runs in between has warnings of its own
            try:
                for token in islice(coming, ahead):
                    read.append(token)  # noqa: PERF402 - those before an error are kept
            except (SyntaxError, tokenize.TokenError) as found:
                error = found
        yield from read
        if error is not None:
            raise error
        if not read:
            return
        ahead = _AT_ONCE

"""PUR206: a view that is taken behind the store in every turn of a loop never shows what the next turn stores."""

from __future__ import annotations

import pytest
from snippets import Fixed

_LOOP = """\
import numpy as np


def run(G: np.ndarray, n, kept):
    B = np.empty_like(G)
    N, M = G, G
    rows = []
    for k in range(n):
        B[...] = G * k
        {turn}
    return G, rows, N
"""


def _is_rewritten(fixed: Fixed, turn: str) -> bool:
    return "B = ops.assign(B, " in fixed(_LOOP.format(turn=turn), "PUR206", unsafe=True)


@pytest.mark.parametrize(
    "turn",
    [
        "N = B[1:]; G = G + N[0]",
        "N = B[1:]; M = B[:-1]; G = np.maximum(N, M)",
        "N, M = B[1:], B[:-1]; G = np.maximum(N, M)",
        "N = B[1:]; M = {'a': N}; G = G + M['a']",
        "N = B[1:]; rows.append(N.copy())",
        "if k > 3:\n            M = B[1:]; print(M)",
        "for j in rows:\n            M = B[j:]; print(M)",
    ],
)
def test_what_is_bound_anew_in_each_turn_keeps_nothing(fixed: Fixed, turn: str) -> None:
    assert _is_rewritten(fixed, turn)


@pytest.mark.parametrize(
    "turn",
    [
        "print(N); N = B[1:]",
        "G = G + N; N = B[1:]",
        "print(M); N = B[1:]; M = N",
        "N = B[1:]; rows.append(N)",
        "N = B[1:]; kept.last = N",
        "N = B[1:]; yield N",
        "N = B[1:] if k else N; print(N)",
        "if k > 3: continue\n        N = B[1:]",
        "if k > 3: N = B[1:]\n        print(N)",
        "if k > 3:\n            print(M); M = B[1:]",
        "if k > 3:\n            M = B[1:]; print(M)\n        else: print(M)",
        "if k > 3:\n            M = B[1:]; rows.append(lambda: M)",
        "for j in rows:\n            print(M); M = B[j:]",
        "try: M = B[1:]\n        except ValueError: print(M)",
    ],
)
def test_what_an_earlier_turn_left_is_seen(fixed: Fixed, turn: str) -> None:
    assert not _is_rewritten(fixed, turn)

"""Idioms of longer programs that have once misled a fixer: elements kept in dicts, closures that store, views, text.

The holes are those of ``program_fragments.py``.
"""

from __future__ import annotations

IDIOMS: tuple[tuple[str, tuple[str, ...]], ...] = (
    (
        "kept elements",
        (
            "{u} = np.array({v}, dtype=float)",
            "kept = {{}}",
            "for i in range(len({u})):",
            "    kept[i] = {u}[i]",
            "    {u}[i] = {u}[i - 1] + 1",
            "{u} = kept, {u}",
        ),
    ),
    (
        "kept elements",
        (
            "{u} = {m} * 1.0",
            "log = {{'first': {u}[0], 'copy': {u}[0].copy(), 'one': {u}[0, 0]}}",
            "{u}[0] *= 2",
            "{u} = log['copy'], log['one'], {u}",
        ),
    ),
    (
        "closures that store",
        (
            "{u} = np.zeros(3)",
            "place = 0",
            "def push(x):",
            "    nonlocal place",
            "    old = {u}[place]",
            "    {u}[place] = x",
            "    place = (place + 1) % 3",
            "    return old",
            "{u} = [push(x) for x in (1.0, 2.0, {n}, 4.0)], {u}.sum(), place",
        ),
    ),
    (
        "finite differences",
        (
            "{u} = np.array({v}, dtype=float)",
            "slopes = np.zeros_like({u})",
            "for i in range(len({u})):",
            "    old = {u}[i]",
            "    {u}[i] = old + 0.5",
            "    high = ({u} ** 2).sum()",
            "    {u}[i] = old",
            "    slopes[i] = high - ({u} ** 2).sum()",
            "{u} = slopes, {u}",
        ),
    ),
    (
        "views that are stored to",
        ("{u} = {m} * 1.0", "row = {u}[-1]", "row[0] = row[-1] = 0", "row += 1", "{u} = {u}.sum(), row"),
    ),
    (
        "views that are stored to",
        ("{u} = {m} * 1.0", "{u}.flat[:: {u}.shape[1] + 1] = 0", "{u} = {u}.trace()"),
    ),
    (
        "text",
        (
            "{u} = {{k: round(float(x), 3) for k, x in zip('abc', {v})}}",
            "{u} = json.dumps({u}), ' '.join(f'{{x:.3f}}' for x in {v}), '%.2f' % np.sum({v})",
        ),
    ),
    (
        "text",
        (
            "{u} = [line.split(':') for line in 'a:1 b:2'.split()]",
            "{u} = {{k: np.float64(x) * 2 for k, x in {u}}}",
        ),
    ),
    (
        "heaps",
        (
            "{u} = []",
            "for x in {v}:",
            "    heapq.heappush({u}, (float(x), len({u})))",
            "{u} = [heapq.heappop({u})[0] for _ in range(len({u}))]",
        ),
    ),
)

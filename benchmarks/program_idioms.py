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
    (
        "one array of several names",
        ("{u} = other = np.array({v}, dtype=float)", "other += 1", "{u}[:1] = 5", "{u} = {u}, other"),
    ),
    (
        "one array of several names",
        (
            "{u} = np.array({v}, dtype=float)",
            "same = {u}.astype(float, copy=False)",
            "same += 1.0",
            "turned = np.flip({u})",
            "turned[:1] = 7",
            "{u} = {u}, same, turned",
        ),
    ),
    (
        "numbers that take no stores",
        (
            "{u} = np.asarray({l}) / np.asarray({n})",
            "{u}[~np.isfinite({u})] = 0",
            "total = np.abs(np.asarray({n}) * 2)",
            "total[total > 3] = 3",
            "{u} = {u}, total",
        ),
    ),
    (
        "arrays as defaults",
        (
            "def count(x, total=np.zeros(2)):",
            "    total += x",
            "    return total",
            "{u} = count({n}).copy(), count(1), count({n}, np.ones(2))",
        ),
    ),
    (
        "operators of a class",
        (
            "{u} = Tally()",
            "for x in {v}:",
            "    {u} += x",
            "{u} += {m}",
            "{u} *= {n}",
            "{u} = {u}.total, {u}.count",
        ),
    ),
    (
        "classes as keys",
        (
            "names = {{np.ndarray: 'array', np.float64: 'f8', float: 'float', np.int64: 'i8', int: 'int'}}",
            "widths = {{np.dtype(float): 8, np.dtype('f4'): 4}}",
            "{u} = names.get(type({v})), names.get(type({n})), widths.get({v}.dtype), {v}.dtype in {{np.dtype('f8')}}",
        ),
    ),
    (
        "functions by class",
        (
            "@functools.singledispatch",
            "def kind(x):",
            "    return 'other'",
            "@kind.register",
            "def _(x: np.ndarray):",
            "    return x.sum()",
            "@kind.register(np.floating)",
            "def _(x):",
            "    return x * 2",
            "{u} = kind({v}), kind({n}), kind({l}), kind({v}.sum())",
        ),
    ),
    (
        "arrays in files",
        (
            "with tempfile.TemporaryFile() as file:",
            "    {u} = np.memmap(file, dtype=float, mode='w+', shape=(3,))",
            "    {u}[:] = 1",
            "    {u} += {n}",
            "    {u}.flush()",
            "    {u} = type({u}).__name__, np.asarray({u}) * 2, {u}.sum(), np.array({u})",
        ),
    ),
    (
        "functions for objects",
        (
            "class Each:",
            "    def __init__(self, f):",
            "        self.f = f",
            "    def __call__(self, x, **options):",
            "        return self.f(x, **options)",
            "{u} = Each(np.var)({v}, ddof=1), Each(np.sum)({m}, axis=0), Each(np.abs)({n})",
        ),
    ),
    (
        "encoders",
        ("{u} = json.dumps({{'all': {v}, 'one': np.int64({c}), 'sum': {n}}}, default=lambda x: x.tolist())",),
    ),
    (
        "arguments that are passed on",
        (
            "def shaped(x, *shape):",
            "    return np.asarray(x).reshape(*shape)",
            "def turned(x, *axes):",
            "    return np.asarray(x).transpose(*axes)",
            "{u} = shaped({m}, -1), shaped({m}, (1, -1)), turned({m}), turned({m}, 1, 0), turned({m}, (0, 1))",
        ),
    ),
    (
        "numbers of a range",
        ("{u} = [i.item() + 1 for i in np.arange({c})], [i * {n} for i in np.arange(3)]",),
    ),
    (
        "what comes first",
        (
            "it = iter(range(9))",
            "{u} = np.array({v}, dtype=float)",
            "{u}[next(it)] = next(it)",
            "{u}[next(it) - 2] += next(it)",
            "{u} = np.clip(a_max=next(it), a_min=-1, a={u}), next(it)",
        ),
    ),
    (
        "what comes first",
        (
            "rng = np.random.default_rng(0)",
            "{u} = np.zeros(3)",
            "for i in range({n}):",
            "    {u}[rng.integers(3)] = rng.normal()",
        ),
    ),
    (
        "lists as indices",
        (
            "{u} = np.array({v}, dtype=float)",
            "{u} = [{u}[[i]] for i in (0, -1, True)][:2], {u}[[bool(x) for x in {u}]], {u}[[{n}, 0]]",
        ),
    ),
    (
        "records",
        (
            "{u} = np.zeros(2, dtype=[('a', float), ('n', int)])",
            "{u}['a'] += {v}[:2]",
            "{u}[0] = (2.5, {n})",
            "{u}[1]['a'] = 7",
            "{u} = {u}['a'] * 2, {u}[['n']], {u}[0]['n'] + 1",
        ),
    ),
    (
        "bytes in another order",
        (
            "def swapped(x):",
            "    return x.dtype == np.float64, x.dtype in (float, np.float32), x.dtype.name, x.sum()",
            "{u} = swapped(np.asarray({v}, dtype='>f8')), swapped(np.asarray({v}, dtype=float))",
        ),
    ),
    (
        "functions that are told apart",
        (
            "def named(x, how=np.mean):",
            "    return 'mean' if how is np.mean else 'other' if how in (np.max, np.min) else how.__name__, how(x)",
            "{u} = [named({v}, f) for f in (np.mean, np.max, np.sum)], named({v})",
        ),
    ),
    (
        "functions made of functions",
        ("plus = np.frompyfunc(lambda a, b: a + b, 2, 1)", "{u} = plus.reduce({v}), plus({v}, 1), plus.nin"),
    ),
    (
        "memory of others",
        (
            "held = bytearray(24)",
            "{u} = np.frombuffer(held)",
            "{u}[:] = 1",
            "{u} *= 3",
            "{u} = bytes(held)[:8], np.ndarray((3,), float, held)",
        ),
    ),
    (
        "joined on some paths",
        (
            "def joined(a, b):",
            "    a = a + b",
            "    return a",
            "{u} = joined('a', 'b'), joined({v}, {v}), joined([1], [2]), joined(np.ones(2), 1)",
        ),
    ),
)

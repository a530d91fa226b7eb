"""Classes with arrays in their attributes, as people write them: a production of ``programs.py``.

A class keeps a vector, a matrix, a number and a list; its methods are drawn from the same statements as functions,
with attributes among the variables; a function makes an object, calls its methods and gives back what they left.
"""

from __future__ import annotations

from random import Random
from typing import Protocol

ATTRIBUTES = {
    "vector": ("self.v", ("v", "np.asarray(v, dtype=float)", "np.array(v)", "v.copy()", "v * 1.0", "v[:]")),
    "matrix": ("self.m", ("m", "np.asarray(m)", "m.copy()", "m.T", "np.array(m, dtype=float)")),
    "number": ("self.n", ("0.0", "v[0]", "np.mean(v)", "float(v[0])", "len(v)")),
    "list": ("self.h", ("[]", "[v[0]]", "list(v)", "[v.sum()]")),
}
"""Sort -> the attribute of that sort, and what ``__init__`` may set it to."""
KEEPS = (
    "self.h.append({v}[0])",
    "self.h.append({v})",
    "self.h.append({n})",
    "self.h += [{n}, {v}[-1]]",
    "self.n += {v}[0]",
    "self.n = {n}",
    "self.v = {v}",
    "self.v += {n}",
    "self.v[0] = {n}",
    "self.v[{v} > 0] *= 2",
    "self.m[0] = {v}",
    "self.m[:, 1] += {n}",
    "self.best = {v}[0]",
    "self.table = {{k: x for k, x in enumerate({v})}}",
    "self.last, self.v = self.v, {v}",
)
"""What methods do to their object."""
RESULTS = (
    "self",
    "self.v",
    "self.v[0]",
    "self.n",
    "self.m[0]",
    "self.v, self.n",
    "self.v.sum() + self.n",
    "[x * 2 for x in self.v]",
    "{{'v': self.v, 'n': self.n}}",
    "np.dot(self.m, self.v)",
    "self.v is not None and self.n > 0",
)
CLASS_METHODS = (
    ("@classmethod", "def make(cls, v, m):", "    return cls(np.asarray(v), m)"),
    (
        "@classmethod",
        "def make(cls, v, m):",
        "    out = cls(v, m)",
        "    out.n = np.max(v)",
        "    return out",
    ),
    ("@staticmethod", "def make(v, m):", "    return K{k}(v * 2, m)"),
)
PROPERTIES = (
    ("@property", "def p(self):", "    return self.v[0]"),
    ("@property", "def p(self):", "    return self.v * self.n"),
    ("@property", "def p(self):", "    return np.sqrt(abs(self.n))"),
    ("def p(self, x=None):", "    return self.v if x is None else x"),
)
SPECIAL = (
    ("def __len__(self):", "    return len(self.v)"),
    ("def __getitem__(self, i):", "    return self.v[i]"),
    ("def __iter__(self):", "    return iter(self.v)"),
    ("def __add__(self, other):", "    return K{k}(self.v + getattr(other, 'v', other), self.m)"),
    ("def __repr__(self):", "    return f'K(n={{self.n}}, v={{self.v[0]}})'"),
    ("def __eq__(self, other):", "    return bool(np.all(self.v == other.v))", "", "__hash__ = None"),
    ("def __call__(self, x):", "    return np.dot(self.v, x) + self.n"),
)
USES = {
    "__len__": "len(o)",
    "__getitem__": "o[0], o[1:]",
    "__iter__": "[x for x in o]",
    "__add__": "(o + 1).v, (o + o).v",
    "__repr__": "repr(o)",
    "__eq__": "o == o",
    "__call__": "o(o.v)",
}


class Drawn(Protocol):
    """The writer of a function, as far as classes use it."""

    names: dict[str, list[str]]
    lines: list[str]
    tags: set[str]

    def expression(self, sort: str, depth: int = 0) -> str:
        """An expression of a sort."""

    def statement(self) -> None:
        """One statement."""

    def add(self, line: str) -> None:
        """One more line."""


def method(writer: Drawn, random: Random, name: str) -> str:
    """One method: some statements, something that the object keeps, a result."""
    writer.names.update({sort: [attribute] for sort, (attribute, _) in ATTRIBUTES.items()})
    writer.names["vector"].append("x")
    for _ in range(random.randint(0, 2)):
        writer.statement()
    for _ in range(random.randint(1, 2)):
        holes = {"v": writer.expression("vector", 2), "n": writer.expression("number", 2)}
        writer.add(random.choice(KEEPS).format(**holes))
    body = "".join(f"    {line}\n" for line in writer.lines)
    return f"\n    def {name}(self, x):\n{body}        return {random.choice(RESULTS).format()}\n"


def class_with_state(random: Random, number: int, writers: list[Drawn]) -> str:
    """The source of class ``K<number>`` with a method for every writer, and of ``f<number>(v, m)``, which uses it."""
    settings = "".join(
        f"        {attribute} = {random.choice(values)}\n" for attribute, values in ATTRIBUTES.values()
    )
    head = f"\n\nclass K{number}:\n    def __init__(self, v, m):\n{settings}"
    names = [f"a{i}" for i in range(len(writers))]
    methods = [method(writer, random, name) for writer, name in zip(writers, names, strict=True)]
    parts, made, after = [], f"K{number}(v, m)", ["o.v", "o.m", "o.n", "o.h"]
    if random.random() < 0.4:
        parts.append(random.choice(CLASS_METHODS))
        made = f"K{number}.make(v, m)"
    if random.random() < 0.4:
        parts.append(random.choice(PROPERTIES))
        after.append("o.p" if parts[-1][0] == "@property" else "o.p()")
    if random.random() < 0.4:
        parts.append(random.choice(SPECIAL))
        after.append(USES[parts[-1][0].split("(")[0].removeprefix("def ")])
    extra = "".join("\n" + "".join(f"    {line}\n" for line in part) for part in parts)
    calls = [f"    r{i} = o.{random.choice(names)}(o.v if {i} else v)\n" for i in range(random.randint(1, 3))]
    after += [f"r{i} if not isinstance(r{i}, K{number}) else r{i}.v" for i in range(len(calls))]
    user = f"\n\ndef f{number}(v, m):\n    o = {made}\n{''.join(calls)}    return {', '.join(after)}\n"
    return (
        head
        + "".join(methods)
        + extra.replace("{k}", str(number)).replace("{{", "{").replace("}}", "}")
        + user
    )

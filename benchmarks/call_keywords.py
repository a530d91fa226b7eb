"""NumPy's functions and methods with each of their arguments, before and after a fix: the same must come out on NumPy.

python benchmarks/call_keywords.py [--seed N] [--only PATTERN: np.linalg, sum$, ^x] [--unsafe]

Each function of ``numpy``, ``numpy.linalg`` and ``numpy.fft`` and each method of arrays (whose parameters NumPy tells
from 2.4 on) is called with what it requires, with every other parameter by itself at each of a few values, by position
after drawn values of those before it, and with some drawn combinations of them; functions also with what code often
has in the place of an array, numbers, lists and views; what is written into, ``out=``, is looked at too.  Each call
stands in a function of its own, which is fixed and run on vectors, matrices, integers, booleans, complex numbers, NaN,
no elements and no axes.  Where the fixed function gives or leaves anything else than the original, the first such
input is printed, once for every function and kind of difference; exceptions count where only one of the two raises.
"""

from __future__ import annotations

import argparse
import ast
import inspect
import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from random import Random
from typing import Any, NamedTuple

import numpy as np
from announced import KINDS
from call_arguments import REQUIRED, VALUES
from comparing import difference
from differential import SETTINGS, fixed, outcomes
from programs import Call

from purity_lint.configuration.settings import Settings
from purity_lint.knowledge.notation import words

PLACES = {"np": np, "np.linalg": np.linalg, "np.fft": np.fft}
LEFT_OUT = words("""
    empty empty_like
    busday_count busday_offset is_busday
    fromfile genfromtxt load loadtxt memmap save savetxt savez savez_compressed
    get_include get_printoptions getbufsize geterr geterrcall info printoptions set_printoptions setbufsize seterr
    seterrcall show_config show_runtime test
    """)
"""Functions whose elements are arbitrary, that work on days, or that read and write files and settings."""
METHODS_LEFT_OUT = words("dump dumps tofile getfield setfield byteswap to_device setflags resize")
"""Methods that write files, look at bytes, or ask who else holds the array."""
INPUTS = (
    (
        "np.array([1.5, 0.25, 2.0])",
        "np.array([0.5, -1.0, 3.0])",
        "np.full(3, 9.0)",
        "np.array([True, False, True])",
    ),
    (
        "np.array([[1.0, 2.0], [3.0, 4.5]])",
        "np.array([[2.0, -1.0], [0.5, 3.0]])",
        "np.zeros((2, 2))",
        "np.eye(2) > 0",
    ),
    ("np.array([3, 1, 2])", "np.array([2, 5, 1])", "np.zeros(3)", "np.array([True, False, True])"),
    (
        "np.array([3, 1], dtype=np.int8)",
        "np.ones(2, np.float32)",
        "np.zeros(2, int)",
        "np.array([True, False])",
    ),
    (
        "np.array([1.0, 3.0, 2.0])[::-1]",
        "np.array([2.0, 1.0, np.nan])",
        "np.zeros(3)",
        "np.array([True, False, True])",
    ),
    ("np.array([np.nan, 1j])", "np.array([2.0, np.inf])", "np.zeros(2, complex)", "np.array([True, False])"),
    ("np.zeros((0, 3))", "np.zeros((0, 3))", "np.zeros((0, 3))", "np.zeros((0, 3), dtype=bool)"),
    (
        "np.array([True, False])",
        "np.array([True, True])",
        "np.zeros(2, dtype=bool)",
        "np.array([True, False])",
    ),
    ("np.array(2.0)", "3.0", "np.array(0.0)", "True"),
)
"""Sources of ``x``, ``y``, ``z`` (written into) and ``m`` (a mask)."""
CHECKED = (
    "",
    "    x = np.asarray(x)\n",
    "    x, y = np.asarray(x, dtype=float), np.array(y, dtype=float)\n    z, m = np.array(z), np.asarray(m)\n",
)
"""What functions do with their arguments before they compute: nothing, little, or all."""
IN_PLACE_OF_ARRAYS = (
    "[1.0, 2.5, 0.5]",
    "(1, 2)",
    "2.5",
    "3",
    "x[0]",
    "x[:2]",
    "x.T",
    "[x, y]",
    "x > 1",
    "[]",
    "list(x)",
)
"""What stands for the first array."""
MODULE = 40
"""Functions that are fixed together."""


class Statement(NamedTuple):
    """A call of one function of NumPy."""

    function: str
    text: str


class Difference(NamedTuple):
    """What a fixed function does otherwise."""

    function: str
    kind: str
    detail: str
    input: str
    before: str
    after: str


def functions(only: str) -> Iterator[tuple[str, Callable[..., Any]]]:
    """Every function by the name that code gives it, and every method, of ``x``."""
    for place, module in PLACES.items():
        for name in sorted(module.__all__):
            found = getattr(module, name)
            is_function = callable(found) and not isinstance(found, type)
            if is_function and name not in LEFT_OUT and re.search(only, f"{place}.{name}"):
                yield f"{place}.{name}", found
    for name in dir(np.ndarray):
        found = getattr(np.ndarray, name)
        is_method = callable(found) and not name.startswith("_")
        if is_method and name not in METHODS_LEFT_OUT and re.search(only, f"x.{name}"):
            yield f"x.{name}", found


def parameters(function: Callable[..., Any]) -> tuple[list[str], list[str]] | None:
    """What a function requires, as expressions, and the names of its other parameters; ``None``: nobody knows."""
    if isinstance(function, np.ufunc):
        return ["x", "y"][: function.nin], [
            "out",
            "where",
            "dtype",
            "casting",
            "order",
            "subok",
            "axis",
            "keepdims",
        ]
    try:
        signature = inspect.signature(function)
    except (TypeError, ValueError):
        return None
    given: list[str] = []
    others: list[str] = []
    for p in signature.parameters.values():
        if p.name == "self":
            continue
        if p.kind is p.VAR_KEYWORD:
            alike = getattr(np, function.__name__, function)
            if alike is not function:  # the method takes what the function takes
                others += [n for n in (parameters(alike) or ([], []))[1] if n not in others]
        elif p.kind is p.VAR_POSITIONAL or (p.default is p.empty and p.kind is not p.KEYWORD_ONLY):
            given.append(REQUIRED.get(p.name, "x"))
        else:
            others.append(p.name)
    return given, others


def statements(random: Random, only: str) -> Iterator[Statement]:
    """Calls of every function, in statements that keep, compute with, or drop what they give."""
    for name, function in functions(only):
        known = parameters(function)
        if known is None:
            continue
        given, others = known
        for options in dict.fromkeys(_options(others, random)):
            told = dict(options)
            if isinstance(function, np.ufunc) and "where" in told and told.get("out", "None") == "None":
                continue  # which leaves some elements as they happen to be
            call = f"{name}({', '.join([*given, *(f'{k}={v}' for k, v in options)])})"
            form = "{}" if told.get("out", "None") != "None" and random.random() < 0.7 else "r = {}"
            if "out" not in told and random.random() < 0.25:
                form = "r = 2 * {} + x"
            yield Statement(name, form.format(call))
            if given == ["x", "y"] and told.get("out") == "x":
                yield Statement(name, call.replace("(x, y", "(z, y").replace("out=x", "out=z"))
        for arguments in (*_by_position(function, given, random), *_of_others(name, given)):
            yield Statement(name, f"r = {name}({', '.join(arguments)})")


def _by_position(function: Callable[..., Any], given: list[str], random: Random) -> Iterator[list[str]]:
    """The arguments of calls without keywords: each parameter at each of its values, behind drawn ones."""
    before = list(given)
    for name in _positional(function):
        values = VALUES.get(name)
        if values is None:
            return
        yield from ([*before, value] for value in values)
        before.append(random.choice(values))


def _positional(function: Callable[..., Any]) -> list[str]:
    """Parameters with a default that go by position as well."""
    if isinstance(function, np.ufunc):
        return ["out"]
    found = [p for p in inspect.signature(function).parameters.values() if p.name != "self"]
    if any(p.kind is p.VAR_POSITIONAL for p in found):
        return []
    return [p.name for p in found if p.default is not p.empty and p.kind is p.POSITIONAL_OR_KEYWORD]


def _of_others(name: str, given: list[str]) -> Iterator[list[str]]:
    """The arguments of calls of a function with something else than an array for its first one."""
    if given and given[0] == "x" and not name.startswith("x."):
        yield from ([first, *given[1:]] for first in IN_PLACE_OF_ARRAYS)


def _options(names: list[str], random: Random) -> Iterator[tuple[tuple[str, str], ...]]:
    """No option, each by itself, a masked update, and drawn combinations of two and three."""
    yield ()
    known = [name for name in names if name in VALUES]
    for name in known:
        yield from (((name, value),) for value in VALUES[name])
    if "out" in known and "where" in known:
        yield ("out", "x"), ("where", "m")
    for _ in range(min(12, 3 * len(known))):
        drawn = random.sample(known, min(len(known), random.choice((2, 2, 3))))
        yield tuple((name, random.choice(VALUES[name])) for name in drawn)


def modules(found: Iterable[Statement], random: Random) -> Iterator[tuple[str, list[Statement]]]:
    """The text of modules, and their statements; what is no Python, an argument given twice, is left out."""
    chunk: list[Statement] = []
    for statement in found:
        try:
            ast.parse(statement.text)
        except SyntaxError:
            continue
        chunk.append(statement)
        if len(chunk) == MODULE:
            yield _module(chunk, random), chunk
            chunk = []
    if chunk:
        yield _module(chunk, random), chunk


def _module(chunk: list[Statement], random: Random) -> str:
    signature = "x: np.ndarray, y: np.ndarray, z: np.ndarray, m: np.ndarray"
    parts = [
        f"def f{n}({signature}):\n    r = None\n{random.choice(CHECKED)}    {s.text}\n    return r, x, y, z\n"
        for n, s in enumerate(chunk)
    ]
    return "\n\n".join(["import numpy as np\n", *parts])


def by_name(text: str) -> dict[str, str]:
    """The functions of a module, as Python writes them."""
    return {n.name: ast.unparse(n) for n in ast.parse(text).body if isinstance(n, ast.FunctionDef)}


def examine(settings: Settings, random: Random, only: str) -> tuple[Counter[str], list[Difference]]:
    """Fix and run the calls: how many there were, and the first difference of each function and kind."""
    tally: Counter[str] = Counter()
    found: dict[tuple[str, str], Difference] = {}
    for before, chunk in modules(statements(random, only), random):
        tally["calls"] += len(chunk)
        after = fixed(before, settings).after
        ours, theirs = by_name(before), by_name(after)
        for number, statement in enumerate(chunk):
            name = f"f{number}"
            if ours[name] == theirs[name]:
                continue
            tally["changed"] += 1
            shown = _shown(before, after, name, statement)
            if shown is not None:
                kind, detail, source = shown
                made = Difference(statement.function, kind, detail, source, ours[name], theirs[name])
                found.setdefault((statement.function, kind), made)
    return tally, list(found.values())


def _shown(before: str, after: str, name: str, statement: Statement) -> tuple[str, str, str] | None:
    """The first difference that is announced nowhere: its kind, how it shows, and the input."""
    # NumPy's own accumulating functions end the interpreter where `x` and `out` have no axes.
    inputs = INPUTS[:-1] if "out=" in statement.text else INPUTS
    calls = tuple(Call(name, source) for source in inputs)
    for call, one, two in zip(calls, outcomes(before, calls), outcomes(after, calls), strict=True):
        found = difference([one], [two])
        if found is not None and found[0] not in KINDS and not (one[0] == two[0] == "raises"):
            return *found, call.arguments[0]
    return None


def main() -> int:
    """Print the differences; 1 if there are any."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--only", default="", help="a pattern of names, as np.linalg or sum$")
    parser.add_argument("--unsafe", action="store_true", help="apply unsafe fixes as well")
    options = parser.parse_args()
    mode = "unsafe" if options.unsafe else "safe"
    tally, found = examine(SETTINGS[mode], Random(options.seed), options.only)
    for one in found:
        print(f"{one.function}: {one.kind}: {one.detail}  for {one.input}\n{one.before}\n->\n{one.after}\n")
    print(f"{tally['calls']} calls, {tally['changed']} changed by {mode} fixes, {len(found)} differ")
    return bool(found)


if __name__ == "__main__":
    raise SystemExit(main())

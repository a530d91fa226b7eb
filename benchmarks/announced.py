"""What the guide and the pages of rules say that unsafe fixes do otherwise, told from what nobody says.

A difference is announced where the condition that the page names is what makes it: with that condition taken out of
the program, the difference goes.
"""

from __future__ import annotations

import ast
import math
from collections.abc import Callable
from dataclasses import dataclass, replace
from difflib import SequenceMatcher

from programs import ARGUMENTS, Call, Program

KINDS = frozenset({"number", "accepts", "order"})
"""Kinds of differences that are announced: an equal number of another type, a result where NumPy raised, and an
exception of the new value of `x[i] += f(y)` where `x[i]` itself would have raised."""


@dataclass(frozen=True)
class Condition:
    """What a page says a fix may do otherwise, and the program in which there is nothing of that."""

    says: str
    rules: tuple[str, ...]
    """Whose page says so; of no rule where the guide says it of all."""
    argument: Callable[[str], str] = str
    """An argument that a caller hands in, without it."""
    text: Callable[[str], str] = str
    """The module, without it."""


def _without_nan(text: str) -> str:
    """Without NaN, which dividing zeros makes as well, and a root of what is negative."""
    text = text.replace(" / ", " * ").replace(" ** 1.5", " * 1.5")
    return text.replace("np.nan", "0.25").replace("float('nan')", "0.25")


def _without_others(argument: str) -> str:
    return "np.array([1.5, -2.0, 3.0])" if argument in _OTHERS else argument


_OTHERS = frozenset({*ARGUMENTS["foreign"], *ARGUMENTS["vector_like"]})


def _filled(argument: str) -> str:
    made = {"np.array([])": "np.array([1.5])", "np.zeros((0, 3))": "np.ones((1, 3))", "[]": "[1.5]"}
    return made.get(argument, argument)


def _in_double(argument: str) -> str:
    """Without single precision, and without truth values, which NumPy computes in half of it."""
    return argument.replace(", dtype=np.float32", "").replace("True, False, True", "1.0, 0.0, 1.0")


def _with_scalar_keys(text: str) -> str:
    """What keys are taken from, without axes but one."""
    return ast.unparse(_ScalarKeys().visit(ast.parse(text))) + "\n"


class _ScalarKeys(ast.NodeTransformer):
    def visit_SetComp(self, node: ast.SetComp) -> ast.AST:
        return self.visit_DictComp(node)

    def visit_DictComp(self, node: ast.DictComp | ast.SetComp) -> ast.AST:
        self.generic_visit(node)
        for part in node.generators:
            part.iter = ast.parse(f"np.asarray({ast.unparse(part.iter)}).ravel()", mode="eval").body
        return node


def _of_numbers(argument: str) -> str:
    return "1.0" if argument == "True" else argument


def _of_floats(argument: str) -> str:
    of_numbers = argument.startswith("np.array([") and "dtype" not in argument
    whole = of_numbers and "." not in argument.removeprefix("np.array(")
    return f"{argument}.astype(float)" if whole else _LISTS_OF_FLOATS.get(argument, argument)


_LISTS_OF_FLOATS = {"[1, 2]": "[1.0, 2.0]", "(3, 1, 2)": "(3.0, 1.0, 2.0)"}


def _with_host_numbers(text: str) -> str:
    """Calls of NumPy with nothing but numbers of Python's, made such numbers."""
    return ast.unparse(_HostNumbers().visit(ast.parse(text))) + "\n"


def _with_fractions(text: str) -> str:
    """What the builtins take out of several numbers, made a fraction: no whole number stands among others then."""
    return ast.unparse(_Fractions().visit(ast.parse(text))) + "\n"


class _Fractions(ast.NodeTransformer):
    def visit_Call(self, node: ast.Call) -> ast.AST:
        self.generic_visit(node)
        if ast.unparse(node.func) in ("max", "min", "sum") and not node.keywords:
            return ast.BinOp(node, ast.Mult(), ast.Constant(1.0))
        return node


class _HostNumbers(ast.NodeTransformer):
    def visit_Call(self, node: ast.Call) -> ast.AST:
        self.generic_visit(node)
        name = ast.unparse(node.func)
        if name == "np.prod" and all(isinstance(a, ast.Attribute | ast.Tuple) for a in node.args):
            return ast.Call(ast.Name("int", ast.Load()), [node], [])
        if name in _OF_NUMBERS and all(isinstance(a, ast.Constant) for a in node.args):
            return ast.Call(ast.Name("float", ast.Load()), [_of_math(node)], [])
        return node


def _of_math(node: ast.Call) -> ast.Call:
    """The function of `math`, whose last digit may be another."""
    assert isinstance(node.func, ast.Attribute)
    if not hasattr(math, node.func.attr):
        return node
    return ast.Call(ast.Attribute(ast.Name("math", ast.Load()), node.func.attr, ast.Load()), node.args, [])


_OF_NUMBERS = {f"np.{name}" for name in ("sqrt", "exp", "sin", "cos", "tanh", "floor", "abs", "log")}

CONDITIONS: dict[str, Condition] = {
    "NaN": Condition("by NaN alone", ("PUR205",), _without_nan, _without_nan),
    "empty": Condition("by an empty array alone", ("PUR205",), _filled),
    "single": Condition(
        "by single precision where a class or a number is Python's",
        ("PUR502", "PUR103", "PUR301", "PUR205"),
        _in_double,
    ),
    "host": Condition("by the type of a number of Python's", ("PUR103",), text=_with_host_numbers),
    "very": Condition("by a whole number among fractions", ("PUR205",), text=_with_fractions),
    "rounded": Condition("by a truth value that is rounded", ("PUR205",), _of_numbers),
    "key": Condition("by what has axes and is to be a key", ("PUR306",), text=_with_scalar_keys),
    "cast": Condition("by a cast that NumPy refuses", ("PUR202", "PUR206"), _of_floats),
    "no array": Condition("by what is handed in for an array and is none", (), _without_others),
}


def without(condition: Condition, program: Program) -> Program | None:
    """``program`` with a condition taken out of it; ``None`` where it is not in it.

    What the module does not show can only be an argument of a call from outside.
    """
    calls = tuple(Call(c.function, tuple(map(condition.argument, c.arguments))) for c in program.calls)
    text = condition.text(program.text)
    if condition.rules:
        text = _in_callers(condition.argument, text)
    return (
        None if (text, calls) == (program.text, program.calls) else replace(program, text=text, calls=calls)
    )


def _in_callers(change: Callable[[str], str], text: str) -> str:
    """``text`` with other arguments in the functions that hand them in."""
    tree = ast.parse(text)
    changed = False
    for function in tree.body:
        if isinstance(function, ast.FunctionDef) and function.name.startswith("main"):
            for call in (s.value for s in function.body if isinstance(s, ast.Return)):
                assert isinstance(call, ast.Call)
                given = [ast.unparse(argument) for argument in call.args]
                made = [change(argument) for argument in given]
                changed |= made != given
                call.args = [ast.parse(argument, mode="eval").body for argument in made]
    return ast.unparse(tree) + "\n" if changed else text


Place = tuple[int, int, int, int]
"""First line, last line, first column, last column, as Python has them of what it runs."""


def is_later(before: str, after: str, raised: tuple[Place, ...], raises: tuple[Place, ...]) -> bool:
    """Whether the fixed program raises further on than the original did, which it therefore came past.

    ``raised`` and ``raises`` are places of ``before`` and ``after``: of the calls that lead there, the outermost first.
    """
    matcher = SequenceMatcher(None, before.split("\n"), after.split("\n"), autojunk=False)
    last = {}
    for tag, i, i_end, j, j_end in matcher.get_opcodes():
        for line in range(i, i_end):
            last[line + 1] = j + line - i + 1 if tag == "equal" or i_end - i == j_end - j else j_end
    meant, found = tuple(last[place[0]] for place in raised), tuple(place[0] for place in raises)
    if meant == found and raised:
        return _is_worked_out(before, raised[-1]) and _is_stored(after, raises[-1])
    return meant < found


def is_hidden(before: str, after: str, raised: tuple[Place, ...], raises: tuple[Place, ...]) -> bool:
    """Whether an element that an augmented assignment looks up is missing, and its new value raises as well."""
    if not raised or not raises:
        return False
    statements = (node for node in ast.walk(ast.parse(before)) if isinstance(node, ast.AugAssign))
    missing = next((node.target for node in statements if _is_in(raised[-1], node.target)), None)
    stored = _value(after, raises[-1][0])
    if not isinstance(missing, ast.Subscript) or not isinstance(stored, ast.Call) or not stored.args:
        return False
    array = missing.value
    while isinstance(array, ast.Subscript):
        array = array.value
    return ast.unparse(array) == ast.unparse(stored.args[0]) and not _is_stored(after, raises[-1])


def _is_worked_out(text: str, place: Place) -> bool:
    """Whether it is the value of an assignment that raised, and not the store."""
    value = _value(text, place[0])
    return value is not None and _is_in(place, value)


def _is_in(place: Place, node: ast.expr) -> bool:
    return _span(node)[0::2] <= place[0::2] and place[1::2] <= _span(node)[1::2]


def _is_stored(text: str, place: Place) -> bool:
    """Whether it is the store that raised, an operation's or Python's own, and not what it is given."""
    value = _value(text, place[0])
    targets = [t for n in ast.walk(ast.parse(text)) if isinstance(n, ast.Assign) for t in n.targets]
    return any(
        _span(node) == place for node in (value, *targets) if isinstance(node, ast.Call | ast.Subscript)
    )


def _value(text: str, line: int) -> ast.expr | None:
    found = [
        node.value
        for node in ast.walk(ast.parse(text))
        if isinstance(node, ast.Assign | ast.AugAssign)
        and node.lineno <= line <= (node.end_lineno or node.lineno)
    ]
    return found[-1] if found else None


def _span(node: ast.expr) -> Place:
    return node.lineno, node.end_lineno or 0, node.col_offset, node.end_col_offset or 0

"""Calls in the words of the array API standard: what it has under other names, by other arguments, or as an idiom.

ops.mean(x, 0)             xp.mean(x, axis=0)
ops.ravel(x)               xp.reshape(x, (-1,))
ops.dot(a, b)              a @ b
ops.assign(x, i, v)        xpx.at(x)[i].set(v)
"""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Mapping

from purity_lint.findings.edits import Hole
from purity_lint.fixes.profiles.called_operations import means
from purity_lint.fixes.profiles.extra_functions import OPS
from purity_lint.fixes.profiles.full_of_arrays import FULL
from purity_lint.fixes.profiles.idioms import (
    OF_NUMBERS,
    OF_SEVERAL_AXES,
    PLACE,
    STACKED,
    WHERE,
    Idioms,
    Questions,
)
from purity_lint.fixes.profiles.idioms import call as call_of
from purity_lint.fixes.profiles.package_helpers import Helper, Helpers
from purity_lint.knowledge.scipy.any_library import MEDIANS, QUANTILE, QUANTILE_MODULE, QUANTILES, SKIP_NAN
from purity_lint.knowledge.signatures import Signature, signature
from purity_lint.knowledge.vocabularies.array_api import NEW_IN_2025
from purity_lint.knowledge.vocabularies.words import word
from purity_lint.semantics.values import PLAIN_NUMBERS, Value
from purity_lint.source.constructs import is_none

_DESCENDING = "descending"
_HOLE = re.compile(r"\{(\w+)\}")
_LONE_GENERATOR = re.compile(r"\b(tuple)\(\((\w[^()]* for [^()]*(?:\([^()]*\)[^()]*)*)\)\)")
"""The one argument of a call, which has parentheses of its own where Python writes a tree."""


def respelled(
    template: str,
    holes: Mapping[str, Hole],
    ask: Questions,
    helpers: Helpers,
    *,
    stored_into: bool = False,
    nested: bool = False,
    preferred: bool = False,
    unsure: bool = False,
) -> tuple[str, list[Helper]] | None:
    """Return ``template`` in the words of the standard, and the package's functions in it; ``None`` where it has none.

    ``{ops}`` stays the name of the namespace, and ``xpx`` is that of :mod:`array_api_extra`.  ``ask`` answers
    what there is to know of what fills a hole, ``helpers`` which function the package has for an operation.
    ``stored_into``: the array that is made is written to later.  ``nested``: it is part of a longer expression.
    ``preferred``: only where people write it
    otherwise, although the standard has a function of that name.  ``unsure``: a function is called, which takes
    numbers and lists too.
    """
    idioms = Idioms(holes, ask, stored_into=stored_into, nested=nested)
    speller = _Speller(idioms, ask.values, helpers, unsure=unsure)
    text = _transformed(template, speller)
    return None if text is None or (preferred and not speller.preferred) else (text, speller.used)


def by_position(template: str, profile: str, renamed: Mapping[str, str]) -> str | None:
    """Return ``template`` with those arguments by position that a vocabulary calls by another name.

    ``None`` where that makes no call that the vocabulary takes.
    """
    return _transformed(template, _Positioner(profile, renamed))


def with_keywords(template: str, node: ast.AST, holes: Mapping[str, Hole], theirs: Signature | None) -> str:
    """Return the template of a call with by name what ``node`` gives by a name that the vocabulary knows as well."""
    if not isinstance(node, ast.Call) or theirs is None:
        return template
    function, _, arguments = template.partition("(")
    given = {id(k.value): k.arg for k in node.keywords}
    written = []
    for place, part in enumerate(arguments.removesuffix(")").split(", ")):
        hole = holes.get(part[1:-1])
        name = given.get(id(hole))
        plain = part == f"{{{part[1:-1]}}}" and place < len(theirs.order)
        written.append(f"{name}={part}" if plain and name == theirs.order[place] else part)
    positional = [part for part in written if "=" not in part]
    return template if written[: len(positional)] != positional else f"{function}({', '.join(written)})"


def _transformed(template: str, transformer: _Transformer) -> str | None:
    """Return ``template`` after ``transformer``, whose names stand for holes; ``None`` where it lacks a word."""
    text = _HOLE.sub(lambda m: OPS if m[1] == "ops" else f"_hole_{m[1]}_", template)
    try:
        tree = ast.parse(text.replace("{{", "{").replace("}}", "}"))
    except SyntaxError:
        return None
    transformed = ast.fix_missing_locations(transformer.visit(tree))
    if transformer.lacking:
        return None
    written = _LONE_GENERATOR.sub(r"\1(\2)", ast.unparse(transformed)).replace("{", "{{").replace("}", "}}")
    return PLACE.sub(lambda m: f"{{{m[1]}}}", written).replace(OPS, "{ops}")


def is_plain_number(node: ast.expr, value: Value) -> bool:
    """True for a Python number, written out or known to be one."""
    return isinstance(node, ast.Constant) or value.kind in PLAIN_NUMBERS


class _Transformer(ast.NodeTransformer):
    """Rewrites a template, or finds that the vocabulary lacks a word for it."""

    lacking = False


class _Positioner(_Transformer):
    """Writes by position what is given by a name that the vocabulary does not know."""

    def __init__(self, profile: str, renamed: Mapping[str, str]) -> None:
        self._profile = profile
        self._renamed = renamed

    def visit_Call(self, node: ast.Call) -> ast.expr:
        """Return the call with its arguments as the vocabulary takes them."""
        self.generic_visit(node)
        operation = _operation(node.func)
        if operation is None:
            return node
        target = word(self._profile, self._renamed, operation)
        theirs, ours = target.signature if target is not None else None, signature(operation)
        unpacks = any(isinstance(a, ast.Starred) for a in node.args) or any(
            k.arg is None for k in node.keywords
        )
        if target is None or theirs is None or ours is None or theirs.variadic or unpacks:
            self.lacking = True
            return node
        arguments, keywords = list(node.args), []
        given = node.keywords
        if operation == "argsort" and arguments and not theirs.takes_keyword(_DESCENDING):
            backwards = any(k.arg == _DESCENDING and getattr(k.value, "value", None) is True for k in given)
            if backwards:  # the places of the largest elements are those of the smallest, with the other sign
                arguments[0] = ast.UnaryOp(ast.USub(), arguments[0])
                given = [k for k in given if k.arg != _DESCENDING]
        for keyword in given:
            place = len(arguments)
            if theirs.takes_keyword(keyword.arg or ""):
                keywords.append(keyword)
            elif (
                not keywords and ours.order[place : place + 1] == (keyword.arg,) and place < len(theirs.order)
            ):
                arguments.append(keyword.value)
            else:
                self.lacking = True
        named = {*theirs.order[: len(arguments)], *(k.arg for k in keywords)}
        same = all(
            means(other, mine) or (mine in ours.required and other in theirs.required)
            for mine, other in zip(ours.order[: len(arguments)], theirs.order, strict=False)
        )
        if not (same and len(arguments) <= len(theirs.order) and theirs.required <= named):
            self.lacking = True
        function = ast.parse(target.text.replace("{ops}", OPS), mode="eval").body
        return ast.Call(function, arguments, keywords)


class _Speller(_Transformer):
    """Rewrites the calls of operations in a template."""

    def __init__(
        self,
        idioms: Idioms,
        values: Callable[[ast.expr], Value],
        helpers: Helpers,
        *,
        unsure: bool = False,
    ) -> None:
        self._unsure = unsure
        self._idioms = idioms
        self._values = values
        self._helpers = helpers
        self.used: list[Helper] = []
        self.preferred = False
        """Something is written otherwise, although the standard has a function of that name."""

    def visit_Attribute(self, node: ast.Attribute) -> ast.expr:
        """Return an operation that is not called as it is, if the standard has it."""
        operation = _operation(node)
        if operation is None:
            self.generic_visit(node)
            return node
        target = word("array-api", {}, operation)
        if target is None:
            self.lacking = True
            return node
        return ast.parse(target.text.replace("{ops}", OPS), mode="eval").body

    def visit_Call(self, node: ast.Call) -> ast.expr:
        operation = _operation(node.func)
        if operation is None:
            self.generic_visit(node)
            return node
        node.args = [self.visit(argument) for argument in node.args]
        node.keywords = [self.visit(keyword) for keyword in node.keywords]
        if self._unsure and operation in _OF_ARRAYS:
            node.args = [self._idioms.array(argument) for argument in node.args[:1]] + node.args[1:]
        special = (
            self._bounded(node, operation)
            or self._preferred(node, operation)
            or self._by_keyword(node, operation)
            or self._helped(node, operation)
            or self._quantile(node, operation)
            or self._idioms.of(operation, node.args, {k.arg: k.value for k in node.keywords})
        )
        if special is None:
            self.lacking = True
            return node
        return special

    def _preferred(self, call: ast.Call, operation: str) -> ast.expr | None:
        """Return what people write in place of a function that the standard has, but not every library yet."""
        if operation in NEW_IN_2025 | OF_COMPLEX:
            found: ast.expr | None = self._helped(call, operation)
        elif operation == _NORM:
            found = self._norm(call)
        else:
            named = {k.arg: k.value for k in call.keywords}
            found = (
                self._idioms.stacked(operation, call.args, named)
                or self._idioms.of_several_axes(operation, call.args, named)
                or self._idioms.of_truth(operation, call.args, named)
                or self._idioms.full(operation, call.args, named)
                or self._idioms.guarded(operation, call.args, named)
                or self._turned(call, operation)
            )
        self.preferred |= found is not None
        return found

    def _turned(self, call: ast.Call, operation: str) -> ast.Call | None:
        """Return ``xp.flip(x)`` for a vector, of which nobody says the axis."""
        if operation != _FLIP or len(call.args) != 1 or [k.arg for k in call.keywords] != ["axis"]:
            return None
        axis = [type(part) for part in ast.walk(call.keywords[0].value)]
        is_written = axis in ([ast.Constant], [ast.UnaryOp, ast.USub, ast.Constant])
        return call_of(_FLIP, call.args) if is_written and self._idioms.is_vector(call.args[0]) else None

    def _norm(self, call: ast.Call) -> ast.Call | None:
        """Return the call of the package's function for what is in an extension that no namespace has to have."""
        written = self._idioms.of(_NORM, call.args, {k.arg: k.value for k in call.keywords})
        if not isinstance(written, ast.Call) or _operation(written.func) != f"linalg.{_VECTOR_NORM}":
            return None
        return self._helped(written, _VECTOR_NORM)

    def _by_keyword(self, call: ast.Call, operation: str) -> ast.Call | None:
        """Return the same call, with by keyword what the standard takes by keyword alone."""
        target, ours = word("array-api", {}, operation), signature(operation)
        if target is None or target.signature is None:
            return None
        theirs = target.signature
        if any(isinstance(a, ast.Starred) for a in call.args) or any(k.arg is None for k in call.keywords):
            return call if theirs.variadic else None
        arguments, named = list(call.args), []
        if not theirs.variadic:
            leading = sum(name in theirs.required for name in theirs.order)
            kept = min(len(arguments), max(leading, 0))
            for position, argument in enumerate(arguments[kept:], kept):
                if ours is None or position >= len(ours.order):
                    return None
                if ours.order[position] not in BOUNDS.values() or not is_none(self._idioms.node(argument)):
                    named.append(ast.keyword(ours.order[position], argument))
            arguments = arguments[:kept]
        keywords = [*named, *call.keywords]
        for keyword in keywords:
            if not theirs.takes_keyword(keyword.arg or ""):
                return None
        given = {*theirs.order[: len(arguments)], *(k.arg for k in keywords)}
        if not theirs.variadic and not theirs.required <= given:
            return None
        function = ast.parse(target.text.replace("{ops}", OPS), mode="eval").body
        return ast.Call(function, arguments, keywords)

    def _bounded(self, call: ast.Call, operation: str) -> ast.Call | None:
        """Return ``xp.clip(x, min=0)`` for ``xp.maximum(x, 0)``: not every library takes a number there."""
        if operation not in BOUNDS or len(call.args) != len("ab") or call.keywords:
            return None
        numbers = [self._is_number(argument) for argument in call.args]
        if numbers.count(True) != 1:
            return None
        bound = numbers.index(True)
        return call_of("clip", [call.args[1 - bound]], {BOUNDS[operation]: call.args[bound]})

    def _is_number(self, place: ast.expr) -> bool:
        node = self._idioms.node(place)
        return node is not None and (is_plain_number(node, self._values(node)) or self._idioms.is_limit(node))

    def _helped(self, call: ast.Call, operation: str) -> ast.Call | None:
        """Return the call of the package's own function for ``operation``, which is told the namespace."""
        plain = not any(isinstance(a, ast.Starred) for a in call.args)
        if operation == _IS_ARRAY:
            self.used.append(self._helpers.is_array())
            return ast.Call(ast.Name(self.used[-1].name), call.args, [])
        space = [ast.keyword("xp", ast.Name(OPS))]
        if operation in _HELPED_WITH and plain and not call.keywords:
            name, options, leads = _HELPED_WITH[operation]
            helper = self._helpers(name)
            added = [ast.keyword(k, ast.Constant(v)) for k, v in options.items()]
            written = [*space, *added] if leads else [*added, *space]
        else:
            helper = None if operation in _IDIOMS else self._helpers(operation)
            written = [*call.keywords, *space]
        if helper is not None and (not helper.takes_namespace or helper.asks_its_array):
            written = [k for k in written if k not in space]
        keywords = {k.arg or "" for k in written} - {"xp"}
        if helper is None or helper.gives is False or not plain or not helper.takes(len(call.args), keywords):
            return None
        self.used.append(helper)
        if helper.namespace_leads:
            arguments: list[ast.expr] = [ast.Name(OPS), *call.args]
            return ast.Call(ast.Name(helper.name), arguments, [k for k in written if k not in space])
        return ast.Call(ast.Name(helper.name), call.args, written)

    def _quantile(self, call: ast.Call, operation: str) -> ast.Call | None:
        """Return the call of SciPy's quantile, which takes arrays of every library, where the file has its module."""
        module = self._helpers.module(QUANTILE_MODULE) if operation in MEDIANS | QUANTILES.keys() else None
        order = ("q", "axis") if operation in QUANTILES else ("axis",)
        named: dict[str | None, ast.expr] = dict(zip(order, call.args[1:], strict=False))
        named |= {k.arg: k.value for k in call.keywords}
        several = len(call.args) - 1 > len(order) or any(isinstance(a, ast.Starred) for a in call.args)
        if module is None or not call.args or several or not named.keys() <= {*order, "axis", "keepdims"}:
            return None
        half: ast.expr = ast.Constant(0.5)
        at = named.pop("q", half) if operation in QUANTILES else half
        if at is not half and not self._is_number(at):
            return None  # several have an axis of their own
        if at is not half and QUANTILES[operation] != 1:
            at = ast.BinOp(at, ast.Div(), ast.Constant(QUANTILES[operation]))
        function = ast.parse(f"{module}.{QUANTILE}", mode="eval").body
        options = {"axis": ast.Constant(None), **named}
        if operation in SKIP_NAN:
            options["nan_policy"] = ast.Constant("omit")
        return ast.Call(function, [call.args[0], at], [ast.keyword(k, v) for k, v in options.items()])


OF_COMPLEX = frozenset({"real"})
"""Functions that take real arrays as well in NumPy, and in the standard none."""
_NORM = "linalg.norm"
_VECTOR_NORM = "vector_norm"
_FLIP = "flip"
PREFERRED = NEW_IN_2025 | OF_COMPLEX | STACKED | OF_SEVERAL_AXES | OF_NUMBERS | FULL | {WHERE, _FLIP}
"""Operations that are not always written by the name that the standard has for them."""
BOUNDS = {"maximum": "min", "minimum": "max"}
"""Functions of two arrays that bound the first, if the second is a number -> the name of the bound."""
_OF_ARRAYS = frozenset({"size"})
"""Functions that count the elements of numbers and lists too, and whose counterparts have to have an array."""
_IDIOMS = frozenset({"copy"})
"""Operations that people spell in the words of the standard, though their package has a function of that name."""
_IS_ARRAY = "is_tensor"
CHECKED = "asarray_chkfinite"
"""Function of NumPy that refuses what is no number, which the standard's `asarray` does not."""
_HELPED_WITH: Mapping[str, tuple[str, Mapping[str, bool | int], bool]] = {
    "atleast_1d": ("atleast_nd", {"ndim": 1}, False),
    "atleast_2d": ("atleast_nd", {"ndim": 2}, False),
    "atleast_3d": ("atleast_nd", {"ndim": 3}, False),
    "asanyarray": ("asarray", {"subok": True}, True),
    CHECKED: ("asarray", {"check_finite": True}, True),
}
"""Operations that packages have as an option of another function of theirs; whether that says the namespace first."""


def _operation(function: ast.expr) -> str | None:
    text = ast.unparse(function)
    return text.removeprefix(f"{OPS}.") if text.startswith(f"{OPS}.") else None

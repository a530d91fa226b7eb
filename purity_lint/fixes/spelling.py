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

from purity_lint.findings.diagnostics import Evidence
from purity_lint.findings.edits import Hole
from purity_lint.fixes.helpers import Helper
from purity_lint.knowledge.signatures import signature
from purity_lint.knowledge.vocabularies.array_api import EXTRA
from purity_lint.knowledge.vocabularies.words import word
from purity_lint.semantics.values import PLAIN_NUMBERS, Value

_OPS = "_ops_"
_HOLE = re.compile(r"\{(\w+)\}")
_PLACE = re.compile(r"\b_hole_(\w+?)_\b")
EXTRA_NAME = "xpx"


def respelled(
    template: str,
    holes: Mapping[str, Hole],
    values: Callable[[ast.expr], Value],
    helpers: Callable[[str], Helper | None],
) -> tuple[str, list[Helper]] | None:
    """Return ``template`` in the words of the standard, and the package's functions in it; ``None`` where it has none.

    ``{ops}`` stays the name of the namespace, and ``xpx`` is that of :mod:`array_api_extra`.  ``values`` says
    what fills a hole, ``helpers`` which function the package has for an operation.
    """
    speller = _Speller(holes, values, helpers)
    text = _transformed(template, speller)
    return None if text is None else (text, speller.used)


def by_position(template: str, profile: str, renamed: Mapping[str, str]) -> str | None:
    """Return ``template`` with those arguments by position that a vocabulary calls by another name.

    ``None`` where that makes no call that the vocabulary takes.
    """
    return _transformed(template, _Positioner(profile, renamed))


def _transformed(template: str, transformer: _Transformer) -> str | None:
    """Return ``template`` after ``transformer``, whose names stand for holes; ``None`` where it lacks a word."""
    text = _HOLE.sub(lambda m: _OPS if m[1] == "ops" else f"_hole_{m[1]}_", template)
    try:
        tree = ast.parse(text.replace("{{", "{").replace("}}", "}"))
    except SyntaxError:
        return None
    transformed = ast.fix_missing_locations(transformer.visit(tree))
    if transformer.lacking:
        return None
    written = ast.unparse(transformed).replace("{", "{{").replace("}", "}}")
    return _PLACE.sub(lambda m: f"{{{m[1]}}}", written).replace(_OPS, "{ops}")


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
        for keyword in node.keywords:
            place = len(arguments)
            if theirs.takes_keyword(keyword.arg or ""):
                keywords.append(keyword)
            elif (
                not keywords and ours.order[place : place + 1] == (keyword.arg,) and place < len(theirs.order)
            ):
                arguments.append(keyword.value)
            else:
                self.lacking = True
        given = {*theirs.order[: len(arguments)], *(k.arg for k in keywords)}
        same = all(
            mine == other or (mine in ours.required and other in theirs.required)
            for mine, other in zip(ours.order[: len(arguments)], theirs.order, strict=False)
        )
        if not (same and len(arguments) <= len(theirs.order) and theirs.required <= given):
            self.lacking = True
        function = ast.parse(target.text.replace("{ops}", _OPS), mode="eval").body
        return ast.Call(function, arguments, keywords)


class _Speller(_Transformer):
    """Rewrites the calls of operations in a template."""

    def __init__(
        self,
        holes: Mapping[str, Hole],
        values: Callable[[ast.expr], Value],
        helpers: Callable[[str], Helper | None],
    ) -> None:
        self._holes = holes
        self._values = values
        self._helpers = helpers
        self.used: list[Helper] = []

    def visit_Call(self, node: ast.Call) -> ast.expr:
        self.generic_visit(node)
        operation = _operation(node.func)
        if operation is None:
            return node
        special = (
            self._bounded(node, operation)
            or self._by_keyword(node, operation)
            or self._helped(node, operation)
            or self._special(node, operation)
        )
        if special is None:
            self.lacking = True
            return node
        return special

    def _by_keyword(self, call: ast.Call, operation: str) -> ast.Call | None:
        """Return the same call, with by keyword what the standard takes by keyword alone."""
        target, ours = word("array-api", {}, operation), signature(operation)
        if target is None or target.signature is None:
            return None
        theirs = target.signature
        if any(isinstance(a, ast.Starred) for a in call.args) or any(k.arg is None for k in call.keywords):
            return call if theirs.variadic else None
        arguments, keywords = list(call.args), list(call.keywords)
        if not theirs.variadic:
            leading = sum(name in theirs.required for name in theirs.order)
            kept = min(len(arguments), max(leading, 0))
            for position, argument in enumerate(arguments[kept:], kept):
                if ours is None or position >= len(ours.order):
                    return None
                keywords.append(ast.keyword(ours.order[position], argument))
            arguments = arguments[:kept]
        for keyword in keywords:
            if not theirs.takes_keyword(keyword.arg or ""):
                return None
        given = {*theirs.order[: len(arguments)], *(k.arg for k in keywords)}
        if not theirs.variadic and not theirs.required <= given:
            return None
        function = ast.parse(target.text.replace("{ops}", _OPS), mode="eval").body
        return ast.Call(function, arguments, keywords)

    def _bounded(self, call: ast.Call, operation: str) -> ast.Call | None:
        """Return ``xp.clip(x, min=0)`` for ``xp.maximum(x, 0)``: not every library takes a number there."""
        if operation not in BOUNDS or len(call.args) != len("ab") or call.keywords:
            return None
        numbers = [self._is_number(argument) for argument in call.args]
        if numbers.count(True) != 1:
            return None
        bound = numbers.index(True)
        return _call("clip", [call.args[1 - bound]], {BOUNDS[operation]: call.args[bound]})

    def _is_number(self, place: ast.expr) -> bool:
        node = self._node(place)
        return node is not None and is_plain_number(node, self._values(node))

    def _helped(self, call: ast.Call, operation: str) -> ast.Call | None:
        """Return the call of the package's own function for ``operation``, which is told the namespace."""
        plain = not any(isinstance(a, ast.Starred) for a in call.args)
        keywords = {k.arg or "" for k in call.keywords}
        if operation in _HELPED_WITH and plain and not keywords:
            name, options = _HELPED_WITH[operation]
            helper = self._helpers(name)
            call = ast.Call(
                call.func, call.args, [ast.keyword(k, ast.Constant(v)) for k, v in options.items()]
            )
            keywords = set(options)
        else:
            helper = None if operation in _IDIOMS else self._helpers(operation)
        if helper is None or not plain or not helper.takes(len(call.args), keywords):
            return None
        self.used.append(helper)
        if helper.namespace_leads:
            return ast.Call(ast.Name(helper.name), [ast.Name(_OPS), *call.args], call.keywords)
        space = [ast.keyword("xp", ast.Name(_OPS))] if helper.takes_namespace else []
        return ast.Call(ast.Name(helper.name), call.args, [*call.keywords, *space])

    def _special(self, call: ast.Call, operation: str) -> ast.expr | None:
        arguments, named = call.args, {k.arg: k.value for k in call.keywords}
        match operation, arguments, sorted(k or "" for k in named):
            case "dot", [left, right], []:
                return self._product(left, right)
            case "array", [data], _ if named.keys() <= {"dtype", "copy"}:
                if "copy" not in named and not self._is_literal(data):
                    named["copy"] = ast.Constant(True)
                return _call("asarray", [data], named)
            case (("asanyarray" | "ascontiguousarray"), [data], _) if named.keys() <= {"dtype"}:
                return _call("asarray", [data], named)
            case (("ravel" | "flatten"), [array], []):
                return _call(
                    "reshape", [array, ast.Tuple([ast.UnaryOp(ast.USub(), ast.Constant(1))], ast.Load())]
                )
            case "copy", [array], []:
                return _call("asarray", [array], {"copy": ast.Constant(True)})
            case (("atleast_1d" | "atleast_2d" | "atleast_3d"), [array], []):
                return _extra("atleast_nd", [self._array(array)], {"ndim": ast.Constant(int(operation[8]))})
            case "size", [array], []:
                return ast.parse(f"math.prod({ast.unparse(array)}.shape)", mode="eval").body
            case "linalg.norm", [array], [] | ["axis"] | ["axis", "keepdims"]:
                is_matrix = not named and self._rank(array) == _MATRIX
                return _call("linalg.matrix_norm" if is_matrix else "linalg.vector_norm", [array], named)
            case (
                ("assign" | "assign_add" | "assign_subtract" | "assign_multiply" | "assign_divide"),
                [_, _, _],
                [],
            ):
                return _update(operation.removeprefix("assign").strip("_") or "set", *arguments)
        if operation in EXTRA and set(named) <= EXTRA[operation]:
            return _extra(operation, arguments, named)
        return None

    def _product(self, left: ast.expr, right: ast.expr) -> ast.expr | None:
        """`a @ b`, where neither may be without axes and neither has more than two."""
        ranks = [self._rank(operand) for operand in (left, right)]
        if any(rank == 0 or (rank is not None and rank > _MATRIX) for rank in ranks):
            return None
        return ast.BinOp(left, ast.MatMult(), right)

    def _node(self, place: ast.expr) -> ast.expr | None:
        found = _PLACE.fullmatch(place.id) if isinstance(place, ast.Name) else None
        hole = self._holes.get(found[1]) if found is not None else None
        return hole if isinstance(hole, ast.expr) else None

    def _rank(self, place: ast.expr) -> int | None:
        """Return the number of axes of what fills a hole, where that is known."""
        node = self._node(place)
        return None if node is None else self._values(node).rank

    def _array(self, place: ast.expr) -> ast.expr:
        """Return what is an array for sure: callers may hand over numbers and lists."""
        node = self._node(place)
        value = self._values(node) if node is not None else None
        sure = value is not None and value.is_tensor and not value.maybe and value.evidence >= Evidence.PROVEN
        return place if sure else _call("asarray", [place])

    def _is_literal(self, place: ast.expr) -> bool:
        return isinstance(self._node(place) or place, ast.List | ast.Tuple | ast.Constant | ast.ListComp)


_MATRIX = 2
BOUNDS = {"maximum": "min", "minimum": "max"}
"""Functions of two arrays that bound the first, if the second is a number -> the name of the bound."""
_IDIOMS = frozenset({"copy"})
"""Operations that people spell in the words of the standard, though their package has a function of that name."""
_HELPED_WITH: Mapping[str, tuple[str, Mapping[str, bool | int]]] = {
    "atleast_1d": ("atleast_nd", {"ndim": 1}),
    "atleast_2d": ("atleast_nd", {"ndim": 2}),
    "atleast_3d": ("atleast_nd", {"ndim": 3}),
}
"""Operations that packages have as an option of another function of theirs."""


def _operation(function: ast.expr) -> str | None:
    text = ast.unparse(function)
    return text.removeprefix(f"{_OPS}.") if text.startswith(f"{_OPS}.") else None


def _call(
    name: str, arguments: list[ast.expr], named: Mapping[str | None, ast.expr] | None = None
) -> ast.Call:
    function = ast.parse(f"{_OPS}.{name}", mode="eval").body
    return ast.Call(function, arguments, [ast.keyword(k, v) for k, v in (named or {}).items()])


def _extra(name: str, arguments: list[ast.expr], named: Mapping[str | None, ast.expr]) -> ast.Call:
    function = ast.parse(f"{EXTRA_NAME}.{name}", mode="eval").body
    keywords = [ast.keyword(k, v) for k, v in named.items()]
    return ast.Call(function, arguments, [*keywords, ast.keyword("xp", ast.Name(_OPS))])


def _update(method: str, array: ast.expr, index: ast.expr, value: ast.expr) -> ast.expr:
    """`xpx.at(x)[i].set(v)`."""
    at = ast.Call(ast.Attribute(ast.Name(EXTRA_NAME), "at", ast.Load()), [array], [])
    element = ast.Subscript(at, _as_written(index), ast.Load())
    return ast.Call(ast.Attribute(element, method, ast.Load()), [value], [])


def _as_written(index: ast.expr) -> ast.expr:
    """An index as it stands in brackets: `i, :` of `(i, slice(None))`."""
    match index:
        case ast.Tuple(elts=elements) if elements:
            return ast.Tuple([_as_written(element) for element in elements], ast.Load())
        case ast.Call(func=ast.Name(id="slice"), args=bounds):
            parts = [None if isinstance(b, ast.Constant) and b.value is None else b for b in bounds]
            if len(parts) == 1:
                return ast.Slice(None, parts[0], None)
            return ast.Slice(*parts)
    return index

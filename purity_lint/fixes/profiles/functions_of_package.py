"""A package's own function in the place of what no namespace has: ``_xlogy(x, y, xp=xp)``, ``_tolist(x)``.

Its parameters are read from the package's module `_array_api`; what it does is told by its name, as its authors do.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator

from purity_lint.findings.edits import Hole, Rewrite, RewriteStatement
from purity_lint.fixes.profiles.package_helpers import Helper, Helpers
from purity_lint.knowledge.dtypes import DTYPES
from purity_lint.knowledge.libraries import stands_in
from purity_lint.knowledge.vocabularies.words import word
from purity_lint.rewrites.references import Category, reference
from purity_lint.semantics.model import SemanticModel
from purity_lint.source.names import last_name

_FLOATS = "supported_float_dtypes"
_STANDARD = "array-api"
_MADE = {"array": "asarray", "asarray": "asarray", "asanyarray": "asarray"}
"""Functions that make arrays -> the word for them in the names of packages' functions."""
_LAYOUT = "order"
_LAID_OUT = {"ascontiguousarray": "C", "asfortranarray": "F"}
"""Functions that make arrays with an order of their elements in memory -> the order."""
_FLAT = "flat"
_STORED: tuple[tuple[str, str], ...] = (("fill_diagonal", ""), ("fill_or_add_to_diagonal", "add_value=False"))
"""Functions that store a value into a diagonal, and what tells them to."""
_ADDED: tuple[tuple[str, str], ...] = (("add_to_diagonal", ""), ("fill_or_add_to_diagonal", ""))
"""Functions that add a value to a diagonal, and what tells them to."""
_OF_DIAGONALS = frozenset({"fill_diagonal"})
"""Functions of libraries that store into a diagonal, and give nothing."""
_ON_DIAGONALS = frozenset({"diag_indices_from"})
"""Functions of libraries that give the places of the diagonal of an array."""

_Edit = Rewrite | RewriteStatement


class FunctionsOfPackage:
    """Finds what a file's package calls in the place of code that no namespace runs."""

    def __init__(self, helpers: Helpers, model: SemanticModel) -> None:
        self._helpers = helpers
        self._model = model

    def preferred(self, node: ast.AST) -> tuple[_Edit, Helper] | None:
        """Return a call that keeps what words of the standard would leave out: the order of a layout, a dtype."""
        return self._ordered(node) or self._of_float_dtypes(node)

    def instead_of(self, node: ast.AST) -> tuple[_Edit, Helper] | None:
        """Return a call in the place of ``node``, ``{ops}`` for the namespace; ``None`` where the package has none."""
        if isinstance(node, ast.Attribute) and node.attr == _FLAT:
            return self._diagonal(node)
        call = self._called(node)
        if call is None or not _is_plain(call):
            return None
        found = reference(call, self._model)
        if found is not None and found.category is not Category.FUNCTION:
            return None
        of_scipy = found is None and stands_in(self._model.qualified_name(call.func), "scipy")
        if found is None and not of_scipy:
            return self._of_method(call)
        name = last_name(call.func) if found is None else found.dotted.rpartition(".")[2]
        if name in _ON_DIAGONALS:
            return self._at_places(call)
        if name in _OF_DIAGONALS:
            statement = self._model.parent(call)
            if not isinstance(statement, ast.Expr):
                return None
            return self._first(statement, _STORED, call.args, call.keywords)
        return self._first(call, ((name, ""),), call.args, call.keywords)

    def _called(self, node: ast.AST) -> ast.Call | None:
        """Return the call that a finding is about: some are about what is called."""
        if isinstance(node, ast.Call):
            return node
        parent = self._model.parent(node)
        return parent if isinstance(parent, ast.Call) and parent.func is node else None

    def _of_method(self, call: ast.Call) -> tuple[_Edit, Helper] | None:
        """``_tolist(x, xp=xp)`` for the method of a tensor."""
        if not isinstance(call.func, ast.Attribute) or not self._model.value(call.func.value).is_tensor:
            return None
        return self._first(call, ((call.func.attr, ""),), [call.func.value, *call.args], call.keywords)

    def _ordered(self, node: ast.AST) -> tuple[_Edit, Helper] | None:
        """``_asarray_with_order(x, order="C", xp=xp)`` for `np.asarray(x, order="C")`: namespaces know no order."""
        found = reference(node, self._model) if isinstance(node, ast.Call) else None
        if found is None or not isinstance(node, ast.Call) or not _is_plain(node):
            return None
        if found.category is not Category.FUNCTION:
            return None
        given = {keyword.arg for keyword in node.keywords}
        if found.dotted in _LAID_OUT and _LAYOUT not in given:
            made, added = "asarray", f'{_LAYOUT}="{_LAID_OUT[found.dotted]}"'
        elif found.dotted in _MADE and _LAYOUT in given:
            made = _MADE[found.dotted]
            added = "copy=True" if found.dotted == "array" and "copy" not in given else ""
        else:
            return None
        return self._first(node, ((f"{made}_with_{_LAYOUT}", added), (made, added)), node.args, node.keywords)

    def _of_float_dtypes(self, node: ast.AST) -> tuple[_Edit, Helper] | None:
        """``supported_float_dtypes(xp)`` for `[np.float64, np.float32, np.float16]`, of which the standard has two."""
        listed = self._model.parent(node)
        if not isinstance(listed, ast.List | ast.Tuple) or not isinstance(listed.ctx, ast.Load):
            return None
        found = [reference(one, self._model) for one in listed.elts]
        names = [
            DTYPES[one.library].get(one.dotted) or one.dotted
            for one in found
            if one is not None and one.category is Category.DTYPE
        ]
        floats = len(names) == len(found) and all(name.startswith("float") for name in names)
        if not floats or all(word(_STANDARD, {}, name) is not None for name in names):
            return None
        helper = self._helpers(_FLOATS)
        if helper is None or not helper.namespace_leads or helper.required != {"xp"}:
            return None
        return Rewrite(listed, f"{helper.name}({{ops}})"), helper

    def _diagonal(self, flat: ast.Attribute) -> tuple[_Edit, Helper] | None:
        """``_add_to_diagonal(x, v, xp=xp)`` for `x.flat[:: n + 1] += v`, and what stores for `=`."""
        place = self._model.parent(flat)
        statement = self._model.parent(place) if place is not None else None
        match place, statement:
            case (
                ast.Subscript(slice=ast.Slice(lower=None, upper=None, step=step)),
                ast.AugAssign(op=ast.Add(), value=value) | ast.Assign(targets=[_], value=value),
            ) if _is_one_further(step):
                wanted = _ADDED if isinstance(statement, ast.AugAssign) else _STORED
            case _:
                return None
        if getattr(statement, "value", None) is place:
            return None  # it is read
        assert isinstance(statement, ast.AugAssign | ast.Assign)
        return self._first(statement, wanted, [flat.value, value], [])

    def _at_places(self, places: ast.Call) -> tuple[_Edit, Helper] | None:
        """``_fill_diagonal(x, v, xp=xp)`` for `x[np.diag_indices_from(x)] = v`, and what adds for `+=`."""
        element = self._model.parent(places)
        statement = self._model.parent(element) if element is not None else None
        match element, statement:
            case (
                ast.Subscript(value=array),
                ast.AugAssign(op=ast.Add(), value=value) | ast.Assign(targets=[_], value=value),
            ) if value is not element and list(map(ast.unparse, places.args)) == [ast.unparse(array)]:
                wanted = _ADDED if isinstance(statement, ast.AugAssign) else _STORED
                return self._first(statement, wanted, [array, value], places.keywords)
        return None

    def _first(
        self,
        node: ast.Call | ast.stmt,
        wanted: Iterable[tuple[str, str]],
        arguments: list[ast.expr],
        keywords: list[ast.keyword],
    ) -> tuple[_Edit, Helper] | None:
        """Return a call of the first of these functions that the package has, and that takes the arguments."""
        named = {keyword.arg or "" for keyword in keywords}
        for name, added in wanted:
            helper = self._helpers(name)
            more = {added.partition("=")[0]} if added else set()
            if helper is None or not helper.takes_namespace or not helper.takes(len(arguments), named | more):
                continue
            if helper.namespace_leads:
                continue  # its arguments come after that
            holes: dict[str, Hole] = dict(_holes(arguments, keywords))
            written = [f"{{{n}}}" if n[0] == "a" else f"{n[2:]}={{{n}}}" for n in holes]
            written += [part for part in (added, "" if helper.asks_its_array else "xp={ops}") if part]
            text = f"{helper.name}({', '.join(written)})"
            if isinstance(node, ast.Call) and helper.gives is not False:
                return Rewrite(node, text, holes), helper
            if isinstance(node, ast.stmt) and (not helper.gives or isinstance(arguments[0], ast.Name)):
                return RewriteStatement(node, f"{{a0}} = {text}" if helper.gives else text, holes), helper
        return None


def _holes(arguments: list[ast.expr], keywords: list[ast.keyword]) -> Iterator[tuple[str, Hole]]:
    yield from ((f"a{n}", argument) for n, argument in enumerate(arguments))
    yield from ((f"k_{keyword.arg}", keyword.value) for keyword in keywords)


def _is_plain(call: ast.Call) -> bool:
    """True for a call that unpacks nothing."""
    starred = any(isinstance(argument, ast.Starred) for argument in call.args)
    return not starred and all(keyword.arg is not None for keyword in call.keywords)


def _is_one_further(step: ast.expr | None) -> bool:
    """True for `n + 1`, the distance of the elements of a diagonal in a row of all elements."""
    match step:
        case ast.BinOp(op=ast.Add(), right=ast.Constant(value=1)):
            return True
    return False

"""Calls that write their result into an array that is handed in: ``np.add(x, y, out=z)``, ``np.maximum(x, y, z)``."""

from __future__ import annotations

import ast
from collections.abc import Mapping

from purity_lint.findings.edits import Hole, Rewrite
from purity_lint.knowledge import libraries
from purity_lint.knowledge.known_forms import forms_of
from purity_lint.knowledge.numpy.forms import UFUNC_FORMS
from purity_lint.knowledge.numpy.roles import IN_PLACE_IF_TOLD
from purity_lint.records import dataclass
from purity_lint.rewrites.calls.library_calls import Rewritten, rewrite_call
from purity_lint.rewrites.calls.methods import method_equivalent
from purity_lint.rewrites.calls.special_forms.guarded_ufuncs import GUARDED, may_be_repeated
from purity_lint.rewrites.output_places import position_of_output
from purity_lint.semantics.model import SemanticModel
from purity_lint.semantics.values import Kind

_OF_OUTPUT = frozenset({"casting"})
"""Keywords that say how to write into the array: what is stored is cast to its dtype."""


@dataclass(frozen=True, slots=True)
class Output:
    """Array that a call writes into, and the call without it."""

    array: ast.expr
    place: ast.AST
    """``out=`` argument, or the array where it is given by position."""
    bare: ast.Call
    mask: ast.expr | None = None
    """`where=` of a universal function: elsewhere the array keeps what it holds."""

    @property
    def is_operand(self) -> bool:
        """True for `np.add(x, y, out=x)`, which takes neither a list nor a number nor ``None`` for `x`."""
        return ast.dump(self.array) in map(ast.dump, self.bare.args)


def output_of(call: ast.Call, model: SemanticModel) -> Output | None:
    """Return the array that ``call`` is given as ``out=``, or in the place of ``out`` in NumPy's signature."""
    for keyword in call.keywords:
        if keyword.arg == "out":
            rest = [k for k in call.keywords if k is not keyword and k.arg not in _OF_OUTPUT]
            mask = _mask(rest, call, model)
            rest = [k for k in rest if k.value is not mask]
            return Output(keyword.value, keyword, _copy(call, call.args, rest), mask)
    position = position_of_output(call, model)
    if position is None or position >= len(call.args) or any(isinstance(a, ast.Starred) for a in call.args):
        return None
    array = call.args[position]
    return Output(array, array, _copy(call, [a for a in call.args if a is not array], call.keywords))


def changed_as_told(call: ast.Call, model: SemanticModel) -> Output | None:
    """Return what `np.nan_to_num(x, copy=False)` changes where nobody takes the result, and the call that copies."""
    if model.qualified_name(call.func) not in IN_PLACE_IF_TOLD or len(call.args) != 1:
        return None
    rest = [k for k in call.keywords if not _is_told_not_to_copy(k)]
    if len(rest) == len(call.keywords) or not isinstance(model.parent(call), ast.Expr):
        return None
    return Output(call.args[0], call, _copy(call, call.args, rest))


def _is_told_not_to_copy(keyword: ast.keyword) -> bool:
    return keyword.arg == "copy" and isinstance(keyword.value, ast.Constant) and keyword.value.value is False


def without_output(output: Output, model: SemanticModel) -> tuple[str, Mapping[str, Hole]] | None:
    """Return the call without its output, in ops: a template and its holes. ``None`` where there is no operation.

    None either of an object with operators of its own, of which the array takes nothing: NumPy says so by its dtype.
    """
    call = output.bare
    if any(value.foreign or value.kind is Kind.INSTANCE for value in map(model.value, call.args)):
        return None
    method = call.func
    if isinstance(method, ast.Attribute) and model.value(method.value).is_tensor:
        name = None
        outcome = method_equivalent(call, method, model)
    else:
        name = libraries.split(model.qualified_name(method) or "")
        if name is None:
            return None
        outcome = rewrite_call(call, forms_of(*name), libraries.operation(*name))
    if not isinstance(outcome, Rewritten):
        return None
    if output.mask is None:
        return _template(call, outcome.edit)
    template, holes = _template(call, outcome.edit, GUARDED.get(name[1]) if name is not None else None)
    return f"{{ops}}.where({{mask}}, {template}, {{x}})", {**holes, "mask": output.mask}


def _mask(keywords: list[ast.keyword], call: ast.Call, model: SemanticModel) -> ast.expr | None:
    """Return the `where=` of a universal function; a reduction means something else by it."""
    name = libraries.split(model.qualified_name(call.func) or "")
    if name is None or forms_of(*name) is not UFUNC_FORMS:
        return None
    repeated = GUARDED.get(name[1]) is not None
    masks = (k.value for k in keywords if k.arg == "where")
    return next((mask for mask in masks if not repeated or may_be_repeated(mask, model)), None)


def _template(call: ast.Call, edit: Rewrite, guarded: int | None = None) -> tuple[str, Mapping[str, Hole]]:
    """Return the template and the holes for the whole of ``call``, also where the edit changes the callee alone.

    The argument at ``guarded`` has no result for some values, which are those outside of the hole ``mask``.
    """
    if edit.node is call:
        return edit.template, edit.holes
    holes: dict[str, Hole] = dict(edit.holes)
    texts = []
    for number, argument in enumerate(call.args):
        holes[f"p{number}"] = argument
        text = f"{{p{number}}}"
        texts.append(f"{{ops}}.where({{mask}}, {text}, 1)" if number == guarded else text)
    for keyword in call.keywords:
        holes[f"k_{keyword.arg}"] = keyword.value
        texts.append(f"{keyword.arg}={{k_{keyword.arg}}}")
    return f"{edit.template}({', '.join(texts)})", holes


def _copy(call: ast.Call, args: list[ast.expr], keywords: list[ast.keyword]) -> ast.Call:
    return ast.copy_location(ast.Call(call.func, args, keywords), call)

"""Dtypes, shapes and indices in the arguments of calls, as functions of the standard take them, and their limits.

np.zeros(3, dtype=float)         xp.zeros(3, dtype=xp.float64)
np.ones(3, x.dtype.char)         xp.ones(3, dtype=x.dtype)
np.finfo(float)                  xp.finfo(xp.float64)
np.finfo(x.dtype).tiny           xp.finfo(x.dtype).smallest_normal
np.finfo(x.dtype).precision      int(-math.log10(xp.finfo(x.dtype).eps))
np.reshape(x, [2] * n)           xp.reshape(x, tuple(shape))
np.max(abs(x))                   xp.max(xp.abs(x))
np.sum((x > 0) * y)              xp.sum(xp.astype(x > 0, y.dtype) * y)
np.take(x, [0, 1], axis=0)       xp.take(x, xp.asarray([0, 1]), axis=0)
np.sum(x, keepdims=1)            xp.sum(x, keepdims=True)
"""

from __future__ import annotations

import ast
from collections.abc import Collection, Iterator

from purity_lint.findings.edits import AddImport, Edit, Rewrite, RewriteStatement
from purity_lint.fixes.profiles.named_dtypes import beside_numpys_dtype, numpys_dtype, types_of_python
from purity_lint.knowledge.dtypes import BUILTINS, of_string
from purity_lint.knowledge.vocabularies.array_api import DTYPES, FLAGS, MAKERS_OF_DATA
from purity_lint.rewrites.operators.boolean_arrays import holds_truth
from purity_lint.rewrites.references import reference
from purity_lint.rewrites.scopes import bindings, enclosing, may_import
from purity_lint.semantics.model import SemanticModel
from purity_lint.semantics.values import Kind
from purity_lint.source.names import last_name

_LIMITS = ("{ops}.finfo", "{ops}.iinfo")
"""Functions whose argument is a dtype."""
_NAMES_OF_LIMITS = {"tiny": "smallest_normal"}
"""What NumPy calls limits that the standard has under another name, which NumPy knows too."""
_DIGITS = "int(-math.log10({limits}.eps))"
_MADE_OF_OTHERS = {"precision": _DIGITS, "resolution": f"10.0 ** -{_DIGITS}"}
"""Limits that the standard lacks, as NumPy makes them of one that it has."""
_STANDARD_LIMITS = frozenset({"bits", "dtype", "eps", "max", "min", "smallest_normal"})
"""Limits that the standard has."""
_OF_LISTS = frozenset({"reshape", "broadcast_to"})
"""Functions of shapes that some libraries refuse lists for."""
_OF_SHAPES = _OF_LISTS | {"zeros", "ones", "empty", "full"}
"""Functions that are given a shape."""
_EXTENTS = frozenset({Kind.SHAPE, Kind.TUPLE, Kind.LIST})
_OF_DTYPES = frozenset({"char", "type", "name", "str"})
"""Attributes of NumPy's dtypes which it takes for the dtype."""


def dtypes(edit: Rewrite | RewriteStatement, space: str | None, model: SemanticModel) -> list[Rewrite]:
    """Return the edits that write `dtype=float`, `dtype="float"` and `x.dtype.char` as a dtype of ``space``."""
    call = _call(edit, model)
    if call is None or space is None:
        return []
    given = [k.value for k in call.keywords if k.arg == "dtype"]
    if edit.template.startswith(_LIMITS) and call.args:
        given.append(call.args[0])
    if "{ops}.astype(" in edit.template or edit.template == "{ops}.astype":
        given += [a for a in call.args if isinstance(a, ast.Name)][-1:]
    given += [a for a in call.args[1:] if _of_array(a, model) is not None or _is_class_of_numbers(a, model)]
    written = (_written(dtype, space, model) for dtype in given)
    return [*(found for found in written if found is not None), *types_of_python(call, space, model)]


def limits(edit: Rewrite | RewriteStatement, model: SemanticModel) -> list[Edit]:
    """Return the edits that ask for a limit in the standard's words: `xp.finfo(x.dtype).smallest_normal`."""
    call = _call(edit, model)
    asked = model.parent(call) if call is not None else None
    if call is None or not edit.template.startswith(_LIMITS) or not isinstance(asked, ast.Attribute):
        return []
    made = _MADE_OF_OTHERS.get(asked.attr)
    if made is not None and may_import("math", call, model):
        return [Rewrite(asked, made, {"limits": call}), AddImport("math")]
    name = _NAMES_OF_LIMITS.get(asked.attr)
    return [] if name is None else [Rewrite(asked, f"{{limits}}.{name}", {"limits": call})]


def refused_limit(edit: Rewrite | RewriteStatement, model: SemanticModel) -> str | None:
    """Return the limit that NumPy alone knows, of those that are asked for: `np.finfo(x.dtype).nexp`."""
    call = _call(edit, model)
    asked = model.parent(call) if call is not None else None
    if not edit.template.startswith(_LIMITS) or not isinstance(asked, ast.Attribute):
        return None
    known = {*_STANDARD_LIMITS, *_NAMES_OF_LIMITS, *_MADE_OF_OTHERS}
    return None if asked.attr in known else asked.attr


def shapes(edit: Rewrite | RewriteStatement, model: SemanticModel) -> list[Rewrite]:
    """Return the edits that make tuples of lists and arrays that are shapes: the standard takes no other ones."""
    call = _call(edit, model)
    named = {name for name in _OF_SHAPES if f"{{ops}}.{name}" in edit.template}
    if call is None or not named:
        return []
    lists = [a for a in call.args if isinstance(a, ast.Name | ast.BinOp) and _is_shape(a, named, model)]
    whole = [Rewrite(shape, "tuple({shape})", {"shape": shape}) for shape in lists]
    match call.args:
        case [_, length] if (
            "reshape" in named and model.value(length).kind in {Kind.INT, Kind.DIM} and call is not edit.node
        ):
            whole.append(Rewrite(length, "({length},)", {"length": length}))
    return whole


def _is_shape(node: ast.expr, named: Collection[str], model: SemanticModel) -> bool:
    """True for a list that some functions take no shape from, and for `np.array(x.shape)`, from which none does."""
    if model.value(node).kind is Kind.LIST:
        return not _OF_LISTS.isdisjoint(named)
    made = bindings(enclosing(node, model)).get(node.id, []) if isinstance(node, ast.Name) else []
    return bool(made) and all(_is_array_of_extents(one, model) for one in made)


def _is_array_of_extents(node: ast.AST, model: SemanticModel) -> bool:
    match node:
        case ast.Call(func=function, args=[extents]) if last_name(function) in MAKERS_OF_DATA | {"array"}:
            of_numpy = reference(node, model)
            return of_numpy is not None and model.value(extents).kind in _EXTENTS
    return False


def absolutes(edit: Rewrite | RewriteStatement, space: str | None, model: SemanticModel) -> list[Rewrite]:
    """Return the edits that write `xp.max(xp.abs(x))` for `np.max(abs(x))`, in the words of the function around."""
    call = _call(edit, model)
    if space is None or call is None:
        return []
    return [
        Rewrite(given.func, f"{space}.abs")
        for argument in call.args
        for given in _computed(argument)
        if isinstance(given, ast.Call)
        and len(given.args) == 1
        and model.qualified_name(given.func) == "builtins.abs"
        and model.value(given.args[0]).is_tensor
    ]


def truths(edit: Rewrite | RewriteStatement, space: str | None, model: SemanticModel) -> list[Rewrite]:
    """Return the edits that write `xp.sum(xp.astype(x > 0, y.dtype) * y)`: truth values are no numbers elsewhere."""
    call = _call(edit, model)
    if space is None or call is None:
        return []
    formulas = (part for argument in call.args for part in _computed(argument) if isinstance(part, ast.BinOp))
    pairs = (
        pair
        for formula in formulas
        if isinstance(formula.op, ast.Mult | ast.Add | ast.Sub | ast.Div)
        for pair in ((formula.left, formula.right), (formula.right, formula.left))
    )
    return [
        Rewrite(mask, f"{space}.astype({{mask}}, {{other}}.dtype)", {"mask": mask, "other": other})
        for mask, other in pairs
        if isinstance(other, ast.Name)
        and model.value(other).is_tensor
        and holds_truth(mask, model)
        and not holds_truth(other, model)
    ]


def _computed(formula: ast.expr) -> Iterator[ast.expr]:
    """Yield the parts of a formula, down to what is called in it."""
    yield formula
    match formula:
        case ast.BinOp(left=left, right=right) | ast.Compare(left=left, comparators=[right]):
            yield from _computed(left)
            yield from _computed(right)
        case ast.UnaryOp(operand=operand):
            yield from _computed(operand)


def indices(edit: Rewrite | RewriteStatement, space: str | None, model: SemanticModel) -> list[Rewrite]:
    """Return the edit that makes an array of the list of indices of `take`: other libraries take no list for them."""
    if space is None or "{ops}.take" not in edit.template:
        return []
    match _call(edit, model) or edit.node:
        case ast.Subscript(slice=ast.Tuple(elts=given)):
            pass
        case ast.Subscript(slice=one):
            given = [one]
        case ast.Call(func=ast.Attribute(value=array), args=[*given]) if model.value(array).is_tensor:
            pass  # of a method, `x.take([0])`, the array is no argument
        case ast.Call(args=[_, *given]):
            pass
        case _:
            given = []
    lists = [each for each in given if isinstance(each, ast.List)]
    return [Rewrite(each, f"{space}.asarray({{indices}})", {"indices": each}) for each in lists]


def flags(edit: Rewrite | RewriteStatement, model: SemanticModel) -> list[Rewrite]:
    """Return the edits that write `keepdims=True` for `keepdims=1`, which is no number for every library."""
    call = _call(edit, model)
    if call is None:
        return []
    return [
        Rewrite(given, str(bool(given.value)))
        for name, given in ((k.arg, k.value) for k in call.keywords)
        if name in FLAGS and isinstance(given, ast.Constant) and type(given.value) is int
    ]


def refused_dtype(edit: Rewrite | RewriteStatement, model: SemanticModel) -> str | None:
    """Return what is no dtype of the standard where a call takes one: `x.astype("U")`, `dtype=object`."""
    call = _call(edit, model)
    if call is None:
        return beside_numpys_dtype(edit.node, model)
    numpys = numpys_dtype(call, model)
    if numpys is not None:
        return numpys
    given = [k.value for k in call.keywords if k.arg == "dtype"]
    if "{ops}.astype" in edit.template:
        given += call.args
    texts = [each.value for each in given if isinstance(each, ast.Constant) and isinstance(each.value, str)]
    return next((text for text in texts if (of_string(text) or "").removesuffix("_") not in DTYPES), None)


def _call(edit: Rewrite | RewriteStatement, model: SemanticModel) -> ast.Call | None:
    """Return the call that an edit rewrites, whole or by its function."""
    parent = model.parent(edit.node)
    call = parent if isinstance(parent, ast.Call) and parent.func is edit.node else edit.node
    return call if isinstance(call, ast.Call) else None


def _written(dtype: ast.expr, space: str, model: SemanticModel) -> Rewrite | None:
    array = _of_array(dtype, model)
    if array is not None:
        return Rewrite(dtype, "{dtype}", {"dtype": array})
    name = _of_host(dtype)
    return None if name is None else Rewrite(dtype, f"{space}.{name}")


def _is_class_of_numbers(argument: ast.expr, model: SemanticModel) -> bool:
    """True for `float` in `np.zeros(3, float)`, which no function takes for anything but a dtype."""
    name = (model.qualified_name(argument) or "").removeprefix("builtins.")
    return isinstance(argument, ast.Name) and argument.id == name and name in BUILTINS


def _of_array(dtype: ast.expr, model: SemanticModel) -> ast.expr | None:
    """Return `x.dtype` of `x.dtype.char`."""
    match dtype:
        case ast.Attribute(value=ast.Attribute(value=array, attr="dtype") as whole, attr=attribute):
            return whole if attribute in _OF_DTYPES and model.value(array).is_tensor else None
    return None


def _of_host(dtype: ast.expr) -> str | None:
    """Return the dtype that NumPy makes of a type of Python, or of a string."""
    match dtype:
        case ast.Name(id=name) if name in BUILTINS:
            return BUILTINS[name].removesuffix("_")
        case ast.Constant(value=str(text)):
            name = (of_string(text) or "").removesuffix("_")
            return name if name in DTYPES else None
    return None

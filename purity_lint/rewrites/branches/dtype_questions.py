"""Questions about a tensor's dtype: ``x.dtype == ops.float64``, ``x.dtype.kind in "fc"``, ``x.dtype.name``."""

from __future__ import annotations

import ast
from dataclasses import replace

from purity_lint.findings.edits import Fix, Rewrite
from purity_lint.findings.finding import Finding
from purity_lint.findings.message import Message
from purity_lint.knowledge.dtypes import PORTABLE
from purity_lint.knowledge.object_dtypes import is_class_of_objects
from purity_lint.rewrites.branches.kept_dtypes import kept_dtype
from purity_lint.rewrites.operands import OPS, is_certain, quote, safe_if
from purity_lint.rewrites.scopes import bindings, enclosing
from purity_lint.semantics.model import SemanticModel
from purity_lint.semantics.values import Kind

_KINDS = {
    "b": "bool",
    "i": "signed integer",
    "u": "unsigned integer",
    "f": "real floating",
    "c": "complex floating",
}
_OF_NO_NUMBERS = frozenset("OSUVMm")
"""Letters for objects, text, records and times."""
_SETS = (("numeric", frozenset("iufc")), ("integral", frozenset("iu")))
"""Kinds of the standard that stand for several of NumPy's letters."""
_COMPARISONS = (ast.Eq, ast.NotEq, ast.In, ast.NotIn)
_EQUALITY: dict[type[ast.cmpop], str] = {ast.Is: "==", ast.IsNot: "!=", ast.Eq: "==", ast.NotEq: "!="}
_PYTHON: dict[str | None, str] = {
    "bool": "bool_",
    "int": "int64",
    "float": "float64",
    "complex": "complex128",
}
_NAMES = frozenset({*PORTABLE, "bool"})
_SHARED = frozenset({"name", "itemsize"})
"""Attributes that portable dtypes have as well."""
ASKED_OF_DTYPES = _SHARED | {"kind", "type"}
"""Attributes of dtypes that are asked about."""

_HINT = "ask `ops.isdtype(x.dtype, kind)`, or compare `ops.dtype(x)`"


def dtype_question(node: ast.Attribute, model: SemanticModel, *, compare: bool = True) -> Finding | None:
    """Return the finding for ``node``, an attribute ``x.dtype``, if it is used as only one library's dtypes can be.

    With ``compare`` a comparison is such a use.
    """
    receiver = model.value(node.value)
    if node.attr != "dtype" or not receiver.is_tensor or model.qualified_name(node) is not None:
        return None
    parent = model.parent(node)
    fix = None
    others: tuple[Rewrite, ...] = ()
    sure = True
    if isinstance(parent, ast.Attribute):
        place: ast.expr = parent
        if parent.attr == "kind":
            message = Message("is a letter of NumPy's", "use `ops.isdtype`")
            fix = _kind_fix(parent, node, model)
        elif parent.attr == "type":
            asked = _type_fix(parent, node.value, model)
            if asked is None and not _is_made_of(parent, model):
                return None
            message = Message("is a class of NumPy's", "use `ops.dtype`")
            fix, sure = asked or (None, True)
        elif parent.attr in _SHARED:
            message = Message("is an attribute that some libraries' dtypes lack", "use `ops.dtype`")
            fix = Rewrite(node, "{ops}.dtype({x})", {"x": node.value})
        else:
            return None
    elif compare and isinstance(parent, ast.Compare) and any(isinstance(o, _COMPARISONS) for o in parent.ops):
        place = node
        message = Message(
            "is compared, and a library's dtypes equal nothing but themselves", "use `ops.dtype`"
        )
        fix = Rewrite(node, "{ops}.dtype({x})", {"x": node.value})
        named = _python_types(parent, model)
        if named is None or any(
            _is_looked_up(op, asked, model) for op, asked in zip(parent.ops, parent.comparators, strict=True)
        ):
            fix = None
        else:
            others = named
            sure = all(_stands_for_dtypes(operand, model) for operand in (parent.left, *parent.comparators))
    else:
        return None
    return Finding(
        place,
        replace(message, problem=f"`{quote(model, place)}` {message.problem}"),
        receiver.evidence,
        receiver.reasons,
        None
        if fix is None
        else Fix((fix, *others), safe_if(sure and is_certain(receiver)), "Ask `ops` for the dtype"),
        hint=_HINT,
    )


def kept_dtype_question(node: ast.Attribute, model: SemanticModel) -> Finding | None:
    """Return the finding for ``d.kind`` where ``d`` is the dtype of a tensor, by another name than ``x.dtype``."""
    if node.attr not in ASKED_OF_DTYPES:
        return None
    tensor = kept_dtype(node.value, model)
    if tensor is None:
        return None
    fix: Rewrite | None = None
    sure = True
    if node.attr == "kind":
        problem, advice = "is a letter of NumPy's", "use `ops.isdtype`"
        fix = _kind_fix(node, node.value, model)
    elif node.attr == "type":
        asked = _type_fix(node, node.value, model)
        if asked is None and not _is_made_of(node, model):
            return None
        problem, advice = "is a class of NumPy's", "use `ops.dtype`"
        fix, sure = asked or (None, True)
    else:
        problem, advice = "is an attribute that some libraries' dtypes lack", "use `ops.dtype`"
        fix = Rewrite(node.value, "{ops}.dtype({d})", {"d": node.value})
    message = Message(f"`{quote(model, node)}` {problem}", advice)
    trust = safe_if(sure and is_certain(tensor))
    stated = None if fix is None else Fix((fix,), trust, "Ask `ops` for the dtype")
    return Finding(node, message, tensor.evidence, tensor.reasons, stated, _HINT)


def _python_types(compare: ast.Compare, model: SemanticModel) -> tuple[Rewrite, ...] | None:
    """Write the Python types that a dtype is compared with as dtypes: ``float`` as ``ops.float64``.

    Names, ``"float64"``, stay: portable dtypes equal them.  ``None`` where one is in a tuple, or names what no other
    library has: objects and text.
    """
    found = []
    for operand in (compare.left, *compare.comparators):
        name = model.qualified_name(operand)
        if isinstance(operand, ast.Constant) and operand.value in _NAMES:
            continue
        if isinstance(operand, ast.Constant) or (name is not None and is_class_of_objects(name)):
            return None
        if _python_type(operand, model) is not None:
            found.append(Rewrite(operand, f"{{ops}}.{_PYTHON[_python_type(operand, model)]}"))
        elif any(_python_type(element, model) is not None for element in _elements(operand)):
            return None
    return tuple(found)


def _is_looked_up(operator: ast.cmpop, operand: ast.expr, model: SemanticModel) -> bool:
    """True for ``in`` a set, or what is not written out: portable dtypes have hashes of their own."""
    written = isinstance(operand, ast.Tuple | ast.List)
    if isinstance(operand, ast.Set):
        written = all((model.qualified_name(element) or "").startswith(OPS) for element in operand.elts)
    return isinstance(operator, ast.In | ast.NotIn) and not written


def _stands_for_dtypes(node: ast.expr, model: SemanticModel) -> bool:
    """True for a dtype, a type that becomes one, and several of them: what else is compared may be ``float``."""
    if isinstance(node, ast.Tuple | ast.List | ast.Set):
        return all(_stands_for_dtypes(element, model) for element in node.elts)
    if isinstance(node, ast.Constant):
        return isinstance(node.value, str)
    return _python_type(node, model) is not None or model.value(node).kind is Kind.DTYPE


def _python_type(node: ast.expr, model: SemanticModel) -> str | None:
    name = model.qualified_name(node) if isinstance(node, ast.Name) else None
    short = name.removeprefix("builtins.") if name is not None else None
    return short if short in _PYTHON else None


def _elements(node: ast.expr) -> list[ast.expr]:
    return node.elts if isinstance(node, ast.Tuple | ast.List | ast.Set) else []


def _kind_fix(kind: ast.Attribute, dtype: ast.expr, model: SemanticModel) -> Rewrite | None:
    """Write ``x.dtype.kind == "f"``, or ``in "fc"``, as a call of ``ops.isdtype``.

    Dtypes of PyTorch and MLX have no ``kind``, so that ``x.dtype.kind == "O"`` asks for one first.
    """
    match model.parent(kind):
        case (
            ast.Compare(
                left=left,
                ops=[ast.Eq() | ast.NotEq() | ast.In() | ast.NotIn() as op],
                comparators=[asked],
            ) as compare
        ) if left is kind:
            pass
        case _:
            return None
    wanted = _letters(asked)
    if wanted and wanted <= _OF_NO_NUMBERS:  # which no tensor is of, and an array of NumPy's may be
        return Rewrite(kind, 'getattr({x}, "kind", "?")', {"x": dtype})
    if not wanted or not wanted <= set(_KINDS):
        return None
    negated = "not " if isinstance(op, ast.NotEq | ast.NotIn) else ""
    return Rewrite(compare, f"{negated}{{ops}}.isdtype({{x}}, {_spelled(wanted)})", {"x": dtype})


def _type_fix(kind: ast.Attribute, of: ast.expr, model: SemanticModel) -> tuple[Rewrite, bool] | None:
    """Write ``x.dtype.type is np.float64`` as ``ops.dtype(x) == np.float64``, and say whether that is what it is.

    The classes of NumPy are one object each, portable dtypes are not: they are equal to them.
    """
    match model.parent(kind):
        case ast.Compare(left=left, ops=[operator], comparators=[asked]) as compare if left is kind:
            pass
        case _:
            return None
    if isinstance(operator, ast.In | ast.NotIn) and isinstance(asked, ast.Tuple | ast.List):
        named = all(_is_class_of_numbers(one, model) for one in asked.elts)
        return (Rewrite(kind, "{ops}.dtype({x})", {"x": of}), True) if named else None
    sign = _EQUALITY.get(type(operator))
    if sign is None or isinstance(asked, ast.Constant) or _python_type(asked, model) is not None:
        return None
    if _may_be_no_number(asked, model):
        return None
    edit = Rewrite(compare, f"{{ops}}.dtype({{x}}) {sign} {{asked}}", {"x": of, "asked": asked})
    return edit, _stands_for_dtypes(asked, model) and model.value(asked).name is not None


def _is_class_of_numbers(node: ast.expr, model: SemanticModel) -> bool:
    return model.value(node).kind is Kind.DTYPE and not _may_be_no_number(node, model)


def _is_made_of(kind: ast.Attribute, model: SemanticModel) -> bool:
    """True for ``x.dtype.type(0)``, which makes a scalar of NumPy's."""
    parent = model.parent(kind)
    return isinstance(parent, ast.Call) and parent.func is kind


def _may_be_no_number(asked: ast.expr, model: SemanticModel) -> bool:
    """True for the class of text or records, which dtypes have that do not equal it: ``<U5`` is not ``np.str_``."""
    given = bindings(enclosing(asked, model)).get(asked.id, ()) if isinstance(asked, ast.Name) else ()
    return any(is_class_of_objects(model.qualified_name(one) or "") for one in (asked, *given))


def _letters(asked: ast.expr) -> set[str]:
    match asked:
        case ast.Constant(value=str() as text):
            return set(text)
        case ast.Tuple(elts=elements) | ast.List(elts=elements):
            return {
                e.value if isinstance(e, ast.Constant) and isinstance(e.value, str) else "?" for e in elements
            }
    return set()


def _spelled(wanted: set[str]) -> str:
    left, names = set(wanted), []
    for name, letters in _SETS:
        if letters <= left:
            names.append(name)
            left -= letters
    names += [_KINDS[letter] for letter in _KINDS if letter in left]
    quoted = [f'"{name}"' for name in names]
    return quoted[0] if len(quoted) == 1 else f"({', '.join(quoted)})"

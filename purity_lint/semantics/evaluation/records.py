"""Records: what makes their classes, and what gives their fields: ``namedtuple``, ``SimpleNamespace``, ``astuple``."""

from __future__ import annotations

import ast
from typing import Final

from purity_lint.knowledge import python
from purity_lint.semantics.domain.atoms import ANY, OTHER_VALUE, inferred
from purity_lint.semantics.domain.containers import MAX_FIELDS, join_all, tuple_of
from purity_lint.semantics.domain.interning import Abs
from purity_lint.semantics.domain.kinds import CLASS, DICT, INSTANCE, TENSOR
from purity_lint.semantics.evaluation.frame import Frame
from purity_lint.semantics.symbols.table import ClassSymbol


def _namespace(frame: Frame, args: list[Abs], keywords: dict[str, Abs], node: ast.Call) -> Abs:
    """``SimpleNamespace(a=x)`` is the one instance of a class with these attributes, to which others may be added."""
    symbol = frame.module.classes.get(node)
    if symbol is None:
        name = "SimpleNamespace"
        place = f"{frame.module.name}.{name}@{node.lineno}:{node.col_offset}"
        symbol = ClassSymbol(name, place, ast.ClassDef(name, [], [], [], []), frame.module)
        symbol.defined = True
        frame.module.classes[node] = symbol
    given = args[0].fields if args and args[0].fields else {}
    for attribute, value in {**given, **keywords}.items():
        frame.project.assign_member(symbol, attribute, value)
    return Abs(INSTANCE, refs=(symbol,))


def _namedtuple(frame: Frame, args: list[Abs], keywords: dict[str, Abs], node: ast.Call) -> Abs:
    """``namedtuple("Name", "a b")`` is a class with these fields."""
    classes = frame.module.classes
    symbol = classes.get(node)
    if symbol is None:
        first, names = [*node.args, None, None][:2]
        fields = _field_names(names)
        if not isinstance(first, ast.Constant) or fields is None:
            return Abs(CLASS, refs=("collections.namedtuple",))
        name = str(first.value)
        symbol = ClassSymbol(
            name, f"{frame.module.name}.{name}", ast.ClassDef(name, [], [], [], []), frame.module
        )
        symbol.defined = symbol.record = True
        symbol.fields.extend(fields)
        symbol.library_bases.append("typing.NamedTuple")
        classes[node] = symbol
    for field, default in zip(reversed(symbol.fields), reversed(_defaults(keywords)), strict=False):
        frame.project.assign_member(symbol, field, default)
    return Abs(CLASS, refs=(symbol,))


def _field_names(node: ast.expr | None) -> list[str] | None:
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        return node.value.replace(",", " ").split()
    if isinstance(node, (ast.List, ast.Tuple)):
        names = [e.value for e in node.elts if isinstance(e, ast.Constant) and isinstance(e.value, str)]
        return names if len(names) == len(node.elts) else None
    return None


def _defaults(keywords: dict[str, Abs]) -> tuple[Abs, ...]:
    given = keywords.get("defaults")
    return given.elems if given is not None and given.elems is not None else ()


def _replace(frame: Frame, args: list[Abs], keywords: dict[str, Abs], node: ast.Call) -> Abs:
    """``replace(record, x=value)`` is another instance of its class."""
    if not args:
        return ANY
    for ref in args[0].refs if args[0].mask & INSTANCE else ():
        if isinstance(ref, ClassSymbol):
            for name, value in keywords.items():
                frame.project.assign_member(ref, name, value)
    return args[0]


def as_dict(frame: Frame, args: list[Abs], keywords: dict[str, Abs], node: ast.Call) -> Abs:
    """``asdict(record)``, and ``record._asdict()``: the fields by their names."""
    fields = _fields(frame, args)
    return Abs(DICT, fields=fields, elem=join_all(list(fields.values()))) if fields else ANY


def _as_tuple(frame: Frame, args: list[Abs], keywords: dict[str, Abs], node: ast.Call) -> Abs:
    """``astuple(record)``: the fields in their order."""
    fields = _fields(frame, args)
    return tuple_of(tuple(fields.values())) if fields else ANY


def _fields(frame: Frame, args: list[Abs]) -> dict[str, Abs]:
    """Return what the fields of one record hold, those of its base classes first; none where it is not known."""
    ref = args[0].refs[0] if args and args[0].mask == INSTANCE and len(args[0].refs) == 1 else None
    if not isinstance(ref, ClassSymbol):
        return {}
    records = [c for c in reversed(list(ref.ancestors())) if c.record]
    return {name: value for record in records for name, value in frame.fields_of(record).items()}


def attributes_by_name(frame: Frame, value: Abs) -> Abs:
    """``vars(x)`` and ``x.__dict__``: what the attributes of an instance hold."""
    fields: dict[str, Abs] = {}
    for ref in value.refs if value.mask == INSTANCE and len(value.refs) == 1 else ():
        if isinstance(ref, ClassSymbol):
            for owner in reversed(list(ref.ancestors())):
                for name, cell in list(owner.members.items())[:MAX_FIELDS]:
                    frame.reads(cell)
                    frame.reads_member(owner, name)
                    fields[name] = cell.value if cell.value.mask else ANY
    return Abs(DICT, fields=fields) if fields else OTHER_VALUE


def _vars(frame: Frame, args: list[Abs], keywords: dict[str, Abs], node: ast.Call) -> Abs:
    return attributes_by_name(frame, args[0]) if args else OTHER_VALUE


def _field(frame: Frame, args: list[Abs], keywords: dict[str, Abs], node: ast.Call) -> Abs:
    """``attr.ib(type=T)`` and ``field(default_factory=make)`` stand for what the attribute holds.

    Of a default alone that is told only which says more than a number: callers may give what they like.
    """
    declared = next((k.value for k in node.keywords if k.arg == "type"), None)
    value = frame.project.annotation(frame, declared) if declared is not None else None
    if value is not None and value.mask:
        return value
    make = keywords.get("factory") or keywords.get("default_factory")
    default = frame.apply(make, [], {}, node) if make is not None else keywords.get("default", ANY)
    return inferred(default) if default.mask in (TENSOR, INSTANCE) else ANY


RECORDS: Final = {
    "builtins.vars": _vars,
    "collections.namedtuple": _namedtuple,
    **dict.fromkeys(python.NAMESPACES, _namespace),
    "dataclasses.replace": _replace,
    **dict.fromkeys(("dataclasses.asdict", "attr.asdict", "attrs.asdict"), as_dict),
    **dict.fromkeys(("dataclasses.astuple", "attr.astuple", "attrs.astuple"), _as_tuple),
    **dict.fromkeys(python.FIELD_MAKERS, _field),
}
"""Functions of records -> what they give."""

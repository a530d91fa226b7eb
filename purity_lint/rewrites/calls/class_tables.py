"""Names of classes among which the class of a value is looked up: a tensor's own is there, and is no `ops.Tensor`."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from purity_lint.rewrites.calls.keys_of_loops import REGISTERING, become_keys
from purity_lint.rewrites.operands import builtin
from purity_lint.rewrites.scopes import names_given
from purity_lint.semantics.model import SemanticModel
from purity_lint.semantics.values import Kind
from purity_lint.source.names import last_name

_DISPLAYS = (ast.Tuple, ast.List, ast.Set, ast.Dict, ast.BinOp)
_READ_BY = frozenset({"get", "pop", "setdefault", "index", "count"})
"""Methods of dicts and lists that look something up."""


_ASKING_FOR_MEMBERS = frozenset({"getattr", "hasattr", "setattr", "vars", "dir", "super"})
"""Functions of Python's that look for the members of a class."""


def is_class_looked_up(node: ast.expr, model: SemanticModel) -> bool:
    """True for `np.ndarray` in `KINDS = (np.ndarray, list)` where the file asks `type(x) in KINDS`.

    Likewise for an element of a set and a key of a dict, `NAMES = {np.float64: "f8"}`: they are found by their hashes,
    and whoever asks for NumPy's own does not find a portable one.  They are rewritten where the file asks for nothing
    but dtypes that it writes out itself.  Likewise for what becomes a key in a loop.
    """
    table = _asked_table(node, model)
    if table:
        return table not in _tables_of_portable_dtypes(model)
    display: ast.expr = node
    while isinstance(holder := model.parent(display), _DISPLAYS):
        if isinstance(holder, ast.Set) or (isinstance(holder, ast.Dict) and display in holder.keys):
            return not _is_asked_for_portable_dtypes(holder, model)
        display = holder
    asked = None if display is node else _question_in_place(display, model)
    if asked is not None and _is_class_of_value(asked, model):
        return True
    if display is not node and become_keys(display, model):
        return True
    return not _looked_up_in(model).isdisjoint(names_given(display, model))


def _asked_table(node: ast.expr, model: SemanticModel) -> str:
    """Return the name of the table that ``node`` itself is looked up in: `NAMES[np.float64]`, `np.float64 in NAMES`."""
    asked = _question(model.parent(node))
    if asked is None or asked[1] is not node:
        return ""
    name = last_name(asked[0])
    return name if name in _names_of_tables(model) else ""


def _is_asked_for_portable_dtypes(display: ast.Dict | ast.Set, model: SemanticModel) -> bool:
    """True for a table that only dtypes are looked up in that the file writes out."""
    asked = _question_in_place(display, model)
    if asked is not None:
        return _is_written_out(asked, model)
    return not _tables_of_portable_dtypes(model).isdisjoint(names_given(display, model))


def _question_in_place(display: ast.expr, model: SemanticModel) -> ast.expr | None:
    """Return what is looked up in a display where it stands: `x` in `{np.float64: 1}[x]`, `{...}.get(x)`."""
    holder = model.parent(display)
    asked = _question(model.parent(holder) if isinstance(holder, ast.Attribute) else holder)
    return asked[1] if asked is not None and asked[0] is display else None


def _tables_of_portable_dtypes(model: SemanticModel) -> frozenset[str]:
    """Return the names of the tables that the file asks for dtypes that it writes out, and for nothing else."""

    def find() -> frozenset[str]:
        asked = [(last_name(table), _is_written_out(key, model)) for table, key in _questions(model)]
        return frozenset(name for name, _ in asked) - {name for name, written in asked if not written}

    return model.memo(_tables_of_portable_dtypes, find)


def _names_of_tables(model: SemanticModel) -> frozenset[str]:
    """Return the names of the sets and dicts that the file writes out."""

    def find() -> frozenset[str]:
        displays = (node for kind in (ast.Set, ast.Dict) for node in model.source.of(kind))
        return frozenset(name for display in displays for name in names_given(display, model))

    return model.memo(_names_of_tables, find)


def _questions(model: SemanticModel) -> Iterator[tuple[ast.expr, ast.expr]]:
    """Yield what the file looks something up in, each with what is looked up."""
    for kind in (ast.Subscript, ast.Compare, ast.Call):
        for node in model.source.of(kind):
            if (asked := _question(node)) is not None:
                yield asked


def _question(node: ast.AST | None) -> tuple[ast.expr, ast.expr] | None:
    """Return what ``node`` looks something up in, and what: `NAMES[x]`, `x in NAMES`, `NAMES.get(x)`."""
    match node:
        case ast.Subscript(value=table, slice=key):
            return table, key
        case ast.Compare(left=key, ops=[ast.In() | ast.NotIn()], comparators=[table]):
            return table, key
        case ast.Call(func=ast.Attribute(value=table, attr=attr), args=[key, *_]) if attr in _READ_BY:
            return table, key
    return None


def _is_written_out(key: ast.expr, model: SemanticModel) -> bool:
    """True for a dtype, and for a name of one that every caller writes out."""
    value = model.value(key)
    return isinstance(key, ast.Constant) or (value.kind is Kind.DTYPE and value.name is not None)


def is_dispatched_on(node: ast.expr, model: SemanticModel) -> bool:
    """True for `np.floating` in `@area.register(np.floating)`, and in `Dumper.add_representer(np.floating, f)`.

    Functions are chosen there by the class of a value.
    """
    match model.parent(node):
        case ast.Call(func=ast.Attribute(attr=attr), args=[first, *_]):
            return first is node and attr.startswith(REGISTERING)
    return False


def is_entered(node: ast.expr, model: SemanticModel) -> bool:
    """True for `np.ndarray` in `Dumper.add_representer(np.ndarray, f)`, where the very class of a value is sought."""
    holder = model.parent(node)
    return (
        is_dispatched_on(node, model)
        and isinstance(holder, ast.Call)
        and last_name(holder.func) != "register"
        and len(holder.args) > 1
    )


def is_asked_for_members(node: ast.expr, model: SemanticModel) -> bool:
    """True for `np.ndarray` in `getattr(np.ndarray, name)`, `vars(np.ndarray)` and `inspect.getmembers(np.ndarray)`."""
    match model.parent(node):
        case ast.Call(func=function, args=[first, *_]) if first is node:
            name = model.qualified_name(function) or last_name(function) or ""
            return name.removeprefix("builtins.") in _ASKING_FOR_MEMBERS or name.startswith("inspect.")
    return False


def _looked_up_in(model: SemanticModel) -> frozenset[str]:
    """Return the names of the sequences in which a file looks the class of a value up, or compares it with one."""
    return model.memo(_looked_up_in, lambda: frozenset(_read(model)))


def _read(model: SemanticModel) -> Iterator[str]:
    for comparison in model.source.of(ast.Compare):
        sides = (comparison.left, *comparison.comparators)
        if any(_is_class_of_value(side, model) for side in sides):
            yield from (last_name(s.value if isinstance(s, ast.Subscript) else s) for s in sides)
    for call in model.source.of(ast.Call):
        if builtin(model, call) == "issubclass" and len(call.args) == 2:
            yield last_name(call.args[1])  # a portable dtype is no class
        asked = any(_is_class_of_value(argument, model) for argument in call.args)
        if asked and isinstance(call.func, ast.Attribute) and call.func.attr in _READ_BY:
            yield last_name(call.func.value)


def _is_class_of_value(node: ast.expr, model: SemanticModel) -> bool:
    """True for `type(x)`, `x.__class__` and a name that the file gives one."""
    if isinstance(node, ast.Name):
        return node.id in _names_of_classes(model)
    match node:
        case ast.Call(func=ast.Name(id="type"), args=[_]) | ast.Attribute(attr="__class__"):
            return True
    return False


def _names_of_classes(model: SemanticModel) -> frozenset[str]:
    """Return the names that the file gives the class of a value."""

    def find() -> frozenset[str]:
        made = (each.value for each in model.source.of(ast.Assign) if not isinstance(each.value, ast.Name))
        classes = (value for value in made if _is_class_of_value(value, model))
        return frozenset(name for value in classes for name in names_given(value, model))

    return model.memo(_names_of_classes, find)

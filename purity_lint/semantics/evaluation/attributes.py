"""Evaluation of attribute access."""

from __future__ import annotations

import ast
from typing import Final

from purity_lint.knowledge import arrays, lookup
from purity_lint.knowledge.framework_objects import TELLING_ATTRIBUTES
from purity_lint.knowledge.libraries import ROOTS
from purity_lint.knowledge.notation import Result
from purity_lint.knowledge.tensor_attributes import UPDATES
from purity_lint.knowledge.torch.roles import METHODS_OF_SIZES, ROOT
from purity_lint.knowledge.vocabularies.people import SPARSE_ATTRIBUTE
from purity_lint.semantics.domain.atoms import (
    ANY,
    FLOAT_VALUE,
    NEVER,
    NONE_VALUE,
    OTHER_VALUE,
    STR_VALUE,
    tensor,
)
from purity_lint.semantics.domain.containers import list_of
from purity_lint.semantics.domain.interning import Abs, Why
from purity_lint.semantics.domain.kinds import (
    CLASS,
    COMPLEX,
    FUNCTION,
    INFERRED,
    INSTANCE,
    MAX_ELEMENTS,
    MAX_REFS,
    MODULE,
    NONE,
    NUMERIC,
    SHAPE,
    TENSOR,
    TUPLE,
    UNKNOWN,
)
from purity_lint.semantics.domain.lattice import join
from purity_lint.semantics.domain.library_values import SIMPLE
from purity_lint.semantics.evaluation.frame import Frame
from purity_lint.semantics.evaluation.library_objects import member_of, value_of
from purity_lint.semantics.evaluation.records import attributes_by_name
from purity_lint.semantics.evaluation.results import attribute_value
from purity_lint.semantics.evidence import docstrings
from purity_lint.semantics.evidence.autograd_functions import applied
from purity_lint.semantics.evidence.other_members import has_other_members
from purity_lint.semantics.evidence.parameters import docstring_of
from purity_lint.semantics.symbols.table import BoundMethod, ClassSymbol, FunctionSymbol, ModuleSymbol
from purity_lint.semantics.symbols.uses import USE_TENSOR
from purity_lint.source.names import dotted, is_named_for_a_shape


def attribute(frame: Frame, node: ast.Attribute) -> Abs:
    """``a.b``, read."""
    value = frame.eval(node.value)
    path = frame.path(node)
    if path is not None:
        known = frame.env.values.get(path)
        if known is not None:
            return known
    return frame.as_used(path, attribute_of(frame, value, node.attr, node))


_ASKING: Final = 2
"""How many arguments `getattr` has without one for the case that there is no such attribute."""


def attribute_of(frame: Frame, value: Abs, attr: str, node: ast.expr) -> Abs:
    """Return the attribute ``attr`` of ``value``."""
    mask = value.mask
    if mask == MODULE and len(value.refs) == 1:
        return module_attribute(frame, value.refs[0], attr)
    out = NEVER
    if mask & TENSOR:
        out = attribute_value(value, attr)
    if mask & MODULE:
        for ref in value.refs:
            if isinstance(ref, (str, ModuleSymbol)):
                out = join(out, module_attribute(frame, ref, attr))
    if mask & INSTANCE:
        out = join(out, _instance_attribute(frame, value, attr, node))
    if mask & (CLASS | FUNCTION):
        out = join(out, _class_attribute(frame, value, attr, node))
    if mask & UNKNOWN and not mask & TENSOR:
        out = join(out, _unknown_attribute(frame, value, attr, node))
    if mask and not mask & ~(NUMERIC | NONE) and attr in ("real", "imag"):
        out = FLOAT_VALUE if mask & COMPLEX else value
    if mask == TUPLE and value.elems is not None and arrays.FIELDS.get(attr, MAX_ELEMENTS) < len(value.elems):
        return value.elems[arrays.FIELDS[attr]]
    if mask & SHAPE and attr == "size":
        out = join(out, OTHER_VALUE)
    if attr == SPARSE_ATTRIBUTE and not out.mask & ~UNKNOWN:
        return SIMPLE[Result.SPARSE]
    return out if out.mask else ANY


def _unknown_attribute(frame: Frame, value: Abs, attr: str, node: ast.expr) -> Abs:
    if (
        attr in arrays.STRONG_ATTRIBUTES
        and may_be_array(frame, node)
        and not frame.is_own(attr)
        and (attr != "at" or _is_updated(frame, node))
    ):
        frame.use(value, USE_TENSOR, node, node.value if isinstance(node, ast.Attribute) else None)
        code = lookup.attribute(attr)
        if code is Result.FIRST_ARGUMENT:
            return tensor(INFERRED, why=frame.why(f"has the attribute `{attr}`", node))
        return attribute_value(tensor(INFERRED), attr)
    if attr in TELLING_ATTRIBUTES:
        return value_of(TELLING_ATTRIBUTES[attr], ROOT)
    if attr in ("__name__", "__doc__", "__qualname__", "__module__"):
        return STR_VALUE
    return ANY


_MODULES: Final = frozenset({*ROOTS, "fft", "linalg"})
"""Attributes that hold functions of arrays, whatever they are read from: `lib.numpy.sum(x)`."""


def may_be_array(frame: Frame, node: ast.expr) -> bool:
    """Return False for a member of a module of arrays, of a shape, and of what has, somewhere, what no array has.

    Nor is there one where it is asked for: `getattr(x, "shape", None)` is for the case that there is none.
    """
    if isinstance(node, ast.Call) and len(node.args) > _ASKING:
        return False
    owner = node.value if isinstance(node, ast.Attribute) else None
    if isinstance(owner, ast.Attribute) and owner.attr in _MODULES:
        return False
    if isinstance(node, ast.Attribute) and node.attr in METHODS_OF_SIZES and is_named_for_a_shape(owner):
        return False
    path = None if owner is None else dotted(owner)
    return path is None or not has_other_members(frame.function, path)


def _is_updated(frame: Frame, at: ast.expr) -> bool:
    """Return True for the ``x.at`` of ``x.at[i].set(v)``: tables have an `at` as well, which gives an item."""
    parents = frame.module.source.parents
    item = parents.get(at)
    method = parents.get(item) if isinstance(item, ast.Subscript) and item.value is at else None
    return isinstance(method, ast.Attribute) and method.attr in UPDATES


def module_attribute(frame: Frame, ref: object, attr: str) -> Abs:
    """A name in a module."""
    if isinstance(ref, ModuleSymbol):
        return frame.project.module_member(ref, attr)
    return frame.project.library_value(f"{ref}.{attr}")


def _instance_attribute(frame: Frame, value: Abs, attr: str, node: ast.expr) -> Abs:
    out = NEVER
    for ref in value.refs:
        if isinstance(ref, ClassSymbol):
            out = join(out, class_member(frame, ref, attr, node, instance=True))
        elif isinstance(ref, str):
            out = join(out, library_instance_attribute(frame, ref, attr))
    return out if out.mask else ANY


def library_instance_attribute(frame: Frame, ref: str, attr: str) -> Abs:
    """An attribute of an instance of a library class."""
    if ref == "minimum" and attr == "fun":
        return FLOAT_VALUE
    if ref in ("result", "minimum") and attr in ("x", "fun", "jac", "hess_inv", "y", "t", "grad", "residual"):
        return tensor(INFERRED, backend="numpy")
    if frame.project.is_module_class(ref) and attr in ("weight", "bias"):
        return tensor(INFERRED)
    own = member_of(ref, attr)
    if own is not None:
        return own
    return frame.project.library_member(ref, attr)


def class_member(frame: Frame, symbol: ClassSymbol, attr: str, node: ast.expr, *, instance: bool) -> Abs:
    """Return what an instance (or the class itself) has under the name ``attr``."""
    method = symbol.method(attr)
    if method is not None:
        if method.is_property and instance:
            return frame.call_property(symbol, method, attr, node)
        bound = instance or method.is_class_method or not method.bound
        return Abs(FUNCTION, refs=(BoundMethod(method, symbol) if bound else method,))
    frame.reads_member(symbol, attr)
    cell = symbol.member(attr)
    out = NEVER
    if cell is not None:
        frame.reads(cell)
        out = _got(frame, symbol, cell.value, node, instance=instance)
    else:
        out = _in_subclasses(frame, symbol, attr, node)
    if not out.mask:
        out = _elsewhere(frame, symbol, attr, node, instance=instance)
        for later in symbol.members_to_be(attr):
            frame.reads(later)  # a method that is evaluated later may assign it, of a base too
    if not out.mask & ~UNKNOWN and instance:
        out = _documented(frame, symbol, attr) or out
    return out if out.mask else ANY


def _got(frame: Frame, symbol: ClassSymbol, held: Abs, node: ast.expr, *, instance: bool) -> Abs:
    """Return what reading an attribute gives that is held as ``held``: of a descriptor, what its ``__get__`` does.

    Where that is not known, it is what the attribute was set to.
    """
    descriptors = tuple(
        r for r in held.refs if isinstance(r, ClassSymbol) and r.method("__get__") is not None
    )
    if not descriptors or not held.mask & INSTANCE:
        return held
    owner = Abs(INSTANCE, refs=(symbol,)) if instance else NONE_VALUE
    given = frame.dunder(held.but(refs=descriptors), "__get__", [owner, Abs(CLASS, refs=(symbol,))], node)
    if given is not None and given.mask & ~(UNKNOWN | INSTANCE | NONE):
        return given
    others = tuple(r for r in held.refs if r not in descriptors)
    set_to = held.but(refs=others) if others else held.without(INSTANCE)
    return set_to if set_to.mask else ANY


def _documented(frame: Frame, symbol: ClassSymbol, attr: str) -> Abs | None:
    """Return the array that the docstring of a class says an attribute is."""
    for each in symbol.ancestors():
        docstring = docstring_of(each.node)
        told = None if docstring is None else docstrings.attributes(docstring[0]).get(attr)
        if told is not None and docstring is not None:
            value, text, line = told
            path = frame.project.path_of(each.module)
            why = Why(f"`{attr}` is documented as `{text}`", docstring[1] + line, 0, path)
            return value.but(ev=INFERRED, why=why) if value.mask == TENSOR else None
    return None


def _in_subclasses(frame: Frame, symbol: ClassSymbol, attr: str, node: ast.expr) -> Abs:
    """An attribute that only subclasses have, which an abstract base may still use."""
    out = NEVER
    for sub in symbol.below_with(attr):
        method = sub.methods.get(attr)
        if method is not None and method.is_property:
            out = join(out, frame.call_property(sub, method, attr, node))
        elif method is not None:
            if len(out.refs) < MAX_REFS or not out.mask & FUNCTION:  # else `join` leaves it out, of hundreds
                out = join(out, Abs(FUNCTION, refs=(BoundMethod(method, sub),)))
        else:
            frame.reads(sub.members[attr])
            out = join(out, sub.members[attr].value)
    return out


def _elsewhere(frame: Frame, symbol: ClassSymbol, attr: str, node: ast.expr, *, instance: bool) -> Abs:
    """An attribute from a library's base class, or made by ``__getattr__``."""
    out = NEVER
    function = applied(symbol, attr)
    if function is not None:
        return function
    for base in symbol.library_ancestors():
        out = join(out, library_instance_attribute(frame, base, attr))
    if attr == "__class__":
        return Abs(CLASS, refs=(symbol,))
    if attr == "__dict__" and instance:
        return attributes_by_name(frame, Abs(INSTANCE, refs=(symbol,)))
    if attr in ("__name__", "__doc__"):
        return STR_VALUE
    getter = symbol.method("__getattr__")
    if getter is not None and not out.mask & TENSOR and instance:
        return frame.call_symbol(getter, [STR_VALUE], {}, node, receiver=symbol)
    return out


def _class_attribute(frame: Frame, value: Abs, attr: str, node: ast.expr) -> Abs:
    out = NEVER
    for ref in value.refs:
        if isinstance(ref, ClassSymbol) and attr == "__subclasses__":
            out = join(out, Abs(FUNCTION, elem=list_of(Abs(CLASS, refs=(ref,)))))
        elif isinstance(ref, ClassSymbol):
            out = join(out, class_member(frame, ref, attr, node, instance=False))
        elif isinstance(ref, str):
            out = join(out, frame.project.library_value(f"{ref}.{attr}"))
        elif isinstance(ref, FunctionSymbol) and attr in ("__name__", "__doc__"):
            return STR_VALUE
    return out if out.mask else ANY

"""How far to trust a fix that writes a portable dtype: what its place takes, and who asks what only NumPy's have."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from purity_lint.findings.diagnostics import Applicability
from purity_lint.knowledge import libraries
from purity_lint.knowledge.dtypes import DTYPES
from purity_lint.knowledge.jax.roles import NARROWED, ROOT
from purity_lint.rewrites.calls.class_tables import is_class_looked_up, is_dispatched_on
from purity_lint.rewrites.calls.library_calls import Refused, Rewritten
from purity_lint.rewrites.calls.methods import method_equivalent
from purity_lint.rewrites.calls.replacements import replacement
from purity_lint.rewrites.host.dtypes_handed_on import names_handed_to_torch
from purity_lint.rewrites.operands import OPS, builtin, is_certain, safe_if
from purity_lint.rewrites.references import Category, reference
from purity_lint.rewrites.scopes import names_given
from purity_lint.semantics.model import SemanticModel
from purity_lint.source.names import last_name

CASTS = frozenset({"astype", "to", "type", "view"})
"""Methods that take a dtype first, and give an array of it."""
_OF_TORCH = frozenset({"to", "type"})
"""Those that are PyTorch's alone, and take its dtypes as long as they are not rewritten themselves."""
_OF_PORTABLE = frozenset({"name", "itemsize", "type", "dtype", "__name__"})
"""Attributes that a portable dtype has with NumPy's meaning: its `kind` is a word."""
_OF_NUMPY = frozenset(
    {
        "alignment",
        "base",
        "byteorder",
        "char",
        "descr",
        "fields",
        "flags",
        "hasobject",
        "isbuiltin",
        "isnative",
    }
    | {"kind", "names", "newbyteorder", "num", "str", "subdtype"}
)
"""Attributes of NumPy's dtypes that a portable one has not, or with another meaning."""


def takes_dtype(call: ast.Call, model: SemanticModel) -> bool:
    """True for a call of an array library's function, an operation's, or a tensor's method."""
    qualified = model.qualified_name(call.func)
    if qualified is not None:
        return qualified.startswith(OPS) or libraries.split(qualified) is not None
    return isinstance(call.func, ast.Attribute) and model.value(call.func.value).is_tensor


def trust_of_dtype(node: ast.expr, target: str, model: SemanticModel) -> Applicability:
    """Return how far to trust a fix that writes the portable dtype ``target``."""
    trust = trust_of_place(node, model)
    is_narrowed = trust is Applicability.SAFE and target in NARROWED and _may_be_jax(node, model)
    return Applicability.UNSAFE if is_narrowed else trust


def _may_be_jax(node: ast.expr, model: SemanticModel) -> bool:
    """True where a dtype may be for an array of JAX's, which is as wide as a setting of the program allows."""
    own = reference(node, model)
    if ROOT not in model.source.speaks or (own is not None and own.library not in libraries.NUMPY_PARAMETERS):
        return False
    parent = model.parent(node)
    call = model.parent(parent) if isinstance(parent, ast.keyword) else parent
    called = None if call is None else reference(call, model)
    if called is not None:
        return called.library == ROOT
    receiver = (
        call.func.value if isinstance(call, ast.Call) and isinstance(call.func, ast.Attribute) else None
    )
    return receiver is None or model.value(receiver).backend in (None, "ops", ROOT)


def trust_of_place(node: ast.expr, model: SemanticModel) -> Applicability:
    """Return how far to trust a fix of a dtype, by whether its place is known to take a portable one."""
    if is_class_looked_up(node, model) or is_dispatched_on(node, model) or _is_beside_others(node, model):
        return Applicability.DISPLAY
    if _made_of(node) is not node and _is_taken_out(model.parent(node), model):
        return Applicability.DISPLAY
    child: ast.AST = node
    parent = model.parent(node)
    if isinstance(parent, ast.keyword):
        child, parent = parent, model.parent(parent)
    if isinstance(parent, ast.Compare):
        # Portable dtypes equal the native ones, and are other objects.
        same_object = any(isinstance(op, (ast.Is, ast.IsNot)) for op in parent.ops)
        return Applicability.DISPLAY if same_object else safe_if(not _is_looked_for(parent))
    if isinstance(parent, ast.Attribute) and parent.attr not in _OF_PORTABLE:
        return Applicability.DISPLAY
    taken = _taken_by_identity(model) | _asked_for_more(model) | names_handed_to_torch(model)
    if not taken.isdisjoint(names_given(node, model)):
        return Applicability.DISPLAY
    if not isinstance(parent, ast.Call) or child is parent.func:
        return Applicability.UNSAFE
    found = reference(parent, model)
    if found is not None:
        outcome = replacement(found, model) if found.category is Category.FUNCTION else None
        if not isinstance(outcome, Rewritten):
            return Applicability.DISPLAY
        return safe_if(outcome.safe or found.library in libraries.NUMPY_OUTPUTS)  # which take portable ones
    return _in_other_call(parent, model)


def _is_beside_others(node: ast.expr, model: SemanticModel) -> bool:
    """True for `np.bool_` in `(np.bool_, np.object_, np.number)`: what goes through them takes all for NumPy's.

    Of `np.dtype(np.float32)` it counts what that is made of.
    """
    display = model.parent(node)
    if not isinstance(display, ast.Tuple | ast.List | ast.Set):
        return False
    return any(
        found.category is Category.DTYPE and found.dotted not in DTYPES[found.library]
        for one in display.elts
        if one is not node and (found := reference(_made_of(one), model)) is not None
    )


def _is_taken_out(display: ast.AST | None, model: SemanticModel) -> bool:
    """True for a tuple of dtypes that has a name by which more is done than to look for one in it: `d.kind` is read."""
    if not isinstance(display, ast.Tuple | ast.List | ast.Set):
        return False
    return not _read_otherwise(model).isdisjoint(names_given(display, model))


def _read_otherwise(model: SemanticModel) -> frozenset[str]:
    """Return the names that the file reads for more than to look for something in what they hold."""

    def find() -> frozenset[str]:
        read = (name for name in model.source.of(ast.Name) if isinstance(name.ctx, ast.Load))
        return frozenset(name.id for name in read if not _is_searched(name, model))

    return model.memo(_read_otherwise, find)


def _is_searched(name: ast.Name, model: SemanticModel) -> bool:
    match model.parent(name):
        case ast.Compare(ops=[ast.In() | ast.NotIn()], comparators=[searched]):
            return searched is name
    return False


def _made_of(dtype: ast.expr) -> ast.expr:
    match dtype:
        case ast.Call(func=function, args=[argument], keywords=[]) if last_name(function) == "dtype":
            return argument
    return dtype


def _asked_for_more(model: SemanticModel) -> frozenset[str]:
    """Return the names of which the file reads an attribute that only NumPy's dtypes have: `d.kind`, `d.char`."""

    def find() -> frozenset[str]:
        read = (node for node in model.source.of(ast.Attribute) if node.attr in _OF_NUMPY)
        return frozenset(last_name(node.value) for node in read)

    return model.memo(_asked_for_more, find)


def _is_looked_for(comparison: ast.Compare) -> bool:
    """True for `in` what may be a set or a dict, which goes by hashes."""
    asked = zip(comparison.ops, comparison.comparators, strict=True)
    return any(
        isinstance(op, ast.In | ast.NotIn) and not isinstance(c, ast.Tuple | ast.List) for op, c in asked
    )


def _taken_by_identity(model: SemanticModel) -> frozenset[str]:
    """Return the names of which the file asks which object they hold: by `is`, or by `id`."""
    return model.memo(_taken_by_identity, lambda: frozenset(_identified(model)))


def _identified(model: SemanticModel) -> Iterator[str]:
    for compare in model.source.of(ast.Compare):
        sides = (compare.left, *compare.comparators)
        of_objects = any(isinstance(op, ast.Is | ast.IsNot) for op in compare.ops)
        if of_objects and not any(isinstance(side, ast.Constant) for side in sides):
            yield from (side.id for side in sides if isinstance(side, ast.Name))
    for call in model.source.of(ast.Call):
        match call.args:
            case [ast.Name(id=name)] if builtin(model, call) == "id":
                yield name


def _in_other_call(call: ast.Call, model: SemanticModel) -> Applicability:
    if (model.qualified_name(call.func) or "").startswith(OPS):
        return Applicability.SAFE
    if not isinstance(call.func, ast.Attribute):
        return Applicability.UNSAFE
    receiver = model.value(call.func.value)
    if not receiver.is_tensor:
        return Applicability.DISPLAY if call.func.attr in CASTS else Applicability.UNSAFE
    if isinstance(method_equivalent(call, call.func, model), Refused):
        return Applicability.DISPLAY
    return safe_if(is_certain(receiver) and call.func.attr not in _OF_TORCH)

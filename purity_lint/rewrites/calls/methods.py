"""Calls of tensors' methods as calls of operations."""

from __future__ import annotations

import ast
from dataclasses import replace

from purity_lint.findings.edits import Rewrite
from purity_lint.knowledge import dtypes, libraries, lookup, memory
from purity_lint.knowledge.arrays import JOINING, SORTED
from purity_lint.knowledge.known_forms import forms_of
from purity_lint.knowledge.mlx import forms as mlx_forms
from purity_lint.knowledge.mlx.forms import TABLE as MLX
from purity_lint.knowledge.notation import Fact, Form, Result
from purity_lint.knowledge.numpy import forms as numpy_forms
from purity_lint.knowledge.signatures import signature
from purity_lint.knowledge.torch import forms as torch_forms
from purity_lint.knowledge.torch.roles import LAYERS
from purity_lint.rewrites.calls.conversions_kept import copied_if_unseen
from purity_lint.rewrites.calls.library_calls import NO_EQUIVALENT, Refused, Rewritten, rewrite_call
from purity_lint.rewrites.calls.memory_orders import may_see_orders
from purity_lint.rewrites.calls.other_results import keeps_result
from purity_lint.rewrites.calls.special_forms.torch_pairs import PAIRS, rewrite_pair
from purity_lint.rewrites.calls.special_forms.torch_shapes import rewrite_kept_sizes
from purity_lint.rewrites.calls.special_forms.torch_splits import rewrite_split
from purity_lint.rewrites.operands import quote
from purity_lint.rewrites.scopes import class_around, enclosing
from purity_lint.semantics.model import SemanticModel
from purity_lint.semantics.values import PLAIN_NUMBERS, Kind
from purity_lint.source.constructs import arguments_of

_OF_DTYPES_OR_SHAPES = frozenset({"view", "type"})
"""PyTorch's methods that are given a dtype, the first of them now and then, and the second nearly always."""
_SHAPES = frozenset({Kind.INT, Kind.DIM, Kind.SHAPE, Kind.TUPLE, Kind.LIST})


def method_equivalent(call: ast.Call, method: ast.Attribute, model: SemanticModel) -> Rewritten | Refused:
    """Write a method call of a tensor as a call of ops, by the tables of its library if that is known.

    Where it is not, those of NumPy and PyTorch are tried; where they disagree, the result is not safe.
    """
    if _is_bare_view(call, method, model):
        edit = Rewrite(call, "{self}", {"self": method.value})
        return Rewritten(edit, None, safe=False, way_out=quote(model, method.value))
    if method.attr == "astype" and model.value(call).kind is Kind.OTHER:
        return Refused("no backend but NumPy holds text or objects")
    if _passes_on(call, model):
        return Refused("what its own caller gives may be several numbers, one tuple of them, or nothing")
    found = _by_library(call, method, model)
    if isinstance(found, Rewritten) and found.safe:
        backend = model.value(method.value).backend
        perhaps = model.source.speaks if backend is None or backend == "ops" else frozenset({backend})
        found = replace(found, safe=keeps_result(call, method.attr, perhaps, model))
    if isinstance(found, Rewritten) and method.attr == _IN_ROWS and may_see_orders(model):
        return replace(found, safe=False)  # `ops.copy` keeps the order
    if method.attr != _COPYING or isinstance(found, Refused):
        return found
    if _needs_no_copy(call, method.value, model):
        return replace(found, edit=_without_copy(found.edit))
    return found


_OF_ANY = frozenset({None, "ops"})
"""Backends of a tensor that may be of any library of which its file speaks."""
_OTHER_NUMBERS = frozenset({"std", "var"})
"""Methods that compute something else in PyTorch than in NumPy, of the same arguments."""
_COPYING = "flatten"
_IN_ROWS = "copy"
"""NumPy's method that makes an array in C's order, whatever the order of its own is."""
_COPY = "{ops}.copy("
_READERS = frozenset({Result.ELEMENTWISE, Result.REDUCTION, Result.PRODUCT})
_OF_MEMORY = frozenset({"out", "copy", None})
"""Keywords that say where a result goes, and `**options`, which may hold one."""
_JOINING = JOINING | {"block"}
_SHOWING = frozenset({"builtins.print", "builtins.str", "builtins.repr"})
_OPERANDS = 2
SORT = "sort"
_OTHER_READERS = frozenset({SORT, "argsort", "unique"})
_ALWAYS_NEW = (JOINING | memory.FRESH | frozenset({"argwhere", "flatnonzero"})) - {"tensor"}
"""Functions of NumPy's whose results nobody else holds, whatever they are given by position."""
_GIVE_BACK = frozenset(
    {"real", "imag", "conj", "conjugate", "positive"}
    | {"floor", "ceil", "trunc", "fix", "rint", "round", "round_", "around"}
)
"""Functions of one result for each element that may give back what they are given, on some library."""


def _needs_no_copy(call: ast.Call, flattened: ast.expr, model: SemanticModel) -> bool:
    """True where nobody else holds what is flattened, or what is made of the call has memory of its own anyway."""
    made_here = _makes_new_memory(flattened, model) and not _may_write_elsewhere(flattened, model)
    if made_here or _is_new(flattened, model):
        return True
    holder = model.parent(call)
    if isinstance(holder, ast.FormattedValue):
        return True
    if isinstance(holder, ast.List | ast.Tuple):
        outer = model.parent(holder)
        return isinstance(outer, ast.Call) and outer.args[:1] == [holder] and _joins_copies(outer, model)
    if isinstance(holder, ast.Call) and call not in holder.args:
        return False
    return holder is not None and (_makes_new_memory(holder, model) or _makes_text(holder, model))


def _joins_copies(call: ast.Call, model: SemanticModel) -> bool:
    """True for `np.concatenate([x, y])`, whose result holds copies of what it is made of."""
    return _is_one_of(_JOINING, call, model)


def _is_new(node: ast.expr, model: SemanticModel) -> bool:
    """True for `np.argwhere(x)` and `np.zeros(3)`."""
    return isinstance(node, ast.Call) and _is_one_of(_ALWAYS_NEW, node, model)


def _is_one_of(names: frozenset[str], call: ast.Call, model: SemanticModel) -> bool:
    _, name = _fact(call.func, model)
    known = libraries.split(model.qualified_name(call.func) or "") is not None
    told = any(keyword.arg in _OF_MEMORY for keyword in call.keywords)
    told = told or (name in _JOINING and len(call.args) > _OPERANDS)
    return known and name in names and not told


def _makes_text(node: ast.AST, model: SemanticModel) -> bool:
    """True for `print(x)`, `str(x)` and `"{}".format(x)`."""
    match node:
        case ast.Call(func=ast.Attribute(value=ast.Constant(value=str()), attr="format")):
            return True
        case ast.Call(func=ast.Name() as function):
            return model.qualified_name(function) in _SHOWING
    return False


def _makes_new_memory(node: ast.AST, model: SemanticModel) -> bool:
    """True for what shares no memory with its operands: `x * y`, `np.argmax(x, axis=0)`."""
    match node:
        case ast.BinOp(left=left, right=right):
            operands = [model.value(left), model.value(right)]
            return any(operand.is_tensor for operand in operands) and all(
                operand.kind in PLAIN_NUMBERS or (operand.is_tensor and not operand.foreign)
                for operand in operands
            )
        case ast.Call(func=function):
            fact, name = _fact(function, model)
            reads = fact is not None and (fact.result in _READERS or name in _OTHER_READERS)
            return reads and name not in _GIVE_BACK
    return False


def _may_write_elsewhere(node: ast.AST, model: SemanticModel) -> bool:
    """True for a function that may be told where to put its result: `np.exp(x, y)`, `np.sum(x, 0, None, y)`."""
    if not isinstance(node, ast.Call):
        return False
    fact, name = _fact(node.func, model)
    most = _OPERANDS if fact is not None and fact.result is not Result.ELEMENTWISE else _operands(name)
    return len(node.args) > most or any(keyword.arg in _OF_MEMORY for keyword in node.keywords)


def _operands(name: str) -> int:
    """How many arrays a universal function takes before the one that its result goes to."""
    found = signature(libraries.operation("numpy", name) or "")
    return 1 if found is None else len(found.required)


def _fact(function: ast.expr, model: SemanticModel) -> tuple[Fact | None, str]:
    name = model.qualified_name(function) or ""
    return lookup.function(name), name.rpartition(".")[2]


def _without_copy(edit: Rewrite) -> Rewrite:
    copied = edit.template.startswith(_COPY)
    return replace(edit, template=edit.template[len(_COPY) : -1]) if copied else edit


def _by_library(call: ast.Call, method: ast.Attribute, model: SemanticModel) -> Rewritten | Refused:
    receiver = model.value(method.value)
    if receiver.backend in libraries.NUMPY_PARAMETERS:
        is_view = method.attr in numpy_forms.DTYPE_VIEWS
        return _read_as_numbers(call, method, model) if is_view else _numpy(call, method)
    if receiver.backend == "torch":
        return _torch(call, method, model)
    if receiver.backend == "mlx":
        return _mlx(call, method)
    if receiver.backend in _OF_ANY and "mlx" in model.source.speaks:
        return _perhaps_mlx(call, method, model)
    by_numpy, by_torch = _numpy(call, method), _torch(call, method, model)
    may_be_torchs = method.attr in torch_forms.SHARED_METHODS and _may_be_torchs(model)
    if may_be_torchs and isinstance(by_torch, Refused):
        return Refused("what it means there depends on the library, as its arguments do")
    if method.attr in numpy_forms.DTYPE_VIEWS and not _gives_a_shape(call, model):
        by_name = any(isinstance(argument, ast.Constant) for argument in call.args)
        return _read_as_numbers(call, method, model) if by_name else Refused(NO_EQUIVALENT)
    of_torch = _speaks_torch(model) or _stands_in_layer(call, model)
    first, second = (by_torch, by_numpy) if of_torch else (by_numpy, by_torch)
    if isinstance(first, Refused) and any(isinstance(argument, ast.Starred) for argument in call.args):
        return first  # the methods of two libraries may share a name alone: `x.repeat(*counts)`
    if isinstance(first, Refused):
        first, second = second, first
    if isinstance(first, Refused):
        return first
    is_same = isinstance(second, Refused) or _same(first, second)
    if not is_same and may_be_torchs and not of_torch and method.attr in _OTHER_NUMBERS:
        return Refused("NumPy divides by the number of elements there, and PyTorch by one less")
    agreed = isinstance(second, Refused) or (is_same and (second.safe or not may_be_torchs))
    return Rewritten(first.edit, first.operation, first.safe and agreed)


def _perhaps_mlx(call: ast.Call, method: ast.Attribute, model: SemanticModel) -> Rewritten | Refused:
    """Write a method of a tensor that may be MLX's; arguments that MLX does not take are NumPy's, if that is there."""
    by_mlx, by_numpy = _mlx(call, method), _numpy(call, method)
    if isinstance(by_mlx, Refused):
        return by_numpy if _imports_numpy(model) else by_mlx
    agreed = isinstance(by_numpy, Refused) or _same(by_mlx, by_numpy)
    return replace(by_mlx, safe=by_mlx.safe and agreed)


def _passes_on(call: ast.Call, model: SemanticModel) -> bool:
    """True for ``x.reshape(*shape)`` in ``def reshape(self, *shape)``."""
    arguments = getattr(enclosing(call, model), "args", None)
    given = arguments.vararg.arg if isinstance(arguments, ast.arguments) and arguments.vararg else None
    return given is not None and any(
        isinstance(a, ast.Starred) and isinstance(a.value, ast.Name) and a.value.id == given
        for a in call.args
    )


def _is_bare_view(call: ast.Call, method: ast.Attribute, model: SemanticModel) -> bool:
    """True for ``x.view()`` of NumPy's in a formula, where nobody can tell it from ``x``.

    What a statement keeps of it may be given another shape, or be protected from writing, and ``x`` is not.
    """
    named = method.attr in numpy_forms.DTYPE_VIEWS and not call.args and not call.keywords
    return named and isinstance(model.parent(call), ast.expr)


def _gives_a_shape(call: ast.Call, model: SemanticModel) -> bool:
    """Return True for ``x.view(-1)``, ``x.view(n, 3)`` and ``x.view(*shape)``, False for ``x.view(dtype)``."""
    if len(call.args) != 1:
        return bool(call.args)
    (given,) = call.args
    return isinstance(given, ast.Starred) or model.value(given).kind in _SHAPES


def _same(one: Rewritten, other: Rewritten) -> bool:
    return one.edit.template == other.edit.template and list(one.edit.holes.values()) == list(
        other.edit.holes.values()
    )


def _speaks_torch(model: SemanticModel) -> bool:
    return not _imports_numpy(model) and "torch" in model.source.speaks


def _stands_in_layer(node: ast.AST, model: SemanticModel) -> bool:
    """True in a method of a class that is derived from PyTorch's layers, in other files as well."""
    around = class_around(node, model)
    return around is not None and any(base.startswith(LAYERS) for base in model.library_bases(around))


def _may_be_torchs(model: SemanticModel) -> bool:
    """True where a tensor of which nothing else is known may be PyTorch's, by what the file or its project imports."""
    if "torch" in model.source.speaks:
        return True
    return not _imports_numpy(model) and "torch" in model.asked_about(libraries.SPOKEN)


def _imports_numpy(model: SemanticModel) -> bool:
    return any(b.qualified.partition(".")[0] == "numpy" for b in model.imports)


def _read_as_numbers(call: ast.Call, method: ast.Attribute, model: SemanticModel) -> Rewritten | Refused:
    """Write ``x.view("int32")``, which reads the bytes of an array as other numbers, with NumPy's array of them.

    Elsewhere they are a copy, into which nothing may be stored: what a statement keeps of them stays.  A dtype of
    records, and a class of arrays, are no other library's.
    """
    if not isinstance(model.parent(call), ast.expr | ast.Return):
        return Refused("it reads the same bytes as another dtype")
    given = arguments_of(call)
    match given:
        case [ast.Constant(value=str() as name)] if dtypes.of_string(name) is not None:
            pass
        case [dtype] if model.value(dtype).kind is Kind.DTYPE:
            pass
        case _:
            return Refused(NO_EQUIVALENT)
    found = _numpy(call, method)
    return replace(found, safe=False) if isinstance(found, Rewritten) else found


def changes_its_array(call: ast.Call, method: ast.Attribute, model: SemanticModel) -> bool:
    """True for ``x.fill(0)`` and ``x.sort()``, but not ``y = x.sort()`` of a library whose arrays stay as they are."""
    if method.attr == SORT and model.value(method.value).backend in SORTED:
        return isinstance(model.parent(call), ast.Expr)
    return method.attr in numpy_forms.IN_PLACE_METHODS


def _numpy(call: ast.Call, method: ast.Attribute) -> Rewritten | Refused:
    name = method.attr
    forms: tuple[Form, ...] = numpy_forms.METHODS.get(name, ())
    if not forms and (name in numpy_forms.FUNCTION_METHODS or name == SORT):
        forms = forms_of("numpy", name)
    if not forms:
        return Refused(NO_EQUIVALENT)
    return rewrite_call(call, forms, libraries.operation("numpy", name), receiver=method.value)


def _mlx(call: ast.Call, method: ast.Attribute) -> Rewritten | Refused:
    name = method.attr
    forms = mlx_forms.METHODS.get(name) or MLX.get(f"core.{name}")
    if forms is None:
        return _numpy(call, method)
    return rewrite_call(call, forms, libraries.operation("mlx", f"core.{name}"), receiver=method.value)


def _torch(call: ast.Call, method: ast.Attribute, model: SemanticModel) -> Rewritten | Refused:
    name = method.attr
    if name in _OF_DTYPES_OR_SHAPES and len(call.args) == 1:
        is_dtype = model.value(call.args[0]).kind is Kind.DTYPE
        if is_dtype is (name == "view"):
            return Refused("it reads the same bytes as another dtype" if is_dtype else "it is given no dtype")
    if name == "expand":
        kept = rewrite_kept_sizes(call, method.value, call.args, model)
        if kept is not None:
            return kept
    if name == "split":
        return rewrite_split(call, method.value, call.args, model)
    forms = torch_forms.METHODS.get(name, ())
    operation = libraries.operation("torch", name)
    if not forms and name in torch_forms.FUNCTION_METHODS:
        forms = torch_forms.TABLE.get(name, torch_forms.PLAIN)
    outcome: Rewritten | Refused = Refused(NO_EQUIVALENT)
    if forms:
        outcome = rewrite_call(call, forms, operation, receiver=method.value)
    if isinstance(outcome, Rewritten):
        return replace(outcome, edit=copied_if_unseen(outcome.edit, call, method.value, model))
    if name in PAIRS:
        return rewrite_pair(call, name, model, method.value)
    return outcome

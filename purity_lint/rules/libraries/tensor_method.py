"""PUR104: methods and attributes of tensors that stand for an operation."""

from __future__ import annotations

import ast
from collections.abc import Collection, Iterator, Mapping
from dataclasses import replace

from purity_lint.findings.diagnostics import Applicability, Evidence
from purity_lint.findings.edits import AddImport, Fix, Hole, Rewrite
from purity_lint.findings.finding import Finding
from purity_lint.findings.message import Message
from purity_lint.knowledge import arrays, labelled_data
from purity_lint.knowledge import tensor_methods as methods
from purity_lint.knowledge.mlx import forms as mlx_forms
from purity_lint.knowledge.numpy import forms as numpy_forms
from purity_lint.knowledge.signatures import signature
from purity_lint.knowledge.torch import forms as torch_forms
from purity_lint.knowledge.torch.roles import METHODS_OF_SIZES
from purity_lint.rewrites.calls import shape_lists
from purity_lint.rewrites.calls.library_calls import Refused, Rewritten
from purity_lint.rewrites.calls.methods import SORT, changes_its_array, method_equivalent
from purity_lint.rewrites.calls.updates import read_update
from purity_lint.rewrites.host.foreign_calls import is_converted
from purity_lint.rewrites.namespaces.in_use import is_namespace, namespace_names
from purity_lint.rewrites.namespaces.own_arrays import trust_in_member
from purity_lint.rewrites.operands import applicability, is_certain, is_result, quote
from purity_lint.rewrites.operators.labelled_formulas import TAKEN_BY_COLUMN, is_beside_labelled
from purity_lint.rewrites.references import Category, reference
from purity_lint.rewrites.scopes import catches, may_import
from purity_lint.rewrites.stores.flat_iterators import is_kept_iterator
from purity_lint.rewrites.where_tensors import copied_where_it_is_one, is_of_no_tensor
from purity_lint.rules.base import Invalid, Rule, RuleContext
from purity_lint.rules.examples import in_function, plain
from purity_lint.semantics.model import SemanticModel
from purity_lint.semantics.values import PERHAPS_OBJECT, Kind, Value
from purity_lint.source.names import is_named_for_a_shape, last_name

_KNOWN = frozenset(
    {*numpy_forms.FUNCTION_METHODS, *numpy_forms.METHODS, *torch_forms.FUNCTION_METHODS, *torch_forms.METHODS}
).union(mlx_forms.METHODS)
_METHODS = _KNOWN.union(methods.METHOD_HINTS, {SORT})
_OF_THE_HOST = frozenset({"tobytes", "copy", "view"})
"""Methods of which the host's result is wanted, where they are called on what was brought there in so many words."""


class TensorMethod(Rule):
    """Reports methods and attributes of tensors that are operations.

    ## What it does
    Checks for `x.mean()`, `x.dot(y)`, `x.reshape(2, 3)`, `x.T`, `x.permute(0, 2, 1)` and their like on what is
    known to be a tensor. What every backend's tensors have (`shape`, `ndim`, `dtype`) is left alone.
    Where nothing else is known of `x`, `x.reshape(2, 3)` says that it is one, unless a class of the project has such a
    method, or tables have it too and the file has some.

    ## Why is this bad?
    Each library's tensors have other methods, or the same with another meaning: `x.repeat(2)` repeats elements
    in NumPy and tiles in PyTorch, `x.std()` divides by `n` in one and by `n
    - 1` in the other, `x.size` is a number or a method.

    ## Example
    ```python
    from emberops import ops

    def centre(x: ops.Tensor):
        return ops.subtract(x, x.mean(axis=0))
    ```

    Use instead:
    ```python
    from emberops import ops

    def centre(x: ops.Tensor):
        return ops.subtract(x, ops.mean(x, axis=0))
    ```

    ## Fix safety
    Safe where the receiver is proven or declared to be a tensor and it is known whose method it is, or both
    libraries mean the same by it. Unsafe otherwise, and for `x.conj()` where `x` is not known to be complex: of real
    numbers it is `x` itself, and what is stored into one is then in both. Unsafe too where an order in memory is left
    out on which code in C may rely: `x.copy("C")`, and `x.copy()`, which is in C's order as well where `ops.copy` keeps
    that of `x`, in a file that asks for it (`strides`, `flags`, `ctypes`, `x.view(dtype)`, `order="K"`).
    Unsafe is `ops.from_numpy(ops.to_numpy(x).view("int32"))`, which is a copy elsewhere.
    Where `x` may be no tensor and the `AttributeError` that `x.size` raises then is caught, it becomes
    `math.prod(x.shape)`: `ops.size(None)` is 1, as in NumPy.
    A method that some class of the project has too, `def mv` or `mv = matvec`, stays on what may be no tensor, and
    every one on what may be a table. But `x.copy()` asks what it is, unsafely:
    `ops.copy(x) if ops.is_tensor(x) else x.copy()`.
    `x.size` becomes `ops.size(x)` also where `x` may be another object, unsafely: `ops.size` asks that for its size.
    In a file with a class that takes NumPy's functions over, by `__array_function__` or `__array_ufunc__`, the methods
    that this class has stay on what may be an instance of it.

    ## Options
    - `confidence`: how well the receiver must be known to be a tensor.
    """

    code = "PUR104"
    name = "tensor-method"
    nodes = (ast.Call, ast.Attribute)
    priority = -10
    VALID = (
        in_function("return ops.to_numpy(x).tobytes()"),
        in_function("return ops.mean(x)", parameters="x: ops.Tensor"),
        plain("""
            def f(s: str):
                return s.split(',')
        """),
        plain("""
            def f(xs: list[int]):
                return xs.copy()
        """),
        in_function("return x.shape, x.ndim, x.dtype", parameters="x: ops.Tensor"),
    )
    INVALID = (
        Invalid(
            in_function("return x.mean(axis=0)", parameters="x: ops.Tensor"),
            lines=(5,),
            fixed=in_function("return ops.mean(x, axis=0)", parameters="x: ops.Tensor"),
        ),
        Invalid(
            in_function("return x.T", parameters="x: ops.Tensor"),
            lines=(5,),
            fixed=in_function("return ops.transpose(x)", parameters="x: ops.Tensor"),
        ),
        Invalid(
            in_function("return x.reshape(2, -1)", parameters="x: ops.Tensor"),
            lines=(5,),
            fixed=in_function("return ops.reshape(x, (2, -1))", parameters="x: ops.Tensor"),
        ),
        Invalid(
            plain("""
                from emberops import ops


                def f(x: ops.Tensor, y: ops.Tensor):
                    return x.dot(y).sum()
            """),
            lines=(5, 5),
            fixed=plain("""
                from emberops import ops


                def f(x: ops.Tensor, y: ops.Tensor):
                    return ops.sum(ops.dot(x, y))
            """),
        ),
        Invalid(
            plain("""
                from emberops import ops


                def f(x: ops.Tensor | None):
                    try:
                        return x.size
                    except AttributeError:
                        return None
            """),
            lines=(6,),
            fixed=plain("""
                import math

                from emberops import ops


                def f(x: ops.Tensor | None):
                    try:
                        return math.prod(x.shape)
                    except AttributeError:
                        return None
            """),
        ),
        Invalid(
            plain("""
                from emberops import ops


                def f(xs):
                    return ops.concat([x.reshape(-1, 2) for x in xs])
            """),
            lines=(5,),
            fixed=plain("""
                from emberops import ops


                def f(xs):
                    return ops.concat([ops.reshape(x, (-1, 2)) for x in xs])
            """),
        ),
        Invalid(
            in_function("return x.tobytes('F'), (x + n).view('int32')"),
            lines=(5, 5),
            fixed=in_function(
                "return ops.to_numpy(x).tobytes('F'), ops.from_numpy(ops.to_numpy(x + n).view('int32'))"
            ),
        ),
        Invalid(
            plain("""
                import numpy as np


                def f(x: np.ndarray):
                    kept = x.view()
                    return kept, x.T.view() - x
            """),
            lines=(5, 6, 6),
            fixed=plain("""
                import numpy as np
                from emberops import ops


                def f(x: np.ndarray):
                    kept = x.view()
                    return kept, ops.transpose(x) - x
            """),
        ),
    )

    @property
    def names(self) -> Mapping[type[ast.AST], Collection[str]]:
        """Methods and attributes of tensors."""
        return {
            ast.Call: _METHODS | shape_lists.NAMES,
            ast.Attribute: {*methods.ATTRIBUTES, *shape_lists.RANKS},
        }

    def applies(self, model: SemanticModel) -> bool:
        """True of files with tensors."""
        return model.has_tensors

    def check(self, node: ast.AST, context: RuleContext) -> Iterator[Finding]:
        """Yield a finding for a method or attribute of a tensor."""
        model = context.model
        if isinstance(node, ast.Call):
            if isinstance(node.func, ast.Attribute):
                yield from _check_call(node, node.func, model)
        elif isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Load):
            yield from _check_attribute(node, context)


def _check_call(call: ast.Call, method: ast.Attribute, model: SemanticModel) -> Iterator[Finding]:
    name = method.attr
    if name in shape_lists.NAMES:
        yield from _check_shape(call, name, model)
        return
    if name == "to" and not _is_cast(call, model):
        return  # a placement: PUR801
    if name not in _METHODS or changes_its_array(call, method, model):
        return
    receiver = _receiver(call, method, model)
    if not receiver.is_tensor or model.qualified_name(method) is not None:
        return
    if name not in _KNOWN and receiver.backend is None:
        return  # a name that other things have as well
    if name in _OF_THE_HOST and is_converted(method.value, model):
        return  # `ops.to_numpy(x).tobytes()`
    if is_of_no_tensor(call, method.value, model):
        return
    if name in arrays.OF_OTHER_CLASSES and not is_certain(receiver) and _is_of_a_class(name, model):
        return
    if receiver.backend is None and not is_certain(receiver) and _is_of_no_array(name, model):
        return
    if receiver.backend == "numpy" and not _is_of_numpy(name):
        return  # an array of objects: `axes = np.atleast_1d(axes)`, and `axes[0].scatter(x, y)`
    outcome = (
        Refused(TAKEN_BY_COLUMN)
        if is_beside_labelled(call, model)
        else method_equivalent(call, method, model)
    )
    said = f".{name}()"
    if isinstance(outcome, Rewritten):
        named = outcome.way_out or (f"ops.{outcome.operation}" if outcome.operation else None)
        way_out = f"`{named}`" if named else "the `ops` functions of the same meaning"
        trust = _trust(name, receiver, model, exact=outcome.safe and _makes_new(name, receiver))
        edit = outcome.edit
        if (
            trust is Applicability.DISPLAY
            and (asked := copied_where_it_is_one(edit, call, method)) is not None
        ):
            trust, edit = Applicability.UNSAFE, asked
        yield Finding(
            call,
            Message(
                f"`{quote(model, method)}()` is a method of one library's tensors", f"use {way_out}", ":"
            ),
            receiver.evidence,
            receiver.reasons,
            Fix((edit,), trust, f"Replace `{said}` with {way_out}"),
        )
        return
    hint = methods.METHOD_HINTS.get(name) or "move the code that needs it under `backend-paths`"
    yield Finding(
        call,
        Message(
            f"`{quote(model, method)}()` is a method of one library's tensors", f"and {outcome.reason}", ","
        ),
        receiver.evidence,
        receiver.reasons,
        hint=hint,
    )


def _trust(method: str, receiver: Value, model: SemanticModel, *, exact: bool) -> Applicability:
    """Return how far to trust the fix; not at all where a class of the project has a method that may be meant."""
    if receiver.maybe and not receiver.only_listed and method in model.asked_about(arrays.METHODS_DEFINED):
        return Applicability.DISPLAY
    return trust_in_member(method, receiver, model, exact=exact)


def _is_of_a_class(method: str, model: SemanticModel) -> bool:
    """True where a class of the project has a method, and the file knows no library whose arrays have it."""
    if method not in model.asked_about(arrays.METHODS_DEFINED):
        return False
    return not any(b.qualified.partition(".")[0] in arrays.WITH_SUCH_METHODS for b in model.imports)


def _is_of_no_array(method: str, model: SemanticModel) -> bool:
    """True where the file has NumPy alone, whose arrays lack a method that tables have: `x.diff()`."""
    if method in arrays.STRONG_METHODS or _is_of_numpy(method):
        return False
    packages = {b.qualified.partition(".")[0] for b in model.imports}
    return "numpy" in packages and packages.isdisjoint(arrays.WITH_SUCH_METHODS)


def _is_of_numpy(method: str) -> bool:
    """True for a method of NumPy's arrays."""
    known = (numpy_forms.METHODS, numpy_forms.FUNCTION_METHODS, numpy_forms.HOST_METHODS)
    return any(method in names for names in known)


def _receiver(call: ast.Call, method: ast.Attribute, model: SemanticModel) -> Value:
    """What the method is called on; where nothing else is known of it, what the method tells."""
    receiver = model.value(method.value)
    if is_result(receiver) and method.attr not in _OF_NUMBERS:
        return _as_tensor(receiver, method.value)
    is_known = receiver.kind is not Kind.UNKNOWN and receiver.evidence is not Evidence.SUSPECTED
    if is_known or receiver.foreign or not _is_of_arrays_alone(method, model):
        return receiver
    made = model.value(call)
    return made if made.is_tensor and not made.foreign else receiver


def _as_tensor(result: Value, node: ast.expr) -> Value:
    """Return what a NumPy scalar is in every other library.

    A name may hold one of Python's numbers instead, which have no such method.
    """
    maybe = result.maybe or result.dtype == PERHAPS_OBJECT or not isinstance(node, ast.Call | ast.Subscript)
    return replace(result, kind=Kind.TENSOR, rank=0, maybe=maybe)


_OF_NUMBERS = frozenset({*dir(float), *dir(complex), "item", "tolist"})
"""Methods of Python's numbers, and those that every library's tensors have."""


def _is_of_arrays_alone(method: ast.Attribute, model: SemanticModel) -> bool:
    """True where no class of the project has such a method, no table that there may be, and no namespace."""
    name = method.attr
    others = {"self", "cls", *namespace_names(model)}
    is_own = isinstance(method.value, ast.Name) and method.value.id in others
    is_own = is_own or is_namespace(method.value, model)
    is_own = is_own or (name in METHODS_OF_SIZES and is_named_for_a_shape(method.value))
    if is_own or name not in arrays.STRONG_METHODS or name in model.asked_about(arrays.METHODS_DEFINED):
        return False
    return name not in labelled_data.SHARED or model.packages.isdisjoint(labelled_data.LIBRARIES)


def _makes_new(method: str, receiver: Value) -> bool:
    """False for `x.conj()` of what may hold no complex numbers: it is `x` itself then, be it of truth values or 0-d."""
    return method not in _GIVE_REAL_ARRAYS_BACK or (receiver.dtype or "").startswith("complex")


_GIVE_REAL_ARRAYS_BACK = frozenset({"conj", "conjugate"})


def _check_shape(node: ast.Call | ast.Attribute, name: str, model: SemanticModel) -> Iterator[Finding]:
    """Yield a finding for a shape that is an object of one library, and for the number of axes asked of it."""
    if isinstance(node, ast.Call):
        found = shape_lists.rewrite_shape(node, model)
        shown, sort, other = f"{quote(model, node.func)}()", "a method", "ops.shape"
    else:
        found = shape_lists.rewrite_rank(node, model)
        shown, sort, other = quote(model, node), "an attribute", "len"
    if found is None:
        return
    tensor, edit = found
    value = model.value(tensor)
    fix = Fix((edit,), applicability(value, exact=False), f"Replace `.{name}` with `{other}`")
    yield Finding(
        node,
        Message(f"`{shown}` is {sort} of one library's shapes", f"use `{other}`", ":"),
        value.evidence if value.is_tensor else Evidence.INFERRED,
        value.reasons if value.is_tensor else (),
        fix,
    )


def _check_attribute(node: ast.Attribute, context: RuleContext) -> Iterator[Finding]:
    model = context.model
    if node.attr in shape_lists.RANKS:
        yield from _check_shape(node, node.attr, model)
        return
    template = methods.ATTRIBUTES.get(node.attr)
    if template is None or node.attr in context.profile.attributes:
        return
    receiver = model.value(node.value)
    parent = model.parent(node)
    called = isinstance(parent, ast.Call) and parent.func is node
    if not receiver.is_tensor or called or (node.attr == "size" and receiver.backend == "torch"):
        return
    operation = methods.ATTRIBUTE_OPERATIONS[node.attr]
    shown = f"`{quote(model, node)}` is an attribute that some libraries' tensors lack"
    if is_beside_labelled(node, model):
        yield Finding(
            node, Message(shown, f"and {TAKEN_BY_COLUMN}", ","), receiver.evidence, receiver.reasons
        )
        return
    fix = None
    holes: dict[str, Hole] = {"self": node.value}
    if node.attr == "size" and receiver.maybe and catches(node, "AttributeError", model):
        if may_import("math", node, model):
            counted = (Rewrite(node, "math.prod({self}.shape)", holes), AddImport("math"))
            fix = Fix(counted, Applicability.UNSAFE, "Ask for the shape, which every tensor has")
    elif (
        signature(operation) is not None
        and not _is_stored_through(node, model)
        and not (node.attr == "flat" and is_kept_iterator(node, model))
    ):
        if node.attr == "flat" and isinstance(parent, ast.Subscript) and isinstance(parent.slice, ast.Slice):
            template = f"{{ops}}.copy({template})"  # a slice of `x.flat` is no view
        trust = trust_in_member(node.attr, receiver, model, exact=node.attr != "flat")
        if node.attr == "size" and trust is Applicability.DISPLAY:
            trust = Applicability.UNSAFE  # which `ops.size` asks every other object for, as `np.size` does
        message = f"Replace `.{node.attr}` with `ops.{operation}`"
        fix = Fix((Rewrite(node, template, holes),), trust, message)
    yield Finding(
        node,
        Message(shown, f"use `ops.{operation}`", ":"),
        receiver.evidence,
        receiver.reasons,
        fix,
    )


def _is_stored_through(node: ast.Attribute, model: SemanticModel) -> bool:
    """True for ``x.flat[::n] += y`` and ``out=x.real``: what goes into what an operation makes need not reach ``x``."""
    parent = model.parent(node)
    call = model.parent(parent) if isinstance(parent, ast.keyword) else parent
    update = read_update(call, model) if isinstance(call, ast.Call) else None
    if update is not None and update.array in (node, node.value):
        return True
    return isinstance(parent, ast.Subscript) and parent.value is node and isinstance(parent.ctx, ast.Store)


def _is_cast(call: ast.Call, model: SemanticModel) -> bool:
    """True where ``x.to(...)`` is given a dtype."""
    given = [k.value for k in call.keywords if k.arg == "dtype"] or call.args[:1]
    if len(call.args) > 1 or any(k.arg == "device" for k in call.keywords) or not given:
        return False
    dtype = given[0]
    found = reference(dtype, model)
    if found is not None:
        return found.category is Category.DTYPE
    return "dtype" in last_name(dtype).lower() or model.value(dtype).kind is Kind.DTYPE

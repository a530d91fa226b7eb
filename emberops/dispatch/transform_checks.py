"""What is wrong with the call of a transformed function, told in one way whatever library would refuse it.

A check looks at the arguments alone, so that an exception of the caller's own function is never taken for another.
"""

from __future__ import annotations

import math
import numbers
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from emberops.dispatch import trees
from emberops.dispatch.owners import is_tensor
from emberops.errors import ArgumentError, ArgumentTypeError, AxisError, DTypeError, EmberopsError, ShapeError

Options = Mapping[str, Any]
"""The arguments of the transformation itself, by name."""

_OF_ONE_NUMBER = frozenset({"grad", "value_and_grad", "hessian"})
"""Transformations of functions that give one number."""


def with_checked_result(name: str, fun: Callable[..., Any], options: Options) -> Callable[..., Any]:
    """The function, which refuses to give several numbers where a gradient is that of one."""
    if name not in _OF_ONE_NUMBER:
        return fun
    has_aux = options.get("has_aux", False)

    def checked(*args: Any, **kwargs: Any) -> Any:
        result = fun(*args, **kwargs)
        if has_aux and not (isinstance(result, tuple) and len(result) == 2):
            raise DTypeError(
                f"ops.{name}: with has_aux the function gives (value, rest), not {_kind(result)}"
            )
        _require_number(name, result[0] if has_aux else result)
        return result

    return checked


def _require_number(name: str, value: Any) -> None:
    """Refuse to differentiate what is no number of floats, and what carries no gradient."""
    shape = tuple(getattr(value, "shape", ()))
    if shape:
        raise ShapeError(
            f"ops.{name}: the function gives a tensor of shape {shape}, and a gradient is of one number; "
            f"ops.jacrev differentiates tensors"
        )
    if type(value) in (int, float, complex):
        raise DTypeError(
            f"ops.{name}: the function gives a number of Python's, {value!r}, which depends on no tensor: float(x) and "
            f"x.item() take it out of one"
        )
    if not hasattr(value, "shape"):
        also = "; has_aux=True keeps what it gives besides" if isinstance(value, tuple) else ""
        raise DTypeError(
            f"ops.{name}: the function gives {_kind(value)}, and a gradient is of one number{also}"
        )
    if _kind(value).startswith(_WHOLE):
        raise DTypeError(f"ops.{name}: the function gives {_kind(value)}, which has no gradient")


_WHOLE = ("int", "uint", "bool")
"""How the names of dtypes begin by which nothing is differentiated."""


def _kind(value: Any) -> str:
    """The dtype of a tensor, the type of another value."""
    return str(getattr(value, "dtype", type(value).__name__)).rpartition(".")[2]


def check_call(name: str, options: Options, args: Sequence[Any]) -> None:
    """Refuse what a transformed function is called with, where the libraries differ in what they make of it.

    Raises
    ------
    ArgumentError
        For the number of an argument that is not there.
    DTypeError
        For integers to differentiate by.
    """
    argnums = options.get("argnums")
    if argnums is None:
        return
    for n in (argnums,) if isinstance(argnums, int) else argnums:
        if not -len(args) <= n < len(args):
            raise ArgumentError(f"ops.{name}: there is no argument {n} among {len(args)}")
        _require_floats(name, args[n])


def _require_floats(name: str, tree: Any) -> None:
    for leaf in trees.leaves(tree):
        kind = _kind(leaf)
        if isinstance(leaf, str) or tree is None:
            raise DTypeError(f"ops.{name}: cannot differentiate by a value of {kind}")
        if kind.startswith(_WHOLE):
            raise DTypeError(
                f"ops.{name}: cannot differentiate by a value of {kind}; "
                f"ops.astype(x, 'float32') makes floats of it"
            )


def explained(name: str, options: Options, args: Sequence[Any]) -> EmberopsError | None:
    """What is wrong with a call that has failed, if it can have failed for no other reason."""
    return _unmappable(options["in_axes"], args) if name == "vmap" else None


def _unmappable(in_axes: Any, args: Sequence[Any]) -> EmberopsError | None:
    """Axes that are not there, or that are of different sizes: no function was called then."""
    axes = in_axes if isinstance(in_axes, (list, tuple)) else [in_axes] * len(args)
    if len(axes) != len(args):
        return ArgumentError(f"ops.vmap: in_axes {in_axes} are not one for each of {len(args)} arguments")
    if any(axis is not None and not isinstance(axis, int) for axis in axes):
        return None  # a tree of axes, which the library reads in its own way
    mapped = [(axis, arg) for axis, arg in zip(axes, args, strict=True) if axis is not None]
    leaves = [(axis, leaf) for axis, arg in mapped for leaf in trees.leaves(arg)]
    if not all(is_tensor(leaf) or isinstance(leaf, numbers.Number) for _, leaf in leaves):
        return None  # an object that the library looks into, as nobody else can
    shapes = [(axis, _shape(leaf)) for axis, leaf in leaves]
    for axis, shape in shapes:
        if not -len(shape) <= axis < len(shape):
            return AxisError(f"ops.vmap: a tensor of shape {shape} has no axis {axis} to map over")
    sizes = sorted({shape[axis] for axis, shape in shapes})
    if len(sizes) == 1:
        return None
    held = f"have the sizes {sizes}, and not one in common" if sizes else "are none"
    return ShapeError(f"ops.vmap: the mapped axes {held}")


def checked_arguments(name: str, args: Sequence[Any]) -> Sequence[Any]:
    """The positional arguments of an operation on functions and trees, looked at where the libraries differ.

    Raises
    ------
    DTypeError
        For integers to differentiate by.
    ShapeError
        For several truths where one decides, and for tangents that do not fit.
    """
    check = _ARGUMENTS.get(name)
    return args if check is None else check(*args)


def _cond(pred: Any, *rest: Any) -> Sequence[Any]:
    return _one_truth("cond", pred), *rest


def _while_loop(cond: Callable[..., Any], *rest: Any) -> Sequence[Any]:
    return lambda *held: _one_truth("while_loop", cond(*held)), *rest


def _switch(index: Any, branches: Sequence[Any], *rest: Any) -> Sequence[Any]:
    if not len(branches):
        raise ArgumentError("ops.switch: there are no branches to choose from")
    return index, branches, *rest


def _scan(f: Callable[..., Any], init: Any, xs: Any = None, *rest: Any) -> Sequence[Any]:
    _require_rows("scan", xs)

    def checked(carry: Any, row: Any) -> Any:
        result = f(carry, row)
        if not (isinstance(result, (tuple, list)) and len(result) == 2):
            raise ArgumentTypeError(f"ops.scan: f gives a pair, (carry, row), and not {_kind(result)}")
        return result

    return checked, init, xs, *rest


def _fori_loop(lower: Any, upper: Any, *rest: Any) -> Sequence[Any]:
    for name, bound in (("lower", lower), ("upper", upper)):
        if not _kind(bound).startswith(_WHOLE):
            raise DTypeError(f"ops.fori_loop: {name} is a whole number, and not of {_kind(bound)}")
    return lower, upper, *rest


def _map(f: Callable[..., Any], xs: Any) -> Sequence[Any]:
    _require_rows("map", xs)
    return f, xs


def _require_rows(op: str, xs: Any) -> None:
    """Refuse trees of tensors that have no rows, or not as many."""
    shapes = [tuple(leaf.shape) for leaf in trees.leaves(xs) if is_tensor(leaf)]
    if () in shapes:
        raise AxisError(f"ops.{op}: a tensor without axes has no rows to walk along")
    lengths = sorted({shape[0] for shape in shapes})
    if len(lengths) > 1:
        raise ShapeError(f"ops.{op}: tensors of {lengths} rows cannot be walked together")


def _shape(leaf: Any) -> tuple[int, ...]:
    """The shape of a tensor; an object's ``shape`` may be whatever its class means by it."""
    return tuple(leaf.shape) if is_tensor(leaf) else ()


def _vjp(fun: Callable[..., Any], *primals: Any) -> Sequence[Any]:
    _require_floats("vjp", primals)
    return fun, *primals


def _jvp(fun: Callable[..., Any], primals: Sequence[Any], tangents: Sequence[Any]) -> Sequence[Any]:
    _require_floats("jvp", primals)
    of, along = ([_shape(x) for x in trees.leaves(side)] for side in (primals, tangents))
    if len(of) != len(along):
        raise ShapeError(f"ops.jvp: {len(of)} primals do not go with {len(along)} tangents")
    for primal, tangent in zip(of, along, strict=True):
        if primal != tangent:
            raise ShapeError(f"ops.jvp: a tangent of shape {tangent} does not fit a primal of shape {primal}")
    return fun, primals, tangents


_ARGUMENTS: dict[str, Callable[..., Sequence[Any]]] = {
    "cond": _cond,
    "fori_loop": _fori_loop,
    "jvp": _jvp,
    "map": _map,
    "scan": _scan,
    "switch": _switch,
    "vjp": _vjp,
    "while_loop": _while_loop,
}


def _one_truth(op: str, truth: Any) -> Any:
    """What decides on a branch, which is one value: that of a tensor of one element, whatever its shape."""
    if isinstance(truth, str) or truth is None:
        raise DTypeError(f"ops.{op}: the condition is {truth!r}, and no truth value")
    shape = tuple(getattr(truth, "shape", ()))
    if math.prod(shape) != 1:
        raise ShapeError(f"ops.{op}: the condition has the shape {shape}, and one value decides")
    return truth[(0,) * len(shape)] if shape else truth

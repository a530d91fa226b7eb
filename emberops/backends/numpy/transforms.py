"""Operations of the group ``transforms`` on NumPy; gradients by the package ``autograd``."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from importlib import import_module
from importlib.util import find_spec
from typing import Any

import numpy as np

from emberops.dispatch import trees
from emberops.errors import OperationNotSupportedError
from emberops.typing import NativeTensor as Tensor
from emberops.typing import TensorLike

Function = Callable[..., Any]

frompyfunc = np.frompyfunc
apply_along_axis = np.apply_along_axis
piecewise = np.piecewise


def _autograd(op: str) -> Any:
    """The package; the registry knows its boxes."""
    if find_spec("autograd") is None:
        raise OperationNotSupportedError(
            f"ops.{op} on NumPy needs the package 'autograd', which is not installed: "
            f"pip install 'emberops[autograd]', or pass tensors of a backend with gradients of its own: torch, jax, mlx"
        )
    return import_module("autograd")  # optional, and only gradients need it


def value_and_grad(fun: Function, /, argnums: int | Sequence[int] = 0, has_aux: bool = False) -> Function:
    return _value_and_grad("value_and_grad", fun, argnums, has_aux)


def _value_and_grad(op: str, fun: Function, argnums: int | Sequence[int], has_aux: bool) -> Function:
    def transformed(*args: Any, **kwargs: Any) -> tuple[Any, Any]:
        autograd = _autograd(op)
        extra: list[Any] = []

        def scalar(*inner: Any, **named: Any) -> Any:
            result = fun(*inner, **named)
            if has_aux:
                result, aux = result
                extra.append(trees.map_leaves(autograd.tracer.getval, aux))
            return result

        numbers = argnums if isinstance(argnums, int) else tuple(argnums)
        value, gradient = autograd.value_and_grad(scalar, numbers)(*args, **kwargs)
        return (value, extra[-1]) if has_aux else value, gradient

    return transformed


def grad(fun: Function, /, argnums: int | Sequence[int] = 0, has_aux: bool = False) -> Function:
    both = _value_and_grad("grad", fun, argnums, has_aux)

    def transformed(*args: Any, **kwargs: Any) -> Any:
        value, gradient = both(*args, **kwargs)
        return (gradient, value[1]) if has_aux else gradient

    return transformed


def jacrev(fun: Function, /, argnums: int = 0) -> Function:
    def transformed(*args: Any, **kwargs: Any) -> Any:
        return _autograd("jacrev").jacobian(fun, argnums)(*args, **kwargs)

    return transformed


jacfwd = jacrev


def hessian(fun: Function, /, argnums: int = 0) -> Function:
    def transformed(*args: Any, **kwargs: Any) -> Any:
        return _autograd("hessian").hessian(fun, argnums)(*args, **kwargs)

    return transformed


def vjp(fun: Function, /, *primals: Any) -> tuple[Any, Function]:
    autograd = _autograd("vjp")
    pull, result = autograd.core.make_vjp(lambda held: fun(*held), tuple(primals))
    return result, lambda cotangent: tuple(pull(cotangent))


def jvp(fun: Function, primals: Sequence[Any], tangents: Sequence[Any], /) -> tuple[Any, Any]:
    # The product with the Jacobian is the gradient of a linear function of the cotangent, so two reverse passes give
    # it for every operation; autograd has a forward rule for few.
    autograd = _autograd("jvp")
    result = fun(*primals)

    def pulled(cotangent: Any) -> Any:
        return autograd.core.make_vjp(lambda held: fun(*held), tuple(primals))[0](cotangent)

    start = np.zeros_like(result, dtype=np.result_type(result, np.float16))
    push, _ = autograd.core.make_vjp(pulled, start)
    given = tuple(np.asarray(t, dtype=np.result_type(p)) for t, p in zip(tangents, primals, strict=True))
    return result, push(given)


def stop_gradient(x: TensorLike, /) -> Tensor:
    return x


def custom_gradient(fun: Function, /) -> Function:
    def result(*args: Any) -> Any:
        if not any(type(x).__module__.startswith("autograd.") for x in args):
            return fun(*args)[0]
        return _primitive(fun)(*args)

    return result


def _primitive(fun: Function) -> Function:
    autograd = _autograd("custom_gradient")
    extend = import_module("autograd.extend")

    def value(*args: Any) -> Any:
        return fun(*args)[0]

    def rule(argnums: tuple[int, ...], _answer: Any, args: tuple[Any, ...], _kwargs: Any) -> Function:
        pull = fun(*trees.map_leaves(autograd.tracer.getval, args))[1]

        def gradients(cotangent: Any) -> tuple[Any, ...]:
            found = pull(cotangent)
            found = found if isinstance(found, (list, tuple)) else (found,)
            return tuple(found[n] for n in argnums)

        return gradients

    made: Function = extend.primitive(value)
    extend.defvjp_argnums(made, rule)
    return made


def checkpoint(fun: Function, /) -> Function:
    return fun


def vmap(fun: Function, /, in_axes: Any = 0, out_axes: Any = 0) -> Function:
    """One call for each place on the axis, stacked."""

    def mapped(*args: Any) -> Any:
        axes = in_axes if isinstance(in_axes, (list, tuple)) else [in_axes] * len(args)
        filled = [_like(axis, arg) for axis, arg in zip(axes, args, strict=True)]
        sizes = {np.shape(x)[a] for a, x in zip(_leaves(filled), _leaves(args), strict=True) if a is not None}
        if len(sizes) != 1:
            raise ValueError(
                f"ops.vmap: the mapped axes have sizes {sorted(sizes)}; they must have one in common"
            )
        size = sizes.pop()
        if not size:  # what becomes of zeros tells the shape
            blank = [trees.map_leaves(_blank, *pair) for pair in zip(args, filled, strict=True)]
            return trees.map_leaves(lambda x: np.moveaxis(_none_of(x), 0, out_axes), fun(*blank))
        rows = [
            fun(
                *[
                    trees.map_leaves(lambda x, a, i=i: _part(x, a, i), arg, f)
                    for arg, f in zip(args, filled, strict=True)
                ]
            )
            for i in range(size)
        ]
        return trees.map_leaves(lambda *m: np.moveaxis(np.stack(m), 0, out_axes), rows[0], *rows[1:])

    return mapped


def _leaves(tree: Any) -> list[Any]:
    return list(trees.leaves(tree))


def _like(axis: Any, arg: Any) -> Any:
    """One axis for each leaf of an argument."""
    if isinstance(axis, (dict, list, tuple)):
        return axis
    return trees.map_leaves(lambda _leaf: axis, arg)


def _blank(x: Any, axis: int | None) -> Any:
    return x if axis is None else np.zeros(np.delete(np.shape(x), axis), np.asarray(x).dtype)


def _none_of(x: Any) -> Any:
    return np.zeros((0, *np.shape(x)), np.asarray(x).dtype)


def _part(x: Any, axis: int | None, i: int) -> Any:
    return x if axis is None else np.take(x, i, axis=axis)


def jit(fun: Function, /, static_argnums: int | Sequence[int] = ()) -> Function:
    return fun


def vectorize(
    pyfunc: Function,
    /,
    otypes: Any = None,
    doc: str | None = None,
    excluded: set[int | str] | None = None,
    cache: bool = False,
    signature: str | None = None,
) -> Function:
    return np.vectorize(pyfunc, otypes=otypes, doc=doc, excluded=excluded, cache=cache, signature=signature)

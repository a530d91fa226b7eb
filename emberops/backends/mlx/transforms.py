"""Operations of the group ``transforms`` on MLX.

MLX differentiates functions of lists of arrays; trees are taken apart and put together here.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import Any

import mlx.core as mx

from emberops.backends.composed import transforms as common
from emberops.dispatch import trees
from emberops.errors import DTypeError, OperationNotSupportedError
from emberops.typing import NativeTensor as Tensor

Function = Callable[..., Any]

stop_gradient = mx.stop_gradient


def _floats(op: str, x: Any) -> Any:
    """A leaf to differentiate by; MLX would silently give ones for integers."""
    if isinstance(x, (float, complex)):
        return mx.array(x)
    if isinstance(x, mx.array) and mx.issubdtype(x.dtype, mx.inexact):
        return x
    kind = x.dtype if isinstance(x, mx.array) else type(x).__name__
    raise DTypeError(
        f"ops.{op}: cannot differentiate by a value of {kind}; ops.astype(x, 'float32') makes floats of it"
    )


def value_and_grad(fun: Function, /, argnums: int | Sequence[int] = 0, has_aux: bool = False) -> Function:
    return _value_and_grad("value_and_grad", fun, argnums, has_aux)


def _value_and_grad(op: str, fun: Function, argnums: int | Sequence[int], has_aux: bool) -> Function:
    single = isinstance(argnums, int)
    wanted = [argnums] if isinstance(argnums, int) else list(argnums)

    def transformed(*args: Any, **kwargs: Any) -> tuple[Any, Any]:
        numbers = [n % len(args) for n in wanted]
        chosen = [trees.map_leaves(lambda x: _floats(op, x), args[n]) for n in numbers]
        extra: list[Any] = []

        def scalar(leaves: list[Tensor]) -> Tensor:
            whole = list(args)
            for n, value in zip(numbers, trees.rebuild(chosen, leaves), strict=True):
                whole[n] = value
            result = fun(*whole, **kwargs)
            if has_aux:
                result, aux = result
                extra.append(aux)
            return result

        value, gradients = mx.value_and_grad(scalar)(list(trees.leaves(chosen)))
        rebuilt = trees.rebuild(chosen, gradients)
        return (value, extra[-1]) if has_aux else value, rebuilt[0] if single else tuple(rebuilt)

    return transformed


def grad(fun: Function, /, argnums: int | Sequence[int] = 0, has_aux: bool = False) -> Function:
    both = _value_and_grad("grad", fun, argnums, has_aux)

    def transformed(*args: Any, **kwargs: Any) -> Any:
        value, gradient = both(*args, **kwargs)
        return (gradient, value[1]) if has_aux else gradient

    return transformed


def _of_leaves(fun: Function, primals: Sequence[Any]) -> tuple[Function, list[Any]]:
    """``fun`` as a function of the leaves of its arguments that returns those of its result; the result's tree."""
    shape: list[Any] = []

    def flat(*leaves: Tensor) -> list[Tensor]:
        result = fun(*trees.rebuild(primals, leaves))
        shape[:] = [result]
        return list(trees.leaves(result))

    return flat, shape


def vjp(fun: Function, /, *primals: Any) -> tuple[Any, Function]:
    primals = trees.map_leaves(lambda x: _floats("vjp", x), primals)
    flat, shape = _of_leaves(fun, primals)
    leaves = list(trees.leaves(primals))
    flat(*leaves)
    result = shape[0]

    def pull(cotangent: Any) -> tuple[Any, ...]:
        cotangents = [mx.array(c) if isinstance(c, float) else c for c in trees.leaves(cotangent)]
        found: tuple[Any, ...] = trees.rebuild(primals, mx.vjp(flat, leaves, cotangents)[1])
        return found

    return result, pull


def jvp(fun: Function, primals: Sequence[Any], tangents: Sequence[Any], /) -> tuple[Any, Any]:
    primals = tuple(trees.map_leaves(lambda x: _floats("jvp", x), p) for p in primals)
    flat, shape = _of_leaves(fun, primals)
    given = [mx.array(t) if isinstance(t, float) else t for t in trees.leaves(tuple(tangents))]
    results, products = mx.jvp(flat, list(trees.leaves(primals)), given)
    return trees.rebuild(shape[0], results), trees.rebuild(shape[0], products)


def jacrev(fun: Function, /, argnums: int = 0) -> Function:
    def transformed(*args: Any, **kwargs: Any) -> Tensor:
        place = argnums % len(args)
        x = _floats("jacrev", args[place])

        def of_one(value: Tensor) -> Tensor:
            return fun(*args[:place], value, *args[place + 1 :], **kwargs)

        y = of_one(x)
        rows = [mx.vjp(of_one, [x], [unit])[1][0] for unit in _units(y)]
        return mx.reshape(mx.stack(rows), (*y.shape, *x.shape))

    return transformed


def jacfwd(fun: Function, /, argnums: int = 0) -> Function:
    def transformed(*args: Any, **kwargs: Any) -> Tensor:
        place = argnums % len(args)
        x = _floats("jacfwd", args[place])

        def of_one(value: Tensor) -> Tensor:
            return fun(*args[:place], value, *args[place + 1 :], **kwargs)

        columns = [mx.jvp(of_one, [x], [unit])[1][0] for unit in _units(x)]
        return mx.reshape(mx.stack(columns, axis=-1), (*columns[0].shape, *x.shape))

    return transformed


def _units(x: Tensor) -> list[Tensor]:
    """For each element of ``x`` the tensor that is 1 there and 0 elsewhere."""
    size = math.prod(x.shape)
    return list(mx.reshape(mx.eye(size, dtype=x.dtype), (size, *x.shape)))


def hessian(fun: Function, /, argnums: int = 0) -> Function:
    return jacrev(grad(fun, argnums), argnums)


def custom_gradient(fun: Function, /) -> Function:
    @mx.custom_function
    def result(*args: Any) -> Any:
        return fun(*args)[0]

    @result.vjp
    def _gradient(primals: Any, cotangent: Any, _output: Any) -> Any:
        several = isinstance(primals, (list, tuple))
        pull = fun(*primals)[1] if several else fun(primals)[1]
        return pull(*cotangent) if isinstance(cotangent, (list, tuple)) else pull(cotangent)

    return result


checkpoint = mx.checkpoint


def vmap(fun: Function, /, in_axes: Any = 0, out_axes: Any = 0) -> Function:
    def mapped(*args: Any) -> Any:
        axes = in_axes if isinstance(in_axes, (list, tuple)) else [in_axes] * len(args)
        # mx.vmap takes arrays alone: what is the same for all, and no array, is bound beforehand.
        varied = [i for i, axis in enumerate(axes) if axis is not None or isinstance(args[i], mx.array)]

        def inner(*values: Any) -> Any:
            whole = list(args)
            for i, value in zip(varied, values, strict=True):
                whole[i] = value
            return fun(*whole)

        moved = tuple(axes[i] for i in varied)
        given = [args[i] for i in varied]
        try:
            return mx.vmap(inner, in_axes=moved, out_axes=out_axes)(*given)
        except ValueError as error:
            if "[Primitive::vmap] Not implemented" not in str(error) or not isinstance(out_axes, int):
                raise
            return _one_by_one(inner, given, moved, out_axes)

    return mapped


def _one_by_one(fun: Function, args: Sequence[Any], axes: Sequence[Any], out_axis: int) -> Any:
    """What ``vmap`` gives, where MLX cannot map an operation of its own: a call for each row."""

    def row(x: Any, axis: int | None, i: int) -> Any:
        return x if axis is None else trees.map_leaves(lambda leaf: mx.take(leaf, i, axis), x)

    leaves = ((leaf, axis) for x, axis in zip(args, axes, strict=True) for leaf in trees.leaves(x))
    length = next(leaf.shape[axis] for leaf, axis in leaves if axis is not None)
    results = [fun(*[row(x, a, i) for x, a in zip(args, axes, strict=True)]) for i in range(length)]
    return trees.map_leaves(lambda *rows: mx.stack(list(rows), axis=out_axis), results[0], *results[1:])


COMPILES = True
"""``jit`` does something: :func:`emberops.optimize` asks."""


def jit(fun: Function, /, static_argnums: int | Sequence[int] = ()) -> Function:
    # Arguments that are no arrays are constants to mx.compile.
    return mx.compile(fun)


def _known(x: Any) -> bool:
    """Whether a value can be looked at: not within ``compile`` and ``vmap``."""
    try:
        mx.eval(x)
    except ValueError:
        return False
    return True


def cond(pred: Any, true_fun: Function, false_fun: Function, /, *operands: Any) -> Any:
    if not isinstance(pred, mx.array) or _known(pred):
        return common.cond(mx, pred, true_fun, false_fun, *operands)
    # Within compiled code both branches run, and the result is chosen.
    return trees.map_leaves(lambda a, b: mx.where(pred, a, b), true_fun(*operands), false_fun(*operands))


def switch(index: Any, branches: Sequence[Function], /, *operands: Any) -> Any:
    if not isinstance(index, mx.array) or _known(index):
        return common.switch(mx, index, branches, *operands)
    result = branches[0](*operands)
    for i, branch in enumerate(branches[1:], start=1):
        result = trees.map_leaves(lambda a, b, i=i: mx.where(index >= i, b, a), result, branch(*operands))
    return result


def while_loop(
    cond: Function, body: Function, loop_vars: Any, /, maximum_iterations: int | None = None
) -> Any:
    try:
        return common.while_loop(mx, cond, body, loop_vars, maximum_iterations)
    except ValueError as error:
        if "function transformations" not in str(error):
            raise
        raise OperationNotSupportedError(
            "ops.while_loop: MLX has no loop within compiled code whose length depends on values; "
            "use ops.fori_loop, or leave the loop outside ops.jit"
        ) from error


def eval(*arrays: Tensor) -> None:
    mx.eval(*arrays)

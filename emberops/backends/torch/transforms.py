"""Operations of the group ``transforms`` on PyTorch, by ``torch.func``."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import torch
from torch.utils.checkpoint import checkpoint as _checkpoint

from emberops.backends.composed import transforms as common
from emberops.dispatch import trees
from emberops.typing import NativeTensor as Tensor

Function = Callable[..., Any]


def _argnums(argnums: int | Sequence[int]) -> int | tuple[int, ...]:
    return argnums if isinstance(argnums, int) else tuple(argnums)


def _with_tensors(run: Function, argnums: int | Sequence[int]) -> Function:
    """Python numbers among the arguments to differentiate by become tensors."""
    chosen = {argnums} if isinstance(argnums, int) else set(argnums)

    def transformed(*args: Any, **kwargs: Any) -> Any:
        chosen_here = {i % len(args) for i in chosen}
        args = tuple(trees.map_leaves(_tensor, a) if i in chosen_here else a for i, a in enumerate(args))
        return run(*args, **kwargs)

    return transformed


def _tensor(x: Any) -> Any:
    return torch.tensor(x) if isinstance(x, (float, complex)) else x


def grad(fun: Function, /, argnums: int | Sequence[int] = 0, has_aux: bool = False) -> Function:
    return _with_tensors(torch.func.grad(fun, _argnums(argnums), has_aux), argnums)


def value_and_grad(fun: Function, /, argnums: int | Sequence[int] = 0, has_aux: bool = False) -> Function:
    run: Function = torch.func.grad_and_value(fun, _argnums(argnums), has_aux)

    def swapped(*args: Any, **kwargs: Any) -> Any:
        gradient, value = run(*args, **kwargs)
        return value, gradient

    return _with_tensors(swapped, argnums)


def jacrev(fun: Function, /, argnums: int = 0) -> Function:
    return _with_tensors(torch.func.jacrev(fun, _argnums(argnums)), argnums)


def jacfwd(fun: Function, /, argnums: int = 0) -> Function:
    return _with_tensors(torch.func.jacfwd(fun, _argnums(argnums)), argnums)


def hessian(fun: Function, /, argnums: int = 0) -> Function:
    return _with_tensors(torch.func.hessian(fun, _argnums(argnums)), argnums)


def vjp(fun: Function, /, *primals: Any) -> tuple[Any, Function]:
    found_by: Any = torch.func.vjp(fun, *trees.map_leaves(_tensor, primals))
    result, pull_back = found_by

    def pull(cotangent: Any) -> tuple[Any, ...]:
        found = pull_back(cotangent)
        return found if len(primals) > 1 or isinstance(found, tuple) else (found,)

    return result, pull


def jvp(fun: Function, primals: Sequence[Any], tangents: Sequence[Any], /) -> Any:
    return torch.func.jvp(
        fun, trees.map_leaves(_tensor, tuple(primals)), trees.map_leaves(_tensor, tuple(tangents))
    )


def stop_gradient(x: Tensor, /) -> Tensor:
    return x.detach()


def custom_gradient(fun: Function, /) -> Function:
    class CustomGradient(torch.autograd.Function):
        generate_vmap_rule = True

        @staticmethod
        def forward(*args: Any) -> Any:
            return fun(*args)[0]

        @staticmethod
        def setup_context(ctx: Any, inputs: tuple[Any, ...], output: Any) -> None:
            ctx.save_for_backward(*[x for x in inputs if isinstance(x, torch.Tensor)])
            ctx.others = [None if isinstance(x, torch.Tensor) else x for x in inputs]

        @staticmethod
        def backward(ctx: Any, *cotangents: Any) -> Any:
            saved = iter(ctx.saved_tensors)
            args = [next(saved) if x is None else x for x in ctx.others]
            found = fun(*args)[1](*cotangents)
            return tuple(found) if isinstance(found, (list, tuple)) else found

    return CustomGradient.apply


def checkpoint(fun: Function, /) -> Function:
    def checkpointed(*args: Any, **kwargs: Any) -> Any:
        if torch._C._functorch.peek_interpreter_stack() is not None:
            return fun(*args, **kwargs)  # torch.func knows no hooks for what is kept, and refuses them
        return _checkpoint(fun, *args, use_reentrant=False, **kwargs)

    return checkpointed


def vmap(fun: Function, /, in_axes: Any = 0, out_axes: Any = 0) -> Function:
    in_axes = tuple(in_axes) if isinstance(in_axes, list) else in_axes
    return torch.vmap(fun, in_axes, out_axes)


COMPILES = True
"""``jit`` does something: :func:`emberops.optimize` asks."""


def jit(fun: Function, /, static_argnums: int | Sequence[int] = ()) -> Function:
    # torch.compile takes every argument that is no tensor as a constant, and compiles again when it changes.
    return torch.compile(fun)


def compiled_with_options(fun: Function, *, static_shapes: bool = False, autotune: bool = False) -> Function:
    """``jit`` with what else PyTorch's compiler offers; not an operation, for no other library has the same."""
    mode = "max-autotune-no-cudagraphs" if autotune else None
    return torch.compile(fun, dynamic=False if static_shapes else None, mode=mode)


def cond(pred: Any, true_fun: Function, false_fun: Function, /, *operands: Any) -> Any:
    if torch.compiler.is_compiling():
        return torch.cond(pred, true_fun, false_fun, operands)
    return common.cond(torch, pred, true_fun, false_fun, *operands)

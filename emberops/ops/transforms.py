"""Transformed functions and control flow: gradients, batches, compilation, loops.

A transformed function runs on the backend of the tensors that it is called with.  On NumPy, gradients come from the
package ``autograd`` if it is installed, and there is nothing to compile.  Arguments and results may be nested dicts,
lists and tuples of tensors.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, TypeAlias, TypeVar

from emberops.dispatch.numpy_callbacks import NumpyCallback
from emberops.dispatch.operation import operation
from emberops.dispatch.tree_dispatch import CustomVJP, composed, transformation, tree_operation
from emberops.typing import Tensor, TensorLike

__all__ = [
    "apply_along_axis",
    "associative_scan",
    "checkpoint",
    "cond",
    "custom_gradient",
    "custom_vjp",
    "eval",
    "fori_loop",
    "frompyfunc",
    "grad",
    "hessian",
    "jacfwd",
    "jacrev",
    "jit",
    "jvp",
    "map",
    "numpy_callback",
    "piecewise",
    "scan",
    "stop_gradient",
    "switch",
    "value_and_grad",
    "vectorize",
    "vectorized_map",
    "vjp",
    "vmap",
    "while_loop",
]

Function: TypeAlias = Any
"""A function of tensors, and of trees of them."""
Same = TypeVar("Same", bound=Callable[..., Any])
"""A function that comes back as one of the same signature."""


@transformation
def grad(fun: Function, /, argnums: int | Sequence[int] = 0, has_aux: bool = False) -> Function:
    """A function that gives the gradient of ``fun``.

    Parameters
    ----------
    fun
        Returns a scalar; with ``has_aux`` a pair of a scalar and anything else.
    argnums
        Which argument to differentiate by, or which ones; each of floats.
    has_aux
        Whether the gradient comes in a pair with that other thing.

    Returns
    -------
    Callable
        Takes what ``fun`` takes; returns a gradient like the argument, or a tuple of them.

    Raises
    ------
    OperationNotSupportedError
        When called on NumPy arrays without the package ``autograd``.

    Examples
    --------
    >>> from emberops import ops
    >>> slope = ops.grad(lambda x: ops.sum(ops.square(x)))
    """


@transformation
def value_and_grad(fun: Function, /, argnums: int | Sequence[int] = 0, has_aux: bool = False) -> Function:
    """A function that gives ``(fun(...), gradient)``; arguments are as for :func:`grad`."""


@transformation
def jacrev(fun: Function, /, argnums: int = 0) -> Function:
    """A function that gives the Jacobian of ``fun``, row by row: shape ``(*shape of the result, *of the argument)``."""


@transformation
def jacfwd(fun: Function, /, argnums: int = 0) -> Function:
    """As :func:`jacrev`, column by column: cheaper if the argument has fewer elements than the result."""


@transformation
def hessian(fun: Function, /, argnums: int = 0) -> Function:
    """A function that gives the second derivatives of ``fun``, which returns a scalar."""


@tree_operation
def vjp(fun: Function, /, *primals: Any) -> Any:
    """``(fun(*primals), pull)``: ``pull(cotangent)`` gives a tuple of products of it with each Jacobian."""


@tree_operation
def jvp(fun: Function, primals: Sequence[Any], tangents: Sequence[Any], /) -> Any:
    """``(fun(*primals), product of its Jacobian with the tangents)``."""


@operation
def stop_gradient(x: TensorLike, /) -> Tensor:
    """The same values, constant to gradients."""


@transformation
def custom_gradient(fun: Function, /) -> Function:
    """Give a function its own gradient.

    Parameters
    ----------
    fun
        Returns a pair: the result, and a function from its cotangent to those of the arguments, a tuple if there are
        several.  It is called again for the gradient, so it must always do the same.
    """


@composed
def custom_vjp(fun: Function, /) -> Function:
    """Give a function its own gradient in two parts, by the method ``defvjp`` of the result, as in JAX.

    ``defvjp(forward, backward)``: ``forward`` takes the arguments and returns ``(result, kept)``, ``backward`` takes
    ``kept`` and the cotangent and returns a tuple of cotangents of the arguments.
    """
    return CustomVJP(fun, custom_gradient)


@composed
def numpy_callback(fun: Function, /) -> Function:
    """A function for NumPy code to call, such as a solver of SciPy's, which gives and takes NumPy arrays.

    While it runs, NumPy is the default backend, so that what it makes of host data stays there, in double precision
    and without a transfer for every number.  Tensors that come of those of another backend in its closure go to
    NumPy at the end, as do those among the arguments before it starts.  Gradients do not go through it.

    Parameters
    ----------
    fun
        Takes arrays and anything else; returns arrays, numbers, or trees of them.

    Raises
    ------
    TypeError
        If ``fun`` cannot be called.

    Examples
    --------
    >>> from emberops import ops
    >>> from scipy.optimize import brentq
    >>> round(brentq(ops.numpy_callback(lambda x: ops.subtract(ops.cos(x), x)), 0, 1), 6)
    0.739085
    """
    return NumpyCallback(fun)


@transformation
def checkpoint(fun: Same, /) -> Same:
    """The same function, whose intermediate results are computed again for the gradient instead of being kept.

    On PyTorch they are kept within :func:`grad` and the other transformations: ``torch.func`` cannot let go of them.
    """


@transformation
def vmap(fun: Function, /, in_axes: Any = 0, out_axes: Any = 0) -> Function:
    """A function that maps ``fun`` over an axis of its arguments.

    Parameters
    ----------
    fun
        Takes arguments without that axis.
    in_axes
        The axis in the arguments, or one for each of them; ``None`` for one that is the same for all.
    out_axes
        The axis in the results.
    """


@transformation
def jit(fun: Same, /, static_argnums: int | Sequence[int] = ()) -> Same:
    """Compile a function: ``jax.jit``, ``torch.compile``, ``mx.compile``; on NumPy it stays as it is.

    ``static_argnums`` are the arguments that are no tensors and that the compiled code depends on.
    """


@transformation
def vectorize(
    pyfunc: Function | None = None,
    /,
    otypes: Any = None,
    doc: str | None = None,
    excluded: set[int | str] | None = None,
    cache: bool = False,
    signature: str | None = None,
) -> Function:
    """Apply a function of scalars to each element, with broadcasting.  NumPy's ``vectorize``; a loop, not fast.

    Texts that the function gives, which no tensor holds, come back as an array of NumPy's on every backend.

    Parameters
    ----------
    pyfunc
        Takes scalars, tensors without axes, or, with ``signature``, small tensors.  Without one this is a
        decorator with options: ``@ops.vectorize(otypes=[float])``.
    otypes
        Dtype of the result, or a list of dtypes of the results.
    doc
        Its docstring.
    excluded
        Positions and names of arguments that are passed as they are.
    cache
        Without effect but on NumPy.
    signature
        Such as ``"(n),(n)->()"``.
    """


@transformation
def frompyfunc(func: Function, nin: int, nout: int, /) -> Function:
    """A function of tensors from one of scalars, as :func:`vectorize`; NumPy's gives arrays of objects."""


@tree_operation
def apply_along_axis(func1d: Function, axis: int, arr: Any, /, *args: Any, **kwargs: Any) -> Tensor:
    """Apply a function of vectors to each vector along an axis.  NumPy's ``apply_along_axis``; a loop, not fast."""


@tree_operation
def piecewise(x: Any, condlist: Any, funclist: Sequence[Any], /, *args: Any, **kwargs: Any) -> Tensor:
    """The value of the last function whose condition holds, a number or callable; NumPy's ``piecewise``.

    One function more than conditions is that for the rest, which is 0 otherwise.  Outside NumPy the functions see
    all of ``x``.
    """


@tree_operation
def cond(pred: Any, true_fun: Function, false_fun: Function, /, *operands: Any) -> Any:
    """``true_fun(*operands)`` if ``pred`` holds, else ``false_fun(*operands)``; both can be traced."""


@tree_operation
def switch(index: Any, branches: Sequence[Function], /, *operands: Any) -> Any:
    """``branches[index](*operands)``; an index outside is moved to the nearest."""


@tree_operation
def while_loop(
    cond: Function, body: Function, loop_vars: Any, /, maximum_iterations: int | None = None
) -> Any:
    """Repeat ``loop_vars = body(*loop_vars)`` while ``cond(*loop_vars)`` holds; a single tensor needs no tuple."""


@tree_operation
def fori_loop(lower: int, upper: int, body_fun: Function, init_val: Any, /) -> Any:
    """Repeat ``val = body_fun(i, val)`` for ``i`` from ``lower`` to ``upper - 1``."""


@tree_operation
def scan(
    f: Function,
    init: Any,
    xs: Any = None,
    /,
    length: int | None = None,
    reverse: bool = False,
    unroll: int = 1,
) -> Any:
    """Carry a value along the first axis.

    Parameters
    ----------
    f
        ``(carry, x) -> (carry, y)``.
    init
        The first carry.
    xs
        Tensors whose rows are the ``x``; ``None`` if there are none.
    length
        How many steps, if ``xs`` does not say it.
    reverse
        Whether to start from the end.
    unroll
        How many steps to compile as one, where that means something.

    Returns
    -------
    tuple
        The last carry, and all ``y`` along a new first axis.

    Notes
    -----
    JAX compiles a step once.  The compilers of PyTorch and MLX know no such loop: within a function that
    :func:`jit` compiles they trace each step anew, so that the time of compiling grows with their number.  Of many
    steps, or of steps that draw random numbers, compile the step instead: ``scan(jit(f), init, xs)``.
    """


@tree_operation
def associative_scan(f: Function, elems: Any, /, reverse: bool = False, axis: int = 0) -> Any:
    """All partial results of an associative function ``f(a, b)`` along an axis, in a logarithmic number of steps."""


@tree_operation
def map(f: Function, xs: Any, /) -> Any:
    """``f`` of each row of ``xs``, one after the other; the results along a new first axis."""


@tree_operation
def vectorized_map(function: Function, elements: Any, /) -> Any:
    """``function`` of each row of ``elements``, all at once: :func:`vmap`, applied."""


@operation
def eval(*arrays: TensorLike) -> None:
    """Compute tensors now, on a backend that would wait until they are looked at."""

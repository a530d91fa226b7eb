"""Every operation of the catalogue under the backends' compilers, beside captured host data, and differentiated."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import reduce
from typing import Any

import numpy as np
import pytest
from operation_calls import CALLS, Call

import emberops
from emberops import ops
from emberops.catalogue import CATALOGUE
from emberops.testing import assert_close

TRACING = ("torch", "jax", "mlx")


def each(names: str, reason: str) -> dict[str, str]:
    """A reason that several operations have."""
    return dict.fromkeys(names.split(), reason)


WITHOUT_A_CALL = {
    n: "it takes or gives no tensor, or is a transformation, and has tests of its own"
    for n, op in CATALOGUE.items()
    if op.group in ("transforms", "io", "interop")
    or op.result not in ("tensor", "tensors", "key", "bool", "shape")
} | each(
    "from_dlpack frombuffer fromfunction random_normal random_uniform can_cast isdtype issubdtype isscalar "
    "iscomplexobj isrealobj iterable ndindex ndenumerate random.key",
    "it takes no tensor, or asks nothing but its type",
)

_SIZE = "how large the result is depends on values"
_RANK = "whether there are residuals depends on the rank"
_VALUES_ARE_UNKNOWN = {
    **each(
        "nonzero argwhere flatnonzero unique unique_values unique_counts unique_inverse unique_all", _SIZE
    ),
    **each("intersect1d union1d setdiff1d setxor1d trim_zeros place compress extract", _SIZE),
    **each("roots polymul polydiv", _SIZE),
    **each("linalg.lstsq polyfit", _RANK),
}
UNTRACEABLE: dict[str, dict[str, str]] = {
    "torch": {
        **each("intersect1d setdiff1d setxor1d trim_zeros place roots polymul polydiv", _SIZE),
        **each("linalg.lstsq polyfit", _RANK),
        **each(
            "random.poisson random.gamma random.beta random.dirichlet random.chisquare random.t random.binomial "
            "random.multinomial random.multivariate_normal",
            "PyTorch unrolls the loops of its sampler, which takes up to a minute",
        ),
    },
    "jax": _VALUES_ARE_UNKNOWN,
    "mlx": _VALUES_ARE_UNKNOWN,
}
WRITTEN_TO = {name for name in CATALOGUE if name.endswith("_at") or name in ("put", "copyto")}
"""What they write to is captured and NumPy's: no compiler writes into it."""

_BITS = "no library differentiates the bits of a float"
_SIGN = "vectors have either sign, or any phase, and libraries choose"
NOT_DIFFERENTIATED: dict[str, dict[str, str]] = {
    "": {
        "as_strided": "strides count bytes, and the differences are taken in float64",
        "partition": "the order within the parts is the library's",
        "trim_zeros": "a step away from zero changes the size",
        "stop_gradient": "it has none, which is what it is for",
        **each("nextafter spacing", _BITS),
        **each("linalg.eig linalg.eigh linalg.svd", _SIGN),
        "linalg.cholesky_inverse": "it reads one triangle, and the differences move both",
        "nn.dropout": "what it keeps depends on the key alone",
    },
    "torch": each("gammainc gammaincc", "PyTorch differentiates them by their second argument alone"),
    "jax": {
        "betainc": "JAX differentiates it by its last argument alone",
        "polydiv": _SIZE,
        **each("multiply_at divide_at", "JAX has no gradient of a product at places that may stand twice"),
    },
    "mlx": {
        **each(
            "linalg.lstsq linalg.pinv polyfit linalg.qr linalg.lu linalg.lu_factor linalg.eigvals roots",
            "MLX has no gradients of its decompositions",
        ),
        **each("multiply_at divide_at", "MLX has no gradient of a product at places"),
    },
}


def operation(name: str) -> Callable[..., Any]:
    return reduce(getattr, name.split("."), ops)


def gives_tensors(name: str) -> bool:
    return CATALOGUE[name].result in ("tensor", "tensors", "key")


def leaves(result: Any) -> Iterator[Any]:
    if isinstance(result, (list, tuple)):
        for item in result:
            yield from leaves(item)
    elif hasattr(result, "dtype"):
        yield result


def compiled(backend: str, function: Callable[..., Any]) -> Callable[..., Any]:
    if backend == "torch":
        import torch

        torch._dynamo.reset()
        return torch.compile(function, fullgraph=True, backend="eager")
    if backend == "jax":
        import jax

        return lambda *tensors: jax.eval_shape(function, *tensors)
    import mlx.core as mx

    return mx.compile(function)


def check_traced(backend: str, function: Callable[..., Any], tensors: list[Any], expected: Any) -> None:
    """It traces; what comes out has the shape and dtype that it has without, on PyTorch the values as well."""
    traced = list(leaves(compiled(backend, function)(*tensors)))
    for found, wanted in zip(traced, leaves(expected), strict=True):
        assert tuple(found.shape) == tuple(wanted.shape)
        assert found.dtype == wanted.dtype
        if backend == "torch":  # elsewhere the compiler of kernels, which takes its time, would be tested
            assert_close(found, wanted)


def test_every_operation_has_a_call_or_a_reason() -> None:
    assert [n for n in CATALOGUE if n not in CALLS and n not in WITHOUT_A_CALL] == []
    listed = {*CALLS, *WITHOUT_A_CALL}
    listed |= {n for reasons in (*UNTRACEABLE.values(), *NOT_DIFFERENTIATED.values()) for n in reasons}
    assert listed <= CATALOGUE.keys()


@pytest.mark.parametrize(
    ("backend_name", "name"),
    [
        (b, n)
        for b in TRACING
        for n, call in CALLS.items()
        if call.tensors() and gives_tensors(n) and n not in UNTRACEABLE[b] and n != "empty_like"
    ],
)
def test_it_traces(backend_name: str, name: str) -> None:
    call, function = CALLS[name], operation(name)
    xp = emberops.namespace(backend_name)
    tensors = [xp.asarray(x) for x in call.tensors()]
    expected = call.run(function, tensors)
    tensors = [xp.asarray(x) for x in call.tensors()]  # some operations write into the first
    check_traced(backend_name, lambda *given: call.run(function, list(given)), tensors, expected)


@pytest.mark.parametrize(
    ("backend_name", "name"),
    [
        (b, n)
        for b in TRACING
        for n, call in CALLS.items()
        if len(call.tensors()) > 1
        and gives_tensors(n)
        and n not in UNTRACEABLE[b]
        and CATALOGUE[n].group != "random"
    ],
)
def test_it_traces_beside_captured_host_data(backend_name: str, name: str) -> None:
    call, function = CALLS[name], operation(name)
    xp = emberops.namespace(backend_name)
    expected = call.run(function, [xp.asarray(x) for x in call.tensors()])
    for place in range(1 if name in WRITTEN_TO else len(call.tensors())):
        host = call.tensors()

        def traced(x: Any, place: int = place, host: list[Any] = host) -> Any:
            return call.run(function, [x if i == place else h for i, h in enumerate(host)])

        check_traced(backend_name, traced, [xp.asarray(host[place])], expected)


def differentiable(name: str) -> bool:
    call = CALLS[name]
    if not any(x.dtype == np.float32 for x in call.tensors()):
        return False
    result = leaves(call.run(operation(name), call.tensors()))
    return any(np.asarray(r).dtype.kind in "fc" for r in result)


def total(xp: Any, result: Any) -> Any:
    """One number of all the floats of a result, each with a weight of its own."""
    found: Any = 0.0
    for part in leaves(result):
        parts = [ops.real(part), ops.imag(part)] if xp.isdtype(part.dtype, "complex floating") else [part]
        for real in parts:
            if xp.isdtype(real.dtype, "real floating"):
                shape = tuple(real.shape)
                weights = np.cos(np.arange(np.prod(shape, dtype=int), dtype=np.float32)).reshape(shape)
                found = ops.add(found, ops.sum(ops.multiply(real, xp.asarray(weights))))
    return found


_WIDER = {"float32": np.float64, "complex64": np.complex128}


def slope(call: Call, function: Callable[..., Any], place: int, direction: Any) -> float:
    """The derivative along a direction on NumPy: a central difference."""

    def at(step: float) -> Any:
        arrays = [x.astype(_WIDER.get(x.dtype.name, x.dtype)) for x in call.tensors()]
        arrays[place] = arrays[place] + step * direction
        return total(emberops.namespace("numpy"), call.run(function, arrays))

    return float(at(1e-6) - at(-1e-6)) / 2e-6


@pytest.mark.parametrize(
    ("backend_name", "name"),
    [
        (b, n)
        for b in TRACING
        for n in CALLS
        if differentiable(n)
        and n not in NOT_DIFFERENTIATED[b]
        and n not in NOT_DIFFERENTIATED[""]
        and CATALOGUE[n].group != "random"
    ],
)
def test_its_gradient_is_the_slope(backend_name: str, name: str) -> None:
    call, function = CALLS[name], operation(name)
    xp = emberops.namespace(backend_name)
    random = np.random.default_rng(0)
    for place, array in enumerate(call.tensors()):
        if array.dtype != np.float32:
            continue
        direction = np.where(np.isnan(array), 0.0, random.standard_normal(array.shape))
        if array.ndim == 2 and np.array_equal(array, array.T):
            direction = direction + direction.T  # decompositions of symmetric matrices read one triangle
        rest = [xp.asarray(x) for x in call.tensors()]

        def objective(x: Any, place: int = place, rest: list[Any] = rest) -> Any:
            return total(xp, call.run(function, [x if i == place else r for i, r in enumerate(rest)]))

        differentiate = ops.grad(objective)
        if backend_name == "jax" and name not in UNTRACEABLE["jax"]:
            differentiate = ops.jit(differentiate)  # one program to compile instead of one for each primitive
        gradient = np.nan_to_num(np.asarray(ops.to_numpy(differentiate(rest[place])), np.float64))
        expected = slope(call, function, place, direction)
        assert abs(np.sum(gradient * direction) - expected) <= 3e-3 * (1 + abs(expected))

"""Transformed functions and control flow: the same on every backend, and on the backend of the arguments."""

from __future__ import annotations

import sys

import numpy as np
import pytest

import emberops
from emberops import ops
from emberops.dispatch import registry
from emberops.errors import ArgumentTypeError, DTypeError, EmberopsError, ShapeError, TracedValueError
from emberops.testing import assert_close

X = np.array([1.0, 2.0, -0.5], np.float32)
M = np.array([[2.0, 0.5, 0.0], [0.5, 3.0, 1.0], [0.0, 1.0, 1.5]], np.float32)
CLOSE = {"rtol": 1e-4, "atol": 1e-4}


def energy(x):
    return ops.sum(ops.multiply(ops.sin(x), x))


SLOPE = np.cos(X) * X + np.sin(X)


def test_grad(backend):
    x = ops.asarray(X)
    assert_close(ops.grad(energy)(x), SLOPE, **CLOSE)
    value, gradient = ops.value_and_grad(energy)(x)
    assert_close(value, (np.sin(X) * X).sum(), **CLOSE)
    assert_close(gradient, SLOPE, **CLOSE)


def test_grad_of_host_data(backend):
    assert_close(ops.grad(energy)(X), SLOPE, **CLOSE)
    assert_close(ops.grad(lambda x: ops.multiply(x, x))(3.0), 6.0, **CLOSE)


@pytest.mark.parametrize("name", ["torch", "jax", "mlx"])
def test_the_backend_is_that_of_the_arguments(name):
    with emberops.use_backend(name):
        x = ops.asarray(X)
    gradient = ops.grad(energy)(x)
    assert type(gradient) is type(x)
    assert type(ops.vmap(ops.square)(x)) is type(x)
    assert type(ops.cond(True, lambda y: y, lambda y: y, x)) is type(x)


class Weights:
    """A container that one library is told of, with a ``shape`` of its own."""

    def __init__(self, w):
        self.w = w

    @classmethod
    def of(cls, _context, children):
        """The container of what a transformation made."""
        return cls(*children)

    @property
    def shape(self):
        raise AssertionError("what this means is for the class to say")


TOLD = {name: type(f"{name.capitalize()}Weights", (Weights,), {}) for name in ("torch", "jax")}
for _name, _class in TOLD.items():
    registry.load(_name).module.register_container(_class, lambda held: ((held.w,), None), _class.of)


@pytest.mark.parametrize("name", ["torch", "jax"])
def test_tensors_within_a_container_of_the_library(name):
    with emberops.use_backend(name):
        x = ops.asarray(X)
    weights = TOLD[name](x)
    doubled = ops.vmap(lambda held: ops.multiply(held.w, 2))(weights)
    assert type(doubled) is type(x)
    assert_close(doubled, 2 * X)
    assert_close(ops.grad(lambda held: energy(held.w))(weights).w, SLOPE, **CLOSE)
    if name == "jax":
        total, _ = ops.scan(lambda carry, row: (ops.add(carry, row.w), None), ops.sum(x) * 0, weights)
        assert_close(total, X.sum())


def test_a_library_that_must_not_be_imported_is_not_asked(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setitem(sys.modules, "mlx", None)
    weights = Weights(np.asarray([1.0, 2.0]))
    assert_close(ops.jit(lambda held: ops.multiply(held.w, 2))(weights), [2, 4])


def test_an_object_that_is_called_may_have_any_name(backend):
    class Scaled:
        __name__ = None
        __annotations__ = None

        def __call__(self, x):
            return ops.sum(ops.multiply(x, 3))

    assert_close(ops.grad(Scaled())(ops.asarray(X)), [3, 3, 3])


def test_argnums_and_aux(backend):
    def f(x, y, scale):
        total = ops.sum(ops.multiply(x, y)) * scale
        return total, {"total": total}

    x, y = ops.asarray(X), ops.asarray(X[::-1].copy())
    (by_x, by_y), aux = ops.grad(f, argnums=(0, 1), has_aux=True)(x, y, 2.0)
    assert_close(by_x, 2 * X[::-1], **CLOSE)
    assert_close(by_y, 2 * X, **CLOSE)
    assert_close(aux["total"], 2 * (X * X[::-1]).sum(), **CLOSE)
    (value, _), gradient = ops.value_and_grad(f, argnums=1, has_aux=True)(x, y, 2.0)
    assert_close(value, 2 * (X * X[::-1]).sum(), **CLOSE)
    assert_close(gradient, 2 * X, **CLOSE)


def test_grad_of_a_tree(backend):
    def loss(parameters):
        return ops.sum(ops.square(ops.add(ops.matmul(parameters["w"], X), parameters["b"])))

    parameters = {"w": ops.asarray(M), "b": ops.asarray(X)}
    gradient = ops.grad(loss)(parameters)
    residual = 2 * (M @ X + X)
    assert_close(gradient["b"], residual, **CLOSE)
    assert_close(gradient["w"], np.outer(residual, X), **CLOSE)


class _OwnError(Exception):
    pass


def test_what_the_function_raises_is_left_as_it_is(backend):
    def refuse(x):
        raise _OwnError("this is mine")

    x = ops.asarray(X)
    for transformed in (ops.grad(refuse), ops.vmap(refuse), ops.jit(refuse)):
        with pytest.raises(_OwnError, match="this is mine"):
            transformed(x)
    with pytest.raises(_OwnError, match="this is mine"):
        ops.cond(ops.asarray(True), refuse, refuse, x)


def test_one_truth_of_any_shape_decides(backend):
    one = ops.asarray([[True]])
    assert_close(ops.cond(one, lambda: ops.asarray(1.0), lambda: ops.asarray(2.0)), 1.0)
    doubled = ops.while_loop(lambda x: ops.less(x, 3.0), lambda x: ops.multiply(x, 2.0), ops.asarray([1.0]))
    assert_close(doubled, [4.0])


def test_no_rows_have_the_shape_and_dtype_of_what_becomes_of_one(backend):
    rows = ops.zeros((0, 2), dtype="float32")
    carry, sums = ops.scan(lambda c, x: (c, ops.sum(x)), ops.asarray(1.0), rows)
    assert_close(carry, 1.0)
    assert ops.shape(sums) == (0,)
    assert ops.shape(ops.map(lambda x: ops.stack([x, x]), rows)) == (0, 2, 2)
    assert ops.result_type(ops.map(lambda x: ops.greater(x, 0.0), rows)) == ops.result_type(ops.asarray(True))


def test_derivatives_of_vectors(backend):
    x = ops.asarray(X)

    def f(x):
        return ops.matmul(ops.asarray(M), ops.square(x))

    expected = 2 * M * X
    assert_close(ops.jacrev(f)(x), expected, **CLOSE)
    assert_close(ops.jacfwd(f)(x), expected, **CLOSE)
    assert_close(ops.jacobian(f)(x), expected, **CLOSE)
    assert_close(ops.hessian(energy)(x), np.diag(2 * np.cos(X) - np.sin(X) * X), **CLOSE)
    result, pull = ops.vjp(f, x)
    assert_close(result, M @ X**2, **CLOSE)
    (cotangent,) = pull(ops.asarray(np.ones(3, np.float32)))
    assert_close(cotangent, expected.sum(0), **CLOSE)
    result, product = ops.jvp(f, (x,), (ops.asarray(np.ones(3, np.float32)),))
    assert_close(result, M @ X**2, **CLOSE)
    assert_close(product, expected.sum(1), **CLOSE)


def test_gradients_of_linear_algebra(backend):
    m = ops.asarray(M)
    for f, expected in (
        (lambda m: ops.sum(ops.linalg.inv(m)), -np.linalg.inv(M).T @ np.ones((3, 3)) @ np.linalg.inv(M).T),
        (
            lambda m: ops.sum(ops.linalg.solve(m, X)),
            -np.outer(np.linalg.solve(M.T, np.ones(3)), np.linalg.solve(M, X)),
        ),
        (lambda m: ops.linalg.slogdet(m)[1], np.linalg.inv(M).T),
        (ops.linalg.norm, M / np.linalg.norm(M)),
    ):
        assert_close(ops.grad(f)(m), expected, rtol=1e-3, atol=1e-4)


@pytest.mark.parametrize(
    "f",
    [
        lambda x: ops.sum(ops.nn.log_softmax(x) * x),
        lambda x: ops.mean(ops.where(x > 0, x, ops.exp(x))),
        lambda x: ops.max(ops.stack([x[0] * x[1], x[2]])),
        lambda x: ops.sum(ops.concat([x, x**2])),
        lambda x: ops.var(ops.reshape(x, (3, 1))),
        lambda x: ops.sum(ops.take(x, ops.asarray([2, 0]), axis=0) * 3.0),
        lambda x: ops.einsum("i,ij,j->", x, ops.asarray(M), x),
        lambda x: ops.sum(ops.stop_gradient(x) * x),
        lambda x: ops.sum(ops.nn.gelu(x)) + ops.logsumexp(x),
        lambda x: ops.sum(ops.cumulative_sum(ops.flip(x)) * x),
    ],
)
def test_gradients_against_differences(backend, f):
    gradient = ops.to_numpy(ops.grad(f)(ops.asarray(X)))
    stopped = "stop_gradient" in f.__code__.co_names
    for i in range(3):
        step = np.zeros(3, np.float32)
        step[i] = 1e-2
        above, below = float(f(ops.asarray(X + step))), float(f(ops.asarray(X - step)))
        slope = X[i] if stopped else (above - below) / 2e-2
        assert gradient[i] == pytest.approx(slope, rel=2e-2, abs=2e-2)


def test_custom_gradient(backend):
    @ops.custom_gradient
    def clipped(x):
        return ops.multiply(x, 2.0), lambda cotangent: ops.clip(cotangent, -1.0, 1.0)

    x = ops.asarray(X)
    assert_close(clipped(x), 2 * X)
    assert_close(ops.grad(lambda x: ops.sum(ops.multiply(clipped(x), 5.0)))(x), np.ones(3), **CLOSE)


def test_custom_vjp(backend):
    @ops.custom_vjp
    def product(x, y):
        return ops.multiply(x, y)

    product.defvjp(
        lambda x, y: (ops.multiply(x, y), (x, y)), lambda kept, g: (g * kept[1] * 10.0, g * kept[0])
    )
    x, y = ops.asarray(X), ops.asarray(X + 1)
    by_x, by_y = ops.grad(lambda x, y: ops.sum(product(x, y)), argnums=(0, 1))(x, y)
    assert_close(by_x, 10 * (X + 1), **CLOSE)
    assert_close(by_y, X, **CLOSE)


def test_custom_vjp_whose_first_part_calls_the_function(backend):
    @ops.custom_vjp
    def square(x):
        return ops.multiply(x, x)

    square.defvjp(lambda x: (square(x), x), lambda kept, g: (ops.multiply(g, ops.multiply(kept, 20.0)),))
    x = ops.asarray(X)
    assert_close(square(x), X**2, **CLOSE)
    assert_close(ops.grad(lambda x: ops.sum(square(x)))(x), 20 * X, **CLOSE)
    assert_close(square(x), X**2, **CLOSE)


def test_checkpoint(backend):
    assert_close(ops.checkpoint(energy)(ops.asarray(X)), (np.sin(X) * X).sum(), **CLOSE)


def test_vmap(backend):
    m, x = ops.asarray(M), ops.asarray(X)
    assert_close(ops.vmap(ops.sum)(m), M.sum(1), **CLOSE)
    assert_close(ops.vmap(ops.sum, in_axes=1)(m), M.sum(0), **CLOSE)
    assert_close(ops.vmap(ops.dot, in_axes=(0, None))(m, x), M @ X, **CLOSE)
    assert_close(ops.vmap(lambda r: ops.multiply(r, 2.0), out_axes=1)(m), 2 * M.T, **CLOSE)
    assert_close(ops.vectorized_map(ops.sum, m), M.sum(1), **CLOSE)


def test_vmap_of_grad(backend):
    rows = ops.vmap(ops.grad(energy))(ops.asarray(M))
    assert_close(rows, np.cos(M) * M + np.sin(M), **CLOSE)


def test_jit(backend):
    compiled = ops.jit(lambda x, y: ops.add(ops.multiply(x, y), 1.0))
    assert_close(compiled(ops.asarray(X), ops.asarray(X)), X * X + 1, **CLOSE)
    assert_close(compiled(ops.asarray(M), ops.asarray(M)), M * M + 1, **CLOSE)


def test_cond_and_switch(backend):
    x = ops.asarray(X)
    for sign, expected in ((1.0, X * 2), (-1.0, X + 1)):
        pred = ops.sum(ops.asarray([sign])) > 0
        assert_close(ops.cond(pred, lambda x: x * 2.0, lambda x: x + 1.0, x), expected, **CLOSE)
    branches = [lambda x: x, lambda x: x * 2.0, lambda x: x * 3.0]
    for index, factor in ((0, 1), (2, 3), (7, 3), (-1, 1)):
        assert_close(ops.switch(index, branches, x), factor * X, **CLOSE)


@pytest.mark.parametrize("name", ["jax", "mlx"])
def test_cond_in_compiled_code(name):
    with emberops.use_backend(name):
        choose = ops.jit(lambda p, x: ops.cond(p > 0, lambda x: x * 2.0, lambda x: x + 1.0, x))
        assert_close(choose(ops.asarray(1.0), ops.asarray(X)), X * 2)
        assert_close(choose(ops.asarray(-1.0), ops.asarray(X)), X + 1)


def test_loops(backend):
    total, n = ops.while_loop(
        lambda t, n: t < 10, lambda t, n: (t + n, n + 1), (ops.asarray(0), ops.asarray(1))
    )
    assert int(total) == 10
    assert int(n) == 5
    limited = ops.while_loop(lambda x: x > 0, lambda x: x + 1, ops.asarray(1), maximum_iterations=3)
    assert int(limited) == 4
    assert_close(ops.fori_loop(0, 4, lambda i, x: x * 2.0 + i, ops.asarray(X)), 16 * X + 11, **CLOSE)


def test_while_loop_in_compiled_mlx():
    with emberops.use_backend("mlx"), pytest.raises(EmberopsError, match="fori_loop"):
        ops.jit(lambda x: ops.while_loop(lambda x: ops.sum(x) < 10, lambda x: x * 2.0, x))(ops.asarray(X))


def test_scan(backend):
    def step(carry, row):
        carry = ops.add(carry, row["x"])
        return carry, ops.multiply(carry, 2.0)

    carry, rows = ops.scan(step, ops.asarray(np.zeros(3, np.float32)), {"x": ops.asarray(M)})
    assert_close(carry, M.sum(0), **CLOSE)
    assert_close(rows, 2 * M.cumsum(0), **CLOSE)
    _, backwards = ops.scan(step, ops.asarray(np.zeros(3, np.float32)), {"x": ops.asarray(M)}, reverse=True)
    assert_close(backwards, 2 * M[::-1].cumsum(0)[::-1], **CLOSE)
    counted, nothing = ops.scan(lambda c, _x: (c + 1, None), ops.asarray(0), None, length=4)
    assert int(counted) == 4
    assert nothing is None


@pytest.mark.parametrize("n", [1, 2, 5, 8])
@pytest.mark.parametrize("reverse", [False, True])
def test_associative_scan(backend, n, reverse):
    x = np.arange(1.0, 2 * n + 1, dtype=np.float32).reshape(n, 2)
    expected = x[::-1].cumsum(0)[::-1] if reverse else x.cumsum(0)
    assert_close(ops.associative_scan(ops.add, ops.asarray(x), reverse=reverse), expected, **CLOSE)
    assert_close(ops.associative_scan(ops.add, ops.asarray(x), axis=1), x.cumsum(1), **CLOSE)


def test_map(backend):
    assert_close(ops.map(ops.sum, ops.asarray(M)), M.sum(1), **CLOSE)


def test_vectorize_waits_for_its_function(backend):
    @ops.vectorize(otypes=[float])
    def larger(a, b):
        """Of two."""
        return a if a > b else b

    assert_close(larger(ops.asarray([1.0, 5.0]), 3.0), [3.0, 5.0])
    assert (larger.__name__, larger.__doc__) == ("larger", "Of two.")


def test_vectorize(backend):
    def steps(x, y):
        return x if float(x) > float(y) else y * 2

    expected = np.vectorize(steps)(M, X)
    assert_close(ops.vectorize(steps)(ops.asarray(M), ops.asarray(X)), expected, **CLOSE)
    pairs = ops.vectorize(lambda x: (x, x + 1))(ops.asarray(X))
    assert_close(tuple(pairs), (X, X + 1), **CLOSE)
    dots = ops.vectorize(ops.dot, signature="(n),(n)->()")(ops.asarray(M), ops.asarray(X))
    assert_close(dots, M @ X, **CLOSE)


def test_vectorize_over_many(backend):
    x = np.arange(5003.0)
    kinds = []
    made = ops.vectorize(lambda a, b: kinds.append(ops.ndim(a)) or a * b + 1)(ops.asarray(x), 2.0)
    assert_close(made, 2 * x + 1)
    assert len(kinds) >= 5003  # NumPy asks one for its type
    assert set(kinds) == {0}
    assert_close(ops.vectorize(lambda a: 3, excluded={0})(1), 3)


def test_vectorize_of_texts(backend):
    k = ops.asarray([[0, 1], [2, 3]])
    signs = ops.vectorize(lambda k: " .:#"[k])(k)
    assert isinstance(signs, np.ndarray)
    assert signs.tolist() == [[" ", "."], [":", "#"]]
    assert ops.vectorize(lambda x: "low" if x < 2 else "high", otypes=[str])(k).tolist()[1] == [
        "high",
        "high",
    ]
    assert ops.vectorize(str)(k).tolist() == [["0", "1"], ["2", "3"]]
    assert ops.vectorize(chr)(k + 65).tolist() == [["A", "B"], ["C", "D"]]


def test_apply_along_axis(backend):
    x = np.arange(24.0, dtype=np.float32).reshape(2, 3, 4)
    for axis in (0, 1, -1):
        for f in (
            ops.sum,
            lambda v: ops.cumulative_sum(v)[:2],
            lambda v: ops.outer(v, v)[:2, :2],
        ):
            found = ops.apply_along_axis(f, axis, ops.asarray(x))
            reference = {
                0: lambda v: v.sum(),
                1: lambda v: v.cumsum()[:2],
                2: lambda v: np.outer(v, v)[:2, :2],
            }
            rank = found.ndim - 2
            assert_close(found, np.apply_along_axis(reference[rank], axis, x), **CLOSE)


def test_piecewise(backend):
    x = ops.asarray(X)
    conditions = [x < 0, x > 1.5]
    found = ops.piecewise(x, conditions, [lambda v: v * v, 7.0, lambda v: -v])
    assert_close(found, np.piecewise(X, [X < 0, X > 1.5], [lambda v: v * v, 7.0, lambda v: -v]), **CLOSE)
    assert_close(ops.piecewise(x, [x < 0], [1.0]), np.piecewise(X, [X < 0], [1.0]), **CLOSE)


def test_eval(backend):
    assert ops.eval(ops.asarray(X), ops.asarray(M)) is None


def test_gradients_without_autograd(monkeypatch):
    from emberops.backends.numpy import transforms

    monkeypatch.setattr(transforms, "find_spec", lambda _name: None)
    with pytest.raises(NotImplementedError, match=r"emberops\[autograd\]"):
        ops.grad(energy)(X)


def _first_sign(x):
    return x if ops.sum(x) > 0 else ops.negative(x)


ASKING = {
    "if": _first_sign,
    "float": lambda x: ops.multiply(x, float(ops.sum(x))),
    "mask": lambda x: ops.getitem(x, ops.greater(x, 0.0)),
    "nonzero": lambda x: ops.nonzero(x)[0],
    "host": ops.to_numpy,
}


@pytest.mark.parametrize("asking", ASKING.values(), ids=ASKING)
@pytest.mark.parametrize(  # PyTorch's compiler leaves such functions to Python
    ("name", "transformation"),
    [("torch", "vmap"), ("jax", "jit"), ("jax", "vmap"), ("mlx", "jit"), ("mlx", "vmap")],
)
def test_a_value_is_asked_for_where_it_is_not_known(name, transformation, asking):
    with emberops.use_backend(name), pytest.raises(TracedValueError, match=r"^ops\.\w+: .*ops\.where"):
        getattr(ops, transformation)(asking)(ops.asarray(M if transformation == "vmap" else X))


@pytest.mark.parametrize(
    "result", [None, "text", 2.5, True], ids=["nothing", "text", "a-number-of-pythons", "a-truth-value"]
)
def test_what_has_no_gradient(backend, result):
    for transformation in (ops.grad, ops.value_and_grad):
        with pytest.raises(DTypeError, match="the function gives"):
            transformation(lambda _: result)(ops.asarray(X))


def test_integers_and_pairs_have_no_gradient(backend):
    with pytest.raises(DTypeError, match="no gradient"):
        ops.grad(ops.argmax)(ops.asarray(X))
    with pytest.raises(DTypeError, match="has_aux"):
        ops.grad(lambda x: (ops.sum(x), 1))(ops.asarray(X))
    with pytest.raises(DTypeError, match=r"\(value, rest\)"):
        ops.grad(ops.sum, has_aux=True)(ops.asarray(X))
    with pytest.raises(DTypeError, match="by a value of str"):
        ops.grad(ops.sum)("text")


def test_wrong_loops(backend):
    rows = ops.ones((3,))
    with pytest.raises(ArgumentTypeError, match="gives a pair"):
        ops.scan(lambda c, _: c, ops.asarray(0.0), rows)
    with pytest.raises(ShapeError, match=r"\[2, 3\] rows"):
        ops.scan(lambda c, _: (c, c), ops.asarray(0.0), (rows, ops.ones((2,))))
    with pytest.raises(ShapeError, match="no rows"):
        ops.map(lambda x: x, ops.asarray(1.0))
    with pytest.raises(ValueError, match="no branches"):
        ops.switch(ops.asarray(0), [], rows)
    with pytest.raises(DTypeError, match="no truth value"):
        ops.cond("yes", lambda: rows, lambda: rows)
    with pytest.raises(DTypeError, match="whole number"):
        ops.fori_loop(0, 2.5, lambda _, x: x, rows)


@pytest.mark.parametrize(
    "function",
    [
        lambda m: ops.linalg.qr(m)[1],
        lambda m: ops.linalg.lu(m)[2],
        lambda m: ops.linalg.solve(m, ops.sum(m, axis=1)),
        ops.linalg.pinv,
    ],
    ids=["qr", "lu", "solve", "pinv"],
)
def test_vmap_of_decompositions(backend, function):
    stacked = ops.asarray(np.stack([M, 2 * M, M @ M]))
    for out_axis in (0, 1):
        found = ops.vmap(function, out_axes=out_axis)(stacked)
        expected = [ops.to_numpy(function(ops.asarray(m))) for m in (M, 2 * M, M @ M)]
        assert_close(found, np.stack(expected, axis=out_axis), **CLOSE)


TALL = np.array([[1.0, 0.5], [-0.3, 2.0], [0.7, 0.1]], np.float32)
DECOMPOSED = {
    "pinv": lambda x: ops.sum(ops.sin(ops.linalg.pinv(x))),
    "q": lambda x: ops.sum(ops.sin(ops.linalg.qr(x)[0])),
    "r": lambda x: ops.sum(ops.sin(ops.linalg.qr(x)[1])),
    "svd": lambda x: sum(
        ops.sum(ops.square(part) * ops.arange(1.0, 3.0)) for part in ops.linalg.svd(x, full_matrices=False)
    ),
}


@pytest.mark.parametrize("shape", ["tall", "batch"])
@pytest.mark.parametrize("function", DECOMPOSED.values(), ids=DECOMPOSED)
@pytest.mark.parametrize("name", ["torch", "jax", "mlx"])
def test_gradients_of_decompositions(name, function, shape):
    x = TALL if shape == "tall" else np.stack([TALL, TALL[::-1] + 1])
    with emberops.use_backend(name):
        found = ops.to_numpy(ops.grad(function)(ops.asarray(x)))
    with emberops.use_backend("torch"):  # in double precision
        x = ops.asarray(x, dtype="float64")
        steps = [ops.reshape(row, x.shape) for row in 1e-5 * np.eye(x.numel())]
        rises = [float(function(x + d) - function(x - d)) / 2e-5 for d in map(ops.asarray, steps)]
    assert_close(found, np.reshape(rises, x.shape), rtol=2e-3, atol=2e-3)


def test_a_rule_that_mlx_lacks():
    with (
        emberops.use_backend("mlx"),
        pytest.raises(NotImplementedError, match=r"^ops\.grad: MLX's LUF has no rule"),
    ):
        ops.grad(lambda x: ops.sum(ops.linalg.lu(x)[1]))(ops.asarray(M))

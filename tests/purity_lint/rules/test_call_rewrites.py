"""What calls, methods and names of the libraries become: one line of code in, one line out."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from snippets import Fixed

import purity_lint
from purity_lint.configuration.settings import Settings
from purity_lint.engine.check import check
from purity_lint.engine.fix import fix
from purity_lint.findings.diagnostics import Applicability
from purity_lint.source.file import SourceFile
from purity_lint.source.read import source_from_bytes

PATH = Path("example.py")
MINE = ("PUR103", "PUR104", "PUR105", "PUR305", "PUR602", "PUR701", "PUR801")
SAFE = Settings(root=Path.cwd(), select=MINE)
UNSAFE = Settings(root=Path.cwd(), select=MINE, unsafe_fixes=True)

LIBRARIES = """\
import jax
import jax.numpy as jnp
import mlx.core as mx
import tensorflow as tf
import torch
import torch.nn.functional as F
"""
USED = re.compile(r"\b(?:jax|jnp|mx|tf|torch|F|t)\.")
"""What a line works with that stands in a file of those libraries: the others stand in one of NumPy alone."""
HEAD = """\
import numpy as np
from emberops import ops


def f(x: ops.Tensor, y: ops.Tensor, n: np.ndarray, t: "torch.Tensor", key, shape, axis, xs):
    return """


def source_of(code: str) -> SourceFile:
    head = LIBRARIES + HEAD if USED.search(code) else HEAD
    return source_from_bytes((head + code + "\n").encode(), PATH, None)


NUMPY_SAFE = {
    "np.can_cast(x.dtype, y.dtype, casting='safe')": "ops.can_cast(x.dtype, y.dtype)",
    "np.histogram_bin_edges(x, 5, (0, 1))": "ops.histogram_bin_edges(x, 5, range=(0, 1))",
    "np.array2string(x, precision=2)": "ops.array2string(x, precision=2)",
    "np.add.reduce(x)": "ops.sum(x, axis=0)",
    "np.multiply.reduce(x, axis=None)": "ops.prod(x, axis=None)",
    "np.maximum.reduce(x, 1)": "ops.max(x, 1)",
    "np.logical_or.reduce(x, keepdims=True)": "ops.any(x, keepdims=True, axis=0)",
    "np.maximum.accumulate(x)": "ops.cumulative_max(x, axis=0)",
    "np.add.reduceat(x, [0, 1])": "ops.add_reduceat(x, [0, 1])",
    "np.logical_or.reduceat(x, [0, 1], axis=1)": "ops.logical_or_reduceat(x, [0, 1], axis=1)",
    "np.minimum.reduceat(x, [0, 1], axis=1)": "ops.minimum_reduceat(x, [0, 1], axis=1)",
    "np.add.accumulate(x, 1)": "ops.cumsum(x, 1)",
    "np.subtract.outer(x, np.arange(3))": "ops.subtract(ops.expand_dims(x, axis=-1), ops.arange(3))",
    "np.subtract.outer(x, y)": "ops.subtract(ops.expand_dims(x, axis=tuple(range(-ops.ndim(y), 0))), y)",
    "np.broadcast(x, axis).shape": "ops.broadcast_shapes(ops.shape(x), ops.shape(axis))",
    "np.lib.stride_tricks.as_strided(x, shape, strides=(8, 8))": "ops.as_strided(x, shape, strides=(8, 8))",
    "np.lib.stride_tricks.sliding_window_view(x, 3, writeable=False)": "ops.sliding_window_view(x, 3)",
    "map(np.max, xs)": "map(ops.max, xs)",
    "np.add(x, y)": "ops.add(x, y)",
    "np.add(x, y, out=None)": "ops.add(x, y)",
    "np.abs(x)": "ops.abs(x)",
    "np.absolute(x)": "ops.absolute(x)",
    "np.power(x, 2)": "ops.power(x, 2)",
    "np.arcsin(x)": "ops.arcsin(x)",
    "np.mean(x)": "ops.mean(x)",
    "np.mean(x, 0)": "ops.mean(x, 0)",
    "np.mean(x, axis=0, keepdims=True)": "ops.mean(x, axis=0, keepdims=True)",
    "np.mean(a=x, axis=0)": "ops.mean(x, axis=0)",
    "np.amax(x, axis=1)": "ops.amax(x, axis=1)",
    "np.std(x, ddof=1)": "ops.std(x, correction=1)",
    "np.var(x, 0, ddof=1)": "ops.var(x, 0, correction=1)",
    "np.zeros((2, 3))": "ops.zeros((2, 3))",
    "np.zeros((2, 3), dtype=np.float32)": "ops.zeros((2, 3), dtype=ops.float32)",
    "np.zeros((2, 3), order='C')": "ops.zeros((2, 3))",
    "np.zeros_like(x, order='K')": "ops.zeros_like(x)",
    "np.array([1.0, 2.0], order='C')": "ops.array([1.0, 2.0])",
    "np.asarray(np.ones((2, 3)).T, order='C')": "ops.ascontiguousarray(ops.transpose(ops.ones((2, 3))))",
    "np.asarray(np.ones(2), float, 'C')": "ops.ascontiguousarray(ops.ones(2), float)",
    "np.array([1.0, 2.0])": "ops.array([1.0, 2.0])",
    "np.array(object=[1.0, 2.0])": "ops.array([1.0, 2.0])",
    "np.eye(3)": "ops.eye(3)",
    "np.eye(N=3, M=4)": "ops.eye(3, n_cols=4)",
    "np.concatenate([x, y], axis=1)": "ops.concatenate([x, y], axis=1)",
    "np.vstack((x, y))": "ops.vstack((x, y))",
    "np.reshape(x, (2, -1))": "ops.reshape(x, (2, -1))",
    "np.reshape(x, (2, -1), order='F')": "ops.reshape(x, (2, -1), order='F')",
    "np.transpose(x, (1, 0))": "ops.transpose(x, (1, 0))",
    "np.clip(x, 0, 1)": "ops.clip(x, 0, 1)",
    "np.clip(x, a_min=0, a_max=None)": "ops.clip(x, min=0, max=None)",
    "np.where(x, y, 0)": "ops.where(x, y, 0)",
    "np.where(x)": "ops.nonzero(x)",
    "np.linalg.norm(x, axis=-1)": "ops.linalg.norm(x, axis=-1)",
    "np.linalg.solve(x, y)": "ops.linalg.solve(x, y)",
    "np.fft.rfft(x, n=8)": "ops.fft.rfft(x, n=8)",
    "np.dot(x, y)": "ops.dot(x, y)",
    "np.einsum('ij,jk->ik', x, y)": "ops.einsum('ij,jk->ik', x, y)",
    "np.atleast_1d(x, y)": "ops.atleast_1d(x, y)",
    "np.meshgrid(x, y, indexing='ij')": "ops.meshgrid(x, y, indexing='ij')",
    "np.multiply(np.pi, np.exp(np.log(x)))": "ops.multiply(ops.pi, ops.exp(ops.log(x)))",
    "x[np.newaxis]": "x[ops.newaxis]",
    "np.sum(x, axis=None, dtype=None, out=None)": "ops.sum(x, axis=None, dtype=None)",
    "np.sort(x, kind='stable')": "ops.sort(x)",
    "np.linalg.cholesky(x)": "ops.linalg.cholesky(x)",
    "x.astype(float, casting='safe')": "ops.astype(x, float, casting='safe')",
    "np.mgrid[0:3, 0:1:5j]": "ops.mgrid[0:3, 0:1:5j]",
    "np.ogrid[:3]": "ops.ogrid[:3]",
    "x[np.s_[1:, 0]]": "x[ops.s_[1:, 0]]",
    "x[np.index_exp[..., 1]]": "x[ops.index_exp[..., 1]]",
    "np.linalg.eig(x)": "ops.linalg.eig(x, keep_real=True)",
    "np.linalg.eigvals(x)": "ops.linalg.eigvals(x, keep_real=True)",
}
UNSAFE_CALLS = {
    "jnp.linalg.inv(x)": "ops.linalg.inv(x)",
    "jnp.linalg.eig(x)": "ops.linalg.eig(x)",
    "jax.scipy.linalg.cholesky(x, lower=True)": "ops.linalg.cholesky(x, upper=False)",
    "np.sort(x, descending=True)": "ops.sort(x, descending=True)",
    "np.argsort(x, 0, descending=True)": "ops.argsort(x, 0, descending=True)",
    "np.einsum('ij->j', x, order='C')": "ops.einsum('ij->j', x)",
    "np.logaddexp.reduce(x)": "ops.logsumexp(x, axis=0)",
    "np.logaddexp.reduce(x, axis=1)": "ops.logsumexp(x, axis=1)",
    "np.asarray(x, order='C')": "ops.asarray(x)",
    "np.array(np.ones(2), order='C')": "ops.array(ops.ones(2))",
    "np.zeros_like(x, order='A')": "ops.zeros_like(x)",
    "np.add([1.0], x, order='C')": "ops.add([1.0], x)",
    "x.astype(float, order='C')": "ops.astype(x, float)",
    "x.copy('C')": "ops.copy(x)",
    "np.sum(x, initial=1)": "ops.add(ops.sum(x), 1)",
    "np.fromiter(xs, float)": "ops.asarray(list(xs), dtype=float)",
    "np.sqrt(x, dtype=complex)": "ops.sqrt(ops.asarray(x, dtype=complex))",
    "map(np.sin, xs)": "map(ops.sin, xs)",
    "np.float32(3)": "ops.float32(3)",
    "np.allclose(x, y, **xs)": "ops.allclose(x, y, **xs)",
    "np.split(x, *xs)": "ops.split(x, *xs)",
    "np.random.uniform(-1, 1, size=(2,))": "ops.random.default.uniform(-1, 1, size=(2,))",
    "np.random.randint(0, 9, size=3)": "ops.random.default.randint(0, 9, size=3)",
    "np.random.default_rng(0).normal()": "ops.random.default_rng(0).normal()",
    "[np.ndarray, x]": "[ops.Tensor, x]",
    "np.random.randn(2, 3)": "ops.random.default.randn(2, 3)",
    "np.random.randn(*shape)": "ops.random.default.randn(*shape)",
    "np.r_[x, 0, 1:3]": "ops.r_[x, 0, 1:3]",
    "np.r_[x, y]": "ops.r_[x, y]",
    "np.r_[0:1:5j]": "ops.r_[0:1:5j]",
    "np.c_[x, y]": "ops.column_stack([x, y])",
    "np.c_[x, 0:3]": "ops.c_[x, 0:3]",
    "np.mgrid[xs]": "ops.mgrid[xs]",
}
OTHERS = {
    "t.new_tensor([1.0])": "ops.array([1.0], dtype=t.dtype)",
    "t.contiguous()": "ops.ascontiguousarray(t)",
    "t.new_zeros((2, n))": "ops.zeros((2, n), dtype=t.dtype, device=ops.device(t))",
    "t.new_full(t.shape, 2.0)": "ops.full(t.shape, 2.0, dtype=t.dtype, device=ops.device(t))",
    "np.array(xs.split(), dtype=float)": "ops.array(xs.split(), dtype=float)",
    "np.r_[np.zeros(2), np.ravel(x)]": "ops.concat([ops.zeros(2), ops.ravel(x)])",
    "np.r_[np.zeros(2), x[:, 0]]": "ops.r_[ops.zeros(2), x[:, 0]]",
    "np.max(x, initial=0)": "ops.max(ops.append(x, 0))",
    "torch.cat([x, y], dim=1)": "ops.concat([x, y], axis=1)",
    "torch.cat((x, y), 1)": "ops.concat((x, y), 1)",
    "torch.sum(x, dim=1, keepdim=True)": "ops.sum(x, axis=1, keepdims=True)",
    "torch.mean(x, 1, True)": "ops.mean(x, 1, keepdims=True)",
    "torch.max(x)": "ops.max(x)",
    "torch.max(x, y)": "ops.maximum(x, y)",
    "torch.max(x, dim=1)": "ops.max(x, axis=1), ops.argmax(x, axis=1)",
    "torch.max(x, 1, keepdim=True)[0]": "ops.max(x, axis=1, keepdims=True)",
    "torch.min(x, dim=-1).indices": "ops.argmin(x, axis=-1)",
    "torch.sort(x).values": "ops.sort(x, axis=-1)",
    "t.max(dim=1)[1]": "ops.argmax(t, axis=1)",
    "torch.std(x, dim=0)": "ops.std(x, axis=0, correction=1)",
    "torch.std(x, dim=0, correction=0)": "ops.std(x, axis=0, correction=0)",
    "torch.zeros(2, 3)": "ops.zeros((2, 3))",
    "torch.zeros((2, 3))": "ops.zeros((2, 3))",
    "torch.zeros(3)": "ops.zeros((3,))",
    "torch.zeros(*shape)": "ops.zeros(shape)",
    "torch.tensor([1.0])": "ops.asarray([1.0])",
    "torch.clamp(x, min=0)": "ops.clip(x, min=0)",
    "torch.unsqueeze(x, 0)": "ops.expand_dims(x, 0)",
    "torch.squeeze(x, 0)": "ops.squeeze(x, 0)",
    "torch.dot(x, y)": "ops.dot(x, y)",
    "torch.transpose(x, 0, 1)": "ops.swapaxes(x, 0, 1)",
    "torch.relu(x)": "ops.nn.relu(x)",
    "F.softmax(x, dim=-1)": "ops.nn.softmax(x, axis=-1)",
    "torch.exp(x)": "ops.exp(x)",
    "torch.mul(x, y)": "ops.multiply(x, y)",
    "torch.linalg.inv(x)": "ops.linalg.inv(x)",
    "jnp.mean(x, axis=0)": "ops.mean(x, axis=0)",
    "jnp.where(x, y, 0)": "ops.where(x, y, 0)",
    "jax.nn.softmax(x)": "ops.nn.softmax(x)",
    "jax.random.normal(key, shape)": "ops.random.normal(key, shape)",
    "jax.device_put(x, 'cpu')": "ops.to_device(x, 'cpu')",
    "mx.add(x, y)": "ops.add(x, y)",
    "mx.mean(x, 0, True)": "ops.mean(x, 0, keepdims=True)",
    "mx.softmax(x, axis=-1)": "ops.softmax(x, axis=-1)",
    "mx.array([1.0, 2.0])": "ops.asarray([1.0, 2.0])",
    "mx.concatenate([x, y], axis=0)": "ops.concatenate([x, y], axis=0)",
    "tf.reduce_mean(x, axis=1)": "ops.mean(x, axis=1)",
    "tf.math.log(x)": "ops.log(x)",
    "tf.transpose(x, perm=(1, 0))": "ops.permute_dims(x, (1, 0))",
}
METHODS_SAFE = {
    "n.mean(axis=0)": "ops.mean(n, axis=0)",
    "n.sum(0).max()": "ops.max(ops.sum(n, 0))",
    "n.reshape(2, -1)": "ops.reshape(n, (2, -1))",
    "n.reshape((2, -1))": "ops.reshape(n, (2, -1))",
    "n.reshape(-1)": "ops.reshape(n, (-1,))",
    "n.reshape(*shape)": "ops.reshape(n, shape)",
    "n.reshape(2, *shape)": "ops.reshape(n, (2, *shape))",
    "n.reshape(*(1 for _ in shape))": "ops.reshape(n, (*(1 for _ in shape),))",
    "n.reshape(*map(len, xs))": "ops.reshape(n, (*map(len, xs),))",
    "n.transpose(1, 0)": "ops.transpose(n, (1, 0))",
    "n.transpose()": "ops.transpose(n)",
    "n.T": "ops.transpose(n)",
    "n.real": "ops.real(n)",
    "n.imag": "ops.imag(n)",
    "n.T.dot(n)": "ops.dot(ops.transpose(n), n)",
    "n.astype(np.float64)": "ops.astype(n, ops.float64)",
    "n.astype('f4')": "ops.astype(n, ops.float32)",
    "n.astype(float)": "ops.astype(n, float)",
    "n.copy()": "ops.copy(n)",
    "n.astype(int, subok=True)": "ops.astype(n, int)",
    "n.flatten()": "ops.copy(ops.ravel(n))",
    "n.std(ddof=1)": "ops.std(n, correction=1)",
    "n.clip(0, 1)": "ops.clip(n, 0, 1)",
    "n.size": "ops.size(n)",
    "n.dot(n).dot(n)": "ops.dot(ops.dot(n, n), n)",
    "t.mean(dim=0)": "ops.mean(t, axis=0)",
    "t.std()": "ops.std(t, correction=1)",
    "t.view(2, -1)": "ops.reshape(t, (2, -1))",
    "t.permute(0, 2, 1)": "ops.permute_dims(t, (0, 2, 1))",
    "t.transpose(0, 1)": "ops.swapaxes(t, 0, 1)",
    "t.unsqueeze(-1)": "ops.expand_dims(t, -1)",
    "t.size(0)": "ops.shape(t)[0]",
    "t.size()": "ops.shape(t)",
    "t.repeat(2, 1)": "ops.tile(t, (2, 1))",
    "t.masked_fill(x, 0.0)": "ops.where(x, 0.0, t)",
    "t.float()": "ops.astype(t, ops.float32, copy=False)",
    "t.detach()": "ops.stop_gradient(t)",
    "t.add(1)": "ops.add(t, 1)",
    "t.to(torch.float64)": "ops.astype(t, ops.float64, copy=False)",
    "t.to(x.dtype)": "ops.astype(t, x.dtype, copy=False)",
    "t.to('cpu')": "ops.to_device(t, 'cpu')",
}
LEFT = (
    "np.can_cast(x.dtype, y.dtype, casting='same_kind')",
    "np.isfinite(x, dtype=bool)",
    "np.setdiff1d(x, y, assume_unique=True)",
    "np.permute_dims(x)",
    "np.nan_to_num(x, copy=None)",
    "np.std(x, ddof=0, correction=1)",
    "np.clip(x, 0, 1, max=2)",
    "np.array(x, subok=True)",
    "np.zeros_like(x, subok=False)",
    "np.multiply(x, y, subok=False)",
    "x.astype(float, subok=False)",
    "np.mean(x, out=y)",
    "np.add(x, y, where=x)",
    "np.array(['a', 'b'])",
    "np.array([str(i) for i in xs])",
    "np.asarray(y.split(), dtype=str)",
    "np.asarray([w.lower() for w in xs])",
    "np.array([[None] * 3])",
    "np.zeros(3, dtype=object)",
    "np.fmax.accumulate(x)",
    "np.add.reduce(x, initial=1)",
    "np.add.outer(x, xs.pop())",
    "np.errstate(all='ignore')",
    "np.fill_diagonal(x, 0)",
    "np.broadcast(x, y)",
    "np.broadcast(*xs).shape",
    "np.r_['r', x, y]",
    "torch.max(x, axis)",
    "torch.max(xs.pop(), dim=1)",
    "torch.split(x, sizes)",
    "torch.nn.Linear(2, 3)",
    "jax.tree.map(abs, xs)",
    "mx.eval(x)",
)
"""Reported, never rewritten."""


def line(code: str, settings: Settings) -> str:
    outcome = fix(source_of(code), settings)
    assert not outcome.errors, outcome.errors
    return outcome.after.rstrip("\n").rpartition("    return ")[2]


@pytest.mark.parametrize(("code", "expected"), [*NUMPY_SAFE.items(), *METHODS_SAFE.items()])
def test_safely(code: str, expected: str) -> None:
    assert line(code, SAFE) == expected


@pytest.mark.parametrize(("code", "expected"), [*UNSAFE_CALLS.items(), *OTHERS.items()])
def test_unsafely(code: str, expected: str) -> None:
    assert line(code, UNSAFE) == expected


@pytest.mark.parametrize("code", [*UNSAFE_CALLS, "t.contiguous()"])
def test_what_is_unsafe_waits_for_the_flag(code: str) -> None:
    assert line(code, SAFE) == code


@pytest.mark.parametrize("code", LEFT)
def test_left_alone_but_reported(code: str) -> None:
    source = source_of(code)
    last = source.text.count("\n")
    reported = [d for d in check(source, UNSAFE).diagnostics if d.span.line == last]
    assert reported
    assert all(d.fix is None or d.fix.applicability is Applicability.DISPLAY for d in reported)
    assert all(d.hint for d in reported)
    assert line(code, UNSAFE) == code


def _iteration(*body: str, start: str = "np.nditer(x, ['multi_index'])", parameters: str = "x, y") -> str:
    lines = [f"def f({parameters}):", f"    it = {start}", *(f"    {line}" for line in body), "    return x"]
    return "\n".join(lines) + "\n"


@pytest.mark.parametrize(
    ("body", "rewritten"),
    [
        (
            ("for v in it:", "    print(v, it.multi_index)"),
            ("for index in it:", "    print(x[index], index)"),
        ),
        (
            ("for v in it:", "    v[...] = y[it.multi_index]"),
            ("for index in it:", "    x = ops.assign(x, index, y[index])"),
        ),
        (
            ("for v in it:", "    v[...] += v"),
            ("for index in it:", "    x = ops.assign(x, index, ops.add(x[index], x[index]))"),
        ),
    ],
)
def test_a_loop_over_an_iterator_goes_through_the_indices(
    fixed: Fixed, body: tuple[str, ...], rewritten: tuple[str, ...]
) -> None:
    expected = "from emberops import ops\n\n\n" + _iteration(*rewritten, start="ops.ndindex(ops.shape(x))")
    assert fixed("import numpy as np\n\n\n" + _iteration(*body), "PUR1", unsafe=True) == expected


@pytest.mark.parametrize(
    ("body", "rewritten"),
    [
        (("    print(it.multi_index, it[0])",), ("    print(index, x[index])",)),
        (("    it[0] = y[it.multi_index]",), ("    x = ops.assign(x, index, y[index])",)),
        (("    it[0] *= 2",), ("    x = ops.assign(x, index, ops.multiply(x[index], 2))",)),
    ],
)
def test_an_iterator_that_is_advanced_by_hand_gives_indices(
    fixed: Fixed, body: tuple[str, ...], rewritten: tuple[str, ...]
) -> None:
    code = _iteration("while not it.finished:", *body, "    it.iternext()")
    loop = "while (index := next(it, None)) is not None:"
    expected = _iteration(loop, *rewritten, start="iter(ops.ndindex(ops.shape(x)))")
    before, after = "import numpy as np\n\n\n" + code, "from emberops import ops\n\n\n" + expected
    assert fixed(before, "PUR1", unsafe=True) == after


@pytest.mark.parametrize(
    ("body", "rewritten", "made"),
    [
        (
            ("for v in it:", "    v[...] = 2 * v"),
            ("for index in it:", "    x = ops.assign(x, index, 2 * x[index])"),
            "ops.ndindex(ops.shape(x))",
        ),
        (
            ("while not it.finished:", "    print(it[0], it.multi_index)", "    it.iternext()"),
            ("while (index := next(it, None)) is not None:", "    print(x[index], index)"),
            "iter(ops.ndindex(ops.shape(x)))",
        ),
    ],
)
def test_an_iterator_that_is_closed_goes_through_the_indices_too(
    fixed: Fixed, body: tuple[str, ...], rewritten: tuple[str, ...], made: str
) -> None:
    code = "import numpy as np\n\n\ndef f(x):\n    with np.nditer(x, ['multi_index']) as it:\n"
    head = "import contextlib\n\nfrom emberops import ops\n\n\n"
    expected = f"{head}def f(x):\n    with contextlib.nullcontext({made}) as it:\n"
    inside = "".join(f"        {line}\n" for line in body) + "    return x\n"
    found = fixed(code + inside, "PUR1", unsafe=True)
    assert found == expected + "".join(f"        {line}\n" for line in rewritten) + "    return x\n"


@pytest.mark.parametrize(
    ("body", "start"),
    [
        (("while not it.finished:", "    it.iternext()", "    print(it[0])"), "np.nditer(x)"),
        (("while not it.finished:", "    if y: it.iternext()", "    it.iternext()"), "np.nditer(x)"),
        (("while not it.finished:", "    print(it[1])", "    it.iternext()"), "np.nditer(x)"),
        (("while not it.finished:", "    print(it[0])", "    it.iternext()", "it.reset()"), "np.nditer(x)"),
        (("for v in it:", "    print(it.index)"), "np.nditer(x)"),
        (("for v in it:", "    pass", "print(it)"), "np.nditer(x)"),
        (("for v in it:", "    y.append(v.base)"), "np.nditer(x)"),
        (("for v in it:", "    pass", "print(v)"), "np.nditer(x)"),
        (("for v in it:", "    print(v)"), "np.nditer([x, y])"),
        (("for v in it:", "    print(v)"), "np.nditer(x, ['external_loop'])"),
        (("for v in it:", "    print(v)"), "np.nditer(x, order='F')"),
        (("while not it.finished:", "    it.iternext()"), "np.nditer(x)"),
    ],
)
def test_other_uses_of_an_iterator_stay(fixed: Fixed, body: tuple[str, ...], start: str) -> None:
    code = "import numpy as np\n\n\n" + _iteration(*body, start=start)
    assert fixed(code, "PUR1", unsafe=True) == code


def test_arrays_of_another_library_are_fetched_as_before(fixed: Fixed) -> None:
    used = "import jax.tree_util\n"
    code = "import numpy as np\n\n\ndef fetch(result):\n    return np.asarray(result), np.asarray([1.0])\n"
    assert "np.asarray(result), ops.asarray([1.0])" in fixed(
        used + code + "\n\nmapped = jax.tree_util.tree_map\n", unsafe=True
    )
    assert "ops.asarray(result), ops.asarray([1.0])" in fixed(code)


NAN_IN_PLACE = """\
import numpy as np


def own(x: np.ndarray):
    y = np.maximum(x, 0)
    y = np.nan_to_num(y, copy=False, nan=1.0)
    return y, np.nan_to_num(x * 2, copy=False)


def of_a_caller(x: np.ndarray):
    y = np.nan_to_num(x, copy=False)
    np.nan_to_num(y, copy=False)
    return y
"""


def test_a_result_may_take_the_place_of_the_array(fixed: Fixed) -> None:
    code = fixed(NAN_IN_PLACE, unsafe=True)
    assert "y = ops.nan_to_num(y, nan=1.0)\n    return y, ops.nan_to_num(ops.multiply(x, 2))" in code
    assert "y = np.nan_to_num(x, copy=False)\n    y = ops.assign(y, ..., ops.nan_to_num(y))" in code


@pytest.mark.parametrize("method", ["reshape", "transpose", "repeat", "squeeze", "sum"])
def test_what_a_caller_unpacks_is_passed_on_to_the_method(method: str, fixed: Fixed) -> None:
    code = f"import numpy as np\n\n\ndef {method}(x: np.ndarray, *given):\n    return x.{method}(*given)\n"
    assert f"x.{method}(*given)" in fixed(code, unsafe=True)


def test_what_is_unpacked_is_not_read_as_the_arguments_of_another_library(fixed: Fixed) -> None:
    code = (
        "from emberops import ops\n\n\ndef f(x: ops.Tensor, n):\n"
        "    counts = (2, n)\n    return x.repeat(*counts), x.reshape(*x.shape)\n"
    )
    assert "x.repeat(*counts), ops.reshape(x, x.shape)" in fixed(code, unsafe=True)


def test_one_function_that_does_two_things_is_not_chosen_by_what_is_unpacked(fixed: Fixed) -> None:
    code = "import numpy as np\n\n\ndef f(*given):\n    return np.where(*given), np.stack(*given)\n"
    assert "np.where(*given), ops.stack(*given)" in fixed(code, unsafe=True)


def test_numbers_that_are_asked_for_what_numpys_have_are_no_pythons(fixed: Fixed) -> None:
    code = "import numpy as np\n\nx = [i.item() for i in np.arange(3)]\nfor i in np.arange(3):\n    print(i.dtype)\n"
    assert "range(3)" in (after := fixed(code, unsafe=True))
    assert after.count("ops.arange(3)") == 2


@pytest.mark.parametrize(
    ("use", "counts"),
    [
        ("x[t : t + self.k]", True),
        ("x[:, t]", True),
        ("self.table[t]", False),
        ("self.table[t : t + self.k]", False),
        ("x[0] * t", False),
    ],
)
def test_what_is_a_place_in_an_array_is_counted(fixed: Fixed, use: str, counts: bool) -> None:
    code = (
        "import numpy as np\n\n\nclass Chunks:\n    def cut(self, x: np.ndarray):\n"
        f"        return [{use} for t in np.arange(0, self.n, self.k)]\n"
    )
    assert ("for t in range(0, self.n, self.k)" in fixed(code, unsafe=True)) is counts
    assert "for t in range" not in fixed(code)


def test_what_is_counted_may_be_counted_backwards(fixed: Fixed) -> None:
    code = (
        "import numpy as np\n\n\ndef f(x: np.ndarray, n: int):\n"
        "    return [x[t] for t in reversed(np.arange(n))]\n\n\n"
        "def g(n: int):\n    return [t.dtype for t in reversed(np.arange(n))]\n"
    )
    after = fixed(code, unsafe=True)
    assert "for t in reversed(range(n))" in after
    assert "for t in ops.flip(ops.arange(n), axis=0)" in after


@pytest.mark.parametrize(
    "call",
    [
        "np.unique(names)",
        "np.unique([name.split('-')[0] for name in names])",
        "np.unique([name.split('-') for name in names], axis=0)",
        "np.unique(names, return_counts=True)",
        "np.sort(np.array(names))",
        "np.intersect1d(names, ['a'])",
    ],
)
def test_texts_stay_with_numpy(fixed: Fixed, call: str) -> None:
    code = f"import numpy as np\n\n\ndef f(names: list[str]):\n    return {call}\n"
    assert fixed(code, unsafe=True) == code


def test_a_constant_whose_methods_are_called_stays_numpys_number(fixed: Fixed) -> None:
    code = "import numpy as np\n\nx = np.log10(2).round(3), np.sqrt(2) / 2\n"
    assert "ops.round(ops.log10(2), 3), math.sqrt(2) / 2" in fixed(code, unsafe=True)


FLAT = """\
import numpy as np


def f(x: np.ndarray, y: np.ndarray):
    a = x.flatten()
    b = np.exp(x.flatten() * 2) + np.sum(y.flatten())
    c = np.real(x.flatten())
    d = np.floor(y.flatten())
    for part in (a, b, c, d):
        part[0] = 9.0
    return a, b, c, d, np.sort(y.flatten()), np.flip(x.flatten()), x, y
"""


@pytest.mark.parametrize(
    ("code", "copies"),
    [
        ("np.hstack((x.flatten(), y.flatten()))", 0),
        ("np.concatenate([x.flatten(), y])", 0),
        ("f'{x.flatten()}', '{}'.format(y.flatten()), str(x.flatten())", 0),
        ("[x.flatten(), y]", 1),
        ("np.array([x.flatten()], copy=False)", 1),
        ("print(x, file=y.flatten())", 1),
    ],
)
def test_what_is_joined_or_shown_is_flattened_without_a_copy(code: str, copies: int) -> None:
    source = f"import numpy as np\n\n\ndef f(x: np.ndarray, y: np.ndarray):\n    return {code}\n"
    fixed = purity_lint.fix_source(source, unsafe_fixes=True, isolated=True).source
    assert "ops.ravel(" in fixed
    assert fixed.count("ops.copy(") == copies


def test_what_is_read_alone_is_flattened_without_a_copy() -> None:
    fixed = purity_lint.fix_source(FLAT, unsafe_fixes=True, isolated=True).source
    assert "ops.exp(ops.multiply(ops.ravel(x), 2)), ops.sum(ops.ravel(y))" in fixed
    assert "ops.sort(ops.ravel(y)), ops.flip(ops.copy(ops.ravel(x)))" in fixed
    assert fixed.count("ops.copy(") == 4
    results = []
    for source in (FLAT, fixed):
        names: dict[str, Any] = {}
        exec(compile(source, "flat.py", "exec"), names)
        given = np.array([[3.0, 1.0]]), np.array([[0.5, 2.0]])
        results.append([np.asarray(part).tolist() for part in names["f"](*given)])
    assert results[0] == results[1]


@pytest.mark.parametrize(
    ("flattened", "copied"),
    [
        ("(x * 2)", False),
        ("np.argmax(x, axis=0)", False),
        ("np.exp(x)", False),
        ("np.exp(x, out=x)", True),
        ("np.exp(x, x)", True),
        ("np.minimum(x, 1)", False),
        ("np.minimum(x, 1, x)", True),
        ("np.sum(x, 0, None, x[0])", True),
        ("np.floor(x)", True),
        ("np.transpose(x)", True),
        ("np.argwhere(x > 0)", False),
        ("np.zeros((2, 3))", False),
        ("np.array(x)", False),
        ("np.array(x, copy=None)", True),
        ("np.stack([x, x], 1)", False),
        ("np.stack([x, x], 0, x)", True),
    ],
)
def test_what_nobody_else_holds_is_flattened_without_a_copy(
    fixed: Fixed, flattened: str, copied: bool
) -> None:
    code = f"import numpy as np\n\n\ndef f(x: np.ndarray):\n    y = {flattened}.flatten()\n    return y\n"
    assert ("ops.copy(" in fixed(code, unsafe=True)) is copied


@pytest.mark.parametrize(
    "look",
    ["y.flags.c_contiguous", "y.strides", "y.view(np.uint8)", "np.ravel(y, order='K')", "y.ctypes.data"],
)
def test_a_copy_whose_order_is_looked_at_is_no_safe_fix(fixed: Fixed, look: str) -> None:
    code = f"import numpy as np\n\n\ndef f(x: np.ndarray):\n    y = x.copy()\n    return {look}\n"
    assert "x.copy()" in fixed(code, "PUR")
    assert "ops.copy(x)" in fixed(code, "PUR", unsafe=True)
    assert "ops.copy(x)" in fixed(code.replace(look, "y + 1"), "PUR")


def test_the_root_of_a_negated_number_is_not_asked_of_python_which_raises(fixed: Fixed) -> None:
    code = "import numpy as np\n\n\ndef f(n: int):\n    return np.sqrt(-1), np.sqrt(-n), np.sqrt(n)\n"
    after = fixed(code, unsafe=True)
    assert "math.sqrt(-" not in after
    assert "math.sqrt(n)" in after

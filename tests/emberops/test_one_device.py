"""What a call makes for itself lies where its tensors lie.

PyTorch refuses tensors of two devices.  ``meta`` stands for the other device: it is everywhere, and as strict.  Its
tensors hold no values; where an operation looks at one, these tests show it zero, one or false.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import reduce
from typing import Any

import numpy as np
import pytest
import torch
from operation_calls import CALLS

from emberops import ops, penalties, use_backend
from emberops.backends.torch import placement

X = torch.empty((2, 3), device="meta")
V = torch.empty(5, device="meta")
N = torch.empty(5, dtype=torch.int64, device="meta")
HOST = np.ones(3, np.float32)

COMPOSED: dict[str, Callable[[], Any]] = {
    "linspace": lambda: ops.linspace(X, 1.0, 4),
    "geomspace": lambda: ops.geomspace(X, X, 4),
    "one_hot": lambda: ops.one_hot(N, 8),
    "quantile": lambda: ops.quantile(X, 0.3, axis=1),
    "gradient": lambda: ops.gradient(V),
    "poly": lambda: ops.poly(V),
    "polyder": lambda: ops.polyder(V),
    "insert": lambda: ops.insert(V, 2, 8.0),
    "putmask": lambda: ops.putmask(V, ops.greater(V, 0), 9.0),
    "sparsemax": lambda: ops.nn.sparsemax(X),
    "triu_indices_from": lambda: ops.triu_indices_from(X)[0],
    "diag_indices_from": lambda: ops.diag_indices_from(X[:, :2])[0],
    "histogram": lambda: ops.histogram(V, 4, range=(-4.0, 4.0))[1],
    "argmax of complex numbers": lambda: ops.argmax(ops.astype(V, ops.complex64)),
}
BESIDE: dict[str, Callable[[], Any]] = {
    "add": lambda: ops.add(X, HOST),
    "add on the other side": lambda: ops.add(HOST, X),
    "where": lambda: ops.where(HOST > 0, X, HOST),
    "concat": lambda: ops.concat([HOST, V]),
    "block": lambda: ops.block([[HOST[None], X[:1]]]),
    "stack of lists": lambda: ops.stack([[1.0] * 5, V]),
    "isclose": lambda: ops.isclose(X, HOST, atol=1e-3),
    "getitem": lambda: ops.getitem(V, np.array([0, 1])),
    "interp": lambda: ops.interp(V, HOST, HOST),
    "matmul": lambda: ops.matmul(X, HOST),
}
NO_NUMBERS = {
    "polyfit",
    *(f"linalg.{name}" for name in ("eig", "eigvals", "lstsq", "pinv", "svd", "svdvals")),
    *(f"linalg.{name}" for name in ("cond", "matrix_norm", "matrix_rank", "norm")),
}
"""Operations that refuse what they are shown: it is not finite."""


@pytest.mark.parametrize("name", COMPOSED)
def test_what_is_made_on_the_way(name: str) -> None:
    assert ops.device(COMPOSED[name]()) == "meta"


@pytest.mark.parametrize("name", BESIDE)
def test_host_data_beside_a_tensor(name: str) -> None:
    assert ops.device(BESIDE[name]()) == "meta"


@pytest.mark.parametrize("operation", [ops.nn.softplus, ops.linalg.norm, ops.cov, ops.kron])
def test_a_compiler_follows(operation: Callable[..., Any], monkeypatch: pytest.MonkeyPatch) -> None:
    """Also where nothing has been computed on the device before."""
    monkeypatch.setattr(placement, "_NAMESPACES", {})
    compiled = torch.compile(operation, fullgraph=True, backend="eager")
    given = (X, X) if operation is ops.kron else (X,)
    assert compiled(*given).device.type == "meta"


def test_indices_on_the_host_are_checked_there() -> None:
    """An index that is out of bounds ends all work on a GPU, which says so later, and not as an exception."""
    for index in ([5], [-6], (..., np.array([7])), [[0], [5]]):
        with pytest.raises(IndexError, match="out of bounds"):
            ops.getitem(V, index)
        with pytest.raises(IndexError, match="out of bounds"):
            ops.assign(V, index, 0.0)
        with pytest.raises(IndexError, match="out of bounds"):
            ops.add_at(V, index, 1.0)
    assert ops.getitem(V, [0, -5]).shape == (2,)


@use_backend("torch")
def test_numbers_are_made_on_the_default_device() -> None:
    with torch.device("meta"):
        for number in (1, 1.5, np.float64(1.5), np.array(1.5), np.int8(3)):
            for made in (ops.asarray(number), ops.array(number, dtype=ops.float32), ops.float32(number)):
                assert (ops.device(made), made.shape) == ("meta", ())


def test_sums_of_products_of_integers() -> None:
    """Of which accelerators have none."""
    ones = torch.ones((2, 3), dtype=torch.int8, device="meta")
    for made in (
        ops.einsum("ij,kj->ik", ones, ones),
        ops.matmul(ones, ones.mT),
        ops.tensordot(ones, ones.mT, axes=1),
    ):
        assert (made.dtype, made.shape) == (torch.int8, (2, 2))


def test_what_is_not_finite_has_no_singular_values(monkeypatch: pytest.MonkeyPatch) -> None:
    """PyTorch raises on a processor, and gives NaN on a GPU."""
    monkeypatch.setattr(torch.Tensor, "__bool__", lambda x: False)
    for operation in (ops.linalg.svd, ops.linalg.svdvals, ops.linalg.pinv, ops.linalg.cond):
        with pytest.raises(ops.linalg.LinAlgError, match="infinities or NaNs"):
            operation(X)


def test_a_device_that_is_named_is_where_a_part_of_a_composed_operation_goes() -> None:
    assert placement.beside((X,)).to_device(V, "meta").device.type == "meta"


@use_backend("torch")
def test_penalties() -> None:
    for value in (penalties.orthogonality(X), penalties.l2(X), penalties.entropy(ops.nn.softmax(X))):
        assert ops.device(value) == "meta"


_NO_VALUES = ("meta", "Meta tensors", "no data")
"""What PyTorch says of sizes that depend on values, which it does not know on this device."""
_PLAIN_NUMBERS = {"__bool__": bool(0), "__int__": 1, "__index__": 1, "__float__": 1.0, "item": 1}


@pytest.fixture
def shown_values(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let tensors without values answer for one."""
    for name, number in _PLAIN_NUMBERS.items():
        own = getattr(torch.Tensor, name)
        monkeypatch.setattr(
            torch.Tensor, name, lambda x, own=own, number=number: number if x.is_meta else own(x)
        )
    own_list = torch.Tensor.tolist
    monkeypatch.setattr(
        torch.Tensor, "tolist", lambda x: np.ones(x.shape).tolist() if x.is_meta else own_list(x)
    )


@pytest.mark.parametrize("name", [name for name, call in CALLS.items() if call.tensors()])
@pytest.mark.usefixtures("shown_values")
def test_every_operation(name: str) -> None:
    """No operation brings tensors of two devices together, nor a result back to the host."""
    call = CALLS[name]
    tensors = [
        torch.empty(a.shape, dtype=getattr(torch, a.dtype.name), device="meta") for a in call.tensors()
    ]
    with use_backend("torch"):
        try:
            found = call.run(reduce(getattr, name.split("."), ops), tensors)
        except (NotImplementedError, ValueError, RuntimeError) as error:
            told = f"{error} {error.__cause__}"
            assert "on the expected device" not in told
            assert "same device" not in told
            assert any(words in told for words in _NO_VALUES) or name in NO_NUMBERS
            return
    leaves = torch.utils._pytree.tree_leaves(found)
    assert all(leaf.device.type == "meta" for leaf in leaves if isinstance(leaf, torch.Tensor))


def test_a_named_device_is_obeyed() -> None:
    assert ops.device(ops.zeros_like(X, device="cpu")) == "cpu"
    assert ops.device(ops.asarray(HOST, device="cpu")) == "cpu"

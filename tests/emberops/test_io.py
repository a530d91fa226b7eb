"""Files and text."""

from __future__ import annotations

import io

import numpy as np
import pytest

import emberops
from emberops import ops
from emberops.errors import ArgumentError, ArgumentTypeError
from emberops.testing import assert_close

X = np.array([[1.0, 2.5], [-3.0, 4.0]], np.float32)


def test_npy(backend, tmp_path):
    path = tmp_path / "x.npy"
    ops.save(path, ops.asarray(X))
    assert_close(np.load(path), X)
    loaded = ops.load(path)
    assert ops.is_tensor(loaded)
    assert_close(loaded, X)


def test_npz(backend, tmp_path):
    for function in (ops.savez, ops.savez_compressed):
        path = tmp_path / "x.npz"
        function(path, ops.asarray(X), y=ops.asarray(X[0]))
        loaded = ops.load(path)
        assert_close(loaded["arr_0"], X)
        assert_close(loaded["y"], X[0])


def test_npz_is_asked_for_what_numpys_file_is(backend, tmp_path):
    path = tmp_path / "x.npz"
    ops.savez(path, a=ops.asarray(X), b=ops.asarray(X[0]))
    with ops.load(path) as loaded:
        assert loaded.files == ["a", "b"]
        assert_close(loaded["b"], X[0])
    loaded.close()


def test_load_leaves_text_beside_tensors_as_it_is(backend, tmp_path):
    path = tmp_path / "x.npz"
    np.savez(path, taps=X, version=np.bytes_(b"1.0"), names=np.array(["a", "b"]))
    loaded = ops.load(path)
    assert ops.is_tensor(loaded["taps"])
    assert bytes(loaded["version"][()]) == b"1.0"
    assert loaded["names"].tolist() == ["a", "b"]


@pytest.mark.parametrize("backend", ["numpy", "torch", "mlx"], indirect=True)
def test_safetensors_of_double_precision(backend, tmp_path):
    path = tmp_path / "x.safetensors"
    ops.save_safetensors(
        path, {"a": ops.asarray([0.1], dtype="float64"), "b": ops.asarray([1, 2])}, {"made": "here"}
    )
    found = ops.load_safetensors(path)
    assert_close(found["a"], np.asarray([0.1]), rtol=1e-6)
    assert ops.to_numpy(found["b"]).tolist() == [1, 2]


def test_mlx_writes_no_file_of_double_and_half_precision(tmp_path):
    with emberops.use_backend("mlx"):
        held = {name: ops.asarray([1.0], dtype=name) for name in ("float64", "bfloat16")}
        with pytest.raises(emberops.errors.DTypeError, match="two files"):
            ops.save_safetensors(tmp_path / "x.safetensors", held)


def test_safetensors(backend, tmp_path):
    path = tmp_path / "x.safetensors"
    ops.save(path, {"a": ops.asarray(X), "b": ops.asarray([1, 2])})
    loaded = ops.load(path)
    assert sorted(loaded) == ["a", "b"]
    assert_close(loaded["a"], X)
    assert_close(loaded["b"], [1, 2])
    ops.save_safetensors(path, {"a": ops.asarray(X)}, {"made": "here"})
    assert list(ops.load_safetensors(path)) == ["a"]


@pytest.mark.parametrize("writer", ["torch", "jax", "mlx"])
@pytest.mark.parametrize("reader", ["torch", "jax", "mlx"])
def test_bfloat16_between_backends(tmp_path, writer, reader):
    path = tmp_path / "x.safetensors"
    with emberops.use_backend(writer):
        ops.save_safetensors(path, {"a": ops.asarray(X, dtype=ops.bfloat16)})
    with emberops.use_backend(reader):
        loaded = ops.load_safetensors(path)["a"]
        assert ops.bfloat16 == loaded.dtype
        assert_close(ops.astype(loaded, ops.float32), X)


def test_one_format_for_each(backend, tmp_path):
    with pytest.raises(ValueError, match="safetensors"):
        ops.save(tmp_path / "x.npy", {"a": ops.asarray(X)})
    with pytest.raises(ValueError, match="safetensors"):
        ops.save(tmp_path / "x.safetensors", ops.asarray(X))


def test_pickles_are_refused(backend, tmp_path):
    path = tmp_path / "x.npy"
    np.save(path, np.array([{"a": 1}], dtype=object), allow_pickle=True)
    with pytest.raises(ValueError, match="pickle"):
        ops.load(path)


def test_text_files(backend, tmp_path):
    path = tmp_path / "x.csv"
    ops.savetxt(path, ops.asarray(X), delimiter=",", header="a b")
    assert_close(ops.loadtxt(path, delimiter=","), X)
    assert_close(ops.loadtxt(path, delimiter=",", usecols=1, dtype=ops.float32), X[:, 1])
    assert_close(ops.genfromtxt(io.StringIO("1,2\n3,"), delimiter=","), [[1, 2], [3, np.nan]])
    assert_close(ops.genfromtxt(io.StringIO("a\n1 2"), dtype=None, skip_header=1), [1, 2])


def test_raw_files(backend, tmp_path):
    path = tmp_path / "x.raw"
    X.tofile(path)
    assert_close(ops.fromfile(path, dtype=ops.float32), X.reshape(-1))
    assert_close(ops.fromfile(path, dtype="float32", count=2), X.reshape(-1)[:2])


def test_text(backend):
    x = ops.asarray(X)
    assert ops.array_str(x) == str(X)
    assert ops.array2string(x, precision=1) == np.array2string(X, precision=1)
    assert ops.array_repr(x) == repr(X)
    with ops.printoptions(precision=1, floatmode="fixed"):
        assert ops.get_printoptions()["precision"] == 1
        assert ops.array_str(x[0]) == "[1.0 2.5]"


@pytest.mark.parametrize(
    "tensors",
    [[np.ones(2)], {"a": "text"}, {1: np.ones(2)}, {"a": None}],
    ids=["list", "text", "number", "none"],
)
def test_what_no_file_of_safetensors_holds(backend, tmp_path, tensors):
    with pytest.raises(ArgumentTypeError, match=r"^ops\.save_safetensors: tensors"):
        ops.save_safetensors(tmp_path / "a.safetensors", tensors)


def test_files_of_safetensors_that_are_none(backend, tmp_path):
    with pytest.raises(FileNotFoundError):
        ops.load_safetensors(tmp_path / "none.safetensors")
    (tmp_path / "text.safetensors").write_text("no tensors, only text")
    with pytest.raises(ArgumentError, match=r"^ops\.load_safetensors: "):
        ops.load_safetensors(tmp_path / "text.safetensors")

"""A dispatcher writes its code at its first call, and nobody sees a difference."""

from __future__ import annotations

import subprocess
import sys

import pytest

PROGRAMS = {
    "the code is written once it is needed": """
from emberops import ops
assert "<dispatcher" not in ops.add.__code__.co_filename
before = ops.add
assert ops.add(1, 2) == 3
assert ops.add is before
assert ops.add.__code__.co_filename == "<dispatcher of ops.add>"
assert "<dispatcher" not in ops.mean.__code__.co_filename
""",
    "others do not pay for a look at PyTorch's tensors": """
import emberops
from emberops import ops
assert ops.add(1, 2) == 3
read = lambda: ops.add.__code__.co_names
assert "dtype" not in read()
emberops.namespace("torch")
assert "dtype" in read()
import torch
assert ops.add(torch.tensor([1.0]), torch.tensor([2.0])).tolist() == [3.0]
assert ops.add(torch.tensor([1]), torch.tensor([2], dtype=torch.int8)).dtype == torch.int64
assert ops.subtract(1, 2) == -1
assert "dtype" in ops.subtract.__code__.co_names
""",
    "name, words and signature are there before": """
import inspect, pickle, typing
from emberops import ops
for called in (False, True):
    if called:
        ops.mean([1.0, 2.0])
    assert str(inspect.signature(ops.mean)).startswith("(x: 'TensorLike', /, axis: 'Axis' = None, *, dtype")
    assert (ops.mean.__name__, ops.mean.__module__) == ("mean", "emberops.ops.statistical.reductions")
    assert ops.mean.__doc__.startswith("Arithmetic mean.")
    assert pickle.loads(pickle.dumps(ops.mean)) is ops.mean
    assert ops.mean.__kwdefaults__ == {"dtype": None, "keepdims": False}
""",
    "a wrong first call says what is wrong": """
from emberops import ops
for call in (lambda: ops.add(), lambda: ops.mean([1.0], keepdim=True)):
    try:
        call()
    except TypeError as error:
        assert str(error).startswith(("add() missing 2", "mean() got an unexpected keyword argument 'keepdim'")), error
    else:
        raise SystemExit("no error")
try:
    ops.reshape([1.0, 2.0], (3,))
except ValueError as error:
    assert str(error).startswith("ops.reshape: "), error
""",
    "a keyword is passed on": """
from emberops import ops
assert ops.sum([[1.0, 2.0]], axis=1, keepdims=True).shape == (1, 1)
""",
    "two of one dtype take the library's own function at once": """
from emberops import ops
import numpy as np
assert ops.multiply(np.ones(2), np.ones(2)).tolist() == [1.0, 1.0]
""",
    "threads may come together": """
import sys, threading
sys.setswitchinterval(1e-6)
from emberops import ops
names = ["add", "subtract", "multiply", "divide", "maximum", "minimum", "arctan2", "hypot", "equal", "less"]
start, wrong = threading.Barrier(8), []
def run():
    start.wait()
    for name in names:
        for _ in range(3):
            found = getattr(ops, name)([3.0], 3.0)
            if found.shape != (1,):
                wrong.append(name)
threads = [threading.Thread(target=run) for _ in range(8)]
[t.start() for t in threads]
[t.join() for t in threads]
assert not wrong, wrong
""",
    "all are written when PyTorch is there": """
from emberops import ops
import torch
assert all(f.__code__.co_filename.startswith("<dispatcher") for f in (ops.add, ops.mean, ops.nn.gelu, ops.linalg.svd))
""",
    "all are written where PyTorch came first": """
import torch
from emberops import ops
assert all(f.__code__.co_filename.startswith("<dispatcher") for f in (ops.add, ops.mean, ops.nn.gelu, ops.linalg.svd))
""",
}


@pytest.mark.parametrize("what", PROGRAMS)
def test_in_a_process_of_its_own(what: str) -> None:
    subprocess.run([sys.executable, "-c", PROGRAMS[what]], check=True)

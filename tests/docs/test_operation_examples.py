"""Every operation has an example, which runs and means the same on all backends."""

from __future__ import annotations

import mlx.core as mx
import numpy as np
import operation_examples
import pytest
import torch

import emberops
from emberops import ops
from emberops.catalogue import CATALOGUE, GROUPS
from emberops.testing import assert_close

EXAMPLES = {group: operation_examples.read(group) for group in GROUPS}
OF_ITS_OWN = {
    "partition": "the order on either side",
    "argpartition": "the order on either side",
    "random.default_rng": "NumPy has its own generators",
    "random.RandomState": "NumPy has its own generators",
    "random.default_generator": "NumPy has its own generators",
    "frompyfunc": "NumPy gives an array of objects",
}
"""Operations of which an answer is the backend's own, and what differs."""


@pytest.mark.parametrize("group", GROUPS)
def test_every_operation_has_an_example(group):
    assert list(EXAMPLES[group]) == [op.name for op in CATALOGUE.values() if op.group == group]


def test_the_error_for_a_missing_example_says_where_it_goes():
    with pytest.raises(LookupError, match=r"ops\.frobnicate has no example: add a line .* to .*nn\.txt"):
        operation_examples.of("frobnicate", "nn")


@pytest.mark.parametrize("group", GROUPS)
def test_an_example_calls_its_operation(group):
    for name, lines in EXAMPLES[group].items():
        assert any(f"ops.{name}" in line for line in lines), name


@pytest.mark.parametrize("group", GROUPS)
def test_every_example_shows_a_result(group):
    for name, lines in EXAMPLES[group].items():
        shown = [
            line for line in operation_examples.session(lines).splitlines() if not line.startswith(">>> ")
        ]
        assert shown, name


@pytest.mark.parametrize("group", GROUPS)
def test_examples_give_on_every_backend_what_they_give_on_numpy(group, backend):
    for name, lines in EXAMPLES[group].items():
        with emberops.use_backend("numpy"):
            expected = [value for _, value in operation_examples.run(lines)]
        found = [value for _, value in operation_examples.run(lines)]
        if name not in OF_ITS_OWN:
            assert_same(found, expected, lines)


def assert_same(found, expected, lines):
    if isinstance(expected, (list, tuple)):
        assert len(found) == len(expected), lines
        for one, other in zip(found, expected, strict=True):
            assert_same(one, other, lines)
    elif ops.is_tensor(expected) or ops.is_tensor(found):
        assert_close(found, expected)
    else:
        assert _portable(found) == _portable(expected), lines


def _portable(value):
    """A backend's own dtype as the one that all backends name so."""
    return ops.dtype(value) if isinstance(value, (type, np.dtype, torch.dtype, mx.Dtype)) else value

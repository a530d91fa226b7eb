"""An iterator where a tensor is wanted: it may have no end, so no operation reads it."""

from __future__ import annotations

from collections.abc import Iterator
from functools import reduce
from itertools import count
from typing import Any

import numpy as np
import pytest
from operation_calls import CALLS

import emberops
from emberops import ops
from emberops.errors import DTypeError


class Unread:
    """An iterator without end, of which nobody may take an item."""

    def __iter__(self) -> Iterator[int]:
        return self

    def __next__(self) -> int:
        raise AssertionError("an item was taken")


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize(
    "name", [n for n, call in CALLS.items() if call.tensors() and n not in ("any", "all")]
)
def test_no_operation_reads_an_iterator(backend: str, name: str) -> None:
    call = CALLS[name]
    operation = reduce(getattr, name.split("."), ops)
    for place in range(len(call.tensors())):
        operands: list[Any] = call.tensors()
        operands[place] = Unread()
        try:
            call.run(operation, operands)
        except AssertionError:
            raise
        except Exception as error:  # an answer or a refusal: the words tell which
            assert str(error).startswith("ops."), error  # noqa: PT017  as above


@pytest.mark.parametrize("name", ["isreal", "iscomplex", "ndim", "shape", "size", "copy", "asarray"])
def test_on_numpy_it_is_one_object_as_numpy_has_it(name: str) -> None:
    numbers = count()
    with emberops.use_backend("numpy"):
        np.testing.assert_equal(getattr(ops, name)(numbers), getattr(np, name)(numbers))
    assert next(numbers) == 0


@pytest.mark.parametrize("value", [len, dict, object(), "a", count(), np.array([None, 1])])
def test_whether_it_is_complex_is_asked_of_anything(backend: str, value: Any) -> None:
    for name in ("isreal", "iscomplex"):
        np.testing.assert_equal(getattr(ops, name)(value), getattr(np, name)(value))


@pytest.mark.parametrize("backend_name", ["torch", "jax", "mlx"])
@pytest.mark.parametrize("name", ["negative", "sqrt", "asarray", "sum", "sort", "where"])
def test_elsewhere_the_message_names_it(backend_name: str, name: str) -> None:
    with emberops.use_backend(backend_name), pytest.raises(DTypeError, match="generator"):
        getattr(ops, name)(n for n in (1, 2))


@pytest.mark.parametrize("name", ["roots", "poly"])
def test_what_is_said_of_an_object_is_not_said_of_its_items(backend: str, name: str) -> None:
    with pytest.raises(DTypeError, match="list"):
        getattr(ops, name)(n for n in (1, 2))


@pytest.mark.parametrize("name", ["any", "all"])
def test_any_and_all_read_as_far_as_pythons_own(backend: str, name: str) -> None:
    of_python = {"any": any, "all": all}[name]
    for items in ([], [0, 0], [0, 1], [1, 0, 1], [1, 2]):
        ours, theirs = iter(items), iter(items)
        found = getattr(ops, name)(ours)
        assert ops.is_tensor(found) or isinstance(found, np.bool_)
        assert bool(found) is of_python(theirs)
        assert [*ours] == [*theirs]


def test_an_array_that_is_iterated_is_an_array(backend: str) -> None:
    assert ops.tolist(ops.add(np.arange(4).reshape(2, 2).flat, 1)) == [1, 2, 3, 4]

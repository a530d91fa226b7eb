"""Numbers in the host's memory, whose methods are called as those of arrays are."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from purity_lint.semantics.values import Value

ValueOf = Callable[[str, str], Value]

BUFFERS = """
    import array
    import numpy as np

    class Reader:
        def __init__(self, data):
            self.view = memoryview(data)

        def read(self, data):
            words = array.array("i", data)
            cells = memoryview(data).cast("I")
            with memoryview(data) as entered:
                words.itemsize, cells.itemsize, entered.strides, self.view.nbytes
                words.tolist(), cells.tolist(), entered.tobytes()
                made = EXPRESSION
                return made
    """


@pytest.mark.parametrize("expression", ["words", "cells", "entered", "self.view", "entered[0] + entered[1]"])
def test_a_buffer_is_no_tensor(value_of: ValueOf, expression: str) -> None:
    assert not value_of(BUFFERS.replace("EXPRESSION", expression), expression).is_tensor


@pytest.mark.parametrize("expression", ["np.asarray(cells)", "np.frombuffer(words)", "np.array(entered)"])
def test_what_numpy_makes_of_a_buffer_is_one(value_of: ValueOf, expression: str) -> None:
    assert value_of(BUFFERS.replace("EXPRESSION", expression), expression).is_tensor

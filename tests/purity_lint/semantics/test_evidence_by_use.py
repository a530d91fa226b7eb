"""How a value is used says what it is: for the name that is used so, and for what it was computed from."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from purity_lint.diagnostics import Evidence
from purity_lint.semantics.values import Kind, Value

ValueOf = Callable[[str, str], Value]

ARITHMETIC = "def f(p, t):\n    diff = p - t\n    square = diff ** 2\n    return {}"


@pytest.mark.parametrize("use", ["square.mean()", "square.T", "square.numpy()", "square.reshape(-1)"])
@pytest.mark.parametrize("expression", ["p", "diff", "square"])
def test_use_reaches_back_through_arithmetic(value_of: ValueOf, use: str, expression: str) -> None:
    value = value_of(ARITHMETIC.format(use), expression)
    assert value.kind is Kind.TENSOR
    assert value.evidence is Evidence.INFERRED
    assert value.reasons


def test_an_operand_of_several_may_be_a_number(value_of: ValueOf) -> None:
    code = "def f(x, y, a):\n    z = a * x + (1 - a) * y\n    return z.reshape(-1)"
    assert value_of(code, "z").kind is Kind.TENSOR
    assert value_of(code, "1 - a").kind is Kind.UNKNOWN
    assert value_of(code, "a * x").maybe


def test_use_of_an_augmented_name_reaches_back(value_of: ValueOf) -> None:
    code = "def f(x, y):\n    total = x + y\n    total -= y\n    return total.astype(float)"
    assert value_of(code, "x + y").kind is Kind.TENSOR


def test_a_parameter_may_name_its_type(value_of: ValueOf) -> None:
    code = "def f(tensor, mean):\n    return (tensor - mean) / 2"
    assert value_of(code, "tensor").evidence is Evidence.INFERRED
    assert value_of(code, "mean").kind is Kind.UNKNOWN
    assert value_of("def f(tensors):\n    return tensors[0] + 1", "tensors[0]").kind is Kind.TENSOR
    assert value_of("def f(weights):\n    return weights + 1", "weights").evidence is Evidence.SUSPECTED


def test_calls_outweigh_a_name(value_of: ValueOf) -> None:
    assert value_of("def f(tensor):\n    return tensor * 2\nf(3)", "tensor * 2").kind is not Kind.TENSOR


def test_what_from_numpy_is_given_is_an_array(value_of: ValueOf) -> None:
    assert value_of("def f(a):\n    b = a * 2\n    return torch.from_numpy(b)", "a").kind is Kind.TENSOR

"""A class of the project that is declared is what comes, whatever its operators may be given."""

from __future__ import annotations

from collections.abc import Callable

from purity_lint.semantics.values import Value

ValueOf = Callable[[str, str], Value]

NETWORK = """
class Network:
    def __init__(self, s):
        self.s = np.asarray(s)

def embed(inner, flag):
    return Network(inner) if flag else np.ones(3)

"""


def test_a_declared_parameter_is_no_array_where_some_call_passes_an_instance(value_of: ValueOf) -> None:
    code = "def twice(network: Network):\n    return network * 2\n\ntwice(embed(3, 1))\n"
    assert not value_of(NETWORK + code, "network * 2").is_tensor


def test_a_declared_result_is_no_array_where_the_body_may_give_an_instance(value_of: ValueOf) -> None:
    code = "def pick(flag) -> Network:\n    return embed(3, flag)\n\nx = pick(1) * 2\n"
    assert not value_of(NETWORK + code, "pick(1) * 2").is_tensor


def test_what_is_not_declared_may_be_either(value_of: ValueOf) -> None:
    assert value_of(
        NETWORK + "def pick(flag):\n    return embed(3, flag)\n\nx = pick(1)\n", "pick(1)"
    ).is_tensor


def test_an_array_in_a_union_stays_one(value_of: ValueOf) -> None:
    code = "def twice(s: Network | np.ndarray):\n    return s * 2\n\ntwice(embed(3, 1))\n"
    assert value_of(NETWORK + code, "s * 2").is_tensor


def test_a_class_of_a_library_says_nothing_of_tensors(value_of: ValueOf) -> None:
    code = (
        "from linear_operator import LinearOperator\n\n"
        "def dense(a, flag) -> LinearOperator:\n    return LinearOperator(a) if flag else torch.ones(3)\n\n"
        "x = dense(torch.ones(3), 1) * 2\n"
    )
    assert value_of(code, "dense(torch.ones(3), 1)").is_tensor


def test_arrays_of_the_standard_library_are_no_tensors(value_of: ValueOf) -> None:
    code = "from ctypes import Array, c_char\ndef f(buffer: Array[c_char]):\n    return buffer[0]\n"
    assert not value_of(code, "buffer").is_tensor
    assert not value_of(
        code.replace("Array, c_char", "c_char, Array as Shared").replace("Array[", "Shared["), "buffer"
    ).is_tensor
    assert value_of(code.replace("ctypes", "somewhere"), "buffer").is_tensor

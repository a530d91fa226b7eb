"""Arrays that go through records, pools of processes, futures and columns of rows are still arrays."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from purity_lint.semantics.values import Value

ValueOf = Callable[[str, str], Value]

RECORDS = """
    from __future__ import annotations

    import dataclasses
    from dataclasses import dataclass
    from typing import Optional, TypedDict

    @dataclass
    class State:
        x: np.ndarray
        y: Optional[np.ndarray] = None
        name: Optional[str] = None

        def use(self):
            return self.y, self.name

    class Options(TypedDict):
        start: np.ndarray
        steps: int

    def run(state: State, options: Options, key: str):
        later = dataclasses.replace(state, x=np.ones(3))
        if state.y is not None:
            print(state.y)
        return EXPRESSION
    """


@pytest.mark.parametrize("expression", ["state.y", "later.x", "options['start']"])
def test_fields_of_records_are_what_they_are_declared_to_be(value_of: ValueOf, expression: str) -> None:
    assert value_of(RECORDS.replace("EXPRESSION", expression), expression).is_tensor


def test_a_field_that_is_none_at_first_may_be_none(value_of: ValueOf) -> None:
    value = value_of(RECORDS, "self.y")
    assert value.is_tensor
    assert value.maybe


@pytest.mark.parametrize("expression", ["state.name", "options['steps']", "options[key]", "later"])
def test_and_other_fields_are_not(value_of: ValueOf, expression: str) -> None:
    assert not value_of(RECORDS.replace("EXPRESSION", expression), expression).is_tensor


POOLS = """
    from concurrent.futures import ThreadPoolExecutor, as_completed
    from itertools import accumulate
    from multiprocessing import Pool

    from joblib import Parallel, delayed

    def make(n, m=0):
        return np.zeros(n)

    def count(n):
        return n + 1

    def run(ns):
        with ThreadPoolExecutor() as executor, Pool() as pool:
            future = executor.submit(make, 3)
            futures = [executor.submit(make, n) for n in ns]
            for done in as_completed(futures):
                done.result()
            sums = [s for s in accumulate([np.zeros(3)])]
            xs, names = zip(*[(np.zeros(3), "a") for _ in ns])
            return EXPRESSION
    """


@pytest.mark.parametrize(
    "expression",
    [
        "list(executor.map(make, ns))[0]",
        "future.result()",
        "done.result()",
        "pool.map(make, ns)[0]",
        "pool.starmap(make, [(1, 2)])[0]",
        "pool.apply_async(make, (3,)).get()",
        "Parallel(n_jobs=2)((delayed(make)(n) for n in ns))[0]",
        "sums[0]",
        "xs[0]",
    ],
)
def test_what_runs_elsewhere_gives_what_it_gives_here(value_of: ValueOf, expression: str) -> None:
    assert value_of(POOLS.replace("EXPRESSION", expression), expression).is_tensor


@pytest.mark.parametrize(
    "expression", ["pool.map(count, ns)[0]", "executor.submit(count, 3).result()", "names[0]", "future", "xs"]
)
def test_and_nothing_else(value_of: ValueOf, expression: str) -> None:
    assert not value_of(POOLS.replace("EXPRESSION", expression), expression).is_tensor


@pytest.mark.parametrize("call", ["x.sinh_()", "x.unique_consecutive()", "x.histc(3)"])
def test_methods_that_only_pytorch_has_give_tensors(value_of: ValueOf, call: str) -> None:
    code = f"""
        def f(x: torch.Tensor):
            return {call}
        """
    assert value_of(code, call).is_tensor


@pytest.mark.parametrize("function", ["polynomial.polyadd", "chebyshev.chebadd", "hermite_e.hermeroots"])
def test_coefficients_of_series_are_arrays(value_of: ValueOf, function: str) -> None:
    module, name = function.split(".")
    code = f"from numpy.polynomial.{module} import {name}\ny = {name}([1, 2], [3])\n"
    assert value_of(code, f"{name}([1, 2], [3])").is_tensor


@pytest.mark.parametrize(
    "body",
    [
        "for arg in args:\n        if arg is not None:\n            return arg",
        "return args[0]",
        "return next(arg for arg in args if arg is not None)",
    ],
)
def test_what_a_function_picks_of_several_arguments_is_what_this_call_gave(
    value_of: ValueOf, body: str
) -> None:
    code = f"""\
def pick(*args):
    {body}

numbers = pick(0.05, 3) * 2
arrays = pick(np.zeros(3), None) * 2
"""
    assert value_of(code, "pick(np.zeros(3), None)").is_tensor
    assert not value_of(code, "pick(0.05, 3)").is_tensor


@pytest.mark.parametrize(
    ("name", "given", "is_array"),
    [
        ("input_shape", "[np.ones(3)]", False),
        ("input_shape", "(2, 3)", False),
        ("input_shape", "np.array([2, 3])", True),
        ("inputs", "[np.ones(3)]", True),
    ],
)
def test_where_a_shape_is_meant_a_list_of_arrays_tells_nothing(
    value_of: ValueOf, name: str, given: str, is_array: bool
) -> None:
    code = f"""
        def convert({name}):
            return {name}[0:1], {name}[0]

        def run():
            return convert({given})
        """
    found = (value_of(code, f"{name}[0:1]"), value_of(code, f"{name}[0]"))
    assert any(value.is_tensor for value in found) is is_array

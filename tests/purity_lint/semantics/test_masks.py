"""What is compared element by element, or indexed by a mask, is a tensor, though nobody knows where it comes from."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from purity_lint.semantics.values import Evidence, Kind, Value

ValueOf = Callable[[str, str], Value]


@pytest.mark.parametrize(
    "mask",
    [
        "np.any(a < 0)",
        "np.where(a == 0)[0]",
        "jnp.where((a < 0) & ~(a != 2), 0, 1)",
        "np.sum(0 < a)",
        "a[a > 1]",
        "a[idx]",
    ],
)
def test_a_mask_is_of_a_tensor(value_of: ValueOf, mask: str) -> None:
    code = f"""
        from elsewhere import read

        def f(source):
            idx = np.nonzero([0, 1])[0]
            a = read(source)
            mask = {mask}
            return a
        """
    value = value_of(code, "a")
    assert value.is_tensor
    assert value.evidence is Evidence.INFERRED


@pytest.mark.parametrize("store", ["s[s != 0] = 1.0 / s[s != 0]", "s[s == 0] *= 2"])
def test_what_is_stored_into_by_its_own_mask_is_a_tensor(value_of: ValueOf, store: str) -> None:
    code = f"""
        from elsewhere import read

        def f(source):
            s = read(source)
            {store}
            return s
        """
    assert value_of(code, "s").is_tensor
    assert value_of(code, store[2:].split("]", maxsplit=1)[0]).is_tensor


@pytest.mark.parametrize(
    "mask",
    [
        "np.any(a in (1, 2))",
        "any(a < 0)",
        "np.any(a < other)",
        "a < 0",
        "a[k]",
        "a['k']",
        "elsewhere.where(a < 0)",
    ],
)
def test_what_is_no_mask_says_nothing(value_of: ValueOf, mask: str) -> None:
    code = f"""
        import elsewhere
        from elsewhere import read, other, k

        def f(source):
            a = read(source)
            mask = {mask}
            return a
        """
    assert not value_of(code, "a").is_tensor


def test_a_table_is_compared_by_masks_too(value_of: ValueOf) -> None:
    code = """
        import pandas as pd
        from elsewhere import read

        def f(source):
            a = read(source)
            return np.any(a < 0), a
        """
    assert not value_of(code, "a").is_tensor


def test_an_array_of_a_documented_number_may_have_axes(value_of: ValueOf) -> None:
    code = '''
        def valid(x):
            """Bring a number into bounds.

            Parameters
            ----------
            x : float
                The number.
            """
            x = np.asarray(x, dtype=float)
            kept = np.where(x < 1, x, 1)
            return kept

        print(np.asarray(2.0))
        '''
    assert value_of(code, "kept").is_tensor
    assert value_of(code, "np.asarray(2.0)").rank == 0


def test_what_a_function_makes_is_of_the_library_that_it_is_given(value_of: ValueOf) -> None:
    code = """
        def f(act):
            made = act(torch.linspace(0, 1, 5))
            return made.abs().max() < 1
        """
    assert value_of(code, "made.abs().max()").kind is Kind.TENSOR
    assert value_of(code, "made.abs().max()").evidence is Evidence.INFERRED


@pytest.mark.parametrize("use", ["y[a == c]", "y[a == c] = 0"])
def test_what_reads_a_tensor_is_a_mask_of_a_tensor(value_of: ValueOf, use: str) -> None:
    code = f"""
        from elsewhere import read

        def f(source, y: np.ndarray):
            a = read(source)
            for c in range(3):
                {use}
            return a
        """
    assert value_of(code, "a").is_tensor


@pytest.mark.parametrize("kind", ["float64", "complex128", "int32"])
def test_a_scalar_of_what_nobody_knows_may_be_an_array(value_of: ValueOf, kind: str) -> None:
    code = f"""
        from elsewhere import read

        def f(coordinates):
            x, y = (np.{kind}(c) for c in read(coordinates))
            w = np.sqrt(x**2 + y**2)
            return w, np.{kind}(3)
        """
    assert value_of(code, "w").is_tensor
    assert value_of(code, "x").kind is not Kind.SCALAR
    assert value_of(code, f"np.{kind}(3)").kind is Kind.SCALAR

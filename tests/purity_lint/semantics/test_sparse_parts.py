"""Rows and columns of a sparse matrix are one again; of what may be one, a part is no proven tensor."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from purity_lint.semantics.values import Kind, Value

ValueOf = Callable[[str, str], Value]

_MATRIX = """
    import scipy.sparse as sp

    def f(n, i):
        rows = np.arange(n)
        k = sp.csr_matrix((n, n))
        return {part}
    """


@pytest.mark.parametrize("part", ["k[rows]", "k[:, rows]", "k[rows][:, rows]", "k[1:3]", "k[[0, 2]]"])
def test_rows_and_columns_are_a_matrix(value_of: ValueOf, part: str) -> None:
    value = value_of(_MATRIX.format(part=part), part)
    assert value.kind is Kind.INSTANCE
    assert value.name == "scipy.sparse.spmatrix"


@pytest.mark.parametrize("part", ["k[i, 0]", "k[rows, rows]", "k[0, 1]"])
def test_elements_are_no_matrix(value_of: ValueOf, part: str) -> None:
    assert value_of(_MATRIX.format(part=part), part).kind is not Kind.INSTANCE


def test_parts_of_what_may_be_a_matrix_are_foreign(value_of: ValueOf) -> None:
    code = """
        import scipy.sparse as sp

        class Model:
            def __init__(self):
                self._k = None

            def stiffness(self):
                if self._k is None:
                    self._k = sp.csr_matrix((3, 3))
                return self._k

            def part(self):
                rows = np.arange(3)
                k = self.stiffness()
                return k[rows][:, rows]
        """
    for part in ("k[rows]", "k[rows][:, rows]"):
        value = value_of(code, part)
        assert value.foreign or not value.is_tensor

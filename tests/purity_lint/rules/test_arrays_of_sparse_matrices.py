"""PUR105: what a sparse matrix consists of is NumPy's, what it is asked for, and what solves with it."""

from __future__ import annotations

import pytest
from snippets import Fixed, Lines

_CODE = """\
from emberops import ops
from scipy import sparse


class Node:
    def __init__(self, data):
        self.data = data


def f(x: ops.Tensor, node: Node):
    matrix = sparse.csr_matrix(ops.to_numpy(x))
    other = matrix.copy()
    {store}
    return matrix
"""


@pytest.mark.parametrize(
    ("store", "handed"),
    [
        ("matrix.data = ops.exp(x)", "matrix.data = ops.to_numpy(ops.exp(x))"),
        ("matrix.data = ops.exp(matrix.data)", "matrix.data = ops.to_numpy(ops.exp(matrix.data))"),
        ("matrix.indices = ops.arange(3)", "matrix.indices = ops.to_numpy(ops.arange(3))"),
        ("matrix.data /= ops.max(x)", "matrix.data /= ops.to_numpy(ops.max(x))"),
    ],
)
def test_a_tensor_is_handed_over(lines: Lines, fixed: Fixed, store: str, handed: str) -> None:
    code = _CODE.format(store=store)
    assert lines(code, "PUR105") == [(13, "PUR105")]
    after = fixed(code, "PUR105", unsafe=True)
    assert after == _CODE.format(store=handed)
    assert lines(after, "PUR105") == []


@pytest.mark.parametrize(
    "store",
    [
        "matrix.data = ops.to_numpy(ops.exp(x))",
        "matrix.data = other.data",
        "matrix.data = other.data.copy()",
        "matrix.data = [1.0, 2.0]",
        "node.data = ops.exp(x)",
        "matrix.name = ops.exp(x)",
    ],
)
def test_nothing_else_is(lines: Lines, store: str) -> None:
    assert lines(_CODE.format(store=store), "PUR105") == []


@pytest.mark.parametrize(
    "made",
    ["image.img_to_graph(image_of)", "kneighbors_graph(image_of, 2)"],
)
def test_a_graph_of_neighbours_is_a_sparse_matrix(fixed: Fixed, made: str) -> None:
    code = (
        "import numpy as np\nfrom sklearn.feature_extraction import image\n"
        "from sklearn.neighbors import kneighbors_graph\n\n\n"
        f"def f(image_of):\n    graph = {made}\n    graph.data = np.exp(-graph.data)\n    return graph\n"
    )
    assert "graph.data = ops.to_numpy(ops.exp(" in fixed(code, unsafe=True)


def test_what_a_fix_makes_of_its_arrays_is_handed_over_by_the_next(fixed: Fixed) -> None:
    """The second fix was held against the first, which was taken back with an error."""
    code = """\
import numpy as np


def by_value(graph):
    \"\"\"Sort a graph.

    Parameters
    ----------
    graph : sparse matrix of shape (n_samples, n_samples)
        What is sorted.
    \"\"\"
    if len(graph.data) > 3:
        distances = graph.data.reshape(3, -1)
        order = np.argsort(distances)
        order = order.ravel()
        graph.data = graph.data[order]
    else:
        for start, stop in zip(graph.indptr, graph.indptr[1:]):
            order = np.argsort(graph.data[start:stop])
            graph.data[start:stop] = graph.data[start:stop][order]
    return graph
"""
    after = fixed(code, unsafe=True)
    assert "graph.data = ops.to_numpy(ops.getitem(graph.data, order))" in after
    assert "graph.data[start:stop] = ops.getitem(" in after, "they are stored into where they lie"


_PLACES = """\
from emberops import ops
from scipy import sparse


def f(kept: ops.Tensor, n: int):
    matrix = sparse.lil_matrix((n, n))
    other = sparse.lil_matrix((n, n))
    at = (n, n)
    grid = ops.ix_(kept, kept)
    {line}
    return matrix
"""


@pytest.mark.parametrize(
    ("line", "handed"),
    [
        (
            "part = matrix[ops.ix_(kept, kept)]",
            "part = matrix[tuple(ops.to_numpy(place).copy() for place in ops.ix_(kept, kept))]",
        ),
        ("matrix[grid] = 1", "matrix[tuple(ops.to_numpy(place).copy() for place in grid)] = 1"),
    ],
)
def test_a_grid_of_places_is_handed_over(lines: Lines, fixed: Fixed, line: str, handed: str) -> None:
    code = _PLACES.format(line=line)
    assert lines(code, "PUR105") == [(10, "PUR105")]
    after = fixed(code, "PUR105", unsafe=True)
    assert after == _PLACES.format(line=handed)
    assert lines(after, "PUR105") == []


@pytest.mark.parametrize("line", ["matrix[at] = 1", "part = matrix[other.nonzero()]", "part = matrix[n, n]"])
def test_a_pair_of_numbers_is_not(lines: Lines, line: str) -> None:
    assert lines(_PLACES.format(line=line), "PUR105") == []


_KEPT = """\
from emberops import ops
from scipy.interpolate import interp1d
from scipy.sparse import csc_matrix
from scipy.sparse.linalg import factorized, spilu, splu
from scipy.spatial import KDTree


class Solver:
    def __init__(self, matrix, points):
        self.matrix = csc_matrix(matrix)
        self.points = points
        self.kept = None

    def prepare(self):
        self.kept = {made}

    def solve(self, b: ops.Tensor):
        {line}
        return x
"""


@pytest.mark.parametrize(
    ("made", "line", "handed"),
    [
        (
            "splu(self.matrix)",
            "x = self.kept.solve(b)",
            "x = ops.from_numpy(self.kept.solve(ops.to_numpy(b)))",
        ),
        (
            "spilu(self.matrix)",
            "x = self.kept.solve(b, trans='T')",
            "x = ops.from_numpy(self.kept.solve(ops.to_numpy(b), trans='T'))",
        ),
        ("factorized(self.matrix)", "x = self.kept(b)", "x = ops.from_numpy(self.kept(ops.to_numpy(b)))"),
        ("interp1d([0, 1], [0, 1])", "x = self.kept(b)", "x = ops.from_numpy(self.kept(ops.to_numpy(b)))"),
        (
            "KDTree([[0, 1]])",
            "x, _ = self.kept.query(b)",
            "x, _ = map(ops.from_numpy, self.kept.query(ops.to_numpy(b)))",
        ),
    ],
)
def test_objects_that_are_made_later_are_given_numpys(
    lines: Lines, fixed: Fixed, made: str, line: str, handed: str
) -> None:
    """Before, the attribute is ``None``, which nobody can ask."""
    code = _KEPT.format(made=made, line=line)
    assert lines(code, "PUR105") == [(18, "PUR105")]
    after = fixed(code, "PUR105", unsafe=True)
    assert after == _KEPT.format(made=made, line=handed)
    assert lines(after, "PUR105") == []
    assert fixed(code, "PUR105") == code


def test_what_may_be_another_object_is_left(fixed: Fixed) -> None:
    code = _KEPT.format(
        made="splu(self.matrix) if self.points else Solver(1, 2)", line="x = self.kept.solve(b)"
    )
    assert fixed(code, "PUR105", unsafe=True) == code


_GIVEN = """\
from emberops import ops
from scipy import sparse


class Field:
    def matrix(self, n):
        if n:
            return sparse.identity(n)

    def part(self, kept: ops.Tensor, n: int):
        return self.inner({given}, kept)

    def inner(self, matrix{annotation}, kept: ops.Tensor):
        return {part}
"""


@pytest.mark.parametrize(
    ("given", "annotation"),
    [
        ("self.matrix(n)", ""),
        ("self.read(n)", ": sparse.csr_matrix"),
        ("self.read(n)", ": sparse.csr_array"),
    ],
)
def test_a_matrix_that_is_annotated_or_none_is_one(fixed: Fixed, given: str, annotation: str) -> None:
    code = _GIVEN.format(given=given, annotation=annotation, part="matrix[kept, :]")
    handed = _GIVEN.format(given=given, annotation=annotation, part="matrix[ops.to_numpy(kept).copy(), :]")
    assert fixed(code, "PUR105", unsafe=True) == handed


def test_what_is_sparse_for_some_callers_alone_takes_any_place(lines: Lines) -> None:
    code = """\
from emberops import ops
from scipy import sparse


def f(matrix, x: ops.Tensor):
    return matrix[ops.argmax(x, axis=0)]


def g(a: ops.Tensor):
    return f(sparse.csr_matrix(a), a), f(a, a)
"""
    assert [line for line, _ in lines(code, "PUR105")] == [10]

"""Values of library results that depend on no argument."""

from __future__ import annotations

from typing import Final

from purity_lint.knowledge.ecosystem import SKLEARN_BUNCH
from purity_lint.knowledge.framework_objects import FLAX_VARIABLE
from purity_lint.knowledge.notation import Result
from purity_lint.knowledge.numpy_packages import AXES, FIGURE
from purity_lint.knowledge.python import BUFFERS
from purity_lint.knowledge.scipy.returns import (
    DISTRIBUTIONS,
    FITTED,
    KD_TREE,
    LINEAR_OPERATOR,
    SPARSE_MATRIX,
    SUPER_LU,
)
from purity_lint.semantics.domain.atoms import (
    ANY,
    BOOL_VALUE,
    BYTES_VALUE,
    COMPLEX_VALUE,
    DEVICE_VALUE,
    DIM_VALUE,
    DTYPE_VALUE,
    FLOAT_VALUE,
    FUNCTION_VALUE,
    INT_VALUE,
    LIST_OF_STR,
    MATRIX_VALUE,
    NONE_VALUE,
    OTHER_VALUE,
    RANDOM_VALUE,
    SCALAR_VALUE,
    SHAPE_VALUE,
    STR_VALUE,
)
from purity_lint.semantics.domain.interning import Abs
from purity_lint.semantics.domain.kinds import DICT, INSTANCE, ITERATOR, LIST, MODULE, RANDOM, TUPLE
from purity_lint.semantics.domain.lattice import ANY_LIBRARY

SPARSE_VALUE: Final = Abs(INSTANCE, refs=(SPARSE_MATRIX,))
"""SciPy's sparse matrices."""

SIMPLE: Final[dict[Result, Abs]] = {
    Result.SCALAR: SCALAR_VALUE,
    Result.INT: INT_VALUE,
    Result.FLOAT: FLOAT_VALUE,
    Result.COMPLEX: COMPLEX_VALUE,
    Result.BOOL: BOOL_VALUE,
    Result.STR: STR_VALUE,
    Result.BYTES: BYTES_VALUE,
    Result.DIM: DIM_VALUE,
    Result.SHAPE: SHAPE_VALUE,
    Result.DTYPE: DTYPE_VALUE,
    Result.DEVICE: DEVICE_VALUE,
    Result.RANDOM_STATE: RANDOM_VALUE,
    Result.OPS_GENERATOR: Abs(RANDOM, backend="ops"),
    Result.NONE: NONE_VALUE,
    Result.OTHER: OTHER_VALUE,
    Result.INDEXER: OTHER_VALUE,
    Result.FUNCTION: FUNCTION_VALUE,
    **{result: FUNCTION_VALUE for result in Result if result.transforms},
    Result.ANYTHING: ANY,
    Result.STR_LIST: LIST_OF_STR,
    Result.STR_DICT: Abs(DICT, elem=STR_VALUE),
    Result.ROWS_OF_STR: Abs(ITERATOR, elem=LIST_OF_STR),
    Result.RECORDS_OF_STR: Abs(ITERATOR, elem=Abs(DICT, elem=STR_VALUE)),
    Result.STR_TUPLE: Abs(TUPLE, elem=STR_VALUE),
    Result.SCALAR_LIST: Abs(LIST, elem=SCALAR_VALUE),
    Result.FLOATS: Abs(TUPLE, elem=FLOAT_VALUE),
    Result.INT_DICT: Abs(DICT, elem=INT_VALUE),
    Result.OPTIMUM: Abs(INSTANCE, refs=("result",)),
    Result.MINIMUM: Abs(INSTANCE, refs=("minimum",)),
    Result.VARIABLE: Abs(INSTANCE, refs=(FLAX_VARIABLE,)),
    Result.KD_TREE: Abs(INSTANCE, refs=(KD_TREE,)),
    Result.FACTORIZATION: Abs(INSTANCE, refs=(SUPER_LU,)),
    Result.LINEAR_OPERATOR: Abs(INSTANCE, refs=(LINEAR_OPERATOR,)),
    Result.BUFFER: Abs(INSTANCE, refs=BUFFERS[:1]),
    Result.AXES: Abs(INSTANCE, refs=(AXES,)),
    Result.FIGURE: Abs(INSTANCE, refs=(FIGURE,)),
    Result.SPARSE: SPARSE_VALUE,
    Result.NUMPY_MATRIX: MATRIX_VALUE,
    Result.FITTED: Abs(INSTANCE, refs=(FITTED,)),
    Result.NAMESPACE: Abs(MODULE, refs=ANY_LIBRARY),
}

READ_BY_NAME: Final = frozenset({*SIMPLE[Result.OPTIMUM].refs, *SIMPLE[Result.MINIMUM].refs, SKLEARN_BUNCH})
"""Objects that are dictionaries as well: `res["x"]` is `res.x`."""


def is_sparse(value: Abs) -> bool:
    """True for a sparse matrix of SciPy's."""
    return value.mask == INSTANCE and value.refs == SPARSE_VALUE.refs


def as_object(value: Abs) -> Abs:
    """Return what is one of several distributions of SciPy's as the instance that it is, whichever it is.

    One that is known is named, and its methods are found by that name.
    """
    one = value.mask == MODULE and len(value.refs) == 1
    if not one and value.mask & MODULE and DISTRIBUTIONS.issuperset(value.refs):
        return value.but(mask=value.mask & ~MODULE | INSTANCE)
    return value

"""Functions of NumPy that rules and rewrites treat by what they are for: converting, adding up, drawing."""

from __future__ import annotations

from typing import Final

from purity_lint.knowledge.notation import words
from purity_lint.knowledge.numpy.forms import IN_PLACE, IN_PLACE_PARAMETERS, UFUNC_AT

FROM_TENSORS: Final = words("numpy.asarray numpy.array numpy.ascontiguousarray numpy.asanyarray numpy.copy")
"""They make a NumPy array of another library's tensor."""
AS_ARRAYS: Final = words("numpy.asarray numpy.asanyarray")
"""They give an array as it is."""
KEEP_ARRAYS: Final = words("numpy.array numpy.asarray numpy.ascontiguousarray numpy.asfortranarray")
"""They make an array of a matrix, where other functions make a matrix."""
ASSERTIONS: Final = words("""
    numpy.testing.assert_allclose numpy.testing.assert_almost_equal numpy.testing.assert_approx_equal
    numpy.testing.assert_array_almost_equal numpy.testing.assert_array_almost_equal_nulp
    numpy.testing.assert_array_equal numpy.testing.assert_array_less numpy.testing.assert_array_max_ulp
    numpy.testing.assert_equal
""")
"""They compare two arrays of NumPy's."""
MATRIX: Final = "numpy.matrix"
MATRIX_MAKERS: Final = frozenset({MATRIX, "numpy.asmatrix", "numpy.bmat", "numpy.mat"})
"""What makes one."""
NOT_METHODS: Final = words("""
    arange array asanyarray asarray ascontiguousarray asfortranarray empty from_dlpack frombuffer fromfile fromiter
    frompyfunc fromstring promote_types zeros
    """)
"""Functions written in C that are no methods as attributes of a class; universal functions are none either."""
UNIQUE: Final = "numpy.unique"
OF_PLAIN_ARRAYS: Final = words("""
    numpy.copy numpy.where numpy.cumulative_sum numpy.cumulative_prod
    """)
"""Functions whose operation is another function of NumPy's, which does else to a masked array, a matrix, a class of
one's own: ``np.copy`` drops a mask that ``ops.copy`` keeps, ``np.where(x)`` disregards one that ``np.nonzero`` asks."""
OVER_FIRST_AXIS: Final = ".reduce"
"""Methods of universal functions, which are of that sort as well, end with this: ``np.add.reduce`` is no ``np.sum``."""
VECTORIZE: Final = "numpy.vectorize"
SUM: Final = "numpy.sum"
UPDATES: Final[dict[str, str | None]] = {
    **{f"numpy.{name}.at": template for name, template in UFUNC_AT.items()},
    **{f"numpy.{name}": template for name, template in IN_PLACE.items()},
    "numpy.random.shuffle": "{ops}.random.default.shuffle({x})",
}
"""Functions that change their first argument -> its new value; ``None``: no operation gives it."""
UPDATE_PARAMETERS: Final = {f"numpy.{name}": order for name, order in IN_PLACE_PARAMETERS.items()}
"""Some of these functions -> their parameters in order; the others take theirs by position only."""
INTO_FIRST: Final = {
    f"numpy.{ufunc}": f"{{ops}}.assign_{ufunc}({{x}}, ..., {{a1}})"
    for ufunc in ("add", "subtract", "multiply", "divide")
}
"""Universal functions -> the new value of ``x`` in ``f(x, y, out=x)``."""
IN_PLACE_IF_TOLD: Final = frozenset({"numpy.nan_to_num"})
"""Functions that change their first argument where they are told ``copy=False``, and give a new array otherwise."""
HIDDEN_GENERATOR: Final = "numpy.random"
"""Module whose functions draw from a generator that nobody passes."""
ASTYPE: Final = "numpy.astype"
ISSUBDTYPE: Final = "numpy.issubdtype"
RAVEL: Final = "numpy.ravel"
NORMAL: Final = {
    "numpy.random.normal": ("loc", "scale", "size"),
    "numpy.random.standard_normal": ("size",),
    "numpy.random.randn": ("*size",),
}
"""Samplers of the normal distribution -> their parameters in order."""
UNIFORM: Final = {
    "numpy.random.uniform": ("low", "high", "size"),
    "numpy.random.random": ("size",),
    "numpy.random.random_sample": ("size",),
    "numpy.random.rand": ("*size",),
}
"""Samplers of the uniform distribution -> their parameters in order."""
MASKED: Final = "numpy.ma."
"""What makes and takes masked arrays begins with this."""
MASKED_ARRAY: Final = "numpy.ma.MaskedArray"
MASKED_CLASSES: Final = frozenset({MASKED_ARRAY, "numpy.ma.masked_array", "numpy.ma.core.MaskedArray"})
TOLD_APART: Final = "told apart"
"""What is demanded of a function of which some code asks ``how is np.mean``, or which it looks up: to be that one."""
MAKER_OF_UFUNCS: Final = "frompyfunc"
"""It makes an object with methods of its own: `f.reduce`, `f.outer`, `f.nin`."""
MAKERS_OF_FUNCTIONS: Final = frozenset({MAKER_OF_UFUNCS, "vectorize"})
"""Functions that make a function of arrays of one of numbers."""
CLASS_NAME: Final = "ndarray"
"""Class of its arrays."""
KEEP_SPARSE: Final = words("""
    numpy.linalg.norm numpy.prod numpy.ptp numpy.percentile numpy.quantile numpy.vdot numpy.inner numpy.dot
    emberops.ops.linalg.norm emberops.ops.linalg.vector_norm emberops.ops.prod emberops.ops.ptp
    emberops.ops.percentile emberops.ops.quantile emberops.ops.vdot emberops.ops.inner emberops.ops.dot
    """)
"""Functions that take a sparse matrix for an object, and give it back, or one that they computed of it."""
PROTOCOL: Final = words("__array_ufunc__ __array_function__")
"""Methods of a class that NumPy's functions hand their calls over to, each with itself as an argument."""
PRECEDENCE: Final = words("__array_ufunc__ __array_priority__")
"""Methods and attributes of a class by which its operators come before those of NumPy's arrays."""
FLOAT_CONSTANTS: Final = words("nan NaN NAN inf Inf pi")
"""Constants that are floats: each library has objects of its own for them."""
IDENTITY: Final = "is"
"""What is demanded of a constant of which some code asks ``x is np.nan``: to be that object."""

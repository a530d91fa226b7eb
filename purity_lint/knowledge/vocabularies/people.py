"""Words by which people say that a thing is a tensor: in names, annotations and docstrings, whichever library's.

Regular expressions are matched at the start of a text in lower case.
"""

from __future__ import annotations

import re
from typing import Final

from purity_lint.knowledge.notation import words

VARIABLES: Final = words("""
    X Y x y z W w weights weight bias biases grad grads gradient gradients tensor tensors array arr logits probs
    inputs outputs hidden embedding embeddings matrix mat vec vector cov covariance features targets labels preds
    predictions activations residual residuals jacobian hessian kernel kernels mask masks image images signal
    """)
"""Names that hold tensors more often than not in files that import an array library."""
MASKS: Final = words("mask masks")
"""Last words of names that hold arrays of truth values."""
IMAGES: Final = words("img image picture pixels bitmap")
"""Last words of names that hold arrays of bytes more often than of other whole numbers, where they look values up."""
TENSOR_TESTS: Final = words("""
    is_tensor is_array is_numpy_array is_torch_array is_jax_array is_array_api_obj is_keras_tensor is_dask_array
    is_torch_tensor is_arraylike is_array_like
    """)
"""Functions that tell whether their argument is a tensor."""
TENSOR_LIKE: Final = words("ArrayLike TensorLike array_like Numeric NumericTensor NumberLike Scalar_or_array")
"""Names in annotations of what becomes a tensor."""
TENSOR_CLASSES: Final = words("NDArray ArrayND DeviceArray EagerTensor")
"""Names of tensor classes, those that libraries have today apart."""
JAXTYPING: Final = words("""
    Float Int Bool Complex Num Shaped Inexact Integer UInt Key Real Float16 Float32 Float64 BFloat16 Int8 Int16 Int32
    Int64 UInt8 UInt16 UInt32 UInt64 Complex64 Complex128
    """)
"""Classes of jaxtyping: `Float[Array, "n m"]`."""

FULL_ARRAY: Final = "numpy.ndarray"
"""Full name of NumPy's class, which docstrings spell out."""
QUALIFIED_ARRAY: Final = (
    r"(np|numpy|jnp|jax\.numpy|torch|tf|mx|mlx\.core|tl|xp)\.(nd)?(array|tensor|matrix)\b.*"
)
ARRAY: Final = r"(nd-?array|ndarrays|tensor|n-?d[- ]?array|masked ?array|np_?array|numpy ?array|recarray)\b.*"
ARRAY_OF_OBJECTS: Final = (
    r"(np\.|numpy\.)?(nd)?arrays? of (an? )?(lists?|tuples?|str|strings?|objects?|dicts?|callables?|functions?|dates?"
    r"|datetimes?|\w+(\.\w+)+)\b.*"
)
"""No library but NumPy has arrays of these."""
SPARSE: Final = r".*\bsparse\b.*|.*\b(bsr|coo|csc|csr|dia|dok|lil)_(matrix|array)\b.*|.*\bspmatrix\b.*"
"""A matrix of SciPy's, which has operators of its own."""
SPARSE_AS_WELL: Final = re.compile(
    r"\bsparse (or|and|matri|array)|\bdense or sparse|\bscipy\.sparse|\bcs[cr]_matrix", re.IGNORECASE
)
"""What a description says of a parameter that may be such a matrix, whatever its type says."""
DESCRIBED_ARRAY: Final = (
    r"(dense|square|symmetric|boolean|bool|int|integer|float|complex|real|1-?d|2-?d|3-?d|4-?d|n-?d|one|two|\dd)"
    r"[ -]*(dimensional)?[ -]*(numpy)? ?(nd)?(array|tensor|matrix|vector)\b.*"
)
TYPE: Final = (
    r"^(nd-?array|np\.ndarray|numpy\.ndarray|torch\.tensor|tensor|float|int|bool|str|list|tuple|dict|array)\b"
)
"""A type at the start of what a docstring says of a result."""
SPARSE_ATTRIBUTE = "sparse"
"""Attribute by which an object with a graph, weights or a table gives them as a sparse matrix."""

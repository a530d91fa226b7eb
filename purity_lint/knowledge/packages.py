"""Packages that convert what they are given to NumPy."""

from __future__ import annotations

from purity_lint.knowledge.notation import words

NUMPY_INSIDE = {
    "scipy": "SciPy",
    "sklearn": "scikit-learn",
    "statsmodels": "statsmodels",
    "pandas": "pandas",
    "skimage": "scikit-image",
    "cv2": "OpenCV",
    "numba": "Numba",
    "bottleneck": "Bottleneck",
    "numexpr": "NumExpr",
    "pywt": "PyWavelets",
    "networkx": "NetworkX",
    "xgboost": "XGBoost",
    "lightgbm": "LightGBM",
    "matplotlib": "Matplotlib",
    "seaborn": "seaborn",
    "shap": "SHAP",
    "umap": "UMAP",
    "hdbscan": "HDBSCAN",
    "faiss": "Faiss",
    "librosa": "librosa",
    "nibabel": "NiBabel",
    "xarray": "xarray",
    "polars": "Polars",
    "h5py": "h5py",
    "zarr": "Zarr",
    "PIL": "Pillow",
    "imageio": "imageio",
    "tifffile": "tifffile",
    "soundfile": "SoundFile",
}
"""Top-level package -> its name in messages."""
TAKE_NUMPY = {"dask.array.from_array": "Dask"}
"""Function of a package with arrays of its own, which makes them of NumPy's -> the package's name in messages."""

TAKE_ARRAYS = frozenset({"numpy", "emberops"})
"""Packages that take NumPy arrays as what they are."""
ANY_ARRAYS = words(
    """
    array_api_compat array_api_extra array_api_strict attr attrs autograd autoray cattrs click cloudpickle dask eagerpy
    einops emberops funcy geomstats hypothesis joblib keopscore keras loguru marshmallow more_itertools multipledispatch
    opt_einsum optree ot plum pydantic pykeops pytest rich sparse tensorly toolz tqdm typing_extensions wrapt
    """
)
"""Packages that compute with arrays of any library, or hand on what they are given."""
WITH_ARRAY_CLASSES = frozenset({"numpy", "scipy", "pandas"})
"""Packages from whose classes a class inherits what arrays do."""
ARRAY_API_MODULE = "_array_api"
"""Module of a package whose functions take arrays of any library."""
HOLDERS = frozenset({"add_edge", "add_edges_from", "add_node", "add_nodes_from", "add_weighted_edges_from"})
"""Methods of NetworkX that keep whatever they are given."""
READ_COLUMNS = ("sklearn.utils",)
"""Modules whose functions read the names of the columns of a table, which is lost where an array is made of it."""

"""Libraries of data with labels: what comes of their tables and columns is theirs, no tensor."""

from __future__ import annotations

import re
from typing import Final

from purity_lint.knowledge.libraries import stands_in
from purity_lint.knowledge.notation import words

PACKAGES: Final = ("pandas", "geopandas", "xarray", "polars", "modin.pandas", "dask.dataframe", "cudf")
LIBRARIES: Final = frozenset(package.partition(".")[0] for package in PACKAGES)
READ_BY_MASKS: Final = LIBRARIES | {"numpy", "scipy"}
"""Libraries whose tables, matrices and masked arrays are read by masks, through `ops.getitem` too."""
_BEGINNINGS: Final = tuple(f"{package}." for package in PACKAGES)
_MAKERS: Final = words("""
    concat merge merge_asof merge_ordered date_range bdate_range period_range timedelta_range interval_range
    crosstab pivot pivot_table melt get_dummies json_normalize wide_to_long align broadcast combine_by_coords
    """)
_READ: Final = ("read_", "open_", "load_", "from_", "scan_")
"""How the names of functions begin that make tables of files, dicts and the like."""
IMPORTED_AS: Final = {"pd": "pandas", "gpd": "geopandas", "xr": "xarray", "pl": "polars"}
"""Names that these packages are given by those who import them."""
_TABLES: Final = {
    "series": "pandas.Series",
    "dataframe": "pandas.DataFrame",
    "geoseries": "geopandas.GeoSeries",
    "geodataframe": "geopandas.GeoDataFrame",
    "dataarray": "xarray.DataArray",
}
_OF_PACKAGE: Final = re.compile(
    rf"({'|'.join([*sorted(LIBRARIES), *IMPORTED_AS])})(?:\.| +)([\w.]+)", re.IGNORECASE
)
_TABLE: Final = re.compile(r"((?:Geo)?(?:Series|DataFrame)|DataArray|(?:geo)?dataframe|dataarray)s?\b")
"""Words that are a table or a column by themselves: a ``series`` may be one of many things."""
_NAMED: Final = re.compile(rf"(?:^|_)(?:{'|'.join([*sorted(LIBRARIES - {'dask'}), 'dataframes?'])})(?:_|$)")
PLAIN: Final = words("""
    shape ndim size empty nbytes name names attrs dtype dtypes dims sizes chunks plot
    item items keys iterrows itertuples iter_rows groups tolist to_list to_dict equals identical to_csv to_string
    """)
"""Attributes and methods that give no table and no column: numbers, names, lists."""
ARRAYS: Final = words("values array data")
"""Attributes that are arrays, of NumPy as a rule."""
LOCATORS: Final = frozenset({"loc", "iloc", "at", "iat"})
"""Attributes that are indexed in the place of their object."""
ONLY_THEIRS: Final = words("""
    groupby pivot_table iterrows itertuples reset_index set_index sort_values sort_index rename_axis
    drop_duplicates fillna dropna isna isnull notnull notna value_counts nunique select_dtypes to_frame to_xarray
    to_pandas
    """)
"""Methods that, called on an unknown value, say that it is a table or a column."""
ONLY_THEIR_ARGUMENTS: Final = words("drop inplace keep_attrs level min_count numeric_only skipna")
"""Arguments that, given to a method which arrays have as well, say the same."""
SHARED: Final = words("""
    astype squeeze transpose cumsum cumprod argmax argmin argsort dot sum mean std var prod item abs diff
    """)
"""Methods that arrays have as well, and with them another meaning, or another result."""
ANY_TABLE: Final = "pandas.object"
"""Name that stands for what such a method gives."""
DISPATCHED: Final = words("""
    sum prod mean std var min max amin amax any all cumsum cumprod round clip diff
    """)
"""Functions of NumPy, besides its ufuncs, that call the object's method of that name."""
_COLUMNS: Final = words("pandas.Series geopandas.GeoSeries modin.pandas.Series polars.Series cudf.Series")
_REDUCE: Final = words(
    "sum prod mean median std var sem skew min max amin amax any all count nunique argmax argmin"
)
"""Methods, and functions of NumPy, that make one number of a column."""
NOT_UFUNCS: Final = words("""
    where select nan_to_num isclose interp angle real imag sinc i0 unwrap piecewise choose iscomplex isreal
    """)
"""Functions of NumPy that go element by element, and make arrays of whatever they are given."""


def object_of(ref: str) -> str | None:
    """Return the name that stands for any object of the library that ``ref`` is a class of; None for other classes."""
    if not ref.startswith(_BEGINNINGS):
        return None
    return next(f"{package}.object" for package in PACKAGES if stands_in(ref, package))


def is_number(ref: str, function: str) -> bool:
    """True where a method or function of this name gives a number, asked of an instance of the class ``ref``."""
    return ref in _COLUMNS and function in _REDUCE


def named_in(text: str) -> str | None:
    """Return the class that a type in a docstring begins with: `pandas.Series` for `pd.Series` and `Series of`."""
    of_package = _OF_PACKAGE.match(text)
    if of_package is not None:
        package, name = of_package.groups()
        return _TABLES.get(name.lower(), f"{IMPORTED_AS.get(package.lower(), package.lower())}.{name}")
    table = _TABLE.match(text)
    return None if table is None else _TABLES[table.group(1).lower()]


def made_by(name: str) -> str | None:
    """Return the same for what the function ``name`` makes."""
    last = name.rpartition(".")[2]
    return object_of(name) if last in _MAKERS or last.startswith(_READ) else None


def is_named_for_tables(name: str) -> bool:
    """True for `is_pandas_df` and `pandas_requires_conversion`, by which code asks for the tables of a library."""
    return _NAMED.search(name) is not None

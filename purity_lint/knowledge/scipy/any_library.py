"""What of SciPy takes arrays of every library: its special functions, and since 1.16 its quantiles."""

from __future__ import annotations

from typing import Final

OF_ANY_LIBRARY: Final = "scipy.special."
"""Package of functions that ask their arrays for their namespace."""
QUANTILE_MODULE: Final = "scipy.stats"
QUANTILE: Final = "quantile"
MEDIANS: Final = frozenset({"median", "nanmedian"})
"""Operations that are a quantile at one half."""
QUANTILES: Final = {"quantile": 1, "nanquantile": 1, "percentile": 100, "nanpercentile": 100}
"""Operations that are told the quantile -> what the whole counts as."""
SKIP_NAN: Final = frozenset({"nanmedian", "nanquantile", "nanpercentile"})
"""Those of both that leave what is no number out."""
GIVE_NUMPYS: Final = frozenset({"scipy._lib._util._asarray_validated"})
"""Functions of its own that give NumPy's arrays, whatever they are given."""
RECORDS: Final = frozenset({"scipy.optimize.OptimizeResult"})
"""Classes that keep what they are given as it is."""

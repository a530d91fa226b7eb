"""What of SciPy takes arrays of every library: its special functions, and since 1.16 its quantiles."""

from __future__ import annotations

from typing import Final

from purity_lint.knowledge.notation import words

OF_ANY_LIBRARY: Final = "scipy.special."
"""Package of functions that ask their arrays for their namespace."""
SPECIAL_MODULE: Final = "scipy.special"
SPECIAL_IMPORT: Final = "from scipy import special"
DISTRIBUTIONS_MODULE: Final = "scipy.stats"
OF_DISTRIBUTIONS: Final[dict[str, tuple[tuple[str, ...], str]]] = {
    "norm.cdf": (("x",), "special.ndtr({x})"),
    "norm.sf": (("x",), "special.ndtr(-{x})"),
    "norm.logcdf": (("x",), "special.log_ndtr({x})"),
    "norm.logsf": (("x",), "special.log_ndtr(-{x})"),
    "norm.ppf": (("q",), "special.ndtri({q})"),
    "norm.isf": (("q",), "-special.ndtri({q})"),
    "t.cdf": (("x", "df"), "special.stdtr({df}, {x})"),
    "t.sf": (("x", "df"), "special.stdtr({df}, -{x})"),
}
"""Methods of distributions -> what they are given, and the special function that they compute by."""
SPECIALS: Final = words("ndtr ndtri log_ndtr stdtr")
"""Those special functions."""
QUANTILE_MODULE: Final = "scipy.stats"
QUANTILE: Final = "quantile"
STATISTICS: Final = words("""
    alexandergovern ansari bartlett bootstrap boxcox_llf brunnermunzel chatterjeexi chisquare circmean circstd circvar
    combine_pvalues cramervonmises cramervonmises_2samp describe differential_entropy directional_stats entropy
    epps_singleton_2samp f_oneway false_discovery_control fligner friedmanchisquare gmean gstd gzscore hmean iqr
    jarque_bera kruskal ks_1samp kstat kstatvar kurtosis kurtosistest levene lmoment mannwhitneyu
    median_abs_deviation mode moment monte_carlo_test mood normaltest pearsonr permutation_test pmean power
    power_divergence quantile rankdata sem sigmaclip skew skewtest spearmanrho tmax tmean tmin trim_mean tsem tstd
    ttest_1samp ttest_ind ttest_ind_from_stats ttest_rel tvar variation wilcoxon yeojohnson_llf zmap zscore
""")
"""Functions of `scipy.stats` for arrays of every library, as its 1.17 says: `xp_capabilities` without `np_only`."""
ASK_THEIR_ARRAYS: Final = frozenset(
    {
        *(f"{QUANTILE_MODULE}.{name}" for name in STATISTICS),
        *(f"{SPECIAL_MODULE}.{name}" for name in SPECIALS),
    }
)
"""Functions that give arrays of the library that they are given, in code that has a namespace."""
MATRICES: Final = "linalg."
"""Package of functions of matrices, of which the libraries have many as well."""
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


def public_name(name: str) -> str:
    """Return the name by which a function of SciPy's is known: ``scipy.linalg.svd`` of one in a private module."""
    return ".".join(part for part in name.split(".") if not part.startswith("_"))

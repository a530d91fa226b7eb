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
_OF_MODULES: Final = {
    "cluster.vq": "kmeans kmeans2 vq whiten",
    "constants": "convert_temperature lambda2nu nu2lambda",
    "fft": """
        dct dctn dst dstn fft fft2 fftn fftshift fht hfft hfft2 hfftn idct idctn idst idstn ifft ifft2 ifftn ifftshift
        ifht ihfft ihfft2 ihfftn irfft irfft2 irfftn rfft rfft2 rfftn
    """,
    "integrate": "cumulative_simpson cumulative_trapezoid romb trapezoid",
    "linalg": "block_diag fiedler orthogonal_procrustes",
    "ndimage": """
        affine_transform binary_closing binary_dilation binary_erosion binary_fill_holes binary_hit_or_miss
        binary_opening binary_propagation black_tophat convolve convolve1d correlate correlate1d distance_transform_bf
        distance_transform_cdt distance_transform_edt fourier_ellipsoid fourier_gaussian fourier_shift fourier_uniform
        gaussian_filter gaussian_filter1d gaussian_gradient_magnitude gaussian_laplace geometric_transform grey_closing
        grey_dilation grey_erosion grey_opening laplace map_coordinates maximum_filter maximum_filter1d median_filter
        minimum_filter minimum_filter1d morphological_gradient morphological_laplace percentile_filter prewitt
        rank_filter rotate shift sobel spline_filter spline_filter1d uniform_filter uniform_filter1d watershed_ift
        white_tophat zoom
    """,
    "optimize": "rosen rosen_der rosen_hess rosen_hess_prod",
    "signal": """
        convolve convolve2d correlate correlate2d deconvolve detrend envelope fftconvolve filtfilt freqz hilbert
        hilbert2 lfilter lfilter_zi lfiltic medfilt medfilt2d minimum_phase oaconvolve order_filter resample
        resample_poly savgol_filter sosfilt sosfilt_zi sosfiltfilt upfirdn vectorstrength wiener
    """,
    "special": """
        bdtr bdtrc bdtri betainc betaincc betaincinv betaln binom boxcox boxcox1p cbrt chdtr chdtrc chdtri cosdg cosm1
        cotdg digamma ellipk ellipkm1 entr erf erfc erfcx erfinv exp1 exp10 exp2 expi expit expn exprel fdtr fdtrc fdtri
        gamma gammainc gammaincc gammainccinv gammaincinv gammaln gammasgn gdtr gdtrc huber hyp1f1 i0 i0e i1 i1e
        inv_boxcox inv_boxcox1p j0 j1 k0 k0e k1 k1e kl_div log_ndtr log_softmax loggamma logit logsumexp lpmv
        multigammaln nbdtr nbdtrc nbdtri ndtr ndtri pdtr pdtrc pdtri poch polygamma pseudo_huber psi radian rel_entr
        rgamma sinc sindg softmax spence stdtr stdtrit tandg xlog1py xlogy y0 y1 yn zeta zetac
    """,
}
TAKE_ANY_LIBRARY: Final = ASK_THEIR_ARRAYS | frozenset(
    f"scipy.{module}.{name}" for module, names in _OF_MODULES.items() for name in names.split()
)
"""Functions that give arrays of any library for such arrays where `SCIPY_ARRAY_API` is set, as projects do that work on
the standard: `xp_capabilities` of its 1.17 without `np_only`, as far as they are given arrays by position."""
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

"""Results of SciPy."""

from __future__ import annotations

from purity_lint.knowledge.notation import Fact, Facts, Result, counts, expand, words

_DISTANCES = " ".join(
    f"spatial.distance.{name}"
    for name in (
        "euclidean",
        "sqeuclidean",
        "cosine",
        "cityblock",
        "hamming",
        "correlation",
        "jaccard",
        "mahalanobis",
        "minkowski",
        "chebyshev",
        "jensenshannon",
    )
)
"""Of two vectors, which come before everything else."""

_OF_DISTRIBUTIONS = " ".join(
    f"stats.{name}.{method}"
    for name, methods in {
        "beta chi2 expon f gamma gumbel_r genextreme genpareto gompertz halfnorm invgamma laplace logistic loggamma "
        "lognorm maxwell norm pareto pearson3 rayleigh skewnorm t triang truncnorm uniform vonmises weibull_min "
        "rv_continuous rv_histogram rv_frozen": ("pdf logpdf cdf logcdf sf logsf ppf isf"),
        "bernoulli binom geom nbinom poisson rv_discrete": "pmf logpmf cdf logcdf sf logsf ppf isf",
    }.items()
    for name in name.split()
    for method in methods.split()
)
"""What methods of distributions give: an element for each."""

TABLE: Facts = {
    Result.TENSOR: """
        linalg.inv linalg.pinv linalg.pinvh linalg.solve linalg.solve_triangular linalg.cholesky linalg.expm
        linalg.logm linalg.sqrtm linalg.funm linalg.eigvals linalg.eigvalsh linalg.svdvals linalg.block_diag
        linalg.toeplitz linalg.hankel linalg.circulant linalg.hadamard linalg.orth linalg.null_space
        linalg.solve_discrete_are linalg.solve_continuous_are linalg.solve_sylvester linalg.solve_lyapunov
        linalg.solve_discrete_lyapunov linalg.solve_continuous_lyapunov linalg.cho_solve linalg.lu_solve
        linalg.fractional_matrix_power linalg.khatri_rao linalg.tril linalg.triu linalg.diagsvd
        linalg.invhilbert linalg.solve_banded linalg.solveh_banded linalg.solve_toeplitz
        linalg.cholesky_banded linalg.hilbert linalg.kron linalg.pascal linalg.helmert linalg.companion
        linalg.dft linalg.signm linalg.cosm linalg.sinm fft.fft fft.ifft fft.rfft fft.irfft fft.fft2 fft.ifft2
        fft.fftn fft.ifftn fft.dct fft.idct fft.dst fft.fftshift fft.ifftshift fft.fftfreq fft.rfftfreq
        fftpack.fft fftpack.ifft fftpack.dct fftpack.idct fftpack.fftfreq fftpack.fftshift signal.convolve
        signal.fftconvolve signal.convolve2d signal.correlate signal.lfilter_zi signal.filtfilt signal.sosfilt
        signal.sosfiltfilt signal.detrend signal.hilbert signal.medfilt signal.resample signal.savgol_filter
        signal.decimate signal.get_window signal.firwin signal.hann signal.gaussian signal.unit_impulse
        signal.chirp signal.sawtooth signal.square signal.windows.barthann
        signal.windows.bartlett signal.windows.blackman signal.windows.blackmanharris signal.windows.bohman
        signal.windows.boxcar signal.windows.chebwin signal.windows.cosine signal.windows.dpss
        signal.windows.exponential signal.windows.flattop signal.windows.gaussian
        signal.windows.general_cosine signal.windows.general_gaussian signal.windows.general_hamming
        signal.windows.hamming signal.windows.hann signal.windows.kaiser signal.windows.lanczos
        signal.windows.nuttall signal.windows.parzen signal.windows.taylor signal.windows.triang
        signal.windows.tukey signal.oaconvolve signal.resample_poly signal.lfilter interpolate.griddata
        interpolate.splev interpolate.interpn ndimage.convolve ndimage.gaussian_filter ndimage.zoom
        ndimage.rotate ndimage.shift ndimage.binary_dilation ndimage.binary_erosion ndimage.map_coordinates
        ndimage.sobel ndimage.median_filter ndimage.uniform_filter ndimage.gaussian_filter1d
        ndimage.convolve1d ndimage.correlate ndimage.grey_dilation ndimage.grey_erosion
        ndimage.distance_transform_edt ndimage.maximum_filter ndimage.minimum_filter ndimage.affine_transform
        ndimage.binary_fill_holes ndimage.laplace ndimage.correlate1d ndimage.binary_closing
        ndimage.binary_hit_or_miss ndimage.binary_opening ndimage.binary_propagation ndimage.black_tophat
        ndimage.distance_transform_bf ndimage.distance_transform_cdt ndimage.fourier_gaussian
        ndimage.fourier_shift ndimage.fourier_uniform ndimage.gaussian_gradient_magnitude
        ndimage.gaussian_laplace ndimage.generate_binary_structure ndimage.generic_filter
        ndimage.generic_filter1d ndimage.generic_gradient_magnitude ndimage.generic_laplace
        ndimage.geometric_transform ndimage.grey_closing ndimage.grey_opening
        ndimage.iterate_structure ndimage.maximum_filter1d ndimage.minimum_filter1d
        ndimage.morphological_gradient ndimage.morphological_laplace ndimage.percentile_filter
        ndimage.prewitt ndimage.rank_filter ndimage.spline_filter ndimage.spline_filter1d
        ndimage.uniform_filter1d ndimage.watershed_ift ndimage.white_tophat signal.correlate2d
        signal.correlation_lags signal.cspline1d signal.cspline1d_eval signal.cspline2d signal.czt
        signal.czt_points signal.firls signal.firwin2 signal.hilbert2 signal.lfiltic signal.lombscargle
        signal.medfilt2d signal.minimum_phase signal.order_filter signal.qspline1d signal.qspline1d_eval
        signal.qspline2d signal.remez signal.savgol_coeffs signal.sepfir2d signal.sosfilt_zi
        signal.sweep_poly signal.symiirorder1 signal.symiirorder2 signal.tf2sos signal.upfirdn
        signal.wiener signal.zoom_fft signal.zpk2sos interpolate.barycentric_interpolate
        interpolate.bisplev interpolate.krogh_interpolate interpolate.pchip_interpolate
        spatial.distance.cdist
        spatial.distance.pdist spatial.distance.squareform stats.zscore stats.rankdata stats.trim_mean
        cluster.hierarchy.linkage cluster.hierarchy.fcluster special.softmax special.log_softmax
        integrate.cumulative_trapezoid integrate.cumtrapz integrate.odeint optimize.fsolve
        optimize.approx_fprime optimize.fmin optimize.fmin_bfgs optimize.fmin_cg optimize.fmin_powell
        optimize.fmin_ncg cluster.vq.whiten cluster.hierarchy.cophenet cluster.hierarchy.leaves_list
    """,
    Result.TWO_TENSORS: """
        linalg.matrix_balance linalg.eig linalg.eigh linalg.qr linalg.rq linalg.schur linalg.cho_factor
        linalg.lu_factor linalg.polar linalg.hessenberg linalg.eigh_tridiagonal linalg.eig_banded
        signal.butter signal.periodogram signal.welch signal.freqz sparse.linalg.eigsh
        sparse.linalg.eigs optimize.linear_sum_assignment optimize.curve_fit signal.coherence stats.pearsonr
        special.roots_legendre special.roots_hermite special.roots_hermitenorm special.roots_laguerre
        special.roots_genlaguerre special.roots_jacobi special.roots_chebyt special.roots_chebyu
        special.roots_gegenbauer special.roots_sh_legendre special.p_roots special.h_roots special.he_roots
        special.l_roots special.t_roots cluster.vq.kmeans2 cluster.vq.vq
        stats.spearmanr signal.iirfilter spatial.KDTree.query signal.bessel signal.bilinear signal.cheby1
        signal.cheby2 signal.deconvolve signal.ellip signal.freqs signal.freqz_zpk signal.group_delay
        signal.iirnotch signal.iirpeak signal.istft signal.sos2tf signal.zpk2tf
    """,
    Result.KD_TREE: "spatial.KDTree spatial.cKDTree",
    Result.FACTORIZATION: "sparse.linalg.splu sparse.linalg.spilu",
    Result.SAME_RANK: """
        sparse.linalg.SuperLU.solve sparse.linalg.LinearOperator.matvec sparse.linalg.LinearOperator.rmatvec
        sparse.linalg.LinearOperator.matmat sparse.linalg.LinearOperator.rmatmat
    """,
    Result.LINEAR_OPERATOR: "sparse.linalg.aslinearoperator",
    Result.TENSOR_TUPLE: "signal.argrelextrema signal.argrelmax signal.argrelmin",
    Result.TWO_ELEMENTWISE: "special.fresnel special.sici special.shichi",
    Result.FOUR_ELEMENTWISE: "special.ellipj special.airy special.airye",
    Result.THREE_TENSORS: """
        linalg.svd linalg.lu linalg.ldl signal.stft signal.csd signal.spectrogram sparse.linalg.svds
    """,
    Result.FOUR_TENSORS: "linalg.lstsq",
    Result.REDUCTION: "linalg.norm linalg.det special.logsumexp integrate.simpson integrate.simps integrate.trapezoid "
    "integrate.trapz integrate.romb stats.sem stats.gmean stats.hmean stats.skew stats.kurtosis "
    "stats.entropy stats.iqr stats.median_abs_deviation linalg.trace " + _DISTANCES,
    Result.ELEMENTWISE: """
        special.erf special.erfc special.erfinv special.erfcinv special.gamma special.gammaln special.loggamma
        special.digamma special.psi special.polygamma special.beta special.betaln special.betainc
        special.gammainc special.gammaincc special.expit special.logit special.xlogy special.xlog1py
        special.entr special.rel_entr special.kl_div special.i0 special.i0e special.i1 special.i1e special.iv
        special.ive special.jv special.kv special.jn special.yn special.yv special.hankel1 special.hankel2
        special.wofz special.ndtr special.ndtri special.log_ndtr special.binom special.comb special.factorial
        special.factorial2 special.expi special.exp1 special.expn special.zeta special.sinc special.cbrt
        special.exp2 special.exp10 special.expm1 special.log1p special.lambertw special.hyp2f1 special.hyp1f1
        special.legendre special.lpmv special.sph_harm special.eval_hermite special.eval_legendre
        special.eval_chebyt special.j0 special.j1 special.y0 special.y1 special.gdtr special.gdtrc
        special.stdtr special.chdtrc special.multigammaln special.perm special.huber special.pseudo_huber
        special.inv_boxcox special.boxcox special.ellipk special.ellipe special.softplus special.spherical_jn
        special.agm special.bdtr special.chdtr special.chdtri special.cosdg special.ellipeinc
        special.ellipkinc special.ellipkm1 special.erfcx special.erfi special.eval_chebyu
        special.eval_gegenbauer special.eval_genlaguerre special.eval_hermitenorm special.eval_jacobi
        special.eval_laguerre special.exprel special.fdtr special.fdtri special.gammainccinv
        special.gammaincinv special.betaincinv special.h1vp special.h2vp special.hyp0f1 special.hyperu
        special.ivp special.jve special.jvp special.k0 special.k0e special.k1 special.k1e special.kve
        special.kvp special.log_expit special.ndtri_exp special.owens_t special.pdtr special.pdtri
        special.sindg special.sph_harm_y special.spence special.spherical_in special.spherical_kn
        special.spherical_yn special.stdtrit special.voigt_profile special.wrightomega special.yve
        special.yvp special.struve special.dawsn special.poch special.rgamma special.gammasgn
        stats.multivariate_normal.pdf stats.multivariate_normal.logpdf stats.dirichlet.logpdf
    """
    + _OF_DISTRIBUTIONS,
    Result.DRAWN: """
        stats.norm.rvs stats.uniform.rvs stats.beta.rvs stats.gamma.rvs stats.expon.rvs
        stats.multivariate_normal.rvs stats.t.rvs stats.chi2.rvs stats.poisson.rvs stats.truncnorm.rvs
        stats.ortho_group.rvs stats.special_ortho_group.rvs stats.wishart.rvs stats.invwishart.rvs
        stats.dirichlet.rvs
    """,
    Result.FLOAT: """
        optimize.brentq optimize.bisect optimize.newton optimize.ridder optimize.golden optimize.brent
        optimize.fminbound stats.wasserstein_distance
    """,
    Result.TENSOR_AND_FLOAT: "optimize.nnls optimize.leastsq cluster.vq.kmeans",
    Result.TENSOR_AND_INT: """
        ndimage.label sparse.linalg.bicg sparse.linalg.bicgstab sparse.linalg.cg sparse.linalg.cgs
        sparse.linalg.gcrotmk sparse.linalg.gmres sparse.linalg.lgmres sparse.linalg.minres sparse.linalg.qmr
        sparse.linalg.tfqmr
    """,
    Result.PLACES_AND_PROPERTIES: "signal.find_peaks",
    Result.FLOATS: """
        integrate.quad integrate.dblquad stats.ttest_ind stats.ttest_rel stats.ks_2samp stats.kstest
        stats.f_oneway stats.ttest_1samp stats.wilcoxon stats.mannwhitneyu stats.kendalltau stats.shapiro
    """,
    Result.OPTIMUM: """
        optimize.root optimize.least_squares optimize.root_scalar optimize.lsq_linear integrate.solve_ivp
        optimize.brute
    """,
    Result.MINIMUM: """
        optimize.minimize optimize.minimize_scalar optimize.differential_evolution optimize.basinhopping
        optimize.dual_annealing optimize.shgo optimize.linprog optimize.milp
    """,
    Result.SPARSE: """
        sparse.csr_matrix sparse.csc_matrix sparse.coo_matrix sparse.lil_matrix sparse.dok_matrix
        sparse.dia_matrix sparse.bsr_matrix sparse.csr_array sparse.csc_array sparse.coo_array
        sparse.lil_array sparse.dok_array sparse.dia_array sparse.bsr_array sparse.eye sparse.eye_array
        sparse.identity sparse.diags sparse.diags_array sparse.spdiags sparse.random sparse.random_array
        sparse.kron sparse.vstack sparse.hstack sparse.bmat sparse.block_diag sparse.block_array sparse.tril
        sparse.triu sparse.csgraph.laplacian sparse.csgraph.minimum_spanning_tree
    """,
    Result.BOOL: "sparse.issparse sparse.isspmatrix sparse.isspmatrix_csr",
    Result.FITTED: """
        interpolate.interp1d interpolate.UnivariateSpline interpolate.CubicSpline
        interpolate.PchipInterpolator interpolate.RegularGridInterpolator
        interpolate.InterpolatedUnivariateSpline interpolate.LinearNDInterpolator
        interpolate.make_interp_spline interpolate.BSpline interpolate.RBFInterpolator interpolate.Rbf
        interpolate.Akima1DInterpolator interpolate.CubicHermiteSpline interpolate.PPoly interpolate.BPoly
        interpolate.LSQUnivariateSpline interpolate.BarycentricInterpolator interpolate.KroghInterpolator
        interpolate.NearestNDInterpolator interpolate.CloughTocher2DInterpolator
        interpolate.RectBivariateSpline interpolate.SmoothBivariateSpline interpolate.LSQBivariateSpline
        interpolate.make_smoothing_spline interpolate.make_lsq_spline interpolate.pchip stats.gaussian_kde
        sparse.linalg.factorized
    """,
}

OLD_MODULES: dict[str, str] = {
    f"scipy.{package}.{module}": f"scipy.{package}"
    for package, modules in {
        "integrate": "odepack quadpack quadrature",
        "interpolate": "fitpack fitpack2 interpolate ndgriddata polyint rbf",
        "linalg": "basic decomp decomp_cholesky decomp_lu decomp_qr decomp_schur decomp_svd matfuncs",
        "ndimage": "filters fourier interpolation measurements morphology",
        "optimize": "minpack optimize zeros",
        "signal": "filter_design signaltools spectral waveforms",
        "spatial": "ckdtree kdtree",
        "stats": "distributions stats",
    }.items()
    for module in modules.split()
}
"""Modules that SciPy once named its functions in, and code still does -> the package that has these functions."""
KD_TREE = "scipy.spatial.KDTree"
SUPER_LU = "scipy.sparse.linalg.SuperLU"
LINEAR_OPERATOR = "scipy.sparse.linalg.LinearOperator"
SPARSE = "scipy.sparse"
MAKERS_OF_SPARSE = frozenset(f"scipy.{name}" for name in words(TABLE[Result.SPARSE]))
"""Functions that make sparse arrays, which are SciPy's whatever they are made of."""
SPARSE_MATRIX = f"{SPARSE}.spmatrix"
SPARSE_BASES = frozenset({SPARSE_MATRIX, f"{SPARSE}.sparray"})
"""Classes that stand for every sparse matrix or array of SciPy's: nobody makes one, and annotations name them."""
FITTED = "scipy.interpolate.fitted"
"""Name for the class of a function that SciPy fitted to data: called with points, it gives an array."""
ASKED_LATER = frozenset({KD_TREE, SUPER_LU, LINEAR_OPERATOR, FITTED, SPARSE_MATRIX})
"""Classes of objects that are made once and asked often: kept in an attribute that is ``None`` before."""

STRONG = counts(
    n1="""
        linalg.inv linalg.pinv linalg.cholesky linalg.expm linalg.logm linalg.sqrtm linalg.eigvals linalg.eigvalsh
        linalg.svdvals linalg.eig linalg.eigh linalg.qr linalg.schur linalg.svd linalg.lu linalg.norm linalg.det
        fft.fft fft.ifft fft.rfft fft.irfft fft.dct fft.idct signal.detrend signal.hilbert signal.savgol_filter
        ndimage.gaussian_filter ndimage.zoom ndimage.label
        spatial.KDTree spatial.cKDTree spatial.KDTree.query
    """,
    n2="linalg.solve linalg.solve_triangular linalg.lstsq spatial.distance.cdist signal.convolve signal.fftconvolve",
)

_AXES = dict.fromkeys(_DISTANCES.split(), 9) | {"linalg.norm": 2}
"""Position of a reduction's axis where it is not the second; 9: it has none."""

_OF_METHOD = 3
"""How many dots the qualified name of a method of a distribution has."""
FACTS: dict[str, Fact] = expand(
    "scipy", TABLE, strong=STRONG, weak=(Result.ELEMENTWISE, Result.REDUCTION), axis=_AXES
)

DISTRIBUTIONS = frozenset(
    name.rpartition(".")[0]
    for name in FACTS
    if name.startswith("scipy.stats.") and name.count(".") == _OF_METHOD
)
"""Objects of SciPy whose methods are known; called with parameters, they give another one with the same methods."""
CLASSES_OF_DISTRIBUTIONS = words("""
    rv_generic rv_continuous rv_discrete rv_histogram rv_frozen rv_continuous_frozen rv_discrete_frozen
    """)
"""SciPy's classes of distributions, which are named in lower case."""
RESULTS_WITH_FLAG = frozenset({"scipy.ndimage.label", "scipy.linalg.cho_factor", "scipy.linalg.lu_factor"})
"""Functions of which one result is a count or a flag, or only for their like."""
SPARSE_AS_GIVEN = frozenset({"scipy.sparse.linalg.spsolve"})
"""Functions that give an array where their second argument is one, and a sparse matrix where it is that."""
NUMBER_PARAMETERS = frozenset({"initial", "k"})
"""Arguments that must be numbers: where integrals start, how many neighbours are wanted."""
NUMBERS_OR_ARRAYS = frozenset({"scipy.cluster.vq.kmeans2"})
"""Functions that take an array for such an argument as well: how many clusters are wanted, or where they start."""
FITTED_METHODS: dict[str, Result] = {
    **dict.fromkeys(("derivative", "antiderivative", "partial_derivative"), Result.FITTED),
    **dict.fromkeys(("ev", "evaluate", "roots"), Result.TENSOR),
    "integral": Result.FLOAT,
}
"""Methods of functions fitted to data -> their results."""
STAYING_SPARSE = words("""
    multiply power transpose copy conj conjugate astype tocsr tocsc tocoo tolil todok tobsr todia reshape minimum
    maximum sqrt sign floor ceil rint getrow getcol
    """)
"""Methods of sparse matrices that give sparse matrices."""
PARTS_OF_SPARSE = words("data indices indptr row col offsets")
"""Attributes of sparse matrices that are NumPy arrays."""
VECTORS_OF_SPARSE = words("diagonal")
"""Methods of sparse matrices that give NumPy arrays of one axis."""
TUPLES_OF_ITS_OWN = words("scipy.linalg.cho_factor scipy.linalg.lu_factor scipy.interpolate.splrep")
"""Functions whose tuple is for another function of SciPy to take, as it is."""

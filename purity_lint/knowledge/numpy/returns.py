"""Results of NumPy that the shared array vocabulary lacks, and of its random generators."""

from __future__ import annotations

from purity_lint.knowledge.notation import Fact, Facts, Result, expand, words

_SERIES = {
    "polynomial": "poly",
    "chebyshev": "cheb",
    "legendre": "leg",
    "laguerre": "lag",
    "hermite": "herm",
    "hermite_e": "herme",
}
"""Modules of `numpy.polynomial` -> how the names of their functions begin."""


def _of_series(functions: str) -> str:
    """Return the qualified names of functions that each kind of series has."""
    return " ".join(
        f" polynomial.{module}.{prefix}{name}"
        for module, prefix in _SERIES.items()
        for name in functions.split()
    )


POLYNOMIALS = words("""
    numpy.poly1d numpy.polynomial.Polynomial numpy.polynomial.Chebyshev numpy.polynomial.Legendre
    numpy.polynomial.Laguerre numpy.polynomial.Hermite numpy.polynomial.HermiteE
    numpy.polynomial.polynomial.Polynomial numpy.polynomial.chebyshev.Chebyshev numpy.polynomial.legendre.Legendre
    numpy.polynomial.laguerre.Laguerre numpy.polynomial.hermite.Hermite numpy.polynomial.hermite_e.HermiteE
    """)
"""Classes whose instances are called with points and give values."""
TABLE: Facts = {
    Result.TENSOR: _of_series("der int val2d val3d grid2d grid3d vander vander2d vander3d companion")
    + """
        stride_tricks.sliding_window_view stride_tricks.as_strided
        add.outer subtract.outer multiply.outer divide.outer power.outer maximum.outer minimum.outer equal.outer
        not_equal.outer less.outer less_equal.outer greater.outer greater_equal.outer logical_and.outer
        logical_or.outer hypot.outer arctan2.outer add.reduceat multiply.reduceat
        c_ r_ mgrid ndarray nan_to_num
        ma.array ma.masked_array ma.MaskedArray ma.core.MaskedArray ma.masked_where ma.masked_invalid ma.fix_invalid
        ma.masked_equal ma.masked_not_equal ma.masked_greater ma.masked_greater_equal ma.masked_less
        ma.masked_less_equal ma.masked_inside ma.masked_outside ma.masked_values ma.masked_object ma.masked_all
        ma.masked_all_like ma.mask_rows ma.mask_cols ma.mask_rowcols ma.harden_mask ma.soften_mask ma.anom
        ma.anomalies ma.fromfunction ma.frombuffer
    """,
    Result.REDUCTION: """
        add.reduce multiply.reduce maximum.reduce minimum.reduce logical_and.reduce logical_or.reduce
        logical_xor.reduce logaddexp.reduce logaddexp2.reduce hypot.reduce fmax.reduce fmin.reduce
        bitwise_and.reduce bitwise_or.reduce bitwise_xor.reduce gcd.reduce lcm.reduce
    """,
    Result.SAME_RANK: "add.accumulate multiply.accumulate maximum.accumulate minimum.accumulate",
    Result.NUMPY_MATRIX: "matrix asmatrix mat bmat",
    Result.TENSOR_LIST: "ogrid",
    Result.VECTORIZED: "vectorize",
    Result.FUNCTION: "frompyfunc",
    Result.OTHER: """
        nditer ndenumerate ndindex errstate finfo iinfo printoptions MachAr flatiter broadcast s_ index_exp
        memmap lib.format.open_memmap chararray recarray rec.array rec.fromarrays core.records.fromarrays
    """,
    Result.STR: "typename sctype2char __version__ get_include",
    Result.NONE: """
        random.seed random.set_state random.shuffle testing.assert_raises testing.assert_ seterr info
        show_config testing.assert_array_less testing.assert_approx_equal testing.assert_warns
        testing.assert_no_warnings
    """,
    Result.RANDOM_STATE: """
        random.default_rng random.RandomState random.Generator random.PCG64 random.SeedSequence random.MT19937
        random.Philox random.get_state
    """,
    Result.VECTOR: _of_series("add sub mul mulx pow fromroots roots trim line")
    + """
        fromiter
        polynomial.polynomial.polyfit polynomial.legendre.legfit polynomial.chebyshev.chebfit
        random.permutation
    """,
    Result.TWO_TENSORS: """
        polynomial.legendre.leggauss polynomial.hermite.hermgauss polynomial.hermite_e.hermegauss
        polynomial.chebyshev.chebgauss polynomial.laguerre.laggauss
    """,
    Result.ELEMENTWISE: """
        polynomial.polynomial.polyval lib.scimath.sqrt emath.sqrt emath.log polynomial.legendre.legval
    """,
}

RANDOM: Facts = {
    Result.DRAWN: """
        random random_sample ranf sample standard_normal standard_exponential standard_cauchy rand randn
        normal uniform randint random_integers integers choice beta binomial chisquare exponential gamma
        geometric gumbel hypergeometric laplace logistic lognormal logseries negative_binomial
        noncentral_chisquare noncentral_f pareto poisson power rayleigh standard_gamma standard_t triangular
        vonmises wald weibull zipf f
    """,
    Result.TENSOR: "multivariate_normal dirichlet multinomial permutation permuted",
    Result.BYTES: "bytes",
    Result.NONE: "seed shuffle set_state",
    Result.OTHER: "get_state bit_generator",
}
"""Functions of ``numpy.random`` and methods of its generators."""

SIZE_POSITION = {
    **dict.fromkeys(
        [
            "random",
            "random_sample",
            "ranf",
            "sample",
            "standard_normal",
            "standard_exponential",
            "standard_cauchy",
            "rand",
            "randn",
        ],
        0,
    ),
    **dict.fromkeys(
        [
            "choice",
            "chisquare",
            "exponential",
            "geometric",
            "logseries",
            "pareto",
            "poisson",
            "power",
            "rayleigh",
            "standard_gamma",
            "standard_t",
            "weibull",
            "zipf",
        ],
        1,
    ),
    **dict.fromkeys(
        [
            "normal",
            "uniform",
            "randint",
            "random_integers",
            "integers",
            "beta",
            "binomial",
            "gamma",
            "gumbel",
            "laplace",
            "logistic",
            "lognormal",
            "negative_binomial",
            "noncentral_chisquare",
            "vonmises",
            "wald",
            "f",
        ],
        2,
    ),
    **dict.fromkeys(["hypergeometric", "triangular", "noncentral_f"], 3),
}
"""Position of the ``size`` argument."""

FACTS: dict[str, Fact] = {
    **expand("numpy", TABLE, weak=(Result.ELEMENTWISE,)),
    **expand("numpy.random", RANDOM, axis=SIZE_POSITION),
}

GENERATOR_METHODS: dict[str, Fact] = expand("", RANDOM, axis=SIZE_POSITION)
"""By name with a leading dot."""

TENSOR_TYPES = words("numpy.ndarray")
TENSOR_SUBTYPES = words("numpy.recarray numpy.memmap numpy.ma.MaskedArray numpy.ma.masked_array")
MATRIX_TYPES = words("numpy.matrix")
"""A matrix is a tensor, but its operators mean other things."""
WITHOUT_LIKE = MATRIX_TYPES | TENSOR_SUBTYPES | {"numpy.generic"}
"""Classes of arrays and numbers of which no other library has the like."""
TENSOR_ANNOTATIONS = words("numpy.typing.NDArray numpy.typing.ArrayLike numpy.generic")

"""Random numbers from explicit keys: the same key gives the same numbers on every backend.

A key is a tensor of two 32-bit words.  Functions take it first and never change it, so a key is used once:
:func:`split` it for more.  The generator is Threefry 2x32, JAX's own.  Floats of 64 bits continue the digits of
those of 32, so numbers agree across backends whatever their default float dtype.

    key = ops.random.key(0)
    key, sub = ops.random.split(key)
    x = ops.random.normal(sub, (3, 4))

For code that expects hidden state there are :func:`default_rng`, :class:`RandomState` and :data:`default`, objects with
the methods of NumPy's: ``ops.random.default.normal(size=3)`` for ``numpy.random.normal(size=3)``.  On NumPy they are
NumPy's own, so that code moved from there keeps its numbers; on the other backends they draw from keys, alike on all
of them.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Literal

from emberops.catalogue.absent import AbsentNameError
from emberops.dispatch.operation import operation
from emberops.generator_classes import GeneratorClass, generator_class
from emberops.typing import DTypeLike, RawTensorLike, Shape, Tensor, TensorLike


@operation
def key(seed: int) -> Tensor:
    """The key of a seed, an int of 64 bits: its upper and lower words."""


@operation
def split(key: TensorLike, num: int | tuple[int, ...] = 2) -> Tensor:
    """``num`` independent keys, stacked along a new first axis."""


@operation
def fold_in(key: TensorLike, data: RawTensorLike) -> Tensor:
    """A key made of a key and an integer of 32 bits: one for each step, device or item."""


@operation
def bits(key: TensorLike, shape: Shape = (), dtype: DTypeLike = None) -> Tensor:
    """Uniform bits as unsigned integers, of 32 bits unless ``dtype`` says otherwise; bit for bit those of JAX."""


@operation
def uniform(
    key: TensorLike,
    shape: Shape = (),
    dtype: DTypeLike = None,
    minval: RawTensorLike = 0.0,
    maxval: RawTensorLike = 1.0,
) -> Tensor:
    """Uniform values in ``[minval, maxval)``; in float32 bit for bit those of JAX."""


@operation
def normal(
    key: TensorLike,
    shape: Shape = (),
    dtype: DTypeLike = None,
    *,
    mean: RawTensorLike = 0.0,
    stddev: RawTensorLike = 1.0,
) -> Tensor:
    """Normal values."""


@operation
def truncated_normal(
    key: TensorLike,
    lower: RawTensorLike,
    upper: RawTensorLike,
    shape: Shape | None = None,
    dtype: DTypeLike = None,
) -> Tensor:
    """Standard normal values, given that they lie between ``lower`` and ``upper``."""


@operation
def randint(
    key: TensorLike, shape: Shape, minval: RawTensorLike, maxval: RawTensorLike, dtype: DTypeLike = int
) -> Tensor:
    """Uniform integers in ``[minval, maxval)``, drawn from 32 bits."""


@operation
def bernoulli(key: TensorLike, p: RawTensorLike = 0.5, shape: Shape | None = None) -> Tensor:
    """Booleans that are true with probability ``p``."""


@operation
def rademacher(key: TensorLike, shape: Shape = (), dtype: DTypeLike = int) -> Tensor:
    """-1 and 1 with equal probability."""


@operation
def permutation(key: TensorLike, x: RawTensorLike, axis: int = 0, independent: bool = False) -> Tensor:
    """``x``, or the integers below it, in random order along an axis.

    ``independent`` shuffles each vector along ``axis`` for itself.
    """


@operation
def shuffle(key: TensorLike, x: RawTensorLike, axis: int = 0) -> Tensor:
    """A copy of ``x`` in random order along an axis: ``x`` stays as it is."""


@operation
def choice(
    key: TensorLike,
    a: RawTensorLike,
    shape: Shape = (),
    replace: bool = True,
    p: RawTensorLike | None = None,
    axis: int = 0,
) -> Tensor:
    """Random entries of ``a`` along an axis, or integers below ``a``; with probabilities ``p``, or equal ones.

    With ``replace=False`` none is drawn twice.
    """


@operation
def categorical(key: TensorLike, logits: RawTensorLike, axis: int = -1, shape: Shape | None = None) -> Tensor:
    """Indices along ``axis`` with probabilities in proportion to ``exp(logits)``.

    ``shape`` ends with that of ``logits`` without ``axis``.
    """


@operation
def gumbel(key: TensorLike, shape: Shape = (), dtype: DTypeLike = None) -> Tensor:
    """Standard Gumbel values."""


@operation
def exponential(key: TensorLike, shape: Shape = (), dtype: DTypeLike = None) -> Tensor:
    """Standard exponential values."""


@operation
def laplace(key: TensorLike, shape: Shape = (), dtype: DTypeLike = None) -> Tensor:
    """Standard Laplace values."""


@operation
def logistic(key: TensorLike, shape: Shape = (), dtype: DTypeLike = None) -> Tensor:
    """Standard logistic values."""


@operation
def cauchy(key: TensorLike, shape: Shape = (), dtype: DTypeLike = None) -> Tensor:
    """Standard Cauchy values."""


@operation
def gamma(key: TensorLike, a: RawTensorLike, shape: Shape | None = None, dtype: DTypeLike = None) -> Tensor:
    """Gamma values of shape parameter ``a`` and scale 1 (Marsaglia and Tsang, 2000)."""


@operation
def beta(
    key: TensorLike, a: RawTensorLike, b: RawTensorLike, shape: Shape | None = None, dtype: DTypeLike = None
) -> Tensor:
    """Beta values."""


@operation
def dirichlet(
    key: TensorLike, alpha: RawTensorLike, shape: Shape | None = None, dtype: DTypeLike = None
) -> Tensor:
    """Dirichlet vectors along a last axis as long as that of ``alpha``; ``shape`` is that of the rest."""


@operation
def chisquare(
    key: TensorLike, df: RawTensorLike, shape: Shape | None = None, dtype: DTypeLike = None
) -> Tensor:
    """Chi-square values with ``df`` degrees of freedom."""


@operation
def t(key: TensorLike, df: RawTensorLike, shape: Shape | None = None, dtype: DTypeLike = None) -> Tensor:
    """Student's t values with ``df`` degrees of freedom."""


@operation
def lognormal(
    key: TensorLike, sigma: RawTensorLike = 1.0, shape: Shape | None = None, dtype: DTypeLike = None
) -> Tensor:
    """Values whose logarithm is normal with standard deviation ``sigma``."""


@operation
def rayleigh(
    key: TensorLike, scale: RawTensorLike, shape: Shape | None = None, dtype: DTypeLike = None
) -> Tensor:
    """Rayleigh values."""


@operation
def pareto(key: TensorLike, b: RawTensorLike, shape: Shape | None = None, dtype: DTypeLike = None) -> Tensor:
    """Pareto values of shape parameter ``b``, at least 1."""


@operation
def weibull(key: TensorLike, a: RawTensorLike, shape: Shape | None = None, dtype: DTypeLike = None) -> Tensor:
    """Weibull values of shape parameter ``a`` and scale 1."""


@operation
def poisson(
    key: TensorLike, lam: RawTensorLike, shape: Shape | None = None, dtype: DTypeLike = int
) -> Tensor:
    """Poisson counts with mean ``lam`` (inversion below 10, PTRS of Hoermann, 1993, above)."""


@operation
def binomial(
    key: TensorLike, n: RawTensorLike, p: RawTensorLike, shape: Shape | None = None, dtype: DTypeLike = int
) -> Tensor:
    """Successes in ``n`` trials of probability ``p`` (inversion for few, BTRS of Hoermann, 1993, for many)."""


@operation
def geometric(
    key: TensorLike, p: RawTensorLike, shape: Shape | None = None, dtype: DTypeLike = int
) -> Tensor:
    """Trials of probability ``p`` up to the first success, at least 1."""


@operation
def multinomial(
    key: TensorLike, n: RawTensorLike, p: RawTensorLike, shape: Shape | None = None, dtype: DTypeLike = int
) -> Tensor:
    """Counts of ``n`` trials over the categories along the last axis of ``p``."""


@operation
def multivariate_normal(
    key: TensorLike,
    mean: RawTensorLike,
    cov: RawTensorLike,
    shape: Shape | None = None,
    dtype: DTypeLike = None,
    method: Literal["cholesky", "eigh"] = "cholesky",
) -> Tensor:
    """Normal vectors with a mean and a covariance; ``eigh`` takes covariances that are only semidefinite."""


@operation
def seed(seed: int | None = None) -> None:
    """Start the default key anew, from the system's entropy if ``seed`` is ``None``.

    It feeds :func:`ops.random_normal`, :func:`ops.random_uniform` and :func:`default_generator`.  NumPy's hidden
    generator, which is the default generator on NumPy, starts anew as well: on every backend the functions of SciPy
    draw from it.  So does PyTorch's own on PyTorch, from which its layers draw.
    """


@operation
def default_rng(seed: int | Sequence[int] | Any = None) -> Any:
    """A generator with the methods of ``numpy.random.Generator`` for the default backend.

    ``seed`` may be a generator, which is given back.  Without a size its methods give numbers of Python's, unless a
    parameter is a tensor.
    """


@operation
def default_generator() -> Any:
    """The :class:`RandomState` that :func:`seed` starts: what stands for ``numpy.random.normal(...)``.

    On NumPy it is NumPy's hidden generator itself.
    """


@operation
def get_state() -> tuple[int, int, int]:
    """Where the default key stands: what :func:`set_state` takes, the same on every backend."""


@operation
def set_state(state: tuple[int, int, int]) -> None:
    """Let the default key go on from a :func:`get_state`, so that the same draws follow.

    Raises
    ------
    ValueError
        If ``state`` is none.
    """


if TYPE_CHECKING:

    class Generator(metaclass=GeneratorClass):
        """A generator as :func:`default_rng` makes it; see below for what it is when run."""

        def __getattr__(self, name: str) -> Any: ...

    class RandomState(metaclass=GeneratorClass):
        """A generator with the methods of ``numpy.random.RandomState``; see below for what it is when run."""

        def __new__(cls, seed: int | None = None) -> RandomState: ...
        def __getattr__(self, name: str) -> Any: ...

else:

    @operation
    def RandomState(seed: int | None = None) -> Any:  # noqa: N802  NumPy's name
        """A generator with the methods of ``numpy.random.RandomState`` for the default backend.

        As a class, for annotations and ``isinstance``, it has those of every backend for instances, and NumPy's own.
        """

    RandomState = generator_class("RandomState", RandomState, RandomState.__doc__)

    def _not_made(*args: Any, **options: Any) -> None:
        raise TypeError("ops.random.Generator is for annotations and isinstance(); make one with default_rng")

    Generator = generator_class(
        "Generator",
        _not_made,
        """A generator of any backend as :func:`default_rng` makes it, NumPy's own too.

        It is for annotations and ``isinstance``.  A :class:`RandomState` is none, as with NumPy.
        """,
    )


class _Default:
    """The default generator of whatever backend is the default when something is drawn."""

    __slots__ = ()
    stands_for = "RandomState"

    def __getattr__(self, name: str) -> Any:
        if name.startswith("_"):
            raise AttributeError(name)
        return getattr(default_generator(), name)

    def __repr__(self) -> str:
        return "ops.random.default"


default: Any = _Default()
"""What :func:`default_generator` gives, asked for in each draw: ``default.rand(3)`` for ``numpy.random.rand(3)``."""


if not TYPE_CHECKING:  # which would believe that every name is there

    def __getattr__(name: str) -> None:
        raise AbsentNameError(name, "random")

"""Random numbers: how libraries' samplers are called, and what they become.

All libraries stand in one file, each in a table of its own, because the rule on random numbers is one rule, and who
adds a sampler compares its parameters with those of its fellows.

The notation is that of :mod:`purity_lint.knowledge.notation`.  No rewrite here is safe: every
library's stream is its own, so the numbers change.  Draws from NumPy's hidden generator become draws from the
default generator of ops, `ops.random.default`, which on NumPy is that very generator.
"""

from __future__ import annotations

from purity_lint.knowledge.notation import Forms, parse, words

_NUMPY = """
seed(seed)
default_rng(seed)
RandomState(seed)
ranf(size) -> {ops}.random.default.random_sample({size})
sample(size) -> {ops}.random.default.random_sample({size})
"""

_TORCH = """
manual_seed(seed) -> random.seed
rand(*size:shape, dtype, requires_grad:-, device:-) -> random_uniform
rand(*, size:shape, dtype, requires_grad:-, device:-) -> random_uniform
rand(*size, device, requires_grad:-) -> {ops}.to_device({ops}.random_uniform({size}), {device})
rand(*size, dtype, device, requires_grad:-) -> {ops}.to_device({ops}.random_uniform({size}, dtype={dtype}), {device})
randn(*size:shape, dtype, requires_grad:-, device:-) -> random_normal
randn(*, size:shape, dtype, requires_grad:-, device:-) -> random_normal
randn(*size, device, requires_grad:-) -> {ops}.to_device({ops}.random_normal({size}), {device})
randn(*size, dtype, device, requires_grad:-) -> {ops}.to_device({ops}.random_normal({size}, dtype={dtype}), {device})
normal(mean, std:stddev, size:shape) -> random_normal
rand_like(input) -> {ops}.random_uniform({ops}.shape({input}))
rand_like(input, *, dtype) -> {ops}.random_uniform({ops}.shape({input}), dtype={dtype})
randn_like(input) -> {ops}.random_normal({ops}.shape({input}))
randn_like(input, *, dtype) -> {ops}.random_normal({ops}.shape({input}), dtype={dtype})
randint(high, size) -> {ops}.random.default.randint({high}, size={size})
randint(high, size, *, dtype) -> {ops}.random.default.randint({high}, size={size}, dtype={dtype})
randint(low, high, size) -> {ops}.random.default.randint({low}, {high}, {size})
randint(low, high, size, *, dtype) -> {ops}.random.default.randint({low}, {high}, {size}, dtype={dtype})
randint(high, size, *, device) -> {ops}.to_device({ops}.random.default.randint({high}, size={size}), {device})
randint(low, high, size, *, device) -> {ops}.to_device({ops}.random.default.randint({low}, {high}, {size}), {device})
randperm(n) -> {ops}.random.default.permutation({n})
randperm(n, *, device) -> {ops}.to_device({ops}.random.default.permutation({n}), {device})
"""

_JAX = """
random.PRNGKey(seed) -> random.key
"""

_MLX = """
core.random.seed(seed)
core.random.key(seed)
core.random.split(key, num) -> random.split
core.random.normal(shape, dtype, loc:mean, scale:stddev, *, stream:-) -> random_normal
core.random.normal(shape, dtype, loc:mean, scale:stddev, key, *, stream:-) -> random.normal
core.random.uniform(low:minval, high:maxval, shape, dtype, *, stream:-) -> random_uniform
core.random.uniform(low:minval, high:maxval, shape, dtype, key, *, stream:-) -> random.uniform
"""

_TENSORFLOW = """
random.set_seed(seed) -> random.seed
random.normal(shape, mean, stddev, dtype) -> random_normal
random.uniform(shape, minval, maxval, dtype) -> random_uniform
"""

_NUMPY_TABLE = {f"random.{name}": forms for name, forms in parse(_NUMPY).items()}

TABLES: dict[str, Forms] = {
    "numpy": _NUMPY_TABLE,
    "cupy": _NUMPY_TABLE,
    "torch": parse(_TORCH),
    "jax": parse(_JAX),
    "mlx": parse(_MLX),
    "tensorflow": parse(_TENSORFLOW),
}
"""Library -> its samplers."""

GENERATORS = frozenset(
    {"random.Generator", "Generator", "random.PCG64", "random.MT19937", "random.SeedSequence"}
)
"""Objects that hold a stream of their own."""
MAKERS_OF_GENERATORS = GENERATORS | {"random.default_rng", "random.RandomState"}
"""What makes one of NumPy's, and draws nothing yet."""
GETTERS_OF_GENERATORS = frozenset({"check_random_state"})
"""What makes one of NumPy's of a seed, or gives the one that it is given, by the name that projects have for it."""

GENERATOR_CLASSES = {
    "numpy.random.RandomState": "random.RandomState",
    "numpy.random.mtrand.RandomState": "random.RandomState",
    "numpy.random.Generator": "random.Generator",
}
"""NumPy's classes of generators -> the class in ``ops`` that has them, and those of every backend, for instances."""

HIDDEN = frozenset({"random.mtrand._rand", "random._rand"})
"""NumPy's hidden generator by the names that code has for it, a copied ``check_random_state`` above all."""

STATE = words(
    "get_state set_state get_rng_state set_rng_state initial_seed get_bit_generator set_bit_generator"
)
"""Questions about a stream that no other library can answer."""

DRAWS = words("""
beta binomial chisquare choice dirichlet exponential gamma geometric gumbel laplace logistic lognormal
multinomial multivariate_normal normal pareto permutation poisson rand randint randn random random_sample
rayleigh shuffle standard_cauchy standard_exponential standard_gamma standard_normal standard_t uniform
weibull
""")
"""NumPy's functions that draw from its hidden generator: methods of what stands for it in ops."""

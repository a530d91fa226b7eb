"""Names of libraries that are modules, draw random numbers or are about devices; the rest are functions.

Names are dotted, below the library's root.  They stand beside each other since one asks of which sort a name is,
whatever the library: the lists are compared when one grows.
"""

from __future__ import annotations

from purity_lint.knowledge.notation import words

RANDOM_PREFIXES: dict[str, tuple[str, ...]] = {
    "numpy": ("random.",),
    "cupy": ("random.",),
    "jax": ("random.",),
    "mlx": ("core.random.",),
    "tensorflow": ("random.",),
    "torch": ("random.", "distributions."),
}
"""Library -> where its samplers stand."""

RANDOM_NAMES = {
    "torch": words("""
        Generator bernoulli get_rng_state initial_seed manual_seed multinomial normal poisson rand
        rand_like randint randint_like randn randn_like randperm seed set_rng_state
    """)
}
"""Samplers that stand beside everything else."""

DEVICE_NAMES = {
    "torch": words("device get_default_device"),
    "jax": words("""
        default_backend device_count device_get device_put devices local_device_count local_devices
    """),
    "mlx": words("""
        core.Device core.DeviceType core.cpu core.default_device core.device_count core.gpu
    """),
    "tensorflow": words("device"),
    "cupy": words("asnumpy"),
}
DEVICE_PREFIXES: dict[str, tuple[str, ...]] = {
    "torch": ("cuda.", "mps.", "xpu.", "cpu.", "backends."),
    "mlx": ("core.metal.", "core.cuda."),
    "cupy": ("cuda.",),
    "tensorflow": ("config.",),
}

MODULES = words("""
        cupy cupy.linalg cupy.random jax jax.lax jax.nn jax.numpy jax.numpy.fft jax.numpy.linalg
        jax.random mlx mlx.core mlx.core.fft mlx.core.linalg mlx.core.random mlx.nn numpy numpy.fft
        numpy.linalg numpy.ma numpy.polynomial numpy.random numpy.testing numpy.typing tensorflow
        tensorflow.linalg tensorflow.math tensorflow.nn tensorflow.random torch torch.autograd
        torch.cuda torch.fft torch.linalg torch.nn torch.nn.functional torch.optim
    """)
"""Modules, by qualified name."""

"""Operations of the group ``fft``."""

from __future__ import annotations

from functools import partial

from emberops.catalogue.model import Op, entry

_op = partial(entry, group="fft", space="fft")
_standard = partial(_op, standard="fft_functions")

OPS: tuple[Op, ...] = (
    _standard("fft", "numpy torch jax mlx", dtype="complex", rank="same"),
    _standard("ifft", "numpy torch jax mlx", dtype="complex", rank="same"),
    _standard("rfft", "numpy torch jax mlx", dtype="complex", rank="same"),
    _standard("irfft", "numpy torch jax mlx", dtype="float", rank="same"),
    _standard("hfft", "numpy torch jax", dtype="float", rank="same"),
    _standard("ihfft", "numpy torch jax", dtype="complex", rank="same"),
    _standard("fftn", "numpy torch jax mlx", dtype="complex", rank="same"),
    _standard("ifftn", "numpy torch jax mlx", dtype="complex", rank="same"),
    _standard("rfftn", "numpy torch jax mlx", dtype="complex", rank="same"),
    _standard("irfftn", "numpy torch jax mlx", dtype="float", rank="same"),
    _op("fft2", "numpy torch jax mlx", dtype="complex", rank="same"),
    _op("ifft2", "numpy torch jax mlx", dtype="complex", rank="same"),
    _op("rfft2", "numpy torch jax mlx", dtype="complex", rank="same"),
    _op("irfft2", "numpy torch jax mlx", dtype="float", rank="same"),
    _standard("fftshift", "numpy torch jax mlx", rank="same"),
    _standard("ifftshift", "numpy torch jax mlx", rank="same"),
    _standard("fftfreq", "numpy torch jax mlx", dtype="float", rank="vector"),
    _op("stft"),
    _op("istft"),
    _standard("rfftfreq", "numpy torch jax mlx", dtype="float", rank="vector"),
)

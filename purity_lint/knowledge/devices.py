"""Devices: what libraries call them, and the calls that place tensors.

All libraries stand in one file: the words are few, and most methods are those of tensors whose library is not known.

The notation of :data:`CALLS` is that of :mod:`purity_lint.knowledge.notation`.
"""

from __future__ import annotations

import re

from purity_lint.knowledge.notation import Forms, parse

_DEVICE = re.compile(r"^(cuda|gpu|cpu|mps|tpu|xpu|hip|hpu|meta)(:\d+)?$")
_PORTABLE = {"cuda": "gpu", "hip": "gpu", "mps": "gpu", "xpu": "gpu"}

METHODS: Forms = parse("""
cuda(self) -> {ops}.to_device({self}, "gpu") !
cuda(self, device) -> {ops}.to_device({self}, {device}) !
cpu(self) -> {ops}.to_device({self}, "cpu")
to(self, device, *, non_blocking:-, copy:-) -> {ops}.to_device({self}, {device})
to(self, device, dtype) -> {ops}.astype({ops}.to_device({self}, {device}), {dtype})
""")
"""Methods that place a tensor."""

CALLS: Forms = parse("""
jax.device_put(x) -> {x}
jax.device_put(x, device) -> {ops}.to_device({x}, {device})
jax.device_get(x) -> {ops}.to_numpy({x})
cupy.asnumpy(a) -> {ops}.to_numpy({a})
torch.device(type) -> {type}
""")
"""Functions about devices that have a counterpart."""

NAMES = {"mlx.core.cpu": '"cpu"', "mlx.core.gpu": '"gpu"'}
"""Device objects -> the portable name."""

HINTS = {
    "torch.cuda.is_available": "ask `emberops.devices()`",
    "torch.cuda.device_count": "ask `emberops.devices()`",
    "torch.cuda.current_device": "ask `ops.device(x)`",
    "torch.cuda.synchronize": "call `emberops.synchronize()`",
    "torch.cuda.empty_cache": "use `emberops.empty_cache()` in the application",
    "torch.cuda.manual_seed": "use a key: `ops.random.key(seed)`",
    "torch.cuda.manual_seed_all": "use a key: `ops.random.key(seed)`",
    "torch.backends": "configuring a backend is the application's business, not the library's",
    "torch.mps.is_available": "ask `emberops.devices()`",
    "jax.devices": "ask `emberops.devices()`",
    "jax.local_devices": "ask `emberops.devices()`",
    "jax.device_count": "ask `emberops.devices()`",
    "jax.local_device_count": "ask `emberops.devices()`",
    "jax.default_backend": "ask `ops.device(x)`, or leave the choice to the application",
    "mlx.core.default_device": "ask `ops.device(x)`",
    "mlx.core.metal": "ask `emberops.devices()`",
    "tensorflow.config": "configuring a backend is the application's business, not the library's",
}
"""Advice about the rest."""


def portable_name(text: str) -> str | None:
    """``cuda:1`` -> ``gpu:1``; ``None`` if ``text`` names no device."""
    match = _DEVICE.match(text)
    if match is None:
        return None
    return _PORTABLE.get(match[1], match[1]) + (match[2] or "")

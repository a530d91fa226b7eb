"""Files of tensors: ``emberops.io.save``, ``load`` and the others of :mod:`emberops.ops.io`."""

from __future__ import annotations

from emberops.ops.io import (
    fromfile,
    genfromtxt,
    load,
    load_safetensors,
    loadtxt,
    save,
    save_safetensors,
    savetxt,
    savez,
    savez_compressed,
)

__all__ = [
    "fromfile",
    "genfromtxt",
    "load",
    "load_safetensors",
    "loadtxt",
    "save",
    "save_safetensors",
    "savetxt",
    "savez",
    "savez_compressed",
]

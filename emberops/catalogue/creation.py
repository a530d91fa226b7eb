"""Operations of the group ``creation``."""

from __future__ import annotations

from emberops.catalogue.model import Op

OPS: tuple[Op, ...] = (
    Op(
        name="asarray",
        group="creation",
        aliases=("convert_to_tensor",),
        numpy=("asarray",),
        torch=("asarray", "as_tensor"),
        jax=("numpy.asarray",),
        mlx=("core.asarray",),
        keras=("ops.convert_to_tensor",),
        standard="creation_functions",
    ),
)

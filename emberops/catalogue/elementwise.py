"""Operations of the group ``elementwise``."""

from __future__ import annotations

from emberops.catalogue.model import Op

OPS: tuple[Op, ...] = (
    Op(
        name="add",
        group="elementwise",
        numpy=("add",),
        torch=("add",),
        jax=("numpy.add", "lax.add"),
        mlx=("core.add",),
        keras=("ops.add",),
        standard="elementwise_functions",
        operator="+",
    ),
)

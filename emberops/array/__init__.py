"""``emberops.Array``: one class of arrays over all backends."""

from __future__ import annotations

from emberops.array.arrays import Array
from emberops.dispatch import registry

__all__ = ["Array"]


def _register(backend: registry.Backend) -> None:
    """Let a library that knows containers of tensors (pytrees) look into an Array."""
    register = getattr(backend.module, "register_container", None)
    if register is not None:
        register(
            Array,
            lambda array: ((array.tensor,), array.backend),
            lambda name, children: Array.of(children[0], registry.load(name)),
        )


registry.on_load(_register)
registry.load("array")  # from here on the dispatcher knows the class

"""Values that are asked for where a function is traced, and nobody knows them.

Each library says so in its own way: JAX in several classes, MLX by a ``ValueError``, PyTorch by a ``RuntimeError``
within ``vmap``, and what differentiates NumPy's functions by the name of its boxes.
"""

from __future__ import annotations

import re

_OF_JAX = frozenset(
    {
        "ConcretizationTypeError",
        "NonConcreteBooleanIndexError",
        "TracerArrayConversionError",
        "TracerIntegerConversionError",
    }
)
"""Classes of JAX's exceptions, and of those derived from them."""
_WORDS = {
    "ValueError": ("during function transformations",),
    "RuntimeError": (
        "vmap: It looks like you're",
        "dynamic shape",
        "rule not implemented for aten::nonzero",
        "Tensor that doesn't have storage",
    ),
    "TypeError": ("'ArrayBox'",),
}
"""What the messages of built-in classes hold, where they are about that."""


_MISSING = re.compile(r"\[Primitive::(\w+)\] Not implemented for (\w+)")
"""How MLX says so of a primitive."""
_RULES = {"vjp": "reverse-mode gradients", "jvp": "forward-mode gradients", "vmap": "ops.vmap"}


def is_asked_for(error: BaseException) -> bool:
    """Whether a library refuses to tell a value that is not known yet."""
    kind = type(error)
    if kind.__module__.partition(".")[0] == "jax":
        return any(base.__name__ in _OF_JAX for base in kind.__mro__)
    return any(words in str(error) for words in _WORDS.get(kind.__name__, ()))


def missing_rule(error: BaseException) -> str | None:
    """What to say where a library cannot differentiate or map one of its own operations."""
    found = _MISSING.match(str(error))
    return None if found is None else f"MLX's {found[2]} has no rule for {_RULES.get(found[1], found[1])}"


def words(error: BaseException) -> str:
    """What to write instead, with the library's own words."""
    return (
        "the value of a tensor is asked for where the function is traced, which does not know it: `if` and `while` "
        "ask for it, float(x), x.item() and NumPy's functions, masks as indices, and sizes from tensors; ops.where, "
        "ops.cond and ops.while_loop do without, and static_argnums of ops.jit leaves arguments as they are "
        f"({type(error).__name__}: {str(error).strip().partition(chr(10))[0]})"
    )

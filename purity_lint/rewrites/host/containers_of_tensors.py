"""Containers of tensors where Python's numbers are wanted."""

from __future__ import annotations

from purity_lint.semantics.values import PLAIN_NUMBERS, Value


def holds_tensors(value: Value) -> bool:
    """True for a container that holds tensors, and nothing else but numbers."""
    held = value.elements if value.elements is not None else (value.element,)
    known = [element for element in held if element is not None]
    if len(known) < len(held) or not any(e.is_tensor for e in known):
        return False
    return all(
        e.kind in PLAIN_NUMBERS
        or (e.is_tensor and (e.numeric or e.countable or not e.maybe) and not e.foreign)
        for e in known
    )


def tensor_in(value: Value) -> Value:
    """Return the tensor that ``value`` is or holds; ``value`` where there is none."""
    held = () if value.is_tensor else value.elements or (value.element,)
    return next((element for element in held if element is not None and element.is_tensor), value)

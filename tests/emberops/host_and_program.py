"""A call on JAX by its program and by the host: what it gives, or the class of what it raises."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from emberops.backends.jax import variety


def outcomes_by_program_and_host(call: Callable[[], Any], monkeypatch: pytest.MonkeyPatch) -> tuple[Any, Any]:
    """Make a call while its kind may have a program, and again while none may."""
    outcomes = []
    for most in (32, 0):
        monkeypatch.setattr(variety, "_MOST_PROGRAMS", most)
        try:
            outcomes.append(call())
        except Exception as error:  # whichever: both ways have to refuse alike
            outcomes.append(type(error))
    program, host = outcomes
    return program, host

"""A call on JAX by its program and by the host: what it gives, or the class of what it raises."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from emberops.backends.jax import frequency, small

LARGEST, OFTEN = small.LARGEST, frequency._OFTEN


def by_program(monkeypatch: pytest.MonkeyPatch) -> None:
    """Have programs for whatever is called from now on."""
    monkeypatch.setattr(small, "LARGEST", -1)
    monkeypatch.setattr(frequency, "_OFTEN", 0)


def outcomes_by_program_and_host(call: Callable[[], Any], monkeypatch: pytest.MonkeyPatch) -> tuple[Any, Any]:
    """Make a call by its program, and again by the host."""
    outcomes = []
    for largest, often in ((-1, 0), (LARGEST, OFTEN)):
        monkeypatch.setattr(small, "LARGEST", largest)
        monkeypatch.setattr(frequency, "_OFTEN", often)
        try:
            outcomes.append(call())
        except Exception as error:  # whichever: both ways have to refuse alike
            outcomes.append(type(error))
    program, host = outcomes
    return program, host

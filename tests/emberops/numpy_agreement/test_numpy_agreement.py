"""Generated calls of every operation that NumPy has too: all backends agree with it, or the docs say where not.

``EMBEROPS_AGREEMENT=1000`` draws so many calls of each operation instead of a few.
"""

from __future__ import annotations

import os
import zlib
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, seed, settings
from hypothesis import strategies as st

from emberops.catalogue import CATALOGUE
from numpy_agreement.calls import COMPARED, NOT_COMPARED, TABLE, calls_of
from numpy_agreement.documented import DOCUMENTED, Documented, documented
from numpy_agreement.outcomes import Call, disagreements

COUNT = int(os.environ.get("EMBEROPS_AGREEMENT", "10"))
QUICK = ("numpy", "torch", "mlx")
TO_COMPILE = 5
"""JAX compiles a program for each shape and dtype, so it is shown one call of so many."""
PAGE = Path(__file__).parents[3] / "docs" / "reference" / "semantics.md"


@pytest.fixture(scope="module", autouse=True)
def quickly_compiled() -> Iterator[None]:
    import jax

    before = jax.config.read("jax_disable_most_optimizations")
    jax.config.update("jax_disable_most_optimizations", True)
    yield
    jax.config.update("jax_disable_most_optimizations", before)


def test_every_operation_is_compared_or_has_a_reason() -> None:
    spelled = {n for n, op in CATALOGUE.items() if op.numpy}
    assert spelled - set(COMPARED) - NOT_COMPARED.keys() == set()
    assert set(TABLE) <= spelled
    assert set(COMPARED) & NOT_COMPARED.keys() == set()


@pytest.mark.parametrize("name", COMPARED)
def test_they_agree(name: str) -> None:
    @seed(zlib.crc32(name.encode()))
    @settings(max_examples=COUNT, database=None, suppress_health_check=list(HealthCheck))
    @given(calls_of(name), st.sampled_from([QUICK] * (TO_COMPILE - 1) + [(*QUICK, "jax")]))
    def compare(call: Call, backends: tuple[str, ...]) -> None:
        for found in disagreements(name, call, backends):
            assert documented(found), str(found)

    compare()


@pytest.mark.parametrize("entry", DOCUMENTED, ids=lambda entry: entry.words)
def test_what_is_documented_is_named_and_still_so(entry: Documented) -> None:
    assert entry.words in " ".join(PAGE.read_text(encoding="utf-8").split())
    name, call = entry.example
    assert any(entry.covers(found) for found in disagreements(name, call))

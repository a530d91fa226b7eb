"""What is known of an operation is known of NumPy's function of that name as well, and the other way round."""

from __future__ import annotations

import pytest

from emberops.catalogue import CATALOGUE
from purity_lint.knowledge import lookup
from purity_lint.knowledge.notation import Result

_SPELLED_ALIKE = sorted(name for name, op in CATALOGUE.items() if name in op.numpy)
_HOST = (Result.NONE, Result.OTHER)


@pytest.mark.parametrize("name", _SPELLED_ALIKE)
def test_code_is_understood_as_well_after_a_fix_as_before(name: str) -> None:
    before, after = lookup.function(f"numpy.{name}"), lookup.function(f"emberops.ops.{name}")
    assert before is not None
    assert after is not None
    if before.result not in _HOST:
        assert after.result is not Result.OTHER

"""What is known of an operation is known of NumPy's function of that name as well, and the other way round."""

from __future__ import annotations

import numpy as np
import pytest

from emberops.catalogue import CATALOGUE
from purity_lint.knowledge import lookup
from purity_lint.knowledge.notation import Result
from purity_lint.knowledge.numpy.exports import EXPORTS

_SPELLED_ALIKE = sorted(name for name, op in CATALOGUE.items() if name in op.numpy)
_HOST = (Result.NONE, Result.OTHER)


@pytest.mark.parametrize("name", _SPELLED_ALIKE)
def test_code_is_understood_as_well_after_a_fix_as_before(name: str) -> None:
    before, after = lookup.function(f"numpy.{name}"), lookup.function(f"emberops.ops.{name}")
    assert before is not None
    assert after is not None
    if before.result not in _HOST:
        assert after.result is not Result.OTHER


def test_exports_of_numpy_are_those_of_this_version_and_of_others() -> None:
    assert set(np.__all__) - {"__version__", "__array_namespace_info__"} <= EXPORTS
    assert not [name for name in EXPORTS - set(np.__all__) if hasattr(np, name)]

"""What the tables say of SciPy's functions for arrays of any library is what SciPy says of them itself."""

from __future__ import annotations

from importlib import import_module

import pytest
import scipy
from scipy._lib import _array_api

from purity_lint.knowledge.scipy.any_library import (
    DISTRIBUTIONS_MODULE,
    SPECIAL_MODULE,
    STATISTICS,
    TAKE_ANY_LIBRARY,
)

_OF_TABLES = (1, 17)
"""Version of SciPy that the tables are of: earlier ones take fewer, later ones may take more."""
_INSTALLED = tuple(int(part) for part in scipy.__version__.split(".")[:2])
_CAPABILITIES = getattr(_array_api, "xp_capabilities_table", {})

pytestmark = pytest.mark.skipif(
    _INSTALLED < _OF_TABLES,
    reason="earlier versions of SciPy take arrays of other libraries in fewer functions",
)


def _takes_any_library(name: str) -> bool:
    """Ask SciPy: its functions have an entry in a table, which says where they are for NumPy alone."""
    module, _, function = name.rpartition(".")
    said = _CAPABILITIES.get(getattr(import_module(module), function))
    return said is not None and not said["np_only"]


def _public(module: str) -> list[str]:
    names = import_module(module).__all__
    return [name for name in names if callable(getattr(import_module(module), name))]


@pytest.mark.parametrize("name", sorted(TAKE_ANY_LIBRARY))
def test_a_function_of_the_table_takes_arrays_of_any_library(name: str) -> None:
    assert _takes_any_library(name)


@pytest.mark.skipif(
    _INSTALLED > _OF_TABLES,
    reason="the tables know nothing of what later versions of SciPy take",
)
@pytest.mark.parametrize("module", [DISTRIBUTIONS_MODULE, SPECIAL_MODULE])
def test_the_table_has_all_statistics_and_special_functions_that_do(module: str) -> None:
    taking = {f"{module}.{name}" for name in _public(module) if _takes_any_library(f"{module}.{name}")}
    assert taking == {name for name in TAKE_ANY_LIBRARY if name.rpartition(".")[0] == module}


def test_statistics_that_are_for_numpy_alone_are_none_of_them() -> None:
    alone = {
        n for n in _public(DISTRIBUTIONS_MODULE) if not _takes_any_library(f"{DISTRIBUTIONS_MODULE}.{n}")
    }
    assert alone
    assert not alone & STATISTICS

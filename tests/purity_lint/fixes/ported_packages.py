"""A package with an `_array_api` module of its own, and what a fix makes of another module in it."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from purity_lint.configuration.files import from_table
from purity_lint.configuration.settings import Settings
from purity_lint.engine.fix import fix
from purity_lint.source.read import source_from_bytes

HELPERS = """from array_api_compat import device as xp_device, size as xp_size


def array_namespace(*arrays): ...
def _asarray(array, dtype=None, *, xp=None, subok=False): ...
def xp_ravel(x, /, *, xp=None): ...
def _nanmin(X, axis=None, xp=None): ...
def xp_copy(x, xp): ...
def supported_float_dtypes(xp): ...
"""


def ported(tmp_path: Path, code: str, helpers: str = HELPERS) -> str:
    """The code of a module of the package, after fixing."""
    package = tmp_path / "pkg"
    (package / "_lib").mkdir(parents=True, exist_ok=True)
    for folder in (package, package / "_lib"):
        (folder / "__init__.py").touch()
    (package / "_lib" / "_array_api.py").write_text(helpers)
    settings = replace(
        from_table({"profile": "array-api"}, Settings(root=tmp_path), "the test"), unsafe_fixes=True
    )
    outcome = fix(source_from_bytes(code.encode(), package / "module.py", None), settings)
    assert not outcome.errors
    return outcome.after

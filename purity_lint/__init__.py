"""A static linter for backend-agnostic numerical Python.

``purity-lint check`` finds what ties code to one array library; ``purity-lint fix`` rewrites it to
``emberops.ops``.  The package imports no array library, and never imports the code that it reads.

:func:`check_paths`, :func:`check_source` and :func:`fix_source` do the same from Python.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from purity_lint.api import CheckResult as CheckResult
    from purity_lint.api import FixResult as FixResult
    from purity_lint.api import check_paths as check_paths
    from purity_lint.api import check_source as check_source
    from purity_lint.api import fix_source as fix_source
    from purity_lint.errors import PurityError as PurityError
    from purity_lint.findings.diagnostics import Diagnostic as Diagnostic

__version__ = "0.1.0"

# Everything is imported on first use: whoever asks for the version pays for nothing else.
_HOME = {
    "CheckResult": "purity_lint.api",
    "FixResult": "purity_lint.api",
    "check_paths": "purity_lint.api",
    "check_source": "purity_lint.api",
    "fix_source": "purity_lint.api",
    "PurityError": "purity_lint.errors",
    "Diagnostic": "purity_lint.findings.diagnostics",
}
__all__ = [
    "CheckResult",
    "Diagnostic",
    "FixResult",
    "PurityError",
    "__version__",
    "check_paths",
    "check_source",
    "fix_source",
]


def __getattr__(name: str) -> Any:
    if name not in _HOME:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from importlib import import_module

    return getattr(import_module(_HOME[name]), name)


def __dir__() -> list[str]:
    return sorted(__all__)

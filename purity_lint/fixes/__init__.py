"""libcst rewriting of exactly the expressions and statements that change.

The rooms: how edits become text (``composition``), imports that come and go (``imports``), and the words of the
vocabularies (``profiles``).

What applies fixes, libcst with it, is imported when there is something to fix.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from purity_lint.fixes.fixer import FixResult, fix_edits, fix_source

__all__ = ["FixResult", "fix_edits", "fix_source"]


def __getattr__(name: str) -> object:
    if name in __all__:
        from purity_lint.fixes import fixer

        return getattr(fixer, name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")

"""What code becomes under a profile, in a file of its own."""

from __future__ import annotations

from pathlib import Path

from purity_lint.configuration.settings import Settings
from purity_lint.engine.fix import fix
from purity_lint.knowledge.profiles import PROFILES
from purity_lint.source.read import source_from_bytes


def fixed(code: str, profile: str = "array-api", *, unsafe: bool = True) -> str:
    """Return the text of a whole file after its fixes."""
    return fixed_by(settings(profile, unsafe=unsafe), code)


def settings(profile: str, *, unsafe: bool = True) -> Settings:
    """Return what a project says that names a profile and nothing else."""
    return Settings(
        root=Path("/nowhere"),
        profile=profile,
        ops_module=PROFILES[profile].module,
        ops_alias=PROFILES[profile].alias,
        unsafe_fixes=unsafe,
    )


def fixed_by(own: Settings, code: str) -> str:
    """Return the text of a whole file after the fixes that ``own`` asks for."""
    outcome = fix(source_from_bytes(code.encode(), Path("/nowhere/a.py"), None), own)
    assert not outcome.errors
    return outcome.after

"""What is reported of a piece of code under a profile."""

from __future__ import annotations

from pathlib import Path

from purity_lint.configuration.settings import Settings
from purity_lint.engine.check import check
from purity_lint.knowledge.profiles import PROFILES, Name
from purity_lint.source.read import source_from_bytes


def found(
    code: str,
    profile: Name = "array-api",
    scope: str = "namespaces",
    *,
    path: str = "a.py",
    **options: object,
) -> list[str]:
    """What is reported, as codes; ``options`` are more of the settings."""
    laws = PROFILES[profile]
    settings = Settings(
        root=Path.cwd(),
        profile=profile,
        ops_module=laws.module,
        ops_alias=laws.alias,
        scope=scope,
        **options,
    )
    checked = check(source_from_bytes(code.encode(), Path(path), None), settings)
    assert not checked.errors
    return [d.code for d in checked.diagnostics]

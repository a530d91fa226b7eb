"""Record of what a user can set: one per configuration file."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field
from pathlib import Path
from typing import Literal

from purity_lint.findings.diagnostics import Evidence
from purity_lint.knowledge.profiles import PROFILES, Name, Profile
from purity_lint.records import dataclass

Version = tuple[int, int]

DEFAULT_EXCLUDE = (
    ".bzr",
    ".direnv",
    ".eggs",
    ".git",
    ".git-rewrite",
    ".hg",
    ".ipynb_checkpoints",
    ".mypy_cache",
    ".nox",
    ".pants.d",
    ".purity_lint_cache",
    ".pyenv",
    ".pytest_cache",
    ".pytype",
    ".ruff_cache",
    ".svn",
    ".tox",
    ".venv",
    ".vscode",
    "__pypackages__",
    "_build",
    "_vendor",
    "_vendored",
    "buck-out",
    "dist",
    "node_modules",
    "site-packages",
    "vendored",
    "venv",
)


@dataclass(frozen=True)
class Settings:
    """Everything that decides what is reported for a file, and how it is fixed and shown."""

    root: Path = field(default_factory=Path.cwd)
    """Folder of the configuration file: its patterns are relative to it."""
    select: tuple[str, ...] | None = None
    ignore: tuple[str, ...] = ()
    extend_select: tuple[str, ...] = ()
    extend_ignore: tuple[str, ...] = ()
    per_file_ignores: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    exclude: tuple[str, ...] = DEFAULT_EXCLUDE
    extend_exclude: tuple[str, ...] = ()
    force_exclude: bool = False
    respect_gitignore: bool = True
    profile: Name = "emberops"
    preset: str | None = None
    """The project whose configuration is the base of this one."""
    scope: Literal["everything", "namespaces"] = "everything"
    """What code is looked at: all of it, or functions that have a namespace."""
    namespace_decorators: tuple[str, ...] = ()
    """Decorators of functions that take arrays of any library."""
    standard_version: str = "2025.12"
    """The version of the array API standard that namespaces keep to."""
    operators: Literal["functions", "keep"] = "functions"
    """How arithmetic on tensors is spelled where the profile does not say: by functions, or with operators."""
    lazy: bool = False
    """Arrays may be lazy: nothing may ask for their values, or change them in place."""
    ops_module: str = "emberops.ops"
    """Dotted name of the module whose functions replace those of a framework."""
    ops_alias: str = "ops"
    """Name that fixes bind it to."""
    ops_names: Mapping[str, str] = field(default_factory=dict)
    """Operations that the project's ops module calls by another name: ``{"concat": "concatenate"}``."""
    backend_paths: tuple[str, ...] = ()
    """Patterns of files that implement backends and so may use frameworks."""
    confidence: Evidence = Evidence.INFERRED
    unsafe_fixes: bool = False
    fixable: tuple[str, ...] = ("ALL",)
    unfixable: tuple[str, ...] = ()
    target_version: Version | None = None
    output_format: str = "full"
    baseline: str | None = None
    cache_dir: str = ".purity_lint_cache"
    trace: str = ".purity-trace.json"
    """File in which ``purity-lint trace`` keeps what it has recorded."""

    @property
    def laws(self) -> Profile:
        """Return the record of the profile."""
        return PROFILES[self.profile]

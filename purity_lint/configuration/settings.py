"""What a user can set, resolved: one frozen record per configuration file."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from purity_lint.findings.diagnostics import Evidence

if TYPE_CHECKING:
    from pathspec import PathSpec

Profile = Literal["emberops", "keras", "array-api"]
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
    "buck-out",
    "dist",
    "node_modules",
    "site-packages",
    "venv",
)
PROFILE_MODULES: Mapping[str, tuple[str, str]] = {
    "emberops": ("emberops.ops", "ops"),
    "keras": ("keras.ops", "ops"),
    "array-api": ("array_api_compat", "xp"),
}
"""The ops module of each profile and the name it goes by in code."""
ALLOWED_IN_BACKENDS = frozenset({"PUR001", "PUR002", "PUR107"})
"""The rules that speak under ``backend-paths``: all others are about code that should have no backend."""


@dataclass(frozen=True)
class Settings:
    """Everything that decides what is reported for a file, and how it is fixed and shown."""

    root: Path = field(default_factory=Path.cwd)
    """The folder of the configuration file: its patterns are relative to it."""
    select: tuple[str, ...] | None = None
    ignore: tuple[str, ...] = ()
    extend_select: tuple[str, ...] = ()
    extend_ignore: tuple[str, ...] = ()
    per_file_ignores: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    exclude: tuple[str, ...] = DEFAULT_EXCLUDE
    extend_exclude: tuple[str, ...] = ()
    force_exclude: bool = False
    respect_gitignore: bool = True
    profile: Profile = "emberops"
    ops_module: str = "emberops.ops"
    """Dotted name of the module whose functions replace those of a framework."""
    ops_alias: str = "ops"
    """The name that fixes bind it to."""
    ops_names: Mapping[str, str] = field(default_factory=dict)
    """Where the project's ops module calls an operation by another name: ``{"concat": "concatenate"}``."""
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
    """Where ``purity-lint trace`` keeps what it has recorded."""

    @cached_property
    def rules(self) -> frozenset[str]:
        """Codes of the rules that are switched on.  PUR001 always is: there is no other word for it."""
        from purity_lint.rules.registry import resolve

        return resolve(self.select, (*self.ignore, *self.extend_ignore), self.extend_select) | {"PUR001"}

    @cached_property
    def fixable_rules(self) -> frozenset[str]:
        """Codes of the rules whose fixes may be applied."""
        from purity_lint.rules.registry import resolve

        return resolve(self.fixable, self.unfixable, ())

    def ignored_in(self, path: Path) -> frozenset[str]:
        """Codes that are silent in ``path``: by ``per-file-ignores``, or because it implements a backend."""
        from purity_lint.rules.registry import all_rules, expand

        codes: set[str] = set()
        for spec, negated, selectors in self._per_file:
            if spec.match_file(self.relative(path)) != negated:
                codes.update(*map(expand, selectors))
        if self.is_backend(path):
            codes |= all_rules().keys() - ALLOWED_IN_BACKENDS
        return frozenset(codes)

    def is_backend(self, path: Path) -> bool:
        """Whether ``path`` is under ``backend-paths``."""
        return self._backend_spec is not None and self._backend_spec.match_file(self.relative(path))

    def is_excluded(self, path: Path, base: Path | None = None) -> bool:
        """Whether ``exclude`` or ``extend-exclude`` matches ``path``, or the part of it that is below ``base``."""
        return self._exclude_spec.match_file(self.relative(path, base))

    def relative(self, path: Path, base: Path | None = None) -> str:
        """``path`` as patterns see it: relative to the configuration's folder, with forward slashes."""
        absolute = os.path.abspath(path)
        try:
            return Path(os.path.relpath(absolute, base or self.root)).as_posix()
        except ValueError:  # another drive
            return Path(absolute).as_posix()

    @cached_property
    def _exclude_spec(self) -> PathSpec[Any]:
        return _spec((*self.exclude, *self.extend_exclude))

    @cached_property
    def _backend_spec(self) -> PathSpec[Any] | None:
        return _spec(self.backend_paths) if self.backend_paths else None

    @cached_property
    def _per_file(self) -> list[tuple[PathSpec[Any], bool, tuple[str, ...]]]:
        return [
            (_spec((pattern.removeprefix("!"),)), pattern.startswith("!"), selectors)
            for pattern, selectors in self.per_file_ignores.items()
        ]

    def __getstate__(self) -> dict[str, object]:
        """What a worker process needs: the fields, not what was computed from them."""
        return {name: self.__dict__[name] for name in self.__dataclass_fields__}


def _spec(patterns: tuple[str, ...]) -> PathSpec[Any]:
    from pathspec import GitIgnoreSpec

    return GitIgnoreSpec.from_lines(patterns)

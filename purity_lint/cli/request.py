"""Options of one ``check`` or ``fix``."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from purity_lint.cli.options import SettingsOptions
from purity_lint.configuration.files import SettingsResolver
from purity_lint.errors import ConfigError
from purity_lint.formats import ALIASES
from purity_lint.records import dataclass
from purity_lint.run.shard import Shard


@dataclass(frozen=True)
class Request:
    """Options of one ``check`` or ``fix``."""

    paths: tuple[Path, ...]
    settings_options: SettingsOptions
    fix: bool
    fix_only: bool
    diff: bool
    unsafe_fixes: bool | None
    verify: str | None
    add_noqa: str | None
    """The reason to give in each comment, maybe empty; ``None`` where no comments are wanted."""
    after_fix: bool
    diff_base: str | None
    exit_zero: bool
    exit_non_zero_on_fix: bool
    stdin_filename: Path | None
    baseline: str | None
    no_baseline: bool
    no_cache: bool
    cache_dir: str | None
    jobs: int | None
    shard: Shard | None
    show_files: bool
    watch: bool
    output_format: str | None
    output_file: Path | None
    statistics: bool
    color: str
    quiet: bool
    verbose: bool

    def resolver(self) -> SettingsResolver:
        """Return the settings for each path, with every option of the command line."""
        options = self.settings_options
        values = dict(options.overrides.values)
        values |= {
            "unsafe_fixes": self.unsafe_fixes,
            "baseline": "" if self.no_baseline else self.baseline,
            "cache_dir": self.cache_dir,
            "output_format": self.output_format and ALIASES.get(self.output_format, self.output_format),
        }
        return replace(options, overrides=replace(options.overrides, values=values)).resolver()

    @property
    def first_folder(self) -> Path:
        """The folder of the first of the paths."""
        first = self.stdin_filename or (self.paths[0] if self.paths else Path())
        return first if first.is_dir() else first.parent

    @property
    def reads_stdin(self) -> bool:
        """True if the source comes from standard input."""
        if Path("-") in self.paths and len(self.paths) > 1:
            raise ConfigError("`-` (standard input) cannot be combined with other paths")
        return self.paths == (Path("-"),) or (self.stdin_filename is not None and not self.paths)

"""Options that several commands share, and what they change in the settings."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Mapping
from dataclasses import field, replace
from pathlib import Path
from typing import Any, TypeVar, cast

import click

from purity_lint.configuration import files as configuration
from purity_lint.configuration import keys
from purity_lint.configuration.files import SettingsResolver
from purity_lint.configuration.selection import check_selectors
from purity_lint.configuration.settings import Settings
from purity_lint.errors import ConfigError
from purity_lint.findings.diagnostics import Evidence
from purity_lint.formats import ALIASES, FORMATS
from purity_lint.knowledge.profiles import PROFILES
from purity_lint.records import dataclass

F = TypeVar("F", bound=Callable[..., Any])


@dataclass(frozen=True)
class Overrides:
    """Settings that the command line gives; ``None`` for those that it does not."""

    select: tuple[str, ...] | None = None
    ignore: tuple[str, ...] = ()
    extend_select: tuple[str, ...] = ()
    extend_ignore: tuple[str, ...] = ()
    per_file_ignores: Mapping[str, tuple[str, ...]] | None = None
    exclude: tuple[str, ...] | None = None
    extend_exclude: tuple[str, ...] = ()
    inline: tuple[str, ...] = ()
    values: Mapping[str, Any] = field(default_factory=dict)
    """Settings that are simply replaced."""

    def apply(self, settings: Settings) -> Settings:
        """``settings`` as the command line wants them.

        ``--select`` starts afresh: what the configuration selects and ignores no longer counts.
        """
        for option in self.inline:
            settings = configuration.inline(option, settings)
        changes = {name: value for name, value in self.values.items() if value is not None}
        if profile := changes.get("profile"):
            changes["ops_module"], changes["ops_alias"] = PROFILES[profile].module, PROFILES[profile].alias
        if self.select is not None:
            settings = replace(settings, select=self.select, ignore=(), extend_select=(), extend_ignore=())
        if self.per_file_ignores is not None:
            changes["per_file_ignores"] = self.per_file_ignores
        if self.exclude is not None:
            changes["exclude"] = self.exclude
        settings = replace(
            settings,
            ignore=(*settings.ignore, *self.ignore),
            extend_select=(*settings.extend_select, *self.extend_select),
            extend_ignore=(*settings.extend_ignore, *self.extend_ignore),
            extend_exclude=(*settings.extend_exclude, *self.extend_exclude),
            **changes,
        )
        check_selectors(settings, "command line")
        return settings


@dataclass(frozen=True)
class SettingsOptions:
    """Settings options as parsed by click."""

    overrides: Overrides
    config: Path | None
    isolated: bool

    def resolver(self) -> SettingsResolver:
        """Return the settings for each path."""
        return SettingsResolver(self.overrides.apply, config=self.config, isolated=self.isolated)


def settings_options(function: F) -> F:
    """Add every option that changes settings; the command takes them as one argument of this name."""

    def collected(  # noqa: PLR0913, one argument per option
        *args: Any,
        select: str | None,
        ignore: str | None,
        extend_select: str | None,
        extend_ignore: str | None,
        per_file_ignores: str | None,
        exclude: str | None,
        extend_exclude: str | None,
        fixable: str | None,
        unfixable: str | None,
        config: tuple[str, ...],
        isolated: bool,
        **kwargs: Any,
    ) -> Any:
        names = ("force_exclude", "respect_gitignore", "confidence", "profile", "target_version")
        values = {name: kwargs.pop(name) for name in names}
        values |= {
            name: _codes(codes)
            for name, codes in (("fixable", fixable), ("unfixable", unfixable))
            if codes is not None
        }
        path, inline = _split_config(config)
        overrides = Overrides(
            select=_codes(select) if select is not None else None,
            ignore=_codes(ignore),
            extend_select=_codes(extend_select),
            extend_ignore=_codes(extend_ignore),
            per_file_ignores=_per_file(per_file_ignores) if per_file_ignores is not None else None,
            exclude=keys.read_patterns([*_codes(exclude)], "--exclude") if exclude is not None else None,
            extend_exclude=keys.read_patterns([*_codes(extend_exclude)], "--extend-exclude"),
            inline=inline,
            values=values,
        )
        options = SettingsOptions(overrides, path, isolated)
        return function(*args, settings_options=options, **kwargs)

    collected.__name__ = function.__name__
    collected.__doc__ = function.__doc__
    decorated: Any = collected
    decorated.__click_params__ = list(getattr(function, "__click_params__", ()))
    for option in reversed(_SETTINGS_OPTIONS):
        decorated = option(decorated)
    return cast("F", decorated)


def output_options(function: F) -> F:
    """Add the options about what is printed and where."""
    for option in reversed(_OUTPUT_OPTIONS):
        function = option(function)
    return function


def use_color(when: str, to_file: bool) -> bool:
    """True if ANSI codes are to be written: on a terminal, unless NO_COLOR, TERM=dumb or ``--color`` object."""
    if when != "auto":
        return when == "always"
    if os.environ.get("NO_COLOR"):
        return False
    if os.environ.get("FORCE_COLOR", "0") not in {"", "0"}:
        return True
    return not to_file and sys.stdout.isatty() and os.environ.get("TERM") != "dumb"


def _codes(text: str | None) -> tuple[str, ...]:
    return tuple(part for part in (text or "").replace(",", " ").split() if part)


def _per_file(text: str) -> dict[str, tuple[str, ...]]:
    found: dict[str, tuple[str, ...]] = {}
    for pair in _codes(text):
        pattern, separator, code = pair.rpartition(":")
        if not separator or not pattern:
            raise ConfigError(f"--per-file-ignores: expected PATTERN:CODE, got `{pair}`")
        found[pattern] = (*found.get(pattern, ()), code)
    keys.read_patterns([pattern.removeprefix("!") for pattern in found], "--per-file-ignores")
    return found


def _split_config(options: tuple[str, ...]) -> tuple[Path | None, tuple[str, ...]]:
    """``--config`` takes a file or a ``key = value`` pair."""
    files = [option for option in options if os.path.isfile(option) or ("=" not in option)]
    if len(files) > 1:
        raise ConfigError(f"--config: more than one file: {', '.join(files)}")
    path = Path(files[0]) if files else None
    if path is not None and not path.is_file():
        raise ConfigError(f"--config: no such file: {path}")
    return path, tuple(option for option in options if option not in files)


def _confidence(_ctx: click.Context, _param: click.Parameter, value: str | None) -> Evidence | None:
    return None if value is None else Evidence[value.upper()]


def _target(_ctx: click.Context, _param: click.Parameter, value: str | None) -> tuple[int, int] | None:
    return None if value is None else keys.read_version(value, "--target-version")


def _together(_ctx: click.Context, _param: click.Parameter, values: tuple[str, ...]) -> str | None:
    return ",".join(values) if values else None


def _of_list(name: str, metavar: str, what: str) -> Callable[[F], F]:
    """Return an option that takes several words, at once or each time that it is given."""
    return click.option(name, metavar=metavar, help=what, multiple=True, callback=_together)


_SETTINGS_OPTIONS = (
    _of_list("--select", "CODES", "Rules to run: codes, prefixes, names, ALL."),
    _of_list("--ignore", "CODES", "Rules not to run."),
    _of_list("--extend-select", "CODES", "Rules to run besides those selected."),
    _of_list("--extend-ignore", "CODES", "Rules not to run besides those ignored."),
    _of_list("--per-file-ignores", "PATTERN:CODE,...", "Rules not to run in some files."),
    _of_list("--exclude", "PATTERNS", "Files and folders to leave out, instead of the defaults."),
    _of_list("--extend-exclude", "PATTERNS", "Files and folders to leave out besides those."),
    _of_list("--fixable", "CODES", "Rules whose fixes may be applied, instead of all."),
    _of_list("--unfixable", "CODES", "Rules whose fixes may not be applied."),
    click.option(
        "--force-exclude/--no-force-exclude",
        default=None,
        help="Leave out excluded files even when they are named on the command line.",
    ),
    click.option(
        "--respect-gitignore/--no-respect-gitignore", default=None, help="Leave out what git ignores."
    ),
    click.option(
        "--confidence",
        type=click.Choice([e.name.lower() for e in reversed(Evidence)], case_sensitive=False),
        callback=_confidence,
        help="The weakest evidence that is reported (default: inferred).",
    ),
    click.option("--profile", type=click.Choice(list(PROFILES)), help="The vocabulary to write in."),
    click.option("--target-version", metavar="pyXY", callback=_target, help="The oldest Python to support."),
    click.option(
        "--config",
        metavar="FILE|KEY=VALUE",
        multiple=True,
        help="A configuration file, or one setting in TOML.",
    ),
    click.option("--isolated", is_flag=True, help="Use no configuration file."),
)
_OUTPUT_OPTIONS = (
    click.option(
        "--output-format",
        type=click.Choice([*FORMATS, *ALIASES]),
        envvar="PURITY_LINT_OUTPUT_FORMAT",
        metavar="FORMAT",
        help=f"How to print findings: {', '.join(FORMATS)}.",
    ),
    click.option(
        "-o",
        "--output-file",
        type=click.Path(path_type=Path, dir_okay=False),
        help="Write findings to this file.",
    ),
    click.option("--statistics", is_flag=True, help="Print counts per rule instead of findings."),
    click.option(
        "--color", type=click.Choice(["auto", "always", "never"]), default="auto", help="When to use colour."
    ),
    click.option("-q", "--quiet", is_flag=True, help="Print findings and nothing else."),
    click.option("-v", "--verbose", is_flag=True, help="Say what is being done, on stderr."),
)

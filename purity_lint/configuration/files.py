"""Finding, reading and checking configuration: ``[tool.purity-lint]`` or ``purity-lint.toml``."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import lru_cache
from pathlib import Path
from typing import Any

from purity_lint.configuration import keys
from purity_lint.configuration.baseline import DEFAULT_FILE
from purity_lint.configuration.containment import check_contained, check_paths, repository_of, user_config
from purity_lint.configuration.presets import PRESETS
from purity_lint.configuration.selection import check_selectors
from purity_lint.configuration.settings import Settings
from purity_lint.errors import ConfigError, UnreadableSource
from purity_lint.knowledge.profiles import PROFILES
from purity_lint.source.content import MAX_CONFIGURATION, read_content

CONFIG_FILES = (".purity-lint.toml", "purity-lint.toml", "pyproject.toml")


def find_config(folder: Path) -> Path | None:
    """Return the configuration file that holds for files in ``folder``: in it, or in the nearest folder above.

    A ``pyproject.toml`` counts only if it has a ``[tool.purity-lint]`` table.
    """
    folder = Path(os.path.abspath(folder))
    found = (config for candidate in (folder, *folder.parents) if (config := _config_in(candidate)))
    return next(found, None)


def _config_in(folder: Path) -> Path | None:
    """Return the configuration file that stands in ``folder``."""
    for name in CONFIG_FILES:
        if os.path.isfile(os.path.join(folder, name)):
            path = folder / name
            if name != "pyproject.toml" or _table(path) is not None:
                return path
    return None


def load(path: Path, repository: Path | None = None) -> Settings:
    """Return the settings of a configuration file, with those that it extends.

    ``repository`` is the folder that none of its paths may leave; ``None`` where the user has named the file.

    Raises :class:`ConfigError` for a file that cannot be read, an unknown key, a wrong type, an unknown rule.
    """
    return _load(path, (), repository)


def from_table(table: Mapping[str, Any], base: Settings, origin: str) -> Settings:
    """``base`` with the keys of a TOML table; ``origin`` names the table in error messages."""
    if "preset" in table:
        _, preset = keys.read("preset", table["preset"], origin)
        base = from_table(PRESETS[preset], base, f"the preset `{preset}`")
    changes: dict[str, Any] = {}
    for key, value in table.items():
        field, read = keys.read(key, value, origin)
        changes[field] = read
    if "profile" in changes:
        profile = PROFILES[changes["profile"]]
        changes.setdefault("ops_module", profile.module)
        changes.setdefault("ops_alias", profile.alias)
    settings = replace(base, **changes)
    check_selectors(settings, origin)
    return settings


def inline(option: str, base: Settings) -> Settings:
    """``base`` changed by one ``key = value`` given on the command line."""
    import tomllib

    try:
        table = tomllib.loads(option)
    except tomllib.TOMLDecodeError as error:
        raise ConfigError(
            f"--config: `{option}` is neither a file nor a TOML pair such as `confidence = 'proven'`: {error}"
        ) from None
    except (RecursionError, ValueError):
        raise ConfigError("--config: the value is nested too deeply, or too long a number") from None
    return from_table(table, base, "--config")


def _load(path: Path, chain: tuple[Path, ...], repository: Path | None) -> Settings:
    path = Path(os.path.abspath(path))
    if path in chain:
        names = " -> ".join(str(p) for p in (*chain, path))
        raise ConfigError(f"`extend` goes round in a circle: {names}")
    table = _table(path)
    if table is None:
        raise ConfigError(f"{path}: no [tool.purity-lint] table")
    extended = table.get("extend")
    if extended is None:
        base = Settings(root=path.parent)
    else:
        named = keys.read_string(extended, f"{path}: `extend`")
        target = path.parent / os.path.expanduser(named)
        if repository is not None:
            check_contained("extend", named, target, repository, path)
        try:
            base = replace(_load(target, (*chain, path), repository), root=path.parent)
        except ConfigError as error:
            raise ConfigError(f"{path}: `extend`: {error}") from None
    settings = from_table({k: v for k, v in table.items() if k != "extend"}, base, str(path))
    if repository is not None:
        check_paths(settings, repository, path)
    return settings


def _table(path: Path) -> Mapping[str, Any] | None:
    try:
        status = path.stat()
    except OSError as error:
        raise ConfigError(f"cannot read {path}: {(error.strerror or str(error)).lower()}") from None
    except ValueError:
        raise ConfigError(f"cannot read {path}: the path holds a null byte") from None
    return _read_table(path, status.st_mtime_ns, status.st_size)


@lru_cache(maxsize=256)
def _read_table(path: Path, _mtime: int, _size: int) -> Mapping[str, Any] | None:
    """Read a file once for as long as it does not change: a server or ``--watch`` sees edits."""
    import tomllib

    try:
        document = tomllib.loads(read_content(path, MAX_CONFIGURATION).decode("utf-8"))
    except UnreadableSource as error:
        raise ConfigError(str(error)) from None
    except tomllib.TOMLDecodeError as error:
        raise ConfigError(f"{path}: not valid TOML: {error}") from None
    except UnicodeDecodeError as error:
        raise ConfigError(f"{path}: not valid UTF-8: {error.reason} at byte {error.start}") from None
    except RecursionError:
        raise ConfigError(f"{path}: not a configuration: its values are nested too deeply") from None
    except ValueError as error:  # a number of thousands of digits
        raise ConfigError(f"{path}: not valid TOML: {error}") from None
    if path.name != "pyproject.toml":
        return document
    tool = document.get("tool")
    table = tool.get("purity-lint") if isinstance(tool, dict) else None
    if table is None and isinstance(tool, dict) and "purity_lint" in tool:
        raise ConfigError(f"{path}: [tool.purity_lint] is not read; the table is called [tool.purity-lint]")
    if table is not None and not isinstance(table, dict):
        raise ConfigError(f"{path}: `tool.purity-lint` must be a table")
    return table


class SettingsResolver:
    """Settings that hold for each path, from the nearest configuration and the command line."""

    def __init__(
        self,
        override: Callable[[Settings], Settings] = lambda settings: settings,
        *,
        config: Path | None = None,
        isolated: bool = False,
    ) -> None:
        self._override = override
        self._fixed: Settings | None = None
        if isolated:
            self._fixed = override(Settings(root=Path.cwd()))
        elif config is not None:
            self._fixed = _with_baseline(override(replace(load(config), root=Path.cwd())))
        self._by_config: dict[Path | None, Settings] = {}
        self._by_folder: dict[Path, Settings] = {}

    def for_folder(self, folder: Path) -> Settings:
        """Return the settings for files that stand in ``folder``."""
        if self._fixed is not None:
            return self._fixed
        folder = Path(os.path.abspath(folder))
        known = self._by_folder.get(folder)
        if known is None:
            config = _config_in(folder)
            above = config is None and folder != folder.parent
            known = self.for_folder(folder.parent) if above else self._resolve(config)
            self._by_folder[folder] = known
        return known

    def for_file(self, path: Path) -> Settings:
        """Return the settings for the file at ``path``."""
        return self.for_folder(path.parent)

    def _resolve(self, config: Path | None) -> Settings:
        if config not in self._by_config:
            self._by_config[config] = _with_baseline(self._override(_load_found(config)))
        return self._by_config[config]


def _with_baseline(settings: Settings) -> Settings:
    """``settings`` with the baseline that stands beside the configuration, where none is named."""
    if settings.baseline is not None:
        return settings
    beside = settings.root / DEFAULT_FILE
    found = beside.is_file() and not beside.is_symlink()  # a link may lead out of the repository
    return replace(settings, baseline=DEFAULT_FILE) if found else settings


def _load_found(config: Path | None) -> Settings:
    """Return the settings of a configuration that nobody has named; the user's own where the project has none."""
    if config is not None:
        return load(config, repository_of(config.parent))
    own = user_config()
    return Settings(root=Path.cwd()) if own is None else replace(load(own), root=Path.cwd())

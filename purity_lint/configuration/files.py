"""Finding, reading and checking configuration: ``[tool.purity-lint]`` or ``purity-lint.toml``."""

from __future__ import annotations

import builtins
import difflib
import keyword
import os
import sys
import tomllib
import unicodedata
from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import lru_cache
from pathlib import Path
from typing import Any

from purity_lint.configuration.containment import check_contained, check_paths, repository_of, user_config
from purity_lint.configuration.presets import PRESETS
from purity_lint.configuration.selection import check_selectors
from purity_lint.configuration.settings import Settings
from purity_lint.errors import ConfigError, UnreadableSource
from purity_lint.findings.diagnostics import Evidence
from purity_lint.knowledge.profiles import PROFILES
from purity_lint.source.content import MAX_CONFIGURATION, read_content

CONFIG_FILES = (".purity-lint.toml", "purity-lint.toml", "pyproject.toml")


def find_config(folder: Path) -> Path | None:
    """Return the configuration file that holds for files in ``folder``: in it, or in the nearest folder above.

    A ``pyproject.toml`` counts only if it has a ``[tool.purity-lint]`` table.
    """
    folder = Path(os.path.abspath(folder))
    for candidate in (folder, *folder.parents):
        for name in CONFIG_FILES:
            path = candidate / name
            if path.is_file() and (name != "pyproject.toml" or _table(path) is not None):
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
        preset = _choice(*PRESETS)(table["preset"], f"{origin}: `preset`")
        base = from_table(PRESETS[preset], base, f"the preset `{preset}`")
    changes: dict[str, Any] = {}
    for key, value in table.items():
        name = key.replace("-", "_")
        if name not in _READERS:
            raise ConfigError(f"{origin}: unknown key `{key}`{suggest(key)}")
        changes[name] = _READERS[name](value, f"{origin}: `{key}`")
    if "profile" in changes:
        profile = PROFILES[changes["profile"]]
        changes.setdefault("ops_module", profile.module)
        changes.setdefault("ops_alias", profile.alias)
    settings = replace(base, **changes)
    check_selectors(settings, origin)
    return settings


def inline(option: str, base: Settings) -> Settings:
    """``base`` changed by one ``key = value`` given on the command line."""
    try:
        table = tomllib.loads(option)
    except tomllib.TOMLDecodeError as error:
        raise ConfigError(
            f"--config: `{option}` is neither a file nor a TOML pair such as `confidence = 'proven'`: {error}"
        ) from None
    except (RecursionError, ValueError):
        raise ConfigError("--config: the value is nested too deeply, or too long a number") from None
    return from_table(table, base, "--config")


def describe(key: str) -> str:
    """Return what the setting ``key`` does."""
    return _MEANINGS[key.replace("-", "_")]


def read_confidence(value: object, where: str) -> Evidence:
    """Return the level of evidence called ``value``."""
    return Evidence[_choice(*(e.name.lower() for e in Evidence))(value, where).upper()]


def read_version(value: object, where: str) -> tuple[int, int]:
    """``py311`` or ``3.11`` as a pair."""
    text = _string(value, where).removeprefix("py")
    major, _, minor = text.partition(".") if "." in text else (text[:1], "", text[1:])
    if not (major == "3" and minor.isdecimal()):
        raise ConfigError(f"{where}: expected a version such as `py311`, got `{value}`")
    return 3, int(minor)


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
        named = _string(extended, f"{path}: `extend`")
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
    if table is not None and not isinstance(table, dict):
        raise ConfigError(f"{path}: `tool.purity-lint` must be a table")
    return table


def suggest(key: str) -> str:
    """A half-sentence that helps someone who wrote an unknown key."""
    known = sorted(name.replace("_", "-") for name in (*_READERS, "extend"))
    close = difflib.get_close_matches(key.replace("_", "-"), known, n=1)
    return f"; did you mean `{close[0]}`?" if close else f"; known keys: {', '.join(known)}"


def _wrong(where: str, expected: str, value: object) -> ConfigError:
    names = {"str": "a string", "bool": "a boolean", "int": "a number", "list": "a list", "dict": "a table"}
    got = names.get(type(value).__name__, type(value).__name__)
    return ConfigError(f"{where}: expected {expected}, got {got}")


def _string(value: object, where: str) -> str:
    if not isinstance(value, str):
        raise _wrong(where, "a string", value)
    return value


def _boolean(value: object, where: str) -> bool:
    if not isinstance(value, bool):
        raise _wrong(where, "true or false", value)
    return value


def _strings(value: object, where: str) -> tuple[str, ...]:
    if not isinstance(value, list) or not all(isinstance(item, str) for item in value):
        raise _wrong(where, "a list of strings", value)
    return tuple(value)


def _string_table(value: object, where: str) -> dict[str, str]:
    if not isinstance(value, dict) or not all(isinstance(item, str) for item in value.values()):
        raise _wrong(where, "a table of strings", value)
    return dict(value)


def _selectors_by_pattern(value: object, where: str) -> dict[str, tuple[str, ...]]:
    if not isinstance(value, dict):
        raise _wrong(where, "a table of lists of rules", value)
    return {pattern: _strings(codes, f"{where}: `{pattern}`") for pattern, codes in value.items()}


def _choice(*allowed: str) -> Callable[[object, str], str]:
    def read(value: object, where: str) -> str:
        text = _string(value, where)
        if text not in allowed:
            raise ConfigError(f"{where}: expected one of {', '.join(allowed)}; got `{text}`")
        return text

    return read


def _ops_module(value: object, where: str) -> str:
    """A dotted name; fixes import it, so it is nothing that Python brings."""
    text = _string(value, where)
    if not all(_is_name(part) for part in text.split(".")):
        raise ConfigError(f"{where}: expected a dotted module name, got {text!r}")
    if text.split(".")[0] in sys.stdlib_module_names:
        raise ConfigError(f"{where}: `{text}` is a module of Python's own, not one of array operations")
    return text


def _ops_alias(value: object, where: str) -> str:
    """A name that fixes may bind: none that means something already."""
    text = _string(value, where)
    if not _is_name(text):
        raise ConfigError(f"{where}: expected a name, got {text!r}")
    if hasattr(builtins, text):
        raise ConfigError(f"{where}: `{text}` is a name of Python's own, which fixes would take over")
    return text


def _ops_names(value: object, where: str) -> dict[str, str]:
    table = _string_table(value, where)
    for name, own in table.items():
        if not all(_is_name(part) for text in (name, own) for part in text.split(".")):
            raise ConfigError(f"{where}: expected names of functions, got {name!r} = {own!r}")
    return table


def _is_name(text: str) -> bool:
    """True if Python reads ``text`` as the name that it looks like (full-width letters become plain ones)."""
    return text.isidentifier() and not keyword.iskeyword(text) and unicodedata.is_normalized("NFKC", text)


def _output_format(value: object, where: str) -> str:
    from purity_lint.formats import ALIASES, FORMATS

    text = _choice(*FORMATS, *ALIASES)(value, where)
    return ALIASES.get(text, text)


_READERS: dict[str, Callable[[object, str], Any]] = {
    "select": _strings,
    "ignore": _strings,
    "extend_select": _strings,
    "extend_ignore": _strings,
    "per_file_ignores": _selectors_by_pattern,
    "exclude": _strings,
    "extend_exclude": _strings,
    "force_exclude": _boolean,
    "respect_gitignore": _boolean,
    "profile": _choice(*PROFILES),
    "preset": _choice(*PRESETS),
    "scope": _choice("everything", "namespaces"),
    "namespace_decorators": _strings,
    "standard_version": _choice("2024.12", "2025.12"),
    "operators": _choice("functions", "keep"),
    "lazy": _boolean,
    "ops_module": _ops_module,
    "ops_alias": _ops_alias,
    "ops_names": _ops_names,
    "backend_paths": _strings,
    "confidence": read_confidence,
    "unsafe_fixes": _boolean,
    "fixable": _strings,
    "unfixable": _strings,
    "target_version": read_version,
    "output_format": _output_format,
    "baseline": _string,
    "cache_dir": _string,
    "trace": _string,
}


_MEANINGS = {
    "select": "Rules to run: codes (`PUR201`), prefixes (`PUR2`), names (`tensor-operator`) or `ALL`. "
    "Default: every rule that is not marked as off.",
    "ignore": "Rules not to run. The more specific of two selectors wins; between equals `ignore` does.",
    "extend_select": "Rules to run besides those that `select`, or an extended configuration, names.",
    "extend_ignore": "Rules not to run besides those that `ignore` names.",
    "per_file_ignores": 'Rules not to run in some files: `{"tests/**" = ["PUR301"]}`. `!` in front negates.',
    "exclude": "Files and folders to leave out, as in .gitignore. Replaces the defaults.",
    "extend_exclude": "Files and folders to leave out besides those of `exclude`.",
    "force_exclude": "Leave out excluded files even when they are named, as pre-commit does.",
    "respect_gitignore": "Leave out what git ignores.",
    "profile": "The vocabulary to write in: `emberops`, `keras` (keras.ops), `array-api` (operators allowed).",
    "preset": "The configuration that this one starts from: `scipy`, `scikit-learn`, `keras`, `pot`, `geomstats`.",
    "scope": "`namespaces`: only functions that bind or take an array namespace, or carry one of "
    "`namespace-decorators`, are looked at. `everything`: all code is.",
    "namespace_decorators": "Decorators of functions that take arrays of any library; with `np_only=True` or "
    "`cpu_only=True` they take NumPy's alone, and are left alone.",
    "standard_version": "The version of the array API standard that namespaces keep to: `2024.12` or `2025.12`.",
    "operators": "`keep` leaves `+ - * / @ **` and comparisons alone where both operands are tensors, or a tensor and "
    "a number; `functions` reports them.",
    "lazy": "Arrays may be lazy, as those of JAX and Dask are: under `array-api` also report what asks for "
    "their values (`if x > 0`) and what changes them in place.",
    "ops_module": "The module of operations that takes the place of a framework, e.g. `mypackage.ops`.",
    "ops_alias": "The name that fixes import it by.",
    "ops_names": 'Operations that `ops-module` has under another name: `{concat = "concatenate"}`.',
    "backend_paths": "Files that implement a backend and so may use frameworks: only syntax, "
    "suppressions and parity are checked there.",
    "confidence": "The weakest evidence that is reported: `proven`, `declared`, `inferred`, `suspected`.",
    "unsafe_fixes": "Whether `fix` also applies fixes that might change what the code does.",
    "fixable": "Rules whose fixes may be applied.",
    "unfixable": "Rules whose fixes may not be applied.",
    "target_version": "The oldest Python that the code must run on, e.g. `py311`: newer syntax is an error.",
    "output_format": "How findings are printed.",
    "baseline": "A file of accepted findings, written by `purity-lint baseline`.",
    "trace": "Where `purity-lint trace` keeps what it has recorded, relative to the configuration file.",
    "cache_dir": "Where results are kept between runs, relative to the configuration file and in its "
    "repository; `--cache-dir` may name any folder.",
}


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
            self._fixed = override(replace(load(config), root=Path.cwd()))
        self._by_config: dict[Path | None, Settings] = {}
        self._by_folder: dict[Path, Settings] = {}

    def for_folder(self, folder: Path) -> Settings:
        """Return the settings for files that stand in ``folder``."""
        if self._fixed is not None:
            return self._fixed
        folder = Path(os.path.abspath(folder))
        known = self._by_folder.get(folder)
        if known is None:
            known = self._by_folder[folder] = self._resolve(find_config(folder))
        return known

    def for_file(self, path: Path) -> Settings:
        """Return the settings for the file at ``path``."""
        return self.for_folder(path.parent)

    def _resolve(self, config: Path | None) -> Settings:
        if config not in self._by_config:
            self._by_config[config] = self._override(_load_found(config))
        return self._by_config[config]


def _load_found(config: Path | None) -> Settings:
    """Return the settings of a configuration that nobody has named; the user's own where the project has none."""
    if config is not None:
        return load(config, repository_of(config.parent))
    own = user_config()
    return Settings(root=Path.cwd()) if own is None else replace(load(own), root=Path.cwd())

"""The keys of a configuration file: what each does, how its value is read, and what editors may check of it."""

from __future__ import annotations

import builtins
import keyword
import sys
import unicodedata
from collections.abc import Callable, Iterable, Mapping
from typing import Any

from purity_lint.configuration.globs import is_hopeless
from purity_lint.configuration.presets import PRESETS
from purity_lint.errors import ConfigError
from purity_lint.findings.diagnostics import Evidence
from purity_lint.formats import ALIASES, FORMATS
from purity_lint.knowledge.profiles import PROFILES
from purity_lint.records import dataclass

Reader = Callable[[object, str], Any]
"""Reads a value of TOML; the second argument names its place in messages.  Raises :class:`ConfigError`."""

_NEWEST = max(15, sys.version_info.minor)
"""The newest Python 3 that code may be for."""
_EXTEND = "A configuration file whose settings hold where this one says nothing, relative to this one."


@dataclass(frozen=True)
class Key:
    """One key of a configuration file."""

    meaning: str
    read: Reader
    schema: Mapping[str, Any]
    """The type of its value, in the words of JSON Schema."""


def read(name: str, value: object, where: str) -> tuple[str, Any]:
    """Return the field of the settings that the key ``name`` stands for, and its value.

    Raises :class:`ConfigError` for a key that does not exist and for a value that it does not take.
    """
    field = name.replace("-", "_")
    if field not in KEYS:
        raise ConfigError(f"{where}: unknown key `{name}`{suggest(name)}")
    return field, KEYS[field].read(value, f"{where}: `{name}`")


def describe(key: str) -> str:
    """Return what the setting ``key`` does."""
    return KEYS[key.replace("-", "_")].meaning


def schema() -> dict[str, Any]:
    """Return the JSON Schema of a configuration file, of ``[tool.purity-lint]`` as well."""
    properties = {
        name.replace("_", "-"): {"description": key.meaning, **key.schema} for name, key in KEYS.items()
    }
    properties["extend"] = {"description": _EXTEND, "type": "string"}
    return {
        "$schema": "http://json-schema.org/draft-07/schema#",
        "title": "purity-lint",
        "type": "object",
        "properties": dict(sorted(properties.items())),
        "additionalProperties": False,
    }


def read_confidence(value: object, where: str) -> Evidence:
    """Return the level of evidence called ``value``."""
    return Evidence[_choice(*(e.name.lower() for e in Evidence))(value, where).upper()]


def read_version(value: object, where: str) -> tuple[int, int]:
    """``py311`` or ``3.11`` as a pair."""
    text = read_string(value, where).removeprefix("py")
    major, _, minor = text.partition(".") if "." in text else (text[:1], "", text[1:])
    if not (major == "3" and minor.isdecimal()):
        raise ConfigError(f"{where}: expected a version such as `py311`, got `{value}`")
    if int(minor) > _NEWEST:
        raise ConfigError(f"{where}: expected a version up to `py3{_NEWEST}`, got `{value}`")
    return 3, int(minor)


def read_patterns(value: object, where: str) -> tuple[str, ...]:
    """Patterns of ``.gitignore``, each of which can match something."""
    found = _strings(value, where)
    for pattern in found:
        _check_pattern(pattern, where)
    return found


def _check_pattern(pattern: str, where: str) -> None:
    if is_hopeless(pattern):
        why = "its `[` has no end" if "[" in pattern else "a part of it is empty"
        raise ConfigError(f"{where}: the pattern `{pattern}` matches nothing: {why}")


def suggest(key: str) -> str:
    """A half-sentence that helps someone who wrote an unknown key."""
    import difflib

    known = sorted(name.replace("_", "-") for name in (*KEYS, "extend"))
    close = difflib.get_close_matches(key.replace("_", "-"), known, n=1)
    return f"; did you mean `{close[0]}`?" if close else f"; known keys: {', '.join(known)}"


def _wrong(where: str, expected: str, value: object) -> ConfigError:
    names = {"str": "a string", "bool": "a boolean", "int": "a number", "list": "a list", "dict": "a table"}
    got = names.get(type(value).__name__, type(value).__name__)
    inner = [names.get(type(item).__name__, type(item).__name__) for item in _items(value)]
    odd = next((name for name in inner if name != "a string"), None)
    got = f"{got} with {odd} in it" if odd is not None and "strings" in expected else got
    return ConfigError(f"{where}: expected {expected}, got {got}")


def _items(value: object) -> Iterable[object]:
    return value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()


def read_string(value: object, where: str) -> str:
    """Return ``value``, which must be a string."""
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
    for pattern in value:
        _check_pattern(pattern.removeprefix("!"), where)
    return {pattern: _strings(codes, f"{where}: `{pattern}`") for pattern, codes in value.items()}


def _choice(*allowed: str) -> Callable[[object, str], str]:
    def read(value: object, where: str) -> str:
        text = read_string(value, where)
        if text not in allowed:
            raise ConfigError(f"{where}: expected one of {', '.join(allowed)}; got `{text}`")
        return text

    return read


def _ops_module(value: object, where: str) -> str:
    """A dotted name; fixes import it, so it is nothing that Python brings."""
    text = read_string(value, where)
    if not all(_is_name(part) for part in text.split(".")):
        raise ConfigError(f"{where}: expected a dotted module name, got {text!r}")
    first = text.split(".")[0]
    if first in sys.stdlib_module_names or _is_special(first):
        raise ConfigError(f"{where}: `{text}` is a module of Python's own, not one of array operations")
    return text


def _ops_alias(value: object, where: str) -> str:
    """A name that fixes may bind: none that means something already."""
    text = read_string(value, where)
    if not _is_name(text):
        raise ConfigError(f"{where}: expected a name, got {text!r}")
    if hasattr(builtins, text) or _is_special(text):
        raise ConfigError(f"{where}: `{text}` is a name of Python's own, which fixes would take over")
    return text


def _ops_names(value: object, where: str) -> dict[str, str]:
    table = _string_table(value, where)
    for name, own in table.items():
        if not all(_is_name(part) for text in (name, own) for part in text.split(".")):
            raise ConfigError(f"{where}: expected names of functions, got {name!r} = {own!r}")
    return table


def _is_special(text: str) -> bool:
    """True for ``__main__``, ``__builtins__`` and all other names that Python keeps for itself."""
    return text.startswith("__") and text.endswith("__")


def _is_name(text: str) -> bool:
    """True if Python reads ``text`` as the name that it looks like (full-width letters become plain ones)."""
    return text.isidentifier() and not keyword.iskeyword(text) and unicodedata.is_normalized("NFKC", text)


def _output_format(value: object, where: str) -> str:
    text = _choice(*FORMATS, *ALIASES)(value, where)
    return ALIASES.get(text, text)


@dataclass(frozen=True)
class _Kind:
    """A sort of values: how they are read, and their schema."""

    read: Reader
    schema: Mapping[str, Any]


def _one_of(*allowed: str) -> dict[str, Any]:
    return {"type": "string", "enum": list(allowed)}


def _choices(*allowed: str) -> _Kind:
    return _Kind(_choice(*allowed), _one_of(*allowed))


_LIST = {"type": "array", "items": {"type": "string"}}
_STRING = _Kind(read_string, {"type": "string"})
_STRINGS = _Kind(_strings, _LIST)
_PATTERNS = _Kind(read_patterns, _LIST)
_BOOLEAN = _Kind(_boolean, {"type": "boolean"})
_LISTS_BY_PATTERN = _Kind(_selectors_by_pattern, {"type": "object", "additionalProperties": _LIST})


def _key(kind: _Kind, meaning: str) -> Key:
    return Key(meaning, kind.read, kind.schema)


KEYS: Mapping[str, Key] = {
    "select": _key(
        _STRINGS,
        "Rules to run: codes (`PUR201`), prefixes (`PUR2`), names (`tensor-operator`) or `ALL`. Default: "
        "every rule that is not marked as off.",
    ),
    "ignore": _key(
        _STRINGS, "Rules not to run. The more specific of two selectors wins; between equals `ignore` does."
    ),
    "extend_select": _key(
        _STRINGS, "Rules to run besides those that `select`, or an extended configuration, names."
    ),
    "extend_ignore": _key(_STRINGS, "Rules not to run besides those that `ignore` names."),
    "per_file_ignores": _key(
        _LISTS_BY_PATTERN,
        'Rules not to run in some files: `{"tests/**" = ["PUR301"]}`. `!` in front negates.',
    ),
    "exclude": _key(_PATTERNS, "Files and folders to leave out, as in .gitignore. Replaces the defaults."),
    "extend_exclude": _key(_PATTERNS, "Files and folders to leave out besides those of `exclude`."),
    "force_exclude": _key(_BOOLEAN, "Leave out excluded files even when they are named, as pre-commit does."),
    "respect_gitignore": _key(_BOOLEAN, "Leave out what git ignores."),
    "profile": _key(
        _choices(*PROFILES),
        "The vocabulary to write in: `emberops`, `keras` (keras.ops), `array-api` (operators allowed).",
    ),
    "preset": _key(
        _choices(*PRESETS),
        f"The configuration that this one starts from: {', '.join(f'`{name}`' for name in PRESETS)}.",
    ),
    "scope": _key(
        _choices("everything", "namespaces"),
        "`namespaces`: only functions that bind or take an array namespace, use the ops module, or carry one of "
        "`namespace-decorators`, are looked at. `everything`: all code is.",
    ),
    "namespace_decorators": _key(
        _STRINGS,
        "Decorators of functions that take arrays of any library; with `np_only=True`, `cpu_only=True` or "
        "`out_of_scope=True` they take NumPy's alone, and are left alone.",
    ),
    "standard_version": _key(
        _choices("2024.12", "2025.12"),
        "The version of the array API standard that namespaces keep to: `2024.12` or `2025.12`.",
    ),
    "operators": _key(
        _choices("functions", "keep"),
        "`keep` leaves `+ - * / @ **` and comparisons alone where both operands are tensors, or a tensor "
        "and a number; `functions` reports them.",
    ),
    "lazy": _key(
        _BOOLEAN,
        "Arrays may be lazy, as those of JAX and Dask are: under `array-api` also report what asks for "
        "their values (`if x > 0`) and what changes them in place.",
    ),
    "ops_module": _key(
        _Kind(_ops_module, {"type": "string"}),
        "The module of operations that takes the place of a framework, e.g. `mypackage.ops`.",
    ),
    "ops_alias": _key(_Kind(_ops_alias, {"type": "string"}), "The name that fixes import it by."),
    "ops_names": _key(
        _Kind(_ops_names, {"type": "object", "additionalProperties": {"type": "string"}}),
        'Operations that `ops-module` has under another name: `{concat = "concatenate"}`.',
    ),
    "backend_paths": _key(
        _PATTERNS,
        "Files that implement a backend and so may use frameworks: only syntax, suppressions and parity "
        "are checked there.",
    ),
    "confidence": _key(
        _Kind(read_confidence, _one_of(*(e.name.lower() for e in Evidence))),
        "The weakest evidence that is reported: `proven`, `declared`, `inferred`, `suspected`.",
    ),
    "unsafe_fixes": _key(_BOOLEAN, "Whether `fix` also applies fixes that might change what the code does."),
    "fixable": _key(_STRINGS, "Rules whose fixes may be applied."),
    "unfixable": _key(_STRINGS, "Rules whose fixes may not be applied."),
    "target_version": _key(
        _Kind(read_version, {"type": "string", "pattern": r"^(py3|3\.)\d+$"}),
        "The oldest Python that the code must run on, e.g. `py311`: newer syntax is an error.",
    ),
    "output_format": _key(_Kind(_output_format, _one_of(*FORMATS, *ALIASES)), "How findings are printed."),
    "baseline": _key(
        _STRING,
        "A file of accepted findings, written by `purity-lint baseline`. Default: `purity-lint-"
        'baseline.json` beside the configuration, if it is there; `""` is none.',
    ),
    "cache_dir": _key(
        _STRING,
        "Where results are kept between runs, relative to the configuration file and in its repository; "
        "`--cache-dir` may name any folder.",
    ),
    "trace": _key(
        _STRING, "Where `purity-lint trace` keeps what it has recorded, relative to the configuration file."
    ),
}
"""Every key, as the field of :class:`Settings` that it sets."""

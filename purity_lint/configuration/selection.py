"""Select rules: the selectors of a configuration, resolved against the rules that there are.

The rules are imported when they are asked about: a run that finds all its results in the cache needs none.
"""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING

from purity_lint.configuration.patterns import is_backend, matches
from purity_lint.configuration.settings import Settings
from purity_lint.errors import ConfigError

if TYPE_CHECKING:
    from purity_lint.rules.base import Rule

ALWAYS_ON = frozenset({"PUR001"})
"""There is no other word for a file that is not Python."""
ALLOWED_IN_BACKENDS = frozenset({"PUR001", "PUR002", "PUR107"})
"""Rules that speak under ``backend-paths``: all others are about code that should have no backend."""


def enabled_rules(settings: Settings) -> frozenset[str]:
    """Codes of the rules that are switched on."""
    ignored = (*settings.ignore, *settings.extend_ignore)
    return resolve(settings.select, ignored, settings.extend_select, _left_alone(settings)) | ALWAYS_ON


def _left_alone(settings: Settings) -> frozenset[str]:
    """Codes of the rules that the profile switches off where nobody selects them."""
    laws = settings.laws
    return laws.off if settings.lazy else laws.off | laws.lazy


def selected_by_name(settings: Settings) -> frozenset[str]:
    """Codes of the rules that the user has asked for by a selector, whatever the profile thinks of them."""
    return resolve(settings.select or (), (), settings.extend_select)


def fixable_rules(settings: Settings) -> frozenset[str]:
    """Codes of the rules whose fixes may be applied."""
    return resolve(settings.fixable, settings.unfixable, ())


def silent_rules(settings: Settings, path: Path) -> frozenset[str]:
    """Codes that are silent in ``path``: by ``per-file-ignores``, or because it implements a backend."""
    if not settings.per_file_ignores and not settings.backend_paths:
        return frozenset()
    from purity_lint.rules.registry import all_rules, expand

    codes: set[str] = set()
    for pattern, selectors in settings.per_file_ignores.items():
        if matches((pattern.removeprefix("!"),), path, settings) != pattern.startswith("!"):
            codes.update(*map(expand, selectors))
    if is_backend(path, settings):
        codes |= all_rules().keys() - ALLOWED_IN_BACKENDS
    return frozenset(codes)


def resolve(
    select: tuple[str, ...] | None,
    ignore: tuple[str, ...],
    extend_select: tuple[str, ...],
    left_alone: frozenset[str] = frozenset(),
) -> frozenset[str]:
    """Return the codes that are switched on.

    ``None`` selects the rules that are on by default, except those that are ``left_alone``.  As in ruff, the more
    specific selector wins whatever list it is in (``select = ["PUR2"], ignore = ["PUR204"]`` and the reverse), and
    ``ignore`` between equals.
    """
    from purity_lint.rules.registry import all_rules

    return _resolved(select, ignore, extend_select, left_alone, tuple(all_rules().values()))


@lru_cache(maxsize=32)
def _resolved(
    select: tuple[str, ...] | None,
    ignore: tuple[str, ...],
    extend_select: tuple[str, ...],
    left_alone: frozenset[str],
    rules: tuple[Rule, ...],
) -> frozenset[str]:
    """Return the same, worked out once: all files of a folder have the same settings."""
    from purity_lint.rules.registry import expand

    levels: dict[str, tuple[int, bool]] = {}
    if select is None:
        usual = (rule.code for rule in rules if rule.default and rule.code not in left_alone)
        levels = dict.fromkeys(usual, (0, True))
    choices = [(selector, True) for selector in (*(select or ()), *extend_select)]
    choices += [(selector, False) for selector in ignore]
    for selector, on in choices:
        rank = _specificity(selector)
        for code in expand(selector):
            if rank >= levels.get(code, (-1, False))[0]:
                levels[code] = (rank, on)
    return frozenset(code for code, (_, on) in levels.items() if on)


def check_selectors(settings: Settings, origin: str) -> None:
    """Raise :class:`ConfigError` where a list of rules names one that does not exist."""
    lists: dict[str, tuple[str, ...]] = {
        "select": settings.select or (),
        "ignore": settings.ignore,
        "extend-select": settings.extend_select,
        "extend-ignore": settings.extend_ignore,
        "fixable": settings.fixable,
        "unfixable": settings.unfixable,
    }
    lists |= {f"per-file-ignores: {pattern}": codes for pattern, codes in settings.per_file_ignores.items()}
    for key, selectors in lists.items():
        for selector in selectors:
            if _specificity(selector) == 0:  # all of them, whatever they are
                continue
            from purity_lint.rules.registry import expand

            try:
                expand(selector)
            except ConfigError as error:
                raise ConfigError(f"{origin}: `{key}`: {error}") from None


def _specificity(selector: str) -> int:
    wanted = selector.strip().upper()
    if wanted == "ALL":
        return 0
    return len(wanted) if wanted.startswith("PUR") else len("PUR000")

"""Which rules there are: every :class:`Rule` subclass in the family modules of this package."""

from __future__ import annotations

import difflib
import importlib
import inspect
import pkgutil
import re
from collections.abc import Iterable, Mapping
from functools import cache

import purity_lint.rules
from purity_lint.errors import ConfigError
from purity_lint.rules.base import Rule

_CODE = re.compile(r"^PUR\d{3}$")


@cache
def all_rules() -> Mapping[str, Rule]:
    """One instance of every rule, by code, in the order of their codes."""
    rules: dict[str, Rule] = {}
    for info in pkgutil.iter_modules(purity_lint.rules.__path__, prefix="purity_lint.rules."):
        module = importlib.import_module(info.name)
        for value in vars(module).values():
            if not (isinstance(value, type) and issubclass(value, Rule)) or value.__module__ != info.name:
                continue
            if hasattr(value, "code"):
                _add(rules, value())
    return dict(sorted(rules.items()))


def _add(rules: dict[str, Rule], rule: Rule) -> None:
    if not _CODE.match(rule.code):
        raise TypeError(f"{type(rule).__qualname__}: the code {rule.code!r} is not of the form PUR123")
    other = rules.setdefault(rule.code, rule)
    if other is not rule:
        raise TypeError(
            f"{rule.code} is the code of both {type(other).__qualname__} and {type(rule).__qualname__}"
        )


def explanation(rule: Rule) -> str:
    """The rule's docstring, which is its page."""
    return inspect.cleandoc(type(rule).__doc__ or "")


def get_rule(selector: str) -> Rule:
    """The rule with this code or name.

    Raises :class:`ConfigError` where there is none.
    """
    codes = expand(selector)
    if len(codes) != 1:
        raise ConfigError(f"`{selector}` names {len(codes)} rules; give the code of one, e.g. `PUR201`")
    return all_rules()[next(iter(codes))]


def expand(selector: str) -> frozenset[str]:
    """Codes that a selector stands for: a code, a prefix of codes, a rule's name, or ``ALL``.

    Raises :class:`ConfigError`, with a suggestion, for one that stands for nothing.
    """
    rules = all_rules()
    wanted = selector.strip().upper()
    if wanted == "ALL":
        return frozenset(rules)
    if wanted in rules:
        return frozenset({wanted})
    by_prefix = frozenset(code for code in rules if wanted and code.startswith(wanted))
    by_name = frozenset(code for code, rule in rules.items() if rule.name.upper() == wanted)
    if found := by_prefix or by_name:
        return found
    known = [*rules, *(rule.name for rule in rules.values())]
    close = difflib.get_close_matches(selector, known, n=1) or difflib.get_close_matches(wanted, known, n=1)
    hint = f"; did you mean `{close[0]}`?" if close else "; `purity-lint rule --all` lists the rules"
    raise ConfigError(f"unknown rule `{selector}`{hint}")


def resolve(
    select: Iterable[str] | None, ignore: Iterable[str], extend_select: Iterable[str]
) -> frozenset[str]:
    """The codes that are switched on.

    ``None`` selects the rules that are on by default.  As in ruff, the more specific selector wins whatever
    list it is in (``select = ["PUR2"], ignore = ["PUR204"]`` and the reverse), and ``ignore`` between equals.
    """
    levels: dict[str, tuple[int, bool]] = {}
    if select is None:
        levels = {code: (0, True) for code, rule in all_rules().items() if rule.default}
    choices = [(selector, True) for selector in (*(select or ()), *extend_select)]
    choices += [(selector, False) for selector in ignore]
    for selector, on in choices:
        rank = _specificity(selector)
        for code in expand(selector):
            if rank >= levels.get(code, (-1, False))[0]:
                levels[code] = (rank, on)
    return frozenset(code for code, (_, on) in levels.items() if on)


def _specificity(selector: str) -> int:
    wanted = selector.strip().upper()
    if wanted == "ALL":
        return 0
    return len(wanted) if wanted.startswith("PUR") else len("PUR000")

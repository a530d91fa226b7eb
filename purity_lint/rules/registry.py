"""Find the rules: every :class:`Rule` in the family folders of this package, one in a file named after it."""

from __future__ import annotations

import importlib
import inspect
import pkgutil
import re
from collections.abc import Iterator, Mapping
from functools import cache
from types import ModuleType

import purity_lint.rules
from purity_lint.errors import ConfigError
from purity_lint.rules.base import SECTIONS, Rule

_CODE = re.compile(r"^PUR\d{3}$")
_FAMILY = re.compile(r"(?P<title>.+) \(PUR(?P<digit>\d)xx\)\.$", re.MULTILINE)
_NEEDED = ("code", "name", "__doc__", "VALID", "INVALID")


@cache
def all_rules() -> Mapping[str, Rule]:
    """Return one instance of every rule, by code, in the order of their codes.

    Raises :class:`TypeError` for a rule that lacks something, or stands in the wrong place; it says what to do.
    """
    rules: dict[str, Rule] = {}
    for module in _modules():
        for value in vars(module).values():
            if (
                not (isinstance(value, type) and issubclass(value, Rule))
                or value.__module__ != module.__name__
            ):
                continue
            if not inspect.isabstract(value):
                _add(rules, value)
    return dict(sorted(rules.items()))


@cache
def families() -> Mapping[str, str]:
    """Return the titles of the families of rules, by the digit after ``PUR``: ``{"2": "Operators ..."}``."""
    found = {}
    for info in pkgutil.iter_modules(purity_lint.rules.__path__, prefix=f"{purity_lint.rules.__name__}."):
        if info.ispkg:
            title, digit = _family(info.name)
            found[digit] = title
    return dict(sorted(found.items()))


def _modules() -> Iterator[ModuleType]:
    """Yield the modules in the family folders."""
    for info in pkgutil.walk_packages(purity_lint.rules.__path__, prefix=f"{purity_lint.rules.__name__}."):
        yield importlib.import_module(info.name)


def _family(package: str) -> tuple[str, str]:
    """Return a family's title and digit, which the docstring of its folder, ``Title (PUR4xx).``, says."""
    said = _FAMILY.match(importlib.import_module(package).__doc__ or "")
    if said is None:
        raise TypeError(f"{package}: its docstring is not of the form 'Title (PUR1xx).'")
    return said["title"], said["digit"]


def _add(rules: dict[str, Rule], kind: type[Rule]) -> None:
    """Put a rule among ``rules``, if nothing is wrong with it."""
    who = f"{kind.__module__}.{kind.__qualname__}"
    missing = [name for name in _NEEDED if not getattr(kind, name, None)]
    if missing:
        raise TypeError(f"{who} lacks {', '.join(f'`{name}`' for name in missing)}")
    if not _CODE.match(kind.code):
        raise TypeError(f"{who}: the code {kind.code!r} is not of the form PUR123")
    if absent := [f"'{section}'" for section in SECTIONS if section not in (kind.__doc__ or "")]:
        raise TypeError(f"{who}: its docstring, which is its page in the docs, lacks {', '.join(absent)}")
    package, _, file = kind.__module__.rpartition(".")
    if file != kind.name.replace("-", "_"):
        raise TypeError(
            f"{who}: name its file {kind.name.replace('-', '_')}.py, after the rule `{kind.name}`"
        )
    if package == purity_lint.rules.__name__ or _family(package)[1] != kind.code[3]:
        raise TypeError(f"{who}: {kind.code} belongs into the folder of the family PUR{kind.code[3]}xx")
    for other in rules.values():
        if kind.code == other.code or kind.name == other.name:
            same = kind.code if kind.code == other.code else f"`{kind.name}`"
            raise TypeError(f"{who}: {same} is {type(other).__qualname__}'s already")
    rules[kind.code] = kind()


def explanation(rule: Rule) -> str:
    """Return the rule's docstring, which is its page."""
    return inspect.cleandoc(type(rule).__doc__ or "")


def expand(selector: str) -> frozenset[str]:
    """Return the codes that a selector stands for: a code, a prefix of codes, a rule's name, or ``ALL``.

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
    import difflib  # for a selector that is written wrong

    close = difflib.get_close_matches(selector, known, n=1) or difflib.get_close_matches(wanted, known, n=1)
    prefix = _known_prefix(wanted)
    hint = (
        f"; did you mean `{close[0]}`?"
        if close and prefix is None
        else f"; `purity-lint rule{'' if prefix is None else f' {prefix}'}` lists the rules"
    )
    raise ConfigError(f"unknown rule `{selector}`{hint}")


def _known_prefix(code: str) -> str | None:
    """Return what a code that does not exist has in common with codes that do: ``PUR29`` for ``PUR299``."""
    if not _CODE.match(code):
        return None
    return next((code[:n] for n in (5, 4) if any(rule.startswith(code[:n]) for rule in all_rules())), None)

"""A docstring in numpydoc's form as Markdown."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from itertools import groupby
from typing import Any

import griffe

Link = Callable[[str], str | None]
"""From what a role names (``asarray``) to the address of its description, if there is one."""

_ROLE = re.compile(r":\w+:`~?([^`]+)`")
_SESSION = re.compile(r"^>>> .*(?:\n.+)*", re.MULTILINE)
_INDENT = "    "


def to_markdown(docstring: str, link: Link) -> str:
    """The sections of a docstring, one under the other: a list of definitions where it names things."""
    sections = griffe.parse_numpy(
        griffe.Docstring(docstring), warnings=False, warn_missing_types=False, trim_doctest_flags=False
    )
    return "\n\n".join(block for section in sections for block in _section(section, link))


def _section(section: Any, link: Link) -> Iterator[str]:
    kind = griffe.DocstringSectionKind
    if section.kind is kind.text:
        yield _prose(section.value, link)
    elif section.kind is kind.examples:
        yield "**Examples**"
        for part, text in section.value:
            yield _fence(text) if part is kind.examples else _prose(text, link)
    elif section.kind is kind.admonition:
        yield f"**{section.title}**"
        yield (
            _see_also(section, link)
            if section.title == "See Also"
            else _prose(section.value.description, link)
        )
    else:
        yield f"**{section.kind.value.title()}**"
        for description, entries in groupby(section.value, key=lambda entry: entry.description.strip()):
            yield _definition([_term(entry) for entry in entries], description, link)


def _term(entry: Any) -> str:
    name, annotation = getattr(entry, "name", ""), entry.annotation
    if name and annotation:
        return f"`{name}`: `{annotation}`"
    return ", ".join(f"`{term.strip()}`" for term in str(name or annotation).split(","))


def _definition(terms: list[str], description: str, link: Link) -> str:
    indented = _prose(description, link).replace("\n", "\n" + _INDENT)
    return f"{', '.join(terms)}\n:   {indented}" if description else ", ".join(terms)


def _see_also(section: Any, link: Link) -> str:
    lines = []
    for line in section.value.description.splitlines():
        name, _, why = line.partition(":")
        lines.append(
            f"- {_reference(name.strip(), link)}" + (f": {_prose(why.strip(), link)}" if why else "")
        )
    return "\n".join(lines)


def _prose(text: str, link: Link) -> str:
    """Paragraphs; double backticks are code in Markdown, too."""
    linked = _ROLE.sub(lambda found: _reference(found[1], link), text.strip())
    return _SESSION.sub(lambda found: _fence(found[0]), linked)


def _reference(name: str, link: Link) -> str:
    address = link(name)
    return f"[`{name}`]({address})" if address else f"`{name}`"


def _fence(session: str) -> str:
    return f"```pycon\n{session.strip()}\n```"

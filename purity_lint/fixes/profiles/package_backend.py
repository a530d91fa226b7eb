"""The backend that a package has of its own, read from its source: the methods of a class, and what gives one."""

from __future__ import annotations

import ast
import re
from collections.abc import Mapping
from pathlib import Path

from purity_lint.configuration.settings import Settings
from purity_lint.fixes.profiles.package_helpers import Helper, functions_of
from purity_lint.knowledge.vocabularies import own_backend as facts
from purity_lint.records import dataclass
from purity_lint.semantics.model import SemanticModel
from purity_lint.source.packages import package_folder
from purity_lint.source.parse import parsed

_EXAMPLE = re.compile(rf"(?m)^\s*>>> from ([\w.]+) import (?:\w+, )*{facts.CONVERTER}$")

_EACH_IS_NONE = re.compile(
    r"\bfor (\w+) in [^\n]*\b\1 is (?:not )?None|\b(\w+) is (?:not )?None[^\n]* for \2 in\b"
)
"""A loop over the arguments that asks about each of them."""


@dataclass(frozen=True, slots=True)
class OwnBackend:
    """Backend that a package has for arrays of several libraries."""

    module: str
    methods: Mapping[str, Helper]
    converter: str | None
    """Module of the function that makes arrays of lists; ``None`` where the package has none."""
    takes_none: bool
    """The functions that give it, and that make arrays of lists, take arguments that are ``None``."""


def own_backend(model: SemanticModel, settings: Settings) -> OwnBackend | None:
    """Return the backend of the package that a file is in; ``None`` for the file that defines it.

    Where the configuration names a vocabulary, it is that.
    """
    if settings.profile != "emberops" or settings.ops_module != settings.laws.module:
        return None
    return model.memo("backend of the package", lambda: _of_package(model))


def _of_package(model: SemanticModel) -> OwnBackend | None:
    path = model.source.path
    root = model.shared_memo((package_folder, path.parent), lambda: package_folder(path))
    if root is None or path.name == facts.FILE:
        return None
    return model.shared_memo(("backend of the package", root), lambda: _read(root))


def _read(root: Path) -> OwnBackend | None:
    for file in sorted((*root.glob(facts.FILE), *root.glob(f"*/{facts.FILE}"))):
        methods = _methods(file)
        if methods is not None:
            others = (other for other in sorted(root.glob("*.py")) if _defines(other, facts.CONVERTER))
            converter = next(others, None)
            dotted = _documented(file) if converter is None else _dotted(converter, root)
            takes_none = _takes_none(file) and (dotted is None or _converts_none(converter))
            return OwnBackend(_dotted(file, root), methods, dotted, takes_none)
    return None


def _dotted(file: Path, root: Path) -> str:
    return ".".join(file.relative_to(root.parent).with_suffix("").parts)


def _defines(file: Path, function: str) -> bool:
    return f"\ndef {function}(*" in file.read_text(encoding="utf-8", errors="replace")


def _documented(file: Path) -> str | None:
    """Return the module from which an example in the file of the backend imports what makes arrays of lists."""
    found = _EXAMPLE.search(file.read_text(encoding="utf-8", errors="replace"))
    return None if found is None else found[1]


def _takes_none(file: Path) -> bool:
    """True if the function that gives the backend compares its arguments with ``None``."""
    text = file.read_text(encoding="utf-8", errors="replace")
    body = text.partition(f"\ndef {facts.GETTER}(*")[2].partition("\ndef ")[0]
    return " None]" in body or " is None" in body


def _converts_none(file: Path | None) -> bool:
    """True if the function that makes arrays of lists asks each whether it is ``None``; its source may be unknown."""
    text = "" if file is None else file.read_text(encoding="utf-8", errors="replace")
    body = text.partition(f"\ndef {facts.CONVERTER}(*")[2].partition("\ndef ")[0]
    return _EACH_IS_NONE.search(body) is not None


def _methods(file: Path) -> dict[str, Helper] | None:
    """Return the methods of the class in ``file``, if that is a backend and there is a function that gives it."""
    text = file.read_text(encoding="utf-8", errors="replace")
    if f"\nclass {facts.CLASS}" not in text or f"\ndef {facts.GETTER}(*" not in text:
        return None
    try:
        body = parsed(text).body
    except SyntaxError:
        return None
    for statement in body:
        if isinstance(statement, ast.ClassDef) and statement.name == facts.CLASS:
            found = {
                name: helper for inner in statement.body for name, helper in functions_of(inner, bound=True)
            }
            if len(facts.OF_ARRAYS & found.keys()) >= facts.ENOUGH:
                return {name: helper for name, helper in found.items() if not name.startswith("_")}
    return None

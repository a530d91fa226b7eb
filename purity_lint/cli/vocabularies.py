"""Which configuration has the words that the code of a project is written in already."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Container, Iterable, Iterator, Mapping
from pathlib import Path

from purity_lint.configuration.presets import PRESETS
from purity_lint.configuration.settings import Settings
from purity_lint.knowledge.arrays import ONLY_OF_ARRAYS
from purity_lint.knowledge.facades import MIN_ARRAY_NAMES, head_of, is_known_elsewhere
from purity_lint.source.packages import package_folder

STANDARD = re.compile(r"\b(?:array_namespace|get_namespace|__array_namespace__)\b")
"""Functions that give a namespace of the standard."""
OF_KERAS = re.compile(r"\bkeras(?:\.\w+)*\.ops\b|\bfrom keras(?:\.\w+)* import [^\n]*\bops\b")
_OF_AUTORAY = re.compile(r"\bautoray\b")
"""Its `get_namespace` gives NumPy's names for any library."""
_IMPORT = re.compile(
    r"^[ \t]*(?:from (?P<parent>\.*[\w.]*) import (?P<leaf>\w+)(?: as (?P<name>\w+))?"
    r"|import (?P<module>[\w.]+) as (?P<alias>\w+))"
    r"[ \t]*(?:#.*)?$",
    re.MULTILINE,
)
"""Import of one module, or of one name."""
_OF_ARRAYS = re.compile(rf"\.({'|'.join(sorted(ONLY_OF_ARRAYS))})\b")
"""Read of what array libraries alone have.  A dot is looked for faster than the edge of a word."""
_MANY = 3
"""So many files compute with the module that a project keeps for that."""


def own_vocabulary(settings: Settings, texts: Mapping[Path, str]) -> Iterator[str]:
    """Yield which configuration has the words of code that has been configured in no way."""
    if settings.scope != "everything" or settings.profile != "emberops" or settings.preset is not None:
        return
    if settings.ops_module != settings.laws.module or any("emberops" in text for text in texts.values()):
        return
    preset = _preset(texts)
    if preset is not None:
        yield (
            f'`preset = "{preset}"` is the configuration for this project: '
            "it checks against the namespace that its code has, and says so in its words."
        )
        return
    of_keras = sum("keras" in text and OF_KERAS.search(text) is not None for text in texts.values())
    asking = sum(map(_asks_for_standard, texts.values()))
    own, module, alias = _own_module(texts)
    most = max(of_keras, asking, own)
    if not most:
        return
    verb = "" if most > 1 else "s"
    what, keys = f"ask{verb} arrays for their namespace", '`profile = "array-api"` checks'
    if most == own:
        what = f"compute{verb} with `{alias}`, which is `{module}`"
        keys = f'`ops-module = "{module}"` and `ops-alias = "{alias}"` check'
    elif most == of_keras:
        what, keys = f"call{verb} `keras.ops`", '`profile = "keras"` checks'
    says = "say" if most == own else "says"
    yield (
        f"{most} of these files {what}: {keys} against that, and {says} so in its words; "
        'with `scope = "namespaces"` beside it, code without a namespace is left alone.'
    )


def _asks_for_standard(text: str) -> bool:
    return "namespace" in text and STANDARD.search(text) is not None and _OF_AUTORAY.search(text) is None


def _preset(texts: Mapping[Path, str]) -> str | None:
    """Return the preset for the project that these files are of: that whose own paths are there.

    Paths below its package tell a project, all those of its backends do where it has some; `test` is in many.
    """
    packages = {
        package_folder(folder / "__init__.py") for folder in {path.absolute().parent for path in texts}
    }
    roots = {package.parent for package in packages if package is not None}
    for name, preset in PRESETS.items():
        backends = preset.get("backend-paths", ())
        patterns = [pattern.removesuffix("/**") for pattern in backends or preset.get("per-file-ignores", ())]
        own = [p for p in patterns if "/" in p and p.partition("/")[0] in _names(packages)]
        found = [any(next(root.glob(pattern), None) for root in roots) for pattern in own]
        if found and (all(found) if backends else any(found)):
            return name
    return None


def _names(packages: Iterable[Path | None]) -> frozenset[str]:
    return frozenset(package.name for package in packages if package is not None)


def _own_module(texts: Mapping[Path, str]) -> tuple[int, str, str]:
    """Return how many files compute with the module that a project keeps for that, its name and what they call it."""
    files: Counter[tuple[str, str]] = Counter()
    read: defaultdict[tuple[str, str], set[str]] = defaultdict(set)
    for path, text in texts.items():
        names: defaultdict[str, set[str]] = defaultdict(set)
        for match in _OF_ARRAYS.finditer(text):
            names[head_of(text, match.start())].add(match[1])
        for module, alias in set(_imported(path, text, names)):
            files[module, alias] += 1
            read[module, alias] |= names[alias]
    for (module, alias), number in files.most_common():
        if number >= _MANY and len(read[module, alias]) >= MIN_ARRAY_NAMES:
            return number, module, alias
    return 0, "", ""


def _imported(path: Path, text: str, names: Container[str]) -> Iterator[tuple[str, str]]:
    """Yield the modules of its own package that a file calls one of ``names``, with that name."""
    for match in _IMPORT.finditer(text) if names else ():
        parent, leaf = match["parent"], match["leaf"]
        alias = match["alias"] or match["name"] or leaf
        root = package_folder(path) if alias in names else None
        if root is None or is_known_elsewhere(root.name):
            continue
        module = match["module"] or f"{parent}{'' if parent.endswith('.') else '.'}{leaf}"
        if module.startswith("."):
            level = len(module) - len(module.lstrip("."))
            here = path.absolute().parent.relative_to(root.parent).parts
            module = ".".join((*here[: len(here) - level + 1], module.lstrip(".")))
        if module.partition(".")[0] == root.name:
            yield module, alias

"""Licences of everything that `pip install emberops`, with some extras, brings: as installed here.

    python .ci/licences.py [EXTRA ...]

Prints a table, and fails where a licence is none of those that ask for no more than to be named.
"""

from __future__ import annotations

import re
import sys
from importlib.metadata import Distribution, PackageNotFoundError, distribution

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

PERMISSIVE = re.compile(
    r"\b(0BSD|Apache|BSD|CC0|HPND|ISC|MIT|MPL-2\.0|Mozilla Public License 2\.0|PSF|Python Software Foundation"
    r"|Unlicense|Zlib)\b",
    re.IGNORECASE,
)
LONGEST = 60


def dependencies(extras: frozenset[str]) -> dict[str, Distribution]:
    """Return what emberops needs with ``extras``, however indirectly, as far as it is installed."""
    found: dict[str, Distribution] = {}
    todo = [("emberops", extras)]
    seen: set[tuple[str, frozenset[str]]] = set()
    while todo:
        name, wanted = todo.pop()
        if (name, wanted) in seen:
            continue
        seen.add((name, wanted))
        try:
            found[name] = distribution(name)
        except PackageNotFoundError:
            sys.exit(f"{name} is not installed")
        for text in found[name].requires or ():
            requirement = Requirement(text)
            contexts = [{"extra": extra} for extra in ("", *wanted)]
            if requirement.marker is None or any(map(requirement.marker.evaluate, contexts)):
                todo.append((canonicalize_name(requirement.name), frozenset(requirement.extras)))
    del found["emberops"]
    return found


def licence(found: Distribution) -> str:
    """Return what a distribution says of its licence."""
    expression = found.metadata.get("License-Expression")
    if expression:
        return expression
    classifiers = found.metadata.get_all("Classifier") or ()
    trove = [c.rpartition(" :: ")[2] for c in classifiers if c.startswith("License ::")]
    text = ", ".join(trove) or (found.metadata.get("License") or "not said").strip()
    return text.splitlines()[0][:LONGEST]


def main() -> None:
    """Print the table."""
    found = {name: licence(one) for name, one in sorted(dependencies(frozenset(sys.argv[1:])).items())}
    for name, text in found.items():
        print(f"{name:24} {text}")
    odd = [name for name, text in found.items() if not PERMISSIVE.search(text)]
    if odd:
        sys.exit(f"look at the licences of {', '.join(odd)}")


if __name__ == "__main__":
    main()

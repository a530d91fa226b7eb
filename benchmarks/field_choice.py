"""Which packages of an index are candidates for the field test, in an order that says nothing about them.

python benchmarks/field_choice.py INDEX {small,downloaded,sciences}

INDEX is a table with a line for each package: name, version, month of the release, rank among those downloaded most
(empty where it has none) and summary, separated by tabs.  Nothing of a package is looked at but its line, so what is
chosen cannot depend on how a project fares.  A person reads the lines of the last two parts in the order printed, and
keeps those that tell of a calculation with arrays in Python: of all `downloaded`, of the first 250 `sciences` that no
earlier part holds.
"""

from __future__ import annotations

import argparse
import hashlib
import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path

SMALL = re.compile(r"\b(pure|only|minimal|small|simple|lightweight)\b.{0,40}\bnumpy\b", re.IGNORECASE)
"""Summaries of projects that calculate with NumPy and little else."""
SCIENCES = re.compile(
    r"\b(meteor\w*|atmospher\w*|climate|optics|optical|acoustics?|audio|spectroscop\w*|spectr(um|al|a)|photometr\w*"
    r"|control (systems?|theory|engineering)|design of experiments|kalman|filter(s|ing)?|signal processing|time.series"
    r"|hydrolog\w*|geophysic\w*|seismolog\w*|geodesy|geometr\w*|quaternions?|splines?|interpolation|point clouds?"
    r"|finite elements?|mechanics|structural|rheolog\w*|thermodynamic\w*|physics|chemi(stry|cal)|chemometrics"
    r"|crystallograph\w*|astronom\w*|astrodynamics|orbital|robotics|neuroscience|eeg|biolog\w*|population genetics"
    r"|statistic\w*|econometric\w*|probabilistic|uncertainty|portfolio|finance|financial|optimi[sz]ation|units"
    r"|psychrometric\w*|colou?r|polynomials?|linear algebra|wavelets?|fourier|numerical\w*|scientific|mathematic\w*)\b",
    re.IGNORECASE,
)
"""Summaries that name a science."""
COMPUTES = re.compile(
    r"\b(numpy|scipy|python|pythonic|arrays?|toolbox|algorithms?|calculat\w*|comput\w*)\b", re.IGNORECASE
)
"""Summaries of what calculates, in Python as far as they tell."""
NOT_NUMPY = re.compile(
    r"\b(jax|(py)?torch|tensorflow|keras|rust|c\+\+|cpp|fortran|julia|gpus?|cuda|bindings?|wrapper|client|apis?|mcp|llms?"
    r"|agents?|ai|widgets?|django|plugins?|download\w*|datasets?|data access|gui|web|app|server|neural|deep|quantum"
    r"|simulat(or|ions?) (of|for)|command.line|cli|database|file format|read(er|ing)?|pars(er|ing)|plot(s|ting)?"
    r"|visuali\w*)\b",
    re.IGNORECASE,
)
"""Names and summaries of what calculates elsewhere, or not at all."""


@dataclass(frozen=True)
class Package:
    """What the index says about a package."""

    name: str
    version: str
    month: str
    rank: str
    summary: str


def small(package: Package) -> bool:
    """True for projects that say they need little but NumPy."""
    return package.month >= "2021-01" and SMALL.search(package.summary) is not None


def downloaded(package: Package) -> bool:
    """True for much downloaded projects that name a science."""
    return bool(package.rank) and SCIENCES.search(package.summary) is not None


def sciences(package: Package) -> bool:
    """True for projects of the sciences that are kept up and past their first versions, downloaded much or not."""
    found = re.match(r"(\d+)\.(\d+)", package.version)
    grown = found is not None and (int(found[1]), int(found[2])) >= (0, 5)
    words = f"{package.name.replace('-', ' ')} {package.summary}"
    named = SCIENCES.search(package.summary) and COMPUTES.search(package.summary)
    return grown and package.month >= "2025-06" and bool(named) and not NOT_NUMPY.search(words)


PARTS: dict[str, Callable[[Package], bool]] = {
    "small": small,
    "downloaded": downloaded,
    "sciences": sciences,
}


def order(packages: Iterable[Package], part: str) -> list[Package]:
    """The candidates of a part, by the SHA-256 of their names."""
    return sorted(
        filter(PARTS[part], packages), key=lambda one: hashlib.sha256(one.name.encode()).hexdigest()
    )


def main() -> None:
    """Print the candidates of a part."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("index", type=Path)
    parser.add_argument("part", choices=sorted(PARTS))
    options = parser.parse_args()
    lines = options.index.read_text(errors="replace").splitlines()[1:]
    fields = (line.split("\t") for line in lines)
    for package in order((Package(*row) for row in fields if len(row) == 5), options.part):
        print(f"{package.name}=={package.version}", package.summary, sep="\t")


if __name__ == "__main__":
    main()

"""The pictures of the programs in examples/: there, of every backend, and drawn by a script that still runs."""

from __future__ import annotations

import re
from pathlib import Path
from xml.etree import ElementTree

import example_pictures
import pytest

PAGE = (example_pictures.ROOT / "docs" / "guide" / "programs.md").read_text(encoding="utf-8")
PROGRAMS = re.findall(r"images/examples/(\w+)\.svg", PAGE)


def words(svg: str) -> list[str]:
    return [e.text or "" for e in ElementTree.fromstring(svg).iter() if e.tag.endswith("text")]


def test_every_program_that_takes_a_backend_has_a_picture() -> None:
    takes = {
        p.stem
        for p in Path(example_pictures.ROOT, "examples").glob("*.py")
        if "def main(backend" in p.read_text()
    }
    assert set(PROGRAMS) == takes


@pytest.mark.parametrize("program", PROGRAMS)
def test_a_picture_shows_every_backend(program: str) -> None:
    shown = words((example_pictures.PICTURES / f"{program}.svg").read_text(encoding="utf-8"))
    for backend in example_pictures.BACKENDS:
        assert any(word.startswith(backend) for word in shown)


@pytest.mark.parametrize("program", ["heat_equation", "monte_carlo"])
def test_the_script_draws_what_is_kept(program: str) -> None:
    kept = (example_pictures.PICTURES / f"{program}.svg").read_text(encoding="utf-8")
    assert words(getattr(example_pictures, program)()) == words(kept)

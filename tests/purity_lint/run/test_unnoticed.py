"""A round of fixes links files anew only where they would notice what the round before has changed in others."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path

import pytest

from purity_lint.configuration.settings import Settings
from purity_lint.engine.check import check
from purity_lint.run.link import Linked, link
from purity_lint.run.taken import AsFound
from purity_lint.source.read import source_from_bytes

SHAPES = """
import numpy as np
from emberops import ops


def centred(x: np.ndarray):
    mean = ops.mean(x)
    return x - mean


def half(n):
    return n / 2


class Scaled:
    def __init__(self, x: np.ndarray):
        self.x = x

    def doubled(self):
        return self.x * 2
"""
USE = """
from shapes import Scaled, centred, half


def used(y):
    return centred(y) + 1, half(3) - 1, Scaled(y).x + 1
"""
OTHER = USE.replace("used", "others") + "#" * 4000
PATHS = tuple(map(Path, ("shapes.py", "use.py", "other.py")))
TEXTS = dict(zip(PATHS, (SHAPES, USE, OTHER), strict=True))


@pytest.fixture
def in_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Settings:
    monkeypatch.chdir(tmp_path)
    return Settings(root=tmp_path)


def linked(texts: dict[Path, str], settings: Settings) -> Linked:
    return link({path: text.encode() for path, text in texts.items()}, dict.fromkeys(texts, settings))


def after(
    path: Path, old: str, new: str, settings: Settings, first: Mapping[Path, str] = TEXTS
) -> tuple[Linked | None, Linked]:
    """What is known after an edit if no other file would notice, and what is known when all is linked anew."""
    texts = dict(first)
    assert texts[path].count(old) == 1
    texts[path] = texts[path].replace(old, new)
    before, anew = linked(first, settings), linked(texts, settings)
    for each in first:
        before.model(each)
    if before.is_dear([path]):
        return None, anew
    reasons = {
        (reason.text, reason.line, reason.col)
        for other in first
        if other != path
        for diagnostic in check(before.sources[other], settings, before.model(other)).diagnostics
        for reason in diagnostic.reasons
        if reason.path == str(path)
    }
    changed = {path: source_from_bytes(texts[path].encode(), path)}
    return before.unnoticed(changed, AsFound.of(before.sources), {path: reasons}), anew


def found(known: Linked, settings: Settings) -> list[object]:
    return [
        (d.code, d.span, d.evidence, d.reasons)
        for path in sorted(known.sources)
        for d in check(known.sources[path], settings, known.model(path)).diagnostics
    ]


@pytest.mark.parametrize(
    ("path", "old", "new"),
    [
        (PATHS[0], "self.x * 2", "self.x * 3"),
        (PATHS[0], "mean = ops.mean(x)", "mean = ops.mean(x * 1)"),
        (PATHS[1], "centred(y) + 1", "ops_add(centred(y), 1)"),
        (PATHS[1], "half(3) - 1", "half(3) - 2"),
        (PATHS[1], "centred(y) + 1, half(3) - 1", "half(3) - 1, centred(y) + 1"),  # in another order
        (PATHS[1], "\nfrom shapes", "\nimport numpy\nfrom shapes"),  # a module of no file
    ],
)
def test_what_others_do_not_notice_is_understood_alone(
    path: Path, old: str, new: str, in_folder: Settings
) -> None:
    alone, anew = after(path, old, new, in_folder)
    assert alone is not None
    assert found(alone, in_folder) == found(anew, in_folder)


@pytest.mark.parametrize(
    ("path", "old", "new"),
    [
        (PATHS[0], "return n / 2", "return ops.divide(n, 2)"),  # another result
        (PATHS[0], "self.x = x", "self.x = 1"),  # another attribute
        (
            PATHS[0],
            "x - mean",
            "ops.subtract(x, mean)",
        ),  # the reason that another file gives for what it found
        (PATHS[1], "half(3)", "half(y)"),  # another argument
        (
            PATHS[1],
            "import Scaled, centred, half",
            "import Scaled, centred, half, ops",
        ),  # a name that it takes
        (PATHS[2], "half(3) - 1", "half(3) - 2"),  # too much of all that there is to be worth a look
    ],
)
def test_what_others_notice_is_linked_anew(path: Path, old: str, new: str, in_folder: Settings) -> None:
    assert after(path, old, new, in_folder)[0] is None


STEPS = """
import torch


def step(x: torch.Tensor):
    return torch.log(x)


def scale(x: torch.Tensor):
    return x * 2


fast = torch.jit.script(step)
"""
STEPPED = """
import torch
from steps import scale, step


def stepped(y: torch.Tensor):
    return step(y) + 1


def other(y: torch.Tensor):
    return scale(y) + 1
"""
COMPILED = {Path("steps.py"): STEPS + "#" * 1000, Path("stepped.py"): STEPPED}


@pytest.mark.parametrize(
    ("path", "old", "new", "is_noticed"),
    [
        ("stepped.py", "scale(y) + 1", "ops_add(scale(y), 1)", False),  # a call that nothing compiled makes
        ("stepped.py", "step(y) + 1", "step(y)", False),
        (
            "stepped.py",
            "def stepped(y: torch.Tensor)",
            "@torch.jit.script\ndef stepped(y: torch.Tensor)",
            True,
        ),
    ],
)
def test_calls_are_noticed_where_torchscript_reaches_something_by_them(
    path: str, old: str, new: str, is_noticed: bool, in_folder: Settings
) -> None:
    alone, anew = after(Path(path), old, new, in_folder, COMPILED)
    assert (alone is None) == is_noticed
    if alone is not None:
        assert found(alone, in_folder) == found(anew, in_folder)


FILLED = """
import numpy as np


def filled(x: np.ndarray):
    x[:] = 1
    return x


def halved(x: np.ndarray):
    x /= 2
    return x


def untouched(x: np.ndarray):
    return x + 1
"""
FILLING = """
import numpy as np
from arrays import filled, halved


def used(y: np.ndarray):
    halved(y)
    filled(y)
    return y
"""
UNCONCERNED = "from arrays import untouched\n\nprint(untouched([1.0]))\n"
DROPPING = dict(
    zip(
        map(Path, ("arrays.py", "filling.py", "unconcerned.py")),
        (FILLED + "#" * 1000, FILLING, UNCONCERNED),
        strict=True,
    )
)


def test_what_is_said_of_results_is_heard_by_the_files_that_it_concerns(in_folder: Settings) -> None:
    path = Path("filling.py")
    alone, anew = after(path, "    filled(y)", "    y = filled(y)", in_folder, DROPPING)
    assert alone is not None
    assert alone.news == {Path("arrays.py")}
    assert found(alone, in_folder) == found(anew, in_folder)
    before = linked(DROPPING, in_folder)
    assert found(before, in_folder) != found(anew, in_folder)


ASKING = """
import numpy as np


def reduced(x: np.ndarray, how):
    return how(x) if how.__name__ == "median" else how(x, axis=0)
"""
HANDING = """
import numpy as np
from reduced import reduced

print(reduced([1.0], np.max))
"""
TELLING_APART = dict(
    zip(
        map(Path, ("reduced.py", "handing.py", "unconcerned.py")),
        (ASKING, HANDING, "from reduced import reduced\n\nprint(reduced([1.0], min))\n" + "#" * 2000),
        strict=True,
    )
)


def test_what_is_told_apart_is_heard_by_the_files_that_name_it(in_folder: Settings) -> None:
    path = Path("reduced.py")
    alone, anew = after(path, 'how.__name__ == "median"', "how is np.max", in_folder, TELLING_APART)
    assert alone is not None
    assert alone.news == {Path("handing.py")}
    assert found(alone, in_folder) == found(anew, in_folder)
    before = linked(TELLING_APART, in_folder)
    assert [can_be_fixed(k, "handing.py", in_folder) for k in (before, alone, anew)] == [True, False, False]
    fingerprints = [model.fingerprint() for k in (before, anew) if (model := k.model(Path("unconcerned.py")))]
    assert fingerprints[0] == fingerprints[1]


def can_be_fixed(known: Linked, name: str, settings: Settings) -> bool:
    path = Path(name)
    diagnostics = check(known.sources[path], settings, known.model(path)).diagnostics
    return all(d.fix is not None for d in diagnostics if d.code == "PUR101")


def test_a_notebook_is_as_long_as_its_code(in_folder: Settings) -> None:
    cells = [
        {
            "cell_type": "code",
            "source": ["x = 1\n"],
            "metadata": {},
            "execution_count": 1,
            "outputs": ["#" * 9000],
        }
    ]
    notebook = json.dumps({"cells": cells, "metadata": {}, "nbformat": 4, "nbformat_minor": 5})
    known = linked({**TEXTS, Path("plot.ipynb"): notebook}, in_folder)
    assert not known.is_dear([Path("plot.ipynb")])
    assert known.is_dear([PATHS[2]])

"""What a run keeps for the next one: after any change, the kept results are those of a run from scratch."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from purity_lint.configuration.settings import Settings
from purity_lint.run.cache.facts import Cache
from purity_lint.run.check import check_project
from purity_lint.run.parts import components
from purity_lint.source.imports import imported_names, telling
from purity_lint.source.read import source_from_text

FILES = (
    "pkg/__init__.py",
    "pkg/core.py",
    "pkg/deep.py",
    "pkg/model.py",
    "user.py",
    "tests/test_core.py",
    "lone.py",
)
IMPORTS = (
    "import numpy as np",
    "import torch as np",
    "from pkg.core import *",
    "from pkg import core, deep",
    "from pkg.deep import f, g",
    "import pkg.model as model",
    "from pkg.model import Thing",
    "from user import f",
    "import lone",
)
BODIES = (
    "def f(a, b=2):\n    return a + b",
    "def f(a, b=1.5):\n    '''\n    Parameters\n    ----------\n    a : ndarray\n    '''\n    return a * b",
    "def g(c):\n    return core.f(c, c) - 1",
    "def g(c):\n    return f(c) / 2",
    "def g(c):\n    return len(c) + 1",
    "class Thing:\n    def __init__(self, w):\n        self.w = w\n    def go(self):\n        return self.w ** 2",
    "class Thing(np.ndarray):\n    def go(self):\n        return self @ self",
    "class Other(Thing):\n    def stop(self, k):\n        return k * self.w",
    "f(np.ones(3))",
    "deep.g(np.zeros((2, 2)))",
    "core.f(3, 4)",
    "y = Thing(np.eye(2)).go() + 1",
    "model.Thing(5).go()",
    "z = lone.f(y) % 3",
    "w = g(f(y)) * 2",
    "",
    "# a comment",
    "def broken(:",
)


def text(rng: random.Random) -> str:
    return "\n".join([*rng.sample(IMPORTS, rng.randint(0, 4)), *rng.sample(BODIES, rng.randint(0, 5))]) + "\n"


def write(root: Path, name: str, content: str) -> None:
    path = root / name
    path.parent.mkdir(exist_ok=True)
    path.write_text(content)


def found(
    root: Path, settings: Settings, cache: Cache | None, only: Path | None = None
) -> list[tuple[object, ...]]:
    paths = sorted(root.rglob("*.py"))
    checked = [path for path in paths if only in (None, path)]
    outcome = check_project(
        [(path, settings) for path in checked],
        context=[path for path in paths if path not in checked],
        cache=cache,
        jobs=1,
    )
    assert not outcome.errors
    return [(d.path, d.code, d.span, d.message, d.evidence, d.reasons, d.fix) for d in outcome.diagnostics]


@pytest.mark.parametrize("seed", range(12))
def test_after_random_edits_the_cache_says_what_a_cold_run_says(tmp_path: Path, seed: int) -> None:
    rng = random.Random(seed)
    root, cache = tmp_path / "project", Cache(tmp_path / "cache")
    settings = Settings(root=root)
    root.mkdir()
    for name in FILES:
        write(root, name, text(rng))
    for _ in range(8):
        name = rng.choice(FILES)
        match rng.randrange(6):
            case 0 if (root / name).is_file():
                (root / name).unlink()
            case 1 if (root / name).is_file():
                write(root, name, "\n" + (root / name).read_text())  # every position moves
            case _:
                write(root, name, text(rng))
        if rng.random() < 0.5:
            only = rng.choice(sorted(root.rglob("*.py")))
            assert found(root, settings, cache, only) == found(root, settings, None, only)
        assert found(root, settings, cache) == found(root, settings, None)


def test_one_file_of_a_project_gets_what_the_whole_project_tells_of_it(tmp_path: Path) -> None:
    rng = random.Random(100)
    for name in FILES:
        write(tmp_path, name, text(rng))
    settings = Settings(root=tmp_path)
    everything = found(tmp_path, settings, None)
    for path in sorted(tmp_path.rglob("*.py")):
        assert found(tmp_path, settings, None, path) == [item for item in everything if item[0] == path]


def test_rules_run_again_only_where_something_else_is_known(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write(tmp_path, "lib.py", "def f(a):\n    return a + 1\n\n\ndef g(n):\n    return n\n")
    write(tmp_path, "user.py", "import numpy as np\nimport lib\n\nlib.f(np.ones(3))\n")
    write(tmp_path, "other.py", "import lib\n\nlib.g(3)\n")
    write(tmp_path, "apart.py", "import numpy as np\n")
    settings, cache = Settings(root=tmp_path), Cache(tmp_path / "cache")
    ran: list[str] = []
    from purity_lint.run import afresh as project

    check = project.check

    def spy(source: object, *args: object, **keywords: object) -> object:
        ran.append(source.path.name)
        return check(source, *args, **keywords)

    monkeypatch.setattr(project, "check", spy)
    found(tmp_path, settings, cache)
    assert sorted(ran) == ["apart.py", "lib.py", "other.py", "user.py"]
    ran.clear()
    found(tmp_path, settings, cache)
    assert ran == []
    write(tmp_path, "other.py", "import lib\n\nlib.g(4)\n")
    found(tmp_path, settings, cache)
    assert ran == ["other.py"]
    ran.clear()
    write(tmp_path, "user.py", "import numpy as np\nimport lib\n\nlib.f(2)\n")
    found(tmp_path, settings, cache)
    assert sorted(ran) == ["lib.py", "user.py"]


def test_damaged_facts_count_as_absent(tmp_path: Path) -> None:
    write(tmp_path, "lib.py", "def f(a):\n    return a + 1\n")
    write(tmp_path, "user.py", "import numpy as np\nimport lib\n\nlib.f(np.ones(3))\n")
    settings, folder = Settings(root=tmp_path), tmp_path / "cache"
    before = found(tmp_path, settings, Cache(folder))
    for entry in folder.rglob("*.json"):
        entry.write_text('{"key": 3, "facts": [["x"]], "diagnostics": {}}')
    assert found(tmp_path, settings, Cache(folder)) == before != []


def test_imports_connect_files_both_ways_and_conftest_its_folder() -> None:
    imports = {
        Path("a.py"): ["b"],
        Path("b.py"): [],
        Path("c.py"): ["numpy"],
        Path("tests/conftest.py"): ["b"],
        Path("tests/deep/test_it.py"): [],
        Path("d.py"): ["numpy"],
    }
    names = [[path.name for path in part] for part in components(imports)]
    assert names == [["a.py", "b.py", "conftest.py", "test_it.py"], ["c.py", "d.py"]]


def test_imports_are_found_wherever_they_stand() -> None:
    source = source_from_text(
        "import a.b as x\nfrom ..c import (d,\n    e)\ndef f():\n    try:\n        import g\n"
        "    except E:\n        from . import h\n    match 1:\n        case 1:\n            from i import *\n"
    )
    assert imported_names(telling(source.tree).imports) == list("abcdeghi")

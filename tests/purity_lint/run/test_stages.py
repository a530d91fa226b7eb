"""Stages: a file that nothing imports is analysed by itself, and what is kept of the others is as good as they are."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import threading
from pathlib import Path
from textwrap import dedent

import pytest

import emberops
from purity_lint.configuration.settings import Settings
from purity_lint.run import workers
from purity_lint.run.cache.facts import Cache
from purity_lint.run.check import check_project
from purity_lint.semantics import stages
from purity_lint.semantics.symbols.naming import Names, facts_of
from purity_lint.source.file import SourceFile
from purity_lint.source.imports import Facts
from purity_lint.source.read import source_from_text

FILES = {
    "pkg/__init__.py": "",
    "pkg/core.py": """
        import numpy as np

        class Model:
            def __init__(self, weights):
                self.weights = weights

            def predict(self, x):
                return x @ self.weights

        def scale(x, factor=2):
            return x * factor

        def both(f, x):
            return f(x) + 1
        """,
    "pkg/extra.py": """
        from pkg.core import scale

        def twice(y):
            return scale(y) + scale(y)
        """,
    "use.py": """
        import pkg.extra
        """,
    "tests/test_core.py": """
        import numpy as np
        from pkg.core import Model, both, scale
        from pkg import extra

        def test_scale():
            assert (scale(np.ones(3)) * 2).sum() > 1
            extra.twice(np.eye(2))

        def test_model():
            model = Model(np.eye(2))
            model.bias = np.ones(2)
            both(lambda v: v * 2, model.predict(np.ones(2)) + model.bias)
        """,
}


@pytest.fixture
def project(tmp_path: Path) -> Path:
    for name, code in FILES.items():
        path = tmp_path / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(dedent(code))
    return tmp_path


def found(root: Path, cache: Cache | None, jobs: int = 1) -> list[tuple[object, ...]]:
    settings = Settings(root=root, select=("ALL",))
    paths = sorted(root.rglob("*.py"))
    outcome = check_project([(path, settings) for path in paths], cache=cache, jobs=jobs)
    assert not outcome.errors
    return [(d.path, d.code, d.span, d.message, d.evidence, d.reasons, d.fix) for d in outcome.diagnostics]


def counting(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What is analysed from now on."""
    seen: list[str] = []
    base, leaf = stages.Base.__init__, stages.Leaves.analyze

    def started(self: stages.Base, *args: object, **kwargs: object) -> None:
        seen.append("base")
        base(self, *args, **kwargs)

    def analyzed(self: stages.Leaves, source: object) -> object:
        seen.append(source.path.name)
        return leaf(self, source)

    monkeypatch.setattr(stages.Base, "__init__", started)
    monkeypatch.setattr(stages.Leaves, "analyze", analyzed)
    return seen


def test_leaves_are_what_nothing_imports_and_derives_from_nothing() -> None:
    texts = {
        "pkg/__init__.py": "",
        "pkg/a.py": "import numpy as np",
        "pkg/b.py": "from .a import f",
        "pkg/c.py": "from .a import Base\nclass C(Base): ...",
        "pkg/d.py": "from torch.nn import Module\nclass D(Module): ...",
        "tests/conftest.py": "",
        "tests/test_b.py": "from pkg import b",
    }
    sources = {Path(name): source_from_text(text, Path(name)) for name, text in texts.items()}
    facts = {path: facts_of(source) for path, source in sources.items()}
    names = Names(sources, dict.fromkeys(sources))
    assert [path.as_posix() for path in names.leaves(facts)] == ["pkg/d.py", "tests/test_b.py"]


def test_where_nothing_is_imported_there_are_no_leaves() -> None:
    facts = {Path("a.py"): Facts([], [], {}, {}), Path("b.py"): Facts([], [], {}, {})}
    assert Names(facts, {}).leaves(facts) == []


def test_what_leaves_offer_is_known_in_the_base(project: Path) -> None:
    codes = {(path.name, code, span.line) for path, code, span, *_ in found(project, None)}
    assert ("core.py", "PUR201", 12) in codes  # x * factor
    assert ("core.py", "PUR201", 9) in codes  # x @ self.weights
    assert ("test_core.py", "PUR201", 7) in codes
    assert ("test_core.py", "PUR201", 13) in codes  # ... + model.bias


def test_a_leaf_that_offers_what_it_did_is_analysed_alone(
    project: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    cache = Cache(project / "cache")
    found(project, cache)
    test = project / "tests" / "test_core.py"
    test.write_text(
        "# Moves every line.\n"
        + test.read_text()
        + "\n\ndef test_more():\n    assert (scale(np.ones(2)) - 1).any()\n"
    )
    cold = found(project, None)
    seen = counting(monkeypatch)
    assert found(project, cache) == cold
    assert seen == ["test_core.py", "test_core.py"]
    assert found(project, cache) == cold
    assert len(seen) == 2


def test_a_leaf_is_analysed_alone_where_no_leaf_had_anything_to_ask_again(
    project: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (project / "tests" / "test_core.py").unlink()
    cache = Cache(project / "cache")
    found(project, cache)
    (project / "use.py").write_text("import pkg.extra\n\nCOUNT = 1 + 1\n")
    cold = found(project, None)
    seen = counting(monkeypatch)
    assert found(project, cache) == cold
    assert seen == ["use.py"]


@pytest.mark.parametrize(
    ("attribute", "read"),
    [
        ("unheard_of", ["use.py"]),
        ("bias", ["test_core.py", "use.py"]),  # the test stores it
        ("weights", ["base", "use.py"]),
    ],
)
def test_what_a_leaf_keeps_of_objects_concerns_the_files_that_name_it(
    project: Path, monkeypatch: pytest.MonkeyPatch, attribute: str, read: list[str]
) -> None:
    leaf = "import pkg.extra\n\n\ndef use(grid):\n    {}grid.go()\n    return kept\n"
    (project / "use.py").write_text(leaf.format("kept = 1\n    "))
    (project / "shapes.py").write_text("import pkg.core\n\nSHAPE = 1 + 1\n")
    cache = Cache(project / "cache")
    found(project, cache)
    (project / "use.py").write_text(leaf.format(f"kept = grid.{attribute}\n    "))
    cold = found(project, None)
    seen = counting(monkeypatch)
    assert found(project, cache) == cold
    assert sorted({*seen}) == read
    seen.clear()
    assert found(project, cache) == cold
    assert seen == []


def test_results_that_a_leaf_begins_to_drop_concern_any_file(project: Path) -> None:
    solver = "import numpy as np\n\n\ndef kick(v: np.ndarray):\n    v[0] = 1\n    return v\n"
    (project / "pkg" / "solver.py").write_text(solver)
    leaf = "from pkg.solver import kick\n\n\ndef use(v):\n    {}kick(v)\n    return v\n"
    (project / "use.py").write_text(leaf.format("v = "))
    cache = Cache(project / "cache")
    before = found(project, cache)
    (project / "use.py").write_text(leaf.format(""))
    cold = found(project, None)
    of_solver = [[d for d in each if d[0].name == "solver.py"] for each in (before, cold)]
    assert of_solver[0] != of_solver[1]
    assert found(project, cache) == cold


def edit(path: Path, before: str, after: str) -> None:
    text = path.read_text()
    assert before in text
    path.write_text(text.replace(before, after))


@pytest.mark.parametrize(
    ("before", "after", "read"),
    [
        ("return f(x) + 1\n", "return f(x) + 1\n\ndef unheard_of(x):\n    return x + 1\n", []),
        ("    return x * factor", "    factor = factor + 0\n    return x * factor", ["test_core.py"]),
        ("    return f(x) + 1", "    return 1", ["test_core.py"]),
        ("class Model:", "BIAS = 1\n\nclass Model:", ["test_core.py"]),  # what is below has another line
    ],
)
def test_of_the_leaves_those_are_analysed_that_read_what_has_changed(
    project: Path, monkeypatch: pytest.MonkeyPatch, before: str, after: str, read: list[str]
) -> None:
    (project / "shapes.py").write_text("import pkg.core\n\nSHAPE = 1 + 1\n")
    (project / "tests" / "test_shapes.py").write_text(
        "import shapes\n\n\ndef test_it():\n    shapes.SHAPE + 1\n"
    )
    cache = Cache(project / "cache")
    found(project, cache)
    edit(project / "pkg" / "core.py", before, after)
    cold = found(project, None)
    seen = counting(monkeypatch)
    assert found(project, cache) == cold
    assert seen[0] == "base"
    assert sorted({*seen} - {"base"}) == read


def test_a_leaf_that_offers_something_else_is_heard(project: Path) -> None:
    cache = Cache(project / "cache")
    before = found(project, cache)
    test = project / "tests" / "test_core.py"
    test.write_text("from pkg.core import scale\n\n\ndef test_scale():\n    assert scale(2) == 4\n")
    after = found(project, cache)
    assert after == found(project, None)
    core = [item for item in before if item[0] == project / "pkg" / "core.py"]
    assert core != [item for item in after if item[0] == project / "pkg" / "core.py"]


def test_only_plain_data_is_kept_and_anything_else_is_no_summary(project: Path) -> None:
    cache = Cache(project / "cache")
    cold = found(project, cache)
    kept = [
        path for path in (project / "cache").rglob("*.json") if path.name.startswith(("base-", "settled-"))
    ]
    assert len(kept) == 2
    for path in kept:
        entry = json.loads(path.read_text())
        assert {"modules", "classes", "functions", "values", "reasons"} == set(entry["facts"])
        path.write_text("{")
    test = project / "tests" / "test_core.py"
    test.write_text(test.read_text() + "\n")
    assert found(project, cache) == cold


@pytest.mark.parametrize("name", ["linalg.py", "statistical.py"])
def test_after_edits_of_a_real_package_the_cache_says_what_a_cold_run_says(tmp_path: Path, name: str) -> None:
    folder = tmp_path / "numpy_backend"
    ignored = shutil.ignore_patterns("__pycache__")
    shutil.copytree(Path(emberops.__file__).parent / "backends" / "numpy", folder, ignore=ignored)
    cache = Cache(tmp_path / "cache")
    found(tmp_path, cache)
    edited = folder / name
    for change in ("\n_added = 1 + 1\n", "\n\ndef added(x):\n    return np.mean(x) * x\n"):
        edited.write_text(edited.read_text() + change)
        assert found(tmp_path, cache) == found(tmp_path, None)


@pytest.fixture
def with_many_leaves(project: Path) -> Path:
    for number in range(6):
        test = project / "tests" / f"test_{number}.py"
        test.write_text(
            f"import numpy as np\nfrom pkg.core import Model, scale\n\n\ndef test():\n"
            f"    Model(np.eye(2)).extra_{number} = scale(np.ones({number}), [1.0])\n"
        )
    return project


@pytest.fixture
def alone(request: pytest.FixtureRequest) -> None:
    """Where other tests have left threads, nothing is forked: then the test runs in a process of its own."""
    if threading.active_count() == 1:
        return
    environment = {name: value for name, value in os.environ.items() if not name.startswith("PYTEST_")}
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", request.node.nodeid]
    root = request.config.rootpath
    done = subprocess.run(command, cwd=root, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout
    pytest.skip("it has passed in a process of its own: other tests have left threads in this one")


@pytest.mark.usefixtures("alone")
@pytest.mark.parametrize("kept", [False, True])
def test_workers_find_of_leaves_what_one_process_finds(
    with_many_leaves: Path, monkeypatch: pytest.MonkeyPatch, kept: bool
) -> None:
    one = found(with_many_leaves, None)
    monkeypatch.setattr(workers, "_TASKS_PER_WORKER", 1)
    seen = counting(monkeypatch)
    assert found(with_many_leaves, Cache(with_many_leaves / "cache") if kept else None, jobs=2) == one
    assert seen == ["base"]  # no leaf is analysed in this process


@pytest.mark.usefixtures("alone")
@pytest.mark.parametrize("trouble", ["crash", "number"])
def test_a_leaf_of_which_a_worker_cannot_tell_is_analysed_again(
    with_many_leaves: Path, monkeypatch: pytest.MonkeyPatch, trouble: str
) -> None:
    one = found(with_many_leaves, None)
    here, analyze = os.getpid(), stages.Leaves.analyze

    def troubled(self: stages.Leaves, source: SourceFile) -> stages.Turn:
        if os.getpid() != here and source.path.name == "test_3.py" and not self.project.memo.get("done"):
            self.project.memo["done"] = True
            if trouble == "crash":
                raise ZeroDivisionError
            self.symbols.numbers[object()] = -1
        return analyze(self, source)

    monkeypatch.setattr(stages.Leaves, "analyze", troubled)
    monkeypatch.setattr(workers, "_TASKS_PER_WORKER", 1)
    settings = Settings(root=with_many_leaves, select=("ALL",))
    paths = sorted(with_many_leaves.rglob("*.py"))
    outcome = check_project([(path, settings) for path in paths], jobs=2)
    if trouble == "crash":  # the first turn is taken again here, the last one crashes for all to see
        assert [Path(error.path).name for error in outcome.errors] == ["test_3.py"]
        other = [d for d in outcome.diagnostics if d.path.name != "test_3.py"]
        expected = [d for d in one if d[0].name != "test_3.py"]
    else:
        other, expected = outcome.diagnostics, one
    assert [(d.path, d.code, d.span, d.message, d.evidence, d.reasons, d.fix) for d in other] == expected


def test_a_crash_in_the_last_turn_of_a_leaf_is_of_that_file(
    with_many_leaves: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def module(self: stages.Stages, path: Path, real: object = stages.Stages.module) -> object:
        if path.name == "test_3.py":
            raise ZeroDivisionError
        return real(self, path)

    monkeypatch.setattr(stages.Stages, "module", module)
    settings = Settings(root=with_many_leaves, select=("ALL",))
    paths = sorted(with_many_leaves.rglob("*.py"))
    outcome = check_project([(path, settings) for path in paths], jobs=1)
    [error] = outcome.errors
    assert "semantics (linking)" in str(error)
    [file] = [file for file in outcome.files if file.errors]
    assert file.path.name == "test_3.py"
    assert "PUR101" in {d.code for d in file.diagnostics}


def test_a_class_of_a_leaf_may_derive_from_one_that_its_name_hides(project: Path) -> None:
    (project / "use.py").write_text(
        dedent(
            """
            import numpy as np
            import pkg.core

            parents = [pkg.core.Model]
            Hidden = parents[0]

            class Local(Hidden):
                pass

            local = Local(np.eye(2))
            local.weights = np.ones(3)
            """
        )
    )
    assert found(project, None)

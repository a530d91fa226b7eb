"""What a run holds on to while it goes on."""

from __future__ import annotations

import ast
import gc
import sys
import weakref
from pathlib import Path

import pytest

from purity_lint.configuration.settings import Settings
from purity_lint.run import afresh, read, workers
from purity_lint.run.cache.facts import NoCache
from purity_lint.run.check import check_contents, check_project
from purity_lint.run.link import Linked
from purity_lint.run.read import Contents
from purity_lint.semantics import interpreter
from purity_lint.source import pack
from purity_lint.source.file import SourceFile
from purity_lint.source.parse import parse

CODE = "import numpy as np\nfrom m{other} import f\n\n\ndef f(x):\n    return np.mean(x) + f(x)\n"


def test_of_a_file_that_is_done_only_what_others_need_is_held(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    paths = [tmp_path / f"m{number}.py" for number in range(4)]
    for number, path in enumerate(paths):
        path.write_text(CODE.format(other=(number + 1) % 4))
    seen: list[SourceFile] = []
    held: list[tuple[int, int]] = []
    check = afresh.check

    def spy(source: SourceFile, *args: object, **kwargs: object) -> object:
        checked = check(source, *args, **kwargs)
        seen.append(source)
        surveyed = sum("_survey" in one.__dict__ for one in seen)
        held.append((surveyed, sum(bool(one.tree.body) for one in seen)))
        return checked

    monkeypatch.setattr(afresh, "check", spy)
    outcome = check_project([(path, Settings(root=tmp_path)) for path in paths], jobs=1)
    assert len(outcome.files) == 4
    assert outcome.diagnostics
    assert held == [(1, 1)] * 4


def test_packed_trees_have_the_same_findings(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    paths = [tmp_path / f"m{number}.py" for number in range(3)]
    for number, path in enumerate(paths):
        path.write_text(CODE.format(other=(number + 1) % 3))
    tasks = [(path, Settings(root=tmp_path)) for path in paths]
    expected = check_project(tasks, jobs=1).diagnostics
    packed: list[ast.Module] = []
    monkeypatch.setattr(read, "_MUCH", 1)
    monkeypatch.setattr(pack, "pack", lambda tree, pack=pack.pack: packed.append(tree) or pack(tree))
    assert check_project(tasks, jobs=1).diagnostics == expected
    assert len(packed) == 3


OTHER_MEMBERS = "import numpy as np\nfrom m{other} import f\n\n\ndef f(x):\n    return x.T, x.columns, f(x)\n"


@pytest.mark.parametrize(("many", "found_out"), [(1, 0), (3, 2)])
def test_of_many_files_lines_and_parents_are_found_out_again(
    many: int, found_out: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    paths = [tmp_path / f"m{number}.py" for number in range(2)]
    for number, path in enumerate(paths):
        path.write_text(OTHER_MEMBERS.format(other=(number + 1) % 2))
    tasks = [(path, Settings(root=tmp_path)) for path in paths]
    expected = check_project(tasks, jobs=1).diagnostics
    held: list[int] = []
    link_stages = afresh.link_stages

    def spy(sources: object, wanted: object, linked: Linked) -> None:
        link_stages(sources, wanted, linked)
        held.append(sum("_survey" in source.__dict__ for source in linked.sources.values()))

    monkeypatch.setattr(afresh, "link_stages", spy)
    monkeypatch.setattr(interpreter, "_MANY_MODULES", many)
    assert check_project(tasks, jobs=1).diagnostics == expected
    assert held == [found_out]


def test_bytes_of_files_that_are_parsed_are_not_held(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    paths = [tmp_path / f"m{number}.py" for number in range(3)]
    for number, path in enumerate(paths):
        path.write_text(CODE.format(other=(number + 1) % 3) * (number + 1))
    edited = b"import numpy"
    contents = Contents([(path, Settings(root=tmp_path)) for path in paths], [], {paths[2]: edited})
    check_contents(contents, NoCache(), jobs=1)
    with monkeypatch.context() as patched:
        patched.setattr(read, "read_bytes", lambda path: pytest.fail(f"{path} is read"))
        assert contents.largest_first(paths) == [paths[1], paths[0], paths[2]]
        assert contents.data[paths[2]] == edited
    assert contents.data[paths[0]] == paths[0].read_bytes()


def test_a_text_is_held_once(tmp_path: Path) -> None:
    text = "x = '☃'\n" * 1000
    before = sys.getsizeof(text)
    parse(text, tmp_path / "m.py")
    assert sys.getsizeof(text) == before


class _Model:
    """Something that holds itself."""

    def __init__(self) -> None:
        self.itself = self


@pytest.mark.parametrize(("limit", "alive"), [(-1, [1, 1, 1]), (1 << 60, [1, 2, 3])])
def test_what_tasks_leave_behind_is_collected_where_it_is_much(
    limit: int, alive: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(workers, "_MANY_OBJECTS", limit)
    models: weakref.WeakSet[_Model] = weakref.WeakSet()

    def task(_: int) -> int:
        models.add(_Model())
        return len(models)

    def failed(_: int, error: Exception) -> int:
        raise error

    gc.collect()
    with workers.without_collections():
        assert list(workers.run(task, [1, 2, 3], 1, failed=failed)) == alive
    assert gc.get_freeze_count() == 0

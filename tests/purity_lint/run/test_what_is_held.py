"""What a run holds on to while it goes on."""

from __future__ import annotations

import ast
import gc
import sys
import weakref
from pathlib import Path

import pytest

from purity_lint.configuration.settings import Settings
from purity_lint.engine.check import check
from purity_lint.run import afresh, fix, read, workers
from purity_lint.run.cache.facts import NoCache
from purity_lint.run.check import check_contents, check_project
from purity_lint.run.link import Linked, link
from purity_lint.run.read import Contents
from purity_lint.semantics import FileModel, interpreter, turns
from purity_lint.semantics.domain.tables import release
from purity_lint.semantics.symbols.table import FunctionSymbol, ModuleSymbol
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


BASE = "import numpy as np\nimport base{other}\n\n\ndef f(x):\n    return np.mean(np.array(x)) + base{other}.f(x)\n\n\n"
LEAF = "import numpy as np\nfrom base0 import f\n\nprint(np.add(f([1.0]), 1))\n"


def test_rounds_of_fixes_hold_one_version_of_each_file_and_the_model_of_one_leaf(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    base, leaves = [tmp_path / f"base{n}.py" for n in range(2)], [tmp_path / f"leaf{n}.py" for n in range(3)]
    for number, path in enumerate(base):
        path.write_text(BASE.format(other=1 - number))
    for path in leaves:
        path.write_text(LEAF)
    held: list[tuple[Path, int, int, int]] = []
    fixed = fix.fix

    def spy(source: SourceFile, *args: object, **kwargs: object) -> object:
        outcome = fixed(source, *args, **kwargs)
        gc.unfreeze()  # what was there before counts as well
        gc.collect()
        alive = gc.get_objects()
        sources = [one for one in alive if isinstance(one, SourceFile) and one.path.parent == tmp_path]
        versions = {id(one.tree) for one in sources if one.path == source.path}
        surveyed = sum("_survey" in one.__dict__ for one in sources)
        models = sum(isinstance(one, FileModel) and one.source.path in leaves for one in alive)
        held.append((source.path, len(versions), surveyed, models))
        return outcome

    monkeypatch.setattr(fix, "fix", spy)
    tasks = [(path, Settings(root=tmp_path, unsafe_fixes=True)) for path in (*base, *leaves)]
    outcome = fix.fix_project(tasks, write=False, jobs=1)
    assert all(file.content is not None for file in outcome.files)
    everything = [*base, *leaves]
    assert held[:5] == [(path, 1, 5 - done, path in leaves) for done, path in enumerate(everything)]
    assert [entry[:2] + entry[3:] for entry in held[-5:]] == [
        (path, 1, path in leaves) for path in everything
    ]


def test_what_is_known_is_let_go_without_a_collection_of_garbage(tmp_path: Path) -> None:
    texts = {tmp_path / f"base{n}.py": BASE.format(other=1 - n) for n in range(2)}
    texts |= {tmp_path / f"leaf{n}.py": LEAF for n in range(2)}
    settings = Settings(root=tmp_path)
    known = link({path: text.encode() for path, text in texts.items()}, dict.fromkeys(texts, settings))
    trees = [weakref.ref(source.tree) for source in known.sources.values()]
    gc.collect()
    gc.disable()
    try:
        for path in texts:
            model = known.model(path)
            assert model is not None
            assert check(known.sources[path], settings, model).diagnostics
            asked = weakref.ref(model)
            del model
            known.put_aside(path)
            assert asked() is None
        known.let_go()
        release()
        del known
        assert [tree() for tree in trees] == [None] * 4
    finally:
        gc.enable()


GIVEN_BACK = "import base{other}\n\n\ndef f(x):\n    return x if x is not None else base{other}.f(x)\n"
ASKING = "import numpy as np\nfrom base0 import f\n\ndef g(x):\n    return f(np.ones(3)) + x\n\nprint(g(np.ones(3)))\n"


def test_a_leaf_that_was_let_go_is_not_asked_by_the_next_one(tmp_path: Path) -> None:
    texts = {tmp_path / f"base{n}.py": GIVEN_BACK.format(other=1 - n) for n in range(2)}
    leaves = [tmp_path / f"leaf{n}.py" for n in range(3)]
    for path, text in (texts | dict.fromkeys(leaves, ASKING)).items():
        path.write_text(text)
    tasks = [(path, Settings(root=tmp_path, unsafe_fixes=True)) for path in (*texts, *leaves)]
    outcome = fix.fix_project(tasks, write=False, jobs=1)
    assert outcome.errors == []
    assert {file.path for file in outcome.files if file.content is not None} == {*leaves}


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


FITTED = """\
import numpy as np


def fitted(theta):
    return [np.mean(theta), 0.1], (np.max(theta), 0.1)
"""
FITTING = """\
import numpy as np
from base import fitted


def outer(n, named):
    def second(x):
        return (3 * x * x - 1) / 2

    def whole(theta, beta, amp):
        return amp * (1 + beta * second(np.cos(theta)))

    theta = np.linspace(0, 1, n)
    if named:
        theta = np.ones(3)
        beta, amp = fitted(theta)
        whole(theta, beta[0], amp[0])
    return theta
"""


def test_of_a_leaf_that_is_done_nothing_waits_for_another_turn(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    texts = {"base": FITTED, **{f"leaf{number}": FITTING for number in range(3)}}
    paths = [tmp_path / f"{name}.py" for name in texts]
    for path, text in zip(paths, texts.values(), strict=True):
        path.write_text(text)
    gone: list[ModuleSymbol] = []
    waited: list[FunctionSymbol] = []
    remove = interpreter.Project.remove

    def is_worth_a_turn(symbol: FunctionSymbol) -> bool:
        if symbol.module in gone:
            waited.append(symbol)
        return turns.is_worth_a_turn(symbol)

    def removing(project: interpreter.Project, module: ModuleSymbol) -> None:
        gone.append(module)
        remove(project, module)

    monkeypatch.setattr(interpreter, "is_worth_a_turn", is_worth_a_turn)
    monkeypatch.setattr(interpreter.Project, "remove", removing)
    assert check_project([(path, Settings(root=tmp_path)) for path in paths], jobs=1).diagnostics
    assert {module.name for module in gone} == {"leaf0", "leaf1", "leaf2"}
    assert waited == []

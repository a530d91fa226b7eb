"""What looks at a whole file is done once for it: nothing walks its tree, or searches its text, for each finding.

Times would say so as well, on a quiet machine and a large file.  Here the steps are counted: of a file that is four
times as long, with four times the findings, they are four times as many.
"""

from __future__ import annotations

import ast
import sys
from collections import Counter
from pathlib import Path
from types import CodeType, FrameType

import pytest

from purity_lint.configuration.settings import Settings
from purity_lint.engine.check import check
from purity_lint.errors import InvalidSource
from purity_lint.findings.diagnostics import Evidence
from purity_lint.rules.base import Rule
from purity_lint.rules.registry import all_rules
from purity_lint.run.check import check_project
from purity_lint.run.link import link
from purity_lint.semantics.interpreter import Project
from purity_lint.semantics.symbols import uses_of_results
from purity_lint.source import blocks, walk
from purity_lint.source.file import SourceFile
from purity_lint.source.read import source_from_text

FEW, MANY = 4, 16
"""How often an example stands in a file."""
EXAMPLES = 4
"""So many examples of a rule are tried, the first ones."""
SLACK = 1.15
"""What is done once for a file makes the work grow less than in proportion, and little of it makes it grow more."""
WALKERS = frozenset(
    function.__code__
    for function in (ast.walk, ast.iter_child_nodes, walk.walk, walk.survey, walk.children, blocks.statements)
)
"""Functions of which each step is a node."""
REMEMBERING = frozenset({"yields", "declare", "_has_news"})
"""Functions that read the text for each function of a file, to hand it to others that remember what they found."""
WAYS = frozenset({"<listcomp>", "<genexpr>", "<setcomp>", "<dictcomp>", "<lambda>", "memo", "_remembered"})
SETTINGS = Settings(select=("ALL",), confidence=Evidence.SUSPECTED)


class Work:
    """What one check did: the nodes that were looked at and the characters that were read, by who asked."""

    def __init__(self, text: str, monkeypatch: pytest.MonkeyPatch) -> None:
        self.nodes: Counter[str] = Counter()
        self.characters: Counter[str] = Counter()
        source = source_from_text(text, Path("m.py"))
        with monkeypatch.context() as patched:
            patched.setattr(SourceFile, "text", property(self._read, _put), raising=False)
            sys.setprofile(self._stepped)
            try:
                self.findings = len(check(source, SETTINGS).diagnostics)
            finally:
                sys.setprofile(None)

    def _read(self, source: SourceFile) -> str:
        text: str = source.__dict__["text"]
        asked = _who(sys._getframe(1), frozenset())
        if asked not in REMEMBERING:
            self.characters[asked] += len(text)
        return text

    def _stepped(self, frame: FrameType, event: str, _: object) -> None:
        if event == "call" and frame.f_code in WALKERS:
            self.nodes[_who(frame, WALKERS)] += 1


def _put(source: SourceFile, text: str) -> None:
    source.__dict__["text"] = text


def _who(frame: FrameType | None, passed_over: frozenset[CodeType]) -> str:
    while frame is not None and (frame.f_code in passed_over or frame.f_code.co_name in WAYS):
        frame = frame.f_back
    return "" if frame is None else frame.f_code.co_name


def _grown(few: Counter[str], many: Counter[str]) -> dict[str, tuple[int, int]]:
    """Return who did more than in proportion, if the whole is more than that."""
    limit = SLACK * MANY / FEW
    if many.total() <= limit * few.total():
        return {}
    return {who: (few[who], count) for who, count in many.items() if count > limit * few[who]}


def _examples(rule: Rule) -> list[str]:
    """Return the examples of a rule that may stand in a file more than once."""
    found = []
    for example in rule.INVALID:
        text = f"{example.code}\n"
        try:
            source_from_text(text * 2, Path("m.py"))
        except InvalidSource:
            continue
        found.append(text)
    return found[:EXAMPLES]


@pytest.mark.parametrize("code", [code for code, rule in all_rules().items() if _examples(rule)])
def test_work_grows_with_the_findings_no_faster_than_they_do(
    code: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    for text in _examples(all_rules()[code]):
        check(source_from_text(text, Path("m.py")), SETTINGS)  # what is worked out once for all files
        few, many = (Work(text * times, monkeypatch) for times in (FEW, MANY))
        assert many.findings >= few.findings
        assert _grown(few.nodes, many.nodes) == {}, text
        assert _grown(few.characters, many.characters) == {}, text


def test_a_search_for_each_finding_is_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    text = "import numpy as np\n\n\ndef f(x: np.ndarray):\n    return np.sum(x)\n\n\n"
    quoted = SourceFile.segment

    def searching(self: SourceFile, node: ast.AST) -> str:
        assert "numpy" in self.text
        assert any(isinstance(inner, ast.Module) for inner in walk.walk(self.tree))
        return quoted(self, node)

    few, many = (Work(text * times, monkeypatch) for times in (FEW, MANY))
    assert _grown(few.nodes, many.nodes) == _grown(few.characters, many.characters) == {}
    monkeypatch.setattr(SourceFile, "segment", searching)
    few, many = (Work(text * times, monkeypatch) for times in (FEW, MANY))
    assert "searching" in _grown(few.characters, many.characters)


LIBRARY = """
import numpy as np


def scaled{n}(x, factor=1.0):
    return np.exp(x) * factor


def normed{n}(x):
    return scaled{n}(x) / np.sum(scaled{n}(x, 2.0))
"""
CALLER = """
def test_normed{n}():
    assert normed{n}(np.arange(3.0)).sum() == scaled{n}(1.0)
"""


def _evaluations(folder: Path, times: int, monkeypatch: pytest.MonkeyPatch) -> Counter[str]:
    """Return how often each function is evaluated in a project of so many pairs of functions, and their tests."""
    library, tests = folder / "library.py", folder / "test_library.py"
    numbers = range(times)
    library.write_text("".join(LIBRARY.format(n=n) for n in numbers))
    tests.write_text(
        "import numpy as np\nfrom library import *\n" + "".join(CALLER.format(n=n) for n in numbers)
    )
    found: Counter[str] = Counter()
    evaluate = Project.evaluate

    def counted(self: Project, symbol: object) -> object:
        found[symbol.qualname] += 1
        return evaluate(self, symbol)

    with monkeypatch.context() as patched:
        patched.setattr(Project, "evaluate", counted)
        check_project([(path, Settings(root=folder)) for path in (library, tests)], jobs=1)
    return found


def test_functions_are_evaluated_a_few_times_however_many_there_are(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    few, many = (_evaluations(tmp_path, times, monkeypatch) for times in (2, 20))
    assert few["library.scaled1"] == many["library.scaled1"] == 2
    assert many.total() == 10 * few.total()


CHANGING = """
import m{other}


def changed(x):
    x[0] = 1
    return x


def caller(x):
    m{other}.changed(x)
    return x
"""


def _readings(folder: Path, files: int, monkeypatch: pytest.MonkeyPatch) -> int:
    """Return how often what files demand of arguments is read while models of so many files are asked for it."""
    texts = {folder / f"m{n}.py": CHANGING.format(other=(n + 1) % files).encode() for n in range(files)}
    read: list[object] = []
    places = uses_of_results._places
    with monkeypatch.context() as patched:
        patched.setattr(uses_of_results, "_places", lambda told: read.append(told) or places(told))
        known = link(texts, dict.fromkeys(texts, Settings(root=folder)))
        for path in texts:
            model = known.model(path)
            assert model is not None
            assert model.fingerprint()
    return len(read)


def test_what_is_said_of_results_is_read_once_for_all_files(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    few, many = (_readings(tmp_path, files, monkeypatch) for files in (2, 8))
    assert few == many > 0

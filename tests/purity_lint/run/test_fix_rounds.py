"""What one file has become is evidence in the others: fixing goes on until nothing changes."""

from __future__ import annotations

import ast
import gc
from collections.abc import Iterator
from pathlib import Path

import pytest

from purity_lint.configuration.settings import Settings
from purity_lint.engine import check as engine
from purity_lint.engine.fix import FixOutcome
from purity_lint.findings.diagnostics import Applicability
from purity_lint.findings.edits import Fix, Rewrite
from purity_lint.findings.finding import Finding
from purity_lint.findings.message import Message
from purity_lint.fixes.attempt import Attempt
from purity_lint.fixes.recheck import Recheck
from purity_lint.rules.base import Rule, RuleContext
from purity_lint.rules.randomness.key_reuse import KeyReuse
from purity_lint.run.fix import Fixed, fix_project
from purity_lint.run.link import Linked, link
from purity_lint.run.style import restyle

A = "import numpy as np\n\n\ndef root():\n    return np.mean([1.0, 3.0])\n"
B = "from a import root\n\n\ndef half():\n    return root() / 2\n"
C = "from b import half\n\nquarter = half() / 2\n"


@pytest.fixture
def chain(tmp_path: Path) -> list[Path]:
    """Three files: a number of NumPy's in the first is a tensor afterwards, and so is what the others make of it."""
    return written(tmp_path, {"a.py": A, "b.py": B, "c.py": C})


def written(folder: Path, texts: dict[str, str]) -> list[Path]:
    paths = [folder / name for name in texts]
    for path, text in zip(paths, texts.values(), strict=True):
        path.write_text(text)
    return paths


def fixed(paths: list[Path], *, write: bool) -> Fixed:
    settings = Settings(root=paths[0].parent, unsafe_fixes=True)
    return fix_project([(path, settings) for path in paths], write=write, jobs=1)


def test_one_run_reaches_the_end(chain: list[Path]) -> None:
    result = fixed(chain, write=True)
    assert not result.errors
    texts = [path.read_text() for path in chain]
    assert "ops.mean([1.0, 3.0])" in texts[0]
    assert "ops.divide(root(), 2)" in texts[1]
    assert "ops.divide(half(), 2)" in texts[2]
    assert not result.remaining
    assert result.counts["PUR201"] == 2
    again = fixed(chain, write=True)
    assert not again.counts
    assert [path.read_text() for path in chain] == texts


def test_a_diff_shows_all_rounds_and_writes_nothing(chain: list[Path]) -> None:
    result = fixed(chain, write=False)
    assert [path.read_text() for path in chain] == [A, B, C]
    assert [file.before for file in result.files] == [A, B, C]
    assert "ops.divide(half(), 2)" in result.files[2].after


def test_what_is_wrong_is_said_once(chain: list[Path]) -> None:
    chain[2].write_text("def f(:\n")
    result = fixed(chain, write=True)
    assert [d.code for d in result.remaining] == ["PUR001"]
    assert "ops.divide(root(), 2)" in chain[1].read_text()


COUNTS = "from grid import centred\n\ncentred(10, 2)\n"
GRID = """import numpy as np


def centred(n, width):
    start = -(n // 2) + np.arange(n)
    return start / (2 * width), n % 2
"""


def test_what_callers_pass_is_remembered_in_the_fixed_text(tmp_path: Path) -> None:
    paths = written(tmp_path, {"grid.py": GRID, "use.py": COUNTS})
    fixed(paths, write=True)
    text = paths[0].read_text()
    assert "start = ops.add(-(n // 2), ops.arange(n))" in text
    assert "return ops.divide(start, 2 * width), n % 2" in text


FOREIGN = """import numpy as np
from scipy import sparse


def matrix(x, dense):
    if dense:
        return np.outer(x, x)
    return sparse.csr_matrix(np.outer(x, x))


def project(x, y, dense):
    m = matrix(x, dense)
    return m.dot(y), m.T.dot(y)
"""


def test_what_may_be_of_another_class_keeps_its_methods(tmp_path: Path) -> None:
    paths = written(tmp_path, {"a.py": FOREIGN})
    result = fixed(paths, write=True)
    text = paths[0].read_text()
    assert "ops.outer(x, x)" in text
    assert "return m.dot(y), m.T.dot(y)" in text
    assert {d.code for d in result.remaining} >= {"PUR104"}


SCALES = "import numpy as np\n\n\ndef halved(x):\n    return np.multiply(x, 0.5)\n"


@pytest.mark.parametrize(
    "test",
    [
        "from scales import *\n\nassert halved(np.ones(2)).sum() == 1\n",
        "from scales import halved, np\n\nassert halved(np.ones(2)).sum() == 1\n",
        "import scales\n\nassert scales.halved(scales.np.ones(2)).sum() == 1\n",
    ],
    ids=["star", "name", "attribute"],
)
def test_an_import_that_a_test_takes_from_a_module_stays(tmp_path: Path, test: str) -> None:
    """The tests as they were must run on the fixed code, even where they are fixed in the same run."""
    paths = written(tmp_path, {"scales.py": SCALES, "test_scales.py": test})
    fixed(paths, write=True)
    module = paths[0].read_text()
    assert "ops.multiply(x, 0.5)" in module
    assert "import numpy as np\n" in module


@pytest.mark.parametrize("is_package", [False, True], ids=["folder", "package"])
@pytest.mark.parametrize("is_top", [False, True], ids=["top", "top with an init"])
def test_an_import_that_a_test_takes_by_a_longer_or_shorter_name_stays(
    tmp_path: Path, is_package: bool, is_top: bool
) -> None:
    """Of folders that are packages without an ``__init__.py``, and of those below one that is on the path itself."""
    (tmp_path / "planning" / "star").mkdir(parents=True)
    inits = {"__init__.py": ""} if is_top else {}
    inits |= {"planning/__init__.py": "", "planning/star/__init__.py": ""} if is_package else {}
    test = "from planning.star import scales as m\n\nassert m.halved(m.np.ones(2)).sum() == 1\n"
    paths = written(tmp_path, {"planning/star/scales.py": SCALES, "test_scales.py": test, **inits})
    fixed(paths, write=True)
    assert "import numpy as np\n" in paths[0].read_text()


def test_an_import_that_a_fixed_module_no_longer_takes_goes(tmp_path: Path) -> None:
    star = "from scales import *\n"
    most = "from more import *\n\nones = np.ones(2)\n"
    paths = written(tmp_path, {"scales.py": SCALES, "more.py": star, "most.py": most})
    fixed(paths, write=True)
    assert "ops.ones(2)" in paths[2].read_text()
    assert "import numpy" not in paths[0].read_text()


class Calls(Rule):
    """Rewrites calls of a function by a template."""

    name = "calls"
    nodes = (ast.Call,)
    VALID = ()
    INVALID = ()

    def __init__(self, code: str, function: str, template: str) -> None:
        self.code = code  # type: ignore[misc]  # each of the rules of a test has its own
        self.function = function
        self.template = template

    def check(self, node: ast.AST, context: RuleContext) -> Iterator[Finding]:
        if isinstance(node, ast.Call) and ast.unparse(node.func) == self.function:
            edit = Rewrite(node, self.template, {"a": node.args[0]})
            message = Message("a call", "another call")
            yield Finding(node, message, fix=Fix((edit,), Applicability.SAFE, "Rewrite"))


@pytest.mark.parametrize(
    ("template", "reason"),
    [("old({a}, new(1))", "would still be there, or be new"), ("old({a})", "would change nothing")],
)
def test_a_fix_that_the_next_round_sees_not_to_hold_is_taken_back_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, template: str, reason: str
) -> None:
    rules = {
        rule.code: rule for rule in (Calls("TST001", "old", template), Calls("TST002", "new", "done({a})"))
    }
    monkeypatch.setattr(engine, "all_rules", lambda: rules)
    for name in ("enabled_rules", "fixable_rules"):
        monkeypatch.setattr(engine, name, lambda _: frozenset(rules))
    user = "from a import x\n\ny = old(x)\nz = new(x)\n"
    paths = written(tmp_path, {"a.py": "x = new(1)\n", "b.py": user})
    result = fixed(paths, write=True)
    assert [path.read_text() for path in paths] == ["x = done(1)\n", user.replace("new", "done")]
    assert result.counts == {"TST002": 2}
    (error,) = result.errors
    assert "b.py:3" in str(error)
    assert reason in str(error)
    assert [d.code for d in result.remaining] == ["TST001"]


class Wraps(Rule):
    """Flags a call as long as one of its arguments is a bare name, and wraps the first of them."""

    code = "TST003"
    name = "wraps"
    nodes = (ast.Call,)
    fixes_in_turn = True
    VALID = ()
    INVALID = ()

    def check(self, node: ast.AST, context: RuleContext) -> Iterator[Finding]:
        if isinstance(node, ast.Call) and ast.unparse(node.func) == "old":
            bare = next((arg for arg in node.args if isinstance(arg, ast.Name)), None)
            if bare is not None:
                fix = Fix((Rewrite(bare, "w({a})", {"a": bare}),), Applicability.SAFE, "Wrap")
                yield Finding(node, Message("a bare name", "a wrapped one"), fix=fix)


def test_what_is_converted_in_turn_holds_where_more_is_left(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(engine, "all_rules", lambda: {"TST003": Wraps()})
    for name in ("enabled_rules", "fixable_rules"):
        monkeypatch.setattr(engine, name, lambda _: frozenset({"TST003"}))
    paths = written(tmp_path, {"a.py": "x = 1\n", "b.py": "from a import x\n\ny = old(x, x, 2)\n"})
    result = fixed(paths, write=True)
    assert paths[1].read_text() == "from a import x\n\ny = old(w(x), w(x), 2)\n"
    assert not result.errors
    assert result.counts == {"TST003": 2}


def test_what_does_not_hold_is_done_anew_in_the_round_that_finds_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One round fixes, one finds and mends, and one sees that nothing is left to do: all is linked in each."""
    rules = {
        rule.code: rule for rule in (Calls("TST001", "old", "old({a}, 1)"), Calls("TST002", "new", "f({a})"))
    }
    monkeypatch.setattr(engine, "all_rules", lambda: rules)
    for name in ("enabled_rules", "fixable_rules"):
        monkeypatch.setattr(engine, name, lambda _: frozenset(rules))
    linked: list[int] = []

    def spy(contents: dict[Path, bytes], *args: object, **options: object) -> Linked:
        linked.append(len(contents))
        return link(contents, *args, **options)  # type: ignore[arg-type]  # handed on as given

    monkeypatch.setattr("purity_lint.run.fix.link", spy)
    paths = written(tmp_path, {"a.py": "x = new(1)\n", "b.py": "from a import x\n\ny = old(new(x))\n"})
    result = fixed(paths, write=True)
    assert paths[1].read_text() == "from a import x\n\ny = old(f(x))\n"
    assert len(result.errors) == 1
    assert linked == [2, 2, 2]


def test_nobody_looks_for_garbage_while_all_models_are_held(
    chain: list[Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A look goes over every tree and every value, and finds next to nothing."""
    looked: list[bool] = []
    style = restyle.styled

    def spy(outcome: FixOutcome, original: bytes) -> FixOutcome:
        looked.append(gc.isenabled())
        return style(outcome, original)

    monkeypatch.setattr(restyle, "styled", spy)
    fixed(chain, write=True)
    assert looked == [False, False, False]
    assert gc.isenabled()


def test_a_file_that_nothing_imports_is_understood_when_it_is_its_turn(chain: list[Path]) -> None:
    """So the process does it that fixes the file."""
    settings = {path: Settings(root=path.parent) for path in chain}
    linked = link({path: path.read_bytes() for path in chain}, settings)
    assert set(linked.models) == set(chain[:2])
    model = linked.model(chain[2])
    assert model is not None
    assert linked.models[chain[2]] is model
    assert linked.error is None


def test_a_file_that_cannot_be_laid_out_is_written_as_it_is(
    chain: list[Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    style = restyle.styled

    def crash(outcome: FixOutcome, original: bytes) -> FixOutcome:
        if outcome.path == chain[1]:
            raise ArithmeticError("too long")
        return style(outcome, original)

    monkeypatch.setattr(restyle, "styled", crash)
    result = fixed(chain, write=True)
    (error,) = result.errors
    assert "too long" in str(error)
    assert "b.py" in str(error)
    assert all("ops." in path.read_text() for path in chain)


def test_a_function_that_a_fix_made_is_at_fault_for_what_is_found_at_its_call(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """So that not every subset of the fixes is tried: each try costs an analysis of the file."""
    lines = "".join(f"a{i} = jax.random.normal(key, (2,))\n" for i in range(20))
    text = f"import jax\n\nkey = jax.random.key(0)\n{lines}"
    made: list[int] = []
    call = Recheck.__call__

    def spy(self: Recheck, attempt: Attempt) -> None:
        made.append(len(attempt.applied))
        call(self, attempt)

    monkeypatch.setattr(Recheck, "__call__", spy)
    # So that a key which is used again counts as news.
    monkeypatch.setattr(KeyReuse, "so_before", False)
    monkeypatch.setattr(KeyReuse, "after_fixes", True)
    paths = written(tmp_path, {"a.py": text})
    result = fixed(paths, write=True)
    assert paths[0].read_text().count("ops.random.normal(key") == 1
    assert len(result.errors) == 19
    assert len(made) <= 8


def test_a_statement_that_goes_leaves_a_pass_where_it_was_the_only_one(tmp_path: Path) -> None:
    text = (
        "import numpy as np\n\n\ndef f(n, protected):\n    a = np.zeros(n)\n    if protected:\n"
        "        a.setflags(write=False)\n    else:\n        a.flags.writeable = False\n    return a\n"
    )
    paths = written(tmp_path, {"a.py": text})
    result = fixed(paths, write=True)
    assert not result.errors
    assert "    if protected:\n        pass\n    else:\n        pass\n" in paths[0].read_text()


def test_the_comment_of_a_statement_that_goes_stays(tmp_path: Path) -> None:
    text = "import numpy as np\n\na = np.zeros(3)\na.flags.writeable = False  # shared\nb = a + 1\n"
    paths = written(tmp_path, {"a.py": text})
    result = fixed(paths, write=True)
    assert not result.errors
    assert "a = ops.zeros(3)\n# shared\nb = " in paths[0].read_text()

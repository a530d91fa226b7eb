"""Recording changes nothing about a program but its speed, and says what its operands were."""

from __future__ import annotations

import ast
import subprocess
import sys
import textwrap
from pathlib import Path

import pytest

from purity_lint.errors import PurityError
from purity_lint.trace import store
from purity_lint.trace.command import run

TRICKY = '''
"""A docstring that must stay one."""
from __future__ import annotations
import asyncio, sys

log = []
def say(x):
    log.append(x)
    return x

class Base:
    count: int = 0
    def __init__(self): self.__private = 3
    def grow(self):
        self.__private += say(1)
        return self.__private
    @property
    def total(self):
        log.append("read")
        return 1
    @total.setter
    def total(self, value):
        log.append(("set", value))

class Child(Base):
    def __init__(self):
        super().__init__()
        self.n = len([1, 2])
    def grow(self):
        return super().grow() + 1

c = Child()
c.total += 5                       # one read, one write
assert log == ["read", ("set", 6)], log
log.clear()
values = [3, 1, 2]
values[say(0)] += say(10)          # index before value
assert values == [13, 1, 2] and log == [0, 10]
assert say(1) < say(2) < say(3)    # each operand once
log.clear()
assert not (say(2) < say(1) < say(0)) and log == [2, 1]      # short circuit
assert (say(0) or say(7)) == 7
x = 1
x += (x := 5)                      # reads x first
assert x == 6
def gen():
    got = yield 1
    while got is not None:
        got = yield got + 1
g = gen(); next(g); assert g.send(4) == 5
async def work():
    await asyncio.sleep(0)
    return [i async for i in agen() if i % 2]
async def agen():
    for i in range(4):
        yield i
assert asyncio.run(work()) == [1, 3]
match {"k": [1, 2]}:
    case {"k": [a, *rest]} if a + 1 == 2:
        assert rest == [2]
assert f"{1 + 2:>{2 + 2}}" == "   3"
assert [y := 1, y**2] == [1, 1]
assert (lambda a, *b, c=1 + 1, **d: a + c)(1) == 3
try:
    undefined += 1
except NameError as e:
    assert "undefined" in str(e)
del values[0]
total = 0
for i in range(3):
    total += i
else:
    total -= 1
assert total == 2 and c.grow() == 5 and Child.__doc__ is None and __doc__.startswith("A docstring")
assert sum(n * n for n in range(4) if n % 2) == 10
print("ok")
'''


def _trace(tmp_path: Path, code: str, *arguments: str) -> store.Trace:
    (tmp_path / "program.py").write_text(textwrap.dedent(code), encoding="utf-8")
    command = [sys.executable, "-c", "import program", *arguments]
    status, trace = run(command, roots=[tmp_path], output=tmp_path / "trace.json")
    assert status == 0
    return trace


def _seen(trace: store.Trace, code: str, expression: str) -> int:
    for node in ast.walk(ast.parse(textwrap.dedent(code))):
        if isinstance(node, ast.expr) and ast.unparse(node) == expression:
            span = (node.lineno, node.col_offset, node.end_lineno or 0, node.end_col_offset or 0)
            if span in trace.files["program.py"].sites:
                return trace.files["program.py"].sites[span]
    return 0


@pytest.fixture(autouse=True)
def _in_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def test_a_tricky_program_behaves_the_same(tmp_path: Path) -> None:
    _trace(tmp_path, TRICKY)


def test_tells_tensors_from_numbers(tmp_path: Path) -> None:
    code = """
    import numpy as np
    def f(a, b):
        c = a * b
        c += 1
        return -c
    f(np.ones(3), 2)
    f(3, 2)
    s = np.ones(3).sum() / 2
    """
    trace = _trace(tmp_path, code)
    assert _seen(trace, code, "a") == store.TENSOR | store.PLAIN
    assert _seen(trace, code, "b") == store.PLAIN
    assert _seen(trace, code, "c") == store.TENSOR | store.PLAIN
    assert _seen(trace, code, "np.ones(3).sum()") == store.SCALAR


def test_knows_every_framework_s_tensors(tmp_path: Path) -> None:
    code = """
    import jax, jax.numpy as jnp, mlx.core as mx, torch
    t = torch.ones(2); t + 1
    j = jnp.ones(2); j + 1
    m = mx.ones(2); m + 1
    @jax.jit
    def f(traced):
        return traced * 2
    f(j)
    """
    trace = _trace(tmp_path, code)
    for name in ("t", "j", "m", "traced"):
        assert _seen(trace, code, name) == store.TENSOR, name


@pytest.mark.parametrize("method", ["fork", "spawn"])
def test_records_the_processes_that_the_command_starts(tmp_path: Path, method: str) -> None:
    (tmp_path / "work.py").write_text("def double(a):\n    return a * 2\n", encoding="utf-8")
    code = f"""
    import multiprocessing, numpy as np, work
    if __name__ == "program":
        with multiprocessing.get_context("{method}").Pool(1) as pool:
            pool.map(work.double, [np.ones(2)])
            pool.close()
            pool.join()
    """
    trace = _trace(tmp_path, code)
    assert trace.files["work.py"].sites[(2, 11, 2, 12)] == store.TENSOR


def test_hands_on_the_exit_status_and_keeps_what_ran(tmp_path: Path) -> None:
    (tmp_path / "program.py").write_text("x = [1] * 2\nraise SystemExit(7)\n", encoding="utf-8")
    status, trace = run(
        [sys.executable, "-c", "import program"], roots=[tmp_path], output=tmp_path / "trace.json"
    )
    assert status == 7
    assert trace.files["program.py"].sites


def test_a_command_that_cannot_start_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(PurityError, match="no-such-program"):
        run(["no-such-program"], roots=[tmp_path], output=tmp_path / "trace.json")


def test_the_user_s_own_sitecustomize_still_runs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    own = tmp_path / "own"
    own.mkdir()
    (own / "sitecustomize.py").write_text("import sys\nsys.own_was_here = True\n", encoding="utf-8")
    monkeypatch.setenv("PYTHONPATH", str(own))
    _trace(tmp_path, "import sys\nassert sys.own_was_here\n")


def test_save_load_merge_and_staleness(tmp_path: Path) -> None:
    code = "import numpy as np\na = np.ones(2)\nb = a + 1\n"
    trace = _trace(tmp_path, code)
    loaded = store.load(tmp_path / "trace.json")
    assert loaded == trace
    source = tmp_path / "program.py"
    assert store.for_file(loaded, tmp_path, source, source.read_bytes()) == trace.files["program.py"].sites
    assert store.stale(loaded, tmp_path) == []
    source.write_text(code + "c = 1\n", encoding="utf-8")
    assert store.for_file(loaded, tmp_path, source, source.read_bytes()) is None
    assert store.stale(loaded, tmp_path) == ["program.py"]


@pytest.mark.parametrize(
    "text", ["", "{}", "[1]", '{"format": 99, "files": {}}', '{"format": 1, "files": {"a": {}}}']
)
def test_a_broken_trace_file_is_an_error_that_says_what_to_do(tmp_path: Path, text: str) -> None:
    path = tmp_path / "trace.json"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(store.TraceError, match="purity-lint trace"):
        store.load(path)


def test_pytest_runs_under_it(tmp_path: Path) -> None:
    (tmp_path / "lib.py").write_text("def inc(a):\n    return a + 1\n", encoding="utf-8")
    (tmp_path / "test_lib.py").write_text(
        "import numpy as np\nfrom lib import inc\n\ndef test_inc():\n    assert inc(np.ones(1)).sum() == 2\n",
        encoding="utf-8",
    )
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", str(tmp_path)]
    status, trace = run(command, roots=[tmp_path], output=tmp_path / "trace.json")
    assert status == 0
    assert trace.files["lib.py"].sites[(2, 11, 2, 12)] == store.TENSOR


def test_the_recorder_needs_nothing_but_the_standard_library() -> None:
    folder = Path(store.__file__).parent / "bootstrap"
    code = "import purity_trace_recorder, sys; assert 'purity_lint' not in sys.modules"
    subprocess.run([sys.executable, "-S", "-c", code], check=True, env={"PYTHONPATH": str(folder)})

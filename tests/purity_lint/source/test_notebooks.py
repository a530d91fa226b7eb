"""Notebooks: read as one text, reported by cell, written back with nothing else changed."""

from __future__ import annotations

import ast
import json
from pathlib import Path
from typing import Any

import pytest

from purity_lint.configuration.settings import Settings
from purity_lint.engine.fix import fix
from purity_lint.errors import InvalidSource
from purity_lint.source.file import SourceFile
from purity_lint.source.read import source_from_bytes

PATH = Path("analysis.ipynb")


def notebook(*cells: str | tuple[str, str], **extra: Any) -> bytes:
    made = []
    for cell in cells:
        kind, source = ("code", cell) if isinstance(cell, str) else cell
        made.append({"cell_type": kind, "metadata": {}, "source": source.splitlines(keepends=True)})
    document = {"cells": made, "metadata": {}, "nbformat": 4, "nbformat_minor": 5, **extra}
    return (json.dumps(document, indent=1, ensure_ascii=False) + "\n").encode()


def read(data: bytes) -> SourceFile:
    return source_from_bytes(data, PATH)


def test_cells_share_one_tree_and_positions_are_per_cell() -> None:
    source = read(notebook(("markdown", "# Title"), "import numpy as np\n", "x = 1\ny = np.mean(x)"))
    [call] = [node for node in ast.walk(source.tree) if isinstance(node, ast.Call)]
    assert source.notebook is not None
    assert source.notebook.locate(call.lineno) == (3, 2)


@pytest.mark.parametrize(
    "code",
    [
        "%matplotlib inline\nx = 1",
        "!pip install numpy\nx = 1",
        "files = !ls\nx = 1",
        "np.mean?\nx = 1",
        "if True:\n    %timeit f()\nx = 1",
        "%%time\nx = 1",
        "!echo a \\\n  b\nx = 1",
        "await fetch()\nx = 1",
        "x = 10 \\\n% 3",
        "plot();",
        "",
    ],
)
def test_ipython_syntax_is_read_and_written_back_unchanged(code: str) -> None:
    data = notebook(code, "y = 2\n")
    source = read(data)
    assert source.notebook is not None
    assert source.notebook.replace(source.text).encode() == data


def test_changed_code_goes_back_into_its_cell() -> None:
    source = read(notebook("x = a + b", ("markdown", "x = a + b"), "y = x + é\n%time f()\n"))
    assert source.notebook is not None
    changed = json.loads(source.notebook.replace("import z\n" + source.text.replace("a + b", "add(a, b)")))
    texts = ["".join(cell["source"]) for cell in changed["cells"]]
    assert texts == ["import z\nx = add(a, b)", "x = a + b", "y = x + é\n%time f()\n"]


@pytest.mark.parametrize("above", ["", "\n"])
def test_an_import_goes_below_the_magic_of_its_cell(above: str) -> None:
    source = read(notebook(f"{above}%%time\nimport numpy as np\nx = np.ones(3)\n", "y = 1"))
    outcome = fix(source, Settings(root=Path.cwd()))
    assert outcome.content is not None
    changed = json.loads(outcome.content)
    code = "".join(changed["cells"][0]["source"])
    assert code == f"{above}%%time\nfrom emberops import ops\nx = ops.ones(3)\n"
    assert source.notebook is not None
    moved = json.loads(source.notebook.replace("import z\n\n" + source.text))
    assert "".join(moved["cells"][0]["source"]).startswith(f"{above}%%time\nimport z\n")


def test_what_a_magic_names_stays_imported() -> None:
    kept = notebook("import numpy as np\nx = np.ones(3)", "%timeit np.sum(x)")
    gone = notebook("import numpy as np\nx = np.ones(3)", "%timeit sum(x)")
    for data, stays in ((kept, True), (gone, False)):
        after = fix(read(data), Settings(root=Path.cwd())).after
        assert "ops.ones(3)" in after
        assert ("import numpy as np" in after) is stays


def test_cells_of_other_languages_are_left_out() -> None:
    source = read(notebook("%%bash\nls | wc", "x = 1"))
    assert len(source.tree.body) == 1
    r_notebook = notebook("x <- 1", metadata={"kernelspec": {"language": "R"}})
    assert read(r_notebook).tree.body == []


def test_a_wrong_cell_is_named() -> None:
    with pytest.raises(InvalidSource, match="invalid syntax") as caught:
        read(notebook("x = 1", "y = 2\ndef f(:"))
    assert (caught.value.cell, caught.value.line) == (2, 2)


@pytest.mark.parametrize(
    "data", [b"", b"[]", b"{}", b'{"cells": 3}', b'{"cells": [1]}', b"[" * 100_000, b"not json"]
)
def test_what_is_no_notebook_is_said_to_be_none(data: bytes) -> None:
    with pytest.raises(InvalidSource, match="not a notebook"):
        read(data)

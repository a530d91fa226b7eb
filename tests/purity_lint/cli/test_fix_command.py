"""``fix`` and ``check --fix``: what is written, and what is not."""

from __future__ import annotations

import codecs
import json
import re
import stat
from pathlib import Path

from command_line import CLEAN, Call

UNUSED = "total = 1 + 2  # noqa: PUR201\n"
EXP = "import numpy as np\n\n\ndef f(values: np.ndarray):\n    return np.exp(values)\n"


def test_after_fix_says_what_a_fix_would_bring_to_light(project: Path, purity: Call) -> None:
    file = project / "a.py"
    before = "import numpy as np\n\n\ndef f(x: np.ndarray):\n    return float(np.sum(x) + 1)\n"
    file.write_text(before)
    found = int(re.search(r"Found (\d+) error", purity("check").stdout)[1])
    told = purity("check", "--after-fix")
    assert told.exit_code == 1
    assert file.read_text() == before
    mended, left, new = map(
        int, re.search(r"`fix` would mend (\d+) and leave (\d+); (\d+) of them would", told.stdout).groups()
    )
    assert mended + left == found + new
    assert f"({mended} fixed, {left} remaining)" in purity("fix").stdout
    assert "`fix` would mend 0 and leave 1.\n" in purity("check", "--after-fix").stdout
    for other in ("--fix", "--diff", "--shard=1/2", "--diff-base=main"):
        assert purity("check", "--after-fix", other).exit_code == 2


def test_a_safe_fix_is_written_and_counted(project: Path, purity: Call) -> None:
    (project / "a.py").write_text(EXP)
    result = purity("fix", "--select", "PUR1,PUR6")
    assert result.exit_code == 0
    fixed = (project / "a.py").read_text()
    assert "ops.exp(values)" in fixed
    assert "from emberops import ops" in fixed
    assert "numpy" not in fixed
    assert "fixed, 0 remaining)" in result.stdout
    assert purity("fix", "--select", "PUR1,PUR6").stdout == "All checks passed!\n"


def test_an_unused_suppression_is_removed_and_code_stays(project: Path, purity: Call) -> None:
    (project / "a.py").write_text("# purity: file-ignore\n" + UNUSED + "x = 1  # noqa: E501, PUR101\n")
    result = purity("check", "--fix", "--select", "PUR002,PUR101,PUR201")
    assert result.exit_code == 0
    assert (project / "a.py").read_text() == "total = 1 + 2\nx = 1  # noqa: E501\n"


def test_diff_shows_and_writes_nothing(project: Path, purity: Call) -> None:
    (project / "a.py").write_text(UNUSED)
    result = purity("check", "--diff")
    assert result.exit_code == 1
    assert "-total = 1 + 2  # noqa: PUR201\n+total = 1 + 2\n" in result.stdout
    assert "Would fix 1 error in 1 file." in result.stderr
    assert (project / "a.py").read_text() == UNUSED
    (project / "a.py").write_text(CLEAN)
    assert purity("check", "--diff").exit_code == 0


def test_encoding_line_ends_mark_and_mode_are_kept(project: Path, purity: Call) -> None:
    path = project / "a.py"
    path.write_bytes(codecs.BOM_UTF8 + "é = 1  # noqa: PUR201\r\nb = 2\r\n".encode())
    path.chmod(0o755)
    purity("fix")
    assert path.read_bytes() == codecs.BOM_UTF8 + "é = 1\r\nb = 2\r\n".encode()
    assert stat.S_IMODE(path.stat().st_mode) == 0o755
    path.write_bytes("# coding: latin-1\né = 1  # noqa: PUR201\n".encode("latin-1"))
    purity("fix")
    assert path.read_bytes() == "# coding: latin-1\né = 1\n".encode("latin-1")


def test_a_file_that_is_no_python_is_reported_and_left_alone(project: Path, purity: Call) -> None:
    (project / "bad.py").write_text("def f(:\n")
    (project / "good.py").write_text(UNUSED)
    result = purity("fix")
    assert result.exit_code == 1
    assert "PUR001" in result.stdout
    assert (project / "bad.py").read_text() == "def f(:\n"
    assert (project / "good.py").read_text() == "total = 1 + 2\n"


def test_standard_input_is_fixed_to_standard_output(project: Path, purity: Call) -> None:
    result = purity("fix", "-", stdin=UNUSED)
    assert result.stdout == "total = 1 + 2\n"
    assert "Found 1 error (1 fixed, 0 remaining)." in result.stderr
    assert purity("fix", "-", stdin=CLEAN).stdout == CLEAN


def test_exit_non_zero_on_fix(project: Path, purity: Call) -> None:
    (project / "a.py").write_text(UNUSED)
    assert purity("fix", "--exit-non-zero-on-fix").exit_code == 1
    assert purity("fix", "--exit-non-zero-on-fix").exit_code == 0


def test_unfixable_rules_are_only_reported(project: Path, purity: Call) -> None:
    (project / "a.py").write_text(UNUSED)
    result = purity("fix", "--config", "unfixable = ['PUR002']")
    assert result.exit_code == 1
    assert (project / "a.py").read_text() == UNUSED


def test_a_notebook_is_fixed_cell_by_cell(project: Path, purity: Call) -> None:
    cells = [
        {
            "cell_type": "code",
            "execution_count": 3,
            "metadata": {},
            "outputs": [],
            "source": ["%pwd\n", "import numpy as np"],
        },
        {"cell_type": "markdown", "metadata": {}, "source": ["np.exp"]},
        {
            "cell_type": "code",
            "execution_count": 4,
            "metadata": {},
            "outputs": [],
            "source": ["np.exp(np.ones(3))"],
        },
    ]
    document = {"cells": cells, "metadata": {}, "nbformat": 4, "nbformat_minor": 5}
    (project / "nb.ipynb").write_text(json.dumps(document, indent=1) + "\n")
    assert purity("fix", "--select", "PUR1").exit_code == 0
    changed = json.loads((project / "nb.ipynb").read_text())
    sources = ["".join(cell["source"]) for cell in changed["cells"]]
    assert "%pwd" in sources[0]
    assert "from emberops import ops" in sources[0]
    assert sources[1] == "np.exp"
    assert sources[2] == "ops.exp(ops.ones(3))"
    assert changed["cells"][2]["execution_count"] == 4


def test_the_diff_of_a_notebook_is_that_of_its_cells(project: Path, purity: Call) -> None:
    sources = ["# Title", "%matplotlib inline\nimport numpy as np", "!ls\nx = np.ones(3)", "y = 1"]
    kinds = ["markdown", "code", "code", "code"]
    cells: list[dict[str, object]] = [
        {"cell_type": kind, "metadata": {}, "source": source}
        for kind, source in zip(kinds, sources, strict=True)
    ]
    document = {"cells": cells, "metadata": {}, "nbformat": 4, "nbformat_minor": 5}
    (project / "nb.ipynb").write_text(json.dumps(document))
    shown = purity("check", "--diff", "nb.ipynb").stdout
    assert shown == (
        "--- nb.ipynb:cell 2\n+++ nb.ipynb:cell 2\n@@ -1,2 +1,3 @@\n"
        "+from emberops import ops\n+\n %matplotlib inline\n-import numpy as np\n"
        "--- nb.ipynb:cell 3\n+++ nb.ipynb:cell 3\n@@ -1,2 +1,2 @@\n"
        " !ls\n-x = np.ones(3)\n+x = ops.ones(3)\n"
    )


def test_verify_takes_back_what_the_command_rejects(project: Path, purity: Call) -> None:
    (project / "a.py").write_text("import numpy as np\n\nx = np.exp(np.ones(3))\ny = np.sqrt(np.ones(3))\n")
    result = purity("fix", "--select", "PUR103", "--verify", "grep -q np.sqrt a.py")
    text = (project / "a.py").read_text()
    assert "x = ops.exp(ops.ones(3))" in text
    assert "np.sqrt(" in text
    assert "a.py:4: the fix of PUR103 was rolled back: the command fails with it" in result.stderr
    assert result.exit_code == 1


def test_verify_goes_on_with_what_a_fix_uncovers(project: Path, purity: Call) -> None:
    (project / "a.py").write_text("import numpy as np\n\n\ndef root():\n    return np.floor(2.5)\n")
    (project / "b.py").write_text("from a import root\n\nhalf = root() / 2\nthird = root() / 3\n")
    result = purity("fix", "--unsafe-fixes", "--verify", "grep -q '/ 3' b.py")
    assert "return ops.floor(2.5)" in (project / "a.py").read_text()
    text = (project / "b.py").read_text()
    assert "half = ops.divide(root(), 2)" in text
    assert "third = root() / 3" in text
    assert result.stderr.count("was rolled back") == 1
    assert result.exit_code == 1


def test_verify_needs_a_command_that_passes(project: Path, purity: Call) -> None:
    (project / "a.py").write_text(EXP)
    result = purity("fix", "--verify", "false")
    assert result.exit_code == 2
    assert "`false` fails before anything is fixed" in result.stderr
    assert (project / "a.py").read_text() == EXP
    assert purity("fix", "--verify", "true", "--diff").exit_code == 2


def test_fix_says_how_to_be_sure_where_there_are_tests(project: Path, purity: Call) -> None:
    (project / "a.py").write_text(EXP)
    assert "--verify" not in purity("fix").stderr
    (project / "a.py").write_text(EXP)
    (project / "tests").mkdir()
    (project / "tests" / "test_a.py").write_text("from a import f\n\n\ndef test_f():\n    assert f\n")
    assert "fix --verify 'pytest -q'" in purity("fix", "a.py").stderr
    (project / "a.py").write_text(EXP)
    assert "--verify" not in purity("fix", "--quiet").stderr
    assert "--verify" not in purity("fix").stderr

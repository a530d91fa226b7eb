"""``check --add-noqa``: every finding is silenced where it stands, and the code stays as it is."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest
from command_line import CLEAN, NUMPY, Call

BEFORE = '''\
import numpy as np


def f(x: np.ndarray):
    y = x + np.array("""1
 2""".split(), dtype=float)
    z = x \\
        + y
    return z * 2  # noqa: E501


def g(x: np.ndarray):
    return np.sum(
        x,
        axis=0,
    )
'''
AFTER = '''\
import numpy as np  # noqa: PUR101


def f(x: np.ndarray):  # noqa: PUR601
    y = x + np.array("""1
 2""".split(), dtype=float)  # noqa: PUR103, PUR201
    z = x \\
        + y  # noqa: PUR201
    return z * 2  # noqa: E501, PUR201


def g(x: np.ndarray):  # noqa: PUR601
    return np.sum(
        x,
        axis=0,
    )  # noqa: PUR103
'''


def test_each_finding_is_silenced_where_it_stands(project: Path, purity: Call) -> None:
    file = project / "a.py"
    file.write_text(BEFORE)
    result = purity("check", "--add-noqa")
    assert result.exit_code == 0
    assert result.stderr == "Silenced 8 errors with comments.\n"
    assert file.read_text() == AFTER
    assert purity("check").stdout == "All checks passed!\n"
    assert purity("check", "--add-noqa").stderr == "Silenced 0 errors with comments.\n"


def test_a_reason_is_given(project: Path, purity: Call) -> None:
    (project / "a.py").write_text("import numpy as np\n\nx = np.ones(3)\n")
    purity("check", "--add-noqa=until 2.0")
    assert (project / "a.py").read_text() == (
        "import numpy as np  # noqa: PUR101 until 2.0\n\nx = np.ones(3)  # noqa: PUR103 until 2.0\n"
    )
    assert purity("check").exit_code == 0


@pytest.mark.parametrize(
    "code",
    [
        'import numpy as np\nx = f"""{np.ones(3)}\n{np.ones(2)}"""; y = np.ones(3)\n',
        "import numpy as np\r\nx = np.ones(\r\n    3\r\n)\r\n",
        "import numpy as np\nif np.ones(3).any(): pass",
        "import numpy as np; x = np.ones(3)   \n",
        "\ufeffimport numpy as np\n@np.vectorize\ndef f(x): return np.sin(x)\n",
        "import numpy as np\nx = [np.ones(3), # noqa: PUR103\n     np.sin(np.zeros(3)), '''\n''']\n",
    ],
)
def test_the_code_stays_as_it_is(project: Path, purity: Call, code: str) -> None:
    file = project / "a.py"
    file.write_bytes(code.encode())
    assert purity("check").exit_code == 1
    assert purity("check", "--add-noqa").exit_code == 0
    after = file.read_bytes().decode()
    assert ast.dump(ast.parse(after.lstrip("\ufeff"))) == ast.dump(ast.parse(code.lstrip("\ufeff")))
    assert ("\r\n" in after, "\ufeff" in after) == ("\r\n" in code, "\ufeff" in code)
    assert purity("check").exit_code == 0


def test_what_cannot_be_silenced_is_said(project: Path, purity: Call) -> None:
    (project / "broken.py").write_text("x = (\n")
    (project / "two.py").write_text(NUMPY)
    (project / "names.py").hardlink_to(project / "two.py")
    result = purity("check", "--add-noqa")
    assert result.exit_code == 2
    assert "has another name (a hard link)" in result.stderr
    assert (project / "broken.py").read_text() == "x = (\n"
    assert (project / "two.py").read_text() == NUMPY


@pytest.mark.parametrize("args", [["--fix", "--add-noqa"], ["--diff", "--add-noqa=later"]])
def test_it_does_not_go_with_fixing(project: Path, purity: Call, args: list[str]) -> None:
    (project / "a.py").write_text(CLEAN)
    result = purity("check", *args)
    assert result.exit_code == 2
    assert "run one after the other" in result.stderr


def test_standard_input_takes_no_comments(project: Path, purity: Call) -> None:
    result = purity("check", "-", "--add-noqa", stdin=NUMPY)
    assert result.exit_code == 2
    assert "standard input" in result.stderr

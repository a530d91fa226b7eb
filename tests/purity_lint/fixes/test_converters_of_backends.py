"""Where a package's own function that makes arrays of lists is imported from."""

from __future__ import annotations

from pathlib import Path

import pytest

from purity_lint.configuration.settings import Settings
from purity_lint.engine.fix import fix
from purity_lint.source.read import source_from_bytes

METHODS = ("exp", "log", "sqrt", "sum", "mean", "zeros", "ones", "where", "concatenate", "abs", "max", "min")
CLASS = "class Backend:\n" + "".join(f"    def {name}(self, a, axis=None): ...\n" for name in METHODS)
CODE = "import numpy as np\n\n\ndef f(a, M):\n    M = np.asarray(M)\n    return np.exp(M) * a\n"


@pytest.mark.parametrize(
    ("documented", "imported"),
    [
        (">>> from own.utils import list_to_array", "from own.utils import list_to_array\n"),
        ("    >>> from own.lists import dist, list_to_array", "from own.lists import list_to_array\n"),
        (">>> from own.utils import dist", ""),
        ("from own.utils import list_to_array", ""),
    ],
)
def test_examples_of_a_backend_say_where_its_converter_is(
    tmp_path: Path, documented: str, imported: str
) -> None:
    package = tmp_path / "own"
    package.mkdir()
    (package / "__init__.py").touch()
    backend = f'"""Backends.\n\n{documented}\n"""\n\n\ndef get_backend(*args): ...\n\n\n{CLASS}'
    (package / "backend.py").write_text(backend)
    made = source_from_bytes(CODE.encode(), package / "solver.py", None)
    text = fix(made, Settings(root=tmp_path, unsafe_fixes=True)).after
    if not imported:
        assert text == CODE
        return
    assert imported in text
    assert "    M = list_to_array(M)\n    nx = get_backend(M)\n    return nx.exp(M) * a\n" in text


@pytest.mark.parametrize(
    ("converts", "asked"),
    [
        ("return [np.array(a) if len(a) else a for a in lst]", "a"),
        ("nx = None\n    if nx is None:\n        nx = get_backend(*lst)\n    return [a for a in lst]", "a"),
        ("return [a if a is None else np.array(a) for a in lst]", "a, w"),
        ("return [np.array(a) for a in lst if a is not None]", "a, w"),
    ],
)
def test_what_may_be_left_out_is_converted_where_that_takes_none(
    tmp_path: Path, converts: str, asked: str
) -> None:
    """`list_to_array(a, None)` raised for everybody who called a fixed function without weights."""
    package = tmp_path / "own"
    package.mkdir()
    (package / "__init__.py").touch()
    given = "def get_backend(*args):\n    args = [a for a in args if a is not None]\n\n\n"
    (package / "backend.py").write_text(f"\n\n{given}{CLASS}")
    (package / "utils.py").write_text(f"import numpy as np\n\n\ndef list_to_array(*lst):\n    {converts}\n")
    code = (
        'import numpy as np\n\n\ndef f(a, w=None):\n    """Do.\n\n    Parameters\n    ----------\n'
        '    a : array_like\n    w : array_like, optional\n    """\n'
        "    if w is None:\n        w = np.exp(a)\n    return np.exp(a) * np.sum(w)\n"
    )
    made = source_from_bytes(code.encode(), package / "solver.py", None)
    text = fix(made, Settings(root=tmp_path, unsafe_fixes=True)).after
    assert f"    {asked} = list_to_array({asked})\n    nx = get_backend({asked})\n" in text

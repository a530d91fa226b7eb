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

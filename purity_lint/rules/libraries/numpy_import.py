"""PUR101: imports of NumPy."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from purity_lint.findings.finding import Finding
from purity_lint.rewrites.imported import IMPORTS, import_finding, is_for_types_only, library_imports
from purity_lint.rules.base import Invalid, Rule, RuleContext


class NumpyImport(Rule):
    """Reports imports of NumPy.

    ## What it does
    Checks for every import of NumPy or a part of it: with and without an alias, `from numpy import ...`, inside
    a function, by star, by `importlib.import_module` and by `__import__`. Imports under `if TYPE_CHECKING:`
    bind nothing at run time and are left alone.

    ## Why is this bad?
    Code that imports NumPy computes in NumPy, whatever backend its tensors live on.

    ## Example
    ```python
    import numpy as np

    scale = np.sqrt(2.0)
    ```

    Use instead:
    ```python
    from emberops import ops

    scale = ops.sqrt(2.0)
    ```

    ## Fix safety
    The import is removed when nothing in the file needs it any more, so usually together with the fixes of
    PUR103.

    ## Options
    - `backend-paths`: files that may import NumPy.
    """

    code = "PUR101"
    name = "numpy-import"
    nodes = IMPORTS
    VALID = (
        "from emberops import ops\n",
        "from .numpy import mean\n",
        "import numpydoc\n",
        "from typing import TYPE_CHECKING\n\nif TYPE_CHECKING:\n    import numpy as np\n",
    )
    INVALID = (
        Invalid("import numpy as np\n", fixed=""),
        Invalid("import os, numpy\n\nprint(os.sep)\n", fixed="import os\n\nprint(os.sep)\n"),
        Invalid("from numpy.linalg import norm\n", fixed=""),
        Invalid("def f():\n    import numpy\n    return numpy\n", lines=(2,)),
        Invalid("from numpy import *\n"),
        Invalid("import importlib\n\nnp = importlib.import_module('numpy')\n", lines=(3,)),
        Invalid("np = __import__('numpy')\n"),
    )

    def check(self, node: ast.AST, context: RuleContext) -> Iterator[Finding]:
        """Yield a finding for an import of NumPy."""
        for found in library_imports(node, context.model):
            if found.library == "numpy" and not is_for_types_only(found, context.model):
                yield import_finding(
                    found, f"`{found.module}` is imported: use `ops`, which runs on every backend"
                )

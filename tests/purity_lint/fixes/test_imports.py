"""The import of ops comes in once, in its place; imports that nothing needs go."""

from __future__ import annotations

import ast

import pytest
from operator_fixes import Operators, findings, fix, parsed

import purity_lint
from purity_lint.configuration.settings import Settings
from purity_lint.findings.diagnostics import Applicability
from purity_lint.findings.edits import Fix, Rewrite
from purity_lint.findings.finding import Finding
from purity_lint.fixes import fix_source


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("y = a + b\n", "from emberops import ops\n\ny = ops.add(a, b)\n"),
        ('"""Doc."""\ny = a + b\n', '"""Doc."""\n\nfrom emberops import ops\n\ny = ops.add(a, b)\n'),
        ('"""Doc."""\n\n\ndef f():\n    return a + b\n',
         '"""Doc."""\n\nfrom emberops import ops\n\n\ndef f():\n    return ops.add(a, b)\n'),
        ("def f():\n    return a + b\n", "from emberops import ops\n\n\ndef f():\n    return ops.add(a, b)\n"),
        ("#!/usr/bin/env python\n# -*- coding: utf-8 -*-\n\n# about y\ny = a + b\n",
         "#!/usr/bin/env python\n# -*- coding: utf-8 -*-\n\n"
         "from emberops import ops\n\n# about y\ny = ops.add(a, b)\n"),
        ("#!/usr/bin/env python\ny = a + b\n",
         "#!/usr/bin/env python\nfrom emberops import ops\n\ny = ops.add(a, b)\n"),
        ("from __future__ import annotations\n\ny = a + b\n",
         "from __future__ import annotations\n\nfrom emberops import ops\n\ny = ops.add(a, b)\n"),
        ("import os\n\ny = a + b\n", "import os\n\nfrom emberops import ops\n\ny = ops.add(a, b)\n"),
        ("import os\n\nfrom . import z\n\ny = a + b\n",
         "import os\n\nfrom emberops import ops\n\nfrom . import z\n\ny = ops.add(a, b)\n"),
        ("import os\nfrom . import z\n\ny = a + b\n",
         "import os\n\nfrom emberops import ops\n\nfrom . import z\n\ny = ops.add(a, b)\n"),
        ("from . import z\n\ny = a + b\n",
         "from emberops import ops\n\nfrom . import z\n\ny = ops.add(a, b)\n"),
        ("import scipy\nfrom attr import x\nfrom zict import z\n\ny = a + b\n",
         "import scipy\nfrom attr import x\nfrom emberops import ops\nfrom zict import z\n\ny = ops.add(a, b)\n"),
        ("from attr import x\nimport scipy\nfrom zict import z\n\ny = a + b\n",
         "from attr import x\nfrom emberops import ops\nimport scipy\nfrom zict import z\n\ny = ops.add(a, b)\n"),
        ("from zict import (\n    z,\n)\n\ny = a + b\n",
         "from emberops import ops\nfrom zict import (\n    z,\n)\n\ny = ops.add(a, b)\n"),
        ("import os\nfrom typing import TYPE_CHECKING\n\nif TYPE_CHECKING:\n    import x\n\ny = a + b\n",
         "import os\nfrom typing import TYPE_CHECKING\n\nfrom emberops import ops\n\n"
         "if TYPE_CHECKING:\n    import x\n\ny = ops.add(a, b)\n"),
        ("try:\n    import x\nexcept ImportError:\n    x = None\n\ny = a + b\n",
         "from emberops import ops\n\ntry:\n    import x\nexcept ImportError:\n    x = None\n\ny = ops.add(a, b)\n"),
        ("import scipy; y = a + b\n", "from emberops import ops\n\nimport scipy; y = ops.add(a, b)\n"),
        # already there
        ("from emberops import ops as o\ny = a + b\n", "from emberops import ops as o\ny = o.add(a, b)\n"),
        ("import emberops\ny = a + b\n", "import emberops\ny = emberops.ops.add(a, b)\n"),
        ("import emberops.ops as o\ny = a + b\n", "import emberops.ops as o\ny = o.add(a, b)\n"),
        ("from emberops import x, ops\ny = a + b\n", "from emberops import x, ops\ny = ops.add(a, b)\n"),
        ("def f():\n    from emberops import ops\n    return ops\n\n\ny = a + b\n",
         "from emberops import ops\n\n\n"
         "def f():\n    from emberops import ops\n    return ops\n\n\ny = ops.add(a, b)\n"),
        # the name is taken
        ("def f(ops):\n    return a + b\n",
         "from emberops import ops as ember_ops\n\n\ndef f(ops):\n    return ember_ops.add(a, b)\n"),
        ("import ops\ny = a + b\n",
         "import ops\nfrom emberops import ops as ember_ops\ny = ember_ops.add(a, b)\n"),
        ("from x import *\ny = ops.f(a + b)\n",
         "from emberops import ops as ember_ops\nfrom x import *\ny = ops.f(ember_ops.add(a, b))\n"),
        ("from emberops import ops\ndef f(ops): return a + b\n",
         "from emberops import ops\nfrom emberops import ops as ember_ops\ndef f(ops): return ember_ops.add(a, b)\n"),
    ],
)  # fmt: skip
def test_import_of_ops(before: str, after: str) -> None:
    result = fix(before)
    assert result.text == after
    assert not result.rolled_back


@pytest.mark.parametrize(
    ("module", "alias", "statement"),
    [
        ("keras.ops", "ops", "from keras import ops\n\ny = ops.add(a, b)\n"),
        ("array_api_compat", "xp", "import array_api_compat as xp\n\ny = xp.add(a, b)\n"),
        ("my.pkg.functions", "F", "from my.pkg import functions as F\n\ny = F.add(a, b)\n"),
        ("functions", "functions", "import functions\n\ny = functions.add(a, b)\n"),
    ],
)
def test_another_ops_module(module: str, alias: str, statement: str) -> None:
    source = parsed("y = a + b\n")
    settings = Settings(ops_module=module, ops_alias=alias)
    assert fix_source(source, findings(source, Operators()), settings, unsafe=False).text == statement


def test_relative_import_of_ops_inside_its_package() -> None:
    source = parsed("from . import ops\n\ny = a + b\n", "emberops/penalties.py", module="emberops.penalties")
    result = fix_source(source, findings(source, Operators()), Settings(), unsafe=False)
    assert result.text == "from . import ops\n\ny = ops.add(a, b)\n"


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("import numpy as np\n\ny = np.f(x)\n", "from emberops import ops\n\ny = ops.f(x)\n"),
        ('"""Doc."""\n\nimport numpy as np\n\n\ndef f():\n    pass\n', '"""Doc."""\n\n\ndef f():\n    pass\n'),
        ("import numpy as np\n\n\ndef f():\n    pass\n", "def f():\n    pass\n"),
        ("import os\nimport numpy as np\nimport sys\n\nos, sys\n", "import os\nimport sys\n\nos, sys\n"),
        ("import os\n\nimport numpy as np\n\nos\n", "import os\n\nos\n"),
        ("import os, numpy as np\n\nos\n", "import os\n\nos\n"),
        ("import numpy as np, os\n\nos\n", "import os\n\nos\n"),
        ("import os, numpy as np, sys\n\nos, sys\n", "import os, sys\n\nos, sys\n"),
        ("import os; import numpy as np; import sys\n\nos, sys\n", "import os; import sys\n\nos, sys\n"),
        ("import os; import numpy as np\n\nos\n", "import os\n\nos\n"),
        ("from numpy import (\n    array,\n    zeros,\n)\n\narray\n", "from numpy import (\n    array,\n)\n\narray\n"),
        ("from numpy import (\n    array,\n    zeros,\n)\n\nzeros\n", "from numpy import (\n    zeros,\n)\n\nzeros\n"),
        # comments of a list stay
        ("from numpy import (\n    array,\n    ones,  # all one\n    pi, zeros,\n)\n\narray\n",
         "from numpy import (\n    array,\n    # all one\n)\n\narray\n"),
        ("from numpy import (array,  # kept\n    ones, zeros)  # all one\n\nones\n",
         "from numpy import (  # kept\n    ones, )  # all one\n\nones\n"),
        ("import numpy\nimport numpy.linalg\n\nx\n", "x\n"),
        ("try:\n    import numpy as np\nexcept ImportError:\n    pass\n",
         "try:\n    pass\nexcept ImportError:\n    pass\n"),
        ("def f():\n    import numpy as np\n    return np.f(x)\n",
         "from emberops import ops\n\n\ndef f():\n    return ops.f(x)\n"),
        ("def f():\n    import numpy as np\n", "def f():\n    pass\n"),
        ("if x: import numpy as np\n", "if x: pass\n"),
        ("import numpy as np\n\n\ndef f():\n    import numpy as np\n    return np(x)\n",
         "def f():\n    import numpy as np\n    return np(x)\n"),
        ("import numpy as np  # arrays\n\nx\n", "# arrays\n\nx\n"),
        ("import numpy as np  # type: ignore\n\nx\n", "x\n"),
        ('def f():\n    """\n    >>> import numpy as np\n    >>> np.x\n    """\n\n\nimport numpy as np\n',
         'def f():\n    """\n    >>> import numpy as np\n    >>> np.x\n    """\n'),
    ],
)  # fmt: skip
def test_removed_import(before: str, after: str) -> None:
    result = fix(before)
    assert result.text == after
    assert not result.rolled_back


@pytest.mark.parametrize(
    ("code", "reason"),
    [
        ("import numpy as np\nnp(x)\n", "still used"),
        ("import numpy as np\n\n\ndef f():\n    return np(x)\n", "still used"),
        ("try:\n    import numpy as np\nexcept ImportError:\n    np = None\n", "still used"),
        ('import numpy as np\n\n\ndef f():\n    """\n    >>> np.x\n    """\n', "doctest"),
        ("import numpy as np\n\n__all__ = ['np']\n", "`__all__`"),
        ("import numpy as np\n\n\ndef f(x: 'np.ndarray'):\n    pass\n", "string annotation"),
        ("import numpy as np\n\n\ndef f() -> list['np.ndarray']:\n    pass\n", "string annotation"),
        ("import numpy as np\n\ny = cast('np.ndarray', x)\n", "string annotation"),
        ("import numpy as np\n\ny = x  # type: np.ndarray\n", "type comment"),
        ("import numpy as np\n\neval('x')\n", "`eval`"),
        ("import numpy as np  # noqa: F401\n", "`noqa`"),
        ("import numpy as numpy\n", "other modules"),
        ("def f():\n    import numpy.ma\n", "what it does"),
        ("if new:\n    import numpy.ma\n", "what it does"),
    ],
)
def test_import_that_stays(code: str, reason: str) -> None:
    result = fix(code)
    assert result.text == code
    assert not result.rolled_back
    assert [reason in why for _, why in result.skipped] == [True]


def test_public_names_of_a_package_stay() -> None:
    assert fix("import numpy as np\n", path="pkg/__init__.py").text == "import numpy as np\n"
    assert fix("import numpy as _np\n", path="pkg/__init__.py").text == ""


def test_import_behind_its_use() -> None:
    result = fix("y = a + b\n\nfrom emberops import ops\n")
    assert result.text == "from emberops import ops\n\ny = ops.add(a, b)\n\nfrom emberops import ops\n"


LAST_USE = """\
import math
import os  # noqa: F401
from math import pi, sqrt

import numpy as np
from pkg.ufuncs import exp, sqrt as root


def f(x: np.ndarray) -> np.ndarray:
    return np.exp(x) + math.sin(np.sum(x)) * pi


def g(x, y: np.ndarray):
    return sqrt(x) + len(os.fspath(x)), np.add(y, sqrt(np.sum(y)))
"""


def test_imports_go_of_which_a_fix_took_the_last_use() -> None:
    fixed = purity_lint.fix_source(LAST_USE, unsafe_fixes=True, isolated=True).source.split("\n\n\n")[0]
    assert fixed.splitlines() == [
        "import os  # noqa: F401",
        "from math import pi, sqrt",
        "",
        "from emberops import ops",
        "from pkg.ufuncs import exp, sqrt as root",
    ]


@pytest.mark.parametrize("unsafe", [True, False])
def test_a_module_of_the_project_is_imported_no_more_by_unsafe_fixes_alone(unsafe: bool) -> None:
    source = parsed("from pkg.core import a, b\nimport math\n\ny = a + math.pi\nb\n")
    settings = Settings(unsafe_fixes=unsafe)
    (value,) = (node for node in ast.walk(source.tree) if isinstance(node, ast.BinOp))
    edit = Rewrite(value, "{ops}.zeros(3)", {})
    item = (Operators(), Finding(edit.node, "operator", fix=Fix((edit,), Applicability.SAFE, "Use ops")))
    text = fix_source(source, [item], settings, unsafe=unsafe).text
    first = "from pkg.core import b" if unsafe else "from pkg.core import a, b"
    assert text == f"from emberops import ops\n{first}\n\ny = ops.zeros(3)\nb\n"


@pytest.mark.parametrize(
    ("head", "after"),
    [
        ("", "import math\n\nfrom emberops import ops\n\n\n"),
        ('"""Doc."""\n\n\n', '"""Doc."""\n\nimport math\n\nfrom emberops import ops\n\n\n'),
    ],
)
def test_first_imports_stand_in_one_block(head: str, after: str) -> None:
    code = head + "def f(x):\n    return np.cos(x)\n\n\nimport numpy as np\n\nc = np.sqrt(2.5)\n"
    fixed = purity_lint.fix_source(code, unsafe_fixes=True, isolated=True).source
    assert fixed == after + "def f(x):\n    return ops.cos(x)\n\n\nc = math.sqrt(2.5)\n"

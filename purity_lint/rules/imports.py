"""Imports of array libraries: NumPy (PUR101), the others (PUR102), and probing for them (PUR505)."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass

from purity_lint.findings.diagnostics import Applicability
from purity_lint.findings.edits import Fix, RemoveImport
from purity_lint.findings.finding import Finding
from purity_lint.knowledge.rewrite_names import ROOTS, TITLES
from purity_lint.rules.base import Invalid, Rule, RuleContext
from purity_lint.semantics.model import SemanticModel
from purity_lint.source.names import last_name

_IMPORTS = (ast.Import, ast.ImportFrom, ast.Call)
_DYNAMIC = frozenset({"importlib.import_module", "builtins.__import__", "__import__"})
_PROBES = frozenset({"importlib.util.find_spec", "importlib.find_loader", "pkgutil.find_loader"})
_IMPORT_ERRORS = frozenset({"ImportError", "ModuleNotFoundError", "Exception", "BaseException"})


@dataclass(frozen=True, slots=True)
class _Import:
    """One import of one library."""

    node: ast.AST
    """Where the finding stands: the statement, the name in ``import a, b``, or the call."""
    statement: ast.stmt | None
    """``None`` for an import by a function call."""
    library: str
    module: str
    locals: tuple[str, ...]

    @property
    def title(self) -> str:
        return TITLES[self.library]

    @property
    def is_star(self) -> bool:
        return self.locals == ("*",)


def _imports(node: ast.AST, model: SemanticModel) -> Iterator[_Import]:
    if isinstance(node, ast.Import):
        for alias in node.names:
            root = alias.name.partition(".")[0]
            if root in ROOTS:
                yield _Import(alias, node, ROOTS[root], alias.name, (alias.asname or root,))
    elif isinstance(node, ast.ImportFrom):
        root = (node.module or "").partition(".")[0]
        if root in ROOTS and node.level == 0:
            local = tuple(alias.asname or alias.name for alias in node.names)
            yield _Import(node, node, ROOTS[root], node.module or "", local)
    elif isinstance(node, ast.Call):
        module = _constant_argument(node)
        root = module.partition(".")[0]
        if root in ROOTS and model.qualified_name(node.func) in _DYNAMIC:
            yield _Import(node, None, ROOTS[root], module, ())


def _constant_argument(call: ast.Call) -> str:
    if call.args and isinstance(call.args[0], ast.Constant) and isinstance(call.args[0].value, str):
        return call.args[0].value
    return ""


def _for_types_only(found: _Import, model: SemanticModel) -> bool:
    """Whether the import stands under ``if TYPE_CHECKING:``."""
    child: ast.AST = found.node
    parent = model.parent(child)
    while parent is not None:
        if isinstance(parent, ast.If) and child in parent.body and last_name(parent.test) == "TYPE_CHECKING":
            return True
        child, parent = parent, model.parent(parent)
    return False


def _finding(found: _Import, message: str) -> Finding:
    if found.statement is None or found.is_star:
        return Finding(found.node, message, hint="import `ops` from emberops, and call its functions instead")
    return Finding(
        found.node,
        message,
        fix=Fix(
            tuple(RemoveImport(found.statement, local) for local in found.locals),
            Applicability.SAFE,
            f"Remove the import of `{found.module}`",
        ),
    )


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
    nodes = _IMPORTS
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
        for found in _imports(node, context.model):
            if found.library == "numpy" and not _for_types_only(found, context.model):
                yield _finding(found, f"`{found.module}` is imported: use `ops`, which runs on every backend")


class FrameworkImport(Rule):
    """Reports imports of PyTorch, JAX, MLX, TensorFlow and CuPy.

    ## What it does
    Checks for every import of an array library other than NumPy outside the files that implement backends.

    ## Why is this bad?
    Code that imports a framework runs on that framework only, and makes it a dependency of everyone.

    ## Example
    ```python
    import torch

    def join(a, b):
        return torch.cat([a, b])
    ```

    Use instead:
    ```python
    from emberops import ops

    def join(a, b):
        return ops.concat([a, b])
    ```

    ## Fix safety
    The import is removed when nothing in the file needs it any more, so usually together with the fixes of
    PUR103.

    ## Options
    - `backend-paths`: files that may import a framework.
    """

    code = "PUR102"
    name = "framework-import"
    nodes = _IMPORTS
    VALID = ("from emberops import ops\n", "from .torch import cat\n", "import torchmetrics_like\n")
    INVALID = (
        Invalid("import torch\n", fixed=""),
        Invalid("import jax.numpy as jnp\n", fixed=""),
        Invalid("import mlx.core as mx\n", fixed=""),
        Invalid("import tensorflow as tf\n", fixed=""),
        Invalid("from torch import nn\n\nclass Net(nn.Module):\n    pass\n"),
    )

    def check(self, node: ast.AST, context: RuleContext) -> Iterator[Finding]:
        """Yield a finding for an import of a framework."""
        for found in _imports(node, context.model):
            if found.library != "numpy" and not _for_types_only(found, context.model):
                yield _finding(
                    found, f"`{found.module}` is imported: use `ops`, or move the code under `backend-paths`"
                )


class ImportProbe(Rule):
    """Reports code that asks which array libraries are installed.

    ## What it does
    Checks for `try: import torch` with a handler for the failure, and for `importlib.util.find_spec("torch")`.

    ## Why is this bad?
    What is installed says nothing about what a tensor is; code that branches on it behaves differently on two
    machines with the same input.

    ## Example
    ```python
    try:
        import torch
    except ImportError:
        torch = None
    ```

    Use instead:
    ```python
    import emberops

    has_torch = "torch" in emberops.available_backends()
    ```

    ## Fix safety
    There is no fix: what the code does with the answer has to be thought over.

    ## Options
    - `backend-paths`: files that may probe for a framework.
    """

    code = "PUR505"
    name = "import-probe"
    nodes = _IMPORTS
    priority = 10
    VALID = (
        "try:\n    import tomllib\nexcept ImportError:\n    tomllib = None\n",
        "import importlib.util\n\nfound = importlib.util.find_spec('rich')\n",
    )
    INVALID = (
        Invalid("try:\n    import torch\nexcept ImportError:\n    torch = None\n", lines=(2,)),
        Invalid("try:\n    import cupy as xp\nexcept (ImportError, OSError):\n    xp = None\n", lines=(2,)),
        Invalid("import importlib.util\n\nfound = importlib.util.find_spec('mlx') is not None\n", lines=(3,)),
    )

    def check(self, node: ast.AST, context: RuleContext) -> Iterator[Finding]:
        """Yield a finding for an import that may fail, or a look-up of a library."""
        hint = "ask `emberops.available_backends()`, or let `ops` follow the tensors"
        if isinstance(node, ast.Call) and context.model.qualified_name(node.func) in _PROBES:
            root = _constant_argument(node).partition(".")[0]
            if root in ROOTS:
                yield Finding(
                    node, f"this asks whether {TITLES[ROOTS[root]]} is installed: {hint}", hint=hint
                )
            return
        for found in _imports(node, context.model):
            if _is_guarded(node, context.model):
                yield Finding(found.node, f"this asks whether {found.title} is installed: {hint}", hint=hint)


def _is_guarded(node: ast.AST, model: SemanticModel) -> bool:
    """Whether the import stands in the body of a ``try`` that catches its failure."""
    statement = model.statement(node)
    parent = model.parent(statement)
    if not isinstance(parent, ast.Try) or statement not in parent.body:
        return False
    return any(_catches_import_error(handler) for handler in parent.handlers)


def _catches_import_error(handler: ast.ExceptHandler) -> bool:
    if handler.type is None:
        return True
    types = handler.type.elts if isinstance(handler.type, ast.Tuple) else [handler.type]
    return any(isinstance(t, ast.Name) and t.id in _IMPORT_ERRORS for t in types)

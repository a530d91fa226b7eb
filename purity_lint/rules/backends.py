"""Backends inside the library: where their code stands (PUR106), and whether they offer the same (PUR107)."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from dataclasses import dataclass

from purity_lint.knowledge.rewrite_names import TITLES, split
from purity_lint.rules.base import Finding, Invalid, Rule, RuleContext
from purity_lint.semantics.model import SemanticModel

_WORDS = {
    "numpy": "numpy",
    "np": "numpy",
    "torch": "torch",
    "pytorch": "torch",
    "jax": "jax",
    "jnp": "jax",
    "mlx": "mlx",
    "mx": "mlx",
    "tensorflow": "tensorflow",
    "tf": "tensorflow",
    "cupy": "cupy",
}
"""Parts of names -> the library that they speak of."""
_CONVERTS = frozenset({"to", "from", "as", "is", "has", "test", "get", "set"})
"""A function whose name begins like this converts or asks: it implements nothing."""
_SPLIT = re.compile(r"[A-Z]+(?=[A-Z][a-z])|[A-Z]?[a-z]+|[A-Z]+|\d+")

Function = ast.FunctionDef | ast.AsyncFunctionDef


def _words(name: str) -> list[str]:
    for whole in ("PyTorch", "TensorFlow", "NumPy", "CuPy"):
        name = name.replace(whole, whole.capitalize())
    return [word.lower() for word in _SPLIT.findall(name)]


def library_of(name: str) -> str | None:
    """The library that a name speaks of: ``TorchOps``, ``_mlx_mean``."""
    words = _words(name)
    if not words or words[0] in _CONVERTS:
        return None
    return next((_WORDS[word] for word in words if word in _WORDS), None)


class BackendCodeOutsideBackends(Rule):
    """Reports implementations for one library that stand outside the backend paths.

    ## What it does
    Checks for classes and functions that are named after a library and use it (`class TorchOps`, `def
    mlx_norm`) in files that `backend-paths` does not name.

    ## Why is this bad?
    The code of backends stays manageable as long as it is in one place: what is elsewhere is found by nobody
    who adds a backend or an operation.

    ## Example
    ```python
    # mypackage/losses.py
    import torch

    def torch_huber(x, y):
        return torch.nn.functional.huber_loss(x, y)
    ```

    Use instead:
    ```python
    # mypackage/losses.py
    from emberops import ops

    def huber(x, y):
        return ops.nn.huber_loss(y, x)
    ```

    or move the function to a file that `backend-paths` names.

    ## Fix safety
    There is no fix: which of the operations the function stands for is the author's to say.

    ## Options
    - `backend-paths`: files that implement backends.
    """

    code = "PUR106"
    name = "backend-code-outside-backends"
    nodes = (ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)
    VALID = (
        "from emberops import ops\n\n\ndef mean(x):\n    return ops.mean(x)\n",
        "import numpy as np\n\n\ndef to_numpy(x):\n    return np.asarray(x)\n",
        "def torch_is_bearing(x):\n    return x\n",
    )
    INVALID = (
        Invalid("import torch\n\n\ndef torch_mean(x):\n    return torch.mean(x)\n", lines=(4,)),
        Invalid(
            "import numpy as np\n\n\nclass NumpyOps:\n    def mean(self, x):\n        return np.mean(x)\n",
            lines=(4,),
        ),
    )

    def check(self, node: ast.AST, context: RuleContext) -> Iterator[Finding]:
        """Yield a finding for a class or function that implements something for one library."""
        assert isinstance(node, ast.ClassDef | Function)
        library = library_of(node.name)
        if library is None or not _uses(node, library, context.model):
            return
        hint = "write it once with `ops`, or move it to a file under `backend-paths`"
        yield Finding(node, f"`{node.name}` is an implementation for {TITLES[library]}: {hint}", hint=hint)


def _uses(node: ast.ClassDef | Function, library: str, model: SemanticModel) -> bool:
    for part in ast.walk(node):
        if isinstance(part, ast.Name):
            found = split(model.qualified_name(part) or "")
            if found is not None and found[0] == library:
                return True
    return False


@dataclass(frozen=True, slots=True)
class _Backend:
    library: str
    node: ast.ClassDef

    def operations(self) -> dict[str, Function]:
        """Public methods of the class."""
        return {
            member.name: member
            for member in self.node.body
            if isinstance(member, Function) and not member.name.startswith("_")
        }


class BackendParity(Rule):
    """Reports operations that some backends have and others lack, or take differently.

    ## What it does
    Compares classes in one file that are called the same but for the name of a library (`TorchOps`,
    `NumpyOps`): their public methods must be the same and take the same parameters.

    ## Why is this bad?
    Code that is written against one of them fails on the other, at the call and not before.

    ## Example
    ```python
    class NumpyOps:
        def mean(self, x, axis=None): ...
        def std(self, x, axis=None): ...

    class TorchOps:
        def mean(self, x, dim=None): ...
    ```

    Use instead:
    ```python
    class NumpyOps:
        def mean(self, x, axis=None): ...
        def std(self, x, axis=None): ...

    class TorchOps:
        def mean(self, x, axis=None): ...
        def std(self, x, axis=None): ...
    ```

    ## Fix safety
    There is no fix: what is missing has to be written.

    ## Options
    None.
    """

    code = "PUR107"
    name = "backend-parity"
    nodes = (ast.Module,)
    VALID = (
        "class NumpyOps:\n    def mean(self, x): ...\n\n\nclass TorchOps:\n    def mean(self, x): ...\n",
        "class NumpyOps:\n    def mean(self, x): ...\n\n\nclass Other:\n    def std(self, x): ...\n",
        "class NumpyOps:\n    def mean(self, x): ...\n    def _help(self): ...\n\n\n"
        "class TorchOps(NumpyOps):\n    def extra(self, x): ...\n",
    )
    INVALID = (
        Invalid(
            "class NumpyOps:\n    def mean(self, x): ...\n    def std(self, x): ...\n\n\n"
            "class TorchOps:\n    def mean(self, x): ...\n",
            lines=(6,),
        ),
        Invalid(
            "class NumpyOps:\n    def mean(self, x, axis=None): ...\n\n\n"
            "class TorchOps:\n    def mean(self, x, dim=None): ...\n",
            lines=(6,),
        ),
    )

    def check(self, node: ast.AST, context: RuleContext) -> Iterator[Finding]:
        """Yield a finding for every operation that one of several backends lacks or takes differently."""
        assert isinstance(node, ast.Module)
        for family in _families(node):
            yield from _compare(family)


def _families(module: ast.Module) -> Iterator[list[_Backend]]:
    """Classes that are called the same but for the library, unless one inherits from another."""
    found: dict[tuple[str, ...], list[_Backend]] = {}
    for statement in module.body:
        if not isinstance(statement, ast.ClassDef):
            continue
        library = library_of(statement.name)
        if library is not None:
            rest = tuple(word for word in _words(statement.name) if word not in _WORDS)
            found.setdefault(rest, []).append(_Backend(library, statement))
    for family in found.values():
        names = {backend.node.name for backend in family}
        bases = {base.id for backend in family for base in backend.node.bases if isinstance(base, ast.Name)}
        if len({backend.library for backend in family}) > 1 and not names & bases:
            yield family


def _compare(family: list[_Backend]) -> Iterator[Finding]:
    models: dict[str, tuple[_Backend, Function]] = {}
    for backend in family:
        for name, function in backend.operations().items():
            models.setdefault(name, (backend, function))
    for backend in family:
        own = backend.operations()
        missing = [name for name in models if name not in own]
        if missing:
            listed = ", ".join(f"`{name}`" for name in missing)
            owners = ", ".join(sorted({f"`{models[name][0].node.name}`" for name in missing}))
            hint = "implement it, or say in the class that inherits from a common base what is not supported"
            yield Finding(
                backend.node, f"`{backend.node.name}` lacks {listed}, which {owners} has: {hint}", hint=hint
            )
        for name, function in own.items():
            other, model = models[name]
            if _parameters(function) != _parameters(model):
                hint = "give both the same parameters in the same order"
                yield Finding(
                    function,
                    f"`{name}` takes other parameters than in `{other.node.name}`: {hint}",
                    hint=hint,
                )


def _parameters(function: Function) -> tuple[object, ...]:
    """What a caller sees of a signature; annotations and defaults' values are no part of it."""
    a = function.args
    return (
        [p.arg for p in a.posonlyargs],
        [p.arg for p in a.args],
        len(a.defaults),
        a.vararg is not None,
        sorted(p.arg for p in a.kwonlyargs),
        a.kwarg is not None,
    )

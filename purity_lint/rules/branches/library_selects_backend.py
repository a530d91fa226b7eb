"""Library code that chooses the backend for everybody (PUR504)."""

from __future__ import annotations

import ast
from collections.abc import Collection, Iterator, Mapping
from pathlib import Path

from purity_lint.findings.finding import Finding
from purity_lint.knowledge.roles import BACKEND_SETTERS, BACKEND_VARIABLES
from purity_lint.rewrites.operands import quote
from purity_lint.rules.base import Invalid, Rule, RuleContext
from purity_lint.rules.examples import plain
from purity_lint.semantics.model import SemanticModel
from purity_lint.source.names import last_names

_SETTERS = frozenset({"os.environ.setdefault", "os.putenv"})
_PROGRAM_FOLDERS = frozenset(
    {"tests", "test", "examples", "benchmarks", "scripts", "docs", "notebooks", "tutorials"}
)
_PROGRAM_FILES = frozenset({"conftest", "__main__", "setup", "noxfile"})


class LibrarySelectsBackend(Rule):
    """Flags library code that chooses the backend.

    ## What it does
    Flags calls that choose a backend, device or default dtype for the whole process (`set_backend`,
    `torch.set_default_device`, `jax.config.update`, `mx.set_default_device`) and the setting of
    environment variables that do (`os.environ["EMBEROPS_BACKEND"] = ...`). Programs may: tests, examples,
    benchmarks, notebooks, `__main__.py`, `conftest.py` and the block under `if __name__ == "__main__":`
    are not checked.

    ## Why is this bad?
    The choice is the user's. A library that makes it on import, or in a function, changes the results of
    all the other code of the process.

    ## Example
    ```python
    import emberops

    emberops.set_backend("torch")
    ```

    Use instead:
    ```python
    from emberops import ops  # on whatever backend the user has chosen
    ```

    ## Fix safety
    No fix. Where one computation needs a certain backend, `with emberops.use_backend("torch"):` chooses
    it for the block, and only there.

    ## Options
    - `per-file-ignores`: for files that are programs.
    """

    code = "PUR504"
    name = "library-selects-backend"
    nodes = (ast.Call, ast.Assign)
    VALID = (
        plain("""
            import emberops


            def f():
                with emberops.use_backend('jax'):
                    pass
        """),
        plain("""
            import emberops

            if __name__ == '__main__':
                emberops.set_backend('torch')
        """),
        plain("""
            import os

            os.environ['HOME'] = '/'
            backend = os.environ.get('EMBEROPS_BACKEND')
        """),
    )
    INVALID = (
        Invalid(
            plain("""
                import emberops

                emberops.set_backend('torch')
            """),
            lines=(3,),
        ),
        Invalid(
            plain("""
                import os

                os.environ['EMBEROPS_BACKEND'] = 'jax'
            """),
            lines=(3,),
        ),
        Invalid(
            plain("""
                import os

                os.environ.setdefault('KERAS_BACKEND', 'jax')
            """),
            lines=(3,),
        ),
        Invalid(
            plain("""
                import jax


                def f():
                    jax.config.update('jax_enable_x64', True)
            """),
            lines=(5,),
        ),
    )

    @property
    def names(self) -> Mapping[type[ast.AST], Collection[str]]:
        """Functions that choose a backend, or set a variable."""
        return {ast.Call: last_names(BACKEND_SETTERS, _SETTERS)}

    def check(self, node: ast.AST, context: RuleContext) -> Iterator[Finding]:
        """Flag a choice for the whole process, unless this is a program."""
        model = context.model
        what = None
        match node:
            case ast.Call():
                what = _chosen_by_call(node, model)
            case ast.Assign(targets=[ast.Subscript(value=mapping, slice=key)]):
                if model.qualified_name(mapping) == "os.environ" and _variable(key):
                    what = f"sets `{_variable(key)}`"
        if what is not None and not _is_program(model.source.path) and not _under_main(node, model):
            message = f"library code {what} for the whole process"
            yield Finding(
                node, message, hint="Leave the choice to the user, or use `with emberops.use_backend(...)`."
            )


def _chosen_by_call(node: ast.Call, model: SemanticModel) -> str | None:
    name = model.qualified_name(node.func)
    if name in BACKEND_SETTERS:
        return f"chooses with `{quote(model, node.func)}`"
    if name in _SETTERS and node.args and _variable(node.args[0]):
        return f"sets `{_variable(node.args[0])}`"
    return None


def _variable(node: ast.expr) -> str | None:
    if isinstance(node, ast.Constant) and node.value in BACKEND_VARIABLES:
        return str(node.value)
    return None


def _is_program(path: Path) -> bool:
    folders = {part.lower() for part in path.parts[:-1]}
    if path.suffix == ".ipynb" or path.stem in _PROGRAM_FILES:
        return True
    if path.stem.startswith("test_") or path.stem.endswith("_test"):
        return True
    return bool(folders & _PROGRAM_FOLDERS)


def _under_main(node: ast.AST, model: SemanticModel) -> bool:
    holder = model.parent(node)
    while holder is not None:
        match holder:
            case ast.If(test=ast.Compare(left=ast.Name(id="__name__"))):
                return True
        holder = model.parent(holder)
    return False

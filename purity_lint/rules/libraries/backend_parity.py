"""PUR107: backends of a library that do not offer the same."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

from purity_lint.findings.finding import Finding
from purity_lint.findings.message import Message
from purity_lint.knowledge.libraries import libraries_in, library_of
from purity_lint.rules.base import Invalid, Rule, RuleContext
from purity_lint.rules.examples import plain
from purity_lint.semantics.model import Implementation, SemanticModel
from purity_lint.source.constructs import Definition


class BackendParity(Rule):
    """Reports operations that some backends have and others lack, or take differently.

    ## What it does
    Compares what is called the same but for the name of a library, wherever it stands in the project: classes
    (`TorchOps`, `NumpyOps`) and modules (`backend/torch_backend.py` and `backend/numpy_backend.py`, or
    `backend/torch/ops.py` and `backend/numpy/ops.py`).  Their public functions must be the same and take the same
    parameters.  What a class has from a base that implements it, it does not lack, nor a module what stands in
    `backend/common/ops.py`.

    Implementations that have little in common are no alternatives and are not compared.  Of one that gets its
    functions another way than by writing them down (a star import, `setattr`, a decorator) only signatures are.
    What one alone has nobody lacks where it is a helper, which that one uses itself, or where it speaks of its
    library (`to_torch_dtype`).  Parameters `*args, **kwargs` take what all others take, and so does a function that
    only raises `NotImplementedError`.

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
        plain("""
            class NumpyOps:
                def mean(self, x): ...


            class TorchOps:
                def mean(self, x): ...
        """),
        plain("""
            class NumpyOps:
                def mean(self, x): ...


            class Other:
                def std(self, x): ...
        """),
        plain("""
            class NumpyOps:
                def mean(self, x): ...
                def _help(self): ...


            class TorchOps(NumpyOps):
                def extra(self, x): ...
        """),
    )
    INVALID = (
        Invalid(
            plain("""
                class NumpyOps:
                    def mean(self, x): ...
                    def std(self, x): ...


                class TorchOps:
                    def mean(self, x): ...
            """),
            lines=(6,),
        ),
        Invalid(
            plain("""
                class NumpyOps:
                    def mean(self, x, axis=None): ...


                class TorchOps:
                    def mean(self, x, dim=None): ...
            """),
            lines=(6,),
        ),
    )

    def check(self, node: ast.AST, context: RuleContext) -> Iterator[Finding]:
        """Yield a finding for every operation that one of several backends lacks or takes differently."""
        assert isinstance(node, ast.Module)
        model = context.model
        path = str(model.source.path)
        for family in model.implementations:
            for own in family:
                if own.path == path and own.library:
                    holder = _holder(own, model)
                    yield from _lacks(own, holder, family, model)
                    yield from _differs(own, holder, family)


def _holder(own: Implementation, model: SemanticModel) -> ast.Module | ast.ClassDef:
    classes = [n for n in model.source.of(ast.ClassDef) if n.name == own.name]
    return max(classes, key=lambda n: len(n.body)) if classes else model.source.tree


def _lacks(
    own: Implementation, holder: ast.Module | ast.ClassDef, family: list[Implementation], model: SemanticModel
) -> Iterator[Finding]:
    inherited = model.inherited(holder) if isinstance(holder, ast.ClassDef) else frozenset()
    if own.is_open or inherited is None:
        return
    common = (name for one in family if not one.library for name in (*one.operations, *one.bound))
    has = {*own.operations, *own.bound, *inherited, *common}
    others: dict[str, list[Implementation]] = {}
    for other in family:
        if other.library:
            for name in other.operations:
                others.setdefault(name, []).append(other)
    missing = [name for name, owners in others.items() if name not in has and not _is_own(name, owners)]
    if not missing:
        return
    listed = ", ".join(f"`{name}`" for name in missing)
    titles = sorted({_title(others[name][-1]) for name in missing})
    which = f"{', '.join(titles)} {'has' if len(titles) == 1 else 'have'}"
    hint = "implement it, or say in a common base what is not supported"
    at = holder if isinstance(holder, ast.ClassDef) or not holder.body else holder.body[0]
    yield Finding(at, Message(f"{_title(own)} lacks {listed}, which {which}", hint, ":"), hint=hint)


def _is_own(name: str, owners: list[Implementation]) -> bool:
    """True for what one implementation alone has, as a helper or for the sake of its library."""
    (first, *others) = owners
    return not others and (name in first.used_here or first.library in libraries_in(name))


def _differs(
    own: Implementation, holder: ast.Module | ast.ClassDef, family: list[Implementation]
) -> Iterator[Finding]:
    """Yield the differences from the first implementation that has the operation, so that each is said once."""
    hint = "give both the same parameters in the same order"
    for function in holder.body:
        if not isinstance(function, Definition) or own.operations.get(function.name) is None:
            continue
        name = function.name
        first = next(other for other in family if other.library and other.operations.get(name))
        if own.operations[name] != first.operations[name]:
            message = Message(f"`{name}` takes other parameters than in {_title(first)}", hint, ":")
            yield Finding(function, message, hint=hint)


def _title(one: Implementation) -> str:
    path = Path(one.path)
    return f"`{one.name or (path.name if library_of(path.stem) else f'{path.parent.name}/{path.name}')}`"

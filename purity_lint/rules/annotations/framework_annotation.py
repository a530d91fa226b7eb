"""PUR601: annotations that name one library's classes."""

from __future__ import annotations

import ast
import builtins
from collections.abc import Iterable, Iterator, Mapping
from typing import Final

from purity_lint.findings.diagnostics import Applicability
from purity_lint.findings.edits import Edit, Fix, Hole, RemoveAnnotation, RemoveImport, Rewrite
from purity_lint.findings.finding import Finding
from purity_lint.findings.message import Message
from purity_lint.knowledge import libraries
from purity_lint.knowledge.dtypes import ABSTRACT, WITHOUT_COUNTERPART
from purity_lint.rewrites.annotations import (
    StringAnnotation,
    alternatives,
    is_scalar_class,
    library_class,
    library_names,
    portable_annotation,
    without_repetition,
)
from purity_lint.rewrites.array_protocol import METHOD
from purity_lint.rewrites.operands import quote
from purity_lint.rewrites.read_annotations import applicability_of, is_of_registered
from purity_lint.rewrites.references import Category, category
from purity_lint.rules.base import Invalid, Rule, RuleContext
from purity_lint.rules.examples import plain
from purity_lint.semantics.model import SemanticModel
from purity_lint.source.constructs import TYPE_SYNTAX
from purity_lint.source.parse import parsed_expression
from purity_lint.source.walk import children, walk

_Function = ast.FunctionDef | ast.AsyncFunctionDef
_FIELDS: Final[Mapping[type[ast.AST], tuple[str, ...]]] = {
    ast.FunctionDef: ("returns",),
    ast.AsyncFunctionDef: ("returns",),
    ast.arg: ("annotation",),
    ast.AnnAssign: ("annotation",),
    **dict.fromkeys(TYPE_SYNTAX, ("value", "bound", "default_value")),
}
"""Kind of node -> its fields that are types."""


class FrameworkAnnotation(Rule):
    """Reports annotations that name one library's classes.

    ## What it does
    Checks for `np.ndarray`, `NDArray[...]`, `torch.Tensor`, `jax.Array`, `mx.array` and other names of array
    libraries in the annotations of parameters, results and variables, also where the annotation is a string, and in
    the types that Python 3.12 has a syntax for: `type Row = np.ndarray`, `def f[T: np.ndarray](x: T)`.

    ## Why is this bad?
    The annotation promises one backend where the code runs on all of them, and it keeps the library's import
    alive.

    ## Example
    ```python
    import numpy as np

    def normalise(x: np.ndarray) -> np.ndarray: ...
    ```

    Use instead:
    ```python
    from emberops import ops

    def normalise(x: ops.Tensor) -> ops.Tensor: ...
    ```

    ## Fix safety
    Safe in signatures and on local variables, which do nothing at run time. Unsafe for NumPy's scalars
    (`np.float64`), which are tensors without dimensions on other backends, and in the body of a class and
    under a decorator that registers the function, where libraries such as pydantic and
    `functools.singledispatch` read annotations: it chooses by `ops.Tensor` as well. None for NumPy's scalars there.
    Unsafe too in a file that reads annotations, by `get_type_hints` or `inspect.signature`.

    ## Options
    - `ops-module`, `ops-alias`: where `Tensor` comes from and what the module is called.
    """

    code = "PUR601"
    name = "framework-annotation"
    nodes = (ast.FunctionDef, ast.AsyncFunctionDef, ast.arg, ast.AnnAssign, *TYPE_SYNTAX)
    VALID = (
        plain("""
            from emberops import ops


            def f(x: ops.Tensor) -> ops.Tensor:
                return x
        """),
        plain("""
            def f(x: int, y: 'str | None' = None) -> list[int]:
                return []
        """),
        plain("""
            import numpy as np


            class Table:
                def __array__(self, dtype=None) -> np.ndarray:
                    return np.asarray(self.columns, dtype=dtype)
        """),
    )
    INVALID = (
        Invalid(
            plain("""
                import numpy as np


                def f(x: np.ndarray) -> np.ndarray:
                    return x
            """),
            lines=(4, 4),
            fixed=plain("""
                from emberops import ops


                def f(x: ops.Tensor) -> ops.Tensor:
                    return x
            """),
        ),
        Invalid(
            plain("""
                from numpy.typing import NDArray


                def f(x: NDArray[float] | None = None):
                    return x
            """),
            lines=(4,),
            fixed=plain("""
                from emberops import ops


                def f(x: ops.Tensor | None = None):
                    return x
            """),
        ),
        Invalid(
            plain("""
                import torch


                def f(xs: list[torch.Tensor]):
                    return xs
            """),
            lines=(4,),
            fixed=plain("""
                import torch
                from emberops import ops


                def f(xs: list[ops.Tensor]):
                    return xs
            """),
        ),
        Invalid(
            plain("""
                import numpy as np


                def f(x: np.ndarray | np.float64, t: type[np.float64]) -> np.floating:
                    return x
            """),
            lines=(4, 4, 4),
            fixed=plain("""
                import numpy as np
                from emberops import ops


                def f(x: ops.Tensor, t: type[np.float64]) -> ops.Tensor:
                    return x
            """),
        ),
        Invalid(
            plain("""
                from typing import Union

                import numpy as np


                def f(
                    x: Union[np.ndarray, np.integer, list[np.ndarray], int],
                    y: np.ndarray | np.integer | list[np.ndarray],
                ):
                    return x, y
            """),
            lines=(7, 7, 8, 8),
            fixed=plain("""
                from typing import Union

                from emberops import ops


                def f(
                    x: Union[ops.Tensor, list[ops.Tensor], int],
                    y: ops.Tensor | list[ops.Tensor],
                ):
                    return x, y
            """),
        ),
        Invalid(
            plain("""
                import numpy as np


                class Point:
                    def split(self) -> 'tuple[Point, np.ndarray] | None':
                        return None
            """),
            lines=(5,),
            fixed=plain("""
                from emberops import ops


                class Point:
                    def split(self) -> 'tuple[Point, ops.Tensor] | None':
                        return None
            """),
        ),
        Invalid(
            plain("""
                import numpy as np


                def f(x: 'np.ndarray'):
                    return x
            """),
            lines=(4,),
            fixed=plain("""
                from emberops import ops


                def f(x: ops.Tensor):
                    return x
            """),
        ),
    )

    def applies(self, model: SemanticModel) -> bool:
        """True of files that import an array library."""
        return bool(library_names(model))

    def check(self, node: ast.AST, context: RuleContext) -> Iterator[Finding]:
        """Yield a finding for every class of an array library in an annotation."""
        model = context.model
        imports = library_names(model)
        if not imports:
            return
        for root in _annotations(node):
            yield from self._check(node, root, imports, context)

    def _check(
        self, node: ast.AST, root: ast.expr, imports: dict[str, str], context: RuleContext
    ) -> Iterator[Finding]:
        model = context.model
        if not context.profile.has_annotation and isinstance(node, ast.arg | _Function):
            yield from _without(node, root, imports, model)
            return
        for part in _parts(root, imports):
            if isinstance(part, ast.Constant):
                yield from _check_string(part, str(part.value), model)
            elif library_class(part, imports) is None:
                yield _check_union(part, imports, model)
            else:
                yield _check_name(part, library_class(part, imports), model)


def _without(
    node: ast.arg | _Function, root: ast.expr, imports: dict[str, str], model: SemanticModel
) -> Iterator[Finding]:
    """Yield the finding for an annotation that has no counterpart in the vocabulary, with a fix that takes it off."""
    named = [part for part in _parts(root, imports) if not isinstance(part, ast.Constant)]
    known = [found for part in named if (found := library_class(part, imports)) is not None]
    if known:
        message = f"the annotation `{quote(model, root)}` names {libraries.TITLES[known[0][0]]}"
        tensors = all(portable_annotation(*found) is not None for found in known)
        edit = RemoveAnnotation(node)
        fix = Fix((edit,), Applicability.UNSAFE, "Take the annotation off") if tensors else None
        advice = "leave it out, for tensors of every backend come here"
        yield Finding(root, Message(message, advice, ":"), fix=fix)


def _annotations(node: ast.AST) -> Iterator[ast.expr]:
    """Yield what stands for types in ``node`` itself: an annotation, or a type of Python 3.12's syntax."""
    if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and node.name == METHOD:
        return  # its result is an array of NumPy's everywhere
    for field in _FIELDS[type(node)]:
        found = getattr(node, field, None)
        if found is not None:
            yield found


def _parts(node: ast.expr, imports: dict[str, str]) -> Iterator[ast.expr]:
    """Yield the outermost names of libraries in an annotation, and its strings."""
    if library_class(node, imports) is not None or (
        isinstance(node, ast.Constant) and isinstance(node.value, str)
    ):
        yield node
        return
    inner: Iterable[ast.AST] = children(node)
    members = alternatives(node)
    if len(members) > 1 and len(without_repetition(members, imports)) < len(members):
        yield node
        inner = [member for member in members if library_class(member, imports) is None]
    for child in inner:
        if isinstance(child, ast.expr):
            yield from _parts(child, imports)


def _check_union(node: ast.expr, imports: dict[str, str], model: SemanticModel) -> Finding:
    """Return the finding for alternatives of which several become one: ``np.ndarray | np.float64``."""
    kept = without_repetition(alternatives(node), imports)
    holes: dict[str, Hole] = {}
    parts: list[str] = []
    for number, member in enumerate(kept):
        found = library_class(member, imports)
        target = None if found is None else portable_annotation(*found)
        if target is None:
            holes[f"m{number}"] = member
        parts.append(f"{{m{number}}}" if target is None else f"{{ops}}.{target}")
    template = " | ".join(parts)
    if isinstance(node, ast.Subscript) and len(parts) > 1:
        holes["union"] = node.value
        template = f"{{union}}[{', '.join(parts)}]"
    edit = Rewrite(node, template, holes)
    message = Message(
        f"the annotation `{quote(model, node)}` names classes of libraries", "use `ops.Tensor`", ":"
    )
    return Finding(node, message, fix=Fix((edit,), Applicability.UNSAFE, "Use `ops.Tensor`"))


def _check_name(node: ast.expr, found: tuple[str, str] | None, model: SemanticModel) -> Finding:
    assert found is not None
    library, dotted = found
    chosen_by = is_scalar_class(dotted) and is_of_registered(node, model)
    target = None if chosen_by or _names_class(node, model) else portable_annotation(library, dotted)
    message = f"the annotation `{quote(model, node)}` names {libraries.TITLES[library]}"
    if target is None:
        hint = _hint(dotted)
        return Finding(node, Message(message, hint, ":"), hint=hint)
    edits: list[Edit] = [Rewrite(node, f"{{ops}}.{target}"), *_imports_for_types(node, model)]
    safety = Applicability.UNSAFE if is_scalar_class(dotted) else applicability_of(node, model)
    fix = Fix(tuple(edits), safety, f"Use `ops.{target}`")
    return Finding(node, Message(message, f"use `ops.{target}`", ":"), fix=fix)


def _names_class(node: ast.expr, model: SemanticModel) -> bool:
    """True for an annotation of classes, not of their instances: ``type[np.float64]``."""
    match model.parent(node):
        case ast.Subscript(value=ast.Name(id="type" | "Type") | ast.Attribute(attr="Type")):
            return True
    return False


def _hint(dotted: str) -> str:
    short = dotted.rpartition(".")[2]
    if short in ABSTRACT or short in WITHOUT_COUNTERPART or category("numpy", short) is Category.DTYPE:
        return "a scalar is a `float`, an `int` or a tensor without dimensions (`ops.Tensor`)"
    if short in ("Generator", "RandomState", "SeedSequence"):
        return "pass a key (`ops.random.key(seed)`), which is an `ops.Tensor`"
    if short == "device":
        return "a device is named by a string, such as `cpu` or `gpu`"
    return "move the code that needs it under `backend-paths`"


def _imports_for_types(node: ast.expr, model: SemanticModel) -> Iterator[RemoveImport]:
    """Yield the import that only this annotation may have needed, where no other rule speaks for it."""
    root: ast.expr = node
    while isinstance(root, ast.Attribute | ast.Subscript):
        root = root.value
    if not isinstance(root, ast.Name):
        return
    for binding in model.imports:
        if binding.local == root.id and binding.type_checking and isinstance(binding.node, ast.stmt):
            yield RemoveImport(binding.node, binding.local)


def _can_be_evaluated(annotation: ast.expr, model: SemanticModel) -> bool:
    """True where each name in the text of an annotation is there at run time, before the class that it may stand in."""
    imported = {
        binding.local
        for binding in model.imports
        if not binding.type_checking and isinstance(model.parent(binding.node), ast.Module)
    }
    there = imported | library_names(model).keys()
    named = {node.id for node in walk(annotation) if isinstance(node, ast.Name)}
    return all(name in there or hasattr(builtins, name) for name in named)


def _in_quotes(template: str, mark: str) -> str:
    """Return an annotation as text, in the quotation marks that it had where none are in it."""
    if mark not in "\"'" or mark in template:
        mark = "'" if '"' in template else '"'
    return f"{mark}{template}{mark}"


def _check_string(node: ast.Constant, text: str, model: SemanticModel) -> Iterator[Finding]:
    try:
        tree = parsed_expression(text.strip())
    except SyntaxError:
        return  # the metadata of an `Annotated`, a `Literal`'s value: no annotation
    replaced = StringAnnotation(library_names(model))
    stays_text = not _can_be_evaluated(tree, model)
    template = replaced.render(tree)
    if not replaced.libraries:
        return
    title = libraries.TITLES[replaced.libraries[0]]
    if replaced.unknown:
        hint = _hint(replaced.unknown[0])
        yield Finding(node, Message(f'the annotation "{text}" names {title}', hint, ":"), hint=hint)
        return
    whole = isinstance(tree, ast.Attribute | ast.Name)
    if not whole and stays_text:
        template = _in_quotes(template, quote(model, node)[0])
    yield Finding(
        node,
        Message(f'the annotation "{text}" names {title}', "use `ops.Tensor`", ":"),
        fix=Fix(
            (Rewrite(node, template),),
            applicability_of(node, model) if whole else Applicability.UNSAFE,
            "Use `ops.Tensor`",
        ),
    )

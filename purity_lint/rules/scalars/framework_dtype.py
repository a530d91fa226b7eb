"""PUR305: dtypes by a library's own names, and by strings."""

from __future__ import annotations

import ast
import re
from collections.abc import Collection, Iterator, Mapping

from purity_lint.findings.diagnostics import Applicability
from purity_lint.findings.edits import Fix, Hole, Rewrite
from purity_lint.findings.finding import Finding
from purity_lint.findings.message import Message
from purity_lint.knowledge import libraries
from purity_lint.knowledge.dtypes import (
    ABSTRACT,
    BOOLEANS,
    BUILTINS,
    DTYPES,
    SPELLINGS,
    WITHOUT_COUNTERPART,
    of_string,
)
from purity_lint.knowledge.numpy.roles import ASTYPE, ISSUBDTYPE
from purity_lint.rewrites.host.portable_dtypes import CASTS, takes_dtype, trust_of_dtype
from purity_lint.rewrites.operands import OPS, SEQUENCES, quote
from purity_lint.rewrites.references import Category, Reference, reference
from purity_lint.rewrites.scopes import means_builtin
from purity_lint.rules.base import Invalid, Rule, RuleContext
from purity_lint.rules.examples import plain
from purity_lint.semantics.model import SemanticModel
from purity_lint.source.names import last_name

_CONSTANT = re.compile(r"[A-Z_]*DTYPES?")
"""Names of constants that hold dtypes."""
_DTYPE_SECOND = frozenset({"array", "asarray", "zeros", "ones", "empty", "asanyarray"})


class FrameworkDtype(Rule):
    """Reports dtypes of one library, and dtypes given as strings.

    ## What it does
    Checks for `np.float32`, `torch.int64`, `np.dtype("f4")` and their like, and for strings where `ops`, an
    array library or a tensor's method takes a dtype.

    ## Why is this bad?
    A library's dtype is an object of that library: torch refuses `np.float32`, NumPy refuses `torch.float32`. A
    string is read at run time, so that a misspelt one is found late. `ops.float32` is accepted everywhere.

    ## Example
    ```python
    import numpy as np
    from emberops import ops

    x = ops.zeros((2, 3), dtype=np.float32)
    ```

    Use instead:
    ```python
    from emberops import ops

    x = ops.zeros((2, 3), dtype=ops.float32)
    ```

    ## Fix safety
    Safe where the dtype is an argument of an operation, or of a call that becomes one. Unsafe elsewhere: a
    function that hands its argument to NumPy would not accept a portable dtype. None where the file asks which object
    it is, `x.dtype is INT64`: a portable dtype equals the native one, and is another object, with another hash. So
    none for elements of a set and keys of a dict, unless the file looks up nothing in it but dtypes that it writes
    out, nor for a class by which `singledispatch` chooses, `@area.register(np.floating)`.

    ## Options
    - `backend-paths`: files that may use a library's dtypes.
    """

    code = "PUR305"
    name = "framework-dtype"
    nodes = (ast.Call, ast.Attribute, ast.Name, ast.Constant, ast.keyword)
    mentions = True
    VALID = (
        plain("""
            from emberops import ops


            def f(x: ops.Tensor):
                return ops.astype(x, float)
        """),
        plain("""
            from emberops import ops

            x = ops.zeros((2, 3), dtype=ops.float32)
        """),
        plain("x = dict(dtype='float32')"),
        plain("name = 'float32'"),
    )
    INVALID = (
        Invalid(
            plain("""
                import numpy as np
                from emberops import ops

                x = ops.zeros((2, 3), dtype=np.float32)
            """),
            lines=(4,),
            fixed=plain("""
                from emberops import ops

                x = ops.zeros((2, 3), dtype=ops.float32)
            """),
        ),
        Invalid(
            plain("""
                import torch
                from emberops import ops

                x = ops.zeros((2, 3), dtype=torch.long)
            """),
            lines=(4,),
            fixed=plain("""
                import torch
                from emberops import ops

                x = ops.zeros((2, 3), dtype=ops.int64)
            """),
        ),
        Invalid(
            plain("""
                from numpy import dtype as np_dtype


                def f(dtype=np_dtype('float32')):
                    return dtype
            """),
            lines=(4,),
            fixed=plain("""
                from emberops import ops


                def f(dtype=ops.float32):
                    return dtype
            """),
        ),
        Invalid(
            plain("""
                from emberops import ops

                x = ops.zeros((2, 3), dtype='f4')
            """),
            lines=(3,),
            fixed=plain("""
                from emberops import ops

                x = ops.zeros((2, 3), dtype=ops.float32)
            """),
        ),
        Invalid(
            plain("""
                import numpy as np


                def f(x):
                    return x.dtype.type is np.float32
            """),
            lines=(5,),
        ),
        Invalid(
            plain("""
                import numpy as np

                INT64 = np.dtype("int64")
                FLOAT32 = np.dtype("float32")
                FLOATS = {id(FLOAT32)}


                def f(table):
                    return table.index.dtype is INT64, id(table.dtype) in FLOATS
            """),
            lines=(3, 4),
        ),
    )

    @property
    def names(self) -> Mapping[type[ast.AST], Collection[str]]:
        """Strings that stand for dtypes."""
        return {ast.Constant: SPELLINGS}

    def check(self, node: ast.AST, context: RuleContext) -> Iterator[Finding]:
        """Yield a finding for a dtype that is not portable."""
        if isinstance(node, ast.Constant):
            if isinstance(node.value, str):
                yield from _check_string(node, node.value, context)
            return
        if isinstance(node, ast.keyword):
            if context.profile.of_arguments:
                yield from _check_constant(node)
            return
        found = reference(node, context.model)
        if found is not None and found.category is Category.DTYPE and not _names_kind(found, context.model):
            yield _check_reference(found, context.model)


def _names_kind(found: Reference, model: SemanticModel) -> bool:
    """True for the boolean dtype of `np.issubdtype(x.dtype, np.bool_)`, which goes together with the question."""
    question = model.parent(found.node)
    return (
        found.dotted in BOOLEANS
        and isinstance(question, ast.Call)
        and question.args[1:] == [found.node]
        and model.qualified_name(question.func) == ISSUBDTYPE
    )


def _check_string(node: ast.Constant, text: str, context: RuleContext) -> Iterator[Finding]:
    model = context.model
    target = of_string(text)
    if target is None or text in context.profile.strings_of_dtypes or not _is_dtype_argument(node, model):
        return
    written = f"ops.{target}"
    if context.profile.name == "emberops" and text in _PYTHONS and means_builtin(text, node, model):
        written = text  # whose width is the backend's, as that of the class itself is
    edit = Rewrite(node, written.replace("ops", "{ops}"))
    yield Finding(
        node,
        Message(f'the dtype "{text}" is a string', f"use `{written}`", ":"),
        fix=Fix((edit,), trust_of_dtype(node, target, model), f"Replace it with `{written}`"),
    )


_PYTHONS = frozenset({"int", "float", "complex"})


def _check_constant(keyword: ast.keyword) -> Iterator[Finding]:
    """Yield a finding for dtypes that a module keeps: only the namespace of some arrays has dtypes for them."""
    if keyword.arg != "dtype" or not isinstance(keyword.value, ast.Name | ast.Attribute):
        return
    name = last_name(keyword.value)
    if not _CONSTANT.fullmatch(name):
        return
    fix = None
    if "FLOAT" in name:
        edit = Rewrite(keyword.value, "{ops}.supported_float_dtypes()")
        fix = Fix((edit,), Applicability.UNSAFE, "Take the dtypes from the namespace of the arrays")
    yield Finding(keyword.value, f"`{name}` holds the dtypes of one library", fix=fix)


def _check_reference(found: Reference, model: SemanticModel) -> Finding:
    name = quote(model, found.name)
    short = found.dotted.rpartition(".")[2]
    target = DTYPES[found.library].get(found.dotted)
    if target is None:
        return _without_target(found, name, short, model)
    message = Message(f"`{name}` is a dtype of {found.title}", f"use `ops.{target}`", ":")
    if _is_in_union(found.node, model):
        return Finding(found.node, message, hint="a dtype of ops is no class, of which alone unions are made")
    if found.call is None:
        edit = Rewrite(found.node, f"{{ops}}.{target}")
        return Finding(
            found.node,
            message,
            fix=Fix((edit,), trust_of_dtype(found.node, target, model), f"Use `ops.{target}`"),
        )
    return Finding(
        found.node,
        message,
        fix=_cast(found.call, target, model),
        hint=f"use `ops.asarray` with `ops.{target}`",
    )


def _is_in_union(node: ast.AST, model: SemanticModel) -> bool:
    """True for `np.bool_` in `float | np.bool_`, which Python works out: NumPy's scalars are classes."""
    holder = model.parent(node)
    return isinstance(holder, ast.BinOp) and isinstance(holder.op, ast.BitOr)


def _without_target(found: Reference, name: str, short: str, model: SemanticModel) -> Finding:
    if short == "dtype" and found.call is not None:
        target = _dtype_of_argument(found.call, model)
        if target is not None:
            edit = Rewrite(found.node, f"{{ops}}.{target}")
            return Finding(
                found.node,
                Message(f"`{name}` makes a dtype of {found.title}", f"use `ops.{target}`", ":"),
                fix=Fix((edit,), trust_of_dtype(found.node, target, model), f"Use `ops.{target}`"),
            )
    if short in ABSTRACT:
        hint = f"ask `ops.isdtype(x.dtype, {ABSTRACT[short]})`"
    elif short in WITHOUT_COUNTERPART:
        hint = "no other backend has such a dtype"
    else:
        hint = "use a portable dtype, such as `ops.float32`"
    return Finding(found.node, Message(f"`{name}` is a dtype of {found.title}", hint, ":"), hint=hint)


def _cast(call: ast.Call, target: str, model: SemanticModel) -> Fix | None:
    """Write ``np.float32(x)``, a scalar or an array, as a tensor of ops."""
    if len(call.args) != 1 or call.keywords or isinstance(call.args[0], ast.Starred):
        return None
    holes: dict[str, Hole] = {"x": call.args[0]}
    made = model.value(call.args[0])
    is_array = (made.is_tensor and not made.maybe) or made.kind in SEQUENCES
    if is_array:
        edit = Rewrite(call, f"{{ops}}.asarray({{x}}, dtype={{ops}}.{target})", holes)
        return Fix((edit,), Applicability.UNSAFE, f"Use `ops.asarray` with `ops.{target}`")
    edit = Rewrite(call, f"{{ops}}.{target}({{x}})", holes)  # a number stays a number on NumPy
    return Fix((edit,), Applicability.UNSAFE, f"Use `ops.{target}`")


def _dtype_of_argument(call: ast.Call, model: SemanticModel) -> str | None:
    if len(call.args) != 1 or call.keywords:
        return None
    argument = call.args[0]
    if isinstance(argument, ast.Constant) and isinstance(argument.value, str):
        return of_string(argument.value)
    if isinstance(argument, ast.Name) and argument.id in BUILTINS:
        return BUILTINS[argument.id]
    found = reference(argument, model)
    return None if found is None else DTYPES[found.library].get(found.dotted)


def _is_dtype_argument(node: ast.expr, model: SemanticModel) -> bool:
    """True where a string is given where an array library, ``ops`` or a tensor's method takes a dtype."""
    parent = model.parent(node)
    if isinstance(parent, ast.keyword):
        call = model.parent(parent)
        return parent.arg == "dtype" and isinstance(call, ast.Call) and takes_dtype(call, model)
    if not isinstance(parent, ast.Call):
        return False
    index = parent.args.index(node) if node in parent.args else -1
    if index == 0:
        return (
            isinstance(parent.func, ast.Attribute)
            and parent.func.attr in CASTS
            and takes_dtype(parent, model)
        )
    if index == 1:
        qualified = model.qualified_name(parent.func) or ""
        module, _, name = qualified.rpartition(".")
        if qualified in (f"{OPS}astype", f"{OPS}cast", ASTYPE):
            return True
        return module in libraries.NUMPY_MODULES and name in _DTYPE_SECOND
    return False

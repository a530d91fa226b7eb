"""Python's builtin functions on tensors (PUR205)."""

from __future__ import annotations

import ast
import re
from collections.abc import Collection, Iterator, Mapping

from purity_lint.findings.diagnostics import Evidence
from purity_lint.findings.edits import Fix, Rewrite
from purity_lint.findings.finding import Finding
from purity_lint.findings.message import Message
from purity_lint.rewrites.calls.builtins import COPY, REWRITES
from purity_lint.rewrites.calls.special_forms.numbers_of_the_host import is_counted
from purity_lint.rewrites.host.array_likes import may_be_a_list
from purity_lint.rewrites.host.lists_of_arrays import is_made_a_list, is_without_shape
from purity_lint.rewrites.indexing.left_out_axes import indexed_by_numbers
from purity_lint.rewrites.namespaces.brought_over import is_for_another
from purity_lint.rewrites.operands import (
    SEQUENCES,
    applicability,
    builtin,
    quote,
    safe_if,
    strongest,
    tensor_finding,
    without_keywords,
)
from purity_lint.rewrites.operators.labelled_formulas import is_beside_labelled
from purity_lint.rewrites.operators.single_numbers import is_single_number
from purity_lint.rewrites.scopes import catches
from purity_lint.rules.base import Invalid, Rule, RuleContext
from purity_lint.rules.examples import in_function, plain
from purity_lint.semantics.model import SemanticModel
from purity_lint.semantics.values import Value


class BuiltinOnTensor(Rule):
    """Flags Python's builtins on tensors.

    ## What it does
    Flags `sum`, `abs`, `min`, `max`, `round`, `pow`, `any`, `all`, `sorted`, `reversed`, `divmod`, `set` and
    `frozenset` where an argument is a tensor, and `copy.copy`. `len` is not flagged: it gives the same Python number
    on every backend.

    ## Why is this bad?
    These functions iterate. `sum(x)` adds one element after the other, each of them a new array, and on
    an accelerator each a launch of its own; the order of additions is the worst there is for
    precision; and on an array of two dimensions it means a sum over the first axis, `min(x)` an error.
    Under a tracer most of them fail. The elements of a PyTorch tensor are equal but have a hash each, so that
    `set(x)` keeps every one of them; those of a JAX array have none. `copy.copy(x)` of a PyTorch tensor is
    another tensor over the same memory, so that a store into one changes both.

    ## Example
    ```python
    total = sum(x)
    ```

    Use instead:
    ```python
    total = ops.sum(x, axis=0)
    ```

    ## Fix safety
    Safe for `abs`, `pow` and `copy.copy` where the operand is proven or declared to be a tensor, and for `any` and
    `all` of a vector, which give a `bool` as before: `bool(ops.any(x))`, and `ops.any(x)` where only its truth is
    asked, as in `if any(x > 0):`. Unsafe where it may be a number of Python's, which is one of NumPy's in double
    precision afterwards, and for `min` and `max`, which step over NaN or not as the order of the elements has it, and
    of `max(x, 0)` may give the very `0`; for `sum`, whose last digits may change with the order of additions (and of
    an array without rows there are zeros for its columns afterwards, not the number 0); for `sorted`, which puts NaN
    anywhere; for `round`, which raises for fractions, decimals and truth values as NumPy's does; and for `set`, which
    holds Python numbers then. Without digits Python's `round` stays, of `ops.item(x)`, for it makes an integer. None
    for what may be a list or text, for the rows of a matrix, for `round` to some digits of what may be no number, with
    `key=` and `default=`.

    ## Options
    None.
    """

    code = "PUR205"
    name = "builtin-on-tensor"
    nodes = (ast.Call,)
    VALID = (
        in_function("return len(x), range(len(x))"),
        in_function("return sum(x.shape), max(x.ndim, y.ndim), abs(n)"),
        in_function("return ops.sum(x), ops.abs(x)"),
        plain("""
            def f(names: list[str], n: int):
                return sorted(names), max(n, 2), sum([1, 2])
        """),
        in_function("""
            sum = ops.sum
            return sum(x)
        """),
        in_function("""
            smallest = min if n else max
            return [f(x) for f in (abs, round)], smallest(x), {"low": min, "high": max}[n](x)
        """),
        plain("""
            from emberops import ops
            def reduce(x: ops.Tensor, by=max):
                return by(x)
        """),
    )
    INVALID = (
        Invalid(
            in_function("return abs(x), min(x)"),
            lines=(5, 5),
            fixed=in_function("return ops.abs(x), ops.min(x)"),
        ),
        Invalid(
            plain("""
                from emberops import ops
                def f(n):
                    x = ops.arange(n)
                    if any(x > 2) and not all(x < 9):
                        return {"many": any(x > 2)}
            """),
            lines=(4, 4, 5),
            fixed=plain("""
                from emberops import ops
                def f(n):
                    x = ops.arange(n)
                    if ops.any(x > 2) and not ops.all(x < 9):
                        return {"many": bool(ops.any(x > 2))}
            """),
        ),
        Invalid(
            in_function("return sum(x)"),
            lines=(5,),
            fixed=in_function("return ops.sum(x, axis=0)"),
        ),
        Invalid(
            in_function("return max(ops.sum(x), 0), pow(x, 3)"),
            lines=(5, 5),
            fixed=in_function("return ops.maximum(ops.sum(x), 0), ops.power(x, 3)"),
        ),
        Invalid(
            in_function("""
                total = 0.0
                for _ in range(n):
                    total = ops.add(total, ops.mean(x))
                return round(total, 2)
            """),
            lines=(8,),
            fixed=in_function("""
                total = 0.0
                for _ in range(n):
                    total = ops.add(total, ops.mean(x))
                return ops.round(total, 2)
            """),
        ),
        Invalid(
            in_function("""
                found = {"mean": ops.mean(x), "n": n}
                return {k: round(v, 2) for k, v in found.items()}
            """),
            lines=(6,),
            fixed=in_function("""
                found = {"mean": ops.mean(x), "n": n}
                return {k: round(ops.item(v), 2) for k, v in found.items()}
            """),
        ),
        Invalid(
            in_function("""
                diameter = n(x)
                return round(diameter), diameter.mean(), round(n.x)
            """),
            lines=(6,),
            fixed=in_function("""
                diameter = n(x)
                return round(ops.item(diameter)), diameter.mean(), round(n.x)
            """),
        ),
        Invalid(
            in_function("return max(x, key=abs)"),
            lines=(5,),
        ),
        Invalid(
            plain("""
                from emberops import ops


                def f(x: ops.Tensor, names):
                    labels = [str(name) for name in names] if names else x
                    return set(labels)
            """),
            lines=(6,),
        ),
        Invalid(
            in_function("return divmod(x, n), divmod(ops.argmin(x), len(x))"),
            lines=(5, 5),
            fixed=in_function("""
                return (ops.floor_divide(x, n), ops.remainder(x, n)), ops.divmod(ops.argmin(x), len(x))
            """),
        ),
        Invalid(
            plain("""
                from copy import copy
                from emberops import ops


                def f(x: ops.Tensor, names: list):
                    return copy(x), copy(names)
            """),
            lines=(6,),
            fixed=plain("""
                from copy import copy
                from emberops import ops


                def f(x: ops.Tensor, names: list):
                    return ops.copy(x), copy(names)
            """),
        ),
        Invalid(
            in_function("return len(set(x))"),
            lines=(5,),
            fixed=in_function("return len(set(ops.tolist(x)))"),
        ),
    )

    @property
    def names(self) -> Mapping[type[ast.AST], Collection[str]]:
        """Builtins that an operation says for tensors."""
        return {ast.Call: ["len", *(name.rpartition(".")[2] for name in REWRITES if name is not None)]}

    def check(self, node: ast.AST, context: RuleContext) -> Iterator[Finding]:
        """Flag a builtin with a tensor argument."""
        model = context.model
        name = _function_name(node, model)
        if name in context.profile.builtins:
            return
        if name == "len" and isinstance(node, ast.Call) and not context.profile.has_length:
            yield from _length(node, context)
        if name not in REWRITES or not isinstance(node, ast.Call):
            return
        values = [model.value(argument) for argument in node.args if not isinstance(argument, ast.Starred)]
        tensor = strongest(values)
        if tensor is None or not _consumes_tensor(name, values):
            return
        if name == "abs" and is_single_number(node.args[0], model):
            return  # an operator of a number, which every backend has
        if name == "sum" and any(model.value(start).kind in SEQUENCES for start in _behind_the_first(node)):
            return  # it joins lists
        if name == "reversed" and is_counted(node.args[0], model):
            return  # no tensor for long: PUR103 makes it a `range`
        message = f"`{name}` on the tensor `{quote(model, node.args[values.index(tensor)])}`"
        rewrite = None if any(v.textual for v in values) else REWRITES[name](node, model)
        if rewrite is None or is_beside_labelled(node, model):
            yield tensor_finding(node, message, tensor, hint=_HINT if rewrite is None else _BESIDE_COLUMN)
            return
        template, holes, preserved = rewrite
        targets = _targets(template)
        fix = Fix(
            (Rewrite(node, template, holes),),
            applicability(tensor, exact=preserved),
            f"Replace `{name}` with {targets}",
        )
        yield tensor_finding(node, Message(message, f"use {targets}"), tensor, fix)


def _behind_the_first(call: ast.Call) -> list[ast.expr]:
    return [*call.args[1:], *(keyword.value for keyword in call.keywords)]


def _function_name(node: ast.AST, model: SemanticModel) -> str | None:
    """Return what is called: a builtin, or `copy.copy` under whatever name."""
    name = builtin(model, node)
    if name is None and isinstance(node, ast.Call) and model.qualified_name(node.func) == COPY:
        return COPY
    return name


def _length(call: ast.Call, context: RuleContext) -> Iterator[Finding]:
    """Yield the finding for `len(x)`, which arrays of the standard do not have."""
    model = context.model
    if not without_keywords(call, 1):
        return
    array = model.value(call.args[0])
    if not array.is_tensor or array.textual or is_made_a_list(call.args[0], model, maybe=array.maybe):
        return
    if is_without_shape(call.args[0], model) or is_for_another(call.args[0], model):
        return
    if catches(call, "TypeError", model):
        return  # it asks whether there is a length
    of_all_axes = "fewer-axes" not in context.profile.index_forms
    whole, axis = (indexed_by_numbers(call.args[0], model) if of_all_axes else None) or (call.args[0], 0)
    edit = Rewrite(call, f"{{x}}.shape[{axis}]", {"x": whole})
    # `x[0]` of an array without elements raises, and `x.shape[1]` does not
    certain = axis == 0 and array.evidence is Evidence.PROVEN and not array.maybe
    way_out = f"`x.shape[{axis}]`"
    message = Message(f"`len` on the tensor `{quote(model, call.args[0])}`", f"use {way_out}")
    if may_be_a_list(call.args[0], model):
        yield tensor_finding(call, message, array, hint=_NO_ARRAY_YET)
        return
    yield tensor_finding(
        call, message, array, Fix((edit,), safe_if(certain), f"Replace `len` with {way_out}")
    )


def _targets(template: str) -> str:
    """Return the functions of a template, each once: `ops.maximum` of `{ops}.maximum({a0}, {a1})`."""
    return " and ".join(f"`ops.{name}`" for name in dict.fromkeys(_FUNCTION.findall(template)))


_FUNCTION = re.compile(r"\{ops\}\.(\w+)")
_NO_ARRAY_YET = "Callers may give a list: make an array of it first."
_BESIDE_COLUMN = "A column or table takes its result as an operand, and no tensor."
_HINT = "Use the function of `ops` that works on whole arrays."


def _consumes_tensor(name: str | None, values: list[Value]) -> bool:
    """True where the builtin works on a tensor: `sum(parts, t)` only starts from one, which is fine."""
    return values[0].is_tensor or name in {"min", "max", "pow", "divmod"}

"""Augmented assignment to tensors (PUR202); to parts of one (``x[i] += y``) it belongs to PUR206."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from purity_lint.findings.assumptions import Assumption, claim
from purity_lint.findings.edits import RewriteStatement, fix_if
from purity_lint.findings.finding import Finding
from purity_lint.findings.message import Message
from purity_lint.rewrites.operands import (
    NUMBERS,
    SEQUENCES,
    TEXT,
    is_certain,
    is_foreign,
    is_simple,
    may_be_foreign,
    quote,
    strongest,
    tensor_finding,
)
from purity_lint.rewrites.operators.arithmetic import (
    ALIKE,
    ARITHMETIC,
    BITWISE,
    may_join,
    operand_value,
    repeats_a_list,
)
from purity_lint.rewrites.operators.single_numbers import is_single_number
from purity_lint.rewrites.scopes import enclosing, parameters
from purity_lint.rewrites.stores.kept_dtypes import surely_keeps_dtype
from purity_lint.rewrites.stores.rebinding import rebinding, seen_by_others
from purity_lint.rewrites.stores.sharing import Sharing, sharing
from purity_lint.rewrites.stores.written_views import with_views
from purity_lint.rules.base import Invalid, Rule, RuleContext
from purity_lint.rules.examples import in_function, plain
from purity_lint.semantics.model import SemanticModel
from purity_lint.semantics.values import Kind, Value


class AugmentedOperator(Rule):
    """Flags `x += y` on tensors.

    ## What it does
    Flags the augmented assignments (`+= -= *= /= //= %= **= @= &= |= ^= <<= >>=`) to a name, an attribute
    or an item of a list or dict that holds a tensor. Where `x` is itself a tensor, `x[i] += y` is
    `in-place-mutation` (PUR206).

    ## Why is this bad?
    On NumPy, PyTorch and MLX the array itself changes, so that every other name for it sees the change:
    the caller's argument, a view, an attribute. On JAX a new array is made and nobody sees anything. NumPy
    keeps the dtype of `x` besides, where `x + y` promotes; PyTorch refuses a leaf that needs a gradient.

    ## Example
    ```python
    total += x
    ```

    Use instead:
    ```python
    total = ops.add(total, x)
    ```

    ## Fix safety
    Safe where `x` is a local name for an array that nothing else refers to and that is no parameter, that has an
    axis, and whose dtype surely stays what it was. Unsafe where NumPy may refuse `x += y`, which is done then:
    a number that is written out changes no other dtype, nor does what is computed of `x` alone
    (`x -= ops.mean(x)`). Unsafe, too, where somebody else may hold the
    array: a parameter that is given back, an attribute, an item; it is then changed where it is,
    `x = ops.assign_add(x, ..., y)`, so that on NumPy all see what they saw before. None where somebody else does
    look at it afterwards: another name for it or for a row of it, a caller to whom the parameter is not
    given back, an attribute that is a view. On JAX they would not see the change, and no rewrite of one
    statement can show it to them. A view of an array that is read afterwards, `c = w[1:-1]` or the row of a
    loop, is put back there: `w = ops.assign(w, slice(1, -1), c)`; that is unsafe. An array of a list or
    dict that a loop goes through is put back there, `p = params[k] = ...`, for which a loop over a list
    counts: `for index, p in enumerate(params)`. What may be a number is updated there, too, since numbers
    do not change. None either where an operand has operators of its own, or where the index of an item does
    something, which would be done twice.

    ## Options
    - `operators`: `keep` leaves `x += y` of tensors, or of a tensor and a number, where no other name sees `x`.
    """

    code = "PUR202"
    name = "augmented-operator"
    nodes = (ast.AugAssign,)
    VALID = (
        plain("""
            def f(n: int):
                n += 1
                return n
        """),
        plain("""
            def f():
                names = []
                names += ['a']
                text = ''
                text += 'a'
        """),
        in_function("""
            rows = x.shape[0]
            rows *= 2
            return rows
        """),
        in_function("""
            parts = []
            parts += [x]
            return parts
        """),
    )
    INVALID = (
        Invalid(
            in_function("""
                x += 1  # shift
                return x
            """),
            lines=(5,),
            fixed=in_function("""
                x = ops.assign_add(x, ..., 1)  # shift
                return x
            """),
        ),
        Invalid(
            in_function("""
                total = ops.zeros(n)
                total **= 2
                return total
            """),
            lines=(6,),
            fixed=in_function("""
                total = ops.zeros(n)
                total = ops.square(total)
                return total
            """),
        ),
        Invalid(
            in_function("""
                scaled = x - ops.mean(x)
                scaled /= ops.max(ops.abs(scaled))
                scaled *= 0.5
                return scaled
            """),
            lines=(6, 7),
            fixed=in_function("""
                scaled = x - ops.mean(x)
                scaled = ops.divide(scaled, ops.max(ops.abs(scaled)))
                scaled = ops.multiply(scaled, 0.5)
                return scaled
            """),
        ),
        Invalid(
            in_function("""
                parts = [x, x]
                parts[0] *= x
                return parts
            """),
            lines=(6,),
            fixed=in_function("""
                parts = [x, x]
                parts[0] = ops.assign_multiply(parts[0], ..., x)
                return parts
            """),
        ),
        Invalid(
            in_function("""
                self.loss = 0.0
                for _ in range(n):
                    self.loss -= ops.mean(x)
                return self
            """),
            lines=(7,),
            fixed=in_function("""
                self.loss = 0.0
                for _ in range(n):
                    self.loss = ops.subtract(self.loss, ops.mean(x))
                return self
            """),
        ),
        Invalid(
            plain("""
                from emberops import ops


                class Filter:
                    def __init__(self):
                        self.likelihood = 0.0

                    def update(self, x: ops.Tensor):
                        self.likelihood += ops.matmul(x, x)
                        return self.likelihood
            """),
            lines=(9,),
            fixed=plain("""
                from emberops import ops


                class Filter:
                    def __init__(self):
                        self.likelihood = 0.0

                    def update(self, x: ops.Tensor):
                        self.likelihood = ops.add(self.likelihood, ops.matmul(x, x))
                        return self.likelihood
            """),
        ),
        Invalid(
            in_function("""
                place, total, sums = ops.argmax(x), 0.0, []
                place += y
                for part in (x, y):
                    total += ops.mean(part)
                    sums.append(total)
                return sums, place
            """),
            lines=(6, 8),
            fixed=in_function("""
                place, total, sums = ops.argmax(x), 0.0, []
                place = ops.add(place, y)
                for part in (x, y):
                    total = ops.add(total, ops.mean(part))
                    sums.append(total)
                return sums, place
            """),
        ),
        Invalid(
            in_function("""
                weights, slopes = {'w': x}, [y, y]
                for k, w in weights.items():
                    for slope in slopes:
                        w -= n * slope
                for slope, w in zip(slopes, weights):
                    slope *= 0.5
                return weights, slopes
            """),
            lines=(8, 10),
            fixed=in_function("""
                weights, slopes = {'w': x}, [y, y]
                for k, w in weights.items():
                    for slope in slopes:
                        w = weights[k] = ops.assign_subtract(w, ..., n * slope)
                for index, (slope, w) in enumerate(zip(slopes, weights)):
                    slope = slopes[index] = ops.assign_multiply(slope, ..., 0.5)
                return weights, slopes
            """),
        ),
        Invalid(
            in_function("""
                weights, slopes = {'w': x}, [y, y]
                for k, w in weights.items():
                    k = str(k)
                    w -= n
                for slope in (x, y):
                    slope *= 0.5
                for k, m in {'m': 1.5}.items():
                    m += 1
                return weights, slopes
            """),
            lines=(8, 10),
        ),
        Invalid(
            in_function("""
                parts = {}
                parts[next(n)] = x
                parts[next(n)] += x
                return parts
            """),
            lines=(7,),
        ),
        Invalid(
            in_function("""
                pair = [1.0, n]
                pair /= ops.max(x)
                return pair
            """),
            lines=(6,),
            fixed=in_function("""
                pair = [1.0, n]
                pair = ops.divide(pair, ops.max(x))
                return pair
            """),
        ),
    )

    def applies(self, model: SemanticModel) -> bool:
        """True of files with tensors."""
        return model.has_tensors

    def check(self, node: ast.AST, context: RuleContext) -> Iterator[Finding]:
        """Flag an augmented assignment to what holds a tensor."""
        model = context.model
        if not isinstance(node, ast.AugAssign) or not context.wants_functions:
            return
        if isinstance(node.target, ast.Subscript) and model.value(node.target.value).is_tensor:
            return
        symbol, function = ARITHMETIC.get(type(node.op)) or BITWISE[type(node.op)]
        target, other = operand_value(node.target, model), operand_value(node.value, model)
        tensor = strongest((target, other))
        if tensor is None or not _is_arithmetic(target, node.op, other):
            return
        private = sharing(node.target, node, model) is Sharing.PRIVATE
        if private and _is_kept(symbol, target, other, context):
            return
        name = quote(model, node.target)
        text, new = rebinding(node, function, private=private, model=model)
        way_out, called = f"{name} = ops.{new}(...)", f"ops.{new}"
        numbers = symbol in ALIKE and _is_of_single_numbers(node, model)
        if numbers:
            text, new = f"{text.partition(' = {ops}')[0]} = {{x}} {symbol} {{y}}", function
            way_out, called = f"{name} = {name} {symbol} ...", symbol
        message = Message(f"`{symbol}=` on the tensor `{name}`", f"use `{way_out}`")
        repeated = isinstance(node.op, ast.Mult) and repeats_a_list(target, other)
        edit = RewriteStatement(node, text, {"x": node.target, "y": node.value})
        edits, of_views = with_views(edit, [node.target], node, model)
        claims = (
            *of_views,
            claim(Assumption.NUMERIC, is_certain(target)),
            claim(
                Assumption.NOT_FOREIGN,
                not may_be_foreign(other),
                refuted=is_foreign(other) or is_foreign(target) or _is_item_of_objects(node.target, model),
            ),
            *(() if numbers and target.rank == 0 else seen_by_others(node, new, model)),
            claim(Assumption.NOT_REPEATED, not repeated, refuted=repeated),
            claim(Assumption.SAME_DTYPE, new.startswith("assign") or surely_keeps_dtype(node, model)),
        )
        fix = (
            fix_if(claims, edits, f"Replace `{symbol}=` with `{called}`") if is_simple(node.target) else None
        )
        yield tensor_finding(node, message, tensor, fix, None if fix else _HINT)


_HINT = (
    "Another name sees the change on some backends and not on others: make a new array, and hand it to both."
)


def _is_item_of_objects(target: ast.expr, model: SemanticModel) -> bool:
    """True for an item, of which nothing is known, of what is no array of numbers: a list in an array of objects."""
    if not isinstance(target, ast.Subscript) or model.value(target).is_tensor:
        return False
    return model.value(target.value).kind is Kind.OTHER


def _is_of_single_numbers(node: ast.AugAssign, model: SemanticModel) -> bool:
    """True where the operator may stay: not for a parameter, which may be an array without axes, and stays one."""
    handed_in = isinstance(node.target, ast.Name) and node.target.id in parameters(enclosing(node, model))
    return not handed_in and all(is_single_number(side, model) for side in (node.target, node.value))


def _is_kept(symbol: str, target: Value, other: Value, context: RuleContext) -> bool:
    """True where the settings leave `x += y` as it is: nobody else sees `x`, whether a backend changes it or not."""
    if context.settings.operators != "keep" or symbol not in ALIKE or target.foreign or other.foreign:
        return False
    sides = (target, other)
    return all(v.kind in NUMBERS or (v.is_tensor and not v.maybe) for v in sides)


_OF_SEQUENCES = (ast.Add, ast.Mult)
"""Operators of lists, which grow and repeat."""


def _is_arithmetic(target: Value, operator: ast.operator, other: Value) -> bool:
    """True for ``+=`` of numbers: a list that a tensor's items are added to stays a list, text stays text."""
    if target.kind in SEQUENCES:
        return other.is_tensor and not isinstance(operator, _OF_SEQUENCES)
    if isinstance(operator, ast.Add) and may_join(target, other):
        return False
    return target.kind not in TEXT and other.kind not in TEXT

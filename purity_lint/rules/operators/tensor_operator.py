"""PUR201: arithmetic operators on tensors."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from purity_lint.findings.finding import Finding
from purity_lint.findings.message import Message
from purity_lint.rewrites.operands import (
    quote,
    tensor_finding,
)
from purity_lint.rewrites.operators.arithmetic import (
    ARITHMETIC,
    read_operation,
    read_operation_on_unsigned,
)
from purity_lint.rules.base import Invalid, Rule, RuleContext
from purity_lint.rules.examples import in_function, plain
from purity_lint.semantics.model import SemanticModel


class TensorOperator(Rule):
    """Flags arithmetic operators on tensors.

    ## What it does
    Flags `+ - * / // % ** @ << >>` and unary `-`, `+` where an operand is a tensor, and `& | ^ ~` where it holds
    unsigned numbers of more than 8 bits, as hashes, checksums and bit boards are computed with. Arithmetic on shapes,
    sizes, Python numbers, strings and lists is never flagged, nor is that of single numbers: elements that are read
    by their place, where the function takes them for numbers (it hands them to `math`, or asks whether one is larger),
    and what operators, `math` and elementwise functions make of them. `//` and `%` are flagged of these too.

    ## Why is this bad?
    An operator means what the operand's own library makes of it, and the libraries differ: in what
    `int // 0`, `int ** -1`, `int / int` and `int32 + 1.5` give, and in what happens when a NumPy array
    meets an MLX array (silently NumPy again) or a PyTorch tensor (an error). MLX has no `1 << x`, and PyTorch
    no shifts of unsigned numbers, no `~` of them, and no `x & y` where the dtypes differ. The functions of `ops` pin
    one result type for every combination, take Python numbers on both sides, and refuse to mix backends with an error
    that names both. Speed is not the reason: an operator is as fast as its function, and it does not break lazy
    evaluation.

    ## Example
    ```python
    def normalize(x: ops.Tensor, mean, std):
        return (x - mean) / std
    ```

    Use instead:
    ```python
    def normalize(x: ops.Tensor, mean, std):
        return ops.divide(ops.subtract(x, mean), std)
    ```

    ## Fix safety
    Safe where one operand is proven or declared to be a tensor on every path, and the other one is known to
    be a tensor or a number: on NumPy the function is the operator. Unsafe where the tensor is inferred, where
    it may be a plain value on some path, where nothing is known of the other operand, which may be an object
    that takes operators over, or where it is a list that `*` may repeat. None where both may be whole numbers of
    Python's that a container holds, which stay so under operators only. None either where an operand is such an
    object (an instance of a class, a sparse or masked array), or may be one: where nothing but `.T` or `@`
    speaks for a tensor in a file that imports SymPy, `scipy.sparse`, pandas and their like; nor where a `try` with an
    `except TypeError` asks whether what is not proven to be a tensor has the operator, which lists do not. Where one
    operator of a formula has none, the others of the formula have none: only its calls are moved.

    ## Options
    - `profile`: `array-api` allows operators, and this rule is silent.
    - `operators`: `keep` leaves `+ - * / @ **` of tensors, or of a tensor and a number.
    """

    code = "PUR201"
    name = "tensor-operator"
    nodes = (ast.BinOp, ast.UnaryOp)
    VALID = (
        in_function("return ops.add(x, 1)"),
        in_function("return x.shape[0] * 2 + x.ndim - len(y)"),
        in_function("return [0] * len(x), 'x = %s' % x, -n"),
        plain("""
            def f(n: int, names: list[str]):
                return n + 1, names + ['a'], 'a' * n, -n
        """),
        plain("""
            import math

            from emberops import ops


            def move(x: ops.Tensor, u, dt: float):
                speed = x[3] - 0.5 * dt
                if speed > 2.0:
                    speed = 2.0
                return [x[0] + speed * math.cos(x[2]) * dt, -speed / 2, abs(x[2]) ** 2]
        """),
    )
    INVALID = (
        Invalid(
            plain("""
                import jax


                def rows(count):
                    return [range(n) for n in range(2 * (count + 1))], count + 1


                def table(count: jax.Array, given: int):
                    return rows(count), rows(given)
            """),
            lines=(5,),
            fixed=plain("""
                import jax
                from emberops import ops


                def rows(count):
                    return [range(n) for n in range(2 * (count + 1))], ops.add(count, 1)


                def table(count: jax.Array, given: int):
                    return rows(count), rows(given)
            """),
        ),
        Invalid(
            in_function("return (x - y) / 2"),
            lines=(5, 5),
            fixed=in_function("return ops.divide(ops.subtract(x, y), 2)"),
        ),
        Invalid(
            in_function("""
                z = x**2
                return 2 * z
            """),
            lines=(5, 6),
            fixed=in_function("""
                z = ops.square(x)
                return ops.multiply(2, z)
            """),
        ),
        Invalid(
            in_function("""
                if x[0, 1] > 0:
                    a, b = x[0] * 2, x[0, 1] * 2
                    return a, b, x[0, 1] % 2, ops.mean(x) * 2
            """),
            lines=(6, 7, 7),
            fixed=in_function("""
                if x[0, 1] > 0:
                    a, b = ops.multiply(x[0], 2), x[0, 1] * 2
                    return a, b, ops.remainder(x[0, 1], 2), ops.multiply(ops.mean(x), 2)
            """),
        ),
        Invalid(
            in_function("return 1 << x, n >> 1"),
            lines=(5,),
            fixed=in_function("return ops.bitwise_left_shift(1, x), n >> 1"),
        ),
        Invalid(
            plain("""
                import numpy as np
                def digest(data, table):
                    x = np.zeros(8, dtype=np.uint32)
                    return (x ^ data) & 0xFF, ~x, (x > 1) & (data < 2)
            """),
            lines=(4, 4, 4),
            fixed=plain("""
                import numpy as np
                from emberops import ops
                def digest(data, table):
                    x = np.zeros(8, dtype=np.uint32)
                    return ops.bitwise_and(ops.bitwise_xor(x, data), 0xFF), ops.bitwise_invert(x), (x > 1) & (data < 2)
            """),
        ),
        Invalid(
            in_function("return -x @ y  # rows"),
            lines=(5, 5),
            fixed=in_function("return ops.matmul(ops.negative(x), y)  # rows"),
        ),
    )

    def applies(self, model: SemanticModel) -> bool:
        """True of files with tensors."""
        return model.has_tensors

    def check(self, node: ast.AST, context: RuleContext) -> Iterator[Finding]:
        """Flag an arithmetic operator with a tensor operand."""
        model = context.model
        found = read_operation(node, model, ARITHMETIC) or read_operation_on_unsigned(node, model)
        if found is not None and context.wants_function_for(found):
            operand = quote(model, found.operand)
            message = Message(f"`{found.symbol}` on the tensor `{operand}`", f"use `ops.{found.function}`")
            yield tensor_finding(node, message, found.tensor, found.fix)

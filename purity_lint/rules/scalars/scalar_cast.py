"""PUR301: Python numbers made of tensors by a cast."""

from __future__ import annotations

import ast
from collections.abc import Collection, Iterator, Mapping

from purity_lint.findings.diagnostics import Applicability, Evidence
from purity_lint.findings.edits import Fix, Hole, Rewrite
from purity_lint.findings.finding import Finding
from purity_lint.findings.message import Message
from purity_lint.rewrites.operands import (
    builtin,
    is_foreign,
    is_result,
    quote,
    strongest,
    tensor_finding,
    without_keywords,
)
from purity_lint.rewrites.operators.single_numbers import is_single_number
from purity_lint.rewrites.operators.truth_tests import has_truth, is_of_no_tensor
from purity_lint.rewrites.scopes import catches
from purity_lint.rules.base import Invalid, Rule, RuleContext
from purity_lint.rules.examples import in_function, plain
from purity_lint.semantics.model import SemanticModel
from purity_lint.semantics.values import Value

CASTS = frozenset({"float", "int", "bool", "complex"})
MATH = {
    "acos": "acos",
    "acosh": "acosh",
    "asin": "asin",
    "asinh": "asinh",
    "atan": "atan",
    "atan2": "atan2",
    "atanh": "atanh",
    "copysign": "copysign",
    "cos": "cos",
    "cosh": "cosh",
    "exp": "exp",
    "expm1": "expm1",
    "fabs": "fabs",
    "hypot": "hypot",
    "isfinite": "isfinite",
    "isinf": "isinf",
    "isnan": "isnan",
    "log": "log",
    "log10": "log10",
    "log1p": "log1p",
    "log2": "log2",
    "pow": "power",
    "sin": "sin",
    "sinh": "sinh",
    "sqrt": "sqrt",
    "tan": "tan",
    "tanh": "tanh",
}
"""Functions of ``math`` that an operation of ops says for arrays."""
_WITHOUT_OPERATION = frozenset(
    {"ceil", "floor", "trunc", "fsum", "prod", "degrees", "radians", "dist", "erf", "gamma"}
)
_ATOMS = (ast.Name, ast.Attribute, ast.Subscript, ast.Call, ast.Constant)


class ScalarCast(Rule):
    """Flags `float(t)` and other casts of tensors to Python numbers.

    ## What it does
    Flags `float`, `int`, `bool` and `complex` of a tensor, and functions of `math` on one. `bool(ops.any(t))`
    and `bool(ops.all(t))` are not flagged, nor is `bool` of anything else without axes: that is how one question
    is asked. A 0-d result of NumPy's, `np.mean(x)`, is a tensor in every other library, and flagged as one.
    What is computed by element of nothing that is known to be a tensor, `int(ops.ceil(rate * duration))`, is not.

    ## Why is this bad?
    The value is fetched to the host, so everything queued before it must finish; it leaves the graph, so no
    gradient flows through it; under `jit` it is an error; and the dtype is lost, so that float32 arithmetic
    goes on in the double precision of Python, on one backend only. Measured in a loop, it costs 2.3 times the
    time on MLX and 5.8 times on JAX.

    ## Example
    ```python
    low = float(ops.min(x))
    scale = math.sqrt(ops.sum(x))
    ```

    Use instead:
    ```python
    low = ops.min(x)
    scale = ops.sqrt(ops.sum(x))
    ```

    ## Fix safety
    The cast of `float(t)` is shown without it, and never applied: whoever uses the value may need a
    Python number. A function of `math` is replaced by the one of `ops` as an unsafe fix: the result is
    a tensor, of its operand's precision, and of half precision where that holds truth values. That is shown
    only, and never applied, of elements which are read by their place, `math.cos(x[2])`, and of numbers that
    are computed of them: who computes number by number would wait several times as long. It is shown only, too,
    of what may be a `Decimal` or a `Fraction` of Python's, which no operation takes. A `try` with an
    `except TypeError` asks whether what is not proven to be a tensor is a number, and is not flagged.

    ## Options
    None.
    """

    code = "PUR301"
    name = "scalar-cast"
    nodes = (ast.Call,)
    VALID = (
        in_function("return ops.cast(x, ops.float32)"),
        in_function("return int(x.shape[0]), float(len(x)), bool(n), float('nan')"),
        in_function("return bool(ops.any(x)), bool(ops.all(ops.isfinite(x))), bool(ops.max(x))"),
        in_function("return int(ops.ceil(n.rate * n.duration))"),
        plain("""
            import math


            def f(n: int):
                return math.sqrt(n), int('3')
        """),
        plain("""
            import math

            import numpy as np


            def is_nan(x, known):
                if type(x) in known:
                    return np.isnan(x) if x.dtype.kind in "ifc" else np.full(x.shape, False)
                try:
                    return math.isnan(x)
                except TypeError:
                    return False
        """),
        plain("""
            import math
            from numbers import Number

            import numpy as np


            def read(x, numeric):
                if numeric:
                    return np.asarray(x)
                return x.read() or 2 or 0.5


            def f(x, numeric):
                m = read(x, numeric)
                if isinstance(m, np.ndarray) or not isinstance(m, Number):
                    return m
                return math.isnan(m)
        """),
    )
    INVALID = (
        Invalid(
            in_function("""
                low = float(ops.min(x))
                return ops.subtract(x, low)
            """),
            lines=(5,),
        ),
        Invalid(
            in_function("return int(x), bool(y), complex(x)"),
            lines=(5, 5, 5),
        ),
        Invalid(
            plain("""
                import math

                import numpy as np


                def f(x: np.ndarray):
                    mean = np.mean(x)
                    return float(mean), int(x.argmax()), math.ceil(mean + 1), float(len(x))
            """),
            lines=(8, 8, 8),
        ),
        Invalid(
            plain("""
                import math

                from emberops import ops


                def f(x: ops.Tensor):
                    return math.sqrt(x), math.fabs(x)
            """),
            lines=(7, 7),
            fixed=plain("""
                from emberops import ops


                def f(x: ops.Tensor):
                    return ops.sqrt(x), ops.fabs(x)
            """),
        ),
        Invalid(
            plain("""
                import math

                from emberops import ops


                def f(x: ops.Tensor):
                    return math.cos(x[2])
            """),
            lines=(7,),
        ),
        Invalid(
            plain("""
                import math
                from decimal import Decimal

                import numpy as np


                def f(exact, x):
                    y = Decimal(x) if exact else np.asarray(x)
                    return math.isnan(y)
            """),
            lines=(9,),
        ),
    )

    @property
    def names(self) -> Mapping[type[ast.AST], Collection[str]]:
        """Casts, and functions of ``math``."""
        return {ast.Call: {*CASTS, *MATH, *_WITHOUT_OPERATION}}

    def check(self, node: ast.AST, context: RuleContext) -> Iterator[Finding]:
        """Flag a cast or a function of ``math`` on a tensor."""
        if not isinstance(node, ast.Call):
            return
        if (name := builtin(context.model, node)) in CASTS:
            yield from self._cast(node, name or "", context)
        elif (qualified := context.model.qualified_name(node.func)) and qualified.startswith(
            ("math.", "cmath.")
        ):
            yield from self._math(node, qualified, context.model)

    def _cast(self, node: ast.Call, name: str, context: RuleContext) -> Iterator[Finding]:
        if not without_keywords(node, 1):
            return
        model, argument = context.model, node.args[0]
        value = model.value(argument)
        if not is_result(value) and (not value.is_tensor or is_of_no_tensor(argument, model)):
            return
        if name == "bool" and has_truth(argument, model, compiled=context.has_no_values):
            return
        template = "{x}" if isinstance(argument, _ATOMS) else "({x})"
        message = Message(
            f"`{name}(...)` fetches the {_noun(value)} `{quote(model, argument)}` as a Python number",
            "keep the tensor",
        )
        fix = Fix((Rewrite(node, template, {"x": argument}),), Applicability.DISPLAY, f"Remove `{name}(...)`")
        hint = "Where another dtype is wanted, `ops.cast` keeps it a tensor."
        yield tensor_finding(node, message, value, fix, hint)

    def _math(self, node: ast.Call, qualified: str, model: SemanticModel) -> Iterator[Finding]:
        module, _, name = qualified.partition(".")
        values = [model.value(argument) for argument in node.args]
        tensor = strongest(values) or next(filter(is_result, values), None)
        if tensor is None or (name not in MATH and name not in _WITHOUT_OPERATION):
            return
        if tensor.evidence < Evidence.DECLARED and catches(node, "TypeError", model):
            return  # it asks whether this is a number, of Python's Decimals say
        message = f"`{module}.{name}` works on Python numbers, so it fetches the value of a tensor"
        target = MATH.get(name)
        arity = 2 if name in {"atan2", "copysign", "hypot", "pow"} else 1
        if target is None or not without_keywords(node, arity):
            yield tensor_finding(node, message, tensor, hint="Compose it of functions of `ops`.")
            return
        holes: dict[str, Hole] = {f"a{number}": argument for number, argument in enumerate(node.args)}
        # `cmath.sqrt(-1.0)` is 1j, of what is no complex number
        each = "{{ops}}.cast({{{}}}, complex)" if module == "cmath" else "{{{}}}"
        arguments = ", ".join(map(each.format, holes))
        numbers = all(is_single_number(argument, model) for argument in node.args)
        shown = numbers or any(map(is_foreign, values))
        fix = Fix(
            (Rewrite(node, f"{{ops}}.{target}({arguments})", holes),),
            Applicability.DISPLAY if shown else Applicability.UNSAFE,
            f"Replace `{module}.{name}` with `ops.{target}`",
        )
        yield tensor_finding(node, Message(message, f"use `ops.{target}`"), tensor, fix)


def _noun(value: Value) -> str:
    return "tensor" if value.is_tensor else "0-d result"

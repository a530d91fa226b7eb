"""PUR403: functions of operations that SciPy calls with NumPy arrays."""

from __future__ import annotations

import ast
from collections.abc import Collection, Iterator, Mapping

from purity_lint.findings.diagnostics import Applicability
from purity_lint.findings.edits import AddDecorator, Fix, Rewrite
from purity_lint.findings.finding import Finding
from purity_lint.findings.message import Message
from purity_lint.knowledge.scipy.called_functions import CALLBACKS
from purity_lint.rewrites.host.numpy_callbacks import (
    OPERATION,
    Computes,
    called_back,
    called_methods_of,
    transforms,
)
from purity_lint.rewrites.operands import has_operations, quote
from purity_lint.rules.base import Invalid, Rule, RuleContext
from purity_lint.rules.examples import plain
from purity_lint.semantics.model import SemanticModel
from purity_lint.source.names import last_names

_CALLING = last_names(CALLBACKS)
_ADVICE = f"use `ops.{OPERATION}`, so that it computes on NumPy"


class NumpyCallback(Rule):
    """Flags functions of operations that SciPy calls back.

    ## What it does
    Flags a function that computes with `ops` where it is handed to a solver, a minimiser or an integrator of SciPy's:
    the function itself, its derivatives, events and constraints, also where other functions of the file compute for
    it.  So it does a method that SciPy calls of a class that is derived from one of its own: `_pdf` of a distribution,
    `_matvec` of a linear operator.

    ## Why is this bad?
    SciPy calls it thousands of times with NumPy arrays and numbers. `ops` computes what holds no tensor on the default
    backend, so that each number goes to another library and back: a run takes ten times as long. And what starts in
    single precision has no room for the steps of 1e-8 by which SciPy finds derivatives. What a method gives is put
    into NumPy arrays, which not all tensors can be.

    ## Example
    ```python
    def slope(t, y):
        return ops.multiply(-2.0, ops.sin(y))

    solve_ivp(slope, (0, 1), [1.0])
    ```

    Use instead:
    ```python
    solve_ivp(ops.numpy_callback(slope), (0, 1), [1.0])
    ```

    ## Fix safety
    Safe where the function stands in the same file and the file takes no gradients: on NumPy nothing changes. A
    method gets a decorator, if it has none. A function of another file, one that is handed in, `def fit(f, x0)`,
    and one that stands beside `ops.grad` or `ops.jit`, which NumPy does not have, is wrapped with unsafe fixes.
    What a call makes (`ops.jit(f)`), what stands beside a gradient (`jac=ops.grad(f)`) and a function that names
    PyTorch, JAX or MLX are left alone.

    ## Options
    None.
    """

    code = "PUR403"
    name = "numpy-callback"
    nodes = (ast.Call, ast.ClassDef)
    VALID = (
        plain("""
            from emberops import ops
            from scipy.optimize import brentq

            brentq(lambda x: x**3 - 2, 0, 2)
            brentq(ops.numpy_callback(lambda x: ops.subtract(ops.cos(x), x)), 0, 1)
        """),
        plain("""
            from emberops import ops
            from scipy.optimize import minimize


            def loss(x):
                return ops.sum(ops.square(x))


            minimize(loss, [1.0], jac=ops.grad(loss))
            sorted([2, 1], key=lambda x: ops.item(ops.abs(x)))
        """),
        plain("""
            import jax
            from emberops import ops
            from scipy.optimize import minimize


            def loss(x):
                return jax.nn.relu(ops.sum(x))


            minimize(loss, [1.0])
        """),
        plain("""
            from emberops import ops
            from scipy.stats import rv_continuous


            class Arcsine(rv_continuous):
                @ops.numpy_callback
                def _cdf(self, x):
                    return ops.divide(ops.asin(x), ops.pi)

                def mode(self):
                    return ops.zeros(2)
        """),
    )
    INVALID = (
        Invalid(
            plain("""
                from emberops import ops
                from scipy.integrate import solve_ivp


                def slope(t, y):
                    return ops.multiply(-2.0, ops.sin(y))


                solution = solve_ivp(slope, (0, 1), [1.0])
            """),
            lines=(9,),
            fixed=plain("""
                from emberops import ops
                from scipy.integrate import solve_ivp


                def slope(t, y):
                    return ops.multiply(-2.0, ops.sin(y))


                solution = solve_ivp(ops.numpy_callback(slope), (0, 1), [1.0])
            """),
        ),
        Invalid(
            plain("""
                from emberops import ops
                from scipy.optimize import minimize


                class Model:
                    def loss(self, x):
                        return ops.sum(ops.square(x))

                    def fit(self):
                        inside = {"type": "ineq", "fun": lambda x: ops.min(x)}
                        bound = {"type": "eq", "fun": lambda x: x[0] - 1}
                        return minimize(self.loss, [1.0, 2.0], constraints=[inside, bound])
            """),
            lines=(12,),
            fixed=plain("""
                from emberops import ops
                from scipy.optimize import minimize


                class Model:
                    def loss(self, x):
                        return ops.sum(ops.square(x))

                    def fit(self):
                        inside = {"type": "ineq", "fun": lambda x: ops.min(x)}
                        bound = {"type": "eq", "fun": lambda x: x[0] - 1}
                        return minimize(ops.numpy_callback(self.loss), [1.0, 2.0], constraints=[inside, bound])
            """),
        ),
        Invalid(
            plain("""
                from emberops import ops
                from scipy.sparse.linalg import LinearOperator


                class Mean(LinearOperator):
                    def _matvec(self, x):
                        return ops.full(self.shape[0], ops.mean(x))
            """),
            lines=(6,),
            fixed=plain("""
                from emberops import ops
                from scipy.sparse.linalg import LinearOperator


                class Mean(LinearOperator):
                    @ops.numpy_callback
                    def _matvec(self, x):
                        return ops.full(self.shape[0], ops.mean(x))
            """),
        ),
    )

    @property
    def names(self) -> Mapping[type[ast.AST], Collection[str]]:
        """Functions of SciPy's that call others."""
        return {ast.Call: _CALLING}

    def applies(self, model: SemanticModel) -> bool:
        """True of files that compute with operations beside SciPy."""
        return "scipy" in model.packages and has_operations(model)

    def check(self, node: ast.AST, context: RuleContext) -> Iterator[Finding]:
        """Flag the functions that a call hands over, and the methods of a class that SciPy calls."""
        model = context.model
        if isinstance(node, ast.ClassDef):
            yield from (_of_method(method, model) for method in called_methods_of(node, model))
            return
        assert isinstance(node, ast.Call)
        for given, computes in called_back(node, model):
            if computes is Computes.OTHERWISE:
                continue
            is_safe = computes is Computes.WITH_OPERATIONS and not transforms(model)
            yield Finding(
                given,
                Message(
                    f"`{quote(model, node.func)}` calls `{quote(model, given)}` with NumPy arrays", _ADVICE
                ),
                fix=Fix(
                    (Rewrite(given, f"{{ops}}.{OPERATION}({{f}})", {"f": given}),),
                    Applicability.SAFE if is_safe else Applicability.UNSAFE,
                    f"Wrap it in `ops.{OPERATION}`",
                ),
            )


def _of_method(method: ast.FunctionDef, model: SemanticModel) -> Finding:
    return Finding(
        method,
        Message(f"SciPy calls `{method.name}` with NumPy arrays", _ADVICE),
        fix=Fix(
            (AddDecorator(method, f"{{ops}}.{OPERATION}"),),
            Applicability.UNSAFE if transforms(model) else Applicability.SAFE,
            f"Decorate it with `ops.{OPERATION}`",
        ),
    )

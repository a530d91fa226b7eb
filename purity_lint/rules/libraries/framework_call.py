"""PUR103: functions and constants of an array library."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from purity_lint.findings.edits import Fix, Rewrite
from purity_lint.findings.finding import Finding
from purity_lint.findings.message import Message
from purity_lint.knowledge.hints import hint
from purity_lint.rewrites.calls.draws import as_generator
from purity_lint.rewrites.calls.library_calls import NO_EQUIVALENT, Refused, Rewritten
from purity_lint.rewrites.calls.replacements import replacement
from purity_lint.rewrites.host.assertions import of_assertion
from purity_lint.rewrites.operands import quote, safe_if
from purity_lint.rewrites.references import REFERENCES, Category, Reference, reference
from purity_lint.rules.base import Invalid, Rule, RuleContext
from purity_lint.rules.examples import in_function, plain

_MINE = frozenset({Category.FUNCTION, Category.CONSTANT, Category.MODULE, Category.TENSOR_TYPE})


class FrameworkCall(Rule):
    """Reports calls of an array library's functions.

    ## What it does
    Checks for calls of functions of NumPy, PyTorch, JAX, MLX, TensorFlow and CuPy, for their constants, and for
    their functions and modules where they are passed on as values.

    ## Why is this bad?
    `np.mean(x)` computes in NumPy whatever `x` is: a torch tensor is copied to the host and loses its gradient,
    a JAX tracer raises. `ops.mean(x)` computes where `x` lives.

    ## Example
    ```python
    import numpy as np

    def centre(x):
        return np.subtract(x, np.mean(x, axis=0))
    ```

    Use instead:
    ```python
    from emberops import ops

    def centre(x):
        return ops.subtract(x, ops.mean(x, axis=0))
    ```

    ## Fix safety
    Safe where the operation has NumPy's meaning for every argument given. Unsafe where a tensor is made from nothing by
    another library than NumPy (it is made on the default backend afterwards), where a function is passed on as a value
    and may be called from elsewhere, and where JAX gives NaN or infinities of a matrix that `ops.linalg.cholesky`,
    `inv`, `solve` and their like refuse. It stays where a call that it can reach, by the name, attribute or table
    that holds it, has arguments that ops does not take. A call with an argument that ops does not have, such as `out=`,
    is reported without a fix. So is a function that SciPy or another package on NumPy is handed,
    `generic_filter(x, np.median, size=3)`, which calls it with its own arrays, and a function that becomes the value of
    a name of which the project or its tests ask `isinstance(name, np.ufunc)`: functions of ops are none. What NumPy's
    protocols are given, `x.__array_ufunc__(np.add, 'reduce', x)`, stays too, and so does `np.nan` where some file of
    the project asks `x is np.nan`: the constant of ops is another object. Functions that a file tells apart,
    `how is np.mean` or `f in (np.max, np.min)`, are handed over as they are in all. What `np.frompyfunc` makes stays
    where it is asked for more than a call, `f.reduce`, as `jax.jit(f).lower` is. Members of enumerations and fields of
    records stay, and so does a class derived from one of NumPy's, `class v(np.vectorize)`. What is no method as the
    attribute of a class, `__getitem__ = np.array`, becomes `staticmethod(ops.array)`. A name that some test replaces in
    this module stays: `np.dot` where one says `mock.patch('package.module.np.dot')`. So does an array beside symbols of
    SymPy's, CVXPY's or CasADi's, `np.eye(4) * sympy.Matrix(v)`, one that their functions are given,
    `cvxpy.kron(np.eye(2), x)`, and one beside dates, `np.arange(n) * np.timedelta64(1, "D")`.
    Assertions of `np.testing` are handed what they compare by `ops.to_numpy`.

    What another library's function gives in another form is unsafe: lists for tuples (`jax.lax.top_k(x, k)` that is not
    taken apart), an array for a bool (`jnp.allclose(x, y)` that is not just tested), places without a sign
    (`mx.argmax(x)`), NaN beyond the end (`jnp.take(x, i)`), a dtype of 64 bits that JAX narrows, and what JAX makes of
    numbers alone, `jnp.sqrt(2.0)`, which takes on the dtype of whatever it meets.

    An order in memory that operations do not take is left out, unsafe, for code in C that gets the array may rely on
    it: `np.array(x, order="C")`. Where `x` certainly has axes `np.asarray(x, order="C")` is `ops.ascontiguousarray(x)`,
    safe.

    A loop over `np.nditer(x)` becomes one over `ops.ndindex(ops.shape(x))`, unsafe, for NumPy goes through the memory
    of `x` in order.

    NumPy's functions on numbers of Python become Python's own: `int(np.floor(a / b))` of numbers `math.floor(a / b)`,
    `for i in np.arange(n)` with `x[i]` alone in the loop `for i in range(n)`, `np.clip(n, 1, len(x))` of whole numbers
    `min(max(n, 1), len(x))`, `np.deg2rad(45.0)` and other functions of constants those of `math`, `math.radians(45.0)`.
    Where the result had a type of NumPy's it is unsafe: `math.sqrt(2)` is as large as `np.sqrt(2)`, but arrays in
    single precision stay so when they meet it, `math.prod(x.shape)` is a Python integer, and the last digit of
    `math.tanh(1.5)` may be another than NumPy's.
    `np.power(x, y)` is unsafe where both may be numbers: `ops.power` of NumPy's scalars computes what `x ** y` does,
    whose last digit may be another. `np.full(n, v, dtype=d)` and `np.full_like(x, v)` are where `v`
    may be NaN, infinite or complex and the dtype may be one of integers: NumPy warns, and operations raise.

    `np.array([None] * n)` becomes `ops.full(n, ops.nan)`, unsafe, where nothing shows that it is to hold objects.
    In a file that uses another array library, `np.asarray(x)` of something of which nothing is known stays: it fetches
    what that library made. What makes a tensor for a call that stays is left to its library as well,
    `torch.as_tensor(x)` for `torch.searchsorted(a, x, right=True)`: made by operations it would be an array of the
    default backend. Where a project on NumPy imports another library in functions or in a `try`, functions that
    compute with that one alone stay as they are: who calls them has chosen it.

    What goes to attributes whose names are found at run time may be anything, so that `ops.array` is told not to be
    strict.

    ## Options
    - `ops-module`, `ops-alias`: where the operations come from and what they are called.
    - `backend-paths`: files that may use a framework.
    """

    code = "PUR103"
    name = "framework-call"
    nodes = REFERENCES
    mentions = True
    priority = -10
    VALID = (
        plain("""
            from emberops import ops

            y = ops.mean([1.0, 2.0], axis=0)
        """),
        plain("""
            import math

            y = math.sqrt(2.0)
        """),
        plain("""
            def mean(x):
                return x

            y = mean(3)
        """),
        plain("""
            import numpy as np

            def f(np):
                return np.mean(3)
        """),
        in_function("return norm(x, y)", parameters="x, y, norm=ops.fmin"),
    )
    INVALID = (
        Invalid(
            plain("""
                import numpy as np

                y = np.mean([1.0, 2.0], axis=0)
            """),
            lines=(3,),
            fixed=plain("""
                from emberops import ops

                y = ops.mean([1.0, 2.0], axis=0)
            """),
        ),
        Invalid(
            plain("""
                from numpy import mean

                y = mean([1.0, 2.0])
            """),
            lines=(3,),
            fixed=plain("""
                from emberops import ops

                y = ops.mean([1.0, 2.0])
            """),
        ),
        Invalid(
            plain("""
                import numpy as np


                def f(x):
                    return np.ndarray.mean(x, 0), np.ndarray.reshape(x, 2, -1)
            """),
            lines=(5, 5),
            fixed=plain("""
                from emberops import ops


                def f(x):
                    return ops.mean(x, 0), ops.reshape(x, (2, -1))
            """),
        ),
        Invalid(
            plain("""
                import numpy as np

                area = np.multiply(2.0, np.pi)
            """),
            lines=(3, 3),
            fixed=plain("""
                from emberops import ops

                area = ops.multiply(2.0, ops.pi)
            """),
        ),
        Invalid(
            plain("""
                import numpy as np

                np.mean([1.0, 2.0], out=y)
            """),
            lines=(3,),
        ),
        Invalid(
            plain("""
                import numpy as np

                eig = np.linalg.eig
            """),
            lines=(3,),
        ),
        Invalid(
            plain("""
                import numpy as np


                def f(x):
                    it = np.nditer(x, flags=['multi_index'], op_flags=['readwrite'])
                    for v in it:
                        v[...] = v * sum(it.multi_index)
                    return x
            """),
            lines=(5,),
            fixed=plain("""
                from emberops import ops


                def f(x):
                    it = ops.ndindex(ops.shape(x))
                    for index in it:
                        x = ops.assign(x, index, x[index] * sum(index))
                    return x
            """),
        ),
        Invalid(
            plain("""
                import numpy as np


                def f(x, n):
                    x.z = np.array([[None] * n])
            """),
            lines=(5,),
            fixed=plain("""
                from emberops import ops


                def f(x, n):
                    x.z = ops.full((1, n), ops.nan)
            """),
        ),
        Invalid(
            plain("""
                import numpy as np


                def f(x, log):
                    for name in log:
                        setattr(x, name, np.array(log[name]))
                        x.__dict__[name] = np.array(log[name])
            """),
            lines=(6, 7),
            fixed=plain("""
                from emberops import ops


                def f(x, log):
                    for name in log:
                        setattr(x, name, ops.array(log[name], strict=False))
                        x.__dict__[name] = ops.array(log[name], strict=False)
            """),
        ),
        Invalid(
            plain("""
                import numpy as np


                def f(n, make):
                    z = np.array([None] * n)
                    z[0] = make()
                    return z, np.array([None, 'a'])
            """),
            lines=(5, 7),
        ),
        Invalid(
            plain("""
                import numpy as np


                def f(x, y, norm=np.fmin):
                    return norm(x, y)
            """),
            lines=(4,),
            fixed=plain("""
                from emberops import ops


                def f(x, y, norm=ops.fmin):
                    return norm(x, y)
            """),
        ),
        Invalid(
            plain("""
                import numpy as np


                class Array:
                    __getitem__ = np.array
                    mean = np.mean


                class each(np.vectorize):
                    pass
            """),
            lines=(5, 6, 9),
            fixed=plain("""
                import numpy as np
                from emberops import ops


                class Array:
                    __getitem__ = staticmethod(ops.array)
                    mean = ops.mean


                class each(np.vectorize):
                    pass
            """),
        ),
        Invalid(
            plain("""
                import numpy as np


                class Rule:
                    def __init__(self, join=np.fmin):
                        self.join = join
                        assert isinstance(self.join, np.ufunc)
            """),
            lines=(5,),
        ),
        Invalid(
            plain("""
                import numpy as np


                def f(path, x, **arrays):
                    np.savez(path, x=np.load(path)['x'], **arrays)
            """),
            lines=(5, 5),
            fixed=plain("""
                from emberops import ops


                def f(path, x, **arrays):
                    ops.savez(path, x=ops.load(path)['x'], **arrays)
            """),
        ),
        Invalid(
            plain("""
                import numpy as np


                def f(x):
                    return x.__array_ufunc__(np.add, 'reduce', x)
            """),
            lines=(5,),
        ),
        Invalid(
            plain("""
                import numpy as np


                def f(x, mask):
                    shown = np.ma.masked_array(x, ~mask)
                    return np.mean(shown), np.stack([shown, shown])
            """),
            lines=(5, 6, 6),
        ),
        Invalid(
            plain("""
                import torch

                y = torch.cat([a, b], dim=1)
            """),
            lines=(3,),
            fixed=plain("""
                import torch
                from emberops import ops

                y = ops.concat([a, b], axis=1)
            """),
        ),
        Invalid(
            plain("""
                import numpy as np
                from numpy.typing import NDArray

                Array = np.ndarray[tuple[int], float]
                Values = NDArray[float] | None
            """),
            lines=(4, 5),
            fixed=plain("""
                from emberops import ops

                Array = ops.Tensor
                Values = ops.Tensor | None
            """),
        ),
    )

    def check(self, node: ast.AST, context: RuleContext) -> Iterator[Finding]:
        """Yield a finding for a function, constant, class or module of an array library."""
        found = reference(node, context.model)
        if found is None or found.category not in _MINE:
            return
        name = quote(context.model, found.name)
        if found.category is Category.MODULE:
            yield Finding(
                node,
                Message(
                    f"`{name}` hands all of {found.title} on",
                    "pass `ops`, or the functions that are needed",
                    ":",
                ),
                fix=_handed_on(found, context),
                hint="pass `ops`, or the functions that are needed",
            )
            return
        told = of_assertion(found, context.model)
        yield from (_finding(found, name, replacement(found, context.model)),) if told is None else told


def _handed_on(found: Reference, context: RuleContext) -> Fix | None:
    """Write ``f(x, xp=np)`` as ``f(x, xp=xp)``: what takes a namespace gets that of the arrays."""
    parent = context.model.parent(found.node)
    takes_namespace = isinstance(parent, ast.keyword) and parent.arg == context.settings.ops_alias
    if context.profile.of_arguments and takes_namespace:
        return Fix((Rewrite(found.node, "{ops}"),), safe_if(False), "Pass the namespace of the arrays")
    generator = as_generator(found, context.model)
    if generator is None:
        return None
    return Fix(generator.edits, safe_if(generator.safe), "Use the default generator of `ops`")


def _finding(found: Reference, name: str, outcome: Rewritten | Refused | None) -> Finding:
    if isinstance(outcome, Rewritten):
        named = outcome.way_out or (f"ops.{outcome.operation}" if outcome.operation else None)
        target = f"`{named}`" if named else "the `ops` functions of the same meaning"
        return Finding(
            found.node,
            Message(f"`{name}` ties this code to {found.title}", f"use {target}", ":"),
            fix=Fix(outcome.edits, safe_if(outcome.safe), f"Replace `{name}` with {target}"),
        )
    reason = outcome.reason if isinstance(outcome, Refused) else NO_EQUIVALENT
    way_out = hint(found.library, found.dotted)
    if way_out is not None and reason == NO_EQUIVALENT:
        reason = "no operation does quite the same"
    message = Message(f"`{name}` ties this code to {found.title}", f"and {reason}", ",")
    return Finding(found.node, message, hint=way_out or "move the code that needs it under `backend-paths`")

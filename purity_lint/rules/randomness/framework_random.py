"""PUR701: random numbers by one library's means."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from purity_lint.findings.diagnostics import Applicability
from purity_lint.findings.edits import Fix
from purity_lint.findings.finding import Finding
from purity_lint.findings.message import Message
from purity_lint.knowledge.samplers import GENERATORS, STATE
from purity_lint.knowledge.signatures import signature
from purity_lint.knowledge.torch.roles import OWN_STREAM, ROOT
from purity_lint.rewrites.calls.draws import draw
from purity_lint.rewrites.calls.library_calls import Rewritten
from purity_lint.rewrites.calls.replacements import PATCHED_BY_TEST, is_patched
from purity_lint.rewrites.operands import quote
from purity_lint.rewrites.references import REFERENCES, Category, Reference, reference
from purity_lint.rules.base import Invalid, Rule, RuleContext
from purity_lint.rules.examples import plain
from purity_lint.semantics.model import SemanticModel


class FrameworkRandom(Rule):
    """Reports random numbers that are drawn by one library's means.

    ## What it does
    Checks for `np.random.*`, NumPy's generators, `torch.randn`, `jax.random.*`,
    `mx.random.*` and their like.

    ## Why is this bad?
    Every library has its own generator: the same seed gives other numbers on every backend, so that a result
    cannot be compared, and hidden state makes a compiled function draw the same numbers for ever. In
    `ops.random` the same key gives the same bits on all of them.

    ## Example
    ```python
    import numpy as np

    noise = np.random.normal(0.0, 1.0, (3, 4))
    ```

    Use instead:
    ```python
    from emberops import ops

    noise = ops.random.default.normal(0.0, 1.0, (3, 4))
    ```

    or, with the state in the open:
    ```python
    from emberops import ops

    noise = ops.random.normal(ops.random.key(0), (3, 4))
    ```

    ## Fix safety
    Unsafe: the numbers are others. Only what NumPy's generators become draws the same numbers on NumPy.
    Draws of PyTorch's own stream no longer follow `torch.manual_seed`, but `ops.random.seed`, which starts PyTorch's
    stream too. There is no fix in a project that keeps that stream or puts it back (`torch.random.fork_rng`,
    `torch.set_rng_state`), or of which a test starts it: `torch.manual_seed(0)` is to give the numbers that it gave.

    ## Options
    - `ops-module`, `ops-alias`: where the operations come from and what they are called.
    """

    code = "PUR701"
    name = "framework-random"
    nodes = REFERENCES
    mentions = True
    priority = 5
    VALID = (
        plain("""
            from emberops import ops

            noise = ops.random_normal((3, 4))
        """),
        plain("""
            import random

            x = random.random()
        """),
        plain("""
            from emberops import ops

            noise = ops.random.normal(ops.random.key(0), (3, 4))
        """),
    )
    INVALID = (
        Invalid(
            plain("""
                import numpy as np

                x = np.random.normal(0, 1, (3, 4))
            """),
            lines=(3,),
            fixed=plain("""
                from emberops import ops

                x = ops.random.default.normal(0, 1, (3, 4))
            """),
        ),
        Invalid(
            plain("""
                import numpy as np

                x = np.random.rand(3, 4)
            """),
            lines=(3,),
            fixed=plain("""
                from emberops import ops

                x = ops.random.default.rand(3, 4)
            """),
        ),
        Invalid(
            plain("""
                import torch

                x = torch.randn(3, 4)
            """),
            lines=(3,),
            fixed=plain("""
                import torch
                from emberops import ops

                x = ops.random_normal((3, 4))
            """),
        ),
        Invalid(
            plain("""
                import torch

                torch.manual_seed(0)
                x = torch.rand(3, 4)
                i = torch.randint(0, 10, (3,))
                order = torch.randperm(10)
            """),
            lines=(3, 4, 5, 6),
            fixed=plain("""
                import torch
                from emberops import ops

                ops.random.seed(0)
                x = ops.random_uniform((3, 4))
                i = ops.random.default.randint(0, 10, (3,))
                order = ops.random.default.permutation(10)
            """),
        ),
        Invalid(
            plain("""
                import torch


                def twice(net, size):
                    with torch.random.fork_rng():
                        first = net(torch.randn(size))
                    return first, net(torch.randn(size))
            """),
            lines=(5, 6, 7),
        ),
        Invalid(
            plain("""
                import mlx.core as mx


                def f(shape):
                    return mx.random.normal(shape=shape)
            """),
            lines=(5,),
            fixed=plain("""
                import mlx.core as mx
                from emberops import ops


                def f(shape):
                    return ops.random_normal(shape=shape)
            """),
        ),
        Invalid(
            plain("""
                import numpy as np

                rng = np.random.default_rng(0)
                x = rng.normal(size=3)
            """),
            lines=(3,),
            fixed=plain("""
                from emberops import ops

                rng = ops.random.default_rng(0)
                x = rng.normal(size=3)
            """),
        ),
        Invalid(
            plain("""
                import numpy as np


                def f(seed):
                    return np.random.mtrand._rand if seed is None else np.random.RandomState(seed)
            """),
            lines=(5, 5),
            fixed=plain("""
                from emberops import ops


                def f(seed):
                    return ops.random.default if seed is None else ops.random.RandomState(seed)
            """),
        ),
        Invalid(
            plain("""
                from numpy.random import randint

                x = randint(0, 10, size=3)
            """),
            lines=(3,),
            fixed=plain("""
                from emberops import ops

                x = ops.random.default.randint(0, 10, size=3)
            """),
        ),
    )

    def check(self, node: ast.AST, context: RuleContext) -> Iterator[Finding]:
        """Yield a finding for a sampler of an array library."""
        model = context.model
        found = reference(node, model)
        if found is not None and found.category is Category.RANDOM:
            yield _finding(found, model)


_FOLLOWED = "the project puts PyTorch's own stream back, or its tests start it, which this draw follows"
"""Why a draw of PyTorch's stays."""


def _finding(found: Reference, model: SemanticModel) -> Finding:
    name = quote(model, found.name)
    message = f"`{name}` draws {found.title}'s random numbers"
    if is_patched(found.name, model):
        return Finding(found.node, Message(message, f"and {PATCHED_BY_TEST}", ","), hint=_hint(found))
    if found.library == ROOT and model.asked_about(OWN_STREAM):
        return Finding(found.node, Message(message, f"and {_FOLLOWED}", ","), hint=_hint(found))
    outcome = draw(found, model)
    if isinstance(outcome, Rewritten):
        way_out = f"`ops.{outcome.operation}`" if outcome.operation else "`ops.random`"
        fix = Fix((outcome.edit,), Applicability.UNSAFE, f"Replace `{name}` with {way_out}")
        return Finding(found.node, Message(message, f"use {way_out}", ":"), fix=fix)
    hint = _hint(found)
    return Finding(found.node, Message(message, hint, ":"), hint=hint)


def _hint(found: Reference) -> str:
    short = found.dotted.rpartition(".")[2]
    if found.dotted in GENERATORS:
        return "use `ops.random.default_rng(seed)`, or a key (`ops.random.key(seed)`)"
    if short in STATE:
        return "keep a key (`ops.random.key(seed)`): it is all the state there is"
    if signature(f"random.{short}") is not None:
        return f"use `ops.random.{short}` with a key"
    return "use `ops.random` with a key"

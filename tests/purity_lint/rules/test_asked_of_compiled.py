"""PUR103 leaves a compiler of JAX where the stages of compiling are asked for, which no function of ops has."""

from __future__ import annotations

import pytest
from snippets import Fixed

from purity_lint.rules.examples import plain

ASKED = [
    "def g(x):\n    return jax.jit(f).lower(x).compile()",
    "def g(x):\n    made = jax.jit(f)\n    return made.trace(x)",
    "class Model:\n    def __init__(self):\n        self.made = jax.jit(f)\n\n"
    "    def text(self, x):\n        return self.made.lower(x).as_text()",
    "@jax.jit\ndef g(x):\n    return f(x)\n\n\ntext = g.lower(1.0).as_text()",
    "@partial(jax.jit, static_argnums=0)\ndef g(n, x):\n    return f(x)\n\n\ng.clear_cache()",
]
OTHERS = [
    "def g(x):\n    return jax.jit(f)(x)",
    "def g(x):\n    made = jax.jit(f)\n    return made(x)\n\n\ndef shout(made):\n    return made.lower()",
    "@jax.jit\ndef g(x):\n    return f(x)\n\n\nname = g.__name__.lower()",
]
_HEAD = plain("""
    from functools import partial

    import jax


    def f(x):
        return x


""")


@pytest.mark.parametrize("code", ASKED)
def test_a_compiler_stays_whose_stages_are_asked_for(code: str, fixed: Fixed) -> None:
    assert fixed(f"{_HEAD}\n\n{code}\n", "PUR103", unsafe=True) == f"{_HEAD}\n\n{code}\n"


@pytest.mark.parametrize("code", OTHERS)
def test_other_compilers_go(code: str, fixed: Fixed) -> None:
    assert "jax.jit" not in fixed(f"{_HEAD}\n\n{code}\n", "PUR103", unsafe=True)

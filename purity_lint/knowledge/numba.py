"""Facts about Numba: what compiles a function, and under which names projects have it."""

from __future__ import annotations

from purity_lint.knowledge.ecosystem import WITH_A_JIT

COMPILED = "numba"
"""What a function is to be that is handed to one of Numba's compilers."""
COMPILERS_KEPT = "compilers of numba"
"""What a name is that a compiler is kept under with its options."""
TO_COMPILERS = "handed to compilers of numba"
"""What a function is to be that is handed to what may compile it, after the name of that."""
ONLY_FASTER = frozenset({"numba.jit", "numba.njit"})
"""Compilers that a function does without as well."""
COMPILERS = ONLY_FASTER | {
    "numba.cfunc",
    "numba.cuda.jit",
    "numba.experimental.jitclass",
    "numba.extending.intrinsic",
    "numba.extending.overload",
    "numba.extending.overload_attribute",
    "numba.extending.overload_method",
    "numba.extending.register_jitable",
    "numba.generated_jit",
    "numba.guvectorize",
    "numba.stencil",
    "numba.vectorize",
}
ARRAY_FUNCTIONS = "array functions of numba"
"""What a function is to be that Numba makes of loops, and that gives one array of NumPy's whatever it is given."""
JITTED = "functions jitted by numba"
"""What a function is to be that Numba compiles, and that writes into nothing that it is given."""
JITTED_IF_INSTALLED = "functions jitted by numba if installed"
"""The same, in a file that does without Numba."""
WRITERS = "functions jitted by numba that write"
"""What a function is to be that Numba compiles, and that writes into arrays that it is given."""
PLACES_WRITTEN = "parameters written by functions jitted by numba"
"""What a parameter is to be that such a function writes into: `loops.fill@0` and `loops.fill@out`."""
LOOPS = "loops jitted by numba"
"""What a function is to be that Numba compiles and that has loops, which are of no use without."""
GENERALIZED = frozenset({"numba.guvectorize"})
"""Compilers that a layout tells how many arrays come out: `"(n),(n)->()"`."""
ARRAY_FUNCTION_MAKERS = GENERALIZED | {"numba.vectorize"}
_HANDED_ON = frozenset({"jit", "njit"})
"""Compilers by whose names nobody means anything but Numba's, unless a library has one of its own."""


def numba_name(imported: str) -> str | None:
    """Return Numba's name for what is imported as ``imported``; ``None`` where that is none of Numba's.

    `from ._compat import jit` imports `numba.jit`: projects that do without Numba keep its decorators in a module of
    theirs.
    """
    if imported.partition(".")[0] == "numba":
        return imported
    module, _, name = imported.rpartition(".")
    of_others = module.partition(".")[0] in WITH_A_JIT or module in WITH_A_JIT
    return f"numba.{name}" if name in _HANDED_ON and module and not of_others else None

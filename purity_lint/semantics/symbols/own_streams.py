"""Read off a file whether PyTorch's own stream of random numbers is kept, put back, or started for a test."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from purity_lint.knowledge.torch.roles import ROOT, SEEDS, STREAMS
from purity_lint.semantics.symbols.files_of_tests import is_test
from purity_lint.source.file import SourceFile
from purity_lint.source.imports import bound_to, qualified, telling


def names_of_streams(source: SourceFile) -> Iterator[str]:
    """Yield the functions by which a file keeps or puts back that stream; those that start it, where it is a test.

    Code that starts it for itself is another matter: what it draws is drawn by other means then, and so is the start.
    """
    text = source.text
    wanted = STREAMS | SEEDS if is_test(source.path) else STREAMS
    if ROOT not in text or not any(name.rpartition(".")[2] in text for name in wanted):
        return
    bound = dict(bound_to(telling(source.tree).imports))
    for call in source.of(ast.Call):
        name = qualified(call.func, bound)
        if name in wanted:
            yield name

"""What is told of arrays that files keep does not depend on the order in which files tell it."""

from __future__ import annotations

import random

from purity_lint.semantics.symbols.arrays_taken import taken

TOLD = [
    *(f"!file{n}>.u" for n in (3, 1, 2)),
    *(f"!other{n}>.v" for n in (2, 1)),
    "!last>.u",
    ".u>.w",
    ".v>.w",
    ".w>.u",
]
"""Each of four files keeps `.u`, and `.w` holds what `.u` and `.v` do."""


def test_of_many_files_the_same_two_are_told_in_any_order() -> None:
    expected = {"file1>.u", "file2>.u", "other1>.v", "other2>.v", "file1>.w", "file2>.w"}
    for seed in range(20):
        told = random.Random(seed).sample(TOLD, len(TOLD))
        assert taken(told) == expected

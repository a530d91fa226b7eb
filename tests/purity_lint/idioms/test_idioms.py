"""What people write, one line an idiom: each line marked `# tensor` computes with one, each marked `# plain` does not.

Projects have findings enough whatever is unknown; only lines of their own show what is never found.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from purity_lint.configuration.settings import Settings
from purity_lint.engine.check import check
from purity_lint.source.read import source_from_bytes

FILES = sorted(Path(__file__).parent.glob("*.txt"))
ARITHMETIC = "PUR201"


def marked(text: str, mark: str) -> list[str]:
    """Return the lines of ``text`` with a mark, each with its number."""
    return [f"{n}: {line}" for n, line in enumerate(text.splitlines(), 1) if line.endswith(f"# {mark}")]


def flagged(text: str) -> frozenset[int]:
    """Return the numbers of the lines on which arithmetic is reported."""
    source = source_from_bytes(text.encode(), Path("idioms.py"))
    checked = check(source, Settings(select=(ARITHMETIC,)))
    assert not checked.errors
    return frozenset(found.span.line for found in checked.diagnostics)


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_arithmetic_is_found_where_a_tensor_is_and_nowhere_else(file: Path) -> None:
    text = file.read_text(encoding="utf-8")
    found = flagged(text)
    missed = [line for line in marked(text, "tensor") if int(line.partition(":")[0]) not in found]
    wrong = [line for line in marked(text, "plain") if int(line.partition(":")[0]) in found]
    assert (missed, wrong) == ([], [])


def test_each_file_has_lines_of_both_kinds() -> None:
    for file in FILES:
        text = file.read_text(encoding="utf-8")
        assert marked(text, "tensor"), file
    assert FILES

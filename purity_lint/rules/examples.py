"""Examples of rules: code in triple quotes, indented like what stands around it."""

from __future__ import annotations

import textwrap

_HEAD = "from emberops import ops\n\n\n"


def plain(text: str) -> str:
    """Return the file that ``text`` is once it is dedented; its first line is line 1."""
    return textwrap.dedent(text).strip("\n") + "\n"


def in_function(text: str, parameters: str = "x: ops.Tensor, y: ops.Tensor, n: int") -> str:
    """Return a file with one function of ``parameters`` whose body is ``text``, which begins in line 5."""
    return f"{_HEAD}def f({parameters}):\n{textwrap.indent(plain(text), '    ')}"

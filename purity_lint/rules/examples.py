"""How the examples of rules are written down."""

from __future__ import annotations

_HEAD = "from emberops import ops\n\n\n"


def in_function(*body: str, parameters: str = "x: ops.Tensor, y: ops.Tensor, n: int") -> str:
    """A file with one function of those parameters; the first line of ``body`` is line 5 of the file."""
    lines = "".join(f"    {line}\n" for line in body)
    return f"{_HEAD}def f({parameters}):\n{lines}"


def plain(*lines: str) -> str:
    """A file of these lines."""
    return "".join(f"{line}\n" for line in lines)

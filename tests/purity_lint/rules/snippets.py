"""The code that tests of rules check, and the types of the fixtures that check it."""

from __future__ import annotations

from collections.abc import Callable

from purity_lint.findings.diagnostics import Diagnostic

Report = Callable[..., list[Diagnostic]]
Lines = Callable[..., list[tuple[int, str]]]
Fixed = Callable[..., str]


def function(*body: str, parameters: str = "x: ops.Tensor, y: ops.Tensor, n: int", imports: str = "") -> str:
    """Return a file with one function of these lines, the first of which is line 5 where there are no imports."""
    lines = "".join(f"    {line}\n" for line in body)
    return f"{imports}from emberops import ops\n\n\ndef f({parameters}):\n{lines}"

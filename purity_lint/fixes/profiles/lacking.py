"""What a vocabulary lacks: a fix needs a word, an argument or a namespace that is not there."""

from __future__ import annotations

from dataclasses import replace

from purity_lint.findings.finding import Finding
from purity_lint.findings.message import problem_of


class LackingError(Exception):
    """Something has no word; the text says what."""


class NoNamespaceError(LackingError):
    """Nothing says which namespace a function should use."""

    def __init__(self) -> None:
        super().__init__("no argument of a function here has a namespace to take it from")


class CompiledCodeError(LackingError):
    """A function gives its arrays to compiled code, which takes those of NumPy."""

    def __init__(self) -> None:
        super().__init__("arrays of the function go to compiled code, which takes those of NumPy")


class NoHelperError(LackingError):
    """The package has no function for what is no operation."""


def saying(lacking: LackingError, finding: Finding) -> Finding:
    """Return a finding that says what is lacking, and has no fix."""
    problem, said = problem_of(finding.message), str(lacking)
    message = problem if problem.endswith(said) else f"{problem}, and {said}"
    return replace(finding, message=message, hint=said, fix=None)

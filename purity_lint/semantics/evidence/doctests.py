"""Examples in docstrings: calls of a module's functions that its author wrote, and that ``doctest`` runs.

The examples of one docstring share their names and nobody else's, so they are evaluated as the body of a function that
nobody calls.  Its lines are those of the file.
"""

from __future__ import annotations

import ast
from typing import Final, TypeAlias

from purity_lint.source.file import SourceFile
from purity_lint.source.parse import parsed

_PROMPT: Final = ">>> "
_NAME: Final = "__doc__"
_NO_PARAMETERS: Final = ast.arguments([], [], None, [], [], None, [])

Documented: TypeAlias = ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef


def example_functions(source: SourceFile) -> list[ast.FunctionDef]:
    """Return a function for each docstring of ``source`` that has examples."""
    if _PROMPT not in source.text:
        return []
    documented: list[Documented] = [source.tree, *source.of(ast.ClassDef)]
    documented += [*source.of(ast.FunctionDef), *source.of(ast.AsyncFunctionDef)]
    return [function for node in documented if (function := _function(node)) is not None]


def is_of_examples(name: str) -> bool:
    """True for the name of a function that holds the examples of a docstring."""
    return name.rpartition(".")[2] == _NAME


def _function(documented: Documented) -> ast.FunctionDef | None:
    match documented.body:
        case [ast.Expr(value=ast.Constant(value=str(text), lineno=line)), *_] if _PROMPT in text:
            body = _statements(text, line)
        case _:
            return None
    if not body:
        return None
    name = f"{getattr(documented, 'name', '')}.{_NAME}".lstrip(".")
    function = ast.FunctionDef(name, _NO_PARAMETERS, body, [], lineno=body[0].lineno, col_offset=0)
    function.end_lineno, function.end_col_offset = body[-1].end_lineno, body[-1].end_col_offset
    return function


def _statements(text: str, line: int) -> list[ast.stmt]:
    """Return what the examples of a docstring do that begins at ``line``, but for those that show an error."""
    from doctest import DocTestParser  # which imports a debugger: few files have examples

    try:
        examples = [each for each in DocTestParser().get_examples(text) if each.exc_msg is None]
    except ValueError:  # a prompt without a space behind it, or lines that are not indented alike
        return []
    lines = [""] * (line - 1 + text.count("\n") + 1)
    for example in examples:
        code = example.source.splitlines()
        first = line - 1 + example.lineno
        lines[first : first + len(code)] = code
    try:
        return parsed("\n".join(lines)).body
    except SyntaxError:  # of an older or newer Python, or of a shell
        return []

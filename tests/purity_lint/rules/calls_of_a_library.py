"""Calls of a library, run before and after a fix: both must give the same on that library's own arrays."""

from __future__ import annotations

import ast
import warnings
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from emberops import ops, use_backend
from purity_lint.configuration.settings import Settings
from purity_lint.engine.fix import fix
from purity_lint.source.read import source_from_bytes


@dataclass
class Calls:
    """Calls written for one library, and the arguments that they are given."""

    backend: str
    imports: str
    """The first lines of a file of the library's."""
    names: Mapping[str, Any]
    """What these imports bind."""
    lines: list[str]
    annotations: Mapping[str, str]
    """Each argument, and what its function says that it is."""
    arguments: Callable[[], dict[str, Any]]
    same_array: Callable[[Any, Any], None]
    """Asserts that an array of the library's is another one: type, dtype and elements."""
    array: type = field(default=np.ndarray)
    unsafe: bool = False
    """Whether unsafe fixes are run as well, of a library whose every fix is one."""
    raises_alone: frozenset[str] = frozenset()
    """Functions of which the library refuses what the operation takes."""

    @cached_property
    def pairs(self) -> list[tuple[str, str]]:
        """Each call that a fix changes, and what it becomes."""
        pairs = zip(self.lines, self._fixed(), strict=True)
        return [(before, after) for before, after in pairs if ast.unparse(ast.parse(before)) != after]

    def _fixed(self) -> list[str]:
        parameters = ", ".join(f"{name}: {what}" for name, what in self.annotations.items())
        functions = "".join(
            f"def call_{n}({parameters}):\n    return {line}\n\n\n" for n, line in enumerate(self.lines)
        )
        source = source_from_bytes(f"{self.imports}\n\n{functions}".encode(), Path("example.py"), None)
        outcome = fix(source, Settings(root=Path.cwd(), unsafe_fixes=self.unsafe))
        assert not outcome.errors, outcome.errors
        found = [n for n in ast.parse(outcome.after).body if isinstance(n, ast.FunctionDef)]
        assert len(found) == len(self.lines)
        return [ast.unparse(_returned(function)) for function in found]

    def check(self, before: str, after: str) -> None:
        """Assert that both give the same, or raise both."""
        expected, result = self.outcome(before), self.outcome(after)
        if isinstance(expected, Exception) and before.partition("(")[0] in self.raises_alone:
            return
        self.same(expected, result)

    def outcome(self, code: str) -> Any:
        """What a call gives, or the exception that it raises."""
        with warnings.catch_warnings(), use_backend(self.backend):
            warnings.simplefilter("ignore")
            try:
                return eval(code, {**self.names, "ops": ops, **self.arguments()})
            except Exception as error:  # whatever it is: the other call is to raise as well
                return error

    def same(self, expected: Any, result: Any) -> None:
        """Assert that two results are the same."""
        if isinstance(expected, Exception):
            assert isinstance(result, Exception), result
        elif isinstance(expected, self.array):
            self.same_array(expected, result)
        elif isinstance(expected, tuple | list):
            assert isinstance(result, tuple) == isinstance(expected, tuple)
            assert not getattr(type(expected), "_fields", ()) or type(result) is type(expected)
            assert len(result) == len(expected)
            for one, other in zip(expected, result, strict=True):
                self.same(one, other)
        elif isinstance(expected, dict):
            assert isinstance(result, dict)
            assert list(result) == list(expected)
            self.same(list(expected.values()), list(result.values()))
        elif isinstance(expected, np.ndarray):
            assert type(result) is type(expected)
            np.testing.assert_array_equal(result, expected, strict=True)
        else:
            assert type(result) is type(expected)
            close = pytest.approx(expected, nan_ok=True) if isinstance(expected, float) else expected
            assert result == close


def _returned(function: ast.FunctionDef) -> ast.expr:
    last = function.body[-1]
    assert isinstance(last, ast.Return), ast.unparse(function)
    assert last.value is not None
    return last.value

"""Protocols of the evaluation, as far as symbols and evidence need it.

Reading an annotation, a default or a fixture takes the value of an expression, and evaluating an expression takes what
annotations say.  The evaluator stands above both; it is known here by what it offers.
"""

from __future__ import annotations

import ast
from collections.abc import Hashable, MutableMapping
from pathlib import Path
from typing import Any, Protocol

from purity_lint.semantics.domain.environment import Environment
from purity_lint.semantics.domain.interning import Abs
from purity_lint.semantics.symbols.table import ClassSymbol, FunctionSymbol, ModuleSymbol


class Evaluator(Protocol):
    """Evaluation of one function, module or class body."""

    @property
    def module(self) -> ModuleSymbol:
        """Return the module that the code stands in."""

    @property
    def env(self) -> Environment:
        """Return the names that are bound so far."""

    @property
    def values(self) -> MutableMapping[ast.AST, Abs]:
        """Return the values of the expressions that have been evaluated."""

    @property
    def program(self) -> Program:
        """Return the whole project."""

    def eval(self, node: ast.expr) -> Abs:
        """Return the value of ``node``, which is also recorded."""

    def lookup(self, name: str) -> Abs:
        """Return the value of a name that is not bound in this scope."""

    def attribute_of(self, value: Abs, attr: str, node: ast.expr) -> Abs:
        """Return the attribute ``attr`` of ``value``."""

    def call_symbol(
        self,
        symbol: FunctionSymbol,
        args: list[Abs],
        keywords: dict[str, Abs],
        node: ast.AST,
        receiver: ClassSymbol | None = None,
    ) -> Abs:
        """Return the result of calling a function of the project."""


class Program(Protocol):
    """Project that is evaluated."""

    memo: dict[Hashable, Any]
    """Facts that were worked out once for all of its files."""

    def asked_about(self, demand: str) -> frozenset[str]:
        """Return the names of which some file demands something."""

    def annotation(self, frame: Evaluator, node: ast.expr) -> Abs | None:
        """Return the values that an annotation allows; ``None`` where it says nothing."""

    def resolve_annotation(self, frame: Evaluator, node: ast.expr) -> Abs:
        """Return what the name in an annotation refers to."""

    def alias(self, frame: Evaluator, node: ast.expr) -> tuple[Evaluator, ast.expr] | None:
        """Return the expression of a type alias, with the evaluation to read it in."""

    def is_tensor_like(self, symbol: ClassSymbol) -> bool:
        """Return True where instances of a class work as tensors."""

    def path_of(self, module: ModuleSymbol) -> str | None:
        """Return the file of a module, for reasons; ``None`` where there is only one."""

    def conftests_of(self, path: Path) -> list[ModuleSymbol]:
        """Return the modules ``conftest.py`` that pytest reads for ``path``, the nearest first."""

    def run_module(self, module: ModuleSymbol) -> None:
        """Evaluate the top level of ``module`` if that has not been done."""

"""Rules: the class that every one is made of, and the examples in it.

A rule is one class.  Its docstring is its page in the docs (``## What it does``, ``## Why is this bad?``,
``## Example``, ``Use instead``, ``## Fix safety``, ``## Options``), its ``INVALID`` and ``VALID`` examples are
its first tests, and :meth:`Rule.check` is called for every node of the types named in ``nodes``.
"""

from __future__ import annotations

import ast
from abc import ABC, abstractmethod
from collections.abc import Collection, Iterator, Mapping
from typing import ClassVar

from purity_lint.configuration.own_module import offered
from purity_lint.configuration.settings import Settings
from purity_lint.findings.finding import Finding
from purity_lint.knowledge.profiles import Profile
from purity_lint.records import dataclass
from purity_lint.rewrites.operators.arithmetic import Operation
from purity_lint.semantics.model import SemanticModel

SECTIONS = (
    "## What it does",
    "## Why is this bad?",
    "## Example",
    "Use instead:",
    "## Fix safety",
    "## Options",
)
"""Sections that the docstring of every rule has, in this order."""


@dataclass(frozen=True, slots=True)
class Invalid:
    """Code that the rule flags.  ``lines`` are the lines of its findings (every finding of *this* rule)."""

    code: str
    lines: tuple[int, ...] = (1,)
    fixed: str | None = None
    """Whole file after ``fix --unsafe-fixes`` with this rule (and PUR101) selected; ``None``: no fix."""


_ARITHMETIC = frozenset({"add", "subtract", "multiply"})
"""Of these a module has one, if it has functions for what operators do: a `divide` may be about zeros."""


@dataclass(frozen=True)
class RuleContext:
    """File and the settings, which a rule sees besides the node."""

    model: SemanticModel
    settings: Settings

    @property
    def profile(self) -> Profile:
        """Return the vocabulary to write in, and its laws."""
        return self.settings.laws

    @property
    def has_no_values(self) -> bool:
        """True where tensors may have no values yet: users compile the code, or arrays are lazy."""
        return self.profile.compiled or self.settings.lazy

    @property
    def wants_functions(self) -> bool:
        """True where the profile spells arithmetic with functions, and so does a project's own module."""
        if self.profile.operators:
            return False
        own = offered(self.settings)
        return own is None or not own.isdisjoint(_ARITHMETIC)

    def wants_function_for(self, operation: Operation) -> bool:
        """True where the profile or the settings do not leave an operator as it is written."""
        left = operation.of_single_numbers or (self.settings.operators == "keep" and operation.alike)
        return self.wants_functions and not left


class Rule(ABC):
    """One thing to flag."""

    code: ClassVar[str]
    name: ClassVar[str]
    nodes: ClassVar[tuple[type[ast.AST], ...]]
    mentions: ClassVar[bool] = False
    """Of names, attributes and calls it looks at those that name something of an array library, and at ``names``."""
    default: ClassVar[bool] = True
    """Selected when the user selects nothing."""
    priority: ClassVar[int] = 0
    """One construct, one finding: of several rules that flag one node, the highest priority speaks."""
    after_fixes: ClassVar[bool] = False
    """It is about how ops is used: a fix that brings a finding of it, wherever in the file, is taken back."""
    so_before: ClassVar[bool] = False
    """It says what is slow, repeats or is shown in any library: a fix may leave it where that stood before."""
    fixes_in_turn: ClassVar[bool] = False
    """Its fix converts what is known to be a tensor, and is no worse for being made again where more is known to be."""
    fixes_compiled: ClassVar[bool] = False
    """Its fixes hold in code that Numba compiles, where no other fix does."""
    VALID: ClassVar[tuple[str, ...]]
    INVALID: ClassVar[tuple[Invalid, ...]]

    @property
    def names(self) -> Mapping[type[ast.AST], Collection[str]]:
        """Type of node -> the names that it must have for the rule to look at it.

        Of a call that is the last name of what is called, as it is written or as it is defined; of an attribute the
        attribute, of a keyword argument its name, of a constant its text.  A type that is not here is always
        looked at, unless ``mentions`` limits it.
        """
        return {}

    def applies(self, model: SemanticModel) -> bool:
        """Return False where nothing in a file can be the rule's business: it is not shown any node of it then.

        This is asked once a file, and answered from what the model knows of the whole.
        """
        return True

    @abstractmethod
    def check(self, node: ast.AST, context: RuleContext) -> Iterator[Finding]:
        """Yield what is wrong with ``node``."""


Item = tuple[Rule, Finding]
"""A finding, and the rule that made it."""

"""How a rule says what its fix is: templates over nodes of the tree.

A rule never builds text from source by hand.  It names the node that goes, and a template with holes;
what fills a hole is a node of the tree (its own findings are fixed as well, inside out) or a string.
``{ops}`` is always the local name of the ops module, which the import planner binds where it is missing::

    Rewrite(node, "{ops}.add({left}, {right})", {"left": node.left, "right": node.right})
    RewriteStatement(node, "{x} = {ops}.add({x}, {v})", {"x": node.target, "v": node.value})
"""

from __future__ import annotations

import ast
from collections.abc import Iterable, Mapping
from dataclasses import field

from purity_lint.findings.assumptions import Claim, judged
from purity_lint.findings.diagnostics import Applicability
from purity_lint.records import dataclass

Hole = ast.expr | str


@dataclass(frozen=True, slots=True)
class Rewrite:
    """Replace an expression by a template."""

    node: ast.expr
    template: str
    holes: Mapping[str, Hole] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class RewriteStatement:
    """Replace a simple statement by one or more statements (the template may have several lines)."""

    node: ast.stmt
    template: str
    holes: Mapping[str, Hole] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class RemoveImport:
    """Drop one name from an import, if nothing in the fixed file needs it any more."""

    node: ast.stmt
    local: str


@dataclass(frozen=True, slots=True)
class BindNamespace:
    """Put a statement at the top of a function's body that other edits of the same fix rely on."""

    node: ast.FunctionDef | ast.AsyncFunctionDef
    name: str
    """Name that it binds."""
    statement: str
    imported: str = ""
    """Imports that the statement needs, a line each; empty where the file has them."""
    sure: bool = True
    """Whoever calls the function hands over arrays, of which every accessor knows the namespace."""
    device: str = ""
    """Name that it binds to the device of the arrays as well; such a statement takes the place of one without."""
    parameter: bool = False
    """The name becomes a parameter of the function, ``None`` by default, by which callers hand on what they have."""


@dataclass(frozen=True, slots=True)
class AddImport:
    """Import a module of the standard library, which a template of the same fix calls by its own name."""

    module: str


@dataclass(frozen=True, slots=True)
class RemoveDecorator:
    """Take a decorator off what it decorates, with its line."""

    node: ast.expr


@dataclass(frozen=True, slots=True)
class AddDecorator:
    """Put a decorator on a function, above those that it has."""

    node: ast.FunctionDef
    template: str
    """Decorator as it is written behind the sign, ``{ops}`` for the operations."""


@dataclass(frozen=True, slots=True)
class RemoveAnnotation:
    """Take the annotation off a parameter, or off the result of a function."""

    node: ast.arg | ast.FunctionDef | ast.AsyncFunctionDef


@dataclass(frozen=True, slots=True)
class ReturnAtEnd:
    """Let a function whose last statement may be done, and which returned nothing there, return names.

    They stand in the place of a `pass`.
    """

    node: ast.FunctionDef
    names: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class DeclareName:
    """Let a function begin with ``nonlocal name`` or ``global name``, so that it may bind a name from around it."""

    node: ast.FunctionDef | ast.AsyncFunctionDef
    statement: str


Edit = (
    Rewrite
    | RewriteStatement
    | RemoveImport
    | BindNamespace
    | AddImport
    | RemoveDecorator
    | AddDecorator
    | RemoveAnnotation
    | ReturnAtEnd
    | DeclareName
)


@dataclass(frozen=True, slots=True)
class Fix:
    """Edits that mend one finding, and how far to trust them."""

    edits: tuple[Edit, ...]
    applicability: Applicability
    message: str
    """Description of the fix in the words of emberops, as the advice of a message."""
    assumes: tuple[Claim, ...] = ()
    """Claims that have to hold for it to do on NumPy what the code did, and whether that is known."""


def fix_if(claims: Iterable[Claim], edits: tuple[Edit, ...], message: str) -> Fix | None:
    """Return the fix that stands on ``claims``: safe where each is proven, none where one is known to be wrong."""
    claims = tuple(claims)
    trust = judged(claims)
    return None if trust is None else Fix(edits, trust, message, claims)

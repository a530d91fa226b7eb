"""What fixes change of functions besides expressions: decorators, annotations, a first or a last statement."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Mapping
from dataclasses import field

from purity_lint.findings.edits import (
    AddDecorator,
    DeclareName,
    RemoveAnnotation,
    RemoveDecorator,
    ReturnAtEnd,
)
from purity_lint.findings.finding import Finding
from purity_lint.fixes.composition.bodies import indentation, top_of_body
from purity_lint.fixes.composition.compose import Replacement
from purity_lint.fixes.composition.sourcemap import SourceMap
from purity_lint.fixes.composition.templates import UnfixableError
from purity_lint.fixes.imports.removal import cut_annotation, cut_decorator
from purity_lint.records import dataclass
from purity_lint.source.constructs import Definition

Annotated = ast.arg | ast.FunctionDef | ast.AsyncFunctionDef


@dataclass(frozen=True, slots=True)
class FunctionParts:
    """Parts of functions that the fixes of some findings put in and take out."""

    undecorated: frozenset[ast.expr] = frozenset()
    """Decorators that go."""
    unannotated: frozenset[Annotated] = frozenset()
    """Parameters and functions that lose their annotation."""
    returned: Mapping[Definition, tuple[str, ...]] = field(default_factory=dict)
    """Functions -> the names that their last statement returns from now on."""
    declared: Mapping[Definition, tuple[str, ...]] = field(default_factory=dict)
    """Functions -> the `nonlocal` and `global` statements that they begin with from now on."""
    decorated: Mapping[Definition, str] = field(default_factory=dict)
    """Functions -> the template of the decorator that they get."""

    def __bool__(self) -> bool:
        """True where something is put in or taken out."""
        return bool(self.undecorated or self.unannotated or self.returned or self.declared or self.decorated)

    def replacements(self, source: SourceMap, ops: str) -> list[Replacement]:
        """Return the edits of the text, ``ops`` for the operations.  Raises :class:`UnfixableError`."""
        return [
            *(cut_decorator(source, node) for node in self.undecorated),
            *(cut_annotation(source, node) for node in self.unannotated),
            *(_return_at_end(source, *each) for each in self.returned.items()),
            *(_declared_at_top(source, *each) for each in self.declared.items()),
            *(
                _decorated(source, node, decorator_of(template, ops))
                for node, template in self.decorated.items()
            ),
        ]


def parts_of(findings: Iterable[Finding]) -> FunctionParts:
    """Return what the fixes of ``findings`` change of functions besides expressions."""
    undecorated: list[ast.expr] = []
    unannotated: list[Annotated] = []
    returned: dict[Definition, tuple[str, ...]] = {}
    declared: dict[Definition, dict[str, None]] = {}
    decorated: dict[Definition, str] = {}
    for finding in findings:
        for edit in finding.fix.edits if finding.fix is not None else ():
            match edit:
                case RemoveDecorator():
                    undecorated.append(edit.node)
                case AddDecorator():
                    decorated[edit.node] = edit.template
                case RemoveAnnotation():
                    unannotated.append(edit.node)
                case ReturnAtEnd():
                    returned[edit.node] = edit.names
                case DeclareName():
                    declared.setdefault(edit.node, {})[edit.statement] = None
    in_order = {node: tuple(statements) for node, statements in declared.items()}
    return FunctionParts(frozenset(undecorated), frozenset(unannotated), returned, in_order, decorated)


def _return_at_end(source: SourceMap, function: Definition, names: tuple[str, ...]) -> Replacement:
    """Return the edit that puts `return x, y` behind the last statement of ``function``, or in the place of `pass`."""
    returned = f"return {', '.join(names)}"
    last = source.extent(function.body[-1])
    if isinstance(function.body[-1], ast.Pass):
        return Replacement(last.start, last.end, returned)
    end = source.text.find("\n", last.end)
    end = len(source.text) if end < 0 else end
    return Replacement(end, end, f"\n{indentation(source, function.body[0])}{returned}")


def _declared_at_top(source: SourceMap, function: Definition, statements: tuple[str, ...]) -> Replacement:
    """Return the edit that puts ``statements`` before the first one of ``function`` that is no docstring."""
    top, indent = top_of_body(source, function)
    return Replacement(top, top, "".join(f"{indent}{each}\n" for each in statements))


def decorator_of(template: str, ops: str) -> str:
    """Return a decorator as it is written where the operations are called ``ops``."""
    return template.replace("{ops}", ops)


def _decorated(source: SourceMap, function: Definition, decorator: str) -> Replacement:
    """Return the edit that puts ``decorator`` on the line above those of ``function``."""
    first = source.extent(function.decorator_list[0]).start if function.decorator_list else None
    start = source.extent(function).start if first is None else first
    line = source.text.rfind("\n", 0, start) + 1
    indent = source.text[line:start].removesuffix("@")
    if indent.strip():
        raise UnfixableError("something else stands on the line of the function")
    return Replacement(line, line, f"{indent}@{decorator}\n")

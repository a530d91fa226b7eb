"""Find uses of an imported name that do not show by names alone."""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from functools import cached_property

from purity_lint.findings.edits import RemoveImport
from purity_lint.source.file import SourceFile
from purity_lint.source.walk import children, walk

_NOQA = re.compile(r"#.*\bnoqa\b", re.IGNORECASE)
_TYPE_COMMENT = re.compile(r"#\s*type:\s*(?!ignore)(.+)")
_DYNAMIC = frozenset({"eval", "exec", "globals", "locals", "vars"})
_TYPE_FUNCTIONS = frozenset({"cast", "TypeVar", "ForwardRef", "NewType", "TypedDict", "NamedTuple"})
Function = ast.FunctionDef | ast.AsyncFunctionDef
Scope = ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda | ast.ClassDef


class Needs:
    """Imported names that a fixed file still needs; the tree is walked once for all of them."""

    def __init__(self, before: SourceFile, after: ast.Module) -> None:
        self.before = before
        self.after = after
        self._source = before if after is before.tree else replace(before, tree=after)
        self.quoted_types: list[str] = []
        self.dynamic = False
        source = self._source
        places = [
            *(argument.annotation for argument in source.of(ast.arg)),
            *(assigned.annotation for assigned in source.of(ast.AnnAssign)),
            *(function.returns for function in source.of(ast.FunctionDef)),
            *(function.returns for function in source.of(ast.AsyncFunctionDef)),
        ]
        for place in places:
            self._quote(place)
        for call in source.of(ast.Call):
            called = call.func
            if called.__class__ is ast.Name:
                self.dynamic |= called.id in _DYNAMIC
                if called.id in _TYPE_FUNCTIONS:
                    self._quote(call)
            elif called.__class__ is ast.Attribute and called.attr in _TYPE_FUNCTIONS:
                self._quote(call)

    def reason(self, edit: RemoveImport, *, used: bool = True) -> str | None:
        """Why the import that ``edit`` would remove must stay, or ``None``; ``used=False`` asks of no plain use."""
        name = edit.local
        tests: tuple[tuple[str, Callable[[], bool]], ...] = (
            ("it is still used", lambda: used and name in self.names and any(uses(self._scope(edit), name))),
            ("a doctest uses it", lambda: any(_doctest_uses(text, name) for text in self.doctests)),
            ("a magic of the notebook names it", lambda: _any_mentions(self._magics, name)),
            ("`__all__` exports it", lambda: name in self._exported),
            ("a string annotation names it", lambda: _any_mentions(self.quoted_types, name)),
            ("a type comment names it", lambda: _any_mentions(self._type_comments, name)),
            ("`eval`, `exec` or `globals` may need it", lambda: self.dynamic),
            ("other modules may import it from this package", lambda: _is_reexport(self.before, edit)),
            ("other files take it from this module", lambda: name in self.before.taken),
            ("its `noqa` comment keeps it", lambda: _has_noqa(self.before, edit.node)),
            ("nothing used it, so it is there for what it does", lambda: self._is_for_effect(edit)),
        )
        return next((f"the import of `{name}` stays: {why}" for why, holds in tests if holds()), None)

    def _quote(self, place: ast.AST | None) -> None:
        if place is not None and not isinstance(place, ast.Name):
            self.quoted_types += _strings(place)

    def _is_for_effect(self, edit: RemoveImport) -> bool:
        """True for `import jax.experimental.array_api` in a function or a branch that says nothing more of it."""
        if edit.node in self.before.tree.body or not isinstance(edit.node, ast.Import):
            return False
        if all("." not in alias.name or alias.asname for alias in edit.node.names):
            return False
        scope = self._parents[edit.node]
        while not isinstance(scope, Scope | ast.Module):
            scope = self._parents[scope]
        return next(uses(scope, edit.local), None) is None

    def _scope(self, edit: RemoveImport) -> ast.AST:
        """Return the function of the fixed file that holds what ``edit`` removes: functions keep their order."""
        scope: ast.AST | None = edit.node
        while scope is not None and not isinstance(scope, Scope):
            scope = self._parents.get(scope)
        if scope is None or len(self._scopes_before) != len(self._scopes):
            return self.after
        return self._scopes[self._scopes_before.index(scope)]

    @cached_property
    def names(self) -> set[str]:
        """Return every name that the file reads, or binds otherwise than by an import."""
        source = self._source
        outer: list[ast.Global | ast.Nonlocal] = [*source.of(ast.Global), *source.of(ast.Nonlocal)]
        return {
            *(node.id for node in source.of(ast.Name)),
            *(node.arg for node in source.of(ast.arg)),
            *(node.name for node in source.of(ast.ExceptHandler) if node.name is not None),
            *(name for node in outer for name in node.names),
        }

    @cached_property
    def doctests(self) -> list[str]:
        """Return the texts of the file that hold examples."""
        if ">>>" not in self.before.text:
            return []
        texts = (node.value for node in self._source.of(ast.Constant) if isinstance(node.value, str))
        return [text for text in texts if ">>>" in text]

    @cached_property
    def _exported(self) -> set[str]:
        return _exported(self.after)

    @property
    def _magics(self) -> tuple[str, ...]:
        return () if self.before.notebook is None else self.before.notebook.magics

    @cached_property
    def _type_comments(self) -> list[str]:
        return list(_type_comments(self.before))

    @cached_property
    def _scopes(self) -> list[Scope]:
        return [node for node in self._source.nodes if isinstance(node, Scope)]

    @cached_property
    def _parents(self) -> dict[ast.AST, ast.AST]:
        return self.before.parents

    @cached_property
    def _scopes_before(self) -> list[Scope]:
        return [node for node in self.before.nodes if isinstance(node, Scope)]


def uses(scope: ast.AST, name: str) -> Iterator[ast.AST]:
    """Yield the nodes of ``scope`` that read ``name``, or bind it to something else as well."""
    todo = children(scope)
    while todo:
        node = todo.pop()
        match node:
            case ast.Name(id=found) if found == name:
                yield node
            case ast.Global(names=found_names) | ast.Nonlocal(names=found_names) if name in found_names:
                yield node
            case ast.ExceptHandler(name=found) | ast.arg(arg=found) if found == name:
                yield node
            case ast.FunctionDef() | ast.AsyncFunctionDef() if _imports(node, name):
                continue
        todo += children(node)


def _imports(function: Function, name: str) -> bool:
    return any(
        isinstance(node, ast.Import | ast.ImportFrom)
        and any((a.asname or a.name).partition(".")[0] == name for a in node.names)
        for statement in function.body
        for node in walk(statement)
    )


def _strings(tree: ast.AST) -> Iterator[str]:
    for node in walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield node.value


def _doctest_uses(text: str, name: str) -> bool:
    lines = [line.strip() for line in text.split("\n")]
    examples = [line[3:] for line in lines if line.startswith((">>>", "..."))]
    brings_its_own = any(re.search(rf"\bimport\b.*\b{re.escape(name)}\b", line) for line in examples)
    return not brings_its_own and any(_mentions(line, name) for line in examples)


def _exported(tree: ast.Module) -> set[str]:
    exported: set[str] = set()
    for node in tree.body:
        targets = node.targets if isinstance(node, ast.Assign) else [getattr(node, "target", None)]
        if any(isinstance(t, ast.Name) and t.id == "__all__" for t in targets):
            exported.update(
                n.value for n in ast.walk(node) if isinstance(n, ast.Constant) and isinstance(n.value, str)
            )
    return exported


def _type_comments(source: SourceFile) -> Iterator[str]:
    for match in _TYPE_COMMENT.finditer(source.text):
        yield match[1]


def _mentions(text: str, name: str) -> bool:
    return name in text and re.search(rf"\b{re.escape(name)}\b", text) is not None


def _any_mentions(texts: Iterable[str], name: str) -> bool:
    return any(_mentions(text, name) for text in texts)


def _is_reexport(source: SourceFile, edit: RemoveImport) -> bool:
    names = getattr(edit.node, "names", [])
    if any(alias.asname == alias.name == edit.local for alias in names):
        return True  # `import numpy as numpy` says so in words
    is_public = source.path.name == "__init__.py" and not edit.local.startswith("_")
    return is_public and edit.node in source.tree.body


def _has_noqa(source: SourceFile, node: ast.stmt) -> bool:
    lines = source.lines[node.lineno - 1 : node.end_lineno]
    return any(_NOQA.search(line) for line in lines)

"""Imports that go: is the name needed by anything that names alone do not show, and how to cut it out."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Iterator, Sequence

from purity_lint.fixes.compose import Replacement
from purity_lint.fixes.edits import RemoveImport
from purity_lint.fixes.sourcemap import SourceMap

PRAGMA = re.compile(
    r"#\s*(?:type:\s*ignore|isort:|pylint:|pyright:|ruff:|mypy:|fmt:|yapf:|pragma:|nosec|flake8)"
)
_NOQA = re.compile(r"#.*\bnoqa\b", re.IGNORECASE)
_TYPE_COMMENT = re.compile(r"#\s*type:\s*(?!ignore)(.+)")
_DYNAMIC = frozenset({"eval", "exec", "globals", "locals", "vars"})
_TYPE_FUNCTIONS = frozenset({"cast", "TypeVar", "ForwardRef", "NewType", "TypedDict", "NamedTuple"})
Scope = ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda


def still_needed(before: SourceMap, after: ast.Module, edit: RemoveImport) -> str | None:
    """Why the import that ``edit`` would remove must stay in the fixed file, or ``None``."""
    name = edit.local
    scope = _scope(before, edit.node)
    for reason, found in (
        ("it is still used", _is_used(_matching_scope(before, after, scope), name)),
        ("a doctest uses it", any(_doctest_uses(text, name) for text in _strings(after))),
        ("`__all__` exports it", name in _exported(after)),
        ("a string annotation names it", any(_mentions(text, name) for text in _quoted_types(after))),
        ("a type comment names it", any(_mentions(text, name) for text in _type_comments(before))),
        ("`eval`, `exec` or `globals` may need it", _is_dynamic(after)),
        ("other modules may import it from this package", _is_reexport(before, edit)),
        ("its `noqa` comment keeps it", any(_NOQA.search(text) for text in _comments_on(before, edit.node))),
    ):
        if found:
            return f"the import of `{name}` stays: {reason}"
    return None


def _scope(source: SourceMap, node: ast.AST) -> ast.AST:
    return next(
        (p for p in source.ancestors(node) if isinstance(p, Scope | ast.ClassDef)), source.source.tree
    )


def _matching_scope(before: SourceMap, after: ast.Module, scope: ast.AST) -> ast.AST:
    """The function of the fixed file that ``scope`` has become: functions keep their order."""
    kind = Scope | ast.ClassDef
    old = [node for node in ast.walk(before.source.tree) if isinstance(node, kind)]
    new = [node for node in ast.walk(after) if isinstance(node, kind)]
    if isinstance(scope, kind) and len(old) == len(new):
        return new[old.index(scope)]
    return after


def _is_used(scope: ast.AST, name: str) -> bool:
    """Whether ``name`` is read, or bound to something else as well, in ``scope``."""
    todo = list(ast.iter_child_nodes(scope))
    while todo:
        node = todo.pop()
        match node:
            case ast.Name(id=found) if found == name:
                return True
            case ast.Global(names=found_names) | ast.Nonlocal(names=found_names) if name in found_names:
                return True
            case ast.ExceptHandler(name=found) | ast.arg(arg=found) if found == name:
                return True
            case ast.FunctionDef() | ast.AsyncFunctionDef() if _imports(node, name):
                continue
        todo += ast.iter_child_nodes(node)
    return False


def _imports(function: ast.FunctionDef | ast.AsyncFunctionDef, name: str) -> bool:
    return any(
        isinstance(node, ast.Import | ast.ImportFrom)
        and any((a.asname or a.name).partition(".")[0] == name for a in node.names)
        for statement in function.body
        for node in ast.walk(statement)
    )


def _strings(tree: ast.Module) -> Iterator[str]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield node.value


def _doctest_uses(text: str, name: str) -> bool:
    if ">>>" not in text:
        return False
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


def _quoted_types(tree: ast.Module) -> Iterator[str]:
    for node in ast.walk(tree):
        places: list[ast.AST | None] = []
        match node:
            case ast.arg(annotation=annotation) | ast.AnnAssign(annotation=annotation):
                places = [annotation]
            case ast.FunctionDef(returns=returns) | ast.AsyncFunctionDef(returns=returns):
                places = [returns]
            case ast.Call(func=ast.Name(id=function) | ast.Attribute(attr=function)) if (
                function in _TYPE_FUNCTIONS
            ):
                places = [node]
        for place in places:
            if place is not None:
                yield from _strings(place)  # type: ignore[arg-type]


def _type_comments(source: SourceMap) -> Iterator[str]:
    for comment in source.comments:
        if match := _TYPE_COMMENT.match(source.text, comment.start, comment.end):
            yield match[1]


def _mentions(text: str, name: str) -> bool:
    return re.search(rf"\b{re.escape(name)}\b", text) is not None


def _is_dynamic(tree: ast.Module) -> bool:
    return any(
        isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in _DYNAMIC
        for node in ast.walk(tree)
    )


def _is_reexport(source: SourceMap, edit: RemoveImport) -> bool:
    names = getattr(edit.node, "names", [])
    if any(alias.asname == alias.name == edit.local for alias in names):
        return True  # `import numpy as numpy` says so in words
    at_top = edit.node in source.source.tree.body
    return at_top and source.source.path.name == "__init__.py" and not edit.local.startswith("_")


def _comments_on(source: SourceMap, node: ast.stmt) -> list[str]:
    extent = source.extent(node)
    end = source.text.find("\n", extent.end)
    found = source.comments_in(extent.start, end if end >= 0 else len(source.text))
    return [source.text[c.start : c.end] for c in found]


# cutting ---------------------------------------------------------------------------------------------------


def cut(
    source: SourceMap, edits: Iterable[RemoveImport], inserted: Sequence[Replacement]
) -> list[Replacement]:
    """The edits that take names out of imports; ``inserted`` are the lines that come in."""
    doomed: dict[ast.stmt, set[str]] = {}
    for edit in edits:
        doomed.setdefault(edit.node, set()).add(edit.local)
    whole: list[ast.stmt] = []
    pieces: list[Replacement] = []
    for node, names in doomed.items():
        assert isinstance(node, ast.Import | ast.ImportFrom)
        kept = [alias for alias in node.names if (alias.asname or alias.name.partition(".")[0]) not in names]
        if kept:
            pieces += _cut_names(source, node, kept)
        else:
            whole.append(node)
    return pieces + _cut_statements(source, whole, inserted)


def _cut_names(
    source: SourceMap, node: ast.Import | ast.ImportFrom, kept: Sequence[ast.alias]
) -> Iterator[Replacement]:
    names = node.names
    last = max(i for i, alias in enumerate(names) if alias in kept)
    for i, alias in enumerate(names[:last]):
        if alias not in kept:
            yield Replacement(source.extent(alias).start, source.extent(names[i + 1]).start, "")
    if last + 1 < len(names):
        yield Replacement(source.extent(names[last]).end, source.extent(names[-1]).end, "")


def _cut_statements(
    source: SourceMap, nodes: Sequence[ast.stmt], inserted: Sequence[Replacement]
) -> list[Replacement]:
    pieces: list[Replacement] = []
    lines: list[tuple[int, int]] = []
    doomed = set(nodes)
    seams = {piece.start for piece in inserted}
    for node in sorted(nodes, key=lambda n: n.lineno):
        body = _body_of(source, node)
        extent = source.extent(node)
        start, end = _line_of(source, extent.start), _line_end(source, extent.end)
        alone = not source.text[start : extent.start].strip() and _is_rest(source.text[extent.end : end])
        comments = [c for c in _comments_on(source, node) if not PRAGMA.match(c)]
        emptied = all(other in doomed for other in body) and not isinstance(source.parents[node], ast.Module)
        if emptied and (node is body[-1] or not alone):
            pieces.append(Replacement(*extent, "pass"))
        elif not alone:
            pieces.append(_cut_from_line(source, node, body))
        elif comments:
            indent = source.line_indent(extent.start)
            pieces.append(Replacement(start, end, "".join(f"{indent}{c}\n" for c in comments)))
        elif lines and lines[-1][1] == start and start not in seams:
            lines[-1] = (lines[-1][0], end)
        else:
            lines.append((start, end))
    return pieces + [_cut_lines(source.text, start, end, inserted) for start, end in lines]


def _is_rest(text: str) -> bool:
    return not text.strip() or text.lstrip().startswith("#")


def _body_of(source: SourceMap, node: ast.stmt) -> list[ast.stmt]:
    """The statements of the block that ``node`` stands in."""
    for _, value in ast.iter_fields(source.parents[node]):
        if isinstance(value, list) and node in value:
            return value
    return [node]


def _cut_from_line(source: SourceMap, node: ast.stmt, body: Sequence[ast.stmt]) -> Replacement:
    """Out of ``a; b; c``: together with the semicolon."""
    extent = source.extent(node)
    index = list(body).index(node)
    following = source.extent(body[index + 1]).start if index + 1 < len(body) else None
    if following is not None and "\n" not in source.text[extent.end : following]:
        return Replacement(extent.start, following, "")
    previous = source.extent(body[index - 1]).end if index else extent.start
    return Replacement(previous, extent.end, "")


def _cut_lines(text: str, start: int, end: int, inserted: Sequence[Replacement]) -> Replacement:
    """Whole lines, and the blank lines that would pile up where they were."""
    if any(start <= piece.start <= end for piece in inserted):
        return Replacement(start, end, "")
    before = len(text[:start]) - len(text[:start].rstrip("\n"))
    after = len(text[end:]) - len(text[end:].lstrip("\n"))
    if end == len(text):
        return Replacement(start - max(before - 1, 0), end, "")
    surplus = after if before == start else min(max(before - 1, 0), after)
    return Replacement(start, end + surplus, "")


def _line_of(source: SourceMap, offset: int) -> int:
    return source.text.rfind("\n", 0, offset) + 1


def _line_end(source: SourceMap, offset: int) -> int:
    end = source.text.find("\n", offset)
    return len(source.text) if end < 0 else end + 1

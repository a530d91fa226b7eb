"""Imports of a fixed file: the ops module comes in once, where isort would put it; what nothing needs any more goes."""

from __future__ import annotations

import ast
import sys
from collections.abc import Collection, Iterable, Iterator, Sequence
from itertools import pairwise
from typing import Any

from purity_lint.configuration.own_module import module_for
from purity_lint.configuration.settings import Settings
from purity_lint.findings.edits import AddImport, BindNamespace
from purity_lint.fixes.composition.bodies import line_start, top_of_body
from purity_lint.fixes.composition.compose import Replacement
from purity_lint.fixes.composition.sourcemap import SourceMap
from purity_lint.fixes.imports.joined import joined
from purity_lint.records import dataclass
from purity_lint.source.file import SourceFile
from purity_lint.source.imports import imported_from
from purity_lint.source.read import has_submodule


@dataclass(frozen=True, slots=True)
class OpsName:
    """Name of the ops module in one file."""

    expression: str
    statement: str | None
    """Import that binds it, where the file has none."""


# naming ----------------------------------------------------------------------------------------------------


def ops_name(
    source: SourceFile, settings: Settings, bound: frozenset[str], first_use: int = sys.maxsize
) -> OpsName:
    """Return how code in ``source`` calls the ops module.

    ``bound`` is what :func:`other_bindings` says; ``first_use`` is the first line that will use the module.
    """
    module, alias = module_for(source, settings), settings.ops_alias
    if module != f"{source.module}.{alias}" and has_submodule(source.path, alias):
        bound = bound | {alias}
    for statement in source.tree.body:
        if isinstance(statement, ast.Import | ast.ImportFrom) and statement.lineno <= first_use:
            for name in _bindings_of(statement, module, source):
                if name.partition(".")[0] not in bound:
                    return OpsName(name, None)
    if alias in bound:
        alias = _fresh(module, bound)
    return OpsName(alias, _import_statement(module, alias))


def _import_statement(module: str, alias: str) -> str:
    parent, _, leaf = module.rpartition(".")
    renamed = "" if alias == leaf else f" as {alias}"
    return f"from {parent} import {leaf}{renamed}" if parent else f"import {leaf}{renamed}"


def _fresh(module: str, taken: frozenset[str]) -> str:
    """A readable name that nothing else has: ``ember_ops`` for ``emberops.ops``, ``keras_ops`` for ``keras.ops``."""
    parent, _, leaf = module.rpartition(".")
    base = parent.rpartition(".")[2].removesuffix(leaf).rstrip("_")
    name = f"{base}_{leaf}" if base else f"{leaf}_module"
    while name in taken:
        name = f"{name}_"
    return name


def _bindings_of(statement: ast.stmt, module: str, source: SourceFile) -> Iterator[str]:
    """Yield the expressions by which ``statement`` makes ``module`` known."""
    parent, _, leaf = module.rpartition(".")
    if isinstance(statement, ast.Import):
        for item in statement.names:
            if item.name == module:
                yield item.asname or item.name
            elif item.name == parent and item.asname is None:
                yield module
    elif isinstance(statement, ast.ImportFrom) and parent and imported_from(statement, source) == parent:
        for item in statement.names:
            if item.name == leaf:
                yield item.asname or item.name


_NAMED: tuple[type[Any], ...] = (
    *(ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef),
    *(ast.ExceptHandler, ast.MatchAs, ast.MatchStar),
)
"""Types of nodes that bind the name that they have, if they have one."""


def other_bindings(source: SourceFile, module: str) -> frozenset[str]:
    """Every name that the file uses for something that is not the ops module."""
    names = {parameter.arg for parameter in source.of(ast.arg)}
    used: set[str] = set()
    own: set[str] = set()
    for node in source.of(ast.Name):
        (used if node.ctx.__class__ is ast.Load else names).add(node.id)
    for kind in _NAMED:
        names.update(named.name for named in source.of(kind) if named.name is not None)
    names.update(mapping.rest for mapping in source.of(ast.MatchMapping) if mapping.rest is not None)
    imports: list[ast.Import | ast.ImportFrom] = [*source.of(ast.Import), *source.of(ast.ImportFrom)]
    for statement in imports:
        ours = {n.partition(".")[0] for n in _bindings_of(statement, module, source)}
        local = {(a.asname or a.name).partition(".")[0] for a in statement.names}
        own |= ours
        names |= local - ours
    return frozenset(names | (used - own))


# adding ----------------------------------------------------------------------------------------------------


def add_import(source: SourceMap, statement: str, module: str) -> Replacement:
    """Return the edit that puts ``statement``, an import from ``module``, where isort would."""
    body = source.source.tree.body
    block = _first_block(body)
    if not block:
        return _add_first(source, statement)
    own = _section(module, source.source)
    sections = [_section_of(node, source.source) for node in block]
    same = [node for node, section in zip(block, sections, strict=True) if section == own]
    if same:
        return _add_among(source, statement, module, same)
    earlier = [node for node, section in zip(block, sections, strict=True) if section < own]
    if earlier:
        end = _line_end(source, earlier[-1])
        follows = block[-1] is not earlier[-1]
        blank = follows and source.text[end : end + 1] != "\n"
        return _insert(source, end, f"\n{statement}\n" + ("\n" if blank else ""))
    start = line_start(source, block[0])
    return Replacement(start, start, f"{statement}\n\n")


def in_one_block(source: SourceMap, added: Sequence[Replacement]) -> list[Replacement]:
    """Return what is added to a file, with its first imports, or those of a new section, in one block."""
    if _first_block(source.source.tree.body):
        return _in_new_sections(source, added)
    first = [r for r in added if r.start == r.end == _add_first(source, "").start]
    if len(first) < 2:
        return [*added]
    sections: dict[int, list[str]] = {}
    for statement in sorted(r.text.strip("\n") for r in first):
        sections.setdefault(_section(_imported_module(statement), source.source), []).append(statement)
    block = "\n\n".join("\n".join(statements) for _, statements in sorted(sections.items()))
    return [*(r for r in added if r not in first), _add_first(source, block)]


def _in_new_sections(source: SourceMap, added: Sequence[Replacement]) -> list[Replacement]:
    """Return what is added, with imports that begin the same section at one place below one another."""
    together: dict[tuple[int, int], list[Replacement]] = {}
    for one in added:
        statement = one.text.strip("\n")
        begins = one.start == one.end and one.text.startswith("\n")
        if begins and statement.startswith(("import ", "from ")):
            section = _section(_imported_module(statement), source.source)
            together.setdefault((one.start, section), []).append(one)
    kept = [*added]
    for several in together.values():
        if len(several) < len("ab"):
            continue
        statements = "\n".join(sorted(one.text.strip("\n") for one in several))
        blank = "\n" if any(one.text.endswith("\n\n") for one in several) else ""
        kept = [one for one in kept if one not in several]
        kept.append(Replacement(several[0].start, several[0].end, f"\n{statements}\n{blank}"))
    return kept


def bind_namespaces(source: SourceMap, bindings: Collection[BindNamespace]) -> list[Replacement]:
    """Return the statements that bind namespaces, each once at the top of its function, and the import that they need.

    Raises :class:`UnfixableError` where a body stands on the line of its ``def``.
    """
    if not bindings:
        return []
    found: dict[ast.AST, Replacement] = {}
    parameters: dict[ast.AST, Replacement] = {}
    with_device = {binding.node for binding in bindings if binding.device}
    bindings = [b for b in bindings if not b.statement or b.device or b.node not in with_device]
    for binding in bindings:
        if not binding.statement:
            continue
        top, indent = top_of_body(source, binding.node)
        found[binding.node] = Replacement(top, top, _indented(binding.statement, indent))
        if binding.parameter:
            end = source.extent(last_parameter(binding.node.args)).end
            parameters[binding.node] = Replacement(end, end, f", {binding.name}=None")
    there = set(_imports_there(source.source))
    needed = (line for binding in bindings for line in binding.imported.splitlines())
    wanted = _merged(line for line in needed if line not in there)
    return [
        *found.values(),
        *parameters.values(),
        *(joined(source, text) or add_import(source, text, _imported_module(text)) for text in wanted),
    ]


def _imports_there(source: SourceFile) -> Iterator[str]:
    """Yield the imports from modules at the top of a file, as statements of one name each."""
    for statement in source.tree.body:
        if isinstance(statement, ast.ImportFrom):
            for alias in statement.names:
                yield ast.unparse(ast.ImportFrom(statement.module, [alias], statement.level))


def _merged(statements: Iterable[str]) -> list[str]:
    """Return imports, those from one module in one statement."""
    names: dict[str, set[str]] = {}
    for statement in statements:
        start, found, name = statement.partition(" import ")
        if found and " as " not in name:
            names.setdefault(f"{start} import ", set()).add(name)
        else:
            names.setdefault(statement, set())
    return [start + ", ".join(sorted(imported)) for start, imported in names.items()]


def last_parameter(arguments: ast.arguments) -> ast.AST:
    """Return the node that ends the parameters of a function."""
    nodes: list[Any] = [*ast.iter_child_nodes(arguments)]
    last: ast.AST = max(nodes, key=lambda node: (node.end_lineno, node.end_col_offset))
    return last


def _indented(statements: str, indent: str) -> str:
    return "".join(f"{indent}{line}\n" for line in statements.split("\n"))


def _imported_module(statement: str) -> str:
    """Return ``a.b`` of ``import a as b`` and of ``from a import b``."""
    words = statement.replace(",", "").split()
    return words[1] if words[0] == "import" else f"{words[1]}.{words[3]}"


def import_modules(source: SourceMap, wanted: Iterable[AddImport]) -> list[Replacement]:
    """Return the imports of the standard library's modules that fixes call, each once, where the file lacks it."""
    there = {
        item.name
        for node in source.source.tree.body
        if isinstance(node, ast.Import)
        for item in node.names
        if item.asname is None
    }
    needed = sorted({edit.module for edit in wanted} - there)
    return [add_import(source, f"import {module}", module) for module in needed]


def _first_block(body: Sequence[ast.stmt]) -> list[ast.Import | ast.ImportFrom]:
    """Return the first run of imports of a module, ``__future__`` left out."""
    block: list[ast.Import | ast.ImportFrom] = []
    for node, following in pairwise([*body, None]):
        if isinstance(node, ast.Import | ast.ImportFrom):
            if not (isinstance(node, ast.ImportFrom) and node.module == "__future__"):
                block.append(node)
            if following is not None and following.lineno == node.end_lineno and not _is_import(following):
                return block[:-1]  # `import x; y = 1`: code starts on the same line
        elif block:
            break
        elif node is not None and not _is_preamble(node):
            return []
    return block


def _is_import(node: ast.stmt) -> bool:
    return isinstance(node, ast.Import | ast.ImportFrom)


def _is_preamble(node: ast.stmt) -> bool:
    """Statements that stand before the imports: the docstring and ``__version__ = ...``."""
    match node:
        case ast.Expr(value=ast.Constant(value=str())):
            return True
        case ast.Assign(targets=[ast.Name(id=name)]):
            return name.startswith("__")
    return False


def _add_among(
    source: SourceMap, statement: str, module: str, section: Sequence[ast.Import | ast.ImportFrom]
) -> Replacement:
    """Among the imports of its own section: ``import x`` before ``from x import``, by module name."""
    plain = statement.startswith("import ")
    kinds = [isinstance(node, ast.Import) for node in section]
    mixed = kinds != sorted(kinds, reverse=True)  # sorted by name alone (isort's force_sort_within_sections)
    key = (not plain and not mixed, module.rpartition(".")[0 if not plain else 2] or module)
    before: ast.stmt | None = None
    for node in section:
        here = (isinstance(node, ast.ImportFrom) and not mixed, _module_name(node))
        if (here[0], here[1].lower()) <= (key[0], key[1].lower()):
            before = node
    if before is not None:
        end = _line_end(source, before)
        return _insert(source, end, f"{statement}\n")
    start = line_start(source, section[0])
    return Replacement(start, start, f"{statement}\n")


def _add_first(source: SourceMap, statement: str) -> Replacement:
    """Into a file without imports: behind the docstring, ``__future__`` imports and leading comments."""
    text, body = source.text, source.source.tree.body
    last = None
    for node in body:
        future = isinstance(node, ast.ImportFrom) and node.module == "__future__"
        if not future and not (node is body[0] and _is_text(node)):
            break
        last = node
    if last is not None:
        end = _line_end(source, last)
        blank = "" if text[end : end + 1] in ("\n", "") else "\n"
        return _insert(source, end, f"\n{statement}\n{blank}")
    start = _after_header(source)
    rest = text[start:]
    gap = "\n\n" if rest.startswith(("def ", "class ", "@", "async ")) else "\n"
    return Replacement(start, start, f"{statement}\n{gap if rest.strip() else ''}")


def _after_header(source: SourceMap) -> int:
    """Return the offset of the first statement or the comment right above it, behind shebang and licence."""
    first = source.source.tree.body[0] if source.source.tree.body else None
    if first is None:
        return len(source.text)
    start = line_start(source, first)
    lines = source.text[:start].split("\n")[:-1]
    above = len(lines)
    while above and lines[above - 1].strip():
        above -= 1
    return start if above == 0 else sum(len(line) + 1 for line in lines[:above])


def _section(module: str, source: SourceFile) -> int:
    """Return the sections of isort: 1 standard library, 2 third party, 3 first party, 4 relative."""
    top = module.partition(".")[0]
    if top in sys.stdlib_module_names:
        return 1
    return 3 if source.module is not None and source.module.partition(".")[0] == top else 2


def _section_of(node: ast.Import | ast.ImportFrom, source: SourceFile) -> int:
    return 4 if isinstance(node, ast.ImportFrom) and node.level else _section(_module_name(node), source)


def _module_name(node: ast.Import | ast.ImportFrom) -> str:
    return node.names[0].name if isinstance(node, ast.Import) else node.module or ""


def _line_end(source: SourceMap, node: ast.stmt) -> int:
    """Behind the line end of the last line of ``node``."""
    end = source.text.find("\n", source.extent(node).end)
    return len(source.text) if end < 0 else end + 1


def _is_text(node: ast.stmt) -> bool:
    match node:
        case ast.Expr(value=ast.Constant(value=str())):
            return True
    return False


def _insert(source: SourceMap, offset: int, lines: str) -> Replacement:
    """Lines put behind a line, which may be the last one and have no line end."""
    ends = source.text[offset - 1 : offset] == "\n"
    return Replacement(offset, offset, lines if ends else f"\n{lines}".removesuffix("\n"))

"""Functions of ``array_api_extra`` in the place of those that the standard lacks: ``xpx.nanmin(x, axis=0, xp=xp)``.

Packages keep copies of it, and each version has more functions: what a copy has is read from its source.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

from purity_lint.findings.diagnostics import Applicability
from purity_lint.findings.edits import Fix, Hole, Rewrite
from purity_lint.knowledge.signatures import signature
from purity_lint.knowledge.vocabularies.array_api_extra import BEYOND, FUNCTIONS, LATER, OF_ONE_PLACE, ONLY
from purity_lint.rewrites.references import Category, reference
from purity_lint.semantics.model import SemanticModel
from purity_lint.source.constructs import is_none
from purity_lint.source.packages import package_folder
from purity_lint.source.parse import parsed, parsed_expression

OPS = "_ops_"
"""Name of the namespace in a template."""
EXTRA_NAME = "xpx"
MODULE = "array_api_extra"
_COVARIANCE = "cov"
_BY_ROWS = "rowvar"
_PLACES = (f"*/{MODULE}", f"*/{MODULE}/src/{MODULE}")
"""Where packages keep a copy of it."""


def extra_functions(model: SemanticModel) -> frozenset[str]:
    """Return the functions of ``array_api_extra`` that a file can call.

    Of a copy that is not there, as it is a repository of its own, those that every version has.
    """
    return model.memo(extra_functions, lambda: _functions(model))


def extra_call(
    operation: str,
    arguments: Sequence[ast.expr],
    named: Mapping[str | None, ast.expr],
    node: Callable[[ast.expr], ast.expr | None],
    is_number: Callable[[ast.expr], bool],
) -> tuple[list[ast.expr], dict[str | None, ast.expr]] | None:
    """Return the arguments of a call of ``operation`` as ``array_api_extra`` takes them; ``None`` where it does not.

    ``node`` returns what fills a hole of a template, ``is_number`` whether that is a number.
    """
    known, ours = FUNCTIONS.get(operation), signature(operation)
    if known is None or ours is None or len(arguments) > len(ours.order):
        return None
    if operation in OF_ONE_PLACE and not all(map(is_number, arguments[1:2])):
        return None
    leading = list(arguments[: known.arrays])
    by_name: dict[str | None, ast.expr] = dict(
        zip(ours.order[known.arrays :], arguments[known.arrays :], strict=False)
    )
    by_name |= named
    for name, only in ONLY.get(operation, {}).items():
        given = node(by_name[name]) if name in by_name else ast.Constant(only)
        if not isinstance(given, ast.Constant) or given.value != only:
            return None
    if len(leading) != known.arrays or not by_name.keys() <= known.keywords:
        return None
    return leading, by_name


def by_rows(
    operation: str,
    arguments: list[ast.expr],
    named: Mapping[str | None, ast.expr],
    node: Callable[[ast.expr], ast.expr | None],
) -> tuple[list[ast.expr], Mapping[str | None, ast.expr]]:
    """Return the arguments of `cov(x.T)` for those of `cov(x, rowvar=False)`, and of other calls as they are."""
    said = named.get(_BY_ROWS) if operation == _COVARIANCE and len(arguments) == 1 else None
    given = None if said is None else node(said) or said
    if not isinstance(given, ast.Constant) or given.value not in (0, 1):
        return arguments, named
    array = arguments[0] if given.value else ast.Attribute(arguments[0], "T", ast.Load())
    return [array], {name: value for name, value in named.items() if name != _BY_ROWS}


def extra(name: str, arguments: list[ast.expr], named: Mapping[str | None, ast.expr]) -> ast.Call:
    """Return the call of a function of :mod:`array_api_extra`."""
    function = parsed_expression(f"{EXTRA_NAME}.{name}")
    keywords = [ast.keyword(k, v) for k, v in named.items()]
    return ast.Call(function, arguments, [*keywords, ast.keyword("xp", ast.Name(OPS))])


def as_it_stands(node: ast.AST, model: SemanticModel) -> Fix | None:
    """Return the fix of a call of NumPy that no operation has with these arguments, and ``array_api_extra`` has."""
    found = reference(node, model)
    if not isinstance(node, ast.Call) or found is None or found.category is not Category.FUNCTION:
        return None
    beyond = BEYOND.get(found.dotted, frozenset())
    given = {keyword.arg for keyword in node.keywords}
    arrays = FUNCTIONS[found.dotted].arrays if beyond else 0
    if not beyond or not given or not given <= beyond or len(node.args) != arrays:
        return None
    if any(isinstance(argument, ast.Starred) for argument in node.args):
        return None
    holes: dict[str, Hole] = {f"a{n}": argument for n, argument in enumerate(node.args)}
    holes |= {f"k{n}": keyword.value for n, keyword in enumerate(node.keywords)}
    written = [f"{{a{n}}}" for n in range(len(node.args))]
    written += [f"{keyword.arg}={{k{n}}}" for n, keyword in enumerate(node.keywords)]
    template = f"{{ops}}.{found.dotted}({', '.join(written)})"
    message = f"Replace `{ast.unparse(node.func)}` with `ops.{found.dotted}`"
    return Fix((Rewrite(node, template, holes),), Applicability.UNSAFE, message)


def _functions(model: SemanticModel) -> frozenset[str]:
    always = frozenset(FUNCTIONS) - LATER
    root = package_folder(model.source.path)
    copies = (
        [] if root is None else [p for place in _PLACES for p in sorted(root.glob(f"{place}/__init__.py"))]
    )
    if copies:
        return always | _listed(copies[0])
    imported = [binding.qualified for binding in model.imports if binding.qualified.endswith(MODULE)]
    if any(qualified != MODULE for qualified in imported):
        return always
    return frozenset(FUNCTIONS)


def _listed(file: Path) -> frozenset[str]:
    """Return the names in ``__all__`` of a module."""
    for statement in parsed(file.read_text(encoding="utf-8", errors="replace")).body:
        match statement:
            case ast.Assign(targets=[ast.Name(id="__all__")], value=ast.List() | ast.Tuple() as names):
                return frozenset(str(n.value) for n in names.elts if isinstance(n, ast.Constant))
    return frozenset()


def updated(method: str, array: ast.expr, index: ast.expr, value: ast.expr) -> ast.expr:
    """Return `xpx.at(x)[i].set(v)`."""
    at = ast.Call(ast.Attribute(ast.Name(EXTRA_NAME), "at", ast.Load()), [array], [])
    element = ast.Subscript(at, as_written(index), ast.Load())
    return ast.Call(ast.Attribute(element, method, ast.Load()), [value], [])


def as_written(index: ast.expr) -> ast.expr:
    """Return an index as it stands in brackets: `i, :` of `(i, slice(None))`."""
    match index:
        case ast.Tuple(elts=elements) if elements:
            return ast.Tuple([as_written(element) for element in elements], ast.Load())
        case ast.Call(func=ast.Name(id="slice"), args=bounds):
            parts = [None if is_none(b) else b for b in bounds]
            if len(parts) == 1:
                return ast.Slice(None, parts[0], None)
            return ast.Slice(*parts)
    return index

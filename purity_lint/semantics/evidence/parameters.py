"""Weigh what a parameter is by its declaration, its default, the calls that were seen and how it is used."""

from __future__ import annotations

import ast
import re
from collections.abc import Mapping
from typing import Final

from purity_lint.knowledge.notation import Result
from purity_lint.semantics.domain.atoms import ANY, inferred, is_of_own_class, plain
from purity_lint.semantics.domain.interning import Abs, Why
from purity_lint.semantics.domain.kinds import (
    BOOL,
    COMPLEX,
    CONTAINERS,
    DECLARED,
    DICT,
    FLOAT,
    FUNCTION,
    INFERRED,
    INSTANCE,
    INT,
    LIST,
    NONE,
    NUMERIC,
    OTHER,
    SCALAR,
    STR,
    TENSOR,
    TUPLE,
    UNKNOWN,
)
from purity_lint.semantics.domain.labelled import labelled_part
from purity_lint.semantics.domain.lattice import join
from purity_lint.semantics.domain.library_values import SIMPLE
from purity_lint.semantics.evidence import docstrings
from purity_lint.semantics.symbols.cells import Parameter
from purity_lint.semantics.symbols.class_checks import asks_for_sparse, names_asked_for_sparse
from purity_lint.semantics.symbols.evaluator import Evaluator
from purity_lint.semantics.symbols.made_arrays import makes_arrays_again, names_made_arrays
from purity_lint.semantics.symbols.namespaces import NAMESPACE_VALUE, is_namespace_parameter
from purity_lint.semantics.symbols.own_members import OWN_MEMBERS, has_contexts
from purity_lint.semantics.symbols.table import FunctionNode, FunctionSymbol
from purity_lint.semantics.symbols.uses import USE_ELEMENTWISE, USE_SCALAR, USE_TENSOR
from purity_lint.source.parameters import defaults, positional

_NUMBERED: Final = re.compile(r"[a-zA-Z_]+\d")
"""Name of one of several arguments, as docstrings number them."""
TYPE_NAMES: Final = frozenset({"tensor", "tensors", "ndarray", "ndarrays"})
"""Names that are those of the type, and so more than a suspicion; the plurals may be sequences of tensors."""
_SAYS_NOTHING: Final = TENSOR | SCALAR | NONE | UNKNOWN
"""What is passed for a declared array without going against it: a scalar of NumPy's works as one."""


def declare(frame: Evaluator, symbol: FunctionSymbol) -> None:
    """Read the signature, the annotations and the docstring of a function."""
    node = symbol.node
    arguments = node.args
    path = frame.program.path_of(symbol.module)
    for a in positional(arguments):
        symbol.parameters.append(_parameter(frame, a, "positional", path))
    if arguments.vararg is not None:
        symbol.parameters.append(_parameter(frame, arguments.vararg, "args", path))
    for a in arguments.kwonlyargs:
        symbol.parameters.append(_parameter(frame, a, "keyword", path))
    if arguments.kwarg is not None:
        symbol.parameters.append(_parameter(frame, arguments.kwarg, "kwargs", path))
    named = enumerate(symbol.parameters)
    symbol.positions = {p.name: n for n, p in named if p.kind in ("positional", "keyword")}
    symbol.positional = sum(p.kind == "positional" for p in symbol.parameters)
    for p in symbol.parameters:
        is_single = p.kind in ("positional", "keyword")
        if is_single and is_namespace_parameter(p.name, node, symbol.module.source.text):
            if has_contexts(symbol.module, frame.program.asked_about(OWN_MEMBERS)):
                break
            p.declared = NAMESPACE_VALUE
    by_name = {p.name: p for p in symbol.parameters}
    for name, default in defaults(arguments).items():
        by_name[name].default = frame.eval(default)
    if isinstance(node, ast.Lambda):
        return
    _note_sparse(symbol.module.source.text, node, by_name)
    if node.returns is not None:
        symbol.returns_declared = frame.program.annotation(frame, node.returns)
    read_docstring(symbol, node, by_name, path)


def _note_sparse(text: str, node: FunctionNode, by_name: Mapping[str, Parameter]) -> None:
    """Note which parameters may be sparse matrices, by what the function asks and makes of them."""
    if asks_for_sparse(text):
        for name in names_asked_for_sparse(node):
            if name in by_name:
                by_name[name].may_be_sparse = True
    if makes_arrays_again(text):
        for name in names_made_arrays(node):
            if name in by_name:
                by_name[name].made_array = True


def _parameter(frame: Evaluator, node: ast.arg, kind: str, path: str | None) -> Parameter:
    p = Parameter(node.arg, kind)
    p.at = (node.lineno, node.col_offset, path)
    if node.annotation is not None:
        value = frame.program.annotation(frame, node.annotation)
        if value is not None and value.mask:
            p.strict = True
            p.declared = _declared(
                value, Why(f"`{node.arg}` is annotated so", node.lineno, node.col_offset, path)
            )
    return p


def _declared(value: Abs, why: Why) -> Abs:
    if not value.mask & TENSOR:
        return value
    return value.but(ev=DECLARED, why=why)


def read_docstring(
    symbol: FunctionSymbol, node: FunctionNode, by_name: dict[str, Parameter], path: str | None
) -> None:
    """Take from the docstring what the annotations do not say; of `__init__` from that of the class as well."""
    docstring = docstring_of(node)
    if docstring is not None:
        _read_text(symbol, docstring, by_name, path)
    if symbol.name == "__init__" and symbol.owner is not None:
        of_class = docstring_of(symbol.owner.node)
        if of_class is not None:
            _declare_documented(docstrings.read(of_class[0])[0], by_name, path, of_class[1])


def _declare_documented(
    found: Mapping[str, tuple[Abs, str, int]],
    by_name: Mapping[str, Parameter],
    path: str | None,
    first_line: int,
) -> None:
    for name, (value, documented, line) in found.items():
        p = by_name.get(name)
        if p is not None and p.declared is None and p.kind in ("positional", "keyword"):
            why = Why(f"`{name}` is documented as `{documented}`", first_line + line, 0, path)
            p.declared = _declared(value, why)


def _read_text(
    symbol: FunctionSymbol, docstring: tuple[str, int], by_name: dict[str, Parameter], path: str | None
) -> None:
    text, first_line = docstring
    found, result = docstrings.read(text)
    _declare_documented(found, by_name, path, first_line)
    several = next((p for p in symbol.parameters if p.kind == "args" and p.declared is None), None)
    if several is not None:
        _declare_each(several, found, by_name, path, first_line)
    if symbol.returns_declared is None and result is not None:
        symbol.returns_declared = result.but(ev=INFERRED)


def _declare_each(
    several: Parameter,
    found: Mapping[str, tuple[Abs, str, int]],
    by_name: Mapping[str, Parameter],
    path: str | None,
    first_line: int,
) -> None:
    """Take what `*samples` holds from how it is documented: as `*samples`, or as `sample1, sample2, ...`."""
    names = [name for name in found if name == several.name]
    names = names or [name for name in found if name not in by_name and _NUMBERED.fullmatch(name)]
    for name in names:
        value, documented, line = found[name]
        if value.mask & TENSOR:
            why = Why(f"`{name}` is documented as `{documented}`", first_line + line, 0, path)
            several.declared = _declared(value.but(rank=None), why)
            return


def docstring_of(node: FunctionNode | ast.ClassDef) -> tuple[str, int] | None:
    """Return the text as it is written, and its line."""
    body = node.body
    if isinstance(body, list) and body and isinstance(body[0], ast.Expr):
        value = body[0].value
        if isinstance(value, ast.Constant) and isinstance(value.value, str):
            return value.value, value.lineno
    return None


def current(p: Parameter, index: int) -> Abs:
    """Return the value that the body sees."""
    value = _weigh(p)
    if p.sure and value.mask & TENSOR and value.ev < p.sure and not _is_contradicted(p):
        value = value.but(ev=p.sure)
    only_used = p.declared is None and not p.calls.value.mask & TENSOR
    if value.mask & TENSOR and (p.may_be_sparse or (p.made_array and only_used)):
        value = join(value, SIMPLE[Result.SPARSE])
    if value.mask & (TENSOR | UNKNOWN | NUMERIC):
        value = value.dependent(1 << index)
    if p.kind == "args":
        return Abs(TUPLE, elem=value if value.mask & ~UNKNOWN else None)
    if p.kind == "kwargs":
        return Abs(DICT, elem=value if value.mask & ~UNKNOWN else None)
    return value


def _weigh(p: Parameter) -> Abs:
    """Return what a parameter may be, by the first of these that says something, the surest first.

    1. What its author declares, since that holds for callers that nobody sees.
    2. A tensor that some call passes: it was seen, whatever else may come.
    3. Use that only a tensor allows (`x.shape`, `x @ w`): it would fail with anything else, but for the arrays of
       objects that all calls pass.
    4. Calls that pass other things, if all of them are known: what is passed is then no tensor, however it is used.
    5. Use that a number allows as well (`np.exp(x)`), if nothing above says that it is a number, a list or a text.
    6. The default, then use that only a number allows: each is one value of many.
    7. Names: that of the parameter, then what it means in the functions beside this one.
    """
    declared, calls, default = p.declared, p.calls.value, p.default
    if declared is not None:
        if declared.mask & TENSOR:
            return _declared_tensor(p, declared, calls, default)
        if declared.mask & UNKNOWN and not declared.mask & ~(UNKNOWN | NONE):
            return join(declared, calls) if calls.mask & ~UNKNOWN else declared
        if not declared.mask & UNKNOWN:
            return _declared_other(p, declared, calls, default)
    value = calls
    if default is not None:
        value = join(value, default)
    if calls.mask & TENSOR:
        return value.without(TENSOR) if default is not None and _is_switch(default) else value
    known = calls.mask & ~UNKNOWN
    if p.use == USE_TENSOR and (known != OTHER or p.unknown_calls):
        return join(value, _used(p))
    if known and not p.unknown_calls:
        return value
    if p.use == USE_ELEMENTWISE and not value.mask & (NUMERIC | CONTAINERS | STR):
        return join(value, _used(p))
    if known:
        return join(value, ANY)
    if default is not None and default.mask & ~(NONE | UNKNOWN):
        return default
    if p.use == USE_SCALAR:
        return plain(SCALAR)
    if p.name in TYPE_NAMES and p.kind in ("positional", "keyword"):
        return _named(p, value)
    if p.like_siblings:
        return join(value, Abs(TENSOR, INFERRED, why=Why(f"`{p.name}` is a tensor in this module", *p.at)))
    return join(value, ANY)


def _named(p: Parameter, value: Abs) -> Abs:
    """A parameter of which nothing is known but a name that is that of a type."""
    each = Abs(TENSOR, INFERRED, why=Why(f"`{p.name}` names its type", *p.at))
    if p.name.endswith("s"):
        return join(value, Abs(UNKNOWN, INFERRED, elem=each))
    return join(value, each)


def _is_switch(value: Abs) -> bool:
    """True where this is a truth value and nothing else: where a tensor seems to be passed, another call was meant."""
    return value.mask & BOOL != 0 and not value.mask & ~(BOOL | NONE)


def _used(p: Parameter) -> Abs:
    at = p.use_at
    why = None
    if at is not None:
        why = Why(
            f"`{p.name}` is used as a tensor",
            getattr(at, "lineno", 1),
            getattr(at, "col_offset", 0),
            p.at[2],
        )
    return Abs(TENSOR, INFERRED, why=why)


def _declared_tensor(p: Parameter, declared: Abs, calls: Abs, default: Abs | None) -> Abs:
    if _is_contradicted(p):
        declared = inferred(declared)
    others = declared.mask & ~(TENSOR | NONE)
    if not others or p.use == USE_TENSOR:
        if default is not None and default.mask & NONE:
            declared = join(declared, default)
        if calls.mask & TENSOR and declared.rank is None and calls.rank is not None:
            declared = declared.but(rank=calls.rank, backend=declared.backend or calls.backend)
        elif calls.mask & TENSOR and declared.backend is None and calls.backend is not None:
            declared = declared.but(backend=calls.backend)
        return declared if p.strict else join(declared, labelled_part(calls))
    if calls.mask & TENSOR:
        return join(declared, calls)
    known = calls.mask & ~(UNKNOWN | NONE)
    if known and not p.unknown_calls:
        return calls if default is None else join(calls, default)
    if default is not None and default.mask & NUMERIC and not known:
        return default
    return declared


def _is_contradicted(p: Parameter) -> bool:
    """Return True where an array is declared, and some call or the default is seen to be something else.

    The declaration then says what the author has in mind, and not what comes: `x + 1` of a list must still fail.
    """
    declared, given = p.declared, p.calls.value.mask
    if declared is None or declared.mask & ~NONE != TENSOR:
        return False
    if p.default is not None:
        given |= p.default.mask
    return bool(given & ~_SAYS_NOTHING)


def _declared_other(p: Parameter, declared: Abs, calls: Abs, default: Abs | None) -> Abs:
    if _is_switch(declared) and calls.mask & TENSOR:
        calls = calls.without(TENSOR)
    if p.strict and is_of_own_class(declared) and calls.mask & INSTANCE:
        calls = calls.without(TENSOR)  # what comes of an operator of the class, whatever its other operand is
    passes_numbers = calls.mask & (NUMERIC if p.strict else SCALAR)
    if passes_numbers and not declared.mask & ~(NUMERIC | NONE):
        calls = calls.without(TENSOR)  # what may be either is what the author says
    if not calls.rank and not declared.mask & ~(INT | NONE):
        calls = calls.without(TENSOR)  # an element of an array of counts or places is a count or a place
    if calls.mask & TENSOR and (not p.strict or declared.mask & (FLOAT | COMPLEX | SCALAR)):
        return join(declared, calls)
    others = STR | FUNCTION if isinstance(p.use_at, ast.Subscript) else NUMERIC | STR | FUNCTION
    if p.use == USE_TENSOR and not p.strict and not declared.mask & others:
        return join(declared, _used(p))  # no number takes an item, whatever the docstring says
    if default is not None and default.mask & NONE:
        declared = join(declared, default)
    if declared.mask & (INSTANCE | FUNCTION | CONTAINERS) and calls.mask:
        if p.strict and p.use != USE_TENSOR and _lists_numbers(declared):
            calls = calls.without(TENSOR)
        return join(declared, calls.without(UNKNOWN))
    return declared


def _lists_numbers(declared: Abs) -> bool:
    """True for ``list[float]``, nested or not: whatever is passed, what is read of it is taken for a number."""
    element = declared
    while element.mask in (LIST, TUPLE) and element.elem is not None:
        element = element.elem
    return element is not declared and element.mask != 0 and not element.mask & ~NUMERIC

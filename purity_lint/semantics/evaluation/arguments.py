"""Calls between functions of the project: arguments flow into parameters, results flow back."""

from __future__ import annotations

import ast
from typing import Final

from purity_lint.semantics.domain.atoms import ANY, NEVER, SCALAR_VALUE
from purity_lint.semantics.domain.containers import join_all
from purity_lint.semantics.domain.interning import Abs
from purity_lint.semantics.domain.kinds import CLASS, INFERRED, INSTANCE, NUMERIC, SUSPECTED, TENSOR, UNKNOWN
from purity_lint.semantics.domain.lattice import join
from purity_lint.semantics.domain.tables import JOINED
from purity_lint.semantics.evaluation.frame import Frame
from purity_lint.semantics.evidence.doctests import is_of_examples
from purity_lint.semantics.evidence.unknown_names import is_unknown
from purity_lint.semantics.symbols.cells import Parameter
from purity_lint.semantics.symbols.table import ClassSymbol, FunctionSymbol
from purity_lint.semantics.symbols.uses import USE_ELEMENTWISE, USE_NONE, USE_TENSOR


def bind_arguments(
    symbol: FunctionSymbol,
    args: list[Abs],
    keywords: dict[str, Abs],
    *,
    bound: bool,
    more: Abs | None = None,
) -> list[Abs | None]:
    """Return the argument of each parameter, by position; ``None`` where the call gives none.

    ``more`` is what each of the last arguments is, of which nobody knows how many there are: ``f(*pair)``.
    """
    parameters = symbol.parameters
    out: list[Abs | None] = [None] * len(parameters)
    if args:
        first = 1 if bound else 0
        end = symbol.positional
        fitting = args[: max(end - first, 0)]
        out[first : first + len(fitting)] = fitting
        rest = args[len(fitting) :]
        if rest and first <= end < len(parameters) and parameters[end].kind == "args":
            out[end] = join_all(rest)
    if keywords:
        names = symbol.positions
        extra = NEVER
        for name, value in keywords.items():
            n = names.get(name)
            if n is not None:
                out[n] = value
            else:
                extra = join(extra, value)
        if extra.mask and parameters and parameters[-1].kind == "kwargs":
            out[-1] = extra
    if more is not None:
        for i in range(symbol.positional):
            if out[i] is None and parameters[i].default is None and not (bound and i == 0):
                out[i] = more
    return out


def repeated(node: ast.AST, args: list[Abs]) -> Abs | None:
    """Return what each item of ``*args`` is at the end of a call, where it may stand for several arguments."""
    if not isinstance(node, ast.Call) or len(args) != len(node.args) or not args:
        return None
    named = all(k.arg is not None for k in node.keywords)
    return args[-1] if named and isinstance(node.args[-1], ast.Starred) else None


def pass_arguments(frame: Frame, parameters: list[Parameter], given: list[Abs | None], node: ast.AST) -> bool:
    """Join a call's arguments into the parameters; whether that told them anything new."""
    if frame.failing:
        return False
    changed = False
    for p, value in zip(parameters, given, strict=True):
        if value is not None and not _is_known(value, p):
            is_shape = value.mask != TENSOR and p.name.endswith(_SHAPE)
            changed |= _pass_one(frame, p, _as_shape(value) if is_shape else value, node)
    return changed


_SHAPE: Final = "shape"
"""How names of shapes end."""


def _as_shape(value: Abs) -> Abs:
    """Return a value without the tensors that it may be or hold: where a shape is meant, one path gives it arrays.

    Functions that convert shapes, nested as inputs of layers are, would make tensors of all that they give.
    """
    value = value.without(TENSOR) if value.mask & TENSOR else value
    held = [*(value.elems or ()), *((value.elem,) if value.elem is not None else ())]
    return value.but(elem=None, elems=None) if any(e.mask & TENSOR for e in held) else value


def _is_known(value: Abs, p: Parameter) -> bool:
    """True where it is cheap to see that ``value`` tells nothing new: the same, or less, was passed before."""
    core, before = value.core, p.calls.value.core
    if core is before:
        return True
    if core is ANY:
        return p.unknown_calls
    if core.deps or core.mask & UNKNOWN or core.ev > INFERRED:
        return False  # which the callee sees as something else
    return JOINED.get((before, core)) is before


def _pass_one(frame: Frame, p: Parameter, value: Abs, node: ast.AST) -> bool:
    mask = value.mask
    changed = False
    known = value
    if not p.unknown_calls and _is_one_of_several(frame, p, value):
        changed = p.unknown_calls = True
    if mask & UNKNOWN:
        changed |= not p.unknown_calls
        p.unknown_calls = True
        if value.deps and not mask & TENSOR:
            _use_by_callee(frame, p, value, node)
        mask &= ~UNKNOWN
        if not mask:
            return p.calls.add(value.free()) or changed if value.elem is not None else changed
        known = value.without(UNKNOWN)
        if p.strict and p.declared is not None and not p.declared.mask & (TENSOR | UNKNOWN):
            known = known.without(TENSOR)  # what may be a tensor is none where none is meant
            mask = known.mask
            if not mask:
                return changed
    if mask & TENSOR and not p.calls.value.mask & TENSOR:
        known = passed(frame, p, known, node)
    elif value.deps or (mask & TENSOR and value.ev > INFERRED):
        known = as_argument(known)
    return p.calls.add(known) or changed


def _is_one_of_several(frame: Frame, p: Parameter, value: Abs) -> bool:
    """True for a number that an example of a docstring passes where another one says that arrays may come as well."""
    if frame.function is None or not is_of_examples(frame.function.name) or value.mask & TENSOR:
        return False
    declared = p.declared
    return declared is not None and bool(declared.mask & TENSOR) and bool(declared.mask & NUMERIC)


def passed(frame: Frame, p: Parameter, value: Abs, node: ast.AST) -> Abs:
    """A tensor as the callee sees it: inferred, because it is passed here."""
    return as_argument(value).explained(frame.why(f"passed as `{p.name}`", node, value.why))


def as_argument(value: Abs) -> Abs:
    """A value as the callee sees it: no more than inferred, and independent of the caller's parameters."""
    if value.ev <= INFERRED:
        return value.free()
    return value.but(deps=0, ev=INFERRED)


def _use_by_callee(frame: Frame, p: Parameter, value: Abs, node: ast.AST) -> None:
    use = _use_of(p)
    if use != USE_NONE:
        frame.use(value, use, node)


def _use_of(p: Parameter) -> int:
    """Return what a function uses a parameter as, whatever it is given."""
    if p.declared is not None:
        return USE_TENSOR if p.declared.mask == TENSOR else USE_NONE
    return p.use if p.use in (USE_TENSOR, USE_ELEMENTWISE) else USE_NONE


def use_names(
    frame: Frame, parameters: list[Parameter], given: list[Abs | None], node: ast.Call, *, bound: bool
) -> None:
    """Note what the function that is called uses the unknown names as that are written as its arguments."""
    unknown = [i for i, value in enumerate(given) if value is not None and is_unknown(value)]
    if not unknown or any(isinstance(a, ast.Starred) for a in node.args):
        return
    by_position = dict(enumerate(node.args, start=bound))
    by_name = {k.arg: k.value for k in node.keywords}
    for i in unknown:
        p, value = parameters[i], given[i]
        if value is not None and (use := _use_of(p)) != USE_NONE:
            written = by_position.get(i) if p.kind == "positional" else None
            frame.use(value, use, node, written or by_name.get(p.name))


def _deciding(symbol: FunctionSymbol, deps: int, given: list[Abs | None]) -> list[Abs]:
    """Return the arguments of the parameters in ``deps``."""
    args: list[Abs] = []
    for i, (p, value) in enumerate(zip(symbol.parameters, given, strict=True)):
        if not deps >> i & 1:
            continue
        known = value
        if known is None:
            known = p.default if p.default is not None else ANY
        if known.mask & UNKNOWN and not known.mask & TENSOR and _must_be_tensor(p):
            known = Abs(TENSOR, INFERRED, deps=known.deps, why=p.declared.why if p.declared else None)
        args.append(known)
    return args


def result_for(symbol: FunctionSymbol, result: Abs, given: list[Abs | None]) -> Abs:
    """Return what this call returns: where the result is a tensor because an argument is, the argument decides."""
    deps = result.deps
    if not deps:
        return _contents_for(symbol, result, given)
    args = _deciding(symbol, deps, given)
    if not args:
        return result.free()
    masks = 0
    caller_deps = 0
    tensor_deps: int | None = None
    backend = None
    for a in args:
        masks |= a.mask
        if a.mask & TENSOR:
            tensor_deps = (
                a.deps if tensor_deps is None else (tensor_deps | a.deps if tensor_deps and a.deps else 0)
            )
            backend = backend or a.backend
        caller_deps |= a.deps
    if masks & TENSOR:
        mask = result.mask
        if not mask & ~(UNKNOWN | NUMERIC):
            mask |= TENSOR
        if not masks & UNKNOWN:
            mask &= ~UNKNOWN
        return result.but(
            mask=mask,
            ev=max(result.ev, INFERRED) if result.mask & TENSOR else INFERRED,
            deps=tensor_deps or 0,
            backend=result.backend or backend,
            why=result.why or next((a.why for a in args if a.mask & TENSOR), None),
        )
    if masks & UNKNOWN:
        if not result.mask & ~(TENSOR | NUMERIC | UNKNOWN):
            return Abs(UNKNOWN, SUSPECTED, deps=caller_deps)
        out = result.without(TENSOR)
        return out if out.mask else ANY
    out = result.without(TENSOR | UNKNOWN)
    if not out.mask & NUMERIC and masks & NUMERIC:
        out = join(out, Abs(masks & NUMERIC))
    out = out.dependent(caller_deps if out.mask & NUMERIC else 0)
    return out if out.mask else SCALAR_VALUE


def _must_be_tensor(p: Parameter) -> bool:
    return (
        p.declared is not None and p.declared.mask & TENSOR != 0 and not p.declared.mask & NUMERIC
    ) or p.use == USE_TENSOR


def _contents_for(symbol: FunctionSymbol, result: Abs, given: list[Abs | None]) -> Abs:
    if result.elems is not None and any(e.deps for e in result.elems):
        return result.but(elems=tuple([result_for(symbol, e, given) if e.deps else e for e in result.elems]))
    if result.elem is not None and result.elem.deps:
        return result.but(elem=result_for(symbol, result.elem, given))
    return result


def receiver_value(symbol: FunctionSymbol, receiver: ClassSymbol | None) -> Abs:
    """Return what ``self`` is, or ``cls``."""
    owner = symbol.owner or receiver
    kind = CLASS if symbol.is_class_method else INSTANCE
    return Abs(kind, refs=(owner,)) if owner is not None else ANY

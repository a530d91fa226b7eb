"""From a call of a library to the call of ``ops`` that means the same.

The tables of :mod:`purity_lint.knowledge` say how parameters correspond; here the arguments of one call are
bound to them and the smallest edit is chosen: only the callee where the arguments fit as they stand, the
whole call otherwise.
"""

from __future__ import annotations

import ast
from collections.abc import Sequence
from dataclasses import replace

from purity_lint.findings.edits import Edit, Hole, Rewrite
from purity_lint.knowledge.notation import Form, Parameter
from purity_lint.knowledge.signatures import Signature, signature
from purity_lint.records import dataclass
from purity_lint.rewrites.calls.memory_orders import is_layout

_HARMLESS: dict[str, frozenset[object]] = {
    "order": frozenset({"K"}),
    "writeable": frozenset({True, False}),
    "casting": frozenset({"same_kind"}),
    "kind": frozenset({"stable", "mergesort", "quicksort"}),
    "where": frozenset({True}),
    "retstep": frozenset({False}),
    "returned": frozenset({False}),
    "overwrite_input": frozenset({False}),
    "optimize": frozenset({True, False, "optimal", "greedy"}),
    "assume_unique": frozenset({True, False}),
    "copy": frozenset({True}),
    "hermitian": frozenset({False}),
    "interpolation": frozenset({"linear"}),
    "ndmin": frozenset({0}),
    "requires_grad": frozenset({False}),
    "non_blocking": frozenset({True, False}),
    "inplace": frozenset({False}),
    "mode": frozenset({"raise"}),
    "pin_memory": frozenset({False}),
    "sorted": frozenset({True}),
    "equal_nan": frozenset({True}),
}
"""Values that may be dropped where ops has no such parameter, and the table of forms says of none that it may: they
ask for what ops does anyway."""

_NONE_IS_FALSE = frozenset({"copy", "where", "casting"})
"""Parameters whose default is something else than None, so that None asks for something."""

NO_EQUIVALENT = "it has no equivalent in ops"
"""Reason of a call that no operation replaces."""

_MAIN = frozenset({"x", "shape", "key", "arrays"})
"""Parameters that are given by position even where the library has them elsewhere; others then go by name."""


@dataclass(frozen=True, slots=True)
class Rewritten:
    """Edit that turns a call into one of ops."""

    edit: Rewrite
    operation: str | None
    """``None`` where a template says it all."""
    safe: bool
    further: tuple[Edit, ...] = ()
    """Edits elsewhere that belong to it."""
    way_out: str | None = None
    """What stands there then, where it is nothing of ops."""

    @property
    def edits(self) -> tuple[Edit, ...]:
        """All edits of the fix."""
        return self.edit, *self.further


@dataclass(frozen=True, slots=True)
class Refused:
    """Why a call cannot be rewritten."""

    reason: str


@dataclass(frozen=True, slots=True)
class _Argument:
    parameter: Parameter
    values: tuple[ast.expr, ...]
    keyword: bool

    @property
    def value(self) -> ast.expr:
        return self.values[0]


def rewrite_call(
    call: ast.Call, forms: Sequence[Form], operation: str | None, *, receiver: ast.expr | None = None
) -> Rewritten | Refused:
    """Turn ``call`` into a call of ``operation`` (unless a form names another one).

    ``receiver`` is what a method was called on: it is the first argument then, and the call is always
    rewritten whole.
    """
    if not forms:
        return _rewrite_unknown(call, operation)
    refused: Refused | None = None
    for form in forms:
        outcome = _rewrite(call, form, form.operation or operation, receiver)
        if isinstance(outcome, Rewritten):
            return outcome
        refused = outcome
    if receiver is None and _unpacks(call):
        return _rewrite_unpacked(call, forms, operation)
    return refused or Refused(NO_EQUIVALENT)


def _rewrite(
    call: ast.Call, form: Form, operation: str | None, receiver: ast.expr | None
) -> Rewritten | Refused:
    bound = _bind(call, form.parameters, receiver)
    if isinstance(bound, Refused):
        return bound
    if any(_is_no_axis(argument) for argument in bound):
        return Refused("a truth value is no axis")
    if any(_is_no_order(argument) for argument in bound):
        return Refused("a number is no order of elements")
    seen = [argument for argument in bound if not is_layout(argument.parameter, argument.value)]
    if len(seen) < len(bound):
        bound, form = seen, replace(form, safe=form.safe and _lies_in_rows(call, form))
    if form.template is not None:
        return _fill(call, form, bound)
    target = signature(operation) if operation else None
    if operation is None or target is None:
        return Refused(NO_EQUIVALENT)
    for argument in bound:
        if argument.parameter.target is None:
            return Refused(f"`{argument.parameter.name}=` has no counterpart in `ops.{operation}`")
    plan = _Plan(call, form, operation, target, bound)
    missing = plan.missing
    if missing:
        return Refused(f"`ops.{operation}` needs `{missing[0]}`")
    if receiver is None and plan.fits:
        return Rewritten(Rewrite(call.func, f"{{ops}}.{operation}"), operation, form.safe)
    return plan.rebuild()


def _rewrite_unknown(call: ast.Call, operation: str | None) -> Rewritten | Refused:
    """Rename a function whose parameters are not known, if it is given what the operation requires and no more."""
    target = signature(operation) if operation else None
    if operation is None or target is None:
        return Refused(NO_EQUIVALENT)
    plain = not call.keywords and not any(isinstance(a, ast.Starred) for a in call.args)
    required = sum(name in target.required for name in target.order)
    if plain and len(call.args) == required <= 2:
        return Rewritten(Rewrite(call.func, f"{{ops}}.{operation}"), operation, safe=True)
    return Refused(f"its arguments are not known to be those of `ops.{operation}`")


def _unpacks(call: ast.Call) -> bool:
    return any(isinstance(a, ast.Starred) for a in call.args) or any(k.arg is None for k in call.keywords)


def _rewrite_unpacked(call: ast.Call, forms: Sequence[Form], operation: str | None) -> Rewritten | Refused:
    """Rename the function in ``f(*args, **options)``; never safe, for what is unpacked cannot be seen."""
    seen = ast.Call(
        call.func,
        [a for a in call.args if not isinstance(a, ast.Starred)],
        [k for k in call.keywords if k.arg is not None],
    )
    if len({form.operation or operation for form in forms}) > 1 and len(seen.args) < len(call.args):
        return Refused("how many arguments are unpacked decides what it does")  # `np.where(*args)`
    keywords_unseen = any(k.arg is None for k in call.keywords)
    trailing = not any(isinstance(a, ast.Starred) for a in call.args[: len(seen.args)])
    for form in forms:
        name = form.operation or operation
        target = signature(name) if name else None
        bound = _bind(seen, form.parameters, None)
        if name is None or target is None or isinstance(bound, Refused) or form.template is not None:
            continue
        given = {argument.parameter.name for argument in bound}
        if keywords_unseen and any(p.target != p.name for p in form.parameters if p.name not in given):
            continue  # `**` may bring what ops does not take
        if keywords_unseen and len(call.args) < len(target.positional_only):
            continue  # or bring by name what ops takes by position alone
        plan = _Plan(seen, form, name, target, bound)
        if plan.fits and (len(seen.args) == len(call.args) or (trailing and plan.in_step) or target.variadic):
            return Rewritten(Rewrite(call.func, f"{{ops}}.{name}"), name, safe=False)
    return Refused("its arguments are unpacked, so that they cannot be matched")


def _bind(
    call: ast.Call, parameters: tuple[Parameter, ...], receiver: ast.expr | None
) -> list[_Argument] | Refused:
    positional = [p for p in parameters if not p.keyword_only]
    queue: list[ast.expr] = [*([receiver] if receiver is not None else []), *call.args]
    bound: list[_Argument] = []
    while queue:
        if not positional:
            return Refused("it is called with more arguments than ops takes")
        parameter = positional.pop(0)
        if parameter.variadic:
            bound.append(_Argument(parameter, tuple(queue), keyword=False))
            break
        value = queue.pop(0)
        if isinstance(value, ast.Starred):
            return Refused("its arguments are unpacked with `*`")
        bound.append(_Argument(parameter, (value,), keyword=False))
    by_name = {p.name: p for p in parameters if not p.variadic}
    taken = {a.parameter.name for a in bound}
    meant = {a.parameter.target for a in bound}
    for keyword in call.keywords:
        named = by_name.get(keyword.arg or "")
        if named is None or named.name in taken:
            given = f"`{keyword.arg}=`" if keyword.arg else "what `**` unpacks"
            return Refused(f"{given} has no counterpart in ops")
        if named.target is not None and named.target in meant:
            return Refused(f"`{named.name}=` is given under two names")
        meant.add(named.target)
        bound.append(_Argument(named, (keyword.value,), keyword=True))
    return [a for a in bound if not _is_harmless(a)]


def _is_no_axis(argument: _Argument) -> bool:
    """True for `False` in the place of an axis: PyTorch's `x.std(False)` asks for no correction."""
    given = argument.value if argument.values else None
    is_axis = argument.parameter.target == "axis"
    return is_axis and isinstance(given, ast.Constant) and isinstance(given.value, bool)


def _is_no_order(argument: _Argument) -> bool:
    """True for a number in the place of an order: `x.flatten(1)` of MLX and PyTorch flattens from an axis on."""
    given = argument.value if argument.values else None
    is_order = argument.parameter.name == "order"
    return is_order and isinstance(given, ast.Constant) and isinstance(given.value, int)


def _is_harmless(argument: _Argument) -> bool:
    if argument.parameter.target is not None:
        return False
    value = argument.value
    if not isinstance(value, ast.Constant):
        return False
    name = argument.parameter.name
    if value.value is None:
        return name not in _NONE_IS_FALSE
    default = argument.parameter.default
    return value.value in _HARMLESS.get(name, ()) if default is None else str(value.value) == default


def _makes_new(call: ast.Call) -> bool:
    """True where the first argument is written out, ``[1, 2]``, so that the new array shares no memory."""
    return bool(call.args) and isinstance(
        call.args[0], ast.List | ast.Tuple | ast.Constant | ast.ListComp | ast.GeneratorExp
    )


def _lies_in_rows(call: ast.Call, form: Form) -> bool:
    """True where an array is made of what is written out, which lies in C's order anyway."""
    return form.parameters[0].target == "obj" and _makes_new(call)


@dataclass(frozen=True, slots=True)
class _Plan:
    """Arguments of one call, and the operation that is to take them."""

    call: ast.Call
    form: Form
    operation: str
    target: Signature
    bound: list[_Argument]

    @property
    def defaults(self) -> dict[str, str]:
        """Return the arguments that must be written out, because ops has another default than the library."""
        given = {a.parameter.target for a in self.bound}
        return {
            p.target: p.default
            for p in self.form.parameters
            if p.target is not None
            and p.default is not None
            and p.target not in given
            and not (p.target == "copy" and _makes_new(self.call))
        }

    @property
    def missing(self) -> list[str]:
        """Return the arguments that ops requires, and the library has a default for."""
        given = {a.parameter.target for a in self.bound}
        unnamed = self.target.order[:1] if self.target.positional_only and self.bound else ()
        return [n for n in self.target.required if n not in (*given, *self.defaults, *unnamed)]

    @property
    def fits(self) -> bool:
        """True where ops takes the arguments as they are written, in their order and by their names."""
        if self.defaults or len(self.bound) != len(self.call.args) + len(self.call.keywords):
            return False
        return all(self._fits(index, argument) for index, argument in enumerate(self.bound))

    @property
    def in_step(self) -> bool:
        """True where the library has the parameters of ops, in the same order."""
        ours = [p.target for p in self.form.parameters if not p.keyword_only]
        order = list(self.target.order)
        return ours[1 : len(order)] == order[1:]

    def _fits(self, index: int, argument: _Argument) -> bool:
        parameter = argument.parameter
        if parameter.variadic:
            return self.target.variadic
        if argument.keyword:
            return parameter.name == parameter.target and self.target.takes_keyword(parameter.name)
        return self._stands_at(index, argument)

    def _stands_at(self, index: int, argument: _Argument) -> bool:
        """True where the operation takes this argument at position ``index``; a first one may have another name."""
        order = self.target.order
        if index >= len(order):
            return False
        nameless = index == 0 and bool(self.target.positional_only) and not argument.keyword
        return nameless or order[index] == argument.parameter.target

    def rebuild(self) -> Rewritten | Refused:
        """Write the whole call anew: positional where ops has the same order so far, by name otherwise."""
        holes: dict[str, Hole] = {}
        positional: list[str] = []
        keywords: list[str] = []
        for number, argument in enumerate(self._in_order()):
            name = argument.parameter.target or ""
            if argument.parameter.variadic and self.target.variadic:
                positional.extend(_unpacked(argument.values, f"a{number}", holes))
                continue
            text = _hole(argument, f"a{number}", holes)
            if not keywords and self._goes_by_position(len(positional), argument):
                positional.append(text)
            elif self.target.takes_keyword(name):
                keywords.append(f"{name}={text}")
            else:
                return Refused(f"`ops.{self.operation}` does not take `{name}`")
        for name, text in self.defaults.items():
            if not self.target.takes_keyword(name):
                return Refused(f"`ops.{self.operation}` does not take `{name}`")
            keywords.append(f"{name}={text}")
        template = f"{{ops}}.{self.operation}({', '.join([*positional, *keywords])})"
        return Rewritten(Rewrite(self.call, template, holes), self.operation, self.form.safe)

    def _in_order(self) -> list[_Argument]:
        """Return the arguments in the order to write them: first those that ops takes by position."""
        place = {name: i for i, name in enumerate(self.target.order)}
        last = len(place) + 1

        def key(numbered: tuple[int, _Argument]) -> int:
            index, argument = numbered
            if index == 0 and not argument.keyword and self.target.positional_only:
                return 0
            name = argument.parameter.target or ""
            by_name = argument.keyword and not (self._drops_name(name) or self._is_renamed(argument))
            return last if by_name else place.get(name, last)

        return [argument for _, argument in sorted(enumerate(self.bound), key=key)]

    def _drops_name(self, name: str) -> bool:
        """True where an argument that is given by name is written by position in ops."""
        return name in self.target.positional_only or (name in _MAIN and self.target.order[:1] == (name,))

    def _is_renamed(self, argument: _Argument) -> bool:
        """True for a name that ops does not know, of an argument that it requires: `depth=` of TensorFlow."""
        parameter = argument.parameter
        return parameter.name != parameter.target and parameter.target in self.target.required

    def _goes_by_position(self, index: int, argument: _Argument) -> bool:
        if not self._stands_at(index, argument):
            return False
        if argument.keyword:
            return self._drops_name(self.target.order[index]) or self._is_renamed(argument)
        moved = self.bound[index] is not argument
        return not moved or argument.parameter.target in _MAIN or index < len(self.target.positional_only)


def _hole(argument: _Argument, name: str, holes: dict[str, Hole]) -> str:
    if not argument.parameter.variadic:
        holes[name] = argument.value
        return f"{{{name}}}"
    return _packed(argument.values, name, holes)


def _packed(values: tuple[ast.expr, ...], name: str, holes: dict[str, Hole]) -> str:
    """Return variadic arguments as one: ``(2, 3)`` of ``f(2, 3)``, ``shape`` of ``f(shape)`` and of ``f(*shape)``.

    What a generator or a call yields may be no sequence, and is unpacked into one.
    """
    if len(values) == 1:
        only = values[0]
        if isinstance(only, ast.Starred) and not isinstance(only.value, ast.GeneratorExp | ast.Call):
            holes[name] = only.value
            return f"{{{name}}}"
        if not isinstance(only, ast.Starred) and not _is_number(only):
            holes[name] = only
            return f"{{{name}}}"
    parts = _unpacked(values, name, holes)
    return f"({', '.join(parts)}{',' if len(parts) == 1 else ''})"


def _unpacked(values: tuple[ast.expr, ...], name: str, holes: dict[str, Hole]) -> list[str]:
    parts = []
    for i, value in enumerate(values):
        starred = isinstance(value, ast.Starred)
        holes[f"{name}_{i}"] = value.value if isinstance(value, ast.Starred) else value
        parts.append(f"{'*' if starred else ''}{{{name}_{i}}}")
    return parts


def _is_number(node: ast.expr) -> bool:
    if isinstance(node, ast.UnaryOp):
        return _is_number(node.operand)
    if isinstance(node, ast.BinOp):
        return _is_number(node.left) and _is_number(node.right)
    return isinstance(node, ast.Constant) and isinstance(node.value, int)


def _fill(call: ast.Call, form: Form, bound: list[_Argument]) -> Rewritten | Refused:
    """Fill a template whose holes are the library's parameter names."""
    assert form.template is not None
    holes: dict[str, Hole] = {}
    template = form.template
    for argument in bound:
        name = argument.parameter.name
        uses = template.count(f"{{{name}}}")
        if uses == 0:
            return Refused(f"`{name}=` has no counterpart in ops")
        if isinstance(argument.value, ast.Constant) and f"not {{{name}}}" in template:
            template = template.replace(f"not {{{name}}}", str(not argument.value.value))
            continue
        if uses > 1 and not isinstance(argument.value, ast.Name):
            return Refused("its argument would be computed twice")
        text = _hole(argument, name, holes)
        if text != f"{{{name}}}":
            template = template.replace(f"{{{name}}}", text)
    missing = [
        p.name
        for p in form.parameters
        if f"{{{p.name}}}" in template and p.name not in holes and not p.variadic
    ]
    if missing:
        return Refused(f"`{missing[0]}` is not given")
    return Rewritten(Rewrite(call, template, holes), None, form.safe)

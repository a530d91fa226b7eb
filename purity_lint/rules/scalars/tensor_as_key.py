"""PUR306: tensors where a hash is taken, as keys of dicts and elements of sets."""

from __future__ import annotations

import ast
from collections.abc import Collection, Iterator, Mapping

from purity_lint.findings.diagnostics import Applicability
from purity_lint.findings.edits import Fix, Rewrite
from purity_lint.findings.finding import Finding
from purity_lint.rewrites.host.containers_of_tensors import holds_tensors, tensor_in
from purity_lint.rewrites.operands import builtin, quote, strongest, tensor_finding
from purity_lint.rewrites.scopes import bindings, enclosing
from purity_lint.rules.base import Invalid, Rule, RuleContext
from purity_lint.rules.examples import in_function, plain
from purity_lint.semantics.model import SemanticModel
from purity_lint.semantics.values import Kind, Value
from purity_lint.source.names import last_names

_HASHED = frozenset({Kind.DICT, Kind.SET})
_BY_KEY = {
    Kind.DICT: frozenset({"get", "pop", "setdefault"}),
    Kind.SET: frozenset({"add", "discard", "remove"}),
}
"""Methods whose first argument is hashed."""
_BY_ELEMENTS = frozenset(
    {
        "collections.Counter",
        "dict.fromkeys",
        "builtins.dict.fromkeys",
        "builtins.set",
        "builtins.frozenset",
    }
)
"""Functions that hash every element of their first argument."""
_OF_BUILTINS = frozenset({"set", "frozenset"})
"""Those of them that PUR205 finds on a tensor."""
_HASH = "hash"
_OF_PAIRS = "dict"
"""Hashes the first of every pair that it is given."""


class TensorAsKey(Rule):
    """Flags tensors as keys of dicts and elements of sets.

    ## What it does
    Flags a tensor as the key of a dict (`d[t]`, `d.get(t)`, `{t: v}`), as an element of a set (`{t}`, `s.add(t)`), as
    what is looked for in one (`t in s`), in a tuple at any of these places, also where it was bound to a name before,
    and the elements that `Counter(t)`, `dict(zip(t, values))` and `set(tensors)` hash, of a tensor or a list of them.
    `hash(t)` is flagged too, and `hash(tuple(t))`, as methods `__hash__` have it.

    ## Why is this bad?
    NumPy's elements are numbers, which hash as such. A tensor of PyTorch hashes as the object that it is, so that an
    equal one is not found; those of JAX and MLX have no hash, or another one.

    ## Example
    ```python
    ranks = {}
    for value in x:
        ranks[value] = len(ranks)
    ```

    Use instead:
    ```python
    ranks = {}
    for value in x:
        ranks[ops.item(value)] = len(ranks)
    ```

    ## Fix safety
    Unsafe: the keys are Python numbers then, where NumPy's were scalars of its own. None for what may be something
    else than a tensor, which may be text. Of an array with axes, which is no key, another exception says so.

    ## Options
    None.
    """

    code = "PUR306"
    name = "tensor-as-key"
    nodes = (ast.Subscript, ast.Compare, ast.Call, ast.Dict, ast.Set, ast.DictComp, ast.SetComp)
    VALID = (
        in_function("return {n: x}, {'x': x}[n], x in [y]"),
        in_function("""
            seen = set()
            seen.add(ops.item(x))
            return x[y], seen
        """),
        plain("""
            def f(names: list[str]):
                return {name: 1 for name in names}, 'a' in set(names)
        """),
    )
    INVALID = (
        Invalid(
            in_function("""
                d = {}
                for v in x:
                    d[v] = d.get(v, 0)
                return d
            """),
            lines=(7, 7),
            fixed=in_function("""
                d = {}
                for v in x:
                    d[ops.item(v)] = d.get(ops.item(v), 0)
                return d
            """),
        ),
        Invalid(
            in_function("""
                seen = {ops.max(x)}
                seen.add((n, x[0]))
                return ops.min(y) in seen
            """),
            lines=(5, 6, 7),
            fixed=in_function("""
                seen = {ops.item(ops.max(x))}
                seen.add((n, ops.item(x[0])))
                return ops.item(ops.min(y)) in seen
            """),
        ),
        Invalid(
            in_function("""
                rows = {tuple(row) for row in x}
                return {v: n for v in y}, tuple(y) in rows
            """),
            lines=(5, 6, 6),
            fixed=in_function("""
                rows = {tuple(ops.tolist(row)) for row in x}
                return {ops.item(v): n for v in y}, tuple(ops.tolist(y)) in rows
            """),
        ),
        Invalid(
            in_function(
                """
                seen = set()
                for row in x:
                    key = tuple(ops.round(v, 8) for v in row)
                    seen.add(key)
                return seen
            """,
                parameters="x: ops.Tensor",
            ),
            lines=(8,),
            fixed=in_function(
                """
                seen = set()
                for row in x:
                    key = tuple(ops.item(ops.round(v, 8)) for v in row)
                    seen.add(key)
                return seen
            """,
                parameters="x: ops.Tensor",
            ),
        ),
        Invalid(
            plain("""
                from emberops import ops


                def f(x: ops.Tensor):
                    row = [0.5, 1.0]
                    row[0] = x[0]
                    return {tuple(round(v, 8) for v in row)}
            """),
            lines=(7,),
            fixed=plain("""
                from emberops import ops


                def f(x: ops.Tensor):
                    row = [0.5, 1.0]
                    row[0] = x[0]
                    return {tuple(round(ops.item(v), 8) for v in row)}
            """),
        ),
        Invalid(
            in_function("""
                key = (x[0], n)
                seen = {key}
                key = (n, x[1])
                return key in seen
            """),
            lines=(6, 8),
            fixed=in_function("""
                key = (ops.item(x[0]), n)
                seen = {key}
                key = (n, ops.item(x[1]))
                return key in seen
            """),
        ),
        Invalid(
            in_function("""
                found = {}
                pair = (x[0], n)
                if pair not in found:
                    found[pair] = n
                return found
            """),
            lines=(7, 8),
            fixed=in_function("""
                found = {}
                pair = (ops.item(x[0]), n)
                if pair not in found:
                    found[pair] = n
                return found
            """),
        ),
        Invalid(
            plain("""
                from emberops import ops


                def f(x: ops.Tensor, names):
                    ranks = {}
                    for key in names or x:
                        ranks[key] = len(ranks)
                    return ranks
            """),
            lines=(7,),
        ),
        Invalid(
            in_function("""
                found = {}
                for edge in [(ops.min(x), n), (x[0], x[1])]:
                    found[edge] = found.get(edge)
                return found
            """),
            lines=(7, 7),
            fixed=in_function("""
                found = {}
                for edge in [(ops.min(x), n), (x[0], x[1])]:
                    found[tuple(map(ops.item, edge))] = found.get(tuple(map(ops.item, edge)))
                return found
            """),
        ),
        Invalid(
            plain("""
                from emberops import ops


                class Point:
                    def __init__(self, x: ops.Tensor):
                        self.x = x

                    def __hash__(self):
                        return hash(tuple(self.x))
            """),
            lines=(9,),
            fixed=plain("""
                from emberops import ops


                class Point:
                    def __init__(self, x: ops.Tensor):
                        self.x = x

                    def __hash__(self):
                        return hash(tuple(ops.tolist(self.x)))
            """),
        ),
        Invalid(
            in_function("""
                path = [len(x)]
                for place in ops.flatnonzero(x):
                    path.append(place)
                return {0: n}[path[-1]]
            """),
            lines=(8,),
            fixed=in_function("""
                path = [len(x)]
                for place in ops.flatnonzero(x):
                    path.append(place)
                return {0: n}[ops.item(path[-1])]
            """),
        ),
        Invalid(
            plain("""
                from collections import Counter

                from emberops import ops


                def f(x: ops.Tensor):
                    return Counter(x), dict.fromkeys(x)
            """),
            lines=(7, 7),
            fixed=plain("""
                from collections import Counter

                from emberops import ops


                def f(x: ops.Tensor):
                    return Counter(ops.tolist(x)), dict.fromkeys(ops.tolist(x))
            """),
        ),
        Invalid(
            in_function("""
                rows = [v * 2 for v in x]
                pairs = dict(zip(x, rows)), set(zip(x, y))
                distinct = set(rows), frozenset(v + 1 for v in x)
                return distinct, set(map(tuple, x)), pairs
            """),
            lines=(6, 6, 7, 7, 8),
            fixed=in_function("""
                rows = [v * 2 for v in x]
                pairs = dict(zip(ops.tolist(x), rows)), set(zip(ops.tolist(x), ops.tolist(y)))
                distinct = set(map(ops.item, rows)), frozenset(ops.item(v + 1) for v in x)
                return distinct, set(map(tuple, ops.tolist(x))), pairs
            """),
        ),
    )

    @property
    def names(self) -> Mapping[type[ast.AST], Collection[str]]:
        """Functions and methods that hash their arguments."""
        return {ast.Call: last_names(*_BY_KEY.values(), _BY_ELEMENTS, (_OF_PAIRS, _HASH))}

    def applies(self, model: SemanticModel) -> bool:
        """True of files with tensors."""
        return model.has_tensors

    def check(self, node: ast.AST, context: RuleContext) -> Iterator[Finding]:
        """Flag a tensor whose hash is taken at ``node``."""
        model = context.model
        edits = [
            *(edit for held in _hashed_elements(node, model) for edit in _yielding_numbers(held, model)),
            *(edit for key in _keys(node, model) for edit in _as_numbers(key, model)),
        ]
        tensor = strongest(tensor_in(model.value(edit.node)) for edit in edits)
        if tensor is None or tensor.textual or tensor.foreign:
            return
        named = quote(model, edits[0].node)
        of_numbers = all(_holds_numbers(edit.node, model) for edit in edits)
        fix = Fix(tuple(edits), Applicability.UNSAFE, "Take the numbers first") if of_numbers else None
        yield tensor_finding(
            node,
            f"the tensor `{named}` is hashed: by its value on NumPy, as an object elsewhere",
            tensor,
            fix,
        )


def _holds_numbers(hashed: ast.expr, model: SemanticModel) -> bool:
    """True for a tensor, and for what may be one and is rounded or a number otherwise, which no text is."""
    value = model.value(hashed)
    if not value.is_tensor:
        return True  # a container of numbers and tensors
    return (
        not value.maybe
        or value.numeric
        or value.countable
        or builtin(model, model.parent(hashed) or hashed) == "round"
    )


def _is_tuple_of_tensors(value: Value) -> bool:
    """True for a tuple that holds tensors, and nothing else but numbers."""
    return value.kind is Kind.TUPLE and holds_tensors(value)


def _keys(node: ast.AST, model: SemanticModel) -> list[ast.expr]:
    """Return the expressions whose values are hashed at ``node`` itself."""
    match node:
        case ast.Subscript(value=holder, slice=key) if model.value(holder).kind is Kind.DICT:
            return [key]
        case ast.Compare(left=key, ops=[ast.In() | ast.NotIn()], comparators=[holder]):
            return [key] if model.value(holder).kind in _HASHED else []
        case ast.Call(func=ast.Attribute(value=holder, attr=name), args=[key, *_]):
            return [key] if name in _BY_KEY.get(model.value(holder).kind, ()) else []
        case ast.Call(args=[key]) if builtin(model, node) == _HASH:
            return [key]
        case ast.Dict(keys=keys):
            return [key for key in keys if key is not None]
        case ast.Set(elts=keys):
            return keys
        case ast.DictComp(key=key) | ast.SetComp(elt=key):
            return [key]
    return []


def _parts(key: ast.expr, model: SemanticModel, names: frozenset[str] = frozenset()) -> list[ast.expr]:
    """Return the elements of a tuple that is a key, of all that a name is bound to; of any other key, itself."""
    if isinstance(key, ast.Name) and key.id not in names and model.value(key).kind is Kind.TUPLE:
        bound = bindings(enclosing(key, model)).get(key.id, ())
        parts = [part for value in bound for part in _parts(value, model, names | {key.id})]
        if any(_converted(part, "item", model) for part in parts):
            return parts
    if isinstance(key, ast.Tuple):
        return [part for element in key.elts for part in _parts(element, model, names)]
    return [key]


def _as_numbers(key: ast.expr, model: SemanticModel) -> list[Rewrite]:
    return [edit for part in _parts(key, model) for edit in _converted(part, "item", model)]


def _hashed_elements(node: ast.AST, model: SemanticModel) -> list[ast.expr]:
    """Return what ``node`` takes hashes of the elements of."""
    match node:
        case ast.Call(func=function, args=[held, *_]) if model.qualified_name(function) in _BY_ELEMENTS:
            of_builtin = builtin(model, node) in _OF_BUILTINS
            return [] if of_builtin and model.value(held).is_tensor else [held]
        case ast.Call(args=[ast.Call(args=[keys, _]) as pairs]) if builtin(model, pairs) == "zip":
            return [keys] if builtin(model, node) == _OF_PAIRS else []
    return []


def _yielding_numbers(held: ast.expr, model: SemanticModel) -> list[Rewrite]:
    """Edit ``held`` so that iterating gives Python's numbers, where it gives tensors."""
    if isinstance(held, ast.GeneratorExp | ast.ListComp):
        return _as_numbers(held.elt, model)
    if isinstance(held, ast.Call) and builtin(model, held) == "zip":
        return [edit for part in held.args for edit in _yielding_numbers(part, model)]
    if isinstance(held, ast.Call) and builtin(model, held) == "map" and len(held.args) == 2:
        rows = held.args[1]
        of_rows = isinstance(held.args[0], ast.Name) and held.args[0].id == "tuple"
        return _converted(rows, "tolist", model) if of_rows else []
    value = model.value(held)
    if value.is_tensor:
        return _converted(held, "tolist", model)
    return [Rewrite(held, "map({ops}.item, {x})", {"x": held})] if holds_tensors(value) else []


def _converted(part: ast.expr, function: str, model: SemanticModel) -> list[Rewrite]:
    """Write a tensor that is hashed as its numbers, which ``function`` gives; `tuple(x)` as `tuple(ops.tolist(x))`.

    So are the elements of `tuple(f(v) for v in x)`.
    """
    if isinstance(part, ast.Call) and builtin(model, part) == "tuple" and len(part.args) == 1:
        part, function = part.args[0], "tolist"
        if isinstance(part, ast.GeneratorExp | ast.ListComp):
            part, function = part.elt, "item"
    if isinstance(part, ast.Name) and _is_tuple_of_tensors(model.value(part)):
        return [Rewrite(part, "tuple(map({ops}.item, {x}))", {"x": part})]
    if not model.value(part).is_tensor:
        return []
    if isinstance(part, ast.Call) and builtin(model, part) == "round" and model.value(part.args[0]).maybe:
        part = part.args[0]  # a list of Python's is rounded number by number, which a tensor cannot be
    return [Rewrite(part, f"{{ops}}.{function}({{x}})", {"x": part})]

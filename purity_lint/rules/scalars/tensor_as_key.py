"""PUR306: tensors where a hash is taken, as keys of dicts and elements of sets."""

from __future__ import annotations

import ast
from collections.abc import Collection, Iterator, Mapping

from purity_lint.findings.diagnostics import Applicability
from purity_lint.findings.edits import Fix
from purity_lint.findings.finding import Finding
from purity_lint.knowledge.torch.roles import ROOT
from purity_lint.rewrites.host.containers_of_tensors import tensor_in
from purity_lint.rewrites.host.hashed_tensors import (
    BY_ELEMENTS,
    BY_ELEMENTS_OF_ALL,
    BY_KEY,
    HASH,
    OF_PAIRS,
    as_numbers,
    hashed_arguments,
    hashed_elements,
    hashed_keys,
    hashed_value,
    remembered_calls,
    remembers,
    yielding_numbers,
)
from purity_lint.rewrites.local_calls import Function
from purity_lint.rewrites.operands import builtin, quote, strongest, tensor_finding
from purity_lint.rules.base import Invalid, Rule, RuleContext
from purity_lint.rules.examples import in_function, plain
from purity_lint.semantics.model import SemanticModel
from purity_lint.source.names import last_names


class TensorAsKey(Rule):
    """Flags tensors as keys of dicts and elements of sets.

    ## What it does
    Flags a tensor as the key of a dict (`d[t]`, `d.get(t)`, `{t: v}`), as an element of a set (`{t}`, `s.add(t)`), as
    what is looked for in one (`t in s`), in a tuple at any of these places, also where it was bound to a name before,
    and the elements that `Counter(t)`, `dict(zip(t, values))`, `set(tensors)` and `s.union(t)` hash, of a tensor or a
    list of them.
    So are the arguments of a function of the file that `functools.lru_cache` or `cache` remembers the results of.
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
    None in a file that uses PyTorch, unless the tensor is NumPy's: there a tensor is the key as the object that it is,
    as a parameter is that of its state in an optimiser.

    ## Options
    None.
    """

    code = "PUR306"
    name = "tensor-as-key"
    nodes = (
        ast.Subscript,
        ast.Compare,
        ast.Call,
        ast.Dict,
        ast.Set,
        ast.DictComp,
        ast.SetComp,
        *(ast.FunctionDef, ast.AsyncFunctionDef),
    )
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
            plain("""
                from torch import nn

                from emberops import ops


                def momenta(net: nn.Module, x: ops.Tensor):
                    held = {x: ops.copy(x)}
                    return held[x], net(x)
            """),
            lines=(7, 8),
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
            plain("""
                from functools import cache, lru_cache

                from emberops import ops


                @lru_cache(maxsize=None)
                def best(board, player):
                    return sum(board) * player


                class Table:
                    @cache
                    def at(self, place):
                        return place + 1


                    def all(self, x: ops.Tensor):
                        return [self.at(v) for v in x]


                def f(x: ops.Tensor):
                    return best(tuple(x), player=1)
            """),
            lines=(18, 22),
            fixed=plain("""
                from functools import cache, lru_cache

                from emberops import ops


                @lru_cache(maxsize=None)
                def best(board, player):
                    return sum(board) * player


                class Table:
                    @cache
                    def at(self, place):
                        return place + 1


                    def all(self, x: ops.Tensor):
                        return [self.at(ops.item(v)) for v in x]


                def f(x: ops.Tensor):
                    return best(tuple(ops.tolist(x)), player=1)
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
        Invalid(
            in_function("""
                counts = dict(zip(*ops.unique(x, return_counts=True)))
                return counts, dict(zip(*n))
            """),
            lines=(5,),
            fixed=in_function("""
                counts = dict(zip(*map(ops.tolist, ops.unique(x, return_counts=True))))
                return counts, dict(zip(*n))
            """),
        ),
        Invalid(
            in_function("""
                seen = {1}
                seen.update(x, [2])
                return seen.symmetric_difference(y), dict(a=x).update(b=y)
            """),
            lines=(6, 7),
            fixed=in_function("""
                seen = {1}
                seen.update(ops.tolist(x), [2])
                return seen.symmetric_difference(ops.tolist(y)), dict(a=x).update(b=y)
            """),
        ),
    )

    @property
    def names(self) -> Mapping[type[ast.AST], Collection[str]]:
        """Functions and methods that hash their arguments."""
        return {ast.Call: last_names(*BY_KEY.values(), BY_ELEMENTS, BY_ELEMENTS_OF_ALL, (OF_PAIRS, HASH))}

    def applies(self, model: SemanticModel) -> bool:
        """True of files with tensors."""
        return model.has_tensors

    def check(self, node: ast.AST, context: RuleContext) -> Iterator[Finding]:
        """Flag a tensor whose hash is taken at ``node``."""
        if not isinstance(node, Function):
            yield from self._found(node, hashed_keys(node, context.model), context.model)
        elif remembers(node, context.model):
            for call in remembered_calls(node, context.model):
                yield from self._found(call, hashed_arguments(call), context.model)

    def _found(self, node: ast.AST, keys: list[ast.expr], model: SemanticModel) -> Iterator[Finding]:
        edits = [
            *(edit for held in hashed_elements(node, model) for edit in yielding_numbers(held, model)),
            *(edit for key in keys for edit in as_numbers(key, model)),
        ]
        tensor = strongest(tensor_in(hashed_value(edit.node, model)) for edit in edits)
        if tensor is None or tensor.textual or tensor.foreign:
            return
        named = quote(model, edits[0].node)
        by_identity = ROOT in model.source.speaks and tensor.backend != "numpy"
        of_numbers = not by_identity and all(_holds_numbers(edit.node, model) for edit in edits)
        fix = Fix(tuple(edits), Applicability.UNSAFE, "Take the numbers first") if of_numbers else None
        yield tensor_finding(
            node,
            f"the tensor `{named}` is hashed: by its value on NumPy, as an object elsewhere",
            tensor,
            fix,
        )


def _holds_numbers(hashed: ast.expr, model: SemanticModel) -> bool:
    """True for a tensor, and for what may be one and is rounded or a number otherwise, which no text is."""
    value = hashed_value(hashed, model)
    if not value.is_tensor:
        return True  # a container of numbers and tensors
    return (
        not value.maybe
        or value.numeric
        or value.countable
        or builtin(model, model.parent(hashed) or hashed) == "round"
    )

"""Trees of tensors: what ``jax.tree.map`` and its like see and return."""

from __future__ import annotations

from purity_lint.semantics.domain.atoms import ANY, NONE_VALUE, OTHER_VALUE
from purity_lint.semantics.domain.containers import list_of, tuple_of
from purity_lint.semantics.domain.interning import Abs
from purity_lint.semantics.domain.kinds import CONTAINERS, INFERRED, NONE, NUMERIC, TENSOR, UNKNOWN
from purity_lint.semantics.domain.lattice import join
from purity_lint.semantics.evaluation.library_calls import Call


def tree_map(call: Call) -> Abs:
    """``jax.tree.map(f, tree, ...)``: ``f`` sees the leaves, which are tensors unless known otherwise."""
    if not call.args:
        return ANY
    function, trees = call.args[0], call.args[1:]
    leaves = [_leaf(call, t) for t in trees]
    out = call.frame.apply(function, leaves, {}, call.node)
    if trees and trees[0].mask == TENSOR:
        return out
    if not out.mask:
        return ANY
    return Abs(UNKNOWN, elem=out if out.mask else None)


def _leaf(call: Call, tree: Abs) -> Abs:
    mask = tree.mask
    if mask & TENSOR:
        return tree.bare(TENSOR, tree.ev, tree.rank, tree.deps)
    if mask == NONE:
        return NONE_VALUE
    if mask & (CONTAINERS | UNKNOWN):
        inner = tree.elem
        if tree.elems:
            inner = tree.elems[0]
            for e in tree.elems[1:]:
                inner = join(inner, e)
        if tree.fields:
            for e in tree.fields.values():
                inner = e if inner is None else join(inner, e)
        if inner is not None and inner.mask:
            return _leaf(call, inner) if inner.mask & (CONTAINERS | UNKNOWN) and inner is not tree else inner
    if mask and not mask & ~NUMERIC:
        return tree
    return Abs(TENSOR, INFERRED, backend="jax", why=call.frame.why("leaf of a tree of arrays", call.node))


def leaves(call: Call) -> Abs:
    """``jax.tree.leaves(tree)``."""
    return list_of(_leaf(call, call.args[0] if call.args else ANY))


def flatten(call: Call) -> Abs:
    """``jax.tree.flatten(tree)``: the leaves, and a structure that is no tensor."""
    return tuple_of((leaves(call), OTHER_VALUE))

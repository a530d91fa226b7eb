"""What the patterns of `match` bind: `case Point(x=x)`, `case [first, *rest]`, `case {"w": w}`."""

from __future__ import annotations

import ast

from purity_lint.semantics.domain.atoms import ANY
from purity_lint.semantics.domain.containers import element_of, list_of
from purity_lint.semantics.domain.indexing import iterate, unpack
from purity_lint.semantics.domain.interning import Abs
from purity_lint.semantics.domain.kinds import CLASS, DICT, FUNCTION, INSTANCE, LIST, MODULE
from purity_lint.semantics.domain.lattice import join
from purity_lint.semantics.evaluation.frame import Frame
from purity_lint.semantics.symbols.table import ClassSymbol


def bind_pattern(frame: Frame, pattern: ast.pattern, value: Abs) -> Abs:
    """Bind the names of ``pattern``, and return what ``value`` is where the pattern fits."""
    match pattern:
        case ast.MatchAs(pattern=inner, name=name):
            matched = value if inner is None else bind_pattern(frame, inner, value)
            if name is not None:
                frame.env.set(name, matched)
            return matched
        case ast.MatchOr(patterns=several):
            matched = bind_pattern(frame, several[0], value)
            for each in several[1:]:
                matched = join(matched, bind_pattern(frame, each, value))
            return matched
        case ast.MatchClass():
            return _bind_class(frame, pattern, value)
        case ast.MatchSequence(patterns=items):
            _bind_items(frame, items, value)
        case ast.MatchMapping(patterns=items, rest=rest):
            for key, item in zip(pattern.keys, items, strict=True):
                bind_pattern(frame, item, _item(value, key))
            if rest is not None:
                frame.env.set(rest, value.only(DICT) if value.mask & DICT else ANY)
    return value


def _bind_class(frame: Frame, pattern: ast.MatchClass, value: Abs) -> Abs:
    """``Point(x, y=0)``: what fits is an instance of the class."""
    named = frame.eval(pattern.cls)
    declared = (
        frame.project.annotation(frame, pattern.cls) if named.mask & (CLASS | MODULE | FUNCTION) else None
    )
    matched = declared if declared is not None and declared.mask else value
    if value.mask & matched.mask == matched.mask and not matched.mask & INSTANCE:
        matched = value.only(matched.mask)
    fields = [f for ref in named.refs if isinstance(ref, ClassSymbol) for f in ref.fields]
    for position, inner in enumerate(pattern.patterns):
        known = position < len(fields)
        alone = (
            matched if len(pattern.patterns) == 1 and not fields else ANY
        )  # `float(x)` is the number itself
        bind_pattern(frame, inner, _attribute(frame, matched, fields[position], pattern) if known else alone)
    for name, inner in zip(pattern.kwd_attrs, pattern.kwd_patterns, strict=True):
        bind_pattern(frame, inner, _attribute(frame, matched, name, pattern))
    return matched


def _attribute(frame: Frame, value: Abs, name: str, pattern: ast.MatchClass) -> Abs:
    return frame.attribute_of(value, name, pattern.cls)


def _bind_items(frame: Frame, items: list[ast.pattern], value: Abs) -> None:
    """``[first, *rest]``."""
    star = next((i for i, each in enumerate(items) if isinstance(each, ast.MatchStar)), None)
    for each, part in zip(items, unpack(frame.as_tuple(value), len(items), star), strict=True):
        if not isinstance(each, ast.MatchStar):
            bind_pattern(frame, each, part)
        elif each.name is not None:
            frame.env.set(each.name, list_of(iterate(part), LIST))


def _item(value: Abs, key: ast.expr) -> Abs:
    """Return what stands in a dict under the key that a pattern names."""
    if not value.mask & DICT:
        return ANY
    named = key.value if isinstance(key, ast.Constant) else None
    if value.fields is not None and isinstance(named, str) and named in value.fields:
        return value.fields[named]
    return element_of(value)

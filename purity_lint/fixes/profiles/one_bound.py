"""Clipping at one end, for a vocabulary whose `clip` wants both: ``ops.maximum(x, 0)`` for `np.clip(x, 0, None)`."""

from __future__ import annotations

import ast
import re
from collections.abc import Mapping
from dataclasses import replace

from purity_lint.findings.edits import Hole, Rewrite
from purity_lint.source.constructs import is_none

_CLIP = "{ops}.clip("
_BOUNDS = ("min", "max")
_OTHERS = {"a_min": "min", "a_max": "max"}
"""Names of the bounds where a call is kept as it stands."""
_AT = {"min": "maximum", "max": "minimum"}
_HOLE = re.compile(r"\{(\w+)\}")
_SPACE = "ops"


def at_one_bound(edit: Rewrite) -> Rewrite | None:
    """Return the edit of a call that clips at one end as the larger, or the smaller, of two; ``None`` for others."""
    if not edit.template.startswith(_CLIP) or not edit.template.endswith(")"):
        return None
    call = ast.parse(_HOLE.sub(r"_\1", edit.template), mode="eval").body
    if not isinstance(call, ast.Call) or not call.args:
        return None
    given = dict(zip(_BOUNDS, call.args[1:], strict=False))
    given |= {_OTHERS.get(k.arg or "", k.arg or ""): k.value for k in call.keywords}
    if not given.keys() <= set(_BOUNDS):
        return None
    bounds = {name: value for name, value in given.items() if not _is_left_out(value, edit.holes)}
    if len(bounds) != 1:
        return None
    [(name, value)] = bounds.items()
    template = f"{{ops}}.{_AT[name]}({_template(call.args[0])}, {_template(value)})"
    used = set(_HOLE.findall(template)) - {_SPACE}
    return replace(edit, template=template, holes={k: v for k, v in edit.holes.items() if k in used})


def _is_left_out(value: ast.expr, holes: Mapping[str, Hole]) -> bool:
    hole = holes.get(value.id[1:]) if isinstance(value, ast.Name) else value
    return isinstance(hole, ast.expr) and is_none(hole)


def _template(value: ast.expr) -> str:
    """Return the text of an argument, with its holes again."""
    return re.sub(r"\b_(\w+)\b", r"{\1}", ast.unparse(value))

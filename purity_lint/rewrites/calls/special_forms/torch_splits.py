"""``torch.split(x, 4)`` and ``x.split([2, 3], dim=1)``: by the sizes of the parts, where ops is told the places."""

from __future__ import annotations

import ast
from collections.abc import Sequence
from itertools import accumulate

from purity_lint.findings.edits import Hole, Rewrite
from purity_lint.rewrites.calls.library_calls import Refused, Rewritten
from purity_lint.rewrites.operands import is_simple
from purity_lint.rewrites.references import Reference
from purity_lint.semantics.model import SemanticModel
from purity_lint.semantics.values import Kind

_SIZES = ("split_size_or_sections", "split_size")
_COUNTS = (Kind.INT, Kind.DIM)


def rewrite_split_function(found: Reference, model: SemanticModel) -> Rewritten | Refused | None:
    """Write ``torch.split``: see :func:`rewrite_split`."""
    match found.call:
        case ast.Call(args=[tensor, *given]) as call if not isinstance(tensor, ast.Starred):
            return rewrite_split(call, tensor, given, model)
    return None


def rewrite_split(
    call: ast.Call, tensor: ast.expr, given: Sequence[ast.expr], model: SemanticModel
) -> Rewritten | Refused:
    """Write a split of ``tensor`` by ``ops.split``: one size for all parts but the last, or a size for each."""
    options = {keyword.arg: keyword.value for keyword in call.keywords}
    sizes = given[0] if given else next((options.pop(name) for name in _SIZES if name in options), None)
    axis = given[1] if len(given) > 1 else options.pop("dim", None)
    if sizes is None or options or len(given) > len(("sizes", "dim")):
        return Refused("its arguments are not plain")
    holes: dict[str, Hole] = {"x": tensor}
    if axis is not None:
        holes["axis"] = axis
    if isinstance(sizes, ast.List | ast.Tuple):
        places = _places(sizes.elts, holes)
    elif model.value(sizes).kind in _COUNTS and all(map(is_simple, (tensor, sizes, axis or sizes))):
        holes["size"] = sizes
        extent = "{ops}.shape({x})[" + ("0" if axis is None else "{axis}") + "]"
        places = f"range({{size}}, {extent}, {{size}})"
    else:
        places = None
    if places is None:
        return Refused("it takes sizes, not places, and these would be computed twice")
    along = "" if axis is None else ", axis={axis}"
    return Rewritten(Rewrite(call, f"{{ops}}.split({{x}}, {places}{along})", holes), "split", safe=False)


def _places(sizes: Sequence[ast.expr], holes: dict[str, Hole]) -> str | None:
    """Return where the parts begin, but for the first, as a list: ``[a, a + b]`` of sizes ``a``, ``b`` and ``c``."""
    numbers = [size.value for size in sizes if isinstance(size, ast.Constant) and type(size.value) is int]
    if len(numbers) == len(sizes):
        return str([*accumulate(numbers[:-1])])
    if not all(map(is_simple, sizes)):
        return None
    holes |= {f"s{number}": size for number, size in enumerate(sizes[:-1])}
    sums = accumulate((f"{{s{number}}}" for number in range(len(sizes) - 1)), "{} + {}".format)
    return f"[{', '.join(sums)}]"

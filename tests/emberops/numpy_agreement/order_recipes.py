"""Calls of what looks for elements and orders them, and of statistics."""

from __future__ import annotations

from typing import Any

import numpy as np

from numpy_agreement.operands import REAL, Draws, Operand
from numpy_agreement.outcomes import Call
from numpy_agreement.recipes import call, named, table

TABLE, recipe = table()


def _order_statistic(d: Draws, scale: float = 1.0) -> Call:
    x = d.array("fiu", shapes=((3,), (4,), (2, 3), (), (2, 1, 3)), wild=False)
    q: Any = d.pick(0.5, 0.0, 1.0, 0.3, [0.25, 0.5], 1.5, np.nan)
    q = (np.multiply(q, scale)).tolist()
    made = fromnamed(d, x, "axis", "keepdims", "method")
    return Call((x, q), made)


def fromnamed(d: Draws, x: Operand, *names: str) -> dict[str, Any]:
    """Some of these keywords."""
    annotations = {"axis": "Axis", "keepdims": "bool"}
    return {n: named(d, x, n, annotations.get(n, "")) for n in names if d.pick(False, True)}


def _interp(d: Draws) -> Call:
    points = d.pick([0.0, 1.0, 2.5], [-1.0], [0.0, 0.0, 1.0])
    xp = Operand(np.asarray(points, d.pick("float64", "float32")))
    fp = d.array("f", (len(points),))
    return call(
        d.array(REAL, wild=False), xp, fp, **d.pick({}, {"left": -5.0}, {"right": 9.0}, {"period": 3.0})
    )


def _searched(d: Draws) -> Call:
    order = np.sort(d.vector(REAL).values)
    return call(Operand(order), d.array(REAL), side=d.pick("left", "right"))


def _digitize(d: Draws) -> Call:
    bins = Operand(np.sort(d.vector(REAL, wild=False).values))
    return call(d.array(REAL), bins, right=d.pick(False, True))


def _where(d: Draws) -> Call:
    condition = d.array("bi")
    if d.pick(False, False, False, True):
        return call(condition)
    x, y = d.beside(condition), d.beside(condition)
    return call(condition, x, y)


def _histogram(d: Draws) -> Call:
    x = d.array("fi", shapes=((3,), (4,), (2, 3), (0,)), wild=False)
    return call(x, d.pick(3, 1, [0.0, 1.0, 3.0], 0), **d.pick({}, {"range": (0.0, 2.0)}, {"density": True}))


def _bin_edges(d: Draws) -> Call:
    x = d.array("fi", shapes=((3,), (4,), (2, 3), (0,)), wild=False)
    return call(x, d.pick(3, 1, [0.0, 1.0, 3.0], 0), **d.pick({}, {"range": (0.0, 2.0)}))


def _points(d: Draws) -> Call:
    x = d.array("fi", shapes=((3,), (4,)), wild=False)
    bins = d.pick(3, [2, 3], [0.0, 1.0, 3.0], [2, [0.0, 2.0]], 0)
    return call(x, d.array("fi", shape=x.values.shape, wild=False), bins, **d.pick({}, {"density": True}))


def _points_in_rows(d: Draws) -> Call:
    x = d.array("fi", shapes=((3, 2), (4, 2), (5,)), wild=False)
    return call(x, d.pick(3, 1, 0), **d.pick({}, {"density": True}))


def _gradient(d: Draws) -> Call:
    x = d.array("fic", shapes=((3,), (4,), (2, 3), (3, 3), (1,), (0,)), wild=False)
    return call(
        x,
        *d.pick((), (2.0,), (0.5,)),
        **d.pick({}, {"axis": 0}, {"axis": -1}, {"edge_order": 2}, {"axis": 3}),
    )


def _diff(d: Draws) -> Call:
    x = d.array()
    return call(x, d.pick(1, 2, 0, 4, -1), **d.pick({}, {"axis": d.axis(x)}, {"prepend": 1}, {"append": 2.0}))


def _trapezoid(d: Draws) -> Call:
    y = d.array("fic", shapes=((3,), (2, 3), (1,), (0,)), wild=False)
    return call(y, **d.pick({}, {"dx": 0.5}, {"x": d.array("f", (3,), wild=False)}, {"axis": 0}, {"axis": 2}))


def _cov(d: Draws) -> Call:
    x = d.array("fic", shapes=((3,), (2, 3), (3, 3), (2, 4)), wild=False)
    return call(x, **d.pick({}, {"rowvar": False}, {"y": d.array("f", (3,), wild=False)}))


def _average(d: Draws) -> Call:
    x = d.array(shapes=((3,), (2, 3), (0,)), wild=False)
    weights = d.pick(None, d.array("fi", (3,), wild=False), d.array("f", x.values.shape, wild=False))
    return call(x, weights=weights, axis=d.axis(x, none=True), **d.pick({}, {"keepdims": True}))


# statistics
recipe("quantile nanquantile", _order_statistic)
recipe("percentile nanpercentile", lambda d: _order_statistic(d, 100.0))
recipe("average", _average)
recipe("cov", _cov)
recipe("corrcoef", _cov)
recipe(
    "bincount",
    lambda d: call(
        d.array(d.pick("iu", "f"), shapes=((3,), (2, 3), ()), wild=False, values=(1, 0, 3, 2)),
        **d.pick({}, {"minlength": 5}, {"weights": d.array(d.pick("f", "iub"), (3,))}),
    ),
)
recipe("histogram", _histogram)
recipe("histogram_bin_edges", _bin_edges)
recipe("histogram2d", _points)
recipe("histogramdd", _points_in_rows)
recipe("trapezoid", _trapezoid)
recipe(
    "cumulative_sum cumulative_prod",
    lambda d: call(
        x := d.array(shapes=((3,), (2, 3), (), (0,))),
        axis=d.axis(x, none=x.values.ndim == 1),
        **d.pick({}, {"include_initial": True}),
    ),
)
# searching, sorting, sets
recipe("where", _where)
recipe("nonzero argwhere flatnonzero", lambda d: call(d.array()))
recipe("searchsorted", _searched)
recipe("digitize", _digitize)
recipe(
    "select",
    lambda d: call(
        [d.array("b", (3,)), d.array("b", (3,))],
        [x := d.array(shape=(3,)), d.beside(x, scalars=False)],
        **d.pick({}, {"default": 9}),
    ),
)
recipe("sort argsort", lambda d: call(x := d.array(), **d.pick({}, {"axis": d.axis(x, none=True)})))
recipe("lexsort", lambda d: call([d.array(REAL, (3,)), d.array(REAL, (3,))]))
recipe("sort_complex", lambda d: call(d.array()))
recipe(
    "unique",
    lambda d: call(
        d.array(shapes=((4,), (2, 3), (0,), (), (3, 3))),
        **d.pick(
            {},
            {"return_counts": True},
            {"return_inverse": True},
            {"return_index": True},
            {"axis": 0},
            {"axis": 3},
        ),
    ),
)
recipe("unique_values unique_counts unique_inverse unique_all", lambda d: call(d.array()))
recipe("isin", lambda d: call(x := d.array(), d.beside(x), **d.pick({}, {"invert": True})))
recipe("intersect1d union1d setdiff1d setxor1d", lambda d: call(x := d.array(), d.beside(x, scalars=False)))
# utility
recipe("diff", _diff)
recipe("ediff1d", lambda d: call(d.array()))
recipe("gradient", _gradient)
recipe(
    "unwrap",
    lambda d: call(
        d.array("fi", wild=False, shapes=((3,), (2, 3), (0,))),
        **d.pick({}, {"period": 3.0}, {"axis": 0}, {"discont": 1.0}),
    ),
)
recipe("interp", _interp)

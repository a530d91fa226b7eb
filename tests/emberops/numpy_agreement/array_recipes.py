"""Calls of what makes, moves and picks elements: creation, manipulation, indexing."""

from __future__ import annotations

from typing import Any

import numpy as np

from numpy_agreement.operands import ANY, NUMBERS, SHAPES, Draws, Operand
from numpy_agreement.outcomes import Call
from numpy_agreement.recipes import call, from_signature, table

TABLE, recipe = table()


def _shape_of(d: Draws, size: int) -> Any:
    fitting = [s for s in ((size,), (1, size), (size, 1), (2, -1), (-1,), (3, -1), -1) if size or s != -1]
    return d.pick(*fitting, (2, 2))


def _several(d: Draws, kinds: str = ANY, least: int = 1, *, alike: bool = True) -> list[Operand]:
    first = d.array(kinds)
    shapes = (first.values.shape,) * 4 + (() if alike else ((3,), (1, 3)))
    return [first, *(d.array(kinds, shapes=(*shapes, (2, 3))) for _ in range(d.pick(1, least, 2)))]


def _pieces(d: Draws, **options: Any) -> Call:
    x = d.array(shapes=((4,), (2, 3), (4, 2, 2), (0, 3), (2, 4, 2)), **options)
    return call(x, d.pick(2, 1, 3, [1], [1, 3], [0, 9], 0))


def _split(d: Draws) -> Call:
    made = _pieces(d)
    return Call(made.args, {"axis": d.axis(made.args[0])} if d.pick(False, True) else {})


def _indices(d: Draws, size: int, shape: tuple[int, ...] | None = None, *, beyond: bool = True) -> Operand:
    values = [*range(max(size, 1)), *range(-size, 0), *([size] if beyond else [])]
    return d.array(
        "i",
        shape,
        wild=False,
        shapes=((2,), (), (0,), (2, 2)),
        values=values,
        dtype=d.pick("int64", "int32", "int8"),
    )


def _at(d: Draws, kinds: str = "fic") -> Call:
    x = d.array(kinds, (3,), wild=False)
    return call(x, _indices(d, 3, (2,)), d.array("i", d.pick((2,), ()), wild=False, dtype="int8"), copy=True)


def _creation(d: Draws) -> dict[str, Any]:
    return d.pick({}, {"dtype": "float32"}, {"dtype": "int32"}, {"dtype": "bool"}, {"dtype": "complex64"})


def _pad(d: Draws) -> Call:
    mode = d.pick(
        "constant",
        "edge",
        "reflect",
        "symmetric",
        "wrap",
        "maximum",
        "minimum",
        "mean",
        "median",
        "linear_ramp",
    )
    wild = mode not in ("mean", "median", "linear_ramp")
    x = d.array(shapes=((3,), (4,), (2, 3), (0,), (0, 3), ()), wild=wild)
    return call(x, d.pick(1, (1, 2), 0, [(1, 1)], 4, [(0, 1), (2, 0)], -1), mode)


def _take_along(d: Draws) -> Call:
    x = d.array(shapes=((3,), (2, 3), (3, 3)))
    indices = _indices(d, 2, d.pick(x.values.shape, (1, *x.values.shape[1:])))
    return call(x, indices, axis=d.axis(x, none=True))


def _insert(d: Draws) -> Call:
    x = d.array(shapes=((3,), (2, 3), (0,)))
    return call(
        x, d.pick(0, 1, -1, [0, 1], 9), d.pick(1, 2.5), **d.pick({}, {"axis": 0}, {"axis": -1}, {"axis": 4})
    )


def _delete(d: Draws) -> Call:
    x = d.array(shapes=((3,), (2, 3), (0,), ()))
    return call(
        x,
        d.pick(0, 1, -1, [0, 1], 9, slice(1), slice(None, None, -1)),
        **d.pick({}, {"axis": 0}, {"axis": -1}),
    )


def _linspace(d: Draws) -> Call:
    start, stop = d.pick(0, 1.5, -2), d.pick(3, 4.5, 0, 1)
    ends = d.pick((start, stop), (d.array("fi", (2,), wild=False), stop))
    return call(
        *ends,
        d.pick(4, 1, 0, -1),
        **d.pick({}, {"endpoint": False}, {"dtype": "int32"}, {"dtype": "float32"}),
    )


def _powers_between(d: Draws) -> Call:
    return call(d.pick(1.0, 2, 0.5), d.pick(8.0, 3, 1), d.pick(4, 1, 0), **d.pick({}, {"endpoint": False}))


def _shape(d: Draws) -> Any:
    return d.pick((2, 3), 3, (), (0,), (2, 0), (1, 2, 2), (-1,))


def _repeat(d: Draws) -> Call:
    x = d.array(shapes=((3,), (2, 3), (), (0,)))
    return call(
        x, d.pick(2, 0, 1, [1, 2, 0], [2, 1], *([-1] if x.values.size else [])), axis=d.axis(x, none=True)
    )


def _roll(d: Draws) -> Call:
    x = d.array(shapes=SHAPES[2:])
    return call(x, d.pick(1, 0, -2, 7, (1, 2)), axis=d.axis(x, none=True, several=True))


def _choose(d: Draws) -> Call:
    return call(
        _indices(d, 2, d.pick((3,), (2, 3))),
        [d.array(shape=(3,)), d.array(shape=(3,))],
        mode=d.pick("raise", "wrap", "clip"),
    )


def _moves(d: Draws) -> Call:
    x = d.array(shapes=((2, 3), (2, 1, 3), (3,)))
    return call(x, d.axis(x), d.axis(x))


def _window(d: Draws) -> Call:
    x = d.array(shapes=((4,), (3, 3), (0,)))
    return call(x, d.pick(2, 1, 3, 5, (2, 2)), **d.pick({}, {"axis": 0}, {"axis": -1}))


def _getitem_shape(d: Draws) -> Call:
    return call(_indices(d, 6), d.pick((2, 3), 6, (6,)), **d.pick({}, {"order": "F"}))


def _multi_index(d: Draws) -> Call:
    return call(
        [_indices(d, 2, (2,)), _indices(d, 3, (2,))],
        (2, 3),
        mode=d.pick("raise", "wrap", "clip"),
        **d.pick({}, {"order": "F"}),
    )


# creation
recipe(
    "asarray asanyarray array",
    lambda d: call(
        d.pick(d.array(), 2, 1.5, [1, 2], [1.5, 2], [[True], [False]], [], 1j, [[1], [2, 3]]), **_creation(d)
    ),
)
recipe("ascontiguousarray asfortranarray copy", lambda d: call(d.array()))
recipe("zeros ones", lambda d: call(_shape(d), **_creation(d)))
recipe("full", lambda d: call(_shape(d), d.pick(2, 1.5, True, -1, 1j, np.nan, 2**40), **_creation(d)))
recipe("zeros_like ones_like", lambda d: call(d.array(), **_creation(d)))
recipe("full_like", lambda d: call(d.array(), d.pick(2, 1.5, True, -1, 300, np.nan), **_creation(d)))
recipe("eye tri", lambda d: call(d.pick(3, 0, 1, -1), **d.pick({}, {"k": 1}, {"k": -4}, {"dtype": "int32"})))
recipe("identity", lambda d: call(d.pick(3, 0, 1, -1)))
recipe(
    "arange",
    lambda d: call(
        *d.pick((5,), (0,), (2, 7), (1.0, 3.0, 0.5), (5, 0, -2), (3, 3), (0, 5, 0), (-3.5,)),
        **d.pick({}, {"dtype": "float32"}, {"dtype": "int32"}, {"dtype": "complex64"}),
    ),
)
recipe("linspace", _linspace)
recipe("logspace geomspace", _powers_between)
recipe("meshgrid", lambda d: Call(tuple(_several(d)), d.pick({}, {"indexing": "ij"}, {"sparse": True})))
recipe("tril triu", from_signature("tril", least_axes=2))
recipe("diag diagflat", lambda d: call(d.array(), **d.pick({}, {"k": 1}, {"k": -2})))
recipe("vander", lambda d: call(d.array(NUMBERS, wild=False), **d.pick({}, {"increasing": True})))
recipe("indices", lambda d: call(d.pick((2, 3), (2,), (0, 2), ())))
recipe("triu_indices tril_indices", lambda d: call(d.pick(3, 0, 1), **d.pick({}, {"k": 1}, {"m": 2})))
recipe(
    "triu_indices_from tril_indices_from diag_indices_from",
    lambda d: call(d.array(shapes=((3, 3), (2, 3), (3,)))),
)
recipe("diag_indices", lambda d: call(d.pick(3, 0), d.pick(2, 1, 3)))
recipe("bartlett blackman hamming hanning", lambda d: call(d.pick(5, 0, 1, 4.0, -1)))
recipe("kaiser", lambda d: call(d.pick(5, 0, 1), d.pick(3.0, 0.0)))
# data types
recipe("astype", lambda d: call(d.array(wild=False), d.dtype()))
# manipulation
recipe("reshape", lambda d: call(x := d.array(), _shape_of(d, x.values.size), **d.pick({}, {"order": "F"})))
recipe("ravel", lambda d: call(d.array(), **d.pick({}, {"order": "F"})))
recipe("transpose", lambda d: call(d.array(), *d.pick((), ((1, 0),), ((0,),), ((0, 0),), ((2, 0, 1),))))
recipe("permute_dims", lambda d: call(d.array(), d.pick((1, 0), (0,), (), (-1, 0), (0, 0), (2, 0, 1))))
recipe("flip", lambda d: call(x := d.array(), **d.pick({}, {"axis": d.axis(x, several=True)})))
recipe("fliplr flipud", lambda d: call(d.array()))
recipe("rot90", lambda d: call(d.array(), *d.pick((), (2,), (-1,), (1, (1, 0)), (1, (0, 0)))))
recipe("expand_dims", lambda d: call(d.array(), d.pick(0, 1, -1, (0, 1), (0, 0), 5)))
recipe("squeeze", lambda d: call(d.array(), *d.pick((), (0,), (1,), (-1,), ((0, 1),))))
recipe(
    "concat",
    lambda d: call(_several(d), **d.pick({}, {"axis": 0}, {"axis": 1}, {"axis": None}, {"axis": -1})),
)
recipe("stack", lambda d: call(_several(d), **d.pick({}, {"axis": 1}, {"axis": -1}, {"axis": 4})))
recipe("hstack vstack dstack column_stack", lambda d: call(_several(d)))
recipe("block", lambda d: call(_several(d)))
recipe("split array_split", _split)
recipe("hsplit vsplit dsplit", _pieces)
recipe("unstack", lambda d: call(x := d.array(), axis=d.axis(x)))
recipe("packbits", lambda d: call(x := d.array("bi"), axis=d.axis(x), **d.pick({}, {"bitorder": "little"})))
recipe("unpackbits", lambda d: call(x := d.array("u"), axis=d.axis(x), **d.pick({}, {"bitorder": "little"})))
recipe("bitwise_count", lambda d: call(d.array("bi")))
recipe("frexp", lambda d: call(d.array("fi")))
recipe("real_if_close", lambda d: call(d.array("fic")))
recipe(
    "tile",
    lambda d: call(
        x := d.array(), d.pick(2, (2,), (2, 1), 0, (), (1, 2, 1), *([-1] if x.values.size else []))
    ),
)
recipe("repeat", _repeat)
recipe("roll", _roll)
recipe("pad", _pad)
recipe("moveaxis swapaxes rollaxis", _moves)
recipe("broadcast_to", lambda d: call(d.array(), d.pick((2, 3), (3,), (4, 2, 3), (), (0, 3), (2, 0, 3), 3)))
recipe("broadcast_arrays", lambda d: Call(tuple(_several(d, alike=False)), {}))
recipe("broadcast_shapes", lambda d: call(d.pick((2, 1), (3,), ()), d.pick((1, 3), (0,), (2,))))
recipe("atleast_1d atleast_2d atleast_3d", lambda d: Call(tuple(_several(d))[: d.pick(1, 2)], {}))
recipe("append", lambda d: call(x := d.array(), d.beside(x), **d.pick({}, {"axis": d.axis(x)})))
recipe("insert", _insert)
recipe("delete", _delete)
recipe("resize", lambda d: call(d.array(), d.pick((2, 2), 5, (0,), (), (-1, 2))))
recipe(
    "trim_zeros",
    lambda d: call(d.vector(wild=False), **d.pick({}, {"trim": "f"}, {"trim": "b"}, {"axis": 0})),
)
recipe("sliding_window_view", _window)
# indexing
recipe(
    "take",
    lambda d: call(
        x := d.array(),
        _indices(d, 3),
        axis=d.axis(x, none=True),
        **d.pick({}, {"mode": "wrap"}, {"mode": "clip"}),
    ),
)
recipe("take_along_axis", _take_along)
recipe("add_at subtract_at multiply_at", _at)
recipe("maximum_at minimum_at", lambda d: _at(d, "fi"))
recipe("choose", _choose)
recipe(
    "compress",
    lambda d: call(
        d.array("b", (3,)), x := d.array(shapes=((3,), (3, 3), (2, 3))), axis=d.axis(x, none=True)
    ),
)
recipe("extract", lambda d: call(x := d.array("bi", shapes=((3,), (2, 3))), d.array(shape=x.values.shape)))
recipe(
    "ix_",
    lambda d: call(d.array("ib", d.pick((3,), (2,), (2, 2)), wild=False), d.array("i", (2,), wild=False)),
)
recipe("unravel_index", _getitem_shape)
recipe("ravel_multi_index", _multi_index)

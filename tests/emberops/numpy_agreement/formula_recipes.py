"""Calls of what computes: elementwise functions, products, decompositions, polynomials, transforms."""

from __future__ import annotations

import numpy as np

from numpy_agreement.operands import ANY, NUMBERS, REAL, SHAPES, Draws, Operand
from numpy_agreement.outcomes import Call
from numpy_agreement.recipes import call, from_signature, table

TABLE, recipe = table()


def _square(d: Draws, kinds: str = "f", *, symmetric: bool = False) -> Operand:
    """Well-conditioned matrices, since what is lost to rounding is no disagreement; now and then not square."""
    shape = d.pick((3, 3), (2, 2), (1, 1), (0, 0), (2, 3, 3), (2, 3), (3,))
    x = d.array(kinds, shape, wild=False)
    if len(shape) < 2 or x.values.dtype == bool:
        return x
    values = x.values
    if symmetric and shape[-1] == shape[-2]:
        values = values + np.conj(np.swapaxes(values, -1, -2))
    made = (values + 20 * np.eye(*shape[-2:], dtype=values.dtype)).astype(values.dtype)
    return Operand(made, x.layout if x.layout != "broadcast" else "plain")


def _products(d: Draws, *, one_axis: bool = True) -> Call:
    kinds = d.pick("f", "fi", ANY)
    shapes = ((3,), (3, 3), (2, 3), (3, 2), (2, 3, 3), (0, 3), (3, 0), ())
    return call(d.array(kinds, shapes=shapes, wild=False), d.array(kinds, shapes=shapes, wild=False))


def _two_vectors(d: Draws, kinds: str = NUMBERS) -> Call:
    return call(d.vector(kinds, wild=False), d.vector(kinds, wild=False))


def _fft(d: Draws, *, kinds: str = ANY, axes: bool = False) -> Call:
    x = (
        d.matrix(kinds, wild=False)
        if axes
        else d.array(kinds, wild=False, shapes=((3,), (4,), (2, 3), (0,), ()))
    )
    if axes:  # of nothing NumPy's inverse real ones read what memory held
        sizes = [{"s": (2, 2)}] if x.values.size else []
        return call(x, **d.pick({}, {"norm": "ortho"}, *sizes, {"axes": (0, 1)}, {"axes": (-1, 5)}))
    return call(x, **d.pick({}, {"n": 4}, {"n": 2}, {"n": 0}, {"axis": 0}, {"axis": 3}, {"norm": "forward"}))


def _clip(d: Draws) -> Call:
    x = d.array()
    bound = lambda: d.pick(None, d.beside(x), d.beside(x))  # noqa: E731
    return call(x, bound(), bound())


def _polynomials(d: Draws) -> Call:
    return call(d.vector("fic", wild=False), d.vector("fic", wild=False))


def _roots(d: Draws) -> Call:
    zeros = d.pick((1.0, 2.0), (-1.0, 3.0), (0.5,), (0.0, 2.0), ())
    return call(Operand(np.atleast_1d(np.poly(zeros)).astype(d.pick("float64", "float32"))))


def _einsum(d: Draws) -> Call:
    subscripts, *shapes = d.pick(
        ("ij,jk->ik", (2, 3), (3, 3)), ("i,i", (3,), (3,)), ("ii->i", (3, 3)), ("ii", (3, 3)), ("ij->ji", (2, 3)),
        ("...i,i->...", (2, 3), (3,)), ("ij,jk", (2, 3), (2, 3)), ("i->ij", (3,)), ("ij->", (0, 3)),
    )  # fmt: skip
    return call(subscripts, *(d.array(shape=s, wild=False) for s in shapes))


# elementwise
recipe("clip", _clip)
recipe("round", lambda d: call(d.array(), d.pick(0, 1, -1, 2)))
recipe("nan_to_num", lambda d: call(d.array(), **d.pick({}, {"nan": 1.5}, {"posinf": 2.0}, {"neginf": -3.0})))
recipe("nextafter", from_signature("nextafter", "f"))
recipe("spacing", from_signature("spacing", "f"))
recipe("pow float_power", from_signature("pow", wild=False))
recipe("bitwise_left_shift bitwise_right_shift", from_signature("bitwise_left_shift", "iub", wild=False))
recipe("bitwise_and bitwise_or bitwise_xor gcd lcm", from_signature("gcd", "iubf"))
recipe("ldexp", lambda d: call(x := d.array("fi", wild=False), d.beside(x, "i", wild=False)))
recipe("array_equiv", lambda d: call(x := d.array(), d.pick(x, d.beside(x))))
recipe(
    "isclose allclose array_equal",
    lambda d: call(x := d.array(), d.pick(x, d.beside(x)), **d.pick({}, {"equal_nan": True})),
)
# linear algebra
recipe("matmul dot inner vecdot matvec vecmat", _products)
recipe("vdot outer kron", _products)
recipe("linalg.outer", _two_vectors)
recipe(
    "tensordot", lambda d: Call(_products(d).args, d.pick({}, {"axes": 1}, {"axes": 0}, {"axes": ([0], [0])}))
)
recipe(
    "cross linalg.cross",
    lambda d: call(
        d.array(NUMBERS, shapes=((3,), (2, 3), (2,)), wild=False),
        d.array(NUMBERS, shapes=((3,), (2, 3), (1, 3)), wild=False),
    ),
)
recipe("trace diagonal", from_signature("diagonal", least_axes=2))
recipe("einsum", _einsum)
recipe(
    "convolve correlate",
    lambda d: Call(
        _two_vectors(d, ANY).args, d.pick({}, {"mode": "same"}, {"mode": "valid"}, {"mode": "full"})
    ),
)
recipe(
    "linalg.norm",
    lambda d: call(
        x := d.array(),
        d.pick(None, 1, 2, np.inf, -np.inf, 0, "fro"),
        **d.pick({}, {"axis": d.axis(x)}, {"keepdims": True}),
    ),
)
recipe(
    "linalg.vector_norm",
    lambda d: call(
        x := d.array(),
        **d.pick(
            {}, {"ord": 1}, {"ord": np.inf}, {"axis": d.axis(x, none=True, several=True)}, {"keepdims": True}
        ),
    ),
)
recipe(
    "linalg.matrix_norm",
    lambda d: call(
        d.matrix(wild=False),
        **d.pick({}, {"ord": 1}, {"ord": np.inf}, {"ord": "nuc"}, {"ord": 2}, {"keepdims": True}),
    ),
)
recipe(
    "linalg.inv linalg.det linalg.slogdet linalg.svdvals linalg.matrix_rank linalg.pinv linalg.cond",
    lambda d: call(_square(d, NUMBERS)),
)
recipe("linalg.eigvalsh linalg.cholesky", lambda d: call(_square(d, "fic", symmetric=True)))
recipe(
    "linalg.solve",
    lambda d: call(
        x := _square(d, "fic"),
        d.array("fic", (*x.values.shape[:-2], *d.pick((3,), (3, 1), (2,))), wild=False),
    ),
)
recipe("linalg.matrix_power", lambda d: call(_square(d, "fic"), d.pick(2, 0, 3, -1, 1)))
recipe(
    "linalg.multi_dot",
    lambda d: call(
        [
            d.array("fic", d.pick((2, 3), (3,)), wild=False),
            d.array("fic", (3, 3), wild=False),
            d.array("f", d.pick((3, 2), (3,)), wild=False),
        ]
    ),
)
recipe("linalg.diagonal linalg.trace", lambda d: call(d.array(), **d.pick({}, {"offset": 1}, {"offset": -1})))
recipe("linalg.tensorsolve", lambda d: call(_square(d, "fi"), d.array("f", (3,), wild=False)))
# polynomials
recipe("roots", _roots)
recipe("poly", lambda d: call(d.array("fic", shapes=((3,), (3, 3), (2, 3)), wild=False)))
recipe("polyval", lambda d: call(d.vector(NUMBERS, wild=False), d.array(NUMBERS, wild=False)))
recipe("polyder polyint", lambda d: call(d.vector("fibc", wild=False), d.pick(1, 2, 0, -1)))
recipe("polyadd polysub polymul", _polynomials)
recipe(
    "polydiv",
    lambda d: call(
        *(
            d.array(d.pick("f", "i"), shapes=((3,), (1,), (2,)), wild=False, values=(1, 2, 4, -2))
            for _ in range(2)
        )
    ),
)
recipe(
    "polyfit",
    lambda d: call(
        Operand(np.asarray([0.0, 1.0, 2.0, 3.5], d.pick("float64", "float32"))),
        d.array("f", (4,), wild=False),
        d.pick(1, 2, 0, -1),
    ),
)
# fft
recipe("fft.fft fft.ifft fft.hfft fft.irfft", _fft)
recipe("fft.rfft fft.ihfft", lambda d: _fft(d, kinds=d.pick(REAL, ANY)))
recipe("fft.fftn fft.ifftn fft.fft2 fft.ifft2 fft.irfft2 fft.irfftn", lambda d: _fft(d, axes=True))
recipe("fft.rfftn fft.rfft2", lambda d: _fft(d, kinds=REAL, axes=True))
recipe(
    "fft.fftshift fft.ifftshift",
    lambda d: call(x := d.array(shapes=SHAPES[2:]), **d.pick({}, {"axes": d.axis(x)})),
)
recipe("fft.fftfreq fft.rfftfreq", lambda d: call(d.pick(5, 4, 1, 0), d.pick(1.0, 0.5)))

"""Small programs that a fixer has once broken: a module, and what its user asks of it (which no fixer sees).

Grouped by the class of harm.  `#:` parts the module from the calls.
"""

from __future__ import annotations

HARM = {
    # 0. a method that two libraries have, with two meanings
    "view: a dtype, not a shape": """\
import numpy as np

def reordered(arr, order):
    return arr.view(arr.dtype.newbyteorder(order))

def covariance(cov):
    cov = np.asarray(cov, dtype=float)
    return reordered(cov, "=") * 2

#:
covariance([[1.0, 2.0], [3.0, 4.0]]).tolist()
""",
    # 1b. what a loop reads in its next turn
    "a view that is read in the next turn": """\
import numpy as np

def sweep(n):
    M = np.triu(np.arange(float(n * n)).reshape(n, n))
    row = M[0]
    total = 0.0
    for k in range(1, n):
        total += row.sum()
        M[0, k] = -1.0
    return M, total

#:
sweep(4)[1]
""",
    "an element that each turn reads anew": """\
import numpy as np

def sweep(n, M):
    M = np.triu(M)
    kept = []
    for k in range(1, n):
        beta = M[k - 1]
        kept.append(lambda: beta)
        M[0:k, k] = beta[k] * 2
    return M, kept[0]()

#:
[part.tolist() for part in sweep(4, np.arange(16.0).reshape(4, 4))]
""",
    # 1. arrays of objects taken for tensors
    "object array: items of items": """\
import numpy as np

def table(s):
    out = np.empty(s, dtype=np.ndarray)
    for i in range(s[0]):
        for j in range(s[1]):
            out[i, j] = np.zeros(2)
            out[i, j][1] = i + j
    return out

#:
table((2, 2)).tolist()
""",
    "object array: dtype=object": """\
import numpy as np

def lists(n):
    cells = np.empty((n, n), dtype=object)
    for i in range(n):
        for j in range(n):
            cells[i, j] = []
            cells[i, j].append(i)
    cells[0, 0] = [1.0, 2.0, 3.0]
    cells[0, 0][2] = 5.0
    return cells

#:
lists(2).tolist()
""",
    "object array: dtype=tuple": """\
import numpy as np

def pairs(n):
    out = np.empty(n, dtype=tuple)
    for i in range(n):
        out[i] = (i, i + 1)
    return out, out[0] + out[1], out[0] * 2

#:
pairs(3)
""",
    "object array: handed in": """\
from fractions import Fraction

import numpy as np

def f(x):
    return len({round(t, 3) for t in x}), np.argmax(x) + 1, abs(x), x * 2, x.shape

def main():
    return f(np.array([Fraction(1, 2), Fraction(-1, 3)], dtype=object))

#:
main()
""",
    "object array: at import": """\
import numpy as np

COEFFICIENTS = np.empty((2, 3), dtype=np.ndarray)
COEFFICIENTS[0, 0] = np.array([1.0, 2.0])
COEFFICIENTS[0, 0][1] = 3.0
COEFFICIENTS[1, 2] = (1, 2)

#:
COEFFICIENTS.tolist()
""",
    "object array: of unknown dtype": """\
import numpy as np

def fill(shape, dtype, parts):
    out = np.empty(shape, dtype=dtype)
    for k, part in enumerate(parts):
        out[k] = part
        out[k][0] = 9
    return out

#:
fill(2, object, [[1, 2], [3]]), fill((2, 2), float, [[1, 2], [3, 4]])
""",
    "numbers of a list, beside a caller with arrays": """\
import numpy as np

def root(zs: list[float]) -> complex:
    a, b = zs
    return (a - b) ** 0.5

def half(rows: list[list[float]]) -> list[complex]:
    return [root(row) / 2 for row in rows]

def of_arrays(a):
    return root(np.asarray(a)), half(np.asarray([a]))

#:
root([1.0, 2.0]), half([[1.0, 5.0]]), of_arrays([2.0, 1.0])
""",
    "rows of different lengths, declared to be an array": """\
import numpy as np

def lengths(groups: np.ndarray):
    return [row.size for row in groups[::-1]]

#:
lengths([np.zeros(3), np.zeros(2)])
""",
    "sparse by a class test that comes too late": """\
import numpy as np
from scipy import sparse

def filled(W: np.ndarray):
    A = W > 0
    if sparse.issparse(W):
        mask = (A + A.T) - A
        W = W + mask.multiply(W.T)
    else:
        W = W + np.logical_xor(np.logical_or(A, A.T), A) * W.T
    return (W + W.T) / 2

#:
filled(sparse.csr_array([[0.0, 1.0], [0.0, 2.0]])).toarray().tolist()
filled(np.asarray([[0.0, 1.0], [0.0, 2.0]])).tolist()
""",
    "the class of a dtype": """\
import numpy as np

FLOAT = np.float64

def checked(x: np.ndarray, wanted: type = FLOAT):
    return x.dtype.type is not FLOAT, x.dtype.type is wanted, x.dtype.type is float

#:
checked(np.zeros(2)), checked(np.zeros(2, np.float32)), checked(np.zeros(2), np.float32)
""",
    # 2. a function as a value
    "keywords given by partial": """\
from functools import partial
import numpy as np

larger = partial(np.maximum, casting="same_kind")
total = partial(np.sum, axis=0)

def both(x):
    return larger(x, 1.0), total(x)

#:
[part.tolist() for part in both(np.zeros((2, 2)))]
""",
    "function value: renamed without its calls": """\
import numpy as np

def convert(x, order=None, copy=True):
    f = np.array if copy else np.asarray
    return f(x, order=order)

#:
convert([1, 2], order="F"), convert([1, 2], copy=False)
""",
    "function value: one name": """\
import numpy as np

def convert(x, o):
    f = np.asarray
    return f(x, order=o)

#:
convert([1, 2], "C"), convert([[1.0], [2]], "F").flags.f_contiguous
""",
    "function value: in an attribute": """\
import numpy as np

class Reader:
    convert = staticmethod(np.asarray)

    def __init__(self, reduce=np.sum):
        self.reduce = reduce

    def read(self, x, **options):
        return self.reduce(self.convert(x, order="C"), **options)

#:
Reader().read([[1.0, 2.0], [3.0, 4.0]], axis=0, dtype=int), Reader(np.max).read([1, 2], initial=7)
""",
    "function value: in a table": """\
import numpy as np

TABLE = {"sum": np.sum, "mean": np.mean}

def reduce(name, x, **options):
    return TABLE[name](x, **options)

#:
reduce("sum", [1.0, 2.0], initial=3.0), reduce("mean", [1.0, 2.0], where=[True, False])
""",
    "function value: at module level": """\
import numpy as np

asarray = np.asarray
zeros = np.zeros

#:
asarray([1.0], order="F"), zeros((2, 2), order="F").flags.f_contiguous
""",
    # 3. stores into what others see
    "output parameter": """\
import numpy as np

def add(x, ab):
    for i in range(len(x)):
        ab[i] += x[i]

def caller(x):
    out = np.zeros(len(x))
    add(x, out)
    add(x, out)
    return out

#:
caller(np.array([1.0, 2.0])), [add([1.0], out := np.zeros(1)), out][1]
""",
    "output parameter: a view of it": """\
import numpy as np

def scale(ab, k):
    row = ab[0]
    row *= k
    ab[1, :] = row

#:
[scale(m := np.ones((2, 2)), 3), m]
""",
    "output parameter: augmented": """\
import numpy as np

def shift(x: np.ndarray, by: float):
    x += by

#:
[shift(a := np.zeros(2), 1.5), a]
""",
    "alias": """\
import numpy as np

def f(a: np.ndarray):
    b = a
    b += 1
    row = a[0]
    row *= 10
    return a, b, row

#:
f(np.ones((2, 2)))
""",
    "alias: of a local array": """\
import numpy as np

def f():
    a = np.zeros((3, 3))
    b = a
    b += 1
    row = a[0]
    row *= 10
    column = a[:, 1]
    column -= 2
    flat = a.ravel()
    flat += 1
    other = a.T
    other[0, 1] = 7
    return a, b, row, column

#:
f()
""",
    "alias: what NumPy gives back as it is": """\
import numpy as np

def f(n):
    a = np.arange(float(n)) % 3
    same, row, convert = np.asarray(a), np.atleast_2d(a), np.asarray
    a *= 2
    again = convert(a, dtype=float)
    a += 1
    return same, row, a, again

#:
f(4)
""",
    "alias: rows of a loop": """\
import numpy as np

def normalise(m: np.ndarray):
    for row in m:
        row /= np.sum(row)
    for i, row in enumerate(m):
        row[0] = i
    return m

#:
normalise(np.ones((2, 2)))
""",
    "alias: views in a tuple": """\
import numpy as np

def f(n):
    v = np.linspace(0, 1.5, n)
    kept = v[v > 0], v[..., 0], v[1:]
    v += 2
    w = np.arange(3.0) * 2
    last = w[..., -1]
    w += 1
    return kept, v, last, w

#:
f(3)
""",
    "alias: a list that is repeated, a row of what is turned": """\
import numpy as np

def f(n):
    v = np.linspace(0, 1.5, n)
    kept = [v] * 2
    v += 2
    m = np.zeros((n, n))
    column = m.T[0]
    m -= abs(len(v))
    return kept, v, column, m

#:
f(3)
""",
    "alias: rows of what is handed in": """\
import numpy as np

def spread(v: np.ndarray, rows):
    for row in rows:
        row += np.std(v)
    return rows

#:
spread(np.array([1.0, 3.0]), np.ones((2, 2)))
""",
    "lists that become arrays": """\
import numpy as np

def shift(v):
    v -= np.max(np.array([1.0, 2.5]))
    return v

def main():
    return shift((3, 1, 2)), shift([1, 2])

#:
main()
""",
    "the first of two exceptions": """\
import numpy as np

def scale(v: np.ndarray, i):
    v = np.array(v)
    try:
        v[i] *= max(v)
    except IndexError:
        return "no such element"
    except TypeError:
        return "no axes"
    return v

#:
scale(4.0, 0), scale([1.0, 2.0], 1), scale([1.0, 2.0], 5)
""",
    "alias: captured": """\
import numpy as np

def f():
    total = np.zeros(2)
    def seen():
        return total.sum()
    kept = [total]
    total += 1
    return seen(), kept

#:
f()
""",
    "alias: a view in an attribute": """\
import numpy as np

class State:
    def __init__(self, n):
        self.values = np.zeros(n)
        self.head = self.values[:2]
        self.same = self.values

    def step(self, x):
        self.values += x
        self.values[0] = 7
        return self.head

    def scale(self, k):
        self.head *= k
        return self.values, self.same

#:
[(s := State(3)).step(2), s.scale(3), s.head]
""",
    "alias: items of lists and dicts": """\
import numpy as np

def f():
    a = np.ones(2)
    parts, table = [a, a], {"a": a}
    parts[0] += 1
    table["a"] *= 3
    for part in parts:
        part -= 1
    return a, parts, table

#:
f()
""",
    "alias: a default argument": """\
import numpy as np

def count(x, total=np.zeros(2)):
    total += x
    return total

#:
count(1).copy(), count(2).copy()
""",
    "alias: a global": """\
import numpy as np

TOTAL = np.zeros(2)
SAME = TOTAL

def count(x):
    global TOTAL
    TOTAL += x

#:
count(1), SAME, TOTAL
""",
    # 4. operators of somebody's class
    "class: __rmul__": """\
import numpy as np

class Unit:
    __array_priority__ = 1000

    def __init__(self, name):
        self.name = name

    def __rmul__(self, other):
        return (self.name, other)

    def __mul__(self, other):
        return (other, self.name)

    def __rmatmul__(self, other):
        return ("@", other)

metre = Unit("m")

def lengths(x: np.ndarray):
    return x * metre, metre * x, x[0] * metre, x @ metre, np.mean(x) * Unit("s")

#:
lengths(np.ones(2))
""",
    "class: __array_ufunc__ = None": """\
import numpy as np

class Symbol:
    __array_ufunc__ = None

    def __init__(self, name):
        self.name = name

    def __radd__(self, other):
        return Symbol(f"+{self.name}")

    def __neg__(self):
        return Symbol("-" + self.name)

    def __rtruediv__(self, other):
        return Symbol("1/" + self.name)

    def __eq__(self, other):
        return self.name == getattr(other, "name", None)

def f(x: np.ndarray, s):
    return x + s, x / s, -s

def g(x: np.ndarray):
    return x + Symbol("a"), np.sum(x) + (-Symbol("b"))

#:
[r.name for r in (*f(np.ones(2), Symbol("k")), *g(np.ones(2)))]
""",
    "class: self + (-other)": """\
import numpy as np

class Poly:
    def __init__(self, c):
        self.c = np.asarray(c, dtype=float)

    def __add__(self, other):
        other = other.c if isinstance(other, Poly) else other
        return Poly(self.c + other)

    def __neg__(self):
        return Poly(-self.c)

    def __sub__(self, other):
        return self + (-other)

    def __rsub__(self, other):
        return (-self) + other

    def __truediv__(self, other):
        return Poly(self.c / other)

    def __matmul__(self, other):
        return Poly(self.c * other.c)

def difference(p: Poly, q):
    return (p - q).c, (p - 1.0).c, ((p - q) / 2).c, (p @ p).c

#:
difference(Poly([1, 2]), Poly([3, 5])), difference(Poly([1, 2]), np.ones(2)), (np.float64(2) - Poly([1])).c
""",
    "sympy matrices": """\
import numpy as np
import sympy

def action(s, J):
    return sympy.trace(s * J * s * J.T)

def rotated(a):
    R = sympy.Matrix([[0, -1], [1, 0]])
    v = sympy.Matrix([a, 2])
    return (R * v).T * v, R.T @ R, R * 2, -R, R ** 2

#:
action(sympy.eye(2) * 2, sympy.Matrix([[1, 2], [3, 4]])), rotated(sympy.Symbol("x"))
""",
    "sympy numbers": """\
import numpy as np
import sympy

def f(n):
    x = sympy.Symbol("x")
    c = np.array([sympy.Rational(1, k + 1) for k in range(n)])
    return x * n + sympy.sqrt(2), c * x, c.sum(), sum(c), c[0] + c[1], -c

#:
[str(r) for r in f(3)]
""",
    "sparse matrices": """\
import numpy as np
from scipy import sparse

def gram(B, W):
    return B.T @ W @ B

def make(n):
    B = sparse.csr_matrix(np.arange(n * n, dtype=float).reshape(n, n))
    W = sparse.diags(np.ones(n) * 2)
    return (B.T @ W @ B).toarray(), (B * B).toarray(), B * np.ones(n), abs(-B).sum(), (B.multiply(B) / 2).toarray()

#:
make(3), gram(sparse.eye(3, format="csr"), sparse.eye(3, format="csr")).toarray(), gram(np.eye(2), np.eye(2))
""",
    "sparse matrices: stores": """\
import numpy as np
from scipy import sparse

def f(v: np.ndarray):
    A = sparse.lil_matrix((3, 3))
    A[0, 1] = v[0]
    A[2, :] = v
    A *= 2
    return A.tocsr().toarray(), A.T.dot(v), A.shape

#:
f(np.array([1.0, 2.0, 3.0]))
""",
    "masked arrays": """\
import numpy as np

def f(x: np.ndarray):
    m = np.ma.masked_invalid(x)
    return m.mean(), (m + 1).filled(0), np.mean(m), np.ma.average(m), m * x, -m, abs(m), m.max()

def g(x):
    return x * 2, x.mean()

#:
[np.ma.filled(r, -1) for r in (*f(np.array([1.0, np.nan, 3.0])), *g(np.ma.masked_array([1.0, 2.0], [True, False])))]
""",
    "decorators that give something else": """\
import functools
import numpy as np

def listed(f):
    @functools.wraps(f)
    def wrapper(*args):
        return f(*args).tolist()
    return wrapper

def counted(label):
    def decorator(f):
        def wrapper(*args, **kw):
            return f(*args, **kw), label
        return wrapper
    return decorator

@listed
def grid(n):
    return np.arange(n) * 1.0

@counted("n")
def doubled(x: np.ndarray):
    return x * 2

class Points:
    @listed
    def all(self, n):
        return np.ones(n)

#:
grid(3) * 2, grid(2) + [1.0], doubled(np.ones(2)) + (1,), Points().all(2) * 2, max(grid(3))
""",
    "outputs of calls in the midst of a statement": """\
import numpy as np

def distances(x: np.ndarray):
    d = x[:, None] - x[None, :]
    v = d[0]
    r = np.sqrt(np.maximum(d, 0, out=d)).sum()
    return r, v, np.add(d, 1, out=d) * 2 - d

def kept(x: np.ndarray, y: np.ndarray):
    z = np.log(np.add(x, 1, out=y)) + y
    return np.exp(y), np.clip(y, 1, 2, out=y).max(), z

def given(x: np.ndarray, out: np.ndarray):
    return np.multiply(x, 2, out=out)

#:
x, y, b = np.arange(3.0), np.zeros(3), np.zeros(3)
r = (*distances(x), *kept(x, y), given(x, b))
(*r, y, b)
""",
    "masked arrays: the other functions that make one": """\
import numpy as np

def f(x: np.ndarray, bad=-999):
    m, c = np.ma.masked_equal(x, bad), np.ma.MaskedArray(x, mask=x < 2)
    return m.mean(), c.mean(), np.sqrt(m).sum(), c - m, np.ma.masked_greater(x, 2).sum(), np.ma.fix_invalid(x).max()

#:
[np.ma.filled(r, -1) for r in f(np.array([1.0, -999.0, 3.0]))]
""",
    "masked arrays: what comes of them": """\
import numpy as np

def f(v, n):
    return np.vstack([n * (v + n), v / np.dot(np.eye(3), v), -v * 2])

def main():
    return f(np.ma.masked_array([1.0, 2.0, 3.0], [False, True, False]), 2.5)

#:
main()
""",
    "fractions": """\
from fractions import Fraction

import numpy as np

def f(n):
    a = Fraction(1, 3)
    c = np.array([Fraction(1, k + 1) for k in range(n)])
    return a * n + 1, -a, a ** 2, c * a, c.sum(), sum(c), max(c), c[0] + 1, np.dot(c, c), abs(-c)

def g(x, y):
    return x + y, x * y, x / y, abs(x), round(x, 1)

#:
f(3), g(Fraction(1, 2), Fraction(1, 3)), g(np.float64(1), Fraction(1, 2))
""",
    # 5. counts, sizes and repetition
    "repetition": """\
import numpy as np

def f(x: np.ndarray, k):
    n = np.argmax(x)
    m = np.sum(x > 0)
    return [0.0] * n, "-" * m, [1, 2] * np.int64(2), (3,) * m, [x[0]] * n, n * [1], k * [5]

#:
f(np.array([1.0, 3.0, 2.0]), np.int64(3))
""",
    "repetition: twice": """\
import numpy as np

def f(x):
    return x.tolist() * np.sum(np.array([True, True])) * np.count_nonzero(np.array([True, False]))

def main():
    return f(np.array([1.0, 2.0]))

#:
main()
""",
    "ranges": """\
import numpy as np

def f(x: np.ndarray):
    n = np.argmax(x)
    return list(range(n + 1)), list(range(1, n * 2)), "abc"[n], x[: n - 1], np.zeros(n + 1), np.eye(n)

#:
f(np.array([1.0, 2.0, 3.0]))
""",
    "validator": """\
import numpy as np

def as_scalar(x, name):
    x = np.asarray(x)
    if x.ndim:
        raise ValueError(name)
    return x[()]

def as_array(x):
    return np.asarray(x)[()]

def f(n, x):
    n = as_scalar(n, "n")
    m = as_array(n)
    return list(range(n + 1)), [0] * n, "-" * (n - 1), np.zeros((n, m * 2)), "abc"[n], as_array(x) * n, m // 2, n % 2

#:
f(2, [1.0, 2.0]), f(np.int32(1), 3)
""",
    "repetition by a count that is divided": """\
import numpy as np

def grid(levels: np.ndarray):
    n = len(levels)
    out = np.zeros((np.prod(levels), n))
    repeat, times = 1, np.prod(levels)
    for i in range(n):
        times //= levels[i]
        column = []
        for j in range(levels[i]):
            column += [j] * repeat
        out[:, i] = column * times
        repeat *= levels[i]
    return out

#:
grid([2, 3, 2]), grid(np.array([2, 2]))
""",
    "numbers of the host": """\
import numpy as np

def split(length: int, step: float, shape):
    whole, left = int(np.floor(length / step)), int(np.ceil(length / step)) - int(np.round(length / step))
    rows = []
    for i in np.arange(whole):
        rows.append("abcdefgh"[i:])
    return whole, left, rows, [float(k) for k in np.arange(2)], np.zeros(int(np.prod(shape)))

def widen(x: np.ndarray):
    return np.zeros(int(np.prod(x.shape))), x / np.sqrt(x.shape[0]), [0] * np.prod(x.shape), np.exp(-1.0) * x

#:
split(7, 2.0, (2, 2)), widen(np.ones((2, 2)))
""",
    "errors of SciPy": """\
import numpy as np
from scipy import linalg

def inverse(m: np.ndarray):
    try:
        return linalg.inv(m)
    except np.linalg.LinAlgError:
        return linalg.pinv(m)

#:
inverse(np.zeros((2, 2))), inverse(np.eye(2))
""",
    # 6. builtins
    "builtins: NaN": """\
import numpy as np

def f(x: np.ndarray, values):
    return max(x), min(x), max(values), min(values), max(x[0], 1.0), max(1.0, x[1]), sorted(x)

#:
f(np.array([1, np.nan, 0.5]), [1, np.nan, 0.5]), max([1, np.nan, 0.5])
""",
    "builtins: lists": """\
import numpy as np

def f(rows, x=None):
    if x is not None:
        rows = np.asarray(rows)
    return max(rows[0]), sum(rows[0]), sorted(rows[0]), round(rows[0][0], 1), sum(rows[1])

#:
f([[3, 1], [2, 5]]), f([[3.25, 1.0], [2.0, 5.0]], 1)
""",
    "builtins: lists of lists": """\
import numpy as np

def largest(x):
    x = [x] if np.isscalar(x) else x
    return max(x), min(x), sorted(x)

#:
largest([[1, 5], [3, 2]]), largest([2, 1]), largest(np.array([1.5, 0.5]))
""",
    "builtins: two axes": """\
import numpy as np

def f(m: np.ndarray):
    return sum(m), [max(r) for r in m], [sorted(r) for r in m], sum(sum(m))

#:
f(np.array([[1, 2], [3, 4]])), f(np.array([[0.1, 0.2], [0.3, 0.4]]))
""",
    "builtins: no axes": """\
import numpy as np

def f(x: np.ndarray):
    try:
        return sorted(x)
    except TypeError:
        return x

#:
f(np.array([2.0, 1.0])), f(np.array(2.0))
""",
    "builtins: fractions": """\
from fractions import Fraction

import numpy as np

def f(x):
    return np.sum(x) + np.float64(0.5), np.max(x) < np.float64(2)

#:
f(np.array([Fraction(1, 2), Fraction(1, 3)], dtype=object)), f(np.array([0.5, 0.25]))
""",
    "lists that are repeated": """\
import numpy as np

def _f(x):
    y = x
    y *= 2
    return len(np.atleast_1d(x * 3)), abs(y) if isinstance(x, np.ndarray) else y

def first():
    return _f(np.array([1.0, 2.0]))

def second():
    return _f([1, 2])

#:
first(), second()
""",
    "row of what has been changed": """\
def f(m):
    row = m[1]
    m[:, 0] = 0.5
    row += 2
    return m, row

#:
f(np.ones((2, 2)))
""",
    "products of numbers": """\
import numpy as np

def f(x):
    x = np.array(x)
    try:
        return np.sqrt(np.abs(x)) @ np.sqrt(np.abs(x))
    except TypeError:
        return "no matrix"

#:
f([1.0, 2.0]), f(4.0)
""",
    "output of sparse matrices": """\
import numpy as np
from scipy import sparse

def _f(matrix, out: np.ndarray):
    try:
        np.multiply(matrix, 2, out=out)
    except TypeError:
        return "refused"
    return out

def main():
    return _f(sparse.csr_matrix(np.eye(2)), np.zeros(3))

#:
main()
""",
    "all and any give truth values of Python's": """\
import numpy as np

def asked(a: np.ndarray):
    return all(a > 0), any(a > 2) is False, type(all(a))

def best(a: np.ndarray, p: np.ndarray):
    gains = a @ p
    return all(gains == np.max(gains)) is True

#:
asked(np.ones(3)), best(np.eye(2), np.ones(2))
""",
    "asanyarray keeps subclasses": """\
import numpy as np

class Length(np.ndarray):
    def __new__(cls, values, unit):
        made = np.asanyarray(values).view(cls)
        made.unit = unit
        return made

    def __array_finalize__(self, other):
        self.unit = getattr(other, "unit", None)

def unit_of(x):
    x = np.asanyarray(x)
    return getattr(x, "unit", "none"), x.sum(), np.asanyarray(x, dtype=float).sum()

#:
unit_of(Length([1, 2], "m"))[0], unit_of([1, 2])
""",
    "vectorize as a decorator": """\
import numpy as np

@np.vectorize()
def larger(a, b):
    return a if a > b else b

@np.vectorize(otypes=[float])
def doubled(a):
    return a * 2

#:
larger([1, 5], 3), doubled(np.array([1, 2])), doubled.__name__
""",
    "a class asked for by its name": """\
import numpy as np

def product(a, b):
    '''Multiply.

    Parameters
    ----------
    a : array
        Either sparse or dense.
    b : array
        Either sparse or dense.
    '''
    if type(a).__name__ == "ndarray" and type(b).__name__ == "ndarray":
        return np.dot(a, b)
    elif type(a).__name__ == "csr_matrix" or type(b).__name__ in ("csr_matrix", "csc_matrix"):
        return a @ b

#:
import scipy.sparse
s = scipy.sparse.csr_matrix(np.eye(2) * 3)
product(s, s).toarray(), product(s, np.ones(2)), product(np.eye(2), np.ones(2))
""",
    "sparse matrices that docstrings name": """\
import numpy as np

def weighted(w, u, lamb, v):
    '''Weigh.

    Parameters
    ----------
    w : Sparse matrix
        Spatial weights.
    u, v : array
        Vectors, or sparse matrices of one column.
    lamb : float
    '''
    return w @ u, w * u, lamb * w, (u - lamb * (w @ u)) ** 2, u @ v

#:
import scipy.sparse
s = scipy.sparse.csr_matrix(np.eye(2) * 3)
[np.asarray(r.todense() if hasattr(r, "todense") else r) for r in weighted(s, np.ones(2), 2.0, np.ones(2))]
""",
    "functions that are compared": """\
import numpy as np

UNITS = {np.multiply: "product", np.sqrt: "root"}
UNITS[np.add] = "same"
KEPT = {np.abs, np.negative}

HANDLED = {}

def implements(function):
    return lambda ours: HANDLED.setdefault(function, ours)

def implements_all(functions):
    return lambda ours: [HANDLED.setdefault(function, ours) for function in functions]

@implements(np.sum)
def total(x):
    return "sum", np.asarray(x).sum()

@implements_all([np.prod, np.mean])
def other(x):
    return "other", np.asarray(x).sum()

class Tracked(np.ndarray):
    def __array_function__(self, function, types, args, kwargs):
        return HANDLED[function](*args, **kwargs)

    def __array_ufunc__(self, ufunc, method, *inputs, **kwargs):
        plain = [np.asarray(x) for x in inputs]
        kind = UNITS.get(ufunc, "other")
        if ufunc is np.exp or ufunc in (np.sin, np.cos) or ufunc in KEPT:
            kind = "pure"
        return kind, getattr(ufunc, method)(*plain, **kwargs)

#:
x = np.array([1.0, 4.0]).view(Tracked)
[f(x) for f in (np.sqrt, np.exp, np.sin, np.abs, np.tan)], x * 2, x + x, np.sum(x), np.prod(x), np.mean(x)
""",
    "lists of names that one caller makes of an array": """\
import numpy as np

def names_of(given, x):
    '''Name columns.

    Parameters
    ----------
    given : list of string
    '''
    if not given:
        given = ["var" + str(i) for i in range(x.shape[1])]
    return given

class Model:
    def __init__(self, x, left=None, right=None):
        self.left = names_of(left, x)
        self.right = names_of(right, x)
        self.all = self.left + self.right
        self.right += self.left

def by_caller(x: np.ndarray):
    one, other = Model(x, [], np.array(["a", "b"]).tolist()), Model(x, None, np.asarray(x)[0].tolist() or x)
    return one.all, other.all, one.right, other.right

#:
by_caller(np.ones((1, 2)))
""",
    "methods of universal functions": """\
import numpy as np

def f(x: np.ndarray, y: np.ndarray):
    outer = np.subtract.outer(x, y), np.less.outer(y, np.arange(2)), np.hypot.outer(np.arange(2.0), x)
    of_list = np.logical_and.reduce([x > 1, x < 5]), np.minimum.reduce([x, x * 2])
    reduced = np.add.reduce(x), np.multiply.reduce(x, axis=None), np.maximum.reduce(x), np.add.reduce(x > 1)
    return outer, of_list, reduced

def along(x: np.ndarray):
    extremes = np.minimum.accumulate(x), np.maximum.accumulate(x, axis=1)
    return np.add.accumulate(x), np.multiply.accumulate(x, axis=-1), extremes, np.add.reduce(x, axis=(0, 1))

#:
x = np.array([1, 2, 7], np.int8)
f(x, np.array([[0.5], [2.0]])), f(np.array([3.0]), np.array(2)), f(np.zeros((1, 0, 2)), np.zeros((2, 0)))
along(np.array([[1, 2], [3, 4]], np.uint8)), along(np.array([[1.5, np.nan]]))
""",
    "builtins: types": """\
import numpy as np

def f(x: np.ndarray, v: float):
    return round(x[0]), round(x[0], 1), round(v), round(v, 2), sum(x), abs(v), max(v, 0), max(0, v), sum([v, v])

#:
f(np.array([1.6, 2.25]), 0.55), f(np.array([3, 4]), 2)
""",
    "keys: rounded rows": """\
import numpy as np

def unique(points: np.ndarray):
    seen, out = set(), []
    for p in points:
        key = tuple(round(x, 8) for x in p)
        if key not in seen:
            seen.add(key)
            out.append(p)
    return len(out), sorted(seen)

def index(x: np.ndarray):
    return {round(v, 3): i for i, v in enumerate(x)}, {v: 1 for v in x}, set(x), len(set(x.tolist()))

#:
unique(np.array([[0.1, 0.2], [0.1, 0.2], [0.3, 0.1]])), index(np.array([1.0, 1.0, 2.0]))
""",
    # 7. odds and ends
    "read only at import": """\
import numpy as np

TABLE = np.array([1.0, 2.0])
TABLE.flags.writeable = False
OTHER = np.eye(2)
OTHER.setflags(write=False)

def f(x):
    return x * TABLE

#:
f(3.0)
""",
    "array without axes": """\
import numpy as np

def grow():
    total = np.array(3.0)
    total += 1
    number = np.sum(np.ones(3))
    number += 1
    return total, number

#:
grow()
""",
    "what NumPy refuses or leaves to others": """\
import numpy as np
import scipy.sparse

def fill(x: np.ndarray, v):
    y = np.zeros(2, dtype=int)
    try:
        np.copyto(y, v)
    except TypeError:
        return "refused"
    return y

def length(m):
    return type(np.linalg.norm(m)).__name__

#:
fill(np.ones(2), 1.5), fill(np.ones(2), 3), length(scipy.sparse.csr_matrix(np.eye(2))), length(np.eye(2))
""",
    "dtypes of no other library": """\
import numpy as np

def f(x: np.ndarray):
    return np.issubdtype(x.dtype, np.number), x.dtype == np.float64, x.dtype == float, x.dtype.kind in "iu"

def g(x):
    return np.issubdtype(type(x), np.integer), np.issubdtype(np.asarray(x).dtype, np.floating)

#:
odd = np.zeros(2, object), np.array(["a"]), np.zeros(2, np.longdouble)
[f(x) for x in odd], [g(x) for x in (1, "a", [1.0], None)]
""",
    "dtype arguments": """\
import numpy as np

def f(x: np.ndarray):
    single = np.exp(2, dtype=np.float32), np.sqrt([4, 9], dtype=np.float32)
    roots = np.sqrt(x, dtype=complex), np.real_if_close(np.sqrt(x + 0j))
    return single, roots, np.add(x, 1, dtype=float), np.sum(x, dtype=int)

#:
f(np.array([-1.0, 4.0])), f(np.array([1.0, 4.0]))
""",
    "options": """\
import numpy as np

def f(a: np.ndarray, **kw):
    return a.std(**kw), np.mean(a, **kw), a.sum(**kw)

#:
f(np.ones((2, 2)), axis=0), f(np.ones((2, 2)), axis=1, keepdims=True), f(np.ones(2), where=np.array([True, False]))
""",
    "padding": """\
import numpy as np

def ramp(vector, width, axis, options):
    vector[: width[0]] = 9

def f(x: np.ndarray, mode, **kw):
    return np.pad(x, 1, mode, **kw), np.pad(x, (1, 2), mode="maximum"), np.pad(x, 2, ramp), np.pad(x, 1)

#:
f(np.array([1.0, 2.0]), "constant", constant_values=3), f(np.array([1.0, 2.0]), "edge"), f(np.arange(3.0), "wrap")
""",
    "None as an array": """\
import numpy as np

def f(x):
    x = np.asarray(x)
    return x.ndim, x.dtype == object, x.shape, x is None, x[()]

#:
f(None), f([1, None]), f(["a"])
""",
    "index by a generator's list": """\
import numpy as np

def f(x: np.ndarray, names):
    return x[:, [i for i, n in enumerate(names) if n]], x[:, np.array(list(map(bool, names)))], x[list(range(2))]

#:
f(np.arange(6.0).reshape(2, 3), ["a", "", "b"])
""",
    "classes of elements": """\
import numpy as np

def numeric(data):
    return all(isinstance(d, (int, float, np.number)) for d in data)

def f(x: np.ndarray):
    return isinstance(x[0], float), isinstance(x[0], np.floating), isinstance(np.sum(x), np.float64), numeric(x)

#:
numeric([1, 2.0, np.float32(1)]), numeric(["a"]), numeric(np.ones(2)), f(np.ones(2))
""",
    "SciPy's tuples": """\
import numpy as np
from scipy import interpolate

def curve(x: np.ndarray, y: np.ndarray, at):
    tck = interpolate.splrep(x, y, s=0)
    return interpolate.splev(at, tck), tck[2], len(tck), interpolate.splint(0, 1, tck)

#:
curve(np.arange(6.0), np.arange(6.0) ** 2, 2.5), curve(np.arange(6.0), np.arange(6.0), np.array([0.5, 1.5]))
""",
    "SciPy's matrices and samplers": """\
import numpy as np
from scipy import ndimage, sparse
from scipy.stats import qmc

def f(n):
    A = sparse.spdiags(np.ones((2, n)), [0, 1], n, n)
    sample = qmc.Halton(2, scramble=False).random(n)
    smooth = ndimage.uniform_filter(np.arange(9.0).reshape(3, 3), size=(n - 1, 1))
    return (A.T * A).toarray(), sample * 2, smooth, ndimage.gaussian_filter(np.eye(3), sigma=[1, 0])

#:
f(3)
""",
    "0-d results": """\
import json

import numpy as np

def f(x: np.ndarray):
    s, m = np.sum(x), x.max()
    kinds = isinstance(s, float), s is None, [s] == [m]
    return f"{s:.2f}", "%d" % m, json.dumps({"s": s}), {s: 1}, kinds, str(m), repr(s)

#:
f(np.array([1.0, 2.5]))
""",
    "printed numbers": """\
import numpy as np

def f(x: np.ndarray):
    y = x * 2
    return str(y), "{}".format(y[0]), f"{np.mean(y)}", "%s" % (y,), repr(y[0] + 1), str([v for v in y])

#:
f(np.array([1.0, 2.5]))
""",
}

NUMBERS_AND_SAID = ("keys: rounded rows", "0-d results")
"""Unsafe fixes make keys Python numbers, as PUR306 says."""
NAN_AND_SAID = ("builtins: NaN",)
"""Unsafe fixes let `min` and `max` give NaN where there is one, as PUR205 says."""
CALLS_AND_SAID = ("function value: at module level",)
"""Unsafe fixes take a function that is passed on to be called with what ops takes, as PUR103 says."""

"""PUR105: what is handed to other packages is converted where it stands, whatever the call looks like."""

from __future__ import annotations

import pytest
from snippets import Fixed, Lines

from purity_lint.rules.examples import plain

CASES = [
    pytest.param(
        [6, 6],
        plain("""
            from emberops import ops
            from scipy.stats import norm


            def f(x: ops.Tensor, level=0.95):
                return norm.ppf(level) * ops.std(x), norm.ppf(level) + norm.isf(level)
        """),
        plain("""
            from emberops import ops
            from scipy.stats import norm


            def f(x: ops.Tensor, level=0.95):
                return norm.ppf(level) * ops.std(x), ops.from_numpy(norm.ppf(level)) + ops.from_numpy(norm.isf(level))
        """),
        id="a number beside a tensor is converted by it",
    ),
    pytest.param(
        [8, 9, 10],
        plain("""
            import scipy.ndimage.morphology as morph
            from emberops import ops
            from scipy.ndimage import generic_filter
            from scipy.stats import lognorm


            def f(x: ops.Tensor):
                mask = morph.binary_closing(x > 0)
                low = generic_filter(x, ops.median, size=3)
                return mask, low, lognorm.sf(x, 2.0)
        """),
        plain("""
            import scipy.ndimage.morphology as morph
            from emberops import ops
            from scipy.ndimage import generic_filter
            from scipy.stats import lognorm


            def f(x: ops.Tensor):
                mask = ops.from_numpy(morph.binary_closing(ops.to_numpy(x > 0)))
                low = ops.from_numpy(generic_filter(ops.to_numpy(x), ops.median, size=3))
                return mask, low, ops.from_numpy(lognorm.sf(ops.to_numpy(x), 2.0))
        """),
        id="functions of old modules, with a function to call, and of distributions",
    ),
    pytest.param(
        [7],
        plain("""
            from emberops import ops
            from scipy import linalg


            def f(x: ops.Tensor, r=None):
                r = ops.flip(r) if r is not None else None
                t = linalg.hankel(x, r=r)
                return t
        """),
        plain("""
            from emberops import ops
            from scipy import linalg


            def f(x: ops.Tensor, r=None):
                r = ops.flip(r) if r is not None else None
                t = ops.from_numpy(linalg.hankel(ops.to_numpy(x), r=ops.to_numpy(r) if r is not None else None))
                return t
        """),
        id="an argument that may be None",
    ),
    pytest.param(
        [5],
        plain("""
            from scipy import linalg, stats


            def f(rows):
                corner = linalg.khatri_rao(*rows)
                return corner, stats.norm.cdf(1)
        """),
        plain("""
            from emberops import ops
            from scipy import linalg, stats


            def f(rows):
                corner = ops.from_numpy(linalg.khatri_rao(*rows))
                return corner, stats.norm.cdf(1)
        """),
        id="a star of rows",
    ),
    pytest.param(
        [5],
        plain("""
            from scipy.stats import norm


            def f(low: float):
                return abs(norm.cdf(low) - 0.5)
        """),
        plain("""
            from emberops import ops
            from scipy.stats import norm


            def f(low: float):
                return abs(ops.from_numpy(norm.cdf(low)) - 0.5)
        """),
        id="a number that is returned",
    ),
    pytest.param(
        [6],
        plain("""
            from emberops import ops
            from scipy.integrate import cumulative_trapezoid


            def f(v: ops.Tensor, start: ops.Tensor):
                return cumulative_trapezoid(v,
                                            initial=start[0])
        """),
        plain("""
            from emberops import ops
            from scipy.integrate import cumulative_trapezoid


            def f(v: ops.Tensor, start: ops.Tensor):
                return ops.from_numpy(cumulative_trapezoid(ops.to_numpy(v),
                                                           initial=ops.item(start[0])))
        """),
        id="a number and a line aligned",
    ),
    pytest.param(
        [10, 11, 12],
        plain("""
            from emberops import ops
            from scipy import linalg


            class Fit:
                def __init__(self, y=None, name='gelsd'):
                    self.y, self.name = y if y is None else ops.asarray(y), name

                def solve(self, a: ops.Tensor):
                    x, r, _, _ = linalg.lstsq(a, self.y)
                    x, r, _, _ = linalg.lstsq(a, self.y, lapack_driver=self.name)
                    x, _, rank, _ = linalg.lstsq(a, self.y)
                    return x, r, rank
        """),
        plain("""
            from emberops import ops
            from scipy import linalg


            class Fit:
                def __init__(self, y=None, name='gelsd'):
                    self.y, self.name = y if y is None else ops.asarray(y), name

                def solve(self, a: ops.Tensor):
                    x, r, _, _ = map(ops.from_numpy, linalg.lstsq(ops.to_numpy(a), ops.to_numpy(self.y)))
                    x, r, _, _ = map(ops.from_numpy, linalg.lstsq(ops.to_numpy(a), ops.to_numpy(self.y), lapack_driver=self.name))
                    x, _, rank, _ = ops.linalg.lstsq(a, self.y)
                    return x, r, rank
        """),  # noqa: E501  the fix keeps a call on the line that it stands in
        id="a tuple of which some are wanted",
    ),
    pytest.param(
        [8, 9],
        plain("""
            import numpy as np
            from scipy.integrate import cumulative_trapezoid


            def f(speed: np.ndarray, rate):
                start = np.zeros(3)
                middle = np.mean(speed)
                x = cumulative_trapezoid(speed, initial=start[0], dx=rate)
                y = cumulative_trapezoid(speed, initial=middle, dx=rate)
                return x, y
        """),
        plain("""
            import numpy as np
            from emberops import ops
            from scipy.integrate import cumulative_trapezoid


            def f(speed: np.ndarray, rate):
                start = np.zeros(3)
                middle = np.mean(speed)
                x = ops.from_numpy(cumulative_trapezoid(ops.to_numpy(speed), initial=ops.item(start[0]), dx=rate))
                y = ops.from_numpy(cumulative_trapezoid(ops.to_numpy(speed), initial=ops.item(middle), dx=rate))
                return x, y
        """),
        id="an element or a mean where a number is needed",
    ),
    pytest.param(
        [6, 7],
        plain("""
            from emberops import ops
            from scipy.spatial import cKDTree


            def f(points: ops.Tensor, counts: ops.Tensor):
                tree = cKDTree(points)
                _, nearest = tree.query(points, k=counts[0])
                return nearest
        """),
        plain("""
            from emberops import ops
            from scipy.spatial import cKDTree


            def f(points: ops.Tensor, counts: ops.Tensor):
                tree = cKDTree(ops.to_numpy(points))
                _, nearest = map(ops.from_numpy, tree.query(ops.to_numpy(points), k=ops.item(counts[0])))
                return nearest
        """),
        id="an object that is asked",
    ),
    pytest.param(
        [6, 7],
        plain("""
            from emberops import ops
            from scipy.signal import argrelextrema, argrelmax


            def f(x: ops.Tensor, compare):
                peaks = argrelextrema(x, compare)[0]
                whole = argrelmax(x)
                return x[peaks], whole
        """),
        plain("""
            from emberops import ops
            from scipy.signal import argrelextrema, argrelmax


            def f(x: ops.Tensor, compare):
                peaks = ops.from_numpy(argrelextrema(ops.to_numpy(x), compare)[0])
                whole = argrelmax(ops.to_numpy(x))
                return x[peaks], whole
        """),
        id="one of an array for each axis",
    ),
    pytest.param(
        [6, 7],
        plain("""
            from emberops import ops
            from scipy import stats


            def f(given: stats.rv_continuous, frozen: stats.distributions.rv_frozen, x: ops.Tensor):
                fitted = given.fit(x)
                return given.pdf(x), frozen.interval(0.5), given == stats.norm, fitted
        """),
        plain("""
            from emberops import ops
            from scipy import stats


            def f(given: stats.rv_continuous, frozen: stats.distributions.rv_frozen, x: ops.Tensor):
                fitted = given.fit(ops.to_numpy(x))
                return ops.from_numpy(given.pdf(ops.to_numpy(x))), frozen.interval(0.5), given == stats.norm, fitted
        """),
        id="a distribution that a parameter is annotated as",
    ),
    pytest.param(
        [6, 8, 8],
        plain("""
            from emberops import ops
            from scipy import stats


            def f(given: stats.rv_continuous, x: ops.Tensor, rng: ops.random.Generator):
                fitted = given.fit(x)
                given = given(*fitted)
                return given.rvs(size=3, random_state=rng), given.pdf(x)


            def g(x: ops.Tensor, name: str, rng: ops.random.Generator):
                return f({"t": stats.t, "f": stats.f}[name], x, rng)
        """),
        plain("""
            from emberops import ops
            from scipy import stats


            def f(given: stats.rv_continuous, x: ops.Tensor, rng: ops.random.Generator):
                fitted = given.fit(ops.to_numpy(x))
                given = given(*fitted)
                return given.rvs(size=3, random_state=ops.to_numpy(rng)), ops.from_numpy(given.pdf(ops.to_numpy(x)))


            def g(x: ops.Tensor, name: str, rng: ops.random.Generator):
                return f({"t": stats.t, "f": stats.f}[name], x, rng)
        """),
        id="one with parameters, of those that callers give",
    ),
    pytest.param(
        [6],
        plain("""
            from emberops import ops
            from scipy import stats


            def f(x: ops.Tensor, y: ops.Tensor):
                return stats.spearmanr(x, y)[0]
        """),
        plain("""
            from emberops import ops
            from scipy import stats


            def f(x: ops.Tensor, y: ops.Tensor):
                return ops.from_numpy(stats.spearmanr(ops.to_numpy(x), ops.to_numpy(y))[0])
        """),
        id="one item of a result",
    ),
    pytest.param(
        [6, 7, 8, 8, 9, 9],
        plain("""
            from emberops import ops
            from scipy.interpolate import CubicSpline, interp1d


            def f(x: ops.Tensor, y: ops.Tensor, t: ops.Tensor):
                spline = CubicSpline(x, y)
                slope = spline.derivative()(t)
                cubic = interp1d(x, y, kind='cubic')(t)
                return slope, cubic, spline(t), spline(0.0)
        """),
        plain("""
            from emberops import ops
            from scipy.interpolate import CubicSpline, interp1d


            def f(x: ops.Tensor, y: ops.Tensor, t: ops.Tensor):
                spline = CubicSpline(ops.to_numpy(x), ops.to_numpy(y))
                slope = ops.from_numpy(spline.derivative()(ops.to_numpy(t)))
                cubic = ops.from_numpy(interp1d(ops.to_numpy(x), ops.to_numpy(y), kind='cubic')(ops.to_numpy(t)))
                return slope, cubic, ops.from_numpy(spline(ops.to_numpy(t))), ops.from_numpy(spline(0.0))
        """),
        id="an object that is called",
    ),
    pytest.param(
        [7, 8, 10],
        plain("""
            from emberops import ops
            from scipy.linalg import cho_factor, cho_solve, lu_factor, lu_solve


            class Solver:
                def fit(self, x: ops.Tensor, y: ops.Tensor):
                    self.factor = cho_factor(x)
                    lu, pivots = lu_factor(x)
                    self.pair = lu, pivots
                    return cho_solve(self.factor, y)
        """),
        plain("""
            from emberops import ops
            from scipy.linalg import cho_factor, cho_solve, lu_factor, lu_solve


            class Solver:
                def fit(self, x: ops.Tensor, y: ops.Tensor):
                    self.factor = cho_factor(ops.to_numpy(x))
                    lu, pivots = lu_factor(ops.to_numpy(x))
                    self.pair = lu, pivots
                    return ops.from_numpy(cho_solve(self.factor, ops.to_numpy(y)))
        """),
        id="a factorization that is kept",
    ),
    pytest.param(
        [7, 8],
        plain("""
            from emberops import ops
            from scipy.linalg import lu_factor, lu_solve


            def f(x: ops.Tensor, y: ops.Tensor):
                n = 1
                lu, pivots = lu_factor(x)
                return lu_solve((lu, pivots), y)
        """),
        plain("""
            from emberops import ops
            from scipy.linalg import lu_factor, lu_solve


            def f(x: ops.Tensor, y: ops.Tensor):
                n = 1
                lu, pivots = lu_factor(ops.to_numpy(x))
                return ops.from_numpy(lu_solve((lu, pivots), ops.to_numpy(y)))
        """),
        id="a factorization in parts",
    ),
]


@pytest.mark.parametrize(("found", "before", "after"), CASES)
def test_the_conversions_are_written_out(
    lines: Lines, fixed: Fixed, found: list[int], before: str, after: str
) -> None:
    assert [line for line, _ in lines(before, "PUR105")] == found
    assert fixed(before, "PUR105", "PUR101", unsafe=True) == after


def test_a_formula_is_no_table_and_is_written_once(fixed: Fixed) -> None:
    code = (
        "import numpy as np\nfrom sklearn.utils.extmath import softmax\n\n\ndef f(d):\n"
        "    s = np.take_along_axis(d, np.argsort(d), axis=1)\n    return softmax(-(s**2))\n"
    )
    assert "return ops.from_numpy(softmax(ops.to_numpy(ops.negative(ops.square(s)))))" in fixed(
        code, unsafe=True
    )


@pytest.mark.parametrize(
    ("imported", "call", "written"),
    [
        ("import xarray as xr", "xr.DataArray(x, dims=names)", "xr.DataArray(ops.to_numpy(x), dims=names)"),
        (
            "import dask.array as da",
            "da.from_array(x, chunks='auto')",
            "da.from_array(ops.to_numpy(x), chunks='auto')",
        ),
        ("import dask.array as da", "da.mean(da.ones(3))", "da.mean(da.ones(3))"),
        ("from PIL import Image", "Image.fromarray(x, 'L')", "Image.fromarray(ops.to_numpy(x), 'L')"),
        (
            "import h5py",
            "h5py.File(names).create_dataset('x', data=x)",
            "h5py.File(names).create_dataset('x', data=ops.to_numpy(x))",
        ),
        ("import polars as pl", "pl.Series(names, x)", "pl.Series(names, ops.to_numpy(x))"),
    ],
)
def test_what_makes_its_own_of_arrays_is_given_numpys(
    imported: str, call: str, written: str, fixed: Fixed
) -> None:
    source = f"{imported}\nfrom emberops import ops\n\n\ndef f(x: ops.Tensor, names):\n    return {{}}\n"
    assert fixed(source.format(call), "PUR105", unsafe=True) == source.format(written)
    assert fixed(source.format(call), "PUR105") == source.format(call)


@pytest.mark.parametrize("written", ["dict(alpha={})", '{{"alpha": {}}}'])
def test_values_of_a_dict_are_handed_over(fixed: Fixed, written: str) -> None:
    """Whatever its parameter takes for a number of the call: this one is no argument of the call."""
    code = (
        "from emberops import ops\nfrom sklearn.model_selection import GridSearchCV\n\n\n"
        "def f(model, values: ops.Tensor):\n    return GridSearchCV(model, {})\n"
    )
    given = fixed(code.format(written.format("values")), "PUR105", unsafe=True)
    assert given == code.format(written.format("ops.to_numpy(values)"))


@pytest.mark.parametrize(
    ("given", "written"),
    [
        ("[inv(x) for x in xs]", "[ops.to_numpy(ops.linalg.inv(x)) for x in xs]"),
        ("[[x, None] for x in xs]", "[[ops.to_numpy(x), None] for x in xs]"),
        ("[n for n in names]", "[n for n in names]"),
    ],
)
def test_what_a_comprehension_makes_is_handed_over(fixed: Fixed, given: str, written: str) -> None:
    code = (
        "import numpy as np\nfrom numpy.linalg import inv\nfrom scipy import sparse\n\n\n"
        f"def f(xs: list[np.ndarray], names: list[str]):\n    return sparse.block_diag({given})\n"
    )
    assert f"sparse.block_diag({written})" in fixed(code, unsafe=True)


_SPREAD = """\
from emberops import ops
from scipy import integrate


def f(x: ops.Tensor, t: ops.Tensor, uneven: bool, **more):
    options = {options}
    {then}
    return integrate.cumulative_trapezoid(x, initial=0, **{given})
"""


@pytest.mark.parametrize(
    ("options", "then", "given"),
    [
        ('{"dx": 0.1}', "pass", "options"),
        ('{"x": t[1:]} if uneven else {"dx": 0.1}', "pass", "options"),
        ("{}", "pass", '{"axis": 0}'),
    ],
)
def test_options_that_are_seen_are_converted_where_they_are(
    options: str, then: str, given: str, fixed: Fixed
) -> None:
    found = fixed(_SPREAD.format(options=options, then=then, given=given), "PUR105", unsafe=True)
    assert f"cumulative_trapezoid(ops.to_numpy(x), initial=0, **{given}))" in found
    assert "return ops.from_numpy(" in found
    assert ('"x": ops.to_numpy(t[1:])' in found) is ("t[1:]" in options)


@pytest.mark.parametrize(
    ("options", "then", "given"),
    [
        ('{"dx": 0.1}', "ops.diff(t, **options)", "options"),
        ('{"dx": 0.1}', 'options["axis"] = 0', "options"),
        ('{"dx": 0.1}', "pass", "more"),
        ('{"return_all": True}', "pass", "options"),
        ("dict(more)", "pass", "options"),
    ],
)
def test_options_that_are_not_seen_may_change_the_result(
    options: str, then: str, given: str, fixed: Fixed
) -> None:
    found = fixed(_SPREAD.format(options=options, then=then, given=given), "PUR105", unsafe=True)
    assert "return ops.from_numpy(" not in found


def test_centres_of_clusters_are_an_array_and_degrees_a_number(fixed: Fixed) -> None:
    code = (
        "import numpy as np\n"
        "from scipy.cluster.vq import kmeans2\n"
        "from scipy.interpolate import splrep\n\n\n"
        "def f(x: np.ndarray, a: np.ndarray, b: np.ndarray):\n"
        "    start = np.vstack((a, b))\n"
        "    return kmeans2(x, k=start, minit='matrix'), splrep(a, b, k=np.max(x))\n"
    )
    after = fixed(code, unsafe=True)
    assert "k=ops.to_numpy(start)" in after
    assert "k=ops.item(ops.max(x))" in after

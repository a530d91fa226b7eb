"""A fix keeps what SciPy's functions give NumPy's arrays: every call is run before and after.

All of these fixes are unsafe, for the last digits are other routines'.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
import scipy.fft
import scipy.integrate
import scipy.linalg
import scipy.spatial.distance
import scipy.special
from calls_of_a_library import Calls

CALLS = """\
scipy.linalg.inv(s)
scipy.linalg.det(s)
scipy.linalg.solve(s, v)
scipy.linalg.solve_triangular(s, v, lower=True)
scipy.linalg.norm(x)
scipy.linalg.norm(x, "fro")
scipy.linalg.pinv(x)
scipy.linalg.svdvals(x)
scipy.linalg.cholesky(s)
scipy.linalg.cholesky(s, lower=True)
scipy.linalg.eigvalsh(s)
scipy.linalg.expm(s)
scipy.linalg.sqrtm(s)
scipy.linalg.kron(x, s)
scipy.linalg.block_diag(x, s)
scipy.linalg.block_diag(x, s, v, 2.0)
scipy.linalg.toeplitz(v)
scipy.linalg.toeplitz(v, v + 1)
scipy.spatial.distance.cdist(x, x + 1)
scipy.spatial.distance.cdist(x, x + 1, "cityblock")
scipy.special.logsumexp(x)
scipy.special.logsumexp(x, axis=0)
scipy.special.softmax(x, axis=1)
scipy.special.log_softmax(x, axis=1)
scipy.special.expit(x)
scipy.special.logit(u)
scipy.special.erf(x)
scipy.special.erfc(x)
scipy.special.erfinv(u)
scipy.special.softplus(x)
scipy.special.gammaln(v)
scipy.special.gammaln(i)
scipy.special.digamma(v)
scipy.special.psi(i)
scipy.special.polygamma(1, v)
scipy.special.polygamma(0, v)
scipy.special.gammainc(v, u)
scipy.special.gammaincc(2, v)
scipy.special.betainc(v, 2.0, u)
scipy.special.round(x * 3)
scipy.special.i0(x)
scipy.special.cbrt(x)
scipy.special.expm1(x)
scipy.special.log1p(u)
scipy.special.exp2(x)
scipy.fft.fft(x)
scipy.fft.rfft(x, axis=0)
scipy.fft.irfft(x, n=4)
scipy.fft.fftshift(x)
scipy.fft.fftfreq(8, 0.5)
scipy.integrate.trapezoid(x, dx=0.5)
scipy.integrate.trapezoid(x, axis=0)
"""


def _arguments() -> dict[str, Any]:
    random = np.random.default_rng(0)
    return {
        "x": random.standard_normal((4, 3)),
        "s": np.array([[4.0, 1, 0], [1, 3, 1], [0, 1, 5]]),
        "v": np.array([0.5, 1.5, 4.0]),
        "u": np.array([0.1, 0.5, 0.9]),
        "i": np.array([1, 2, 9]),
    }


def _same_array(expected: np.ndarray, result: Any) -> None:
    assert type(result) is type(expected)
    assert result.dtype == expected.dtype
    np.testing.assert_allclose(result, expected, rtol=1e-12, atol=1e-12)


SCIPY = Calls(
    backend="numpy",
    imports="import numpy as np\nimport scipy\n",
    names={"np": np, "scipy": scipy},
    lines=CALLS.splitlines(),
    annotations=dict.fromkeys(_arguments(), "np.ndarray"),
    arguments=_arguments,
    same_array=_same_array,
    unsafe=True,
    raises_alone=frozenset({"scipy.linalg.kron"}),  # SciPy 1.15 took it away
)


def test_nearly_every_call_has_a_fix() -> None:
    converted = [before for before, after in SCIPY.pairs if "to_numpy" in after]
    assert converted == ['scipy.spatial.distance.cdist(x, x + 1, "cityblock")']
    assert len(SCIPY.pairs) == len(SCIPY.lines)


@pytest.mark.parametrize(("before", "after"), SCIPY.pairs, ids=[before for before, _ in SCIPY.pairs])
def test_a_fix_keeps_the_result(before: str, after: str) -> None:
    SCIPY.check(before, after)

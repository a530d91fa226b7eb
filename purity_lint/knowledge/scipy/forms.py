"""SciPy's functions that are operations as well.

The notation is that of :mod:`purity_lint.knowledge.notation`.  No rewrite here is safe: SciPy calls other routines
than NumPy, and refuses values that are not finite.
"""

from __future__ import annotations

from purity_lint.knowledge.notation import Forms, parse

TABLE: Forms = parse("""
linalg.inv(a:x, overwrite_a:-, check_finite:-) -> linalg.inv !
linalg.det(a:x, overwrite_a:-, check_finite:-) -> linalg.det !
linalg.solve(a:x1, b:x2, *, overwrite_a:-, overwrite_b:-, check_finite:-) -> linalg.solve !
linalg.solve_triangular(a:x1, b:x2, *, lower, unit_diagonal, check_finite:-) -> linalg.solve_triangular !
linalg.norm(a:x, ord, axis, keepdims, check_finite:-) -> linalg.norm !
linalg.pinv(a:x, *, check_finite:-) -> linalg.pinv !
linalg.svd(a:x, full_matrices, compute_uv, overwrite_a:-, check_finite:-) -> linalg.svd !
linalg.svdvals(a:x, overwrite_a:-, check_finite:-) -> linalg.svdvals !
linalg.qr(a) -> {ops}.linalg.qr({a}, mode="complete") !
linalg.cholesky(a) -> {ops}.linalg.cholesky({a}, upper=True) !
linalg.cholesky(a, lower) -> {ops}.linalg.cholesky({a}, upper=not {lower}) !
linalg.eigh(a:x, *, check_finite:-) -> linalg.eigh !
linalg.eigvalsh(a:x, *, check_finite:-) -> linalg.eigvalsh !
linalg.eig(a:x) -> linalg.eig !
linalg.eigvals(a:x) -> linalg.eigvals !
linalg.expm(A:x) -> linalg.expm !
linalg.kron(a:x1, b:x2) -> kron !
linalg.sqrtm(A:x) -> linalg.sqrtm !
linalg.block_diag(*arrs:arrays) -> block_diag !
linalg.toeplitz(c, r) -> toeplitz !
spatial.distance.cdist(XA:x1, XB:x2, metric:-=euclidean) -> cdist !
special.logsumexp(a:x, axis, b:-, keepdims, return_sign:-) -> logsumexp !
special.softmax(x, axis=None) -> nn.softmax !
special.log_softmax(x, axis=None) -> nn.log_softmax !
special.expit(x) -> nn.sigmoid !
special.logit(x) -> nn.logit !
special.erf(x) -> erf !
special.erfc(x) -> erfc !
special.erfinv(x) -> erfinv !
fft.fft(x, n, axis, norm) -> fft.fft !
fft.ifft(x, n, axis, norm) -> fft.ifft !
fft.rfft(x, n, axis, norm) -> fft.rfft !
fft.irfft(x, n, axis, norm) -> fft.irfft !
fft.fft2(x, s, axes, norm) -> fft.fft2 !
fft.ifft2(x, s, axes, norm) -> fft.ifft2 !
fft.rfft2(x, s, axes, norm) -> fft.rfft2 !
fft.irfft2(x, s, axes, norm) -> fft.irfft2 !
fft.rfftn(x, s, axes, norm) -> fft.rfftn !
fft.irfftn(x, s, axes, norm) -> fft.irfftn !
fft.hfft(x, n, axis, norm) -> fft.hfft !
fft.ihfft(x, n, axis, norm) -> fft.ihfft !
fft.fftn(x, s, axes, norm) -> fft.fftn !
fft.ifftn(x, s, axes, norm) -> fft.ifftn !
fft.fftfreq(n, d) -> fft.fftfreq !
fft.rfftfreq(n, d) -> fft.rfftfreq !
fft.fftshift(x, axes) -> fft.fftshift !
fft.ifftshift(x, axes) -> fft.ifftshift !
fftpack.fft(x, n, axis, overwrite_x:-) -> fft.fft !
fftpack.ifft(x, n, axis, overwrite_x:-) -> fft.ifft !
fftpack.fft2(x, shape:s, axes, overwrite_x:-) -> fft.fft2 !
fftpack.ifft2(x, shape:s, axes, overwrite_x:-) -> fft.ifft2 !
fftpack.fftn(x, shape:s, axes, overwrite_x:-) -> fft.fftn !
fftpack.ifftn(x, shape:s, axes, overwrite_x:-) -> fft.ifftn !
fftpack.fftfreq(n, d) -> fft.fftfreq !
fftpack.fftshift(x, axes) -> fft.fftshift !
fftpack.ifftshift(x, axes) -> fft.ifftshift !
linalg.lstsq(a:x1, b:x2, cond:-, overwrite_a:-, overwrite_b:-, check_finite:-) -> linalg.lstsq !
integrate.trapezoid(y, x, dx, axis) -> trapezoid !
integrate.trapz(y, x, dx, axis) -> trapezoid !
special.softplus(x) -> nn.softplus !
special.gammaln(x) -> lgamma !
special.digamma(z:x) -> digamma !
special.psi(z:x) -> digamma !
special.polygamma(n, x) -> polygamma !
special.gammainc(a, x) -> gammainc !
special.gammaincc(a, x) -> gammaincc !
special.betainc(a, b, x) -> betainc !
special.round(x) -> rint !
special.i0(x) -> i0 !
special.sinc(x) -> sinc !
special.cbrt(x) -> cbrt !
special.exp2(x) -> exp2 !
special.expm1(x) -> expm1 !
special.log1p(x) -> log1p !
""")

OTHER_SHAPE = {"linalg.lstsq": 1}
"""Functions with several results of which one, by its position, has another shape than that of the operation.

The residue of one right-hand side is a number in SciPy and a vector of length 1 in NumPy.
"""

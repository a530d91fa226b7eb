"""Operations of the group ``polynomials`` on NumPy: its own."""

from __future__ import annotations

import numpy as np

roots = np.roots
poly = np.poly
polyval = np.polyval
polyfit = np.polyfit
polyder = np.polyder
polyint = np.polyint
polyadd = np.polyadd
polysub = np.polysub
polymul = np.polymul
polydiv = np.polydiv

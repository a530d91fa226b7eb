"""Functions of which the operation of the same meaning has another result: the libraries' tables, side by side."""

from __future__ import annotations

from typing import Final

from purity_lint.knowledge.jax import forms as jax_forms
from purity_lint.knowledge.mlx import forms as mlx_forms
from purity_lint.knowledge.notation import Differing

OTHER_RESULTS: Final[dict[str, Differing]] = {
    "jax": jax_forms.OTHER_RESULTS,
    "mlx": mlx_forms.OTHER_RESULTS,
}
"""Library -> its functions and methods, by the last parts of their names."""

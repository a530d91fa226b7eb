"""How calls of each library's functions and methods become calls of ``ops``: the libraries' tables, side by side."""

from __future__ import annotations

from typing import Final

from purity_lint.knowledge.jax import forms as jax_forms
from purity_lint.knowledge.mlx import forms as mlx_forms
from purity_lint.knowledge.notation import Forms
from purity_lint.knowledge.numpy import forms as numpy_forms
from purity_lint.knowledge.tensorflow import forms as tensorflow_forms
from purity_lint.knowledge.torch import forms as torch_forms

FUNCTIONS: Final[dict[str, Forms]] = {
    "torch": torch_forms.TABLE,
    "jax": jax_forms.TABLE,
    "mlx": mlx_forms.TABLE,
    "tensorflow": tensorflow_forms.TABLE,
}
"""Library -> its functions with forms of their own; those of NumPy hold for every copy of its namespace."""
METHODS: Final[dict[str, tuple[Forms, frozenset[str]]]] = {
    "numpy": (numpy_forms.METHODS, numpy_forms.FUNCTION_METHODS),
    "torch": (torch_forms.METHODS, torch_forms.FUNCTION_METHODS),
}
"""Library -> its methods with parameters of their own, and those that take what the function of that name takes."""

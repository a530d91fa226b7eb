"""Table of special forms: which function writes a mention of ``np.r_``, ``np.nditer``, ``torch.max`` ..."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from purity_lint.knowledge.libraries import NUMPY_MODULES
from purity_lint.rewrites.calls.library_calls import Refused, Rewritten
from purity_lint.rewrites.calls.special_forms.arrays_of_none import rewrite_array_of_none
from purity_lint.rewrites.calls.special_forms.attribute_values import rewrite_attribute_values
from purity_lint.rewrites.calls.special_forms.bracket_concatenation import rewrite_brackets
from purity_lint.rewrites.calls.special_forms.broadcast_shapes import rewrite_broadcast
from purity_lint.rewrites.calls.special_forms.filled_arrays import FILLED, rewrite_filled_array
from purity_lint.rewrites.calls.special_forms.functions_of_constants import OF_CONSTANTS, rewrite_constant
from purity_lint.rewrites.calls.special_forms.guarded_ufuncs import GUARDED, rewrite_guarded
from purity_lint.rewrites.calls.special_forms.index_expressions import EXPRESSIONS, rewrite_index_expression
from purity_lint.rewrites.calls.special_forms.index_grids import rewrite_grid
from purity_lint.rewrites.calls.special_forms.missing_elements import rewrite_missing_elements
from purity_lint.rewrites.calls.special_forms.nan_in_place import rewrite_nan_in_place
from purity_lint.rewrites.calls.special_forms.nditer_loops import rewrite_iterator
from purity_lint.rewrites.calls.special_forms.numbers_of_the_host import (
    BOUNDED,
    PRODUCTS,
    ROUNDED,
    WHOLE,
    rewrite_bounded_count,
    rewrite_counting,
    rewrite_product_of_lengths,
    rewrite_whole_number,
)
from purity_lint.rewrites.calls.special_forms.outer_ufuncs import OUTER, rewrite_outer
from purity_lint.rewrites.calls.special_forms.padding import rewrite_padding
from purity_lint.rewrites.calls.special_forms.tensorflow_calls import (
    rewrite_order,
    rewrite_product,
    rewrite_split,
)
from purity_lint.rewrites.calls.special_forms.torch_einsum import rewrite_operands_of_list
from purity_lint.rewrites.calls.special_forms.torch_pairs import (
    PAIRS,
    rewrite_named_part,
    rewrite_pair_function,
)
from purity_lint.rewrites.calls.special_forms.torch_shapes import rewrite_broadcast_function
from purity_lint.rewrites.calls.special_forms.torch_splits import rewrite_split_function
from purity_lint.rewrites.calls.special_forms.waits import refuse_used_wait
from purity_lint.rewrites.references import Reference
from purity_lint.semantics.model import SemanticModel

SpecialForm = Callable[[Reference, SemanticModel], Rewritten | Refused | None]
"""Writes a mention of a function in ops, or says why it cannot; ``None`` where nothing is special about it."""

_SPECIAL_FORMS: Mapping[str, tuple[SpecialForm, ...]] = {
    "numpy.array": (rewrite_array_of_none, rewrite_attribute_values, rewrite_missing_elements),
    "numpy.asarray": (rewrite_missing_elements,),
    "numpy.broadcast": (rewrite_broadcast,),
    **{f"numpy.{name}": (rewrite_filled_array,) for name in FILLED},
    **{f"numpy.{name}.outer": (rewrite_outer,) for name in OUTER},
    "numpy.nan_to_num": (rewrite_nan_in_place,),
    "numpy.nditer": (rewrite_iterator,),
    "numpy.pad": (rewrite_padding,),
    **{f"{numpy}.{name}": (rewrite_brackets,) for numpy in NUMPY_MODULES for name in ("r_", "c_")},
    **{f"{numpy}.{name}": (rewrite_grid,) for numpy in NUMPY_MODULES for name in ("mgrid", "ogrid")},
    **{f"{numpy}.{name}": (rewrite_index_expression,) for numpy in NUMPY_MODULES for name in EXPRESSIONS},
    "numpy.arange": (rewrite_counting,),
    **{f"numpy.{name}": (rewrite_constant,) for name in OF_CONSTANTS},
    **{f"numpy.{name}": (rewrite_product_of_lengths,) for name in PRODUCTS},
    **{f"numpy.{name}": (rewrite_whole_number,) for name in (*WHOLE, *ROUNDED)},
    **{f"numpy.{name}": (rewrite_guarded,) for name in GUARDED if name not in OF_CONSTANTS},
    **{f"numpy.{name}": (rewrite_constant, rewrite_guarded) for name in GUARDED if name in OF_CONSTANTS},
    **{f"numpy.{name}": (rewrite_bounded_count, rewrite_guarded) for name in BOUNDED if name in GUARDED},
    **{f"numpy.{name}": (rewrite_bounded_count,) for name in BOUNDED if name not in GUARDED},
    **{f"torch.{name}": (rewrite_pair_function,) for name in PAIRS},
    "torch.einsum": (rewrite_operands_of_list,),
    "torch.broadcast_to": (rewrite_broadcast_function,),
    "torch.split": (rewrite_split_function,),
    "torch.topk": (rewrite_named_part,),
    "jax.block_until_ready": (refuse_used_wait,),
    "tensorflow.argsort": (rewrite_order,),
    "tensorflow.split": (rewrite_split,),
    **{f"tensorflow.{name}": (rewrite_product,) for name in ("matmul", "linalg.matmul")},
}
"""Qualified name -> the forms that it may have, the first of which that is there is written."""


def rewrite_special_form(found: Reference, model: SemanticModel) -> Rewritten | Refused | None:
    """Return what a mention of a function becomes that is written in a special form; ``None`` for any other."""
    for form in _SPECIAL_FORMS.get(f"{found.library}.{found.dotted}", ()):
        outcome = form(found, model)
        if outcome is not None:
            return outcome
    return None

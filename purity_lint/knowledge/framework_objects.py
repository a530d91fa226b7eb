"""What the objects of frameworks give: layers, distributions, optimizers, tapes.

A *family* is what classes have in common whose qualified names begin alike.  It counts for their instances, and for
those of the project's classes that are derived from one.  The tables are written as those of
:mod:`purity_lint.knowledge.notation` are: a result, and the names of the methods or attributes that give it.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from types import MappingProxyType
from typing import Final, NamedTuple

from purity_lint.knowledge.ecosystem import SKLEARN_BUNCH
from purity_lint.knowledge.notation import Facts, Result, words
from purity_lint.knowledge.numpy.returns import POLYNOMIALS
from purity_lint.knowledge.numpy_packages import AXES, FIGURE
from purity_lint.knowledge.python import BUFFERS
from purity_lint.knowledge.torch.roles import LAYERS as TORCH_LAYERS


class Family(NamedTuple):
    """What instances of some classes give."""

    classes: tuple[str, ...]
    """How the qualified names of the classes begin."""
    methods: Facts = MappingProxyType({})
    attributes: Facts = MappingProxyType({})
    called: Result | None = None
    """Result of calling an instance; ``ELEMENTWISE`` where it depends on the arguments."""
    each: Result | None = None
    """What a loop over an instance yields."""
    item: Result | None = None
    """What an index gives that is no text; a text gives one more of the same."""


FLAX_VARIABLE: Final = "flax.linen.Variable"
"""Class of what a layer of Flax keeps besides its parameters."""

_TORCH_LAYERS = Family(
    TORCH_LAYERS,
    methods={
        Result.TENSORS: "parameters buffers",
        Result.NAMED_TENSORS: "named_parameters named_buffers",
        Result.TENSORS_BY_NAME: "state_dict",
        Result.TENSOR: "get_parameter get_buffer forward",
        Result.ITSELF: """
            to cuda cpu xpu to_empty eval train double float half bfloat16 type requires_grad_ share_memory apply
        """,
    },
    attributes={
        Result.TENSOR: """
            running_mean running_var num_batches_tracked in_proj_weight in_proj_bias weight_ih weight_hh
            bias_ih bias_hh weight_ih_l0 weight_hh_l0 bias_ih_l0 bias_hh_l0
        """,
        Result.TENSORS_BY_NAME: "_parameters _buffers",
    },
)
_KERAS_LAYERS = Family(
    (
        *("keras.layers.", "keras.Layer", "keras.Model", "keras.Sequential", "keras.src.layers."),
        *(
            "tensorflow.keras.layers.",
            "tensorflow.keras.Model",
            "tensorflow.keras.Sequential",
            "tensorflow.Module",
        ),
        *("keras.metrics.", "tensorflow.keras.metrics.", "keras.src.metrics."),
    ),
    methods={
        Result.TENSOR: "add_weight add_variable call result predict predict_on_batch compute_loss",
        Result.TENSOR_LIST: "get_weights",
        Result.SHAPE: "compute_output_shape",
    },
    attributes={
        Result.TENSOR: "kernel bias embeddings gamma beta moving_mean moving_variance input output",
        Result.TENSOR_LIST: """
            inputs outputs weights variables trainable_weights trainable_variables non_trainable_weights
            non_trainable_variables losses
        """,
    },
)
_FLAX_LAYERS = Family(
    ("flax.linen.",),
    methods={
        Result.TENSOR: "param get_variable",
        Result.VARIABLE: "variable",
        Result.RANDOM_STATE: "make_rng",
        Result.ITSELF: "bind clone copy",
    },
)
_DISTRIBUTION_METHODS: Facts = {
    Result.TENSOR: """
        log_prob prob cdf log_cdf survival_function log_survival_function sample rsample sample_n rsample_n entropy
        icdf quantile cross_entropy kl_divergence perplexity enumerate_support unnormalized_log_prob
        log_abs_det_jacobian forward_log_det_jacobian inverse_log_det_jacobian forward inverse
    """,
    Result.TWO_TENSORS: "sample_and_log_prob experimental_sample_and_log_prob",
    Result.ITSELF: "expand to_event independent mask copy",
}
_DISTRIBUTION_PARAMETERS: Final = """
    loc scale probs logits rate concentration concentration0 concentration1 df covariance_matrix precision_matrix
    scale_tril low high
"""
_DISTRIBUTIONS = Family(
    ("torch.distributions.", "pyro.distributions.", "numpyro.distributions."),
    methods=_DISTRIBUTION_METHODS,
    attributes={
        Result.TENSOR: f"mean variance stddev mode {_DISTRIBUTION_PARAMETERS}",
        Result.SHAPE: "batch_shape event_shape",
        Result.ITSELF: "inv base_dist",
    },
    called=Result.TENSOR,
)
_DISTRIBUTIONS_WITH_METHODS = Family(
    (
        *("tensorflow_probability.distributions.", "tensorflow_probability.bijectors."),
        *(
            f"tensorflow_probability.substrates.{substrate}.{module}."
            for substrate in ("jax", "numpy")
            for module in ("distributions", "bijectors")
        ),
        "distrax.",
    ),
    methods={
        **_DISTRIBUTION_METHODS,
        Result.TENSOR: f"{_DISTRIBUTION_METHODS[Result.TENSOR]} mean variance stddev mode median covariance",
        Result.SHAPE: "batch_shape_tensor event_shape_tensor",
    },
    attributes={Result.TENSOR: _DISTRIBUTION_PARAMETERS, Result.SHAPE: "batch_shape event_shape"},
    called=Result.TENSOR,
)
FAMILIES: Final = (
    _TORCH_LAYERS,
    _KERAS_LAYERS,
    _FLAX_LAYERS,
    _DISTRIBUTIONS,
    _DISTRIBUTIONS_WITH_METHODS,
    Family((FLAX_VARIABLE,), attributes={Result.TENSOR: "value"}),
    Family(("torch.optim.",), attributes={Result.PARAMETER_GROUPS: "param_groups"}),
    Family(("torch.nn.utils.rnn.PackedSequence",), attributes={Result.TENSOR: "data batch_sizes"}),
    Family(
        ("scipy.spatial.transform.Rotation",),
        methods={
            Result.TENSOR: "as_matrix as_quat as_rotvec as_euler as_mrp as_davenport apply magnitude",
            Result.ITSELF: """
                inv mean from_quat from_matrix from_rotvec from_euler from_mrp from_davenport random identity
                concatenate
            """,
        },
    ),
    Family(
        tuple(
            f"scipy.spatial.{name}" for name in ("ConvexHull", "Delaunay", "Voronoi", "HalfspaceIntersection")
        ),
        methods={Result.TENSOR: "find_simplex"},
        attributes={
            Result.TENSOR: """
            points vertices simplices equations neighbors coplanar convex_hull ridge_points transform intersections
        """
        },
    ),
    Family(
        tuple(
            f"{keras}{part}"
            for keras in ("keras.", "tensorflow.keras.")
            for part in ("losses.", "initializers.", "activations.", "regularizers.", "constraints.")
        ),
        called=Result.TENSOR,
    ),
    Family(
        tuple(POLYNOMIALS),
        methods={
            Result.ITSELF: """
                deriv integ copy cutdeg trim truncate convert fit fromroots basis identity derivative integrate
            """,
        },
        attributes={Result.VECTOR: "coef coeffs coefficients c r roots domain window"},
        called=Result.ELEMENTWISE,
    ),
    Family(("scipy.stats.qmc.",), methods={Result.TENSOR: "random"}),
    Family(BUFFERS, methods={Result.ITSELF: "cast toreadonly"}),
    Family((FIGURE,), methods={Result.AXES: "add_axes add_subplot gca"}),
    Family(
        # Also an array of them, `fig, axes = plt.subplots(2, 2)`: what counts is whose methods are called.
        (AXES,),
        methods={
            Result.AXES: "inset_axes secondary_xaxis secondary_yaxis twinx twiny",
            Result.ITSELF: "flatten ravel reshape tolist",
        },
        attributes={Result.AXES: "T flat"},
        each=Result.AXES,
        item=Result.AXES,
    ),
    Family(("h5py.File", "h5py.Group", "h5py.Dataset", "zarr."), item=Result.TENSOR),
    Family(("torch.utils.data.DataLoader", "tensorflow.data.NumpyIterator"), each=Result.TREE_OF_TENSORS),
    Family(
        ("tensorflow.data.Dataset",),
        methods={
            Result.ITSELF: """
                from_tensor_slices from_tensors from_generator zip batch unbatch shuffle repeat prefetch take skip cache
                map filter padded_batch shard concatenate interleave flat_map with_options apply
            """,
            Result.TENSORS: "as_numpy_iterator",
        },
        each=Result.TREE_OF_TENSORS,
    ),
    Family(("sklearn.model_selection.",), methods={Result.PAIRS_OF_TENSORS: "split"}),
    Family((SKLEARN_BUNCH,), attributes={Result.TENSOR: "data target"}),
    Family(("tensorflow.GradientTape",), methods={Result.LIKE_SECOND: "gradient jacobian batch_jacobian"}),
)

TELLING_ATTRIBUTES: Final[Mapping[str, Result]] = {"param_groups": Result.PARAMETER_GROUPS}
"""Attributes that only objects of frameworks have, whatever they are read from."""

HOLDERS: Final = words("""
    torch.nn.ModuleList torch.nn.ModuleDict torch.nn.ParameterList torch.nn.ParameterDict
    torch.nn.modules.container.ModuleList torch.nn.modules.container.ModuleDict
    torch.nn.modules.container.ParameterList torch.nn.modules.container.ParameterDict
    """)
"""Classes whose instances are used as the list or dict is that they are made of."""

REGISTERING: Final = words("register_buffer register_parameter register_module add_module")
"""Methods that give their object an attribute: they take its name first, and then its value."""
_OF_TORCH: Final = (
    *TORCH_LAYERS,
    *("gpytorch.", "lightning.", "pytorch_lightning.", "torch_geometric.nn.", "torchvision.models."),
)
"""How the names of PyTorch's layers begin, and those of libraries that derive theirs from them."""
REGISTERED_BY: Final = _OF_TORCH
"""How the names of the classes begin that have these methods."""

GIVEN_TENSORS: Final[Mapping[str, Mapping[str, frozenset[str]]]] = {
    prefix: methods
    for keras in ("keras.", "tensorflow.keras.")
    for prefix, methods in {
        f"{keras}losses.Loss": {"call": words("y_true y_pred")},
        f"{keras}Loss": {"call": words("y_true y_pred")},
        f"{keras}metrics.": {"update_state": words("y_true y_pred sample_weight")},
        f"{keras}Metric": {"update_state": words("y_true y_pred sample_weight")},
        f"{keras}optimizers.": {"update_step": words("gradient variable learning_rate grad")},
        f"{keras}layers.": {"call": words("mask"), "compute_mask": words("mask")},
        f"{keras}Layer": {"call": words("mask"), "compute_mask": words("mask")},
        f"{keras}regularizers.Regularizer": {"__call__": words("x")},
        f"{keras}Regularizer": {"__call__": words("x")},
        f"{keras}constraints.Constraint": {"__call__": words("w")},
    }.items()
}
"""How the names of base classes begin -> their methods that a framework calls -> the parameters that are tensors."""

GIVEN_SEQUENCES: Final[Mapping[str, Mapping[str, frozenset[str]]]] = {
    prefix: methods
    for keras in ("keras.", "tensorflow.keras.")
    for prefix, methods in {
        f"{keras}Model": {"train_step": words("data"), "test_step": words("data")},
        f"{keras}layers.": {"call": words("states")},
        f"{keras}Layer": {"call": words("states")},
    }.items()
}
"""The same, of the parameters that are sequences of tensors."""

CALLED_WITH_ARRAYS: Final[Mapping[str, tuple[str, ...]]] = {
    "forward": _OF_TORCH,
    "call": (
        *("keras.layers.", "keras.Layer", "keras.Model", "keras.src.layers."),
        *("tensorflow.keras.layers.", "tensorflow.keras.Layer", "tensorflow.keras.Model"),
    ),
    "__call__": ("flax.linen.Module", "flax.nnx.Module", "equinox.Module", "haiku.Module", "mlx.nn."),
}
"""Method of a layer -> how the names of the base classes begin whose callers give its first argument arrays."""


def is_named_as_a_class(name: str) -> bool:
    """Return True where the last part of a qualified name begins as names of classes do."""
    return name.rpartition(".")[2][:1].isupper()


@lru_cache(maxsize=4096)
def method(name: str, attribute: str) -> Result | None:
    """Return the result of a method of instances of the class ``name``; ``None`` where no family has it."""
    return _found(_METHODS, name, attribute)


@lru_cache(maxsize=4096)
def attribute(name: str, attribute: str) -> Result | None:
    """Return the value of an attribute of instances of the class ``name``; ``None`` where no family has it."""
    return _found(_ATTRIBUTES, name, attribute)


@lru_cache(maxsize=1024)
def called(name: str) -> Result | None:
    """Return the result of calling an instance of the class ``name``; ``None`` where no family tells."""
    return next((f.called for f in FAMILIES if f.called and name.startswith(f.classes)), None)


@lru_cache(maxsize=1024)
def each(name: str) -> Result | None:
    """Return what a loop over an instance of the class ``name`` yields; ``None`` where no family tells."""
    return next((f.each for f in FAMILIES if f.each and name.startswith(f.classes)), None)


@lru_cache(maxsize=1024)
def item(name: str) -> Result | None:
    """Return what an index into an instance of the class ``name`` gives; ``None`` where no family tells."""
    return next((f.item for f in FAMILIES if f.item and name.startswith(f.classes)), None)


_Table = list[tuple[tuple[str, ...], dict[str, Result]]]


def _by_name(table: Facts) -> dict[str, Result]:
    return {name: result for result, names in table.items() for name in names.split()}


_METHODS: Final[_Table] = [(f.classes, _by_name(f.methods)) for f in FAMILIES]
_ATTRIBUTES: Final[_Table] = [(f.classes, _by_name(f.attributes)) for f in FAMILIES]


def _found(table: _Table, name: str, member: str) -> Result | None:
    return next(
        (known[member] for classes, known in table if member in known and name.startswith(classes)), None
    )

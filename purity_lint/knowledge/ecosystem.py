"""Results of libraries around the array libraries: Autograd, Numba, Flax, Equinox, Haiku, scikit-learn, NetworkX."""

from __future__ import annotations

from purity_lint.knowledge import cupy
from purity_lint.knowledge.jax import returns as jax_returns
from purity_lint.knowledge.notation import Fact, Facts, Result, expand, words

TRANSFORMS: Facts = {
    Result.WRAPPED: """
        autograd.checkpoint autograd.extend.primitive
        numba.jit numba.njit numba.cuda.jit numba.generated_jit
        flax.linen.jit flax.linen.remat flax.linen.checkpoint flax.nnx.jit flax.nnx.remat
        equinox.filter_jit equinox.filter_checkpoint equinox.filter_custom_jvp equinox.filter_custom_vjp
        haiku.jit haiku.remat
        joblib.Memory.cache joblib.delayed joblib.parallel.delayed
    """,
    Result.GRADIENT: """
        autograd.grad autograd.elementwise_grad autograd.jacobian autograd.hessian
        functorch.grad functorch.jacrev functorch.jacfwd functorch.hessian
        flax.nnx.grad equinox.filter_grad equinox.filter_hessian equinox.filter_jacfwd equinox.filter_jacrev
        haiku.grad
    """,
    Result.VALUE_AND_GRADIENT: """
        autograd.value_and_grad flax.nnx.value_and_grad equinox.filter_value_and_grad haiku.value_and_grad
    """,
    Result.VMAP: "functorch.vmap flax.nnx.vmap equinox.filter_vmap haiku.vmap",
    Result.VECTORIZED: "numba.vectorize",
    Result.FIRST_ARGUMENT: "equinox.error_if equinox.branched_error_if equinox.nondifferentiable",
}

SKLEARN: Facts = {
    Result.AS_TENSOR: """
        utils.check_array utils.validation.check_array utils.as_float_array utils.validation.as_float_array
        utils.extmath.safe_sparse_dot preprocessing.normalize preprocessing.scale
        utils.validation.check_symmetric utils.column_or_1d utils.validation.column_or_1d
    """,
    Result.TWO_TENSORS: """
        utils.check_X_y utils.validation.check_X_y datasets.make_classification datasets.make_blobs
        datasets.make_regression datasets.make_moons datasets.make_circles datasets.make_swiss_roll
    """,
    Result.TENSOR: """
        metrics.pairwise_distances metrics.pairwise.pairwise_kernels metrics.confusion_matrix
        metrics.pairwise.euclidean_distances metrics.euclidean_distances
        metrics.pairwise.rbf_kernel metrics.pairwise.cosine_similarity
        model_selection.cross_val_score model_selection.cross_val_predict
        covariance.empirical_covariance utils.extmath.softmax preprocessing.label_binarize
        metrics.silhouette_samples metrics.pairwise.cosine_distances metrics.pairwise.manhattan_distances
        metrics.pairwise.linear_kernel metrics.pairwise.polynomial_kernel metrics.pairwise.sigmoid_kernel
        metrics.pairwise.laplacian_kernel metrics.pairwise_distances_argmin feature_selection.mutual_info_classif
        feature_selection.mutual_info_regression model_selection.permutation_test_score preprocessing.minmax_scale
        preprocessing.robust_scale preprocessing.maxabs_scale preprocessing.quantile_transform
        preprocessing.power_transform preprocessing.binarize datasets.make_spd_matrix
        utils.class_weight.compute_class_weight utils.class_weight.compute_sample_weight
    """,
    Result.THREE_TENSORS: """
        metrics.roc_curve metrics.precision_recall_curve metrics.det_curve model_selection.learning_curve
    """,
    Result.SPARSE: """
        feature_extraction.image.img_to_graph feature_extraction.image.grid_to_graph
        neighbors.kneighbors_graph neighbors.radius_neighbors_graph
    """,
    Result.RANDOM_STATE: "utils.check_random_state utils.validation.check_random_state",
    Result.FLOAT: """
        metrics.accuracy_score metrics.f1_score metrics.mean_squared_error metrics.r2_score
        metrics.roc_auc_score
    """,
}

ANY_LIBRARY = ("sklearn.utils.", "sklearn.preprocessing.")
"""How functions are named that give arrays of the library of those that they are given, once this is asked for."""

SKLEARN_METHODS: dict[str, Result] = {
    **dict.fromkeys(
        words("""
            fit_transform transform predict predict_proba decision_function inverse_transform score_samples toarray
            predict_log_proba fit_predict dot multiply
            """),
        Result.TENSOR,
    ),
    "score": Result.FLOAT,
    "get_params": Result.OTHER,
}
"""Methods of scikit-learn's estimators -> their results."""
SKLEARN_FLUENT = words("fit partial_fit set_params set_output")
"""Methods that give the estimator back."""
SKLEARN_ARRAYS = words("""
    cluster_centers_ labels_ coef_ components_ singular_values_ explained_variance_ explained_variance_ratio_
    means_ covariances_ precisions_ precisions_cholesky_ feature_importances_ support_vectors_ dual_coef_
    embedding_ covariance_ precision_ location_ data_min_ data_max_ data_range_ core_sample_indices_
    mean_ var_ scale_ theta_ class_prior_ support_ n_support_ ranking_ scores_ pvalues_
    """)
"""Attributes of fitted estimators that are arrays of numbers, whichever estimator has them."""

SKLEARN_DATASETS = frozenset(
    f"sklearn.datasets.{name}"
    for name in words("""
        load_iris load_digits load_wine load_breast_cancer load_diabetes load_linnerud fetch_california_housing
        fetch_olivetti_faces fetch_covtype
        """)
)
"""Functions that give `data` and `target`, arrays unless a table is asked for."""
SKLEARN_BUNCH = "sklearn.utils.Bunch"
"""Class of what they give."""
SKLEARN_BUNCH_ARRAYS = frozenset({"data", "target"})
SKLEARN_SPLITTER = "sklearn.model_selection.train_test_split"
"""It gives two parts of each of its arguments."""

NETWORKX: Facts = {
    Result.SPARSE: """
        to_scipy_sparse_array to_scipy_sparse_matrix adjacency_matrix incidence_matrix laplacian_matrix
        normalized_laplacian_matrix bethe_hessian_matrix
    """,
    Result.MATRIX: "to_numpy_array",
    Result.NUMPY_MATRIX: "to_numpy_matrix",
    Result.VECTOR: """
        adjacency_spectrum laplacian_spectrum normalized_laplacian_spectrum modularity_spectrum
        bethe_hessian_spectrum fiedler_vector
    """,
}

OPTAX: Facts = {
    Result.FIRST_ARGUMENT: "apply_updates",
    Result.TENSOR: """
        global_norm softmax_cross_entropy softmax_cross_entropy_with_integer_labels sigmoid_binary_cross_entropy
        l2_loss squared_error huber_loss log_cosh cosine_similarity cosine_distance hinge_loss kl_divergence ctc_loss
        smooth_labels poly_loss_cross_entropy sigmoid_focal_loss losses.softmax_cross_entropy
        losses.softmax_cross_entropy_with_integer_labels losses.sigmoid_binary_cross_entropy losses.l2_loss
        losses.squared_error losses.huber_loss losses.log_cosh losses.cosine_similarity losses.cosine_distance
        losses.hinge_loss losses.kl_divergence losses.ctc_loss losses.smooth_labels losses.sigmoid_focal_loss
        tree_utils.tree_l2_norm tree_utils.tree_vdot tree_utils.tree_sum
    """,
}
HAIKU: Facts = {
    Result.TENSOR: "get_parameter get_state dropout avg_pool max_pool one_hot multinomial",
    Result.RANDOM_STATE: "next_rng_key",
}
FLAX: Facts = {
    Result.TENSOR: """
        avg_pool max_pool pool one_hot dot_product_attention make_attention_mask make_causal_mask combine_masks
    """
}
KERAS: Facts = {
    Result.TENSOR: """
        random.normal random.uniform random.randint random.truncated_normal random.gamma random.beta random.binomial
        random.categorical random.dropout random.shuffle losses.mean_squared_error losses.mean_absolute_error
        losses.binary_crossentropy losses.categorical_crossentropy losses.sparse_categorical_crossentropy losses.huber
        losses.kl_divergence losses.cosine_similarity losses.hinge losses.poisson losses.log_cosh
        Input layers.Input layers.add layers.subtract layers.multiply layers.average layers.maximum layers.minimum
        layers.concatenate layers.dot utils.img_to_array utils.pad_sequences utils.normalize
        preprocessing.image.img_to_array preprocessing.sequence.pad_sequences
    """,
    Result.ELEMENTWISE: """
        activations.relu activations.sigmoid activations.tanh activations.softplus activations.softsign
        activations.elu activations.selu activations.gelu activations.silu activations.swish activations.exponential
        activations.linear activations.hard_sigmoid activations.leaky_relu activations.mish
    """,
    Result.SAME_RANK: "activations.softmax activations.log_softmax utils.to_categorical",
}
KERAS_DATASETS = frozenset(
    f"{keras}.datasets.{name}.load_data"
    for keras in ("keras", "tensorflow.keras")
    for name in ("mnist", "fashion_mnist", "cifar10", "cifar100", "boston_housing", "california_housing")
)
"""Functions that give two pairs of arrays: to train and to test with."""

FACTS: dict[str, Fact] = {
    **{name[1:]: fact for name, fact in expand("", TRANSFORMS).items()},
    **expand("optax", OPTAX),
    **expand("haiku", HAIKU),
    **expand("flax.linen", FLAX),
    **expand("flax.linen", jax_returns.NN, weak=(Result.ELEMENTWISE,)),
    **expand("keras", KERAS, weak=(Result.ELEMENTWISE,)),
    **expand("tensorflow.keras", KERAS, weak=(Result.ELEMENTWISE,)),
    **expand("sklearn", SKLEARN),
    **expand("networkx", NETWORKX),
}

PASSING_ON = words("""
    tqdm.tqdm tqdm.std.tqdm tqdm.auto.tqdm tqdm.autonotebook.tqdm tqdm.notebook.tqdm tqdm.asyncio.tqdm tqdm.rich.tqdm
    rich.progress.track alive_progress.alive_it
    """)
"""What goes through the items of its first argument, and shows how far it is."""

WITH_A_JIT = words("""
    jax torch emberops keras tensorflow mlx equinox flax haiku chex autograd tinygrad taichi warp triton cupy
    """)
"""Libraries whose `jit` is another one than Numba's."""

WITH_OPERATORS_OF_THEIR_OWN = words("""
    sympy scipy.sparse sparse pandas polars xarray pint unyt quantities astropy.units uncertainties mpmath gmpy2
    fractions decimal cvxpy casadi galois numpy.ma picos pyomo gurobipy pulp gekko pyscipopt cvxopt symengine pytensor
    aesara theano
    """)
"""Modules whose objects have `*`, `@`, `.T` and `.dot`, and mean something else by them than arrays do."""

UNITS = words("pint unyt quantities astropy.units")
"""Those of them whose objects are numbers, or arrays, with a unit."""

SYMBOLIC = words(
    "sympy cvxpy casadi picos pyomo gurobipy pulp gekko pyscipopt symengine pytensor aesara theano"
)
"""Those of them whose functions make formulas, of whatever they are given."""

TENSOR_TYPES: dict[str, frozenset[str]] = {
    "cupy": cupy.TENSOR_TYPES,
    "dask": words("dask.array.Array"),
    "keras": words("keras.KerasTensor keras.Variable"),
    "jax": words("chex.Array chex.ArrayDevice chex.ArrayNumpy"),
    "ops": words("emberops.ops.Tensor"),
}
"""Backend -> classes of tensors that a package around the array libraries names."""

ACCEPTS_MATRICES = "accept_sparse"
"""Argument of functions that check arrays, by which a caller lets sparse matrices through."""

SPARSE_TESTS = frozenset({"issparse", "isspmatrix", "isspmatrix_csr", "isspmatrix_csc", "is_sparse"})
"""Functions that tell whether their argument is a sparse matrix."""

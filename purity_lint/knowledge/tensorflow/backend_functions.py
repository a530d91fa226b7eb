"""Functions of Keras 2's backend, ``K.mean(x)``: they compute with TensorFlow, and Keras 3 has none of them.

What both versions have below ``keras.backend`` (settings, ``cast``, ``shape``, ``convert_to_tensor``) stands here not
at all.  ``sqrt`` takes what is below zero for zero there; ``dot`` is NumPy's.
"""

from __future__ import annotations

from purity_lint.knowledge.notation import Facts, Result, words

FORMS = """
all(x, axis, keepdims) -> all
any(x, axis, keepdims) -> any
argmax(x, axis=-1) -> argmax
argmin(x, axis=-1) -> argmin
batch_flatten(x) -> {ops}.reshape({x}, ({ops}.shape({x})[0], -1))
bias_add(x:x1, bias:x2) -> add !
clip(x, min_value:min, max_value:max) -> clip
concatenate(tensors:arrays, axis=-1) -> concat
constant(value:obj, dtype) -> array
cumprod(x, axis=0) -> cumulative_prod
cumsum(x, axis=0) -> cumulative_sum
dot(x:x1, y:x2) -> dot
elu(x, alpha) -> nn.elu
expand_dims(x, axis=-1) -> expand_dims
flatten(x) -> {ops}.reshape({x}, (-1,))
gather(reference:x, indices, *, axis=0) -> take
int_shape(x) -> shape
logsumexp(x, axis, keepdims) -> logsumexp
max(x, axis, keepdims) -> max
mean(x, axis, keepdims) -> mean
min(x, axis, keepdims) -> min
ndim(x) -> ndim
one_hot(indices:x, num_classes) -> one_hot
ones(shape, dtype) -> ones
ones_like(x, dtype) -> ones_like
permute_dimensions(x, pattern:axes) -> permute_dims
pow(x:x1, a:x2) -> pow
prod(x, axis, keepdims) -> prod
relu(x) -> nn.relu
repeat_elements(x, rep:repeats, axis) -> repeat
reshape(x, shape) -> reshape
reverse(x, axes:axis) -> flip
softmax(x, axis) -> nn.softmax
sqrt(x) -> {ops}.sqrt({ops}.maximum({x}, 0.0))
squeeze(x, axis) -> squeeze
stack(x:arrays, axis) -> stack
std(x, axis, keepdims) -> std
stop_gradient(variables:x) -> stop_gradient
sum(x, axis, keepdims) -> sum
tile(x, n:repetitions) -> tile
transpose(x) -> transpose
var(x, axis, keepdims) -> var
zeros(shape, dtype) -> zeros
zeros_like(x, dtype) -> zeros_like
"""
UNARY = "abs cos exp log round sigmoid sign sin softplus:nn.softplus softsign:nn.softsign square tanh"
BINARY = "equal greater greater_equal less less_equal maximum minimum not_equal"
_OTHERS = """
    arange batch_dot batch_get_value batch_normalization batch_set_value binary_crossentropy cast_to_floatx
    categorical_crossentropy conv1d conv2d conv2d_transpose conv3d count_params ctc_batch_cost ctc_decode
    depthwise_conv2d dropout eval eye foldl foldr function get_value gradients hard_sigmoid in_test_phase in_top_k
    in_train_phase is_placeholder is_sparse l2_normalize learning_phase local_conv1d local_conv2d
    manual_variable_initialization map_fn moving_average_update normalize_batch_in_training placeholder pool2d pool3d
    print_tensor random_bernoulli random_binomial random_normal random_normal_variable random_uniform
    random_uniform_variable resize_images resize_volumes separable_conv2d set_learning_phase set_value
    sparse_categorical_crossentropy spatial_2d_padding spatial_3d_padding switch temporal_padding to_dense
    truncated_normal update update_add update_sub variable
"""
"""What has no counterpart here, or one that computes something else, as ``hard_sigmoid`` does."""

_SAME_RANK = """
    clip cumprod cumsum relu elu softmax sqrt stop_gradient reverse ones_like zeros_like bias_add hard_sigmoid
"""
_MADE = """
    all any argmax argmin batch_dot batch_flatten binary_crossentropy cast_to_floatx categorical_crossentropy
    concatenate constant dot dropout expand_dims flatten gather l2_normalize logsumexp max mean min one_hot ones
    permute_dimensions pow prod random_bernoulli random_normal random_uniform repeat_elements reshape
    sparse_categorical_crossentropy squeeze stack std sum tile transpose truncated_normal var variable zeros
"""
_WITH_FORM = (line.partition("(")[0] for line in FORMS.split("\n"))
_PLAIN = (name.partition(":")[0] for name in f"{UNARY} {BINARY}".split())
NAMES = frozenset({*filter(None, _WITH_FORM), *_PLAIN, *words(_OTHERS)})

ALIASES = {
    f"{module}.{name}": f"tensorflow.keras.backend.{name}"
    for module in ("keras.backend", "keras.src.backend", "tensorflow.python.keras.backend")
    for name in NAMES
}
"""Where else these functions are imported from -> the name that the tables have."""

RETURNS: Facts = {
    Result.SAME_RANK: " ".join((_SAME_RANK, *(name.partition(":")[0] for name in UNARY.split()))),
    Result.TENSOR: f"{_MADE} {BINARY}",
    Result.SHAPE: "int_shape",
    Result.INT: "ndim",
}

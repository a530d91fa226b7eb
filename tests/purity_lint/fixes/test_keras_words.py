"""TensorFlow's code in the words of Keras, as people write it: keywords that stay, loops, annotations that go."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from purity_lint.configuration.settings import Settings
from purity_lint.engine.check import check
from purity_lint.engine.fix import fix
from purity_lint.knowledge.profiles import PROFILES
from purity_lint.source.read import source_from_bytes

HEAD = """import tensorflow as tf
from tensorflow.compiler.tf2xla.python.xla import dynamic_update_slice


"""
OWN = Settings(
    root=Path.cwd(),
    profile="keras",
    ops_module=PROFILES["keras"].module,
    ops_alias="ops",
    unsafe_fixes=True,
)


def fixed(code: str, settings: Settings = OWN) -> str:
    outcome = fix(source_from_bytes(f"{HEAD}{code}\n".encode(), Path("a.py"), None), settings)
    assert not outcome.errors
    return outcome.after


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ('tf.cast(x, dtype="bool")', 'ops.cast(x, dtype="bool")'),
        ("tf.cast(x, tf.bool)", 'ops.cast(x, "bool")'),
        ("tf.math.top_k(x, k=3)", "ops.top_k(x, k=3)"),
        ("tf.math.top_k(x, k=3).indices", "ops.top_k(x, k=3)[1]"),
        ("tf.math.top_k(tf.abs(x), 3).values[:, -1]", "ops.top_k(ops.abs(x), 3)[0][:, -1]"),
        ("tf.where(x > 0)", "ops.stack(ops.nonzero(x > 0), axis=-1)"),
        ("tf.where(x > 0, x, y)", "ops.where(x > 0, x, y)"),
        ("tf.nn.moments(x, axes=[-1], keepdims=True)", "ops.moments(x, axes=[-1], keepdims=True)"),
        ("tf.nn.moments(x, [0], y)", "tf.nn.moments(x, [0], y)"),
        ('tf.argsort(x + 1, -1, "DESCENDING")', "ops.argsort(-(x + 1), axis=-1)"),
        ('tf.argsort(x, axis=0, direction="ASCENDING")', "ops.argsort(x, axis=0)"),
        ("tf.argsort(x, direction=up)", "tf.argsort(x, direction=up)"),
        ("tf.transpose(x, perm=(1, 0))", "ops.transpose(x, (1, 0))"),
        ("tf.constant([[0.0]])", "ops.array([[0.0]])"),
        ("tf.nn.softsign(x)", "ops.softsign(x)"),
        ("tf.math.softsign(x)", "ops.softsign(x)"),
        ("tf.nn.gelu(x)", "ops.gelu(x, approximate=False)"),
        ("tf.nn.gelu(x, True)", "ops.gelu(x, True)"),
        ("tf.clip_by_value(x, 0, 1)", "ops.clip(x, 0, 1)"),
        ("tf.clip_by_value(x, clip_value_min=0, clip_value_max=1)", "ops.clip(x, 0, 1)"),
        ("tf.clip_by_value(x, None, 1)", "ops.minimum(x, 1)"),
        ("tf.eye(3, 4)", "ops.eye(3, 4)"),
        ("tf.eye(3, num_columns=4)", "ops.eye(3, 4)"),
        ("tf.eye(3, batch_shape=[2])", "tf.eye(3, batch_shape=[2])"),
        ("dynamic_update_slice(x, y, [0, 1])", "ops.slice_update(x, [0, 1], y)"),
        ("tf.cond(x, lambda: x, lambda: y)", "ops.cond(x, lambda: x, lambda: y)"),
        (
            "tf.while_loop(cond=x, body=y, loop_vars=(x,), maximum_iterations=3)",
            "ops.while_loop(cond=x, body=y, loop_vars=(x,), maximum_iterations=3)",
        ),
        ("tf.while_loop(x, y, (x,), back_prop=False)", "tf.while_loop(x, y, (x,), back_prop=False)"),
    ],
)
def test_calls(before: str, after: str) -> None:
    assert fixed(f"def f(x, y):\n    x = tf.exp(x)\n    return {before}").endswith(f"    return {after}\n")


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("K.mean(x, axis=-1, keepdims=True)", "ops.mean(x, axis=-1, keepdims=True)"),
        ("K.dot(x, y)", "ops.dot(x, y)"),
        ("K.bias_add(x, y)", "ops.add(x, y)"),
        ("K.concatenate([x, y])", "ops.concatenate([x, y], axis=-1)"),
        ("K.permute_dimensions(x, (1, 0))", "ops.transpose(x, (1, 0))"),
        ("K.elu(x, alpha=y)", "ops.elu(x, alpha=y)"),
        ("K.sqrt(x)", "ops.sqrt(ops.maximum(x, 0.0))"),
        ("K.ndim(x)", "ops.ndim(x)"),
        ("K.hard_sigmoid(x)", "K.hard_sigmoid(x)"),
        ("K.relu(x, max_value=6)", "K.relu(x, max_value=6)"),
        ("K.cast(x, y)", "K.cast(x, y)"),
        ("K.epsilon() + x", "K.epsilon() + x"),
    ],
)
@pytest.mark.parametrize("module", ["keras", "keras.src", "tensorflow.keras"])
def test_functions_of_the_backend_of_keras_2(module: str, before: str, after: str) -> None:
    """`keras.backend` of Keras 2 computes with TensorFlow, however it is imported; Keras 3 has settings alone there."""
    code = f"from {module} import backend as K\n\n\ndef f(x, y):\n    x = tf.exp(x)\n    return {before}"
    assert fixed(code).endswith(f"    return {after}\n")


def test_what_the_backend_of_keras_2_gives_is_a_tensor() -> None:
    code = "from keras import backend as K\n\n\ndef f(x):\n    return K.sum(x).numpy() + K.int_shape(x)[0]"
    assert "convert_to_numpy(ops.sum(x)) + ops.shape(x)[0]" in fixed(code)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("def f(x: tf.Tensor, n: int) -> tf.Tensor:", "def f(x, n: int):"),
        ("def f(x: Union[tf.Tensor, list[tf.Tensor]] = None):", "def f(x=None):"),
        (
            "def f(\n    x: tf.Tensor,\n    *y: tf.Tensor,\n) -> Tuple[tf.Tensor, tf.Tensor]:",
            "def f(\n    x,\n    *y,\n):",
        ),
        ("def f(x: tf.DType):", "def f(x: tf.DType):"),
        ('def f(x: "tf.Tensor"):', 'def f(x: "tf.Tensor"):'),
    ],
)
def test_an_annotation_that_no_backend_of_keras_shares_goes(before: str, after: str) -> None:
    assert fixed(f"{before}\n    return x").endswith(f"{after}\n    return x\n")


def test_nobody_is_told_of_a_class_that_keras_lacks() -> None:
    source = source_from_bytes(f"{HEAD}def f(x: tf.Tensor):\n    return x\n".encode(), Path("a.py"), None)
    (message,) = (d.message for d in check(source, OWN).diagnostics if d.code == "PUR601")
    assert message == (
        "the annotation `tf.Tensor` names TensorFlow: leave it out, for tensors of every backend come here"
    )


def test_what_a_loop_asks_for_is_negated_as_a_tensor() -> None:
    code = (
        "def f(x):\n    def going(x):\n        return not tf.reduce_all(x > 0)\n\n"
        "    def asked(x):\n        return not tf.reduce_all(x > 0)\n\n"
        "    return tf.while_loop(going, lambda x: x - 1, [x]), asked(x)\n"
    )
    text = fixed(code)
    assert "    def going(x):\n        return ops.logical_not(ops.all(x > 0))\n" in text
    assert "    def asked(x):\n        return not ops.all(x > 0)\n" in text


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("np.clip(x, 0, None)", "ops.maximum(x, 0)"),
        ("np.clip(x, a_min=0, a_max=None)", "ops.maximum(x, 0)"),
        ("np.clip(2 * x, None, x[0])", "ops.minimum(2 * x, x[0])"),
        ("np.clip(x, None, None)", "np.clip(x, None, None)"),
        ("np.clip(x, 0, 1)", "ops.clip(x, 0, 1)"),
        ("torch.clamp(x, min=0.5)", "ops.maximum(x, 0.5)"),
    ],
)
def test_what_is_clipped_at_one_end_is_the_larger_or_the_smaller_of_two(before: str, after: str) -> None:
    text = fixed(f"import numpy as np\nimport torch\n\n\ndef f(x):\n    x = tf.exp(x)\n    return {before}\n")
    assert text.rstrip().endswith(f"    return {after}")


def test_integers_of_64_bits_are_clipped_at_one_end_where_someone_looks() -> None:
    head = "import numpy as np\nfrom keras import ops\n\n\n"
    code = head + "def f(x):\n    x = ops.argsort(x)\n    return np.clip(x, 0, {})\n"
    safe = replace(OWN, unsafe_fixes=False)
    assert "np.clip(x, 0, None)" in fixed(code.format("None"), safe)
    assert "ops.clip(x, 0, 7)" in fixed(code.format("7"), safe)


@pytest.mark.parametrize(
    ("imported", "called"),
    [
        ("from keras.src import ops\n", "ops.mean"),
        ("from keras.src import backend\n", "ops.mean"),
        ("from keras.src import ops as knp\n", "knp.mean"),
    ],
)
def test_code_of_keras_takes_the_operations_of_its_own_package(
    tmp_path: Path, imported: str, called: str
) -> None:
    folder = tmp_path / "keras" / "src" / "layers"
    folder.mkdir(parents=True)
    for package in (folder, folder.parent, folder.parent.parent):
        (package / "__init__.py").touch()
    code = f"import tensorflow as tf\n\n{imported}\n\ndef f(x: tf.Tensor):\n    return tf.reduce_mean(x)\n"
    own = replace(OWN, root=tmp_path)
    after = fix(source_from_bytes(code.encode(), folder / "dense.py", None), own).after
    assert f"return {called}(x)" in after
    assert after.count("import") == 1 + ("backend" in imported)
    assert "from keras import" not in after


def test_the_module_of_operations_does_not_import_itself(tmp_path: Path) -> None:
    folder = tmp_path / "keras" / "src" / "ops"
    folder.mkdir(parents=True)
    for package in (folder, folder.parent, folder.parent.parent):
        (package / "__init__.py").touch()
    code = "import tensorflow as tf\n\n\ndef f(x: tf.Tensor):\n    return tf.reduce_mean(x)\n"
    own = replace(OWN, root=tmp_path)
    after = fix(source_from_bytes(code.encode(), folder / "core.py", None), own).after
    assert "return tf.reduce_mean(x)" in after


def test_an_array_that_is_stored_into_stays_numpys() -> None:
    code = (
        "def f(x, axes):\n    y = ops.exp(x)\n    kept = np.array(x)\n    kept[axes] = 1\n"
        "    return y, kept, np.abs(y)\n"
    )
    source = f"import numpy as np\nfrom keras import ops\n\n\n{code}"
    outcome = fix(source_from_bytes(source.encode(), Path("a.py"), None), OWN)
    assert outcome.after.endswith(code.replace("np.abs", "ops.abs"))

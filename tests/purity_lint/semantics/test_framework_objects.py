"""What layers, distributions, optimizers and tapes give, of frameworks and of classes derived from theirs."""

from __future__ import annotations

from collections.abc import Callable
from textwrap import indent

import pytest

from purity_lint.semantics.values import Evidence, Value

ValueOf = Callable[[str, str], Value]

NET = """
    from torch import nn

    class Net(nn.Module):
        def __init__(self, n):
            super().__init__()
            self.register_buffer("mean", torch.zeros(n))
            self.register_buffer("unset", None)
            self.register_parameter(name="scale", param=nn.Parameter(torch.ones(n)))
            setattr(self, "shift", torch.zeros(n))
            setattr(self, str(n), 3)
            self.weights = nn.ParameterList([nn.Parameter(torch.zeros(n)) for _ in range(3)])
            self.by_name = nn.ParameterDict({"a": nn.Parameter(torch.zeros(n))})
            self.layers = nn.ModuleList(nn.Linear(n, n) for _ in range(3))
            self.count = n

        def forward(self, q):
            for layer in self.layers:
                q = layer(q)
            for p in self.parameters():
                p
            for name, buffer in self.named_buffers():
                buffer
            made = EXPRESSION
            return made
    """


@pytest.mark.parametrize(
    "expression",
    [
        "self.mean",
        "self.scale",
        "self.shift",
        "self.weights[0]",
        "self.by_name['a']",
        "self.layers[0](q)",
        "self.layers[0].weight",
        "self.state_dict()['x']",
        "self.get_parameter('x')",
        "p",
        "buffer",
    ],
)
def test_a_layer_holds_tensors(value_of: ValueOf, expression: str) -> None:
    assert value_of(NET.replace("EXPRESSION", expression), expression).is_tensor


@pytest.mark.parametrize("expression", ["self.unset", "self.count", "name", "self.layers", "self.weights"])
def test_and_what_is_none(value_of: ValueOf, expression: str) -> None:
    assert not value_of(NET.replace("EXPRESSION", expression), expression).is_tensor


def test_a_layer_that_is_moved_is_the_same_layer(value_of: ValueOf) -> None:
    code = (
        NET.replace("EXPRESSION", "q")
        + """
    def use(x, device):
        net = Net(3).to(device).eval()
        return net.scale, net(x)
    """
    )
    assert value_of(code, "net.scale").is_tensor


def test_what_a_registering_method_of_another_class_is_given_stays_unknown(value_of: ValueOf) -> None:
    code = """
        class Registry:
            def __init__(self):
                self.register_buffer("mean", np.zeros(3))

            def register_buffer(self, name, value):
                self.values[name] = value.tolist()

            def read(self):
                return self.mean
        """
    assert not value_of(code, "self.mean").is_tensor


@pytest.mark.parametrize(
    ("before", "expression"),
    [
        ("from torch.distributions import Normal\nd = Normal(mu, sd)", "d.log_prob(mu)"),
        ("from torch.distributions import Normal\nd = Normal(mu, sd)", "d.mean"),
        ("d = torch.distributions.kl_divergence(mu, sd)", "d"),
        (
            "import tensorflow_probability.substrates.jax as tfp\nd = tfp.distributions.Normal(mu, sd)",
            "d.mean()",
        ),
        ("import numpyro.distributions as dist\nd = dist.Gamma(mu, sd)", "d.sample(key)"),
        ("import optax\nd = optax.global_norm(mu)", "d"),
        ("import haiku as hk\nd = hk.get_parameter('w', [3])", "d"),
        ("import flax.linen as nn\nd = nn.softmax(mu)", "d"),
        ("from flax import nnx\nd = nnx.Param(mu)", "d.value"),
        ("import keras\nd = keras.random.normal((3,))", "d"),
        ("import mlx.nn as nn\nd = nn.losses.cross_entropy(mu, sd)", "d"),
        (
            "import mlx.nn as nn\nd, g = nn.value_and_grad(mu, lambda m: mx.mean(m))(mu)",
            "d",
        ),
        ("opt = torch.optim.SGD(mu)", "opt.param_groups[0]['params'][0]"),
        ("pass", "mu.param_groups[0]['params'][0]"),
        (
            "import tensorflow as tf\nwith tf.GradientTape() as t:\n    y = mu\nd = t.gradient(y, tf.Variable(3.0))",
            "d",
        ),
        ("d = torch.nn.utils.rnn.pad_sequence(mu)", "d"),
    ],
)
def test_objects_of_frameworks_give_tensors(value_of: ValueOf, before: str, expression: str) -> None:
    code = "def f(mu, sd, key):\n" + indent(f"{before}\nreturn {expression}", "    ")
    assert value_of(code, expression).is_tensor


@pytest.mark.parametrize(
    ("before", "expression"),
    [
        ("from torch.distributions import Normal\nd = Normal(mu, sd)", "d.batch_shape"),
        ("from torch.distributions import Normal\nd = Normal(mu, sd)", "d.expand((3,))"),
        ("opt = torch.optim.SGD(mu)", "opt.param_groups[0]['lr']"),
        ("import keras\nd = keras.layers.Dense(3)", "d.compute_output_shape((3,))"),
    ],
)
def test_and_other_things(value_of: ValueOf, before: str, expression: str) -> None:
    code = "def f(mu, sd, key):\n" + indent(f"{before}\nreturn {expression}", "    ")
    assert not value_of(code, expression).is_tensor


@pytest.mark.parametrize(
    ("base", "method", "given", "other"),
    [
        ("keras.losses.Loss", "call(self, y_true, y_pred, weight)", "y_pred", "weight"),
        (
            "keras.metrics.Metric",
            "update_state(self, y_true, y_pred, sample_weight=None, name=None)",
            "sample_weight",
            "name",
        ),
        ("keras.constraints.Constraint", "__call__(self, w, axis)", "w", "axis"),
        ("scipy.stats.rv_continuous", "_munp(self, n, k)", "k", "n"),
        ("scipy.stats.rv_discrete", "_stats(self, mu, moments)", "mu", "moments"),
        ("scipy.sparse.linalg.LinearOperator", "_rmatmat(self, V, n)", "V", "n"),
    ],
)
def test_a_framework_gives_tensors_to_what_it_calls(
    value_of: ValueOf, base: str, method: str, given: str, other: str
) -> None:
    code = f"""
        import keras
        import scipy.sparse.linalg
        import scipy.stats

        class Own({base}):
            def {method}:
                return {given}, {other}
        """
    assert value_of(code, given).evidence is Evidence.INFERRED
    assert value_of(code, other).evidence is Evidence.SUSPECTED
    assert value_of(code.replace(base, "object"), given).evidence is Evidence.SUSPECTED


@pytest.mark.parametrize(
    "call", ["super().forward(q)", "self.param('w', init, (3,))", "self.variable('s', 'm', init).value"]
)
def test_methods_of_a_base_class_of_a_framework(value_of: ValueOf, call: str) -> None:
    base = "torch.nn.Linear" if "super" in call else "flax.linen.Module"
    code = f"""
        import flax

        class Own({base}):
            def use(self, q, init):
                made = {call}
                return made
        """
    assert value_of(code, "made").is_tensor


@pytest.mark.parametrize(
    ("decorator", "is_array"),
    [
        ("jax.jit", True),
        ("partial(jax.jit, static_argnums=1)", True),
        ("partial(jax.jit, static_argnums=0)", False),
        ("partial(jax.jit, static_argnames=('n', 'q'))", False),
        ("partial(jax.jit, static_argnums=counts())", False),
        ("torch.compile", True),
        ("torch.jit.script", True),
        ("mx.compile", True),
        ("cached", False),
    ],
)
def test_an_operand_of_compiled_code_is_an_array(value_of: ValueOf, decorator: str, is_array: bool) -> None:
    code = f"""
        from functools import partial

        @{decorator}
        def of(q, n):
            return q * 2
        """
    assert value_of(code, "q").is_tensor is is_array


@pytest.mark.parametrize(
    ("base", "method", "operand", "is_array"),
    [
        ("torch.nn.Module", "forward(self, q, n)", "q", True),
        ("torch.nn.Module", "forward(self, q, n)", "n", False),
        ("torch.nn.Module", "forward(self, q=2)", "q", False),
        ("torch.nn.Module", "forward(self, q: int)", "q", False),
        ("torch.nn.Module", "helper(self, q)", "q", False),
        ("keras.layers.Layer", "call(self, q)", "q", True),
        ("flax.linen.Module", "__call__(self, q)", "q", True),
        ("object", "forward(self, q)", "q", False),
    ],
)
def test_so_is_the_first_argument_of_a_layer(
    value_of: ValueOf, base: str, method: str, operand: str, is_array: bool
) -> None:
    code = f"""
        import flax, keras

        class Own({base}):
            def {method}:
                return {operand} * 2
        """
    assert value_of(code, operand).is_tensor is is_array


def test_what_a_layer_is_given_may_be_repeated(value_of: ValueOf) -> None:
    code = """
        class Own(torch.nn.Module):
            def forward(self, q):
                return [q] * 2, "-" * q
        """
    assert not value_of(code, "q").is_tensor


def test_what_is_read_of_the_parameters_of_compiled_code_is_an_array(value_of: ValueOf) -> None:
    code = """
        @jax.jit
        def of(q):
            return q["w"] * 2
        """
    assert value_of(code, "q['w']").is_tensor
    assert not value_of(code, "q").is_tensor

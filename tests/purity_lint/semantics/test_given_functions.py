"""Functions and methods that a library calls, and what it gives them."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from purity_lint.semantics.values import Evidence, Kind, Value

ValueOf = Callable[[str, str], Value]

AUTOGRAD = """\
class Step(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        ctx.save_for_backward(x)
        mask = x > 0.0
        return x * mask

    @staticmethod
    def backward(ctx, dy):
        (kept,) = ctx.saved_tensors
        return dy * kept

def step(t: torch.Tensor):
    stepped = Step.apply(t)
    return stepped
"""


@pytest.mark.parametrize("expression", ["x > 0.0", "dy", "kept", "stepped"])
def test_an_autograd_function_is_given_tensors(value_of: ValueOf, expression: str) -> None:
    assert value_of(AUTOGRAD, expression).is_tensor


def test_a_forward_without_a_context_is_applied_to_all_arguments(value_of: ValueOf) -> None:
    code = """
        class Scale(torch.autograd.Function):
            @staticmethod
            def forward(x, by):
                return x * by

            @staticmethod
            def setup_context(ctx, inputs, output):
                ctx.by = inputs[1]

        def scale(t: torch.Tensor):
            Scale.apply(t, 3)
        """
    assert value_of(code, "x").is_tensor
    assert value_of(code, "by").kind is Kind.INT


def test_any_other_class_with_a_forward_says_nothing_of_its_context(value_of: ValueOf) -> None:
    code = AUTOGRAD.replace("torch.autograd.Function", "Base")
    assert not value_of(code, "dy").is_tensor


def test_piecewise_calls_functions_with_elements(value_of: ValueOf) -> None:
    code = """
        def model(distance, sill):
            return np.piecewise(distance, [distance < 1, distance >= 1], [lambda h: sill * h, sill])
        """
    assert value_of(code, "sill * h").is_tensor
    assert not value_of(code, "sill").is_tensor


@pytest.mark.parametrize(("call", "kind"), [("minimize", Kind.FLOAT), ("least_squares", Kind.TENSOR)])
def test_the_lowest_value_is_a_number_and_residuals_are_a_tensor(
    value_of: ValueOf, call: str, kind: Kind
) -> None:
    code = f"""
        from scipy import optimize
        found = optimize.{call}(lambda p: p, [1.0])
        value = found.fun
        point = found.x
        """
    assert value_of(code, "found.fun").kind is kind
    assert value_of(code, "found.x").is_tensor


@pytest.mark.parametrize(
    "expression", ["model.fit_predict(x)", "model.cluster_centers_", "KMeans(3).fit(x).labels_"]
)
def test_estimators_give_arrays(value_of: ValueOf, expression: str) -> None:
    code = f"""
        from sklearn.cluster import KMeans
        def f(x):
            model = KMeans(3)
            return {expression}
        """
    assert value_of(code, expression).is_tensor


@pytest.mark.parametrize("name", ["cast", "typing.cast"])
def test_a_cast_is_what_is_cast(value_of: ValueOf, name: str) -> None:
    code = f"""
        import typing
        from typing import cast
        from elsewhere import Vector, read

        def f(y):
            scaled = {name}("Vector", np.sqrt(np.zeros(3)))
            given = {name}("np.ndarray", read())
            other = {name}("Vector", read())
        """
    assert value_of(f"{code}\n            scaled", "scaled").evidence is Evidence.PROVEN
    assert value_of(f"{code}\n            given", "given").evidence is Evidence.DECLARED
    assert not value_of(f"{code}\n            other", "other").is_tensor


def test_an_attribute_is_declared_before_it_is_filled(value_of: ValueOf) -> None:
    code = """
        from typing import Optional

        class Bound:
            def __init__(self, low=None):
                self.low: Optional[np.ndarray] = None
                self.name: Optional[str] = None
                if low is not None:
                    setattr(self, "low", np.asarray(low))

            def middle(self):
                return self.low / 2, self.name * 2
        """
    assert value_of(code, "self.low / 2").is_tensor
    assert not value_of(code, "self.name * 2").is_tensor
    assert value_of(code, "self.low").evidence is not Evidence.PROVEN


def test_an_exception_in_the_place_of_an_attribute_says_that_others_set_it(value_of: ValueOf) -> None:
    code = """
        class Ring:
            data = NotImplementedError()

        class Series(Ring):
            def __init__(self, given):
                self.data = np.asarray(given)

            def copy(self):
                return Series(self.data.copy())
        """
    made = value_of(code, "self.data.copy()")
    assert made.is_tensor
    assert not made.maybe
    assert made.evidence is Evidence.PROVEN


CALLED = """
    from scipy import optimize
    from scipy.integrate import odeint, quad, solve_ivp

    def step({parameters}):
        return {expression}

    def run(points, values):
        return {call}
    """


@pytest.mark.parametrize(
    ("call", "parameters", "expression", "kind"),
    [
        ("optimize.minimize(step, [1.0])", "p", "p * 2", Kind.TENSOR),
        ("optimize.fsolve(step, 1.0)", "p", "p * 2", Kind.TENSOR),
        ("optimize.minimize(step, [1.0], args=(2.0,))", "p, k", "k * 2", Kind.FLOAT),
        ("optimize.minimize(step, [1.0], (2.0,))", "p, k", "k * 2", Kind.FLOAT),
        ("optimize.minimize(step, [1.0], args=values)", "p, k", "p * 2", Kind.UNKNOWN),
        ("quad(step, 0, 1)", "u", "np.exp(u) * 2", Kind.SCALAR),
        ("quad(step, 0, 1, args=(np.ones(3),))", "u, w", "w * 2", Kind.TENSOR),
        ("optimize.brentq(f=step, a=0, b=1)", "u", "np.exp(u) * 2", Kind.SCALAR),
        ("optimize.minimize_scalar(step)", "u", "np.exp(u) * 2", Kind.SCALAR),
        ("optimize.newton(step, points)", "u", "np.exp(u) * 2", Kind.TENSOR),
        ("solve_ivp(step, (0, 1), [1.0])", "t, s", "s * 2", Kind.TENSOR),
        ("solve_ivp(step, (0, 1), [1.0])", "t, s", "np.exp(t) * 2", Kind.SCALAR),
        ("odeint(step, [1.0], points)", "s, t", "s * 2", Kind.TENSOR),
        ("odeint(step, [1.0], points, tfirst=True)", "t, s", "s * 2", Kind.TENSOR),
        ("odeint(step, [1.0], points, tfirst=True)", "t, s", "np.exp(t) * 2", Kind.SCALAR),
        ("optimize.curve_fit(step, points, values)", "h, a, b", "h * 2", Kind.TENSOR),
        ("optimize.curve_fit(step, points, values)", "h, a, b", "np.exp(b) * 2", Kind.SCALAR),
        ("optimize.unheard_of(step, points)", "h", "h * 2", Kind.UNKNOWN),
    ],
)
def test_scipy_calls_functions_with_points_numbers_and_states(
    value_of: ValueOf, call: str, parameters: str, expression: str, kind: Kind
) -> None:
    code = CALLED.format(call=call, parameters=parameters, expression=expression)
    assert value_of(code, expression).kind is kind


def test_scipy_calls_the_gradient_as_it_calls_the_function(value_of: ValueOf) -> None:
    code = """
        from scipy.optimize import minimize
        def slope(p):
            return p * 2
        minimize(lambda p: p @ p, [1.0], jac=slope)
        """
    assert value_of(code, "p * 2").is_tensor

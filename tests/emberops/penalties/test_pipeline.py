"""Pipelines of penalties on every backend."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from emberops import ops, penalties, schedules
from emberops.errors import ArgumentError, NonFiniteError, ScheduleError, UnknownOptionError
from emberops.penalties import Pipeline
from emberops.testing import assert_close

W = np.asarray([[1.0, -2.0], [0.5, 3.0]], dtype=np.float32)


@pytest.fixture
def pipeline() -> Pipeline:
    return (
        Pipeline()
        .add("size", penalties.l2, 0.1)
        .add("sparse", penalties.l1, schedules.linear(0.0, 1.0, 10), reduction="mean")
    )


class TestTotal:
    def test_is_the_weighted_sum(self, backend: str, pipeline: Pipeline) -> None:
        total, metrics = pipeline.compute(ops.asarray(W), step=5)
        assert_close(total, np.float32(0.1 * (W**2).sum() + 0.5 * np.abs(W).mean()))
        assert list(metrics) == [
            *("size", "size/weight", "size/weighted", "sparse", "sparse/weight", "sparse/weighted", "total")
        ]
        assert metrics["sparse/weight"] == 0.5
        assert_close(metrics["sparse"], np.float32(np.abs(W).mean()))

    def test_under_grad_and_jit_with_a_step_that_is_a_tensor(self, backend: str, pipeline: Pipeline) -> None:
        def loss(w: Any, step: Any) -> Any:
            return pipeline.compute_total(w, step=step)

        for step in (0.0, 5.0, 20.0):
            weight = min(step / 10, 1)
            value, gradient = ops.jit(ops.value_and_grad(loss))(ops.asarray(W), ops.asarray(step))
            assert_close(value, np.float32(0.1 * (W**2).sum() + weight * np.abs(W).mean()), rtol=1e-5)
            assert_close(gradient, (0.2 * W + weight * np.sign(W) / 4).astype(np.float32), rtol=1e-5)

    def test_switches_and_weights(self, backend: str, pipeline: Pipeline) -> None:
        w = ops.asarray(W)
        assert_close(pipeline.disable("sparse").compute_total(w, step=10), np.float32(0.1 * (W**2).sum()))
        assert_close(pipeline.disable("sparse", "size").compute_total(w), 0.0)
        assert_close(pipeline.with_weights(size=1.0).compute_total(w), np.float32((W**2).sum()))
        assert float(pipeline.compute_total(w)) == pytest.approx(0.1 * (W**2).sum())  # itself unchanged

    def test_several_inputs(self, backend: str) -> None:
        p = ops.log_softmax(ops.asarray(W))
        q = ops.log_softmax(ops.asarray(W[::-1].copy()))
        pipeline = Pipeline().add("kl", penalties.kl_divergence, 2.0, inputs=("student", "teacher"))
        pipeline = pipeline.add("entropy", penalties.entropy, 0.1, inputs=("student",), mode="bonus")
        inputs = {"student": p, "teacher": q}
        expected = 2 * float(penalties.kl_divergence(p, q)) - 0.1 * float(penalties.entropy(p))
        assert float(pipeline.compute_total(inputs)) == pytest.approx(expected, rel=1e-5)
        norms = pipeline.gradient_norms(inputs)
        assert set(norms) == {"kl", "entropy", "total"}
        assert all(float(n) > 0 for n in norms.values())

    def test_from_a_configuration(self, backend: str) -> None:
        pipeline = penalties.from_config({"l1": 0.5, "small": {"function": "l2", "weight": 2.0, "clip": 1.0}})
        expected = 0.5 * np.abs(W).sum() + 2 * (np.clip(W, -1, 1) ** 2).sum()
        assert_close(pipeline.compute_total(ops.asarray(W)), np.float32(expected))


class TestWatching:
    def test_gradient_norms(self, backend: str, pipeline: Pipeline) -> None:
        _, metrics = pipeline.compute(ops.asarray(W), step=10, gradients=True)
        assert_close(metrics["size/gradient_norm"], np.float32(np.linalg.norm(0.2 * W)), rtol=1e-5)
        assert_close(metrics["sparse/gradient_norm"], np.float32(0.5))
        assert_close(
            metrics["total/gradient_norm"], np.float32(np.linalg.norm(0.2 * W + np.sign(W) / 4)), rtol=1e-5
        )

    def test_names_the_culprit(self, backend: str, pipeline: Pipeline) -> None:
        broken = pipeline.add("logs", lambda x: ops.sum(ops.log(x)))
        with pytest.raises(
            NonFiniteError, match=r"'logs': its value is NaN or infinite; its inputs are finite"
        ):
            broken.compute(ops.asarray(-np.ones((2, 2), dtype=np.float32)))
        with pytest.raises(NonFiniteError, match=r"'size'.*its inputs already are: input"):
            pipeline.compute(ops.asarray([[np.nan, 1.0]]))
        with pytest.raises(NonFiniteError, match=r"'size': its weight"):
            pipeline.with_weights(size=float("inf")).compute(ops.asarray(W))
        total, _ = pipeline.compute(ops.asarray([[np.nan, 1.0]]), validate=False)
        assert np.isnan(float(total))


@pytest.mark.parametrize(
    ("call", "words"),
    [
        (lambda p: p.add("size", penalties.l1), "two penalties are called 'size'"),
        (lambda p: p.with_weights(sizes=1.0), "unknown penalty 'sizes'; there are 'size', 'sparse'"),
        (lambda p: p.disable("x"), "unknown penalty 'x'"),
        (lambda p: p.compute_total({"a": W, "b": W}), "does not say which"),
        (
            lambda p: p.add("kl", penalties.kl_divergence, inputs=("a", "b")).compute_total(W),
            "got one tensor",
        ),
        (lambda p: Pipeline().add("l1", penalties.l1, inputs=("c",)).compute({"a": W}), "unknown input 'c'"),
        (lambda p: penalties.from_config({"l7": 1.0}), "unknown penalty 'l7'"),
    ],
)
def test_bad_input(backend: str, pipeline: Pipeline, call: Any, words: str) -> None:
    with pytest.raises(UnknownOptionError, match=words):
        call(pipeline)


def test_more_inputs_than_tensors() -> None:
    """The second would be taken for the weight."""
    with pytest.raises(ArgumentError, match=r"takes 1 tensors \(x\), and its inputs are a, b"):
        Pipeline().add("size", penalties.l2, inputs=("a", "b"))


SCHEDULES = {
    "constant": (schedules.constant(2.0), [2, 2, 2, 2]),
    "linear": (schedules.linear(0.0, 1.0, 4), [0, 0.25, 1, 1]),
    "cosine": (schedules.cosine(1.0, 0.0, 4), [1, 0.5 * (1 + np.cos(np.pi / 4)), 0, 0]),
    "exponential": (schedules.exponential(1.0, 0.5, 4, end=0.3), [1, 0.5**0.25, 0.5, 0.3]),
    "staircase": (schedules.exponential(1.0, 0.5, 4, staircase=True), [1, 1, 0.5, 0.25]),
    "warm-up": (schedules.warmup(schedules.linear(1.0, 0.0, 4), 2), [0, 0.5, 0.5, 0]),
    "user's": (lambda step: step * 2.0, [0, 2, 8, 16]),
}


@pytest.mark.parametrize(("schedule", "values"), SCHEDULES.values(), ids=SCHEDULES)
def test_schedules_of_numbers_and_tensors(backend: str, schedule: Any, values: Any) -> None:
    compiled = ops.jit(schedule) if backend != "torch" else schedule
    for step, expected in zip((0, 1, 4, 8), values, strict=True):
        assert schedules.value_at(schedule, step) == pytest.approx(expected)
        assert_close(compiled(ops.asarray(float(step))), np.float32(expected), rtol=1e-5, atol=1e-6)


@pytest.mark.parametrize(
    ("call", "words"),
    [
        (lambda: schedules.linear(0, 1, 0), "at least 1 step"),
        (lambda: schedules.value_at(schedules.linear(0, 1, 5), -1), "before the first"),
        (lambda: schedules.linear(0, 1, 5, past_end="error")(6), "past the schedule's end at step 5"),
        (lambda: schedules.cosine(0, 1, 5, past_end="stop"), "'hold' or 'error'"),
        (lambda: schedules.exponential(1, -1), "not positive"),
        (lambda: schedules.join([1.0, 2.0], [3, 4]), "1 increasing boundaries"),
    ],
)
def test_wrong_schedules(call: Any, words: str) -> None:
    with pytest.raises(ScheduleError, match=words):
        call()

"""The pytest plugin, seen from a project that uses it."""

from __future__ import annotations

import pytest

pytest_plugins = ["pytester"]

_TEST = """
from emberops import get_backend, ops

def test_mine(backend):
    assert get_backend() == backend
    assert ops.is_tensor(ops.add([1.0], 2.0))
"""


def test_runs_once_per_backend_with_readable_ids(pytester: pytest.Pytester) -> None:
    pytester.makepyfile(_TEST)
    result = pytester.runpytest("--backends=all", "-v")
    result.assert_outcomes(passed=4)
    result.stdout.fnmatch_lines([f"*test_mine?{name}? PASSED*" for name in ("numpy", "torch", "jax", "mlx")])


def test_takes_a_list(pytester: pytest.Pytester) -> None:
    pytester.makepyfile(_TEST)
    pytester.runpytest("--backends=torch, numpy").assert_outcomes(passed=2)


def test_takes_its_default_from_the_ini_file(pytester: pytest.Pytester) -> None:
    pytester.makeini("[pytest]\nemberops_backends = numpy\n")
    pytester.makepyfile(_TEST)
    pytester.runpytest().assert_outcomes(passed=1)


def test_an_unknown_backend_is_a_usage_error(pytester: pytest.Pytester) -> None:
    pytester.makepyfile(_TEST)
    result = pytester.runpytest("--backends=tpu")
    assert result.ret == pytest.ExitCode.USAGE_ERROR
    assert "unknown backend 'tpu'" in result.stdout.str() + result.stderr.str()


def test_leaves_a_project_s_own_backend_fixture_alone(pytester: pytest.Pytester) -> None:
    pytester.makepyfile(
        """
        import pytest

        @pytest.fixture(params=["mine"])
        def backend(request):
            return request.param

        def test_fixture(backend):
            assert backend == "mine"
        """
    )
    pytester.runpytest("--backends=all").assert_outcomes(passed=1)


def test_leaves_a_parametrized_backend_alone(pytester: pytest.Pytester) -> None:
    pytester.makepyfile(
        """
        import pytest

        @pytest.mark.parametrize("backend, n", [("x", 1), ("y", 2)])
        def test_parameters(backend, n):
            assert backend in "xy"
        """
    )
    pytester.runpytest("--backends=all").assert_outcomes(passed=2)

"""The pytest plugin, seen from a project that uses it."""

from __future__ import annotations

import pytest

from emberops.dispatch import registry

pytest_plugins = ["pytester"]


@pytest.fixture(scope="module", autouse=True)
def loaded_backends() -> None:
    """Import the libraries here: what pytester's runs import they forget, and none of these can be imported twice."""
    for name in registry.BUILTIN:
        registry.load(name)


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


class TestEveryTest:
    INI = "[pytest]\nemberops_every_test = true\n"

    def test_runs_tests_without_the_fixture_once_per_backend(self, pytester: pytest.Pytester) -> None:
        pytester.makeini(self.INI)
        pytester.makepyfile(
            """
            import pytest
            from emberops import get_backend, ops

            seen = []

            @pytest.fixture
            def x():
                return ops.asarray([1.0, 2.0])

            @pytest.fixture(params=["mine"])
            def backend(request):
                return request.param

            def test_plain(x):
                assert get_backend() == ops.namespace_of(x).NAME
                seen.append(get_backend())

            def test_own_fixture(backend, x):
                assert backend == "mine"
                assert get_backend() == ops.namespace_of(x).NAME

            def test_all_were_there():
                if get_backend() == "mlx":
                    assert seen == ["numpy", "torch", "jax", "mlx"]
            """
        )
        result = pytester.runpytest("--backends=all", "-v")
        result.assert_outcomes(passed=12)
        result.stdout.fnmatch_lines(["*test_plain?mlx? PASSED*"])

    def test_repeats_unittest_and_doctests(self, pytester: pytest.Pytester) -> None:
        pytester.makeini(self.INI)
        pytester.makepyfile(
            test_case='''
            import unittest
            from emberops import get_backend, ops

            def name():
                """
                >>> from emberops import get_backend, ops
                >>> ops.namespace_of(ops.zeros(1)).NAME == get_backend()
                True
                """

            class TestOld(unittest.TestCase):
                def setUp(self):
                    self.x = ops.zeros(2)

                def test_one(self):
                    with open("seen", "a") as out:
                        print(get_backend(), file=out)
                    self.assertEqual(ops.namespace_of(self.x).NAME, get_backend())
            '''
        )
        result = pytester.runpytest("--backends=all", "--doctest-modules", "-v")
        result.assert_outcomes(passed=8)
        assert (pytester.path / "seen").read_text().split() == ["numpy", "torch", "jax", "mlx"]
        result.stdout.fnmatch_lines(["*test_one?torch? PASSED*", "torch * 2 * 0 * 0*"])


class TestMarkers:
    def test_choose_skip_and_expect_failure(self, pytester: pytest.Pytester) -> None:
        pytester.makepyfile(
            """
            import pytest

            @pytest.mark.backends("torch", "jax")
            def test_two(backend):
                assert backend in ("torch", "jax")

            @pytest.mark.skip_backend("mlx", reason="no Cholesky there")
            def test_skipped(backend):
                assert backend != "mlx"

            @pytest.mark.xfail_backend("jax", reason="cannot change", raises=AssertionError, strict=True)
            def test_expected(backend):
                assert backend != "jax"
            """
        )
        result = pytester.runpytest("--backends=all", "--strict-markers", "-rsx")
        result.assert_outcomes(passed=8, skipped=1, xfailed=1)
        result.stdout.fnmatch_lines(["*no Cholesky there*", "*cannot change*"])

    def test_a_test_for_other_backends_is_skipped_and_says_why(self, pytester: pytest.Pytester) -> None:
        pytester.makepyfile(
            "import pytest\n@pytest.mark.backends('jax')\ndef test_one(backend): raise KeyError\n"
        )
        result = pytester.runpytest("--backends=numpy", "-rs")
        result.assert_outcomes(skipped=1)
        result.stdout.fnmatch_lines(["*runs on jax only; chosen: numpy*"])

    @pytest.mark.parametrize(
        ("marker", "words"),
        [
            ("backends('tpu')", "unknown backend 'tpu'"),
            ("backends()", "names no backend"),
            ("skip_backend('mlx')", "needs a reason"),
            ("xfail_backend('tpu', reason='x')", "unknown backend 'tpu'"),
        ],
    )
    def test_a_wrong_marker_is_an_error(self, pytester: pytest.Pytester, marker: str, words: str) -> None:
        pytester.makepyfile(f"import pytest\n@pytest.mark.{marker}\ndef test_one(backend): pass\n")
        result = pytester.runpytest("--backends=all")
        assert result.ret != pytest.ExitCode.OK
        assert words in result.stdout.str() + result.stderr.str()


class TestAxes:
    def test_device_and_dtype(self, pytester: pytest.Pytester) -> None:
        pytester.makepyfile(
            """
            import emberops
            from emberops import ops

            def test_where(device):
                assert ops.device(ops.zeros(1)).startswith(device)

            def test_of(backend, dtype):
                assert ops.zeros(1, dtype=dtype).dtype == dtype
                if dtype == ops.float64:
                    assert ops.asarray([0.5]).dtype == dtype
            """
        )
        result = pytester.runpytest("--backends=all", "--dtypes=float64,int32")
        result.assert_outcomes(passed=12)

    def test_a_device_that_is_not_there_is_a_skip(self, pytester: pytest.Pytester) -> None:
        pytester.makepyfile("def test_where(device): raise KeyError(device)")
        result = pytester.runpytest("--backends=numpy,torch", "--devices=tpu:7", "-rs")
        result.assert_outcomes(skipped=2)
        result.stdout.fnmatch_lines(["*tpu:7*available*"])

    def test_nothing_is_left_of_a_dtype(self, pytester: pytest.Pytester) -> None:
        pytester.makepyfile(
            """
            import emberops, pytest

            @pytest.mark.dtypes("float64")
            def test_of(backend, dtype):
                pass

            def test_after():
                assert emberops.default_dtype() is None
                import jax
                assert not jax.config.read("jax_enable_x64")
            """
        )
        pytester.runpytest("--backends=jax").assert_outcomes(passed=2)

    @pytest.mark.parametrize("option", ["--dtypes=float31", "--dtypes=,", "--backends=,", "--devices=,"])
    def test_wrong_options_are_usage_errors(self, pytester: pytest.Pytester, option: str) -> None:
        pytester.makepyfile("def test_of(backend): pass")
        assert pytester.runpytest(option).ret == pytest.ExitCode.USAGE_ERROR


class TestSummary:
    def test_header_and_table(self, pytester: pytest.Pytester) -> None:
        pytester.makepyfile(
            """
            import pytest

            def test_one(backend):
                assert backend != "jax"

            @pytest.mark.skip_backend("torch", reason="why not")
            def test_two(backend):
                pass
            """
        )
        result = pytester.runpytest("--backends=numpy,torch,jax")
        result.stdout.fnmatch_lines(
            [
                "emberops: tests that take 'backend' on numpy 2*, torch 2*, jax *",
                "*= backends =*",
                "*passed*failed*skipped",
                "numpy * 2 * 0 * 0",
                "torch * 1 * 0 * 1",
                "jax * 1 * 1 * 0",
            ]
        )

    def test_counts_what_workers_report(self, pytester: pytest.Pytester) -> None:
        pytester.makepyfile("def test_one(backend): pass")
        result = pytester.runpytest_subprocess("--backends=numpy,torch", "-n1")
        result.stdout.fnmatch_lines(["numpy * 1 * 0 * 0", "torch * 1 * 0 * 0"])

    def test_warns_where_a_choice_selects_nothing(self, pytester: pytest.Pytester) -> None:
        pytester.makepyfile("def test_one(): pass")
        result = pytester.runpytest("--backends=torch")
        result.stdout.fnmatch_lines(["*--backends=torch selects nothing*emberops_every_test*"])
        assert "selects nothing" not in pytester.runpytest().stdout.str()

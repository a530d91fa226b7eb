"""PUR206, PUR207, PUR208: arrays that are changed, read by odd indices, or used after they are consumed."""

from __future__ import annotations

import pytest
from snippets import Fixed, Lines, Report, function

from purity_lint.findings.diagnostics import Applicability


@pytest.mark.parametrize(
    ("store", "rewritten"),
    [
        ("x[0] = 1", "x = ops.assign(x, 0, 1)"),
        ("x[n] = y", "x = ops.assign(x, n, y)"),
        ("x[-1] = -y", "x = ops.assign(x, -1, -y)"),
        ("x[0, 1] = y", "x = ops.assign(x, (0, 1), y)"),
        ("x[n, :] = y", "x = ops.assign(x, (n, slice(None)), y)"),
        ("x[:, 1:n] = y", "x = ops.assign(x, (slice(None), slice(1, n)), y)"),
        ("x[:] = 0", "x = ops.assign(x, slice(None), 0)"),
        ("x[:n] = 0", "x = ops.assign(x, slice(n), 0)"),
        ("x[1:] = 0", "x = ops.assign(x, slice(1, None), 0)"),
        ("x[::2] = 0", "x = ops.assign(x, slice(None, None, 2), 0)"),
        ("x[...] = y", "x = ops.assign(x, ..., y)"),
        ("x[..., 0] = y", "x = ops.assign(x, (..., 0), y)"),
        ("x[y > 0] = 0", "x = ops.assign(x, y > 0, 0)"),
        ("x[n] = 1, 2", "x = ops.assign(x, n, (1, 2))"),
        ("x[n] += y", "x = ops.assign_add(x, n, y)"),
        ("x[n, :] -= y", "x = ops.assign_subtract(x, (n, slice(None)), y)"),
        ("x[0] *= 2", "x = ops.assign_multiply(x, 0, 2)"),
        ("x[1:] /= 2", "x = ops.assign_divide(x, slice(1, None), 2)"),
        ("x[n] //= 2", "x = ops.assign(x, n, ops.floor_divide(x[n], 2))"),
        ("x[y] += 1", "x = ops.assign_add(x, y, 1)"),
        ("x[y] **= 3", "x = ops.assign(x, y, ops.power(ops.getitem(x, y), 3))"),
        ("x[:n][y] = 1", "x = ops.assign(x, slice(n), ops.assign(x[:n], y, 1))"),
        ("x[:, n][y] = 1", "x = ops.assign(x, (slice(None), n), ops.assign(x[:, n], y, 1))"),
        ("x[[0, 0]] += y", "x = ops.assign_add(x, [0, 0], y)"),
    ],
)
def test_stores_become_assignments(fixed: Fixed, store: str, rewritten: str) -> None:
    assert fixed(function(store, "return x"), "PUR206") == function(rewritten, "return x")


def test_a_view_that_each_turn_takes_anew_is_not_read_later(fixed: Fixed) -> None:
    loop = ("x = np.triu(y)", "for k in range(n):", "    row = x[k]", "    {}", "return x")
    code, expected = (
        function("import numpy as np", *(line.format(store) for line in loop))
        for store in ("x[:, k] = 2 * row", "x = ops.assign(x, (slice(None), k), 2 * row)")
    )
    assert fixed(code, "PUR206") == expected


def test_a_view_that_the_next_turn_reads_is_left(fixed: Fixed) -> None:
    code = function(
        "import numpy as np",
        "x = np.triu(y)",
        "row = x[0]",
        "for k in range(n):",
        "    x[:, k] = 2 * row",
        "return x",
    )
    assert fixed(code, "PUR206") == code


PASSES = (
    "import numpy as np",
    "new = np.zeros(n)",
    "for k in range(n):",
    "    new[k] = x[k]",
    "old = new",
    "{again}",
    "for k in range(n):",
    "    {store}",
    "old = new",
    "return old",
)


def test_an_array_made_anew_is_not_the_one_that_was_kept(fixed: Fixed) -> None:
    again, store = "new = np.zeros(n)", "new = ops.assign(new, k, ops.sum(old[k:]))"
    code = function(*(line.format(again=again, store="new[k] = ops.sum(old[k:])") for line in PASSES))
    assert store in fixed(code, "PUR206")


@pytest.mark.parametrize(
    ("call", "rewritten"),
    [
        (
            "np.subtract(x, y, out=s, where=y > 0)",
            "s = ops.assign(s, ..., ops.where(y > 0, ops.subtract(x, y), s))",
        ),
        (
            "np.divide(x, y, out=s, where=y > 0)",
            "s = ops.assign(s, ..., ops.where(y > 0, ops.divide(x, ops.where(y > 0, y, 1)), s))",
        ),
        ("np.exp(x, where=m, out=s)", "s = ops.assign(s, ..., ops.where(m, ops.exp(x), s))"),
        ("np.add(s, x, out=s, where=m)", "s = ops.assign(s, ..., ops.where(m, ops.add(s, x), s))"),
        ("s.resize((n, 3))", "s = ops.reshape(s, (n, 3))"),
    ],
)
def test_what_is_written_in_part_keeps_the_rest(fixed: Fixed, call: str, rewritten: str) -> None:
    head = ("import numpy as np", "s = np.zeros(3)", "m = x > 0")
    expected = function(*head, rewritten, "return s")
    code = function(*head, call, "return s")
    assert fixed(code, "PUR206") == code
    assert fixed(code, "PUR206", unsafe=True) == expected


@pytest.mark.parametrize(
    "asked",
    [
        "np.seterr(over='raise')",
        "before = np.errstate(over='raise')",
        "warnings.simplefilter('error')",
        "warnings.filterwarnings('error', category=RuntimeWarning)",
    ],
)
def test_what_is_left_out_is_not_computed_where_it_would_be_heard_of(fixed: Fixed, asked: str) -> None:
    loud = "np.subtract(x, y, out=s, where=y > 0)"
    made = "made = np.exp(x, out=np.zeros_like(x), where=y > 0)"
    quiet = "np.divide(x, y, out=s, where=y > 0)"
    head = ("import warnings", "import numpy as np", "s = np.zeros(3)", asked)
    after = fixed(function(*head, loud, made, quiet, "return s, made"), unsafe=True)
    assert "np.subtract(x, y, out=s, where=y > 0)" in after
    assert "np.exp(x, out=ops.zeros_like(x), where=y > 0)" in after
    assert "ops.where(y > 0, ops.divide(x, ops.where(y > 0, y, 1)), s)" in after


@pytest.mark.parametrize(
    ("call", "rewritten"),
    [
        ("np.exp(x, out=s[n])", "s = ops.assign(s, n, ops.exp(x))"),
        ("np.sum(y, axis=0, out=s[n, ...])", "s = ops.assign(s, (n, ...), ops.sum(y, axis=0))"),
        (
            "np.multiply(s[:, 1:], 2, out=s[:, 1:])",
            "s = ops.assign_multiply(s, (slice(None), slice(1, None)), 2)",
        ),
        ("np.add(s[n], x, out=s[n], casting='unsafe')", "s = ops.assign(s, n, ops.add(s[n], x))"),
        (
            "np.sqrt(x, where=y > 0, out=s[n, 1:])",
            "s = ops.assign(s, (n, slice(1, None)), ops.where(y > 0, ops.sqrt(ops.where(y > 0, x, 1)), s[n, 1:]))",
        ),
        ("s[n].fill(0)", "s = ops.assign(s, n, 0)"),
        ("s[n, 1:].sort()", "s = ops.assign(s, (n, slice(1, None)), ops.sort(s[n, 1:]))"),
    ],
)
def test_what_is_written_into_a_part_goes_into_the_whole(fixed: Fixed, call: str, rewritten: str) -> None:
    code, expected = (
        function("import numpy as np", "s = np.zeros((3, 3))", line, "return s") for line in (call, rewritten)
    )
    assert fixed(code, "PUR206") == code
    assert fixed(code, "PUR206", unsafe=True) == expected


@pytest.mark.parametrize(
    ("call", "rewritten"),
    [
        ("np.exp(x, out=s)", "s[...] = ops.exp(x)"),
        ("s = np.exp(x, out=s)", "s[...] = ops.exp(x)"),
        ("t = np.exp(x, out=s)", "s[...] = ops.exp(x)\n    t = s"),
        ("np.exp(x, out=s[n, 1:])", "s[n, 1:] = ops.exp(x)"),
        ("s[n].fill(0)", "s[n] = 0"),
    ],
)
def test_an_output_that_another_name_sees_is_stored_into(fixed: Fixed, call: str, rewritten: str) -> None:
    code, expected = (
        function("import numpy as np", "other = np.zeros((3, 3))", "s = other", line, "return other")
        for line in (call, rewritten)
    )
    assert fixed(code, "PUR206") == code
    assert fixed(code, "PUR206", unsafe=True) == expected


@pytest.mark.parametrize(
    "call",
    [
        "np.sum(x, axis=0, out=s, where=y > 0)",
        "np.log(x, out=s, where=g(y))",
        "s.resize(n)",
        "s.resize((n,))",
    ],
)
def test_what_is_not_written_in_part_stays(fixed: Fixed, call: str) -> None:
    code = function("import numpy as np", "s = np.zeros(3)", call, "return s")
    assert fixed(code, "PUR206", unsafe=True) == code


@pytest.mark.parametrize(
    ("call", "rewritten"),
    [
        ("np.put_along_axis(x, y, 1, axis=-1)", "x = ops.put_along_axis(x, y, 1, -1)"),
        ("np.put_along_axis(x, values=1, indices=y, axis=0)", "x = ops.put_along_axis(x, y, 1, 0)"),
        ("np.fill_diagonal(x, val=n)", "x = ops.fill_diagonal(x, n)"),
        ("np.put_along_axis(x, y, axis=0)", "np.put_along_axis(x, y, axis=0)"),
        ("np.fill_diagonal(x, n, wrap=True)", "np.fill_diagonal(x, n, wrap=True)"),
    ],
)
def test_functions_that_change_an_array_take_arguments_by_name(
    fixed: Fixed, call: str, rewritten: str
) -> None:
    code, expected = (function("import numpy as np", line, "return x") for line in (call, rewritten))
    assert fixed(code, "PUR206") == expected


ROWS = (
    "import numpy as np",
    "rows = []",
    "{before}",
    "for k in range(n):",
    "    {within}",
    "    row[0] = x[k]",
    "    rows.append(row)",
    "return rows",
)


def test_an_array_that_each_turn_makes_and_keeps_is_changed_by_name(fixed: Fixed) -> None:
    code = function(*(line.format(before="pass", within="row = np.zeros(n)") for line in ROWS))
    assert "row = ops.assign(row, 0, x[k])" in fixed(code, "PUR206")


@pytest.mark.parametrize("within", ["pass", "row = row[::-1]"])
def test_an_array_that_turns_share_is_left(fixed: Fixed, within: str) -> None:
    code = function(*(line.format(before="row = np.zeros(n)", within=within) for line in ROWS))
    assert "row[0] = x[k]" in fixed(code, "PUR206", unsafe=True)


BRANCHES = (
    "import numpy as np",
    "if n > 2:",
    "    z = np.zeros(n)",
    "    z[:2] = x[:2]",
    "else:",
    "    z = x",
    "return z + x",
)


def test_what_another_branch_binds_is_not_what_is_changed(fixed: Fixed) -> None:
    assert "z = ops.assign(z, slice(2), x[:2])" in fixed(function(*BRANCHES), "PUR206")


@pytest.mark.parametrize("again", ["pass", "new = new[:2]", "new = np.reshape(new, n)"])
def test_an_array_that_was_kept_is_left(fixed: Fixed, again: str) -> None:
    store = "new[k] = ops.sum(old[k:])"
    code = function(*(line.format(again=again, store=store) for line in PASSES))
    assert store in fixed(code, "PUR206", unsafe=True)


@pytest.mark.parametrize("flat", ["y.ravel()", "np.ravel(y)", "y.reshape(-1)"])
def test_update_of_a_flattened_array_is_one_of_the_array(fixed: Fixed, report: Report, flat: str) -> None:
    code = function("import numpy as np", "y = np.copy(x)", f"np.add.at({flat}, [0, 0], 1)", "return y")
    update = "y = ops.reshape(ops.add_at(ops.ravel(y), [0, 0], 1), ops.shape(y))"
    expected = function("import numpy as np", "y = np.copy(x)", update, "return y")
    assert fixed(code, "PUR206", unsafe=True) == expected
    (found,) = (d for d in report(code) if d.code == "PUR206")
    assert found.fix is not None
    assert found.fix.applicability is Applicability.UNSAFE


@pytest.mark.parametrize("value", ["f(x)", "y[0] / n", "max(y)", "[n][n]"])
def test_update_whose_value_may_raise_is_not_safe(report: Report, value: str) -> None:
    (found,) = (d for d in report(function(f"x[n] += {value}", "return x")) if d.code == "PUR206")
    assert found.fix is not None
    assert found.fix.applicability is Applicability.UNSAFE


def test_an_index_is_evaluated_once(fixed: Fixed) -> None:
    code = function("x[next(y)] //= 2", "return x")
    expected = function(
        "index = next(y)", "x = ops.assign(x, index, ops.floor_divide(ops.getitem(x, index), 2))", "return x"
    )
    assert fixed(code, "PUR206") == expected


def test_a_swap_takes_both_values_first(fixed: Fixed) -> None:
    code = function("first = 0", "x[0], x[n] = x[n], x[0]", "return x")
    expected = function(
        "first = 0",
        "first_2, second = x[n], x[0]",
        "x = ops.assign(x, 0, first_2)",
        "x = ops.assign(x, n, second)",
        "return x",
    )
    assert fixed(code, "PUR206") == expected


@pytest.mark.parametrize(
    ("before", "name"),
    [
        ("def g(first):\n    return first\n\n\n", "first"),
        ("class A:\n    def g(self):\n        first = 1\n        return first\n\n\n", "first"),
        ("first = 1\n\n\n", "first_2"),
        ("def first():\n    return 1\n\n\n", "first_2"),
        ("from a import first\n\n\n", "first_2"),
    ],
)
def test_a_new_name_need_not_differ_from_those_of_other_functions(
    fixed: Fixed, before: str, name: str
) -> None:
    code = function("x[0], x[n] = x[n], x[0]", "return x").replace("def f(", f"{before}def f(")
    assert f"    {name}, second = x[n], x[0]\n" in fixed(code, "PUR206")


def test_the_rest_of_what_is_unpacked_keeps_its_star(fixed: Fixed) -> None:
    code = function("x[0], *rest, x[n] = y", "return x, rest")
    expected = function(
        "first, *rest, second = y",
        "x = ops.assign(x, 0, first)",
        "x = ops.assign(x, n, second)",
        "return x, rest",
    )
    assert fixed(code, "PUR206") == expected
    starred = function("x[0], *x[1:] = y", "return x")
    assert fixed(starred, "PUR206") == starred


def test_chained_targets_share_one_value(fixed: Fixed) -> None:
    code = function("z = x[0] = y[n] = ops.sum(y)", "return x, y, z")
    expected = function(
        "z = ops.sum(y)",
        "x = ops.assign(x, 0, z)",
        "y = ops.assign(y, n, z)",
        "return x, y, z",
    )
    assert fixed(code, "PUR206") == expected


@pytest.mark.parametrize(
    ("line", "lines"),
    [
        ("x[0] = z = y.T @ y / n", ["z = y.T @ y / n", "x = ops.assign(x, 0, z)"]),
        (
            "x[z] = z = ops.sum(y)",
            ["value = ops.sum(y)", "x = ops.assign(x, z, value)", "z = value"],
        ),
        (
            "x[0] = y[1] = ops.sum(y)",
            ["value = ops.sum(y)", "x = ops.assign(x, 0, value)", "y = ops.assign(y, 1, value)"],
        ),
        ("x[0] = y[1] = -1", ["x = ops.assign(x, 0, -1)", "y = ops.assign(y, 1, -1)"]),
    ],
)
def test_the_value_of_a_chain_is_computed_once(fixed: Fixed, line: str, lines: list[str]) -> None:
    end = "return x, y, z"
    assert fixed(function("z = 1", line, end), "PUR206") == function("z = 1", *lines, end)


def test_a_name_is_bound_after_a_store_whose_error_may_be_caught(fixed: Fixed) -> None:
    code = function("try:", "    x[n] = z = ops.sum(y)", "except IndexError:", "    z = 0", "return x, z")
    assert "    x = ops.assign(x, n, value)\n        z = value\n" in fixed(code, "PUR206")


def test_attributes_that_the_class_assigns(report: Report, fixed: Fixed) -> None:
    head = (
        "from emberops import ops\n\n\nclass C:\n    def __init__(self):\n        self.x = ops.zeros(3)\n\n"
    )
    code = head + "    def step(self, i):\n        self.x[i, :] = 0\n"
    (found,) = report(code, "PUR206")
    assert found.fix is not None
    assert found.fix.applicability is Applicability.SAFE
    assert "self.x = ops.assign(self.x, (i, slice(None)), 0)" in fixed(code, "PUR206")


@pytest.mark.parametrize(
    ("setter", "fixed"),
    [
        ("", False),
        ("self._x = x", True),
        ('"""Set it."""\n        self._x = x', True),
        ("self._x = x.copy()", False),
        ("self._x = x\n        self.changed()", False),
        ("assert x.shape == (self.n,)\n        self._x = x", False),
    ],
)
def test_a_property_is_rebound_where_setting_it_only_stores(report: Report, setter: str, fixed: bool) -> None:
    head = "import numpy as np\n\n\nclass C:\n    def __init__(self):\n        self._x = np.zeros(3)\n\n"
    getter = "    @property\n    def x(self):\n        return self._x\n\n"
    setting = f"    @x.setter\n    def x(self, x):\n        {setter}\n\n" if setter else ""
    (found,) = report(f"{head}{getter}{setting}    def step(self, i):\n        self.x[i] = 0\n", "PUR206")
    assert (found.fix is not None) is fixed
    assert not fixed or found.fix.applicability is Applicability.UNSAFE


CLASS = (
    "from emberops import ops\n\n\nclass C:\n    def __init__(self):\n        self.x = ops.zeros(3)\n\n"
    "    def step(self, z):\n"
)


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        (
            ["x = self.x", "x[0] = z", "x[1] += z"],
            ["x = self.x = ops.assign(x, 0, z)", "x = self.x = ops.assign_add("],
        ),
        (["x, n = self.x, 3", "x.fill(0)"], ["x = self.x = ops.assign(x, ..., 0)"]),
        (["x = self.x", "x += z"], ["x = self.x = ops.assign_add(x, ..., z)"]),
        (["x = self.x", "x[0] = z", "self.x = x"], ["        x = ops.assign(x, 0, z)"]),
        (["x = self.x", "x = ops.add(x, z)", "x[0] = z"], ["        x = ops.assign(x, 0, z)"]),
        (["x = self.x", "self.reset()", "x[0] = z"], ["        x[0] = z"]),
        (["x = self.x", "reset(self)", "x[0] = z"], ["        x[0] = z"]),
        (["x = ops.copy(self.x)", "x[0] = z"], ["        x = ops.assign(x, 0, z)"]),
    ],
)
def test_an_attribute_goes_with_the_name_that_stands_for_it(
    fixed: Fixed, body: list[str], expected: list[str]
) -> None:
    code = CLASS + "".join(f"        {line}\n" for line in body)
    found = fixed(code, "PUR206", "PUR202", unsafe=True)
    assert all(line in found for line in expected), found
    assert fixed(found, "PUR206", "PUR202", unsafe=True) == found


@pytest.mark.parametrize(
    "store",
    ["ops.reshape(x, (2, 2))[0] = 1", "x.T.T[0] = 1"],
)
def test_an_array_without_a_name_gets_no_fix(report: Report, store: str) -> None:
    (found,) = report(function(store, "return x"), "PUR206")
    assert found.fix is None
    assert found.hint


def test_a_name_of_an_outer_function_gets_no_fix(report: Report) -> None:
    code = function("def g():", "    x[0] = 1", "g()", "return x")
    (found,) = report(code, "PUR206")
    assert found.fix is None


def test_a_name_that_is_declared_nonlocal_does(fixed: Fixed) -> None:
    code = function("def g():", "    nonlocal x", "    x[0] = 1", "g()", "return x")
    assert "        x = ops.assign(x, 0, 1)\n" in fixed(code, "PUR206")


def test_containers_of_python_are_left_alone(lines: Lines) -> None:
    code = function(
        "rows = [1, 2]",
        "rows[0] = x",
        "rows[0:1] = [3]",
        "rows[0], rows[1] = rows[1], rows[0]",
        "table = {}",
        "table['x'] = x",
        "table[n] += 1",
        "del table[n], rows[0]",
        "rows.sort()",
        "names = set()",
        "names.add(n)",
    )
    assert lines(code, "PUR206") == []


@pytest.mark.parametrize(
    ("call", "rewritten"),
    [
        ("x.add_(y)", "x = ops.assign_add(x, ..., y)"),
        ("x.mul_(2)", "x = ops.assign_multiply(x, ..., 2)"),
        ("x.zero_()", "x = ops.assign(x, ..., 0)"),
        ("x.sqrt_()", "x = ops.assign(x, ..., ops.sqrt(x))"),
        ("x.fill(0)", "x = ops.assign(x, ..., 0)"),
        ("x.sort()", "x = ops.assign(x, ..., ops.sort(x))"),
        ("x.sort(axis=0)", "x = ops.assign(x, ..., ops.sort(x, axis=0))"),
        ("x.sort(kind='stable')", "x = ops.assign(x, ..., ops.sort(x))"),
        ("x.sort(0, kind='mergesort')", "x = ops.assign(x, ..., ops.sort(x, axis=0))"),
        ("x.sort(axis=-1, kind=None)", "x = ops.assign(x, ..., ops.sort(x, axis=-1))"),
        ("x.sort(kind='heapsort')", "x.sort(kind='heapsort')"),
    ],
)
def test_methods_that_work_in_place(fixed: Fixed, call: str, rewritten: str) -> None:
    assert fixed(function(call, "return x"), "PUR206") == function(rewritten, "return x")


def test_out_is_marked_at_the_argument(report: Report) -> None:
    (found,) = report(function("return ops.add(x, y, out=x)"), "PUR206")
    assert found.span.col == len("    return ops.add(x, y, ")
    assert found.fix is None


def test_numpy_functions_that_change_an_argument(lines: Lines, fixed: Fixed) -> None:
    body = "    np.add.at(x, i, v)\n    np.copyto(x, v)\n    return x\n"
    code = "import numpy as np\n\n\ndef f(x: np.ndarray, i, v):\n" + body
    assert lines(code, "PUR206") == [(5, "PUR206"), (6, "PUR206")]
    assert fixed(code, "PUR206").endswith(
        "    x = ops.add_at(x, i, v)\n    x = ops.copyto(x, v)\n    return x\n"
    )


@pytest.mark.parametrize(
    ("read", "rewritten"),
    [
        ("x[::-1]", "ops.flip(x, axis=0)"),
        ("x[:, ::-1]", "ops.flip(x, axis=1)"),
        ("x[..., ::-1]", "ops.flip(x, axis=-1)"),
        ("x[[2, 0]]", "ops.take(x, [2, 0], axis=0)"),
        ("x[:, [2, 0]]", "ops.take(x, [2, 0], axis=1)"),
        ("x[[True, False]]", "ops.getitem(x, [True, False])"),
        ("x[[n, 0]]", "ops.take(x, [n, 0], axis=0)"),
        ("x[[y.flag, 0]]", "ops.getitem(x, [y.flag, 0])"),
        ("x[[None]]", "ops.getitem(x, [None])"),
        ("x[[1.0, 2.0]]", "ops.getitem(x, [1.0, 2.0])"),
        ("x[[0, 1], [1, 0]]", "ops.getitem(x, ([0, 1], [1, 0]))"),
        ("x[n::-1]", "ops.getitem(x, slice(n, None, -1))"),
        ("x[ops.greater(x, 0)]", "ops.getitem(x, ops.greater(x, 0))"),
    ],
)
def test_odd_indices_have_a_portable_form(fixed: Fixed, read: str, rewritten: str) -> None:
    assert fixed(function(f"return {read}"), "PUR207") == function(f"return {rewritten}")


@pytest.mark.parametrize(
    "read",
    [
        "x[0]",
        "x[n]",
        "x[1:3]",
        "x[::2]",
        "x[:, None]",
        "x[..., 0]",
        "x.shape[::-1]",
        "[1, 2][::-1]",
        "'ab'[::-1]",
    ],
)
def test_plain_indices_are_silent(lines: Lines, read: str) -> None:
    assert lines(function(f"return {read}"), "PUR207") == []


def test_a_consumed_array_may_be_bound_again(lines: Lines) -> None:
    code = function("z = ops.assign(x, 0, 1)", "x = ops.zeros(n)", "return x, z")
    assert lines(code, "PUR208") == []


def test_a_consumed_array_is_flagged_once(lines: Lines) -> None:
    code = function("z = ops.assign(x, 0, 1)", "a = ops.sum(x)", "b = ops.mean(x)", "return a, b, z")
    assert lines(code, "PUR208") == [(6, "PUR208")]


@pytest.mark.parametrize(
    ("store", "rewritten"),
    [
        ("weights[1:n] = y", "weights = ops.assign(weights, slice(1, n), y)"),
        ("weights[n, :] = 0", "weights = ops.assign(weights, (n, slice(None)), 0)"),
        ("weights[1:n] = [0]", "weights[1:n] = [0]"),
        ("weights[n] = y", "weights[n] = y"),
    ],
)
def test_a_store_that_only_arrays_take_makes_a_suspect_an_array(
    fixed: Fixed, store: str, rewritten: str
) -> None:
    parameters = "weights, y: ops.Tensor, n: int"
    expected = function(rewritten, "return weights", parameters=parameters)
    assert fixed(function(store, "return weights", parameters=parameters), "PUR206", unsafe=True) == expected


@pytest.mark.parametrize("target", ["q[:2],", "(q[:2],)", "[q[:2]]"])
def test_the_only_value_is_taken_out_before_it_is_stored(target: str, fixed: Fixed) -> None:
    head = "import numpy as np\n\n\ndef f(d: np.ndarray):\n    q = np.zeros((4,))\n    "
    code = fixed(f"{head}{target} = np.where(np.isinf(d))\n    return q\n")
    assert "    first, = ops.nonzero(ops.isinf(d))\n    q = ops.assign(q, slice(2), first)\n" in code


_KEPT_AS_DEFAULT = """\
import numpy as np

ZERO = np.zeros(3)


def count(start=np.zeros(2)):
    start += 1
    return start


def place(x, *, out=ZERO, log=None):
    out[0] = x
    return out
"""


def test_an_array_that_is_a_default_keeps_what_is_stored_in_it(fixed: Fixed) -> None:
    code = fixed(_KEPT_AS_DEFAULT, unsafe=True)
    assert "    start += 1\n" in code
    assert "    out[0] = x\n" in code


@pytest.mark.parametrize(
    "view",
    [
        "x.astype(np.float64, copy=False)",
        "np.nan_to_num(x, copy=False)",
        "np.array(x, copy=None)",
        "np.asfortranarray(x)",
        "np.hsplit(x, 1)[0]",
        "np.atleast_2d(x)[0]",
        "np.flip(x)",
    ],
)
def test_stores_into_what_shares_the_memory_of_an_array_that_is_read_stay(view: str, fixed: Fixed) -> None:
    code = (
        f"import numpy as np\n\n\ndef f():\n    x = np.zeros(3)\n    y = {view}\n    y += 1.0\n    return x\n"
    )
    assert "    y += 1.0\n" in fixed(code, unsafe=True)


@pytest.mark.parametrize(
    ("names", "kept"), [("x = y", True), ("y = x", True), ("self.x = y", True), ("z = y", False)]
)
def test_so_do_those_into_what_was_given_several_names(names: str, kept: bool, fixed: Fixed) -> None:
    code = (
        f"import numpy as np\n\n\ndef f(self, x):\n    {names} = np.zeros(3)\n    y += 1.0\n    return x, y\n"
    )
    assert ("    y += 1.0\n" in fixed(code, unsafe=True)) is kept


_CAPTURED = """\
import numpy as np


class Descent:
    def __init__(self, params, start):
        self.params = params
        self.start = start
        self.speed = [np.zeros_like(p) for p in params]

    def step(self, grads):
        for p, g, v in zip(self.params, grads, self.speed):
            v *= 0.9
            p -= v + g
        self.start += 1


class Layer:
    def __init__(self):
        self.w = np.ones(2)

    @property
    def params(self):
        return [self.w]


def main():
    layer, start = Layer(), np.zeros(2)
    Descent({params}, {start}).step([np.ones(2)])
    return layer.w, start
"""


@pytest.mark.parametrize(
    ("params", "start", "kept"),
    [
        ("[layer.w]", "start", True),
        ("layer.params", "start", True),
        ("[np.ones(2)]", "np.zeros(2)", False),
    ],
)
def test_stores_into_what_the_maker_of_an_object_reads_stay(
    params: str, start: str, kept: bool, fixed: Fixed
) -> None:
    code = fixed(_CAPTURED.format(params=params, start=start), unsafe=True)
    assert [sign in code for sign in ("p -=", "self.start +=")] == [kept] * 2
    assert "v = self.speed[index] = ops.assign_multiply(v, ..., 0.9)" in code


_SOMETIMES = """\
import numpy as np


def scaled(x, *, inplace=False):
    m = np.max(x)
    if inplace:
        x /= m
        return x
    return x / m


def main():
    x = np.arange(3.0)
    y = scaled(x{flag})
    return y, {result}
"""


@pytest.mark.parametrize(
    ("flag", "result", "kept"),
    [
        (", inplace=True", "x", True),
        ("", "x", False),
        (", inplace=True", "y", False),
        ("), (x", "y", False),
        (", inplace=True), x[0] and (2", "y", True),
    ],
)
def test_so_do_those_into_what_some_calls_change(flag: str, result: str, kept: bool, fixed: Fixed) -> None:
    assert ("x /= m" in fixed(_SOMETIMES.format(flag=flag, result=result), unsafe=True)) is kept


def test_an_array_that_was_assigned_to_is_still_the_view_that_it_was(fixed: Fixed) -> None:
    code = (
        "from emberops import ops\n\n\ndef f(m):\n    q = ops.multiply(m, 1.0)\n    row = ops.getitem(q, -1)\n"
        "    row = ops.assign(row, 0, 0)\n    row += 1\n    return ops.sum(q), row\n"
    )
    assert "row = ops.add(row, 1)" not in fixed(code, unsafe=True)


@pytest.mark.parametrize(
    "head",
    [
        "S = namedtuple('S', 'p')",
        "class S(NamedTuple):\n    p: np.ndarray",
        "@dataclass(frozen=True)\nclass S:\n    p: np.ndarray",
        "@attrs.frozen\nclass S:\n    p: np.ndarray",
    ],
)
def test_attributes_that_cannot_be_bound_anew_are_stored_into(fixed: Fixed, head: str) -> None:
    code = (
        "from collections import namedtuple\nfrom dataclasses import dataclass\nfrom typing import NamedTuple\n\n"
        f"import attrs\nimport numpy as np\n\n{head}\n\n\n"
        "def kick(s):\n    s.p[0] = 1.0\n    np.exp(s.p[1:], out=s.p[1:])\n    return s\n\n\nkick(S(np.zeros(3)))\n"
    )
    expected = code.replace("np.exp(s.p[1:], out=s.p[1:])", "s.p[1:] = ops.exp(s.p[1:])")
    assert fixed(code, "PUR206", unsafe=True).replace("from emberops import ops\n", "") == expected


@pytest.mark.parametrize(("second", "is_left"), [("x", True), ("x.copy()", False), ("y", False)])
def test_an_array_that_two_attributes_hold_is_stored_into(fixed: Fixed, second: str, is_left: bool) -> None:
    code = (
        "import numpy as np\n\n\nclass Pair:\n    def __init__(self, x: np.ndarray, y: np.ndarray):\n"
        f"        self.x = x\n        self.y = {second}\n\n    def go(self):\n        self.x[0] = 1.0\n"
    )
    assert ("self.x[0] = 1.0" in fixed(code, "PUR206", unsafe=True)) is is_left


@pytest.mark.parametrize(
    ("change", "after"),
    [
        ("v *= 0.5", "v = ops.multiply(v, 0.5)"),
        ("v /= 2 * np.pi * len(names)", "v = ops.divide(v, 2 * ops.pi * len(names))"),
        ("v -= v.mean(axis=0)", "v = ops.subtract(v, ops.mean(v, axis=0))"),
        ("v /= 2 * np.max(np.abs(v))", "v = ops.divide(v, ops.multiply(2, ops.max(ops.abs(v))))"),
        ("v /= v.sum()", "v = ops.divide(v, ops.sum(v))"),
        # Narrow whole numbers have a wider sum; of a number that is handed in, the precision is not known.
        ("v -= v.sum()", "v = ops.assign_subtract(v, ..., ops.sum(v))"),
        ("v *= scale", "v = ops.assign_multiply(v, ..., scale)"),
        ("v -= x.mean()", "v = ops.assign_subtract(v, ..., ops.mean(x))"),
        ("v -= v.mean(dtype=float)", "v = ops.assign_subtract(v, ..., ops.mean(v, dtype=float))"),
    ],
)
def test_a_fresh_array_is_made_anew_where_its_dtype_stays(fixed: Fixed, change: str, after: str) -> None:
    code = (
        "import numpy as np\n\n\ndef f(x: np.ndarray, scale: float, names: list):\n"
        f"    v = -x\n    {change}\n    return v\n"
    )
    assert f"    {after}\n" in fixed(code, "PUR", unsafe=True)


@pytest.mark.parametrize(
    ("made", "change", "safe"),
    [
        ("np.zeros((n, 3))", "v += 0.5", "v = ops.add(v, 0.5)"),
        ("np.zeros(3, dtype=float)", "v /= 2", "v = ops.divide(v, 2)"),
        ("-x", "v /= v.sum()", "v /= v.sum()"),  # NumPy refuses it of whole numbers
        ("np.zeros(3, int)", "v += 0.5", "v = ops.assign_add(v, ..., 0.5)"),  # it is refused still
        (
            "np.zeros(x.shape)",
            "v += 0.5",
            "v = ops.assign_add(v, ..., 0.5)",
        ),  # a sum without axes is a scalar
        ("np.array(x)", "v *= 2", "v = ops.assign_multiply(v, ..., 2)"),
    ],
)
def test_safe_is_what_numpy_neither_refuses_nor_makes_a_scalar_of(
    fixed: Fixed, made: str, change: str, safe: str
) -> None:
    code = (
        f"import numpy as np\n\n\ndef f(x: np.ndarray, n: int):\n    v = {made}\n    {change}\n    return v\n"
    )
    assert fixed(code, "PUR202").splitlines()[-2].strip() == safe


@pytest.mark.parametrize(
    ("note", "after"),
    [
        ("", "total = ops.add(total, ops.log(row))"),
        ("  # np.longdouble as well", "total = ops.assign_add(total, ..., ops.log(row))"),
    ],
)
def test_a_sum_is_the_widest_number_unless_the_code_knows_a_wider(
    fixed: Fixed, note: str, after: str
) -> None:
    code = (
        "import numpy as np\n\n\ndef f(x: np.ndarray, n: int):\n    total = np.zeros(n)\n"
        f"    for row in x:{note}\n        total += np.log(row)\n    return total\n"
    )
    assert f"        {after}\n" in fixed(code, "PUR", unsafe=True)


def test_a_fresh_mask_stays_one(fixed: Fixed) -> None:
    code = "import numpy as np\n\n\ndef f(x: np.ndarray):\n    mask = x > 1\n    mask |= x < 0\n    return mask\n"
    assert "    mask = ops.bitwise_or(mask, ops.less(x, 0))\n" in fixed(code, "PUR")

"""Lines that fixes made too long are broken at brackets, as ruff breaks them, and nothing else is."""

from __future__ import annotations

import subprocess
import sys
import tokenize
from io import StringIO
from pathlib import Path
from textwrap import indent

import pytest

from purity_lint.run.style.breaking import Statement
from purity_lint.run.style.habits import COLUMNS, columns_of, is_laid_out, width
from purity_lint.run.style.wrapping import wrapped as laid_out

A, B, C = "a" * 30, "b" * 30, "c" * 30
AS_RUFF = (
    f"x = ops.add(ops.multiply({A}, {B}), ops.negative({C}))",
    f"x = ops.add(ops.multiply({A}, {B}), ops.negative(ops.multiply({C}, ops.subtract({A}, {B}))))",
    f"x = ops.assign(x, (i, slice(None)), ops.multiply(ops.divide(1.0, {A}), ops.sum(ops.square({B}[l:u, i]))))",
    f"if ops.any(ops.greater(ops.abs(ops.subtract({A}, {B})), ops.multiply({C}, 2.0))):\n    pass",
    f"x = [ops.add(-0.5, ops.multiply({A}, ops.log10(ops.sum([ops.exp(v) for v in {B}])))) for x in {C} if x]",
    f"x = f(ops.sum(ops.multiply(value, {A}) for value in {B} if ops.any(ops.equal(value, {C}))))",
    f"x = ops.concat([ops.multiply({A}, {B}), ops.multiply({B}, {C})], axis=0, **{A})",
    f"def f():\n    for i in x:\n        y = g({A}, ops.subtract({B}, 1), key=lambda a, b: a, other={C})",
    f"x = ops.add({A}, ops.multiply({B}, {C}, {A}))  # a comment",
    f"x = ops.add(ops.multiply({A}, {B}), ops.negative({C}))  # a comment",
    f"x = {A} + {B} + {C} + {A}",
    f"if x: y = ops.add(ops.multiply({A}, {B}), ops.negative({C}))",
    f"if x: y = ops.add({A}, ops.multiply({B}, ops.negative({C})))  # a comment",
    f"for i in x[1:]: return ops.add(ops.multiply({A}, {B}), ops.negative(ops.multiply({C}, {A})))",
    f"def f(x, key=lambda v: v): return ops.add(ops.multiply({A}, {B}), ops.negative({C}))",
    f"if (lambda v: v)(x):\n    y = 1\nelse: y = ops.add(ops.multiply({A}, {B}), ops.negative({C}))",
    f"x = ops.add({A},  # a comment inside\n        ops.multiply({B}, {C}, {A}, {B}))",
    f"x = ops.add({A},\n        # a comment above\n        ops.multiply({B}, {C}, {A}, {B}))",
    f"match x:\n    case a: y = ops.add(ops.multiply({A}, {B}), ops.negative({C}))",
    f"if {A} > 0 or {B} > ops.divide(ops.add({C}, {A}), 2) or \\\n        {C} > ops.add({A}, {B}):\n    pass",
    f"x = ops.add({A}, ops.multiply({B}, ops.negative({C}))) \\\n    + ops.divide({C}, {A})",
    f"assert ops.all({A}), \\\n    ops.add({B}, ops.multiply({C}, ops.add({A}, {B})))",
    f"def f_{A}_{B}_{C}_{A}(x, y):\n    return 1",
    f"class T_{A}_{B}_{C}_{A}(X, metaclass=Y):\n    x = 1",
)
LEFT = (
    f"x = f(g({A}, {B},\n        # before what closes\n        ), {A}, {B}, {C})",
    f"x = f({A} +\n      # before an operand\n      {B} + {C} + {A} + {B})",
    f"x = ops.add({A}, ops.multiply({B}, {C}, {A}))  # noqa: F821",
    f"x = ops.add({A}, ops.multiply({B}, {C}, {A}))  # type: ignore[name-defined]",
    f'x = ops.add({A}, """{B}\n{C}""", ops.multiply({A}, {B}))',
    f"x = '{A}{B}{C}{A}'",
    f"if x: y = 1; z = ops.add(ops.multiply({A}, {B}), ops.negative({C}))",
    f"if x: y = ops.add({A}, ops.multiply({B}, {C}, {A}))  # noqa: F821",
    "x = ops.add(a, b) \\\n    + c",
)


def wrapped(after: str, before: str) -> str:
    return laid_out(after, before, COLUMNS)


def by_ruff(text: str, columns: int = COLUMNS, *options: str) -> str:
    command = [
        sys.executable,
        "-m",
        "ruff",
        "format",
        "--isolated",
        f"--line-length={columns}",
        *options,
        "-",
    ]
    return subprocess.run(command, input=text, capture_output=True, text=True, check=True).stdout


@pytest.mark.parametrize("text", AS_RUFF)
def test_lines_are_broken_as_ruff_breaks_them(text: str) -> None:
    assert wrapped(text + "\n", "") == by_ruff(text + "\n")


@pytest.mark.parametrize("body", [AS_RUFF[0], AS_RUFF[5], AS_RUFF[6], AS_RUFF[11]])
def test_lines_are_indented_by_tabs_where_they_begin_with_tabs(body: str) -> None:
    text = "def f():\n\tfor i in x:\n" + indent(body.replace("    ", "\t"), "\t\t") + "\n"
    assert wrapped(text, "") == by_ruff(text, COLUMNS, "--config=format.indent-style='tab'")


def test_what_stands_below_spaces_is_indented_by_spaces() -> None:
    text = f"def f():\n\tx = f(\n\t    1,\n\t    ops.add(ops.multiply({A}, {B}), ops.negative({C})),\n\t)\n"
    assert wrapped(text, "").splitlines()[3:5] == [
        "\t    ops.add(",
        f"\t        ops.multiply({A}, {B}),",
    ]


@pytest.mark.parametrize("text", LEFT)
def test_what_cannot_be_broken_is_left(text: str) -> None:
    assert wrapped(text + "\n", "") == text + "\n"


def test_a_semicolon_at_the_end_stays_there() -> None:
    """In a notebook it says that nothing is to be shown of the value."""
    long = f"plot(ops.to_numpy({A}), ops.to_numpy({B}), ops.to_numpy({C}))"
    assert wrapped(f"{long};", "") == f"{wrapped(long, '')};"
    assert "\n" in wrapped(f"{long};", "")


def test_a_statement_that_cannot_be_laid_out_costs_no_other_its_layout(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def badly(lines: list[str], tokens: list[tokenize.TokenInfo], *, joined: bool = False) -> Statement:
        return read(lines, tokens[:-1] + tokens[:1] if "wrong" in lines[0] else tokens, joined=joined)

    read = Statement.of
    wrong, right = f"wrong = ops.add({A}, ops.multiply({B}, {C}, {A}))\n", AS_RUFF[0] + "\n"
    monkeypatch.setattr("purity_lint.run.style.wrapping.Statement.of", badly)
    assert wrapped(right + wrong + right + right, "") == by_ruff(right) + wrong + by_ruff(right) * 2


def test_lines_that_were_long_before_are_left() -> None:
    text = AS_RUFF[0] + "\n"
    assert wrapped(text, text) == text
    assert wrapped("y = 1\n" + text, text) == "y = 1\n" + text


def test_a_line_within_brackets_is_broken_further_in() -> None:
    text = f"x = f(\n    1,\n    ops.add(ops.multiply({A}, {B}), ops.negative({C})),\n)\n"
    assert wrapped(text, "").splitlines()[2:7] == [
        "    ops.add(",
        f"        ops.multiply({A}, {B}),",
        f"        ops.negative({C}),",
        "    ),",
        ")",
    ]


def test_arguments_on_one_line_of_their_own_get_a_line_each() -> None:
    text = f"x = ops.add(\n    ops.multiply({A}, {B}), ops.multiply({B}, ops.negative({C}))\n)\n"
    assert wrapped(text, "").splitlines() == [
        "x = ops.add(",
        f"    ops.multiply({A}, {B}),",
        f"    ops.multiply({B}, ops.negative({C})),",
        ")",
    ]


def test_a_line_that_is_but_a_part_of_its_arguments_is_broken_at_a_bracket() -> None:
    text = f"x = ops.add(\n    ops.multiply({A}, {B}), ops.multiply({B}, ops.negative({C}))\n    - {C}\n)\n"
    assert wrapped(text, "").splitlines()[1:5] == [
        f"    ops.multiply({A}, {B}), ops.multiply(",
        f"        {B}, ops.negative({C})",
        "    )",
        f"    - {C}",
    ]


AROUND = f"""\
def f():
    x = ops.add(
        ops.add(ops.multiply(ops.multiply({A}, {B}), ops.subtract(1, {C})),
                ops.multiply({A}, (1,))),
        ops.multiply([{A}, {B},
                      {C},], (
            1,
        ), {B}),
    )
"""


def test_a_statement_whose_lines_cannot_be_broken_one_by_one_is_broken_anew() -> None:
    assert wrapped(AROUND, "") == by_ruff(AROUND)


def test_a_comment_before_a_statement_is_none_of_its_own() -> None:
    text = AROUND.replace("def f():\n", "def f():\n    # all\n")
    assert wrapped(text, "") == wrapped(AROUND, "").replace("def f():\n", "def f():\n    # all\n")


@pytest.mark.parametrize(
    "code",
    [
        f"x = f({A},\n      # above\n      # and above\n      g({A}, {B}, {C}),  # beside\n      {C}  # last\n)  # end",
        f"x = [{A}, ops.multiply({A}, {B}, {C}),\n     # of one that fits\n     {C}]",
        f"x = [  # of the display\n     {A}, {B},\n     {C}]",
        f"x = [\n     # of a short one\n     {A}]",
        f"def f({A},  # of a parameter\n      {B}={A} + {B} + {C},\n      # of the last\n      {C}=1):",
        f"x = ops.add({A}, {B}, {C} + {A})  # behind",
        f"if ops.any({A},  # noqa\n           ops.greater(ops.abs(ops.subtract({A}, {B})), {C})):",
    ],
)
def test_comments_stay_where_ruff_has_them(code: str) -> None:
    body = "\n    pass" if code.endswith(":") else ""
    tokens = tokenize.generate_tokens(StringIO(code).readline)
    lines = by_ruff(f"{code}{body}\n").removesuffix("    pass\n").splitlines()
    assert Statement.of(code.splitlines(), tokens).broken(COLUMNS) == lines


def test_a_comment_goes_with_what_it_stands_behind() -> None:
    text = AROUND.replace("(1,))),", "(1,))),  # all")
    assert "        ),  # all\n" in wrapped(text, "")
    assert wrapped(text, "").replace("  # all", "") == wrapped(AROUND, "")


def test_a_file_of_short_lines_is_kept_narrow() -> None:
    lines = "x = 1\n" * 220
    assert width(lines) == width(lines + f"y = {'1' * 95}\n") == 88
    assert width(lines + f"y = {'1' * 95}\n" * 3) == width("x = 1\n") == 100


ALIGNED = """y = call(one,
         two)
z = call(one,
         two)
"""
LONG = f"value = namespace.function({', '.join(['argument'] * 10)})"


def test_lines_are_filled_below_their_bracket_where_the_file_does_so() -> None:
    first = f"value = namespace.function({', '.join(['argument'] * 7)},"
    rest = f"{' ' * first.index('argument')}argument, argument, argument)"
    assert wrapped(f"{ALIGNED}{LONG}\n", ALIGNED).splitlines()[4:] == [first, rest]


def test_what_does_not_fit_below_its_bracket_stands_on_lines_of_its_own() -> None:
    line = f"{'value' * 10} = namespace.function({'argument' * 5}, argument)"
    assert wrapped(f"{ALIGNED}{line}\n", ALIGNED).splitlines()[4:] == wrapped(f"{line}\n", "").splitlines()


def test_a_file_of_eighty_columns_keeps_to_them() -> None:
    google = f"y = call(\n    one\n)\nx = {'1' * 74}\n" * 30
    assert width(google) == 80
    assert width(google + f"y = {'1' * 80}\n") == 80
    assert width(google + f"y = {'1' * 80}\n" * 2) == 88
    assert width(google.replace("call(\n    one", "call(one,\n         one")) == 88


BLACK = f"y = call(\n    {'one' * 15}, {'two' * 15}\n)\nz = call(\n    one,\n    two,\n)\n"


@pytest.mark.parametrize(
    ("lines", "expected"),
    [
        ("w = call(\n    one, two\n)\n", "w = call(one, two)\n"),
        ("w = call(\n    one, two,\n)\n", "w = call(one, two)\n"),  # what a fix has left
        ("w = call(\n    one,\n    three,\n)\n", None),
        ("w = call(\n    three,\n)\n", None),
        ("w = call(\n    one, two  # one\n)\n", None),
        ("w = call(\n    g(\n        one\n    )\n)\n", "w = call(g(one))\n"),
        ("w = (\n    one + two\n)\n", "w = one + two\n"),
        (f"w = call(\n    {'one' * 15}, {'six' * 15}\n)\n", None),
    ],
)
def test_a_statement_that_became_short_is_joined_as_black_does(lines: str, expected: str | None) -> None:
    assert wrapped(BLACK + lines, BLACK) == BLACK + (expected or lines)


def test_lines_stay_in_a_file_that_breaks_what_would_fit() -> None:
    before = "w = call(\n    one, two\n)\n"
    after = before + "v = call(\n    one, three\n)\n"
    assert wrapped(after, before) == after


STATEMENTS = f"""\
class It(Base[{A}, {B}], metaclass=Other[{A}, {B}]):
    def of(self, {A}: ops.Tensor, {B}: ops.Tensor, key: int | None = None) -> tuple[ops.Tensor, ops.Tensor]:
        return {A}, ops.divide({A}, {B}), ops.multiply({B}, {C}), [], x

    def pair(self):
        return ops.reshape(ops.array(res[1][:-1]), (-1,)), ops.reshape(ops.array({A}[1][-1]), (-1,))

    def values(self) -> Mapping[It["{A}", "{B}", "{C}", "{A}"]]:
        a, b = ops.reshape(ops.divide({A}, {B}), (3,)), ops.reshape(ops.divide({B}, {C}), (3,))
        if ops.any(ops.isnan({A})) and ops.all(ops.isfinite({B}, {A}, {C})):
            return ops.any(ops.isnan({A})) and ops.all(ops.isfinite({B})) and ops.any({C})
        {A}.{B}[{C}] = ops.subtract({A}, {B})
        {A}[{B}.{C}(a, b)] = ops.subtract(a, b[{A}])
        x = ops.subtract({A}, {B}).reshape({A}).astype({C}).sum()
        x = ops.subtract({A}, {B}) if ops.any({C}) else ops.negative({C})
        x = ops.subtract({A}, {B}) < ops.subtract({A}, {B}) + {C}
        for a, b in enumerate(ops.subtract({A}, {B}), start={C}):
            assert ops.allclose(ops.subtract({A}, {B}), ops.add({A}, {B}))
            assert ops.allclose(ops.subtract({A}, {B}), {A}), f"{{x}} is not {{y}}, but {{{C}}}"
        while not ops.all(ops.less(ops.subtract({A}, {B}), ops.add({B}, {C}))):
            with ops.subtract({A}, {B}) as {C}:
                pass
        a = {{"{A}": ops.subtract({A}, {B}), "b": [x for x in ops.add({A}, {B}) if ops.add(x, {B}, {C}, x)]}}
        self.a = self.b = ops.subtract({A}, {B}).reshape(-1)
        raise ValueError(f"{A} {{{B}}} {C} {A}") from ops.subtract(a, b)
        X[{A}] += ops.subtract({A}, {B})[{C}]
        return not ops.subtract({A}, {B}) and -{A}.bbbbbbbbbbbbbbbbbbbbb({C})
        value = "{A}" "{B}" "{C}" "{A}"
        return {A} * ops.sin({B}) + {B} * ops.cos({C}) - 1 if {A} is not None else None
        ops.assign(x, (slice(None), 0), -{A} - 1, key=lambda a: a, **{{**{B}, **{C}, **{A}}})
"""


@pytest.mark.parametrize("columns", [79, 88, 100])
def test_every_kind_of_statement_is_laid_out_as_by_ruff(columns: int) -> None:
    by = by_ruff(STATEMENTS, columns)
    assert is_laid_out(by, columns)
    assert laid_out(by, "", columns) == by
    assert laid_out(STATEMENTS, BLACK, columns) == by
    assert laid_out(STATEMENTS, "", columns) == by


def test_a_statement_in_a_formatted_file_is_laid_out_whole() -> None:
    after = BLACK + f"w = (\n    ops.add(\n        {A},\n        {B},\n    )\n    - one\n)\n"
    assert wrapped(after, BLACK) == by_ruff(after)
    joined = after.replace(f"(\n        {A},\n        {B},\n    )", f"({A}, {B})")
    assert wrapped(joined, BLACK) == by_ruff(joined)


@pytest.mark.parametrize(
    ("name", "text", "columns"),
    [
        ("pyproject.toml", "[tool.ruff]\nline-length = 92\n", 92),
        ("pyproject.toml", "[tool.black]\n", 88),
        ("pyproject.toml", "[tool.black]\nline-length = 110\n", 110),
        ("ruff.toml", "line-length = 79\n", 79),
        ("setup.cfg", "[flake8]\nmax-line-length = 127\n", 127),
        ("tox.ini", "[pycodestyle]\nmax_line_length = 81\n", 81),
        ("pyproject.toml", "[tool.ruff\n", 100),
        ("setup.cfg", "[metadata]\nname = x\n", 100),
    ],
)
def test_a_file_keeps_to_the_columns_of_its_project(
    tmp_path: Path, name: str, text: str, columns: int
) -> None:
    (tmp_path / ".git").mkdir()
    (tmp_path / "core").mkdir()
    (tmp_path / name).write_text(text)
    assert columns_of(tmp_path / "core" / "it.py", "x = 1\n") == columns


def test_columns_that_a_file_does_not_keep_to_are_not_its_own(tmp_path: Path) -> None:
    (tmp_path / "ruff.toml").write_text("line-length = 60\n")
    assert columns_of(tmp_path / "it.py", f"x = '{'1' * 60}'\n" * 3) == 100
    assert columns_of(tmp_path / "it.py", f"x = '{'1' * 60}'\n" + "x = 1\n" * 30) == 60


TORN = (
    "x = ops.divide(ops.mean(\n    ops.abs(a-b)\n), 1-s)\n",
    "x = ops.astype(\n    ops.rint(\n    ops.add(a*s, n)\n),\n    int,\n)\n",
    "x = ops.add(ops.pi, ops.multiply(\n    ops.arctan2(a,b)\n))\n",
    f"x = ops.add({A}, ops.multiply(\n    ops.arctan2(a,b),\n    {B},\n))\n",
    f"x = f({A}, ops.multiply(\n    ops.arctan2(a,b),\n    {B},\n))\n",
)


@pytest.mark.parametrize(
    ("torn", "expected"),
    [
        (TORN[0], "x = ops.divide(ops.mean(ops.abs(a-b)), 1-s)\n"),
        (TORN[1], "x = ops.astype(\n    ops.rint(ops.add(a*s, n)),\n    int,\n)\n"),
        (TORN[2], None),
        (
            TORN[3],
            f"x = ops.add(\n    {A},\n    ops.multiply(\n        ops.arctan2(a,b),\n        {B},\n    ),\n)\n",
        ),
        (TORN[4], None),
    ],
)
def test_a_statement_that_fixes_tore_is_laid_out_anew(torn: str, expected: str | None) -> None:
    before = "y = f( 1,2 )\nz = g(\n  1)\n"
    assert wrapped(before + torn, before) == before + (expected or torn)
    assert wrapped(before + torn, before + torn) == before + torn


@pytest.mark.parametrize("columns", [79, 88, 100, 120])
def test_the_columns_of_a_formatted_file_are_told_from_its_statements(tmp_path: Path, columns: int) -> None:
    (tmp_path / ".git").mkdir()
    assert columns_of(tmp_path / "it.py", by_ruff(STATEMENTS, columns)) == columns

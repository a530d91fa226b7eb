"""Operators inside expressions: what is written, and how."""

from __future__ import annotations

import pytest
from operator_fixes import fix

HEAD = "from emberops import ops\n"


def expression(code: str) -> str:
    """``code`` after the fix, without the import."""
    result = fix(HEAD + code)
    assert not result.rolled_back
    assert result.text.startswith(HEAD)
    return result.text.removeprefix(HEAD)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        # nesting and parentheses
        ("-(a + b) * c\n", "ops.multiply(ops.negative(ops.add(a, b)), c)\n"),
        ("y = (a + b)\n", "y = ops.add(a, b)\n"),
        ("y = ((a + b))\n", "y = ops.add(a, b)\n"),
        ("y = (a + b).real\n", "y = ops.add(a, b).real\n"),
        ("y = (a + b)[0]\n", "y = ops.add(a, b)[0]\n"),
        ("y = (a + b)(c)\n", "y = ops.add(a, b)(c)\n"),
        ("f((a + b))\n", "f(ops.add(a, b))\n"),
        ("f (a + b)\n", "f (ops.add(a, b))\n"),
        ("f(*(a + b), **(c + d))\n", "f(*ops.add(a, b), **ops.add(c, d))\n"),
        ("y = a ** -b\n", "y = ops.power(a, ops.negative(b))\n"),
        ("y = -a ** 2\n", "y = ops.negative(ops.power(a, 2))\n"),
        ("y = a + b + c + d\n", "y = ops.add(ops.add(ops.add(a, b), c), d)\n"),
        ("y = a @ b @ c\n", "y = ops.matmul(ops.matmul(a, b), c)\n"),
        ("y = x.T @ x.T\n", "y = ops.matmul(ops.transpose(x), ops.transpose(x))\n"),
        ("y = (x + y).T\n", "y = ops.transpose(ops.add(x, y))\n"),
        ("y = x.T.T\n", "y = ops.transpose(ops.transpose(x))\n"),
        ("y = x.T[0]\n", "y = ops.transpose(x)[0]\n"),
        ("y = np.foo(a + b, *c)\n", "y = ops.foo(ops.add(a, b), *c)\n"),
        ("y = np.foo(np.bar(x)).T\n", "y = ops.transpose(ops.foo(ops.bar(x)))\n"),
        ("y = not (a < b)\n", "y = not ops.less(a, b)\n"),
        ("y = (a < b) == (c < d)\n", "y = ops.equal(ops.less(a, b), ops.less(c, d))\n"),
        # operands that need, or do not need, parentheses as arguments
        ("y = (a if c else b) * d\n", "y = ops.multiply(a if c else b, d)\n"),
        ("y = (lambda: 0) * d\n", "y = ops.multiply(lambda: 0, d)\n"),
        ("y = (a or b) * d\n", "y = ops.multiply(a or b, d)\n"),
        ("y = (z := a) * d\n", "y = ops.multiply((z := a), d)\n"),
        ("y = (a, b) * d\n", "y = ops.multiply((a, b), d)\n"),
        ("y = [a, b] * d\n", "y = ops.multiply([a, b], d)\n"),
        ("y = (i for i in a) + d\n", "y = ops.add((i for i in a), d)\n"),
        ("y = -(i for i in a)\n", "y = ops.negative(i for i in a)\n"),
        ("def f():\n    y = (yield) + 1\n", "def f():\n    y = ops.add((yield), 1)\n"),
        ("async def f():\n    y = await a + await b\n", "async def f():\n    y = ops.add(await a, await b)\n"),
        ("async def f():\n    y = await (a + b)\n", "async def f():\n    y = await ops.add(a, b)\n"),
        ("y = (1).real + 1\n", "y = ops.add((1).real, 1)\n"),
        ("y = ('a' 'b') * n\n", "y = ops.multiply('a' 'b', n)\n"),
        ("(y := a + b)\n", "(y := ops.add(a, b))\n"),
        ("y = a, b + c\n", "y = a, ops.add(b, c)\n"),
        ("y = *a, *(b + c)\n", "y = *a, *ops.add(b, c)\n"),
        # words that only a parenthesis kept apart
        ("def f(): return(a + b)\n", "def f(): return ops.add(a, b)\n"),
        ("y = a if(b + c)else d\n", "y = a if ops.add(b, c)else d\n"),
        ("y = not(a + b)\n", "y = not ops.add(a, b)\n"),
        ("y = [i for i in(a + b)]\n", "y = [i for i in ops.add(a, b)]\n"),
        # places
        ("f = lambda x, y=a + b: x + y\n", "f = lambda x, y=ops.add(a, b): ops.add(x, y)\n"),
        ("y = {a + b: c + d, **(e + f)}\n", "y = {ops.add(a, b): ops.add(c, d), **ops.add(e, f)}\n"),
        ("y = x[a + b:c + d, ...]\n", "y = x[ops.add(a, b):ops.add(c, d), ...]\n"),
        (
            "y = [a + i for i in x + y if i + 1 < 2]\n",
            "y = [ops.add(a, i) for i in ops.add(x, y) if ops.less(ops.add(i, 1), 2)]\n",
        ),
        ("f(a + i for i in x)\n", "f(ops.add(a, i) for i in x)\n"),
        ("y = a < b + c < d\n", "y = a < ops.add(b, c) < d\n"),
        ("y = a + b if c + d else e + f\n", "y = ops.add(a, b) if ops.add(c, d) else ops.add(e, f)\n"),
        ("del x[a + b]\n", "del x[ops.add(a, b)]\n"),
        # columns are counted in characters
        ("é = 'üü' * ñ + '𝄞' * 2; z = a + b\n",
         "é = ops.add(ops.multiply('üü', ñ), ops.multiply('𝄞', 2)); z = ops.add(a, b)\n"),
        # white space that is not changed
        ("y  =  f( a+b ,c )\n", "y  =  f( ops.add(a, b) ,c )\n"),
        ("if\tx:\n\ty = a + b\t# c\n", "if\tx:\n\ty = ops.add(a, b)\t# c\n"),
        ("y = 1\n\f\nz = a + b\n", "y = 1\n\f\nz = ops.add(a, b)\n"),
        ("y = a + b", "y = ops.add(a, b)"),
    ],
)  # fmt: skip
def test_expression(before: str, after: str) -> None:
    assert expression(before) == after


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("y = f'{a + b}'\n", "y = f'{ops.add(a, b)}'\n"),
        ("y = f'{a + b!r:>{w + 1}}'\n", "y = f'{ops.add(a, b)!r:>{ops.add(w, 1)}}'\n"),
        ("y = f'{(a + b)}'\n", "y = f'{ops.add(a, b)}'\n"),
        ("y = 'é' f'ü{a + b}' f\"{c + d}\"\n", "y = 'é' f'ü{ops.add(a, b)}' f\"{ops.add(c, d)}\"\n"),
        ("y = f'{x[\"k\"] + 1}'\n", "y = f'{ops.add(x[\"k\"], 1)}'\n"),
        ("y = f'{f\"{a + b}\" + c}'\n", "y = f'{ops.add(f\"{ops.add(a, b)}\", c)}'\n"),
        (
            "y = f'''\n{a + b}\n  {c +\n d}'''\n",
            "y = f'''\n{ops.add(a, b)}\n  {ops.add(c,\n           d)}'''\n",
        ),
        ("y = f'{a + a}{a + a}'\n", "y = f'{ops.add(a, a)}{ops.add(a, a)}'\n"),
        ("y = f'{{}}{a + b}'\n", "y = f'{{}}{ops.add(a, b)}'\n"),
        ("y = rf'\\d{a + b}'\n", "y = rf'\\d{ops.add(a, b)}'\n"),
    ],
)
def test_fstring(before: str, after: str) -> None:
    result = fix(HEAD + before)
    assert result.text == HEAD + after


def test_fstring_that_prints_its_source_stays() -> None:
    result = fix("y = f'{a + b=}'\n")
    assert result.text == "y = f'{a + b=}'\n"
    assert not result.rolled_back
    assert [reason for _, reason in result.skipped] == [
        "the f-string prints the source of this expression (`=`)"
    ]


@pytest.mark.parametrize(
    ("before", "after"),
    [
        # visual indentation follows the bracket
        (
            "y = (a * x  # first\n     + b)  # second\n",
            "y = ops.add(ops.multiply(a, x),  # first\n            b)  # second\n",
        ),
        (
            "y = (a * x +  # first\n     b)\n",
            "y = ops.add(ops.multiply(a, x),  # first\n            b)\n",
        ),
        (
            "y = (a\n     # between\n     # two lines\n     + b)\n",
            "y = ops.add(a,\n            # between\n            # two lines\n            b)\n",
        ),
        (
            "y = a * x + foo(b,\n                c)\n",
            "y = ops.add(ops.multiply(a, x), foo(b,\n                                    c))\n",
        ),
        # a hanging indent stays as it is, with a comma at the end
        (
            "y = (\n    a * x\n    + b\n)\n",
            "y = ops.add(\n    ops.multiply(a, x),\n    b,\n)\n",
        ),
        (
            "y = (  # why\n    a\n    + b  # last\n)\n",
            "y = ops.add(  # why\n    a,\n    b,  # last\n)\n",
        ),
        (
            "y = f(\n    a + b,  # one\n    c + d,  # two\n)\n",
            "y = f(\n    ops.add(a, b),  # one\n    ops.add(c, d),  # two\n)\n",
        ),
        (
            "y = x.sum(\n    axis=0,  # rows\n)\n",
            "y = ops.sum(\n    x,\n    axis=0,  # rows\n)\n",
        ),
        # a backslash is not needed inside parentheses
        ("y = a + \\\n    b\n", "y = ops.add(a,\n            b)\n"),
        ("y = f(a) \\\n    .real + b\n", "y = ops.add(f(a)\n    .real, b)\n"),
        ("y = \\\n    a + b\n", "y = \\\n    ops.add(a, b)\n"),
        # an operand of another operator goes on one line
        (
            "y = (\n    a\n    + b\n    + c\n)\n",
            "y = ops.add(\n    ops.add(a, b),\n    c,\n)\n",
        ),
        # but for comments
        (
            "y = (a  # one\n     + b  # two\n     + c)\n",
            "y = ops.add(ops.add(a,  # one\n                    b),  # two\n            c)\n",
        ),
        # lines outside the changed expression follow their bracket, too
        ("y = np.f(a,\n         b)\n", "y = ops.f(a,\n          b)\n"),
        (
            "y = np.f([a,  # one\n          # two\n          b], g(c,\n                d))\n",
            "y = ops.f([a,  # one\n           # two\n           b], g(c,\n                 d))\n",
        ),
        (
            "y = f(x.T, g(a,\n             b), c + d, h(e,\n                          i))\n",
            "y = f(ops.transpose(x), g(a,\n                          b), ops.add(c, d), h(e,\n"
            "                                               i))\n",
        ),
        ("y = np.f(\n    a,\n    g(b,\n      c))\n", "y = ops.f(\n    a,\n    g(b,\n      c))\n"),
        ("y = np.f(a,\n    b)\n", "y = ops.f(a,\n    b)\n"),
        (
            "def f(x=np.a,\n      y=b):\n    return np.g(x,\n                y)\n",
            "def f(x=ops.a,\n      y=b):\n    return ops.g(x,\n                 y)\n",
        ),
        # strings over several lines are left alone
        ('y = """\n  a\n""" + b\n', 'y = ops.add("""\n  a\n""", b)\n'),
        # tabs are left alone
        ("if x:\n\ty = (a +\n\t     b)\n", "if x:\n\ty = ops.add(a,\n\t     b)\n"),
        ("y = -(  # c\n    a)\n", "y = ops.negative((  # c\n    a))\n"),
    ],
)
def test_several_lines(before: str, after: str) -> None:
    assert expression(before) == after


@pytest.mark.parametrize(
    "code",
    [
        "",
        "# only a comment",
        "x = a and b or not c\n",
        "x: 'a + b' = 1\n",
        "x = 'a + b'  # a + b\n",
        "x = f'a + b {c}'\n",
        "import os\n\n\nprint(os.path, x[1:2], *y, **z)\n",
        "async def f():\n    async with a as b, c as d:\n        yield b\n",
        "\ufeff".strip("\ufeff") + "match x:\n    case [a, *b] if c:\n        pass\n",
    ],
)
def test_nothing_to_fix(code: str) -> None:
    result = fix(code)
    assert result.text == code
    assert not result.applied

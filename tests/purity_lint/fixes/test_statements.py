"""Whole statements that are rewritten, and the statements that hold expressions."""

from __future__ import annotations

import ast
from collections.abc import Iterator

import pytest
from operator_fixes import Operators, findings, fix, parsed

from purity_lint.configuration.settings import Settings
from purity_lint.findings.diagnostics import Applicability
from purity_lint.findings.edits import Fix, RewriteStatement
from purity_lint.findings.finding import Finding
from purity_lint.fixes import fix_source
from purity_lint.rules.base import RuleContext

HEAD = "from emberops import ops\n"


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("y += a\n", "y = ops.add(y, a)\n"),
        ("y += a + b\n", "y = ops.add(y, ops.add(a, b))\n"),
        ("y += (a\n      + b)\n", "y = ops.add(y, ops.add(a,\n                       b))\n"),
        ("y += (a  # c\n      + b)\n", "y = ops.add(y, ops.add(a,  # c\n                       b))\n"),
        ("y += yield_, 1\n", "y = ops.add(y, (yield_, 1))\n"),
        ("y +=\\\n  a  # c\n", "y = ops.add(y,\n            a)  # c\n"),
        ("x[i] = v\n", "x = ops.assign(x, i, v)\n"),
        ("x[i, j] = v + 1\n", "x = ops.assign(x, (i, j), ops.add(v, 1))\n"),
        ("x[(i, j)] = v\n", "x = ops.assign(x, (i, j), v)\n"),
        ("x[a + b] = v\n", "x = ops.assign(x, ops.add(a, b), v)\n"),
        ("x[i,  # row\n  j] = v\n", "x = ops.assign(x, (i,  # row\n                   j), v)\n"),
        ("x[\n    a + b\n] = v\n", "x = ops.assign(\n    x,\n    ops.add(a, b),\n    v,\n)\n"),
        ("x[\n    i  # row\n] = v\n", "x = ops.assign(\n    x,\n    i,  # row\n    v,\n)\n"),
        ("x[\n    i\n] = f(\n    v\n)\n", "x = ops.assign(x, i, f(\n    v\n))\n"),
        ("x[i\n] = v\n", "x = ops.assign(x, i, v)\n"),
        # several statements on a line
        ("a = 1; y += b; c = 2\n", "a = 1; y = ops.add(y, b); c = 2\n"),
        ("if x: y += 1\n", "if x: y = ops.add(y, 1)\n"),
        ("if x: y += 1; z += 2  # c\n", "if x: y = ops.add(y, 1); z = ops.add(z, 2)  # c\n"),
        ("class A: x = a + b\n", "class A: x = ops.add(a, b)\n"),
        ("for i in x: y += (a +\n                  b); z += 1\n",
         "for i in x: y = ops.add(y, ops.add(a,\n                                   b)); z = ops.add(z, 1)\n"),
        ("y = a + b;\n", "y = ops.add(a, b);\n"),
        # headers
        ("if a + b:\n    pass\nelif c + d:\n    pass\n",
         "if ops.add(a, b):\n    pass\nelif ops.add(c, d):\n    pass\n"),
        ("if (a + b):  # c\n    pass\n", "if ops.add(a, b):  # c\n    pass\n"),
        ("if(a + b):\n    pass\n", "if ops.add(a, b):\n    pass\n"),
        ("while a < b:\n    a += 1\nelse:\n    a -= 1\n",
         "while ops.less(a, b):\n    a = ops.add(a, 1)\nelse:\n    a = ops.subtract(a, 1)\n"),
        ("with f(a + b) as (c, d), (e + f):\n    pass\n",
         "with f(ops.add(a, b)) as (c, d), ops.add(e, f):\n    pass\n"),
        ("for i in (a + b):\n    pass\n", "for i in ops.add(a, b):\n    pass\n"),
        ("try:\n    pass\nexcept (A + B) as e:\n    x = a + b\nfinally:\n    y = c + d\n",
         "try:\n    pass\nexcept ops.add(A, B) as e:\n    x = ops.add(a, b)\nfinally:\n    y = ops.add(c, d)\n"),
        ("match a + b:\n    case [x] if x + 1:\n        y = x + 2\n",
         "match ops.add(a, b):\n    case [x] if ops.add(x, 1):\n        y = ops.add(x, 2)\n"),
        ("@f(a + b)\n@g\ndef h(x: 'a + b' = a + b, *, y=c + d) -> e + f:\n    pass\n",
         "@f(ops.add(a, b))\n@g\ndef h(x: 'a + b' = ops.add(a, b), *, y=ops.add(c, d)) -> ops.add(e, f):\n    pass\n"),
        ("class A(f(a + b), metaclass=c + d):\n    x = y = a + b\n",
         "class A(f(ops.add(a, b)), metaclass=ops.add(c, d)):\n    x = y = ops.add(a, b)\n"),
        ("def f():\n    def g():\n        nonlocal y\n        y += 1\n    return (a +\n            b)\n",
         "def f():\n    def g():\n        nonlocal y\n        y = ops.add(y, 1)\n"
         "    return ops.add(a,\n                   b)\n"),
        ("assert a + b, c + d\n", "assert ops.add(a, b), ops.add(c, d)\n"),
        ("raise E(a + b) from c + d\n", "raise E(ops.add(a, b)) from ops.add(c, d)\n"),
        ("x = a + b  # type: int\n", "x = ops.add(a, b)  # type: int\n"),
        ("x: int = a + b\n", "x: int = ops.add(a, b)\n"),
    ],
)  # fmt: skip
def test_statement(before: str, after: str) -> None:
    result = fix(HEAD + before)
    assert not result.rolled_back
    assert result.text == HEAD + after


class Swap(Operators):
    """Rewrites ``a, b = b, a`` as three statements."""

    nodes = (ast.Assign,)

    def check(self, node: ast.AST, context: RuleContext | None = None) -> Iterator[Finding]:
        match node:
            case ast.Assign(targets=[ast.Tuple(elts=[a, b])], value=ast.Tuple(elts=[c, d])):
                edit = RewriteStatement(
                    node, "saved = {d}\n{b} = {c}\n{a} = saved", {"a": a, "b": b, "c": c, "d": d}
                )
                yield Finding(node, "swap", fix=Fix((edit,), Applicability.SAFE, "Swap"))


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("a, b = b, a\n", "saved = a\nb = b\na = saved\n"),
        ("if x:\n\ta, b = b, a  # c\n", "if x:\n\tsaved = a\n\tb = b\n\ta = saved  # c\n"),
        ("if x: a, b = b, a\n", "if x: saved = a; b = b; a = saved\n"),
        ("y = 1; a, b = b, a\n", "y = 1; saved = a; b = b; a = saved\n"),
        ("a, b = f(b), g(\n    a\n)\n", "saved = g(\n    a\n)\nb = f(b)\na = saved\n"),
    ],
)
def test_one_statement_becomes_several(before: str, after: str) -> None:
    source = parsed(before)
    result = fix_source(source, findings(source, Swap()), Settings(), unsafe=False)
    assert not result.rolled_back
    assert result.text == after

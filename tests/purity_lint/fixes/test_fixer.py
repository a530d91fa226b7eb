"""Choosing, checking and taking back fixes."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest
from operator_fixes import Imports, Item, Operators, findings, fix, parsed

from purity_lint.configuration.settings import Settings
from purity_lint.engine.fix import fix as fix_file
from purity_lint.findings.diagnostics import Applicability
from purity_lint.findings.edits import Edit, Fix, Hole, Rewrite
from purity_lint.findings.finding import Finding
from purity_lint.fixes import fix_edits, fix_source
from purity_lint.rules.base import Rule, RuleContext
from purity_lint.source.edits import apply_edits
from purity_lint.source.file import SourceFile
from purity_lint.source.read import source_from_bytes


class Calls(Rule):
    """Rewrites calls of ``old`` by a template."""

    code = "TST003"
    name = "calls"
    nodes = (ast.Call,)
    VALID = ()
    INVALID = ()

    def __init__(
        self,
        template: str,
        function: str = "old",
        applicability: Applicability = Applicability.SAFE,
        priority: int = 0,
    ) -> None:
        self.template = template
        self.function = function
        self.applicability = applicability
        self.priority = priority

    def check(self, node: ast.AST, context: RuleContext | None = None) -> Iterator[Finding]:
        if isinstance(node, ast.Call) and ast.unparse(node.func) == self.function:
            holes: dict[str, Hole] = {f"a{i}": arg for i, arg in enumerate(node.args)}
            edits: tuple[Edit, ...] = (
                Rewrite(node, self.template, {**holes, "self": node, "func": node.func}),
            )
            yield Finding(node, "call", fix=Fix(edits, self.applicability, "Rewrite"))


def run(
    code: str, *rules: Rule, unsafe: bool = False, check: bool = True
) -> tuple[str, list[str], list[str]]:
    result = fix(code, *rules, unsafe=unsafe, check=check)
    return result.text, [why for _, why in result.rolled_back], [why for _, why in result.skipped]


@pytest.mark.parametrize(
    ("applicability", "unsafe", "applied"),
    [
        (Applicability.SAFE, False, True),
        (Applicability.SAFE, True, True),
        (Applicability.UNSAFE, False, False),
        (Applicability.UNSAFE, True, True),
        (Applicability.DISPLAY, False, False),
        (Applicability.DISPLAY, True, False),
    ],
)
def test_applicability(applicability: Applicability, unsafe: bool, applied: bool) -> None:
    text, _, _ = run("y = old(a)\n", Calls("new({a0})", applicability=applicability), unsafe=unsafe)
    assert text == ("y = new(a)\n" if applied else "y = old(a)\n")


@pytest.mark.parametrize(
    ("template", "before", "after"),
    [
        ("{a0} * {a1}", "y = old(a + b, c if d else e)\n", "y = (a + b) * (c if d else e)\n"),
        ("{a0} - {a1}", "y = old(a - b, c - d)\n", "y = a - b - (c - d)\n"),
        ("{a0} ** {a1}", "y = old(-a, -b)\n", "y = (-a) ** -b\n"),
        ("{a0} ** {a1}", "y = old(a ** b, c ** d)\n", "y = (a ** b) ** c ** d\n"),
        ("{a0} - {a1}", "y = -old(a, b).real\n", "y = -(a - b).real\n"),
        ("{a0} - {a1}", "y = c * old(a, b)\n", "y = c * (a - b)\n"),
        ("not {a0}", "y = old(a or b) and c\n", "y = not (a or b) and c\n"),
        ("{a0}.size", "y = old(1) + old(a @ b)\n", "y = (1).size + (a @ b).size\n"),
        ("{a0}[{a1}]", "y = old(a, (b, c))\n", "y = a[b, c]\n"),
        ("{a0} is not None", "if old(a) and b: pass\n", "if a is not None and b: pass\n"),
        ("-{a0}", "y = b - old(a)\n", "y = b - -a\n"),
        ("-{a0}", "y = old(a) ** b\n", "y = (-a) ** b\n"),
        ("[{a0}, {a1}]", "y = old(i for i in x)\n", None),
        ("wrap({self})", "y = old(a)\n", "y = wrap(old(a))\n"),
        ("{{'a': {a0}}}", "y = old(b)\n", 'y = {"a": b}\n'),
        ("new({a0}, {a1})", "y = old(*a, b)\n", "y = new(*a, b)\n"),
        ("new({a1}, {a0})", "y = old(a,  # one\n        b)\n", "y = new(b, a  # one\n        )\n"),
        ("{a0}", "y = old(a)\n", "y = a\n"),
        ("{a0}", "y = old(a if b else c) + d\n", "y = (a if b else c) + d\n"),
        ("{a0}", "y = old((a, b))\n", "y = a, b\n"),
    ],
)
def test_template(template: str, before: str, after: str | None) -> None:
    if after is None:
        with pytest.raises(ValueError, match="no hole 'a1'"):
            run(before, Calls(template), check=False)
        return
    text, rolled_back, _ = run(before, Calls(template), check=False)
    assert (text, rolled_back) == (after, [])


def test_the_higher_priority_wins() -> None:
    low, high = Calls("low({a0})"), Calls("high({a0})", priority=5)
    text, rolled_back, skipped = run("y = old(a)\n", low, high, check=False)
    assert text == "y = high(a)\n"
    assert not rolled_back
    assert skipped == ["another fix rewrites the same code"]


def test_two_rules_that_ask_for_the_same_are_one() -> None:
    result = fix("y = old(a)\n", Calls("new({a0})"), Calls("new({a0})"))
    assert result.text == "y = new(a)\n"
    assert len(result.applied) == 2
    assert not result.skipped


def test_a_wrapper_and_a_rewrite_of_one_node_compose() -> None:
    text, _, skipped = run(
        "y = old(a)\n", Calls("float({self})"), Calls("new({a0})", priority=1), check=False
    )
    assert (text, skipped) == ("y = float(new(a))\n", [])


def test_what_a_template_drops_is_not_fixed_beside_it() -> None:
    source = parsed("y = old(a, inner(b))\n")
    items = findings(source, Calls("new({a0})"), Calls("better({a0})", "inner"))
    result = fix_source(source, items, Settings(), unsafe=False)
    assert result.text == "y = new(a)\n"
    assert len(result.skipped) == 1


def test_a_fix_of_the_callee_composes_with_its_arguments() -> None:
    assert fix("y = np.f(a + b, np.g(c)).T\n").text.endswith(
        "y = ops.transpose(ops.f(ops.add(a, b), ops.g(c)))\n"
    )


@pytest.mark.parametrize(
    ("template", "reason"),
    [
        ("{a0} +", "not an expression"),
        ("new({a0}", "not an expression"),
        ("old({a0})", "would change nothing"),
        ("old({a0}, old(1))", "would still be there"),
    ],
)
def test_a_bad_fix_is_rolled_back_alone(template: str, reason: str) -> None:
    code = "x = a + b\ny = old(c + d)\nz = (e + f) * old(g)\n"
    text, rolled_back, _ = run(code, Operators(), Calls(template))
    assert text == (
        "from emberops import ops\n\n"
        "x = ops.add(a, b)\ny = old(ops.add(c, d))\nz = ops.multiply(ops.add(e, f), old(g))\n"
    )
    assert len(rolled_back) == 2
    assert all(reason in why for why in rolled_back)


def test_a_comment_is_never_lost() -> None:
    text, rolled_back, _ = run("y = old(\n    a,\n    b,  # why\n)\n", Calls("new({a0})"))
    assert text == "y = new(\n    a,\n    # why\n)\n"
    text, rolled_back, _ = run("y = old(\n    a,  # why\n)\n", Calls("done"))
    assert "# why" in text
    assert rolled_back == ["a comment inside has no place in the new code"]


def test_a_new_finding_takes_the_fix_back() -> None:
    class Forbidden(Calls):
        def check(self, node: ast.AST, context: RuleContext | None = None) -> Iterator[Finding]:
            if isinstance(node, ast.Name) and node.id == "forbidden":
                yield Finding(node, "forbidden")

        nodes = (ast.Name,)

    rules = (Calls("new({a0})"), Calls("f(forbidden, forbidden)", "worse"), Forbidden(""))
    text, rolled_back, _ = run("x = old(a)\ny = worse(b)\n", *rules)
    assert text == "x = new(a)\ny = worse(b)\n"
    assert rolled_back == ["TST003 would still be there, or be new: forbidden"]


def test_passes_go_on_until_nothing_changes() -> None:
    """What the analysis can only see in the new code is fixed as well."""
    first, later = Calls("new({a0})"), Calls("better({a0})", "inner")

    def recheck(source: SourceFile) -> list[Item]:
        return findings(source, first, later) if "new(" in source.text else findings(source, first)

    source = parsed("x = old(a)\ny = inner(b)\n")
    result = fix_source(source, recheck(source), Settings(), unsafe=False, recheck=recheck)
    assert result.text == "x = new(a)\ny = better(b)\n"
    assert len(result.applied) == 2


def test_use_of_ops_that_a_fix_spoils_takes_it_back() -> None:
    class SecondUse(Rule):
        """Flags reading ``x`` behind ``x = spoil(...)``."""

        code = "TST004"
        name = "second-use"
        nodes = (ast.Module,)
        after_fixes = True
        VALID = ()
        INVALID = ()

        def check(self, node: ast.AST, context: RuleContext | None = None) -> Iterator[Finding]:
            assert isinstance(node, ast.Module)
            if "spoil" in ast.unparse(node):
                yield Finding(node.body[-2], "used again")

    text, rolled_back, _ = run("y = old(x)\nx\nz = a + b\n", Calls("spoil({a0})"), SecondUse(), Operators())
    assert text == "from emberops import ops\n\ny = old(x)\nx\nz = ops.add(a, b)\n"
    assert rolled_back == ["TST004 would still be there, or be new: used again"]


def test_an_endless_fix_ends() -> None:
    text, _, _ = run("y = tick(a)\n", Calls("tock({a0})", "tick"), Calls("tick({a0})", "tock"))
    assert text in ("y = tick(a)\n", "y = tock(a)\n")


def test_deep_nesting_stops_where_python_does() -> None:
    code = "y = " + " + ".join(["a"] * 203) + "\n"
    result = fix(code, Operators())
    ast.parse(result.text)
    assert len(result.applied) > 150
    assert len(result.applied) + len(result.rolled_back) == 202
    result = fix("y = " + " + ".join(["a"] * 150) + "\n", Operators())
    assert len(result.applied) == 149


def test_edits_of_one_finding() -> None:
    source = parsed("import os\n\ny = (a + b) * c\n")
    add = next(item for item in findings(source, Operators()) if ast.unparse(item[1].node) == "a + b")
    edits = fix_edits(source, add, Settings())
    assert apply_edits(source.text, list(edits)) == (
        "import os\n\nfrom emberops import ops\n\ny = ops.add(a, b) * c\n"
    )


def test_no_edits_for_what_cannot_be_fixed() -> None:
    source = parsed("import numpy as np\n\ny = np.f(old(a))\n")
    items = findings(source, Imports(), Calls("{a0} +"))
    assert [fix_edits(source, item, Settings()) for item in items] == [(), ()]


def test_other_nodes_than_those_of_the_source_are_a_mistake() -> None:
    source = parsed("y = a + b\n")
    other: list[Item] = findings(parsed("y = a + b\n"), Operators())
    with pytest.raises(KeyError):
        fix_source(source, other, Settings(), unsafe=False)


def test_the_source_is_not_touched() -> None:
    source = parsed("y = a + b\n")
    before = ast.dump(source.tree)

    def recheck(candidate: SourceFile) -> list[Item]:
        assert candidate is source or candidate.tree is not source.tree
        return findings(candidate, Operators())

    fix_source(source, findings(source, Operators()), Settings(), unsafe=False, recheck=recheck)
    assert ast.dump(source.tree) == before


def test_an_empty_tuple_keeps_its_parentheses() -> None:
    code = "import torch\n\n\ndef f(s):\n    return torch.zeros(()).expand(s)\n"
    source = source_from_bytes(code.encode(), Path("a.py"), None)
    outcome = fix_file(source, Settings(unsafe_fixes=True))
    assert outcome.after.endswith("    return ops.broadcast_to(ops.zeros(()), s)\n")


@pytest.mark.parametrize("once", [True, False])
def test_what_was_refused_is_told_apart_from_what_says_the_same_on_the_same_line(once: bool) -> None:
    """One of two calls on a line cannot be fixed, and another fix moves the line."""
    rule, bad = Calls("new({a0})"), Calls("{a0} +", "broken")
    source = parsed("x = old(a)\ny = g(broken(b), h(c))\n")

    def recheck(candidate: SourceFile) -> list[Item]:
        silent = Finding(candidate.tree.body[-1].value.args[1], "call")  # type: ignore[attr-defined]  # y = g(_, h(c))
        return [*findings(candidate, rule, bad, Operators()), (rule, silent)]

    result = fix_source(source, recheck(source), Settings(), unsafe=False, recheck=recheck, once=once)
    assert result.text == "x = new(a)\ny = g(broken(b), h(c))\n"
    assert [ast.unparse(finding.node) for finding in result.refused] == ["broken(b)"]
    after = {id(node) for node in ast.walk(source.tree)}
    assert not after & {id(finding.node) for finding in result.refused}

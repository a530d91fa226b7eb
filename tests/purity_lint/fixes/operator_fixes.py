"""A rule for tests: every operator of a kind becomes a call, whatever its operands are."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from purity_lint.configuration.settings import Settings
from purity_lint.findings.diagnostics import Applicability
from purity_lint.findings.edits import Fix, RemoveImport, Rewrite, RewriteStatement
from purity_lint.findings.finding import Finding
from purity_lint.fixes import FixResult, fix_source
from purity_lint.rules.base import Rule, RuleContext
from purity_lint.source.file import SourceFile

BINARY = {
    ast.Add: "add",
    ast.Sub: "subtract",
    ast.Mult: "multiply",
    ast.Div: "divide",
    ast.FloorDiv: "floor_divide",
    ast.Mod: "remainder",
    ast.Pow: "power",
    ast.MatMult: "matmul",
}
UNARY = {ast.USub: "negative", ast.UAdd: "positive", ast.Invert: "invert"}
COMPARE = {ast.Lt: "less", ast.Eq: "equal"}
Item = tuple[Rule, Finding]


class Operators(Rule):
    """Flags the operators that it is given."""

    code = "TST001"
    name = "operators"
    nodes = (ast.BinOp, ast.UnaryOp, ast.Compare, ast.AugAssign, ast.Assign, ast.Attribute, ast.Call)
    VALID = ()
    INVALID = ()

    def __init__(self, kinds: tuple[type[ast.AST], ...] | None = None) -> None:
        self.kinds = kinds

    def check(self, node: ast.AST, context: RuleContext | None = None) -> Iterator[Finding]:
        """Flag ``node`` if it is one of the kinds."""
        edit = self._edit(node)
        if edit is not None:
            fix = Fix((edit,), Applicability.SAFE, "Use ops")
            yield Finding(node, "operator", fix=fix)

    def _wanted(self, operator: ast.AST) -> bool:
        return self.kinds is None or isinstance(operator, self.kinds)

    def _edit(self, node: ast.AST) -> Rewrite | RewriteStatement | None:
        match node:
            case ast.BinOp(op=op, left=left, right=right) if type(op) in BINARY and self._wanted(op):
                return Rewrite(
                    node, f"{{ops}}.{BINARY[type(op)]}({{left}}, {{right}})", {"left": left, "right": right}
                )
            case ast.UnaryOp(op=op, operand=operand) if type(op) in UNARY and self._wanted(op):
                return Rewrite(node, f"{{ops}}.{UNARY[type(op)]}({{x}})", {"x": operand})
            case ast.Compare(ops=[op], left=left, comparators=[right]) if type(
                op
            ) in COMPARE and self._wanted(op):
                return Rewrite(
                    node, f"{{ops}}.{COMPARE[type(op)]}({{left}}, {{right}})", {"left": left, "right": right}
                )
            case ast.AugAssign(op=op, target=ast.Name() as target, value=value) if self._wanted(op):
                template = f"{{x}} = {{ops}}.{BINARY[type(op)]}({{x}}, {{v}})"
                return RewriteStatement(node, template, {"x": target, "v": value})
            case ast.Assign(targets=[ast.Subscript(value=x, slice=ast.expr() as index)], value=value) if (
                self.kinds is None
            ):
                template = "{x} = {ops}.assign({x}, {i}, {v})"
                return RewriteStatement(node, template, {"x": x, "i": index, "v": value})
            case ast.Attribute(attr="T", value=x) if self.kinds is None:
                return Rewrite(node, "{ops}.transpose({x})", {"x": x})
            case ast.Attribute(value=ast.Name(id="np"), attr=name, ctx=ast.Load()) if self.kinds is None:
                return Rewrite(node, f"{{ops}}.{name}")
            case ast.Call(func=ast.Attribute(attr="sum", value=x), args=[]) if self.kinds is None:
                keywords = {f"k{i}": k.value for i, k in enumerate(node.keywords)}
                text = "".join(f", {k.arg}={{k{i}}}" for i, k in enumerate(node.keywords))
                return Rewrite(node, f"{{ops}}.sum({{x}}{text})", {"x": x, **keywords})
        return None


class Imports(Rule):
    """Flags imports of NumPy."""

    code = "TST002"
    name = "imports"
    nodes = (ast.Import, ast.ImportFrom)
    VALID = ()
    INVALID = ()

    def check(self, node: ast.AST, context: RuleContext | None = None) -> Iterator[Finding]:
        """Flag every name that comes from NumPy."""
        assert isinstance(node, ast.Import | ast.ImportFrom)
        module = node.module if isinstance(node, ast.ImportFrom) else None
        for alias in node.names:
            if (module or alias.name).partition(".")[0] == "numpy":
                local = alias.asname or alias.name.partition(".")[0]
                edit = RemoveImport(node, local)
                yield Finding(node, "import", fix=Fix((edit,), Applicability.SAFE, "Remove it"))


def parsed(code: str, path: str = "example.py", **fields: Any) -> SourceFile:
    """A source file of ``code``."""
    return SourceFile(Path(path), code, ast.parse(code), **fields)


def findings(source: SourceFile, *rules: Rule) -> list[Item]:
    """What ``rules`` find in ``source``."""
    return [
        (rule, finding)
        for node in ast.walk(source.tree)
        for rule in rules
        if isinstance(node, rule.nodes)
        for finding in rule.check(node, None)
    ]


def fix(code: str, *rules: Rule, unsafe: bool = True, check: bool = True, **fields: Any) -> FixResult:
    """``code`` with everything fixed that ``rules`` (by default both) find."""
    chosen = rules or (Operators(), Imports())
    source = parsed(code, **fields)
    recheck = (lambda s: findings(s, *chosen)) if check else None
    return fix_source(source, findings(source, *chosen), Settings(), unsafe=unsafe, recheck=recheck)

"""Rewrite a module so that it notes the types of its operands; nothing else about it changes.

``a + b`` becomes ``note(0, a) + note(1, b)``: ``note`` returns what it is given, so order of evaluation,
results and exceptions stay.  Positions are kept, so tracebacks and debuggers show the source.  Standard
library only: this runs in the interpreter of the project under study.
"""

from __future__ import annotations

import ast

NOTE = "__purity_note__"
PEEK = "__purity_peek__"

_BUILTINS = frozenset(
    {"abs", "all", "any", "bool", "complex", "divmod", "float", "int", "len", "list"}
    | {"max", "min", "pow", "range", "round", "sorted", "sum", "tuple"}
)
# Decorators that compile a function from its bytecode or source: a call more would change or break it.
_COMPILED = frozenset({"njit", "jit_module", "vectorize", "guvectorize", "stencil", "cfunc", "overload"})
_COMPILER_ROOTS = frozenset({"numba", "nb", "cuda", "triton", "cython"})

Span = tuple[int, int, int, int]


def instrument(tree: ast.Module) -> list[Span]:
    """Rewrite ``tree`` in place; the spans of the expressions that are noted, by number."""
    rewriter = _Rewriter()
    rewriter.visit(tree)
    return rewriter.spans


class _Rewriter(ast.NodeTransformer):
    def __init__(self) -> None:
        self.spans: list[Span] = []
        self._numbers: dict[Span, int] = {}

    def _number(self, node: ast.expr) -> int:
        span = (node.lineno, node.col_offset, node.end_lineno or 0, node.end_col_offset or 0)
        if span not in self._numbers:
            self._numbers[span] = len(self.spans)
            self.spans.append(span)
        return self._numbers[span]

    def _note(self, node: ast.expr) -> ast.expr:
        if isinstance(node, (ast.Constant, ast.Starred, ast.JoinedStr, ast.Lambda)):
            return node
        return self._call(NOTE, node, [ast.Constant(self._number(node)), node])

    def _noted(self, node: ast.expr) -> ast.expr:
        """Number the expression as it stands, rewrite inside it, wrap it."""
        number = self._number(node)
        inner: ast.expr = self.visit(node)
        if isinstance(node, (ast.Constant, ast.Starred, ast.JoinedStr, ast.Lambda)):
            return inner
        return self._call(NOTE, node, [ast.Constant(number), inner])

    def _call(self, name: str, at: ast.expr, args: list[ast.expr]) -> ast.expr:
        made = ast.Call(ast.Name(name, ast.Load()), args, [])
        for part in ast.walk(made):
            if isinstance(part, ast.expr) and not hasattr(part, "lineno"):
                ast.copy_location(part, at)
        return made

    def visit_BinOp(self, node: ast.BinOp) -> ast.expr:
        # Long sums lean left: walk down instead of recursing.
        chain = [node]
        while isinstance(chain[-1].left, ast.BinOp):
            chain.append(chain[-1].left)
        left = self._noted(chain[-1].left)
        for part in reversed(chain):
            part.left, part.right = left, self._noted(part.right)
            left = part if part is node else self._note(part)
        return node

    def visit_UnaryOp(self, node: ast.UnaryOp) -> ast.expr:
        node.operand = self._noted(node.operand)
        return node

    def visit_Compare(self, node: ast.Compare) -> ast.expr:
        node.left = self._noted(node.left)
        node.comparators = [self._noted(c) for c in node.comparators]
        return node

    def visit_BoolOp(self, node: ast.BoolOp) -> ast.expr:
        node.values = [self._noted(v) for v in node.values]
        return node

    def visit_AugAssign(self, node: ast.AugAssign) -> ast.stmt:
        target, number = node.target, self._number(node.target)
        if isinstance(target, ast.Subscript):
            target.value = self._noted(target.value)
            target.slice = self.visit(target.slice)
            node.value = self._noted(node.value)
        elif isinstance(target, ast.Attribute):
            # A look into the instance's dict: reading the attribute could run a property twice.
            seen = ast.Constant(number), ast.Constant(target.attr)
            target.value = self._call(PEEK, target.value, [*seen, self._noted(target.value)])
            node.value = self._noted(node.value)
        else:
            value = self._noted(node.value)
            noted = self._call(
                NOTE,
                target,
                [ast.Constant(number), ast.copy_location(ast.Name(target.id, ast.Load()), target)],
            )
            # (note(x), value)[1]: x is bound here, since += has just read it.
            pair = ast.Tuple([noted, value], ast.Load())
            node.value = ast.Subscript(pair, ast.Constant(1), ast.Load())
            for part in (pair, node.value, node.value.slice):
                ast.copy_location(part, node.target)
        return node

    def visit_Call(self, node: ast.Call) -> ast.expr:
        if isinstance(node.func, ast.Name) and node.func.id in _BUILTINS:
            node.args = [
                self._noted(a) if not isinstance(a, ast.Starred) else self.visit(a) for a in node.args
            ]
            node.keywords = [self.visit(k) for k in node.keywords]
            return node
        if isinstance(node.func, ast.Name) and node.func.id == "super":
            return node
        self.generic_visit(node)
        return node

    def visit_Attribute(self, node: ast.Attribute) -> ast.expr:
        if isinstance(node.ctx, ast.Load) and not _is_super(node.value):
            node.value = self._noted(node.value)
            return node
        self.generic_visit(node)
        return node

    def visit_Subscript(self, node: ast.Subscript) -> ast.expr:
        node.value = self._noted(node.value)
        node.slice = self.visit(node.slice)
        return node

    def visit_comprehension(self, node: ast.comprehension) -> ast.comprehension:
        node.target, node.iter = self.visit(node.target), self._noted(node.iter)
        node.ifs = [self._noted(test) for test in node.ifs]
        return node

    def visit_If(self, node: ast.If) -> ast.stmt:
        return self._condition(node)

    def visit_While(self, node: ast.While) -> ast.stmt:
        return self._condition(node)

    def visit_Assert(self, node: ast.Assert) -> ast.stmt:
        return self._condition(node)

    def visit_IfExp(self, node: ast.IfExp) -> ast.expr:
        node.test = self._noted(node.test)
        node.body, node.orelse = self.visit(node.body), self.visit(node.orelse)
        return node

    def visit_For(self, node: ast.For) -> ast.stmt:
        node.iter = self._noted(node.iter)
        node.target = self.visit(node.target)
        node.body = [self.visit(s) for s in node.body]
        node.orelse = [self.visit(s) for s in node.orelse]
        return node

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.stmt:
        if any(_compiles(d) for d in node.decorator_list):
            return node
        return self._function(node)

    def visit_AsyncFunctionDef(self, node: ast.AsyncFunctionDef) -> ast.stmt:
        return self._function(node)

    def visit_AnnAssign(self, node: ast.AnnAssign) -> ast.stmt:
        if node.value is not None:
            node.value = self.visit(node.value)
        return node

    def visit_arg(self, node: ast.arg) -> ast.arg:
        return node

    def visit_Match(self, node: ast.Match) -> ast.stmt:
        node.subject = self._noted(node.subject)
        for case in node.cases:
            if case.guard is not None:
                case.guard = self._noted(case.guard)
            case.body = [self.visit(s) for s in case.body]
        return node

    def visit_Delete(self, node: ast.Delete) -> ast.stmt:
        return node

    def _condition(self, node: ast.If | ast.While | ast.Assert) -> ast.stmt:
        node.test = self._noted(node.test)
        if isinstance(node, ast.Assert):
            node.msg = self.visit(node.msg) if node.msg is not None else None
            return node
        node.body = [self.visit(s) for s in node.body]
        node.orelse = [self.visit(s) for s in node.orelse]
        return node

    def _function(self, node: ast.FunctionDef | ast.AsyncFunctionDef) -> ast.stmt:
        node.decorator_list = [self.visit(d) for d in node.decorator_list]
        node.args.defaults = [self.visit(d) for d in node.args.defaults]
        node.args.kw_defaults = [self.visit(d) if d is not None else None for d in node.args.kw_defaults]
        node.body = [self.visit(s) for s in node.body]
        return node


def _is_super(node: ast.expr) -> bool:
    return isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "super"


def _compiles(decorator: ast.expr) -> bool:
    names = {n.id for n in ast.walk(decorator) if isinstance(n, ast.Name)}
    names |= {n.attr for n in ast.walk(decorator) if isinstance(n, ast.Attribute)}
    return bool(names & _COMPILED or names & _COMPILER_ROOTS)

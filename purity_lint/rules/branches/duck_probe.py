"""PUR503: asking an object by its attributes which library it comes from."""

from __future__ import annotations

import ast
from collections.abc import Collection, Iterator, Mapping

from purity_lint.findings.diagnostics import Applicability, Evidence, Reason
from purity_lint.findings.edits import Fix, Rewrite
from purity_lint.findings.finding import Finding
from purity_lint.findings.message import Message
from purity_lint.knowledge.tensor_attributes import PROBES, PROTOCOLS, TO_NUMPY, WEAK_PROBES
from purity_lint.rewrites.operands import builtin, operation, quote
from purity_lint.rules.base import Invalid, Rule, RuleContext
from purity_lint.rules.examples import in_function, plain
from purity_lint.semantics.model import SemanticModel
from purity_lint.semantics.values import Kind

_ATTRIBUTE_CHECKS = frozenset({"hasattr", "getattr"})
_PROBED = frozenset({Kind.TENSOR, Kind.UNKNOWN})


class DuckProbe(Rule):
    """Flags guesses at a tensor's library by its attributes.

    ## What it does
    Flags `hasattr(x, "numpy")`, `hasattr(x, "detach")`, `getattr(x, "__array__", None)` and other
    attributes that the tensors of some libraries have. `hasattr(x, "shape")` is not flagged: every array
    has one. Nor is `__array__` where lists and tables are told by it:
    `not hasattr(y, "__array__") and isinstance(y, list)`.

    ## Why is this bad?
    Libraries gain and lose attributes with every version, and other objects have some too, so the guess
    goes wrong silently: the object takes the other branch.

    ## Example
    ```python
    if hasattr(x, "numpy"):
        x = x.numpy()
    ```

    Use instead:
    ```python
    if ops.is_tensor(x):
        x = ops.to_numpy(x)
    ```

    ## Fix safety
    Unsafe: `ops.is_tensor` is true for the tensors of every backend. `hasattr(x, "__array__")` is asked as well, since
    tables have that method too. None for a protocol, such as `__array_interface__`, which one library's arrays and
    classes of others implement.

    ## Options
    None.
    """

    code = "PUR503"
    name = "duck-probe"
    nodes = (ast.Call,)
    VALID = (
        in_function("return hasattr(x, 'shape'), hasattr(n, 'name')"),
        plain("""
            def f(y, table):
                legacy = not hasattr(y, '__array__') and isinstance(y, list)
                return legacy, hasattr(table, 'dtypes') and hasattr(table.dtypes, '__array__')
        """),
        plain("""
            import torch


            def f():
                return hasattr(torch, 'cuda')
        """),
    )
    INVALID = (
        Invalid(
            in_function("return hasattr(x, 'numpy')"),
            lines=(5,),
            fixed=in_function("return ops.is_tensor(x)"),
        ),
        Invalid(
            in_function("return hasattr(x, '__array_interface__')"),
            lines=(5,),
        ),
        Invalid(
            in_function("return getattr(x, 'detach', None)"),
            lines=(5,),
        ),
        Invalid(
            in_function("return hasattr(x, 'cpu')"),
            lines=(5,),
            fixed=in_function("return ops.is_tensor(x)"),
        ),
        Invalid(
            in_function("return hasattr(x, '__array__') or isinstance(x, list)"),
            lines=(5,),
            fixed=in_function("return (ops.is_tensor(x) or hasattr(x, '__array__')) or isinstance(x, list)"),
        ),
    )

    @property
    def names(self) -> Mapping[type[ast.AST], Collection[str]]:
        """Questions about attributes."""
        return {ast.Call: _ATTRIBUTE_CHECKS}

    def check(self, node: ast.AST, context: RuleContext) -> Iterator[Finding]:
        """Flag ``hasattr`` and ``getattr`` for an attribute of some library's tensors."""
        model = context.model
        if not isinstance(node, ast.Call) or builtin(model, node) not in _ATTRIBUTE_CHECKS:
            return
        match node.args:
            case [subject, ast.Constant(value=str() as attribute), *rest]:
                asks = isinstance(node.func, ast.Name) and node.func.id == "hasattr"
                tells = attribute == TO_NUMPY and (
                    _tells_others(node, subject, model) or _asks_for_tensors_too(node, subject, model)
                )
                if (asks or rest) and not tells:
                    yield from self._probe(node, subject, attribute, model, asks=asks)

    def _probe(
        self, node: ast.Call, subject: ast.expr, attribute: str, model: SemanticModel, *, asks: bool
    ) -> Iterator[Finding]:
        value = model.value(subject)
        if value.kind not in _PROBED:
            return
        library = PROBES.get(attribute)
        if library is None and value.is_tensor:
            library = WEAK_PROBES.get(attribute)
        if library is None:
            return
        message = Message(
            f"`{quote(model, node)}` guesses the library by an attribute of {library}", "use `ops.is_tensor`"
        )
        fix = None
        if asks and attribute not in PROTOCOLS:
            edit = _asked_of_ops(node, subject, attribute)
            fix = Fix((edit,), Applicability.UNSAFE, "Ask `ops.is_tensor`")
        reason = Reason(f"`{attribute}` is looked up by name", node.lineno, node.col_offset)
        yield Finding(node, message, Evidence.DECLARED, (reason,), fix)


def _asked_of_ops(node: ast.Call, subject: ast.expr, attribute: str) -> Rewrite:
    """Write the question as one of ops; tables and classes of a project's own have `__array__` too."""
    if attribute != TO_NUMPY:
        return Rewrite(node, "{ops}.is_tensor({x})", {"x": subject})
    return Rewrite(node, "{ops}.is_tensor({x}) or {asked}", {"x": subject, "asked": node})


def _asks_for_tensors_too(node: ast.Call, subject: ast.expr, model: SemanticModel) -> bool:
    """True for the second part of `ops.is_tensor(x) or hasattr(x, "__array__")`."""
    parent = model.parent(node)
    if not isinstance(parent, ast.BoolOp) or not isinstance(parent.op, ast.Or):
        return False
    asked = (part for part in parent.values if operation(model, part) == "is_tensor")
    return any(isinstance(part, ast.Call) and ast.dump(part.args[0]) == ast.dump(subject) for part in asked)


def _tells_others(node: ast.Call, subject: ast.expr, model: SemanticModel) -> bool:
    """True for questions by which lists and tables are told: what NumPy could take is no guess at a library there.

    `not hasattr(y, "__array__") and isinstance(y, list)`, `hasattr(t, "types") and hasattr(t.types, "__array__")`.
    """
    child: ast.AST = node
    parent = model.parent(node)
    negated = isinstance(parent, ast.UnaryOp) and isinstance(parent.op, ast.Not)
    if negated and parent is not None:
        child, parent = parent, model.parent(parent)
    if not isinstance(parent, ast.BoolOp) or not isinstance(parent.op, ast.And):
        return False
    for other in parent.values:
        match other:
            case ast.Call(func=ast.Name(id="isinstance"), args=[same, _]) if negated:
                if ast.dump(same) == ast.dump(subject):
                    return True
            case ast.Call(func=ast.Name(id="hasattr"), args=[holder, ast.Constant(value=str(name))]) if (
                other is not child and isinstance(subject, ast.Attribute) and subject.attr == name
            ):
                if ast.dump(holder) == ast.dump(subject.value):
                    return True
    return False

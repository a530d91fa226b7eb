"""PUR902: loops over the elements of tensors."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from purity_lint.findings.diagnostics import Evidence, Reason
from purity_lint.findings.finding import Finding
from purity_lint.knowledge.libraries import PREFIXES, group
from purity_lint.rewrites.operands import OPS, builtin, is_result, operation, quote, tensor_finding
from purity_lint.rewrites.operators.arithmetic import ARITHMETIC, BITWISE, COMPARISON, read_operation
from purity_lint.rules.base import Invalid, Rule, RuleContext
from purity_lint.rules.examples import in_function, plain
from purity_lint.semantics.model import SemanticModel
from purity_lint.semantics.values import Kind, Value
from purity_lint.source.walk import walk

_LIBRARIES = (OPS, *PREFIXES)
_OF_SYNTAX = frozenset(
    {"negative", "positive", *(name for table in (BITWISE, COMPARISON) for _, name in table.values())}
)
_TO_HOST = frozenset({"item", "to_numpy"})
"""Operations that hand an element to other code, and compute nothing with it."""


class ScalarLoop(Rule):
    """Flags Python loops over the elements of a tensor.

    ## What it does
    Flags a `for` loop, or a comprehension, over a tensor (`for v in x`, `for i in range(len(x))` with
    `x[i]`, `enumerate(x)`, `zip(x, y)`) in which functions of `ops`, or of an array library, are called
    on each element, or operators of tensors applied to it; a comparison and a store, `x[y == label] = v`,
    compute nothing. Of nested loops, the outermost is flagged.

    ## Why is this bad?
    Every element becomes an array of its own and every call a launch of its own: the overhead is paid
    once per element instead of once. Under `jit` the loop is unrolled into a graph of as many nodes.

    ## Example
    ```python
    distances = []
    for i in range(len(points)):
        for j in range(i + 1, len(points)):
            distances.append(ops.linalg.norm(ops.subtract(points[i], points[j])))
    ```

    Use instead:
    ```python
    difference = ops.subtract(ops.expand_dims(points, axis=1), ops.expand_dims(points, axis=0))
    distances = ops.linalg.norm(difference, axis=-1)
    ```

    ## Fix safety
    No fix. Where each step needs the result of the last, `ops.scan` and `ops.fori_loop` keep the loop in
    the graph.

    ## Options
    None.
    """

    code = "PUR902"
    name = "scalar-loop"
    priority = -1  # what a construct gets wrong comes before what it costs
    nodes = (ast.For, ast.ListComp, ast.SetComp, ast.GeneratorExp, ast.DictComp)
    VALID = (
        in_function("""
            for i in range(n):
                x = ops.multiply(x, 2)
            return x
        """),
        in_function("""
            for size in x.shape:
                print(size)
        """),
        in_function("""
            for v in x:
                print(v)
        """),
        plain("""
            def f(names: list[str]):
                return [n.upper() for n in names]
        """),
        in_function("return [other.percentile(ops.to_numpy(x), ops.item(v)) for v in x]"),
        plain("""
            from emberops import ops


            def arrays(*given):
                if len(given) == 1:
                    return ops.asarray(given[0])
                return tuple([ops.asarray(one) for one in given])


            def f(*samples):
                samples = arrays(*samples)
                means = [ops.mean(sample) for sample in samples]
                return [ops.subtract(sample, mean) for sample, mean in zip(samples, means)]
        """),
    )
    INVALID = (
        Invalid(
            in_function("""
                z = []
                for v in x:
                    z.append(ops.sqrt(v))
                return z
            """),
            lines=(6,),
        ),
        Invalid(
            in_function("""
                z = []
                for i in range(len(x)):
                    for j in range(i + 1, len(x)):
                        z.append(ops.subtract(x[i], x[j]))
                return z
            """),
            lines=(6,),
        ),
        Invalid(
            plain("""
                import numpy as np


                def f(x):
                    weights = np.array([1.0, 2.0, 3.0])
                    total = 0.0
                    for i in range(3):
                        total += weights[i] * x ** i
                    return total
            """),
            lines=(7,),
        ),
        Invalid(
            in_function("return [ops.exp(v) for v in x]"),
            lines=(5,),
        ),
        Invalid(
            in_function("return [x[i] * y for i in range(len(x))]"),
            lines=(5,),
        ),
    )

    def check(self, node: ast.AST, context: RuleContext) -> Iterator[Finding]:
        """Flag the outermost loop over a tensor's elements with a call on each."""
        model = context.model
        if isinstance(node, ast.For):
            generators: list[tuple[ast.expr, ast.expr]] = [(node.target, node.iter)]
            body: list[ast.AST] = list(node.body)
        elif isinstance(node, ast.ListComp | ast.SetComp | ast.GeneratorExp):
            generators, body = [(g.target, g.iter) for g in node.generators], [node.elt]
        elif isinstance(node, ast.DictComp):
            generators, body = [(g.target, g.iter) for g in node.generators], [node.key, node.value]
        else:
            return
        found = _element_loop(generators, body, model)
        if found is None or _is_inner(node, model):
            return
        tensor, value = found
        place = node.iter if isinstance(node, ast.For) else node
        message = f"a Python loop computes with the elements of `{quote(model, tensor)}` one by one"
        hint = "Work on the whole array: broadcasting, `ops.vmap`, or `ops.scan` where a step needs the last."
        yield tensor_finding(_header(node) if isinstance(node, ast.For) else place, message, value, hint=hint)


def _element_loop(
    generators: list[tuple[ast.expr, ast.expr]], body: list[ast.AST], model: SemanticModel
) -> tuple[ast.expr, Value] | None:
    """Return the tensor that is looped over, if a function is called on its elements."""
    calls: list[ast.AST] | None = None
    for target, iterable in generators:
        tensors = list(_iterated(iterable, model))
        counter = iterable if isinstance(iterable, ast.Call) and builtin(model, iterable) == "range" else None
        if not tensors and counter is None:
            continue
        if calls is None:
            calls = [inner for part in body for inner in ast.walk(part) if _computes(inner, model)]
        names = {n.id for n in walk(_element(target, iterable, model)) if isinstance(n, ast.Name)}
        for tensor in tensors:
            if any(_mentions(names, call) for call in calls):
                return tensor, model.value(tensor)
        for call in calls if counter is not None else ():
            assert counter is not None
            found = _element_of(names, call, counter, model)
            if found is not None:
                return found
    return None


def _iterated(node: ast.expr, model: SemanticModel) -> Iterator[ast.expr]:
    """Yield the tensors whose elements `for ... in node` yields."""
    if _has_elements(model.value(node)):
        yield node
    elif isinstance(node, ast.Call) and builtin(model, node) in {"enumerate", "zip", "reversed"}:
        for argument in node.args:
            if _has_elements(model.value(argument)):
                yield argument


def _has_elements(value: Value) -> bool:
    """True for a tensor, and for nothing that is a list on some path, of tensors perhaps: a loop over that is meant."""
    of_others = value.element is not None and not value.element.is_tensor
    return value.is_tensor and (not value.listed or of_others)


def _element(target: ast.expr, iterable: ast.expr, model: SemanticModel) -> ast.expr:
    """Return the part of a loop's target that is bound to elements: of `i, v` in `enumerate(x)`, `v`."""
    counted = isinstance(iterable, ast.Call) and builtin(model, iterable) == "enumerate"
    return target.elts[-1] if counted and isinstance(target, ast.Tuple) else target


def _computes(node: ast.AST, model: SemanticModel) -> bool:
    """True for a call of a library, and for an operator on a tensor, which is one under another name.

    What `labels == label` and `x[i] = v` become says no more than these did.  An element of a NumPy array without
    further axes is a tensor in every other library.
    """
    if isinstance(node, ast.Call):
        name = operation(model, node)
        return not (_is_written_by_python(name) or name in _TO_HOST) and (
            model.qualified_name(node.func) or ""
        ).startswith(_LIBRARIES)
    if not isinstance(node, ast.BinOp):
        return False
    if read_operation(node, model, ARITHMETIC) is not None:
        return True
    return any(is_result(model.value(operand)) for operand in (node.left, node.right))


def _is_written_by_python(name: str | None) -> bool:
    """True for operations that a comparison, a sign, `&` or a store becomes, which do not compute with elements."""
    return name is not None and (name in _OF_SYNTAX or group(name) == "indexing")


def _mentions(names: set[str], call: ast.AST) -> bool:
    """True where a loop variable occurs in an operand of ``call``."""
    arguments = call.args if isinstance(call, ast.Call) else [call]
    return any(
        isinstance(n, ast.Name) and n.id in names for argument in arguments for n in ast.walk(argument)
    )


def _element_of(
    names: set[str], call: ast.AST, count: ast.Call, model: SemanticModel
) -> tuple[ast.expr, Value] | None:
    """Return `x` where ``call`` computes with `x[i]`, a loop variable being the whole index."""
    for inner in ast.walk(call):
        match inner:
            case ast.Subscript(value=array, slice=ast.Name(id=name)) if name in names:
                value = model.value(array)
                if value.is_tensor:
                    return array, value
                if value.kind is Kind.UNKNOWN and _counts(count, array) and _is_argument(inner, model):
                    reason = Reason(
                        "its elements are operands of array functions", inner.lineno, inner.col_offset
                    )
                    return array, Value(Kind.TENSOR, Evidence.INFERRED, (reason,))
    return None


def _is_argument(element: ast.expr, model: SemanticModel) -> bool:
    """True where ``element`` itself is an argument of a function of ops."""
    parent = model.parent(element)
    return isinstance(parent, ast.Call) and element in parent.args and operation(model, parent) is not None


def _counts(count: ast.Call, array: ast.expr) -> bool:
    """True where `range(...)` runs over the length of ``array``."""
    same = ast.dump(array)
    for inner in ast.walk(count):
        match inner:
            case (
                ast.Call(func=ast.Name(id="len"), args=[counted]) | ast.Attribute(value=counted, attr="shape")
            ):
                if ast.dump(counted) == same:
                    return True
    return False


def _is_inner(node: ast.AST, model: SemanticModel) -> bool:
    """True where the loop stands in another one over a tensor, which is flagged already."""
    outer = model.loop(node)
    while outer is not None:
        if isinstance(outer, ast.For) and _element_loop(
            [(outer.target, outer.iter)], list(outer.body), model
        ):
            return True
        outer = model.loop(outer)
    return False


def _header(node: ast.For) -> ast.For:
    """Return `for v in x` without its body, so that a report does not underline the whole loop."""
    header = ast.For(target=node.target, iter=node.iter, body=[], orelse=[])
    header.lineno, header.col_offset = node.lineno, node.col_offset
    header.end_lineno, header.end_col_offset = node.iter.end_lineno, node.iter.end_col_offset
    return header

"""PUR308: tensors handed to functions of Python's library that take numbers and sequences."""

from __future__ import annotations

import ast
from collections.abc import Collection, Iterator, Mapping

from purity_lint.findings.diagnostics import Applicability
from purity_lint.findings.edits import Fix, Rewrite
from purity_lint.findings.finding import Finding
from purity_lint.knowledge.python import TAKE_NUMBERS, TAKE_SAMPLES, TAKE_SEQUENCES
from purity_lint.rewrites.host.containers_of_tensors import holds_tensors, tensor_in
from purity_lint.rewrites.host.foreign_calls import is_converted
from purity_lint.rewrites.operands import quote, strongest, tensor_finding
from purity_lint.rewrites.where_tensors import asked_what_it_is
from purity_lint.rules.base import Invalid, Rule, RuleContext
from purity_lint.rules.examples import in_function, plain
from purity_lint.semantics.model import SemanticModel
from purity_lint.semantics.values import Value
from purity_lint.source.names import last_names

_FUNCTIONS = frozenset({*TAKE_NUMBERS, *TAKE_SAMPLES, *TAKE_SEQUENCES})


class TensorForPython(Rule):
    """Flags tensors that are handed to functions of Python's standard library.

    ## What it does
    Flags tensors, and lists of them, among the arguments of functions of `statistics`, of `bisect`, of
    `random.choice`, `choices` and `sample`, and tensors without axes among those of `Fraction`, `Decimal`,
    `timedelta`, also that of pandas, and `json.dumps`, also in lists and dicts that are written there.

    ## Why is this bad?
    NumPy's elements are numbers of Python's, and its arrays pass for sequences. Tensors of PyTorch, JAX and MLX are
    neither: `bisect` finds no sequence, `statistics` no number, `json` nothing that it can write.

    ## Example
    ```python
    middle = statistics.median(x)
    ```

    Use instead:
    ```python
    middle = statistics.median(ops.to_numpy(x))
    ```

    ## Fix safety
    Unsafe: what the function gives is a number, which has no gradient and no device.

    ## Options
    None.
    """

    code = "PUR308"
    name = "tensor-for-python"
    nodes = (ast.Call,)
    VALID = (
        plain("""
            import bisect
            import statistics

            from emberops import ops


            def f(x: ops.Tensor, n: int):
                return statistics.mean(ops.to_numpy(x)), bisect.bisect([1, 2], n), statistics.mean([1.0, n])
        """),
        in_function("""
            return choice(x)
        """),
        plain("""
            import json

            from emberops import ops


            def f(x: ops.Tensor, encoder):
                return json.dumps({'all': x, 'best': x[0]}, cls=encoder), json.dumps({'all': ops.zeros(3)})
        """),
    )
    INVALID = (
        Invalid(
            plain("""
                import bisect
                import json
                import statistics
                from fractions import Fraction

                from emberops import ops


                def f(x: ops.Tensor, n):
                    kept = [v * 2 for v in x]
                    place = bisect.bisect_left(x, ops.sum(x))
                    record = json.dumps({'best': x[0], 'all': kept}, indent=2)
                    middle = statistics.mean(x), statistics.stdev(kept)
                    return middle, Fraction(x[0]), place, record
            """),
            lines=(11, 12, 13, 13, 14),
            fixed=plain("""
                import bisect
                import json
                import statistics
                from fractions import Fraction

                from emberops import ops


                def f(x: ops.Tensor, n):
                    kept = [v * 2 for v in x]
                    place = bisect.bisect_left(ops.to_numpy(x), ops.item(ops.sum(x)))
                    record = json.dumps({'best': ops.item(x[0]), 'all': list(map(ops.item, kept))}, indent=2)
                    middle = statistics.mean(ops.to_numpy(x)), statistics.stdev(list(map(ops.item, kept)))
                    return middle, Fraction(ops.item(x[0])), place, record
            """),
        ),
        Invalid(
            plain("""
                from datetime import timedelta

                from emberops import ops


                def f(days: ops.Tensor, hours: int):
                    return [timedelta(days=day, hours=hours) for day in days]
            """),
            lines=(7,),
            fixed=plain("""
                from datetime import timedelta

                from emberops import ops


                def f(days: ops.Tensor, hours: int):
                    return [timedelta(days=ops.item(day), hours=hours) for day in days]
            """),
        ),
    )

    @property
    def names(self) -> Mapping[type[ast.AST], Collection[str]]:
        """The functions."""
        return {ast.Call: last_names(_FUNCTIONS)}

    def applies(self, model: SemanticModel) -> bool:
        """True of files with tensors."""
        return model.has_tensors

    def check(self, node: ast.AST, context: RuleContext) -> Iterator[Finding]:
        """Flag the tensors that are handed to a function of the standard library."""
        model = context.model
        if not isinstance(node, ast.Call):
            return
        function = model.qualified_name(node.func)
        if function not in _FUNCTIONS or any(keyword.arg in _ENCODERS for keyword in node.keywords):
            return
        sequences = 0 if function in TAKE_NUMBERS else 1 if function in TAKE_SEQUENCES else len(node.args)
        edits = [
            *(edit for a in node.args[:sequences] for edit in _handed(a, "to_numpy", model)),
            *(edit for a in node.args[sequences:] for edit in _handed(a, "item", model)),
            *(edit for k in _named_numbers(node, function) for edit in _handed(k, "item", model)),
        ]
        tensor = strongest(tensor_in(model.value(edit.node)) for edit in edits)
        if tensor is None or tensor.textual or tensor.foreign:
            return
        named = quote(model, edits[0].node)
        fix = Fix(tuple(edits), Applicability.UNSAFE, "Hand over numbers")
        sure = all(_is_of_numbers(model.value(edit.node)) for edit in edits)
        message = f"`{function}` takes numbers of Python's, and `{named}` is a tensor"
        yield tensor_finding(node, message, tensor, fix if sure else None)


_ENCODERS = frozenset({"cls", "default"})
"""Arguments of ``json.dumps`` that say what becomes of what it does not know."""


def _named_numbers(call: ast.Call, function: str) -> list[ast.expr]:
    """Return the numbers that are handed over by name: `timedelta(days=x)`."""
    return [keyword.value for keyword in call.keywords] if function in TAKE_NUMBERS else []


def _is_of_numbers(value: Value) -> bool:
    """True for a tensor, for what is one or a number or a list otherwise, and for a container of tensors."""
    return not (value.maybe or value.foreign) or value.numeric or value.listed


def _handed(argument: ast.expr, function: str, model: SemanticModel) -> Iterator[Rewrite]:
    """Yield the conversions of one argument, and of the parts of one that is written out."""
    match argument:
        case ast.List(elts=parts) | ast.Tuple(elts=parts) | ast.Dict(values=parts):
            for part in parts:
                yield from _handed(part, "item", model)
            return
    value = model.value(argument)
    if is_converted(argument, model):
        return
    if value.is_tensor and function == "item" and value.rank:
        return  # an array is no number of NumPy's either
    if value.is_tensor:
        convert = "item" if value.rank == 0 else function
        if convert == "item" and value.maybe and value.listed:  # `ops.item` takes no list
            edit = asked_what_it_is(Rewrite(argument, "{ops}.tolist({x})", {"x": argument}), argument)
            yield from () if edit is None else (edit,)
            return
        yield Rewrite(argument, f"{{ops}}.{convert}({{x}})", {"x": argument})
    elif holds_tensors(value):
        yield Rewrite(argument, "list(map({ops}.item, {x}))", {"x": argument})

"""PUR310: tensors, shapes and dtypes that become text."""

from __future__ import annotations

import ast
from collections.abc import Collection, Iterator, Mapping

from purity_lint.findings.diagnostics import Applicability
from purity_lint.findings.edits import Fix, Rewrite
from purity_lint.findings.finding import Finding
from purity_lint.findings.message import Message
from purity_lint.knowledge.libraries import OWN_TENSORS
from purity_lint.rewrites.host.containers_of_tensors import holds_tensors, tensor_in
from purity_lint.rewrites.host.foreign_calls import is_converted
from purity_lint.rewrites.host.texts import becomes_text, is_for_people, written_in
from purity_lint.rewrites.namespaces.own_arrays import trust_in_member
from purity_lint.rewrites.operands import builtin, quote, tensor_finding, without_keywords
from purity_lint.rules.base import Invalid, Rule, RuleContext
from purity_lint.rules.examples import in_function, plain
from purity_lint.semantics.model import SemanticModel
from purity_lint.semantics.values import Kind, Value

_NARROW = frozenset({"float16", "bfloat16", "float32", "complex64"})
"""Floats that Python writes with the digits of a wider one: 0.1 as 0.10000000149011612."""


class TensorAsText(Rule):
    """Flags tensors, their shapes and dtypes that become text.

    ## What it does
    Flags a tensor that is known to have no axes as the argument of `str`, and tensors of that kind in `map(str, ...)`:
    elements of vectors, sums, what a loop over a vector gives. And the shape and the dtype of a tensor where they
    become text: in an f-string, `"%s" % (x.shape,)`, `.format`, `str`, `print`, a message of a log or of an error.
    And what an operation gives where it is written whole, but for what is printed or logged, which people read.

    ## Why is this bad?
    An element of a NumPy array is written as a number is: `str(x[0])` is `"5"`. PyTorch writes `"tensor(5)"`, MLX
    `"array(5, dtype=int32)"`, and a name, a key or a row of a table that is put together of such texts is another one.
    So is a message: PyTorch writes the shape `(3, 2)` as `torch.Size([3, 2])`, and `float32` is `torch.float32` there
    and `mlx.core.float32` in MLX. The vector `[1 2]` is `tensor([1, 2])` and `array([1, 2], dtype=int32)`.

    ## Example
    ```python
    row = ",".join(str(value) for value in x)
    ```

    Use instead:
    ```python
    row = ",".join(str(ops.item(value)) for value in x)
    ```

    ## Fix safety
    Safe for the shape and the dtype of what is proven or declared to be a tensor: `ops.shape` and `ops.dtype` give
    what NumPy writes. Unsafe for tensors: `ops.item` writes a Python number, and NumPy's numbers of single precision
    have fewer digits; `ops.to_numpy`, which writes what NumPy does, waits for a GPU. None where the tensor is known to
    be one of those, and none for what may be something else than a tensor or a number.

    ## Options
    None.
    """

    code = "PUR310"
    so_before = True
    name = "tensor-as-text"
    nodes = (ast.Call, ast.Attribute, ast.FormattedValue, ast.BinOp)
    VALID = (
        in_function(
            "return f'{x.shape[0]} {ops.shape(x)} {x.dtype!r} {n.shape} {x.dtype:>9}', x.shape, repr(x.dtype)"
        ),
        in_function(
            "return '%d x %d' % x.shape, '%r' % (x.dtype,), '{0!r}'.format(x.dtype), {'shape': x.shape}"
        ),
        in_function("return str(n), str(x.shape[0]), str(ops.item(ops.sum(x))), map(str, [n, 2])"),
        in_function("return str(x[0], 'utf-8'), repr(ops.sum(x)), map(int, x)"),
        in_function("""
            log.info('%s', ops.abs(x))
            print(ops.abs(x))
            text = '%d' % ops.sum(x) + '%.2f %s %% %s' % (x, n, 1) + '%*s' % (n, x)
            return f'{ops.sum(x)} {ops.sum(x):.2f} {x!r} {len(x)} {x[0]} {x[ops.argmax(y)]}', text
        """),
        plain("""
            from emberops import ops


            def str(x):
                return x


            def f(x: ops.Tensor):
                return str(ops.sum(x))
        """),
    )
    INVALID = (
        Invalid(
            plain("""
                from emberops import ops


                def f(x: ops.Tensor, counts):
                    sizes = [ops.max(x), ops.min(x)]
                    row = ",".join(str(v) for v in ops.arange(3))
                    rest = map(str, ops.ravel(x))
                    return str(ops.sum(x)) + row + " ".join(map(str, sizes)), rest
            """),
            lines=(6, 7, 8, 8),
            fixed=plain("""
                from emberops import ops


                def f(x: ops.Tensor, counts):
                    sizes = [ops.max(x), ops.min(x)]
                    row = ",".join(str(ops.item(v)) for v in ops.arange(3))
                    rest = map(str, map(ops.item, ops.ravel(x)))
                    return str(ops.item(ops.sum(x))) + row + " ".join(map(str, map(ops.item, sizes))), rest
            """),
        ),
        Invalid(in_function("return str(ops.zeros((), dtype=ops.float32))"), lines=(5,)),
        Invalid(
            in_function("""
                print('got', x.shape, x.dtype)
                log.info('%s: %s', x.shape, n)
                text = f'{n} {x.shape}, {x.dtype!s}, {(x.shape, n)}'
                text += str(x.dtype) + repr(x.shape)
                if n:
                    raise ValueError('shapes %s and %s' % (x.shape, y.shape), x.shape)
                return text + 'of: {}'.format(x.dtype)
            """),
            lines=(5, 5, 6, 7, 7, 7, 8, 8, 10, 10, 10, 11),
            fixed=in_function("""
                print('got', ops.shape(x), ops.dtype(x))
                log.info('%s: %s', ops.shape(x), n)
                text = f'{n} {ops.shape(x)}, {ops.dtype(x)!s}, {(ops.shape(x), n)}'
                text += str(ops.dtype(x)) + repr(ops.shape(x))
                if n:
                    raise ValueError('shapes %s and %s' % (ops.shape(x), ops.shape(y)), ops.shape(x))
                return text + 'of: {}'.format(ops.dtype(x))
            """),
        ),
        Invalid(
            in_function("""
                m = ops.abs(x)
                text = str(m) + f'{m} {m + 1!s}' + '%s' % m
                return text + '%6.2f: %-8s' % (m, m) + '{} {}'.format(n, x)
            """),
            lines=(6, 6, 6, 6, 7, 7),
            fixed=in_function("""
                m = ops.abs(x)
                text = str(ops.to_numpy(m)) + f'{ops.to_numpy(m)} {ops.to_numpy(m + 1)!s}' + '%s' % ops.to_numpy(m)
                return text + '%6.2f: %-8s' % (m, ops.to_numpy(m)) + '{} {}'.format(n, ops.to_numpy(x))
            """),
        ),
        Invalid(
            in_function("""
                m = 3 if n else ops.abs(x)
                return str(m) + f'{m}'
            """),
            lines=(6,),
            fixed=in_function("""
                m = 3 if n else ops.abs(x)
                return str(ops.to_numpy(m)) + f'{m}'
            """),
        ),
    )

    @property
    def names(self) -> Mapping[type[ast.AST], Collection[str]]:
        """The functions, and the attributes."""
        return {ast.Call: ("str", "map", "format"), ast.Attribute: tuple(_WRITTEN)}

    def applies(self, model: SemanticModel) -> bool:
        """True of files with tensors."""
        return model.has_tensors

    def check(self, node: ast.AST, context: RuleContext) -> Iterator[Finding]:
        """Flag the tensor, or the container of them, that becomes text."""
        model = context.model
        is_own = context.profile.name == "emberops"  # elsewhere a message shows what the library has
        if isinstance(node, ast.Attribute):
            if is_own:
                yield from _check_attribute(node, model)
            return
        read = _read_as_numbers(node, model) if isinstance(node, ast.Call) else None
        if read is None:
            if is_own:
                yield from _check_whole(node, model)
            return
        argument, template = read
        value = model.value(argument)
        if is_converted(argument, model):
            return
        tensor = tensor_in(value)
        message = f"`str` writes the tensor `{quote(model, argument)}` as its library does, not as a number"
        edit = Rewrite(argument, template, {"x": argument})
        fix = Fix((edit,), Applicability.UNSAFE, "Write the number")
        yield tensor_finding(node, message, tensor, None if tensor.dtype in _NARROW else fix)


def _read_as_numbers(call: ast.Call, model: SemanticModel) -> tuple[ast.expr, str] | None:
    """Return what `str` or `map(str, ...)` is given and how its numbers are written, where it is or holds such."""
    match call:
        case ast.Call(func=ast.Name(id="str")) if builtin(model, call) == "str" and without_keywords(call, 1):
            argument, template, has_tensors = call.args[0], "{ops}.item({x})", _is_number
        case ast.Call(func=ast.Name(id="map"), args=[ast.Name(id="str") as text, _]) if builtin(
            model, call
        ) == "map" and model.qualified_name(text) in ("str", "builtins.str"):
            argument, template, has_tensors = call.args[1], "map({ops}.item, {x})", _holds_numbers
        case _:
            return None
    return (argument, template) if has_tensors(model.value(argument)) else None


def _check_whole(node: ast.AST, model: SemanticModel) -> Iterator[Finding]:
    """Yield a finding for each tensor that an operation gives and that becomes text as a whole."""
    for written in written_in(node, model):
        value = model.value(written)
        if not value.is_tensor or value.backend != "ops" or is_for_people(written, model):
            continue
        number = value.maybe and (value.numeric or value.countable)  # of which the text is the same
        if (
            (value.maybe and not number)
            or value.foreign
            or value.textual
            or value.listed
            or is_converted(written, model)
        ):
            continue
        if isinstance(node, ast.FormattedValue) and (value.rank == 0 or number or _is_place(written, model)):
            continue  # every library formats it as a number
        message = f"the text of the tensor `{quote(model, written)}` is another one in each library"
        edit = Rewrite(written, "{ops}.to_numpy({x})", {"x": written})
        fix = Fix((edit,), Applicability.UNSAFE, "Write what NumPy does")
        yield tensor_finding(written, Message(message, "use `ops.to_numpy`", ":"), value, fix)


def _is_place(node: ast.expr, model: SemanticModel) -> bool:
    """True for `x[0]` and `x[k]` of an array of which the axes are unknown: more often an element than a row."""
    if not isinstance(node, ast.Subscript) or isinstance(node.slice, ast.Tuple | ast.Slice):
        return False
    index = model.value(node.slice)
    return model.value(node.value).rank is None and (index.kind in (Kind.INT, Kind.DIM) or index.rank == 0)


_WRITTEN = {"shape": True, "dtype": False}
"""Attributes that libraries write in ways of their own -> the operation of that name gives what NumPy's `repr` writes.

`repr` of a dtype is another one in every library, also in `ops`.
"""


def _check_attribute(node: ast.Attribute, model: SemanticModel) -> Iterator[Finding]:
    """Yield a finding for the shape or the dtype of a tensor, unless it is of a library that is written for."""
    receiver = model.value(node.value)
    if not receiver.is_tensor or receiver.backend in OWN_TENSORS:
        return
    if not becomes_text(node, model, as_repr=_WRITTEN[node.attr]):
        return
    message = f"the text of `{quote(model, node)}` is another one in each library"
    edit = Rewrite(node, f"{{ops}}.{node.attr}({{x}})", {"x": node.value})
    trust = trust_in_member(node.attr, receiver, model)
    fix = Fix((edit,), trust, f"Write what `ops.{node.attr}` gives")
    yield tensor_finding(node, Message(message, f"use `ops.{node.attr}`", ":"), receiver, fix)


def _is_number(value: Value) -> bool:
    """True for a tensor without axes, or what is a number on other paths."""
    surely = not value.maybe or value.numeric or value.countable
    return value.is_tensor and value.rank == 0 and surely and not (value.foreign or value.textual)


def _holds_numbers(value: Value) -> bool:
    """True for a vector, and for a container of tensors without axes and numbers."""
    if value.is_tensor:
        return value.rank == 1 and not (value.maybe or value.foreign)
    held = value.elements if value.elements is not None else (value.element,)
    return holds_tensors(value) and all(e is None or not e.is_tensor or e.rank == 0 for e in held)

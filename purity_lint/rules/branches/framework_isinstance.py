"""PUR502: asking an object by its class which library it comes from."""

from __future__ import annotations

import ast
from collections.abc import Collection, Iterator, Mapping
from dataclasses import replace

from purity_lint.findings.diagnostics import Applicability
from purity_lint.findings.edits import Fix, Hole, Rewrite
from purity_lint.findings.finding import Finding
from purity_lint.findings.message import Message
from purity_lint.knowledge.dtypes import SCALAR_TYPES
from purity_lint.knowledge.lookup import FRAMEWORK_CLASSES, TENSOR_TYPES
from purity_lint.knowledge.numpy_packages import AXES
from purity_lint.knowledge.roles import IS_TENSOR
from purity_lint.knowledge.samplers import GENERATOR_CLASSES
from purity_lint.rewrites.branches.classes_of_dtypes import is_of_dtype, kind_asked
from purity_lint.rewrites.calls.replacements import is_patched
from purity_lint.rewrites.calls.torch_modules import guards_making
from purity_lint.rewrites.host.asked_for_items import asked_in_ops, asks_for_items, item_method_asked
from purity_lint.rewrites.host.beside_libraries import has_other_tensors
from purity_lint.rewrites.host.class_questions import (
    asks_for_arrays_too,
    asks_of_instance,
    members,
    module_question,
    names_numpy_alone,
    type_of,
    with_classes,
)
from purity_lint.rewrites.host.number_classes import (
    may_be_element,
    may_be_scalar,
    missing_classes,
    portable_class,
)
from purity_lint.rewrites.namespaces.in_use import namespace_at
from purity_lint.rewrites.operands import builtin, quote, safe_if
from purity_lint.rules.base import Invalid, Rule, RuleContext
from purity_lint.rules.examples import in_function, plain
from purity_lint.semantics.model import SemanticModel
from purity_lint.source.names import last_names

_CLASS_CHECKS = frozenset({"isinstance", "issubclass"})


class FrameworkIsinstance(Rule):
    """Flags tests of an object against one library's tensor class.

    ## What it does
    Flags `isinstance(x, np.ndarray)`, `isinstance(x, (np.ndarray, torch.Tensor))`, `type(x) is torch.Tensor`,
    `issubclass(type(x), np.ndarray)`, `type(x).__module__ == np.__name__`, `"numpy" in str(type(x))`,
    `torch.is_tensor(x)`, tests against NumPy's scalar classes and its generators of random numbers, and, where `x`
    may be an element of a tensor, `isinstance(x, (int, float))`, `isinstance(x, Iterable)` and `hasattr(x, "__len__")`.

    ## Why is this bad?
    The tensors of every other backend take the other branch. And naming the class imports the library.
    An element of a NumPy array is a `float`, one of any other tensor is a tensor without axes.

    ## Example
    ```python
    if isinstance(x, np.ndarray):
        ...
    ```

    Use instead:
    ```python
    if ops.is_tensor(x):
        ...
    ```

    ## Fix safety
    `isinstance(x, np.ndarray)` is replaced as a safe fix: NumPy arrays answer as before. It is unsafe in a
    function that has a namespace, `xp = array_namespace(x)`, and in a project that imports PyTorch, JAX or
    another such library: arrays of other libraries come there, too. Of an item, `v = x[i]`, and of what is a
    number or an array, `v: float | np.ndarray`, the fix asks `ops.is_tensor(v) and not ops.isscalar(v)`:
    elements and sums are numbers on NumPy, where that is the same, and tensors without axes elsewhere.
    `torch.is_tensor(x)` is unsafe: it is false of arrays of NumPy, for which another branch may stand; there is
    no fix where that branch makes a tensor for PyTorch's layers. `type(x) is C` is unsafe, for subclasses
    answer differently. Among other classes, `ops.Tensor` takes the place of the library's (`isinstance(x,
    (list, ops.Tensor))`), and `ops.integer`, `ops.floating`, ... take the place of NumPy's scalar classes.
    Adding one of these is unsafe: NumPy's `float32` is no `float`, but floating. `issubclass(x.dtype.type,
    np.floating)` asks for the kind of a dtype, `ops.isdtype(x.dtype, "real floating")`.
    `isinstance(x, Iterable)` and `hasattr(x, "__len__")` become `ops.iterable(x)`, or are asked beside it where `x`
    may have items and no length. It is unsafe: an array without axes is then a number, and what is indexed counts.
    `ops.random.RandomState` and `ops.random.Generator` have NumPy's generators for instances and those of every
    backend.

    ## Options
    None.
    """

    code = "PUR502"
    name = "framework-isinstance"
    nodes = (ast.Call, ast.Compare)
    VALID = (
        in_function("return ops.is_tensor(x), isinstance(n, int), type(n) is int"),
        plain("""
            import numpy as np


            def f(x, cls):
                return isinstance(x, cls)
        """),
        in_function("""
            return [isinstance(i, (float, ops.floating)) for i in x], isinstance(x[0], int)
        """),
        in_function("return [isinstance(i, (float, ops.Tensor)) for i in x]"),
    )
    INVALID = (
        Invalid(
            plain("""
                import numpy as np
                import torch

                from emberops import ops


                def f(x):
                    return isinstance(x, np.ndarray) or isinstance(x, (list, torch.Tensor))
            """),
            lines=(8, 8),
            fixed=plain("""
                import torch

                from emberops import ops


                def f(x):
                    return ops.is_tensor(x) or isinstance(x, (list, ops.Tensor))
            """),
        ),
        Invalid(
            plain("""
                import numpy as np

                from emberops import ops


                def f(x):
                    return isinstance(x, np.ndarray)
            """),
            lines=(7,),
            fixed=plain("""
                from emberops import ops


                def f(x):
                    return ops.is_tensor(x)
            """),
        ),
        Invalid(
            in_function("""
                import torch
                return type(x) is torch.Tensor, torch.is_tensor(x)
            """),
            lines=(6, 6),
            fixed=in_function("""
                import torch
                return ops.is_tensor(x), ops.is_tensor(x)
            """),
        ),
        Invalid(
            plain("""
                import numpy as np


                def f(n):
                    return isinstance(n, (int, np.integer))
            """),
            lines=(5,),
            fixed=plain("""
                from emberops import ops


                def f(n):
                    return isinstance(n, (int, ops.integer))
            """),
        ),
        Invalid(
            plain("""
                import numpy as np

                from emberops import ops


                def f(n):
                    return isinstance(n, float | np.float64), isinstance(n, np.ndarray | np.number | int)
            """),
            lines=(7, 7),
            fixed=plain("""
                from emberops import ops


                def f(n):
                    return isinstance(n, (float, ops.float64)), isinstance(n, (ops.Tensor, ops.number, int))
            """),
        ),
        Invalid(
            plain("""
                import numpy as np


                def f(seed):
                    if isinstance(seed, (np.random.Generator, np.random.RandomState)):
                        return seed
                    return isinstance(seed, (int, np.random.Generator))
            """),
            lines=(5, 7),
            fixed=plain("""
                from emberops import ops


                def f(seed):
                    if isinstance(seed, (ops.random.Generator, ops.random.RandomState)):
                        return seed
                    return isinstance(seed, (int, ops.random.Generator))
            """),
        ),
        Invalid(
            plain("""
                import numpy as np
                def f(x):
                    return type(x) == np.ma.MaskedArray, type(x) in (np.ndarray, np.matrix)
            """),
            lines=(3, 3),
        ),
        Invalid(
            plain("""
                import numpy as np
                from emberops import ops


                def f(x: ops.Tensor, i):
                    item = x[i]
                    return item if not isinstance(item, np.ndarray) else sum(item)
            """),
            lines=(7,),
            fixed=plain("""
                from emberops import ops


                def f(x: ops.Tensor, i):
                    item = x[i]
                    return item if not (ops.is_tensor(item) and not ops.isscalar(item)) else sum(item)
            """),
        ),
        Invalid(
            in_function("""
                from collections.abc import Iterable
                return isinstance(x[0], Iterable), [v for v in x if not hasattr(v, "__len__")]
            """),
            lines=(6, 6),
            fixed=in_function("""
                from collections.abc import Iterable
                return ops.iterable(x[0]), [v for v in x if not ops.iterable(v)]
            """),
        ),
        Invalid(
            in_function("""
                for item in x:
                    if not isinstance(item, (int, float)) or isinstance(item, bool):
                        raise TypeError
            """),
            lines=(6,),
            fixed=in_function("""
                for item in x:
                    if not isinstance(item, (int, float, ops.floating)) or isinstance(item, bool):
                        raise TypeError
            """),
        ),
    )

    @property
    def names(self) -> Mapping[type[ast.AST], Collection[str]]:
        """Questions about classes."""
        return {ast.Call: last_names(IS_TENSOR, _CLASS_CHECKS, {"hasattr"})}

    def check(self, node: ast.AST, context: RuleContext) -> Iterator[Finding]:
        """Flag a test against a tensor class."""
        found = self._questions(node, context)
        if guards_making(node, context.model):
            yield from (replace(one, fix=None, hint=_FOR_MODULES) for one in found)
        else:
            yield from found

    def _questions(self, node: ast.AST, context: RuleContext) -> Iterator[Finding]:
        model = context.model
        match node:
            case ast.Call(args=[subject, classes]) if builtin(model, node) in _CLASS_CHECKS:
                yield from self._isinstance(node, subject, classes, context)
            case ast.Call() if context.profile.scalar_classes and (asked := item_method_asked(node, model)):
                yield _of_items(node, asked, model)
            case ast.Call(args=[subject]) if model.qualified_name(node.func) in IS_TENSOR:
                name = model.qualified_name(node.func)
                yield self._question(node, subject, f"`{name}` knows the tensors of one library", exact=False)
            case ast.Compare(left=left, comparators=[right], ops=[ast.Is() | ast.Eq() | ast.In() as op]):
                yield from self._type_is(
                    node, (left, right), model, negated=False, among=isinstance(op, ast.In)
                )
            case ast.Compare(
                left=left, comparators=[right], ops=[ast.IsNot() | ast.NotEq() | ast.NotIn() as op]
            ):
                yield from self._type_is(
                    node, (left, right), model, negated=True, among=isinstance(op, ast.NotIn)
                )

    def _isinstance(
        self, node: ast.Call, subject: ast.expr, classes: ast.expr, context: RuleContext
    ) -> Iterator[Finding]:
        model = context.model
        if model.value(subject).name == AXES or any(is_patched(c, model) for c in members(classes)):
            return  # an array of plots' axes is one of objects, and NumPy's; a test may want to find the class
        every = list(members(classes))
        names = [model.qualified_name(c) or "" for c in every]
        tensors = [c for c, name in zip(every, names, strict=True) if name in FRAMEWORK_CLASSES]
        scalars = [c for c, name in zip(every, names, strict=True) if name in SCALAR_TYPES]
        generators = [c for c, name in zip(every, names, strict=True) if name in GENERATOR_CLASSES]
        if tensors:
            apart = context.profile.scalar_classes and may_be_scalar(subject, model)
            yield self._of_tensors(node, subject, every, names, tensors, model, apart=apart)
        elif scalars:
            message = f"`{quote(model, node)}` asks for a scalar class of NumPy"
            asked = None if asks_of_instance(node) else kind_asked(node, subject, names)
            added = self._added(node, subject, names, context) if asked is None else []
            edit = asked or with_classes(node, subject, every, names, added)
            safe = safe_if(is_of_dtype(subject, model) if asked is not None else not added)
            fix = Fix((edit,), safe, "Ask for the class in `ops`") if edit is not None else None
            hint = _SCALAR_HINT if asked is None else None
            yield Finding(scalars[0] if asked is None else node, message, fix=fix, hint=hint)
        elif generators:
            message = f"`{quote(model, node)}` knows the generators of NumPy"
            edit = with_classes(node, subject, every, names, [])
            fix = Fix((edit,), safe_if(True), "Ask for the class in `ops`") if edit is not None else None
            wanted = portable_class(model.qualified_name(generators[0]) or "")
            yield Finding(generators[0], Message(message, f"use `ops.{wanted}`"), fix=fix)
        elif (
            context.profile.scalar_classes
            and asks_of_instance(node)
            and asks_for_items(node, subject, names, model)
        ):
            yield _of_items(node, subject, model)
        elif context.profile.scalar_classes and may_be_element(subject, model):
            yield from self._of_elements(node, subject, every, names, model)

    def _of_tensors(
        self,
        node: ast.Call,
        subject: ast.expr,
        every: list[ast.expr],
        names: list[str],
        tensors: list[ast.expr],
        model: SemanticModel,
        *,
        apart: bool,
    ) -> Finding:
        """Return the finding for `isinstance(x, (list, np.ndarray))`, with the portable class for the library's."""
        message = f"`{quote(model, node)}` knows the tensors of one library"
        exact = (
            names_numpy_alone(names) and namespace_at(node, model) is None and not has_other_tensors(model)
        )
        if (
            len(tensors) == len(every)
            and not TENSOR_TYPES.keys().isdisjoint(names)
            and asks_of_instance(node)
        ):
            if apart and names_numpy_alone(names):
                asked = Rewrite(node, "{ops}.is_tensor({x}) and not {ops}.isscalar({x})", {"x": subject})
                fix = Fix((asked,), safe_if(exact), "Ask whether it is a scalar")
                return Finding(node, Message(message, "use `ops.isscalar`"), fix=fix, hint=_SCALAR_HINT)
            return self._question(node, subject, message, exact=exact)
        edit = None
        if not TENSOR_TYPES.keys().isdisjoint(names):
            edit = with_classes(node, subject, every, names, [])
        if edit is None:
            return Finding(node, Message(message, "use `ops.is_tensor`"), hint=_HINT)
        fix = Fix((edit,), safe_if(exact), "Ask for `ops.Tensor`")
        return Finding(node, Message(message, "use `ops.Tensor`"), fix=fix, hint=_HINT)

    def _added(self, node: ast.Call, subject: ast.expr, names: list[str], context: RuleContext) -> list[str]:
        """Return the classes of ops that take an element of a tensor as `float` and its like do on NumPy alone."""
        model = context.model
        element = context.profile.scalar_classes and may_be_element(subject, model)
        return missing_classes(names) if element and not asks_for_arrays_too(node, model) else []

    def _of_elements(
        self, node: ast.Call, subject: ast.expr, every: list[ast.expr], names: list[str], model: SemanticModel
    ) -> Iterator[Finding]:
        """Yield a finding for `isinstance(x, float)` of a tensor's element, which holds on NumPy alone."""
        if asks_for_arrays_too(node, model):
            return
        added = missing_classes(names)
        edit = with_classes(node, subject, every, names, added)
        if not added or edit is None:
            return
        wanted = " and ".join(f"`ops.{name}`" for name in added)
        message = Message(
            f"`{quote(model, node)}` takes an element of a tensor on NumPy alone", f"add {wanted}"
        )
        fix = Fix((edit,), Applicability.UNSAFE, f"Add {wanted}")
        value = model.value(subject)
        yield Finding(node, message, value.evidence, value.reasons, fix, _SCALAR_HINT)

    def _type_is(
        self,
        node: ast.Compare,
        sides: tuple[ast.expr, ast.expr],
        model: SemanticModel,
        *,
        negated: bool,
        among: bool,
    ) -> Iterator[Finding]:
        subject = type_of(sides[0], model)
        other = sides[1]
        if subject is None and not among:
            subject, other = type_of(sides[1], model), sides[0]
        names = [model.qualified_name(c) or "" for c in members(other)]
        message = f"`{quote(model, node)}` knows the tensors of one library"
        if (asked := module_question(node, sides, model, negated=negated)) is not None:
            yield Finding(node, Message(message, "use `ops.is_tensor`"), fix=asked, hint=_HINT)
        if subject is None or not names or not FRAMEWORK_CLASSES.issuperset(names):
            return
        if not TENSOR_TYPES.keys() >= set(names):  # masked arrays, matrices: no other library has such
            yield Finding(node, Message(message, "use `ops.is_tensor`"), hint=_HINT)
            return
        yield self._question(node, subject, message, exact=False, negated=negated)

    def _question(
        self, node: ast.expr, subject: ast.expr, message: str, *, exact: bool, negated: bool = False
    ) -> Finding:
        holes: dict[str, Hole] = {"x": subject}
        template = "not {ops}.is_tensor({x})" if negated else "{ops}.is_tensor({x})"
        fix = Fix((Rewrite(node, template, holes),), safe_if(exact), "Ask `ops.is_tensor`")
        return Finding(node, Message(message, "use `ops.is_tensor`"), fix=fix, hint=_HINT)


_HINT = (
    "`ops.convert_to_tensor` takes tensors, numbers and sequences alike, so that often nothing need be asked."
)
_FOR_MODULES = "PyTorch makes a tensor for its layers where there is none: what another library made is none."
_SCALAR_HINT = "What is a scalar on NumPy, an element or a sum, is a tensor without axes elsewhere."


def _of_items(node: ast.Call, subject: ast.expr, model: SemanticModel) -> Finding:
    """Return the finding for what is true of every tensor, and on NumPy of none of its elements."""
    value = model.value(subject)
    fix = Fix((asked_in_ops(node, subject, model),), Applicability.UNSAFE, "Ask `ops.iterable`")
    message = Message(f"`{quote(model, node)}` is false of an element on NumPy alone", "use `ops.iterable`")
    return Finding(node, message, value.evidence, value.reasons, fix, _SCALAR_HINT)

"""Fixes in the words of a project's own backend: ``nx = get_backend(a, b)``, and then ``nx.sum(a)`` for ``np.sum(a)``.

The methods of its class follow the functions of NumPy, so that a call keeps its arguments where a method of that name
takes them.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Sequence
from dataclasses import replace

from purity_lint.findings.diagnostics import Applicability
from purity_lint.findings.edits import BindNamespace, Edit, Fix, Hole, Rewrite, RewriteStatement
from purity_lint.findings.finding import Finding
from purity_lint.findings.message import problem_of
from purity_lint.fixes.formulas import Formulas
from purity_lint.fixes.profiles.backend_arguments import dtype_name, in_order, of_extents
from purity_lint.fixes.profiles.backend_methods import in_methods, like_another
from purity_lint.fixes.profiles.called_operations import operations
from purity_lint.fixes.profiles.composed_methods import composed_method
from purity_lint.fixes.profiles.dtypes_of_neighbours import is_computed_with
from purity_lint.fixes.profiles.filled_arrays import filled, filled_again, filled_before, is_filled_next
from purity_lint.fixes.profiles.given_to_backend import is_given_no_array
from purity_lint.fixes.profiles.half_ported import left_whole
from purity_lint.fixes.profiles.joined_arrays import joins_no_arrays
from purity_lint.fixes.profiles.kept_conversions import without_halves
from purity_lint.fixes.profiles.left_empty import names_left_empty
from purity_lint.fixes.profiles.namespaces import Accessor, Namespaces
from purity_lint.fixes.profiles.package_backend import OwnBackend
from purity_lint.fixes.profiles.staying import Staying
from purity_lint.knowledge.libraries import HOST_PACKAGES, stands_in
from purity_lint.knowledge.vocabularies import own_backend as facts
from purity_lint.knowledge.vocabularies.array_api import COUNTERS
from purity_lint.rewrites.references import Category, reference
from purity_lint.rewrites.scopes import own_nodes
from purity_lint.rewrites.stores.kept_elements import outlives_a_store
from purity_lint.semantics.model import SemanticModel
from purity_lint.semantics.values import Kind
from purity_lint.source.constructs import is_none
from purity_lint.source.names import last_name
from purity_lint.source.parameters import defaults

_Function = ast.FunctionDef | ast.AsyncFunctionDef
_NEW_AXIS = "newaxis"
_METHOD = re.compile(r"\{nx\}\.(\w+)")
_OF_SHAPES = frozenset({"full"})
"""Functions that take a number for a shape in NumPy, and not in every library."""


class OwnWords:
    """Writes the fixes of one file in the words of its package's backend."""

    def __init__(self, model: SemanticModel, backend: OwnBackend) -> None:
        self._model = model
        self._backend = backend
        imported = {b.qualified: b.local for b in model.imports}
        getter = imported.get(f"{backend.module}.{facts.GETTER}")
        self._accessor = Accessor(
            getter or facts.GETTER,
            backend.module if getter is None else None,
            refuses_none=not backend.takes_none,
        )
        self._converter = next(
            (b.local for b in model.imports if b.qualified.endswith(f".{facts.CONVERTER}")), None
        )
        self._namespaces = Namespaces(model, facts.ALIAS, self._accessor)

    @property
    def _converts(self) -> bool:
        if any(
            isinstance(n, ast.FunctionDef) and n.name == facts.CONVERTER for n in self._model.source.tree.body
        ):
            return False  # below it, arrays are arrays
        return self._converter is not None or self._backend.converter is not None

    def translated(self, finding: Finding) -> Finding:
        """Return ``finding`` with a fix in the words of the backend, or with what that lacks in place of its advice."""
        node = finding.node
        found = reference(node, self._model)
        if isinstance(node, ast.Subscript) and outlives_a_store(node, self._model):
            return self._of_element(finding, node)
        if found is not None and found.dotted == _NEW_AXIS:
            return self._of_new_axis(finding)
        if found is None and isinstance(node, ast.Call) and self._is_of_scipy(node):
            rewritten = self._rewritten(node, last_name(node.func) or "")
            return self._without(finding) if rewritten is None else self._with(finding, node, rewritten)
        if found is None and isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
            return self._of_method(finding, node, node.func)
        if found is None and isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
            return self._of_builtin(finding, node, node.func.id)
        if found is None or not isinstance(node, ast.Call) or found.category is not Category.FUNCTION:
            return self._without(finding)
        name = found.dotted.rpartition(".")[2]
        rewritten = self._rewritten(node, name)
        if rewritten is None:
            message = f"{problem_of(finding.message)}, and {self._lacking(node, name)}"
            return replace(finding, message=message, hint=None, fix=None)
        return self._with(finding, node, rewritten)

    def _with(self, finding: Finding, node: ast.expr, rewritten: Rewrite | RewriteStatement) -> Finding:
        """Return ``finding`` with a call in the words of the backend for its fix."""
        message = problem_of(finding.message)
        if rewritten.template:
            name = last_name(node.func) if isinstance(node, ast.Call) else ""
            message += f": use `{_advised(rewritten.template, name)}`"
        return replace(finding, message=message, hint=None, fix=self._fix(node, rewritten))

    def _is_of_scipy(self, call: ast.Call) -> bool:
        """True for `linalg.sqrtm(C)` of SciPy, where the backend has a method of that name."""
        name = self._model.qualified_name(call.func)
        return stands_in(name, *HOST_PACKAGES) and last_name(call.func) in self._backend.methods

    def _lacking(self, call: ast.Call, name: str) -> str:
        """Return why no method takes a call: there is none, it takes other arguments, or arrays alone."""
        method = self._backend.methods.get(name)
        if method is not None and is_given_no_array(call, name, self._model):
            return f"`{facts.ALIAS}.{name}` takes arrays, where this may be a list or a number of Python's"
        return f"`{facts.CLASS}` of `{self._backend.module}` has no `{name}` with these arguments"

    def whole(self, findings: Sequence[Finding]) -> list[Finding]:
        """Return the findings without the fixes of formulas of which a part stays with NumPy.

        `np.diag(nx.dot(a, b))` hands arrays of any library to one that takes its own, and `nx.dot(np.diag(a), b)`
        those of NumPy to all.
        """
        formulas = Formulas(self._model)
        staying = {formulas.around(f.node) for f in findings if self._stays_with_numpy(f)}
        whole = [
            replace(f, fix=None) if f.fix and formulas.around(f.node) in staying else f for f in findings
        ]
        halves = without_halves(whole, self._model)
        rewritten: set[ast.AST] = {finding.node for finding in halves if finding.fix is not None}
        return left_whole(halves, Staying(rewritten, self._model), self._model)

    def _stays_with_numpy(self, finding: Finding) -> bool:
        node = finding.node
        found = reference(node, self._model) if finding.fix is None else None
        if found is None or found.category is not Category.FUNCTION or not isinstance(node, ast.Call):
            return False
        return any(self._model.value(part).is_tensor for part in (node, *node.args))

    def _of_method(self, finding: Finding, call: ast.Call, method: ast.Attribute) -> Finding:
        """Return a finding of `x.dot(y)` with `nx.dot(x, y)` for its fix, of `x.sum(1)` with `nx.sum(x, axis=1)`."""
        helper = self._backend.methods.get(method.attr)
        keywords = [k.arg for k in call.keywords]
        plain = None not in keywords and not any(isinstance(a, ast.Starred) for a in call.args)
        named = {name for name in keywords if name is not None}
        if method.attr not in facts.AS_METHODS or helper is None or not plain:
            return self._without(finding)
        if not helper.takes(1 + len(call.args), named):
            return self._composed(finding, call, method)
        values = (method.value, *call.args, *(k.value for k in call.keywords))
        holes: dict[str, Hole] = {f"a{n}": a for n, a in enumerate(values)}
        names = [*[None] * (1 + len(call.args)), *keywords]
        if method.attr in facts.REDUCTIONS and helper.order[1 : 1 + len(call.args)] == (facts.AXIS,):
            names[1] = facts.AXIS
        written = (f"{{a{n}}}" if name is None else f"{name}={{a{n}}}" for n, name in enumerate(names))
        edit = Rewrite(call, f"{{nx}}.{method.attr}({', '.join(written)})", holes)
        message = f"{problem_of(finding.message)}: use `{facts.ALIAS}.{method.attr}`"
        return replace(finding, message=message, hint=None, fix=self._fix(call, edit))

    def _composed(self, finding: Finding, call: ast.Call, method: ast.Attribute) -> Finding:
        """Return a finding of `x.mean(0, keepdims=True)` with `nx.mean(x, axis=0)[None]` for its fix."""
        named = {k.arg or "": k.value for k in call.keywords}
        array = [method.value, *call.args]
        written = composed_method(method.attr, array, named, self._backend.methods, self._model)
        if written is None:
            return self._without(finding)
        message = f"{problem_of(finding.message)}: use `{facts.ALIAS}.{method.attr}`"
        return replace(finding, message=message, hint=None, fix=self._fix(call, Rewrite(call, *written)))

    def _of_element(self, finding: Finding, element: ast.Subscript) -> Finding:
        """Return a finding of an element that is kept while its array changes with a copy for its fix."""
        if facts.COPY not in self._backend.methods:
            return self._without(finding)
        template, holes = f"{{nx}}.{facts.COPY}({{x}}[{{i}}])", {"x": element.value, "i": element.slice}
        return self._with(finding, element, Rewrite(element, template, holes))

    def _of_builtin(self, finding: Finding, call: ast.Call, name: str) -> Finding:
        """Return a finding of `abs(x)` with `nx.abs(x)` for its fix."""
        if name not in facts.FOR_BUILTINS or name not in self._backend.methods:
            return self._without(finding)
        message = f"{problem_of(finding.message)}: use `{facts.ALIAS}.{name}`"
        fix = self._fix(call, Rewrite(call.func, f"{{nx}}.{name}"))
        return replace(finding, message=message, hint=None, fix=fix)

    def _in_methods(self, finding: Finding) -> Finding | None:
        """Return a finding with its operations as methods of the backend; ``None`` where it has not all of them."""
        node, fix = finding.node, finding.fix
        if fix is None or not isinstance(node, ast.expr):
            return None
        edits: list[Edit] = []
        named: list[str] = []
        for edit in fix.edits:
            if not isinstance(edit, Rewrite | RewriteStatement) or "{ops}" not in edit.template:
                edits.append(edit)
                continue
            written = in_methods(edit, self._backend.methods, self._model)
            bound = None if written is None else self._bound(node, written)
            if bound is None:
                return None
            edits += (one for one in bound if one not in edits)
            named += operations(edit.template)
        if not named:
            return None
        message = f"{problem_of(finding.message)}: use `{facts.ALIAS}.{named[0]}`"
        fix = replace(fix, edits=tuple(edits), applicability=Applicability.UNSAFE)
        return replace(finding, message=message, hint=None, fix=fix)

    def _fix(self, call: ast.expr, edit: Rewrite | RewriteStatement) -> Fix | None:
        edits = self._bound(call, edit)
        if edits is None:
            return None
        return Fix(edits, Applicability.UNSAFE, "Write it in the words of the backend")

    @staticmethod
    def _of_new_axis(finding: Finding) -> Finding:
        """Return a finding of `x[:, np.newaxis]` with `x[:, None]` for its fix, which is the same object."""
        node = finding.node
        if not isinstance(node, ast.expr):
            return finding
        fix = Fix((Rewrite(node, "None"),), Applicability.SAFE, "Write the new axis as `None`")
        return replace(finding, message=f"{problem_of(finding.message)}: use `None`", hint=None, fix=fix)

    def _without(self, finding: Finding) -> Finding:
        """``finding`` in methods of the backend; without advice that names operations of ours where it lacks them."""
        written = self._in_methods(finding)
        if written is not None:
            return written
        needed = finding.fix is not None and any(
            "{ops}" in getattr(e, "template", "") for e in finding.fix.edits
        )
        if not needed and "ops" not in str(finding.message) + (finding.hint or ""):
            return finding
        return replace(finding, message=problem_of(finding.message), hint=None, fix=None)

    def _bound(self, call: ast.expr, edit: Rewrite | RewriteStatement) -> tuple[Edit, ...] | None:
        """Return an edit together with what binds the backend; ``None`` where no array has one."""
        function = self._outermost(call)
        if function is None or _leaves_backends(function):
            return None
        bind = self._namespaces.binding(call)
        if bind is None:
            return None
        edit = replace(edit, template=edit.template.replace("{nx}", bind.name))
        if not bind.statement:
            return (edit,)
        asked = self._namespaces.arguments(function)
        ordered = in_order(asked, function, self._accessor.name, self._model)
        bind = replace(bind, statement=self._accessor.statement(bind.name, ordered))
        arguments = [a for a in asked if not a.startswith("*")]
        if not self._converts or not arguments:
            return edit, bind
        target = ", ".join(arguments)
        first = f"{target} = {self._converter or facts.CONVERTER}({target})"
        imported = (
            "" if self._converter is not None else f"from {self._backend.converter} import {facts.CONVERTER}"
        )
        return (
            edit,
            replace(bind, statement=f"{first}\n{bind.statement}"),
            *([BindNamespace(function, facts.CONVERTER, "", imported)] if imported else []),
        )

    def _outermost(self, node: ast.AST) -> _Function | None:
        found = None
        function = self._model.function(node)
        while function is not None:
            found = function if isinstance(function, _Function) else found
            function = self._model.function(function)
        return found

    def _rewritten(self, call: ast.Call, name: str) -> Rewrite | RewriteStatement | None:
        """Return the call as one of a method, ``{nx}`` for the backend; ``None`` where no method takes it."""
        if any(isinstance(a, ast.Starred) for a in call.args) or any(k.arg is None for k in call.keywords):
            return None
        function = self._outermost(call)
        if function is not None and name in facts.CONVERSIONS:
            return self._conversion(call, function)
        statement = self._model.parent(call)
        if isinstance(statement, ast.Expr) and filled(statement) is not None:
            again = filled_again(statement, self._model)
            if again is not None and self._folded(again) is not None:
                return RewriteStatement(statement, "")
            return self._filled(statement)
        if name in facts.UNFILLED and is_filled_next(statement, self._model):
            return RewriteStatement(statement, "") if isinstance(statement, ast.Assign) else None
        written = self._written(call, name, call.keywords)
        if written is None:
            return None
        plain = written[0].startswith(f"{{nx}}.{name}({{a0}}") and facts.LIKE not in written[0]
        if plain and name in self._backend.methods and len(written[1]) == len(call.args) + len(call.keywords):
            return Rewrite(call.func, f"{{nx}}.{name}")
        return Rewrite(call, *written)

    def _filled(self, statement: ast.Expr) -> RewriteStatement | None:
        """Return ``x = nx.exp(y)`` for ``np.exp(y, out=x)``."""
        found = filled(statement)
        value = self._folded(statement) or self._unfilled(found[0]) if found is not None else None
        if found is None or value is None:
            return None
        return RewriteStatement(statement, f"{found[1]} = {value[0]}", value[1])

    def _folded(self, statement: ast.Expr) -> tuple[str, dict[str, Hole]] | None:
        """Return ``nx.exp(M / r)`` for ``np.exp(x, out=x)`` after ``np.divide(M, r, out=x)``."""
        before, mine = filled_before(statement, self._model), filled(statement)
        if before is None or mine is None:
            return None
        inner, outer = self._unfilled(before[1]), self._unfilled(mine[0])
        if inner is None or outer is None or not outer[0].startswith("{nx}."):
            return None
        place = next(n for n, a in enumerate(mine[0].args) if getattr(a, "id", None) == mine[1])
        holes = {name: hole for name, hole in outer[1].items() if name != f"a{place}"}
        renamed = {name: f"of_{name}" for name in inner[1]}
        text = inner[0]
        for name, other in renamed.items():
            text = text.replace(f"{{{name}}}", f"{{{other}}}")
        holes |= {renamed[name]: hole for name, hole in inner[1].items()}
        return outer[0].replace(f"{{a{place}}}", text), holes

    def _unfilled(self, call: ast.Call) -> tuple[str, dict[str, Hole]] | None:
        """Return a call without its ``out=``, in the words of the backend."""
        name = reference(call, self._model)
        if name is None:
            return None
        return self._written(
            call, name.dotted.rpartition(".")[2], [k for k in call.keywords if k.arg != "out"]
        )

    def _written(
        self, call: ast.Call, name: str, given: list[ast.keyword]
    ) -> tuple[str, dict[str, Hole]] | None:
        """Return the template of the call of a method, or of an operator, and what fills it."""
        method = self._backend.methods.get(name)
        named = {k.arg or "": k.value for k in given}
        composed = composed_method(name, call.args, named, self._backend.methods, self._model)
        if composed is not None:
            return composed
        if method is None and not given:
            other = like_another(call, name, self._backend.methods)
            return other or _operator(call, name) or self._joined(call, name)
        if method is None:
            return None
        keywords = {k.arg or "": k.value for k in given}
        makes = facts.LIKE in method.keywords
        if makes and dtype_name(keywords.get("dtype")) in {None, *facts.ITS_DTYPES, ""}:
            keywords.pop("dtype", None)
        if not method.takes(len(call.args), set(keywords)) or (name == facts.JOIN and joins_no_arrays(call)):
            return None
        if is_given_no_array(call, name, self._model):
            return None
        holes: dict[str, Hole] = {f"a{n}": a for n, a in enumerate((*call.args, *keywords.values()))}
        written = [f"{{a{n}}}" for n in range(len(call.args))]
        stacked = (
            name in facts.REDUCTIONS and bool(call.args) and isinstance(call.args[0], ast.Tuple | ast.List)
        )
        if stacked:
            written[0] = "{nx}.stack({a0})"
        if name in _OF_SHAPES and call.args and self._model.value(call.args[0]).kind in {Kind.INT, Kind.DIM}:
            written[0] = "({a0},)"
        written += [f"{keyword}={{a{n}}}" for n, keyword in enumerate(keywords, len(call.args))]
        like = self._like(call) if makes else None
        if like is not None:
            written.append(f"{facts.LIKE}={like}")
        return f"{{nx}}.{name}({', '.join(written)})", holes

    def _joined(self, call: ast.Call, name: str) -> tuple[str, dict[str, Hole]] | None:
        """Return `nx.concatenate((a, b), axis=1)` for `np.hstack((a, b))`, where the number of their axes is known."""
        match call.args:
            case [ast.Tuple(elts=parts) | ast.List(elts=parts)] if name in facts.JOINED:
                ranks = {self._model.value(part).rank for part in parts} - {None}
                axes = [facts.JOINED[name][rank - 1] for rank in ranks if rank in {1, 2}]
                joins = self._backend.methods.get(facts.JOIN)
                if joins is None or len(axes) != 1 or len(ranks) != 1 or axes[0] is None:
                    return None
                return f"{{nx}}.{facts.JOIN}({{arrays}}, axis={axes[0]})", {"arrays": call.args[0]}
        return None

    def _like(self, call: ast.Call) -> str | None:
        """Return the array whose dtype a new one is to have: that of its shape, dtype or extents, or the first one."""
        for argument in (*call.args, *(k.value for k in call.keywords)):
            for inner in ast.walk(argument):
                match inner:
                    case ast.Attribute(value=ast.Name(id=array), attr="shape" | "dtype"):
                        return array
        function = self._outermost(call)
        counts = last_name(call.func) in COUNTERS
        if counts and (function is None or not is_computed_with(call, function, self._model)):
            return None  # it may be an index, which has to stay whole
        given = self._namespaces.arguments(function) if function is not None else []
        arrays = [name for name in given if not name.startswith("*")] or [f"{name[1:]}[0]" for name in given]
        if function is not None:  # what may be left out has no dtype
            optional = {name for name, default in defaults(function.args).items() if is_none(default)}
            optional |= names_left_empty(function)  # nor is it sure to be of the library of the others
            arrays = [name for name in arrays if name not in optional] or arrays
        parent: ast.AST | None = call
        while isinstance(parent, ast.expr):
            parent = self._model.parent(parent)
        match parent:
            case ast.Assign(targets=[ast.Name(id=target)]) if target in arrays:
                return target
        named = (n.id.rpartition("_")[2] for a in call.args for n in ast.walk(a) if isinstance(n, ast.Name))
        of_extent = next((name for name in named if name in arrays), None)  # `np.ones(dim_b)`
        if of_extent is None and function is not None:
            of_extent = of_extents(call, function, arrays)
        return of_extent or next(iter(arrays), None)

    def _conversion(self, call: ast.Call, function: _Function) -> RewriteStatement | None:
        """Return the removal of ``a = np.asarray(a)``, which the converter at the top of the function stands for."""
        if not self._converts:
            return None
        match self._model.parent(call):
            case ast.Assign(targets=[ast.Name(id=target)]) as statement if (
                statement in function.body
                and isinstance(call.args[0] if call.args else None, ast.Name)
                and getattr(call.args[0], "id", None) == target
                and target in self._namespaces.arguments(function)
            ):
                return RewriteStatement(statement, "")
        return None


def _advised(template: str, name: str) -> str:
    """Return what a message says to use: the method of that name, the first one, an operator or an index."""
    method = _METHOD.search(template)
    if f"{{nx}}.{name}" in template:
        return f"{facts.ALIAS}.{name}"
    if method is not None:
        return f"{facts.ALIAS}.{method[1]}"
    return facts.OPERATORS.get(name) or template.replace("{", "").replace("}", "")


def _operator(call: ast.Call, name: str) -> tuple[str, dict[str, Hole]] | None:
    if name not in facts.OPERATORS or len(call.args) != len("ab"):
        return None
    left, right = call.args
    match facts.OPERATORS[name], right:
        case "/", ast.UnaryOp(op=ast.USub(), operand=ast.Name() as divisor):
            return "-{a} / {b}", {"a": left, "b": divisor}
    return f"{{a}} {facts.OPERATORS[name]} {{b}}", {"a": left, "b": right}


def _leaves_backends(function: _Function) -> bool:
    """True for a function that takes its arrays to NumPy by itself, and computes with that."""
    return any(isinstance(n, ast.Attribute) and n.attr == facts.TO_HOST for n in own_nodes(function))

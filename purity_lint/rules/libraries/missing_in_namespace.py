"""PUR109: a name or an argument that the namespace does not have."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from purity_lint.findings.edits import Fix, Rewrite
from purity_lint.findings.finding import Finding
from purity_lint.findings.message import Message
from purity_lint.knowledge.signatures import Signature, signature
from purity_lint.knowledge.vocabularies.array_api import CONSTANTS, DTYPES, NEW_IN_2025, OTHERS
from purity_lint.knowledge.vocabularies.words import word
from purity_lint.rewrites.calls.library_calls import Rewritten
from purity_lint.rewrites.calls.replacements import replacement
from purity_lint.rewrites.namespaces.calls import Read, reads_of_namespaces
from purity_lint.rewrites.namespaces.in_use import namespace_at, namespaces, on_host, standard_namespace
from purity_lint.rewrites.namespaces.other_results import answers_otherwise
from purity_lint.rewrites.operands import quote, safe_if
from purity_lint.rewrites.operators.boolean_arrays import holds_truth, is_used_as_mask
from purity_lint.rewrites.references import Category, Reference
from purity_lint.rules.base import Invalid, Rule, RuleContext
from purity_lint.rules.examples import plain
from purity_lint.semantics.model import SemanticModel

_RENAMED = {"ddof": "correction", "dim": "axis", "keepdim": "keepdims"}
"""Arguments that the standard has under another name."""
_FLAT = frozenset({"ravel", "flatten"})
_COPYING = frozenset({"array"})
"""Functions of NumPy that copy, for which people write what does not."""


class MissingInNamespace(Rule):
    """Reports names and arguments that a namespace of the array API standard does not have.

    ## What it does
    Checks for what is read and called of `xp`, wherever it comes from: a parameter, `array_namespace`, the tuples
    of `get_namespace`, `self.xp`. Names and arguments that the standard has not are reported, and so is `1 - mask` of
    truth values, in functions that have such a namespace.

    ## Why is this bad?
    `xp.concatenate`, `xp.std(x, ddof=1)` and `xp.min(x, 0)` work while `xp` is NumPy, and raise where it is another
    library, or mean something else there.

    ## Example
    ```python
    def f(x, xp):
        return xp.concatenate([x, xp.std(x, ddof=1)])
    ```

    Use instead:
    ```python
    def f(x, xp):
        return xp.concat([x, xp.std(x, correction=1)])
    ```

    Code under `hasattr(xp, "name")`, and below it where it returns, under `is_torch(xp)` and its like is left alone.
    So are namespaces that have NumPy's names on purpose, those of `get_array_module` and of autoray.

    ## Fix safety
    Safe where the standard's name or argument means the same on NumPy: `xp.cumulative_sum(x)` for `xp.cumsum(x)` does
    for one axis alone. Functions that the standard lacks are written as they are when they are called of NumPy, with
    those that it has: `xp.moveaxis(x, (0, 2), (2, 0))` for `xp.swapaxes(x, 0, 2)`. `~mask` for `1 - mask` is unsafe:
    it holds truth values, where NumPy made numbers.

    ## Options
    - `standard-version`: `2024.12` or `2025.12`.
    """

    code = "PUR109"
    name = "missing-in-namespace"
    nodes = (ast.Attribute, ast.BinOp)
    VALID = (
        plain("""
            def f(x, xp):
                return xp.linalg.vector_norm(xp.concat([x, x]), axis=0) + xp.pi
        """),
        plain("""
            def f(x, xp):
                if hasattr(xp, "unravel_index"):
                    return xp.unravel_index(x, (2, 2))
        """),
        plain("""
            from .backend import get_backend


            def f(x):
                nx = get_backend(x)
                return nx.exp(x), nx.concatenate([x, x])
        """),
        plain("""
            from autoray import get_namespace


            def f(x):
                xp = get_namespace(x)
                return xp.swapaxes(x, -2, -1)
        """),
        plain("""
            from cupy import get_array_module


            def f(x):
                xp = get_array_module(x)
                return g(x, xp)


            def g(x, xp):
                return xp.concatenate([x, x])
        """),
    )
    INVALID = (
        Invalid(
            plain("""
                def f(x, xp):
                    return xp.concatenate([x, xp.ravel(x)])
            """),
            lines=(2, 2),
            fixed=plain("""
                def f(x, xp):
                    return xp.concat([x, xp.reshape(x, (-1,))])
            """),
        ),
        Invalid(
            plain("""
                from array_api_compat import array_namespace


                def f(x):
                    ns = array_namespace(x)
                    return ns.std(x, ddof=1), ns.min(x, 0)
            """),
            lines=(6, 6),
            fixed=plain("""
                from array_api_compat import array_namespace


                def f(x):
                    ns = array_namespace(x)
                    return ns.std(x, correction=1), ns.min(x, axis=0)
            """),
        ),
        Invalid(
            plain("""
                from .utils import get_namespace


                def f(x):
                    xp, _ = get_namespace(x)
                    return xp.diag(x), xp.zeros_like(x, shape=(2,)), xp.linalg.norm(x)
            """),
            lines=(6, 6, 6),
        ),
        Invalid(
            plain("""
                def f(x, xp):
                    x = xp.asarray(x)
                    low = (x < 0) | xp.isnan(x)
                    return xp.where((1 - low) & (x < 1), x, 1 - x)
            """),
            lines=(4,),
            fixed=plain("""
                def f(x, xp):
                    x = xp.asarray(x)
                    low = (x < 0) | xp.isnan(x)
                    return xp.where(~low & (x < 1), x, 1 - x)
            """),
        ),
    )

    def applies(self, model: SemanticModel) -> bool:
        """True of files that work on a namespace."""
        return bool(namespaces(model))

    def check(self, node: ast.AST, context: RuleContext) -> Iterator[Finding]:
        """Yield a finding for what a namespace lacks."""
        if isinstance(node, ast.BinOp):
            yield from _complement(node, context.model)
            return
        read = reads_of_namespaces(context.model).get(node)
        if read is None or read.name in OTHERS or read.name in CONSTANTS or read.name in DTYPES:
            return
        shown = quote(context.model, read.node)
        target = word("array-api", {}, read.name)
        own = target is not None and target.text == f"{{ops}}.{read.name}"
        if own and read.name in NEW_IN_2025 and context.settings.standard_version == "2024.12":
            yield Finding(node, f"`{shown}` came to the array API standard in 2025.12")
        elif own and target is not None:
            if read.call is not None and target.signature is not None:
                yield from _arguments(read, read.call, target.signature, shown)
        else:
            yield _lacking(read, shown, context)


def _complement(node: ast.BinOp, model: SemanticModel) -> Iterator[Finding]:
    """Yield the finding for `1 - mask` as a mask: other libraries do not subtract truth values."""
    match node:
        case ast.BinOp(left=ast.Constant(value=1), op=ast.Sub(), right=mask) if holds_truth(mask, model):
            if standard_namespace(node, model) is None or on_host(node, model):
                return
            if not is_used_as_mask(node, model):
                return  # numbers are made of it
            problem = f"`{quote(model, node)}`: the array API standard has no difference of truth values"
            edit = Rewrite(node, "~{mask}", {"mask": mask})
            fix = Fix((edit,), safe_if(False), "Write it with `~`")
            yield Finding(node, Message(problem, "use `~`"), fix=fix)


def _lacking(read: Read, shown: str, context: RuleContext) -> Finding:
    """Return the finding for a name that the standard has not, with what says the same in its words."""
    problem = f"`{shown}`: the array API standard has no `{read.name}`"
    renamed = _renamed(read, context.model)
    outcome = _as_of_numpy(read, context) if renamed is None else None
    if outcome is None or outcome.operation is None:
        return Finding(read.node, problem, fix=renamed)
    advice = f"use `ops.{outcome.operation}`"
    safe = safe_if(outcome.safe and read.name not in _COPYING)
    fix = Fix(outcome.edits, safe, f"Replace `{shown}` with `ops.{outcome.operation}`")
    return Finding(read.node, Message(problem, advice), fix=fix)


def _as_of_numpy(read: Read, context: RuleContext) -> Rewritten | None:
    """Return what NumPy's function of this name would become, where fixes are written with this namespace.

    That is the one that the function around reads from, whatever its name: `ns`, `self.xp`.
    """
    own = namespace_at(read.node, context.model) == ast.unparse(read.namespace)
    if read.call is None or not own or not context.profile.of_arguments:
        return None
    of_numpy = Reference(read.call, read.node, "numpy", read.name, Category.FUNCTION)
    outcome = replacement(of_numpy, context.model)
    return outcome if isinstance(outcome, Rewritten) else None


def _renamed(read: Read, model: SemanticModel) -> Fix | None:
    """Return the fix to the standard's name."""
    space, call = ast.unparse(read.namespace), read.call
    target = word("array-api", {}, read.name)
    if target is not None:
        name = target.text.removeprefix("{ops}.")
        edit = Rewrite(read.node, f"{space}.{name}")
        same = call is None or not answers_otherwise(call, edit.template, model)
        return Fix((edit,), safe_if(same), f"Replace it with `{name}`")
    if read.name in _FLAT and call is not None and len(call.args) == 1 and not call.keywords:
        edit = Rewrite(call, f"{space}.reshape({{x}}, (-1,))", {"x": call.args[0]})
        return Fix((edit,), safe_if(True), "Replace it with `reshape`")
    return None


def _arguments(read: Read, call: ast.Call, theirs: Signature, shown: str) -> Iterator[Finding]:
    """Yield the finding for arguments that the function does not take."""
    if any(isinstance(a, ast.Starred) for a in call.args) or any(k.arg is None for k in call.keywords):
        return
    ours = signature(read.name)
    extra = [] if theirs.variadic else call.args[len(theirs.order) :]
    names = ours.order[len(theirs.order) : len(call.args)] if ours is not None else ()
    unknown = [k.arg for k in call.keywords if not theirs.takes_keyword(k.arg or "")]
    if not extra and not unknown:
        return
    holes = {f"a{n}": a for n, a in enumerate((*call.args, *(k.value for k in call.keywords)))}
    written = [f"{{a{n}}}" for n in range(len(call.args) - len(extra))]
    keywords = [*names[-len(extra) :], *(_RENAMED.get(k.arg or "", k.arg or "") for k in call.keywords)]
    if extra and len(names) < len(extra):
        keywords = []
    fits = len(set(keywords)) == len(extra) + len(call.keywords) and all(map(theirs.takes_keyword, keywords))
    fix = None
    if fits:
        written += [f"{name}={{a{n}}}" for n, name in enumerate(keywords, len(written))]
        edit = Rewrite(call, f"{ast.unparse(call.func)}({', '.join(written)})", holes)
        fix = Fix((edit,), safe_if(True), "Name the arguments as the standard does")
    what = f"no argument `{unknown[0]}`" if unknown else f"only {len(theirs.order)} arguments by position"
    yield Finding(call, f"`{shown}` of the array API standard takes {what}", fix=fix)

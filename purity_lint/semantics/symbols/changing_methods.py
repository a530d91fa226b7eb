"""Methods that change arrays which they are handed: `boundary.fill(u)`, by all that the project defines of a name.

Which definition of `fill` runs is not always known.  Where all of them change the same arguments it need not be: they
can all give back what they change, and calls can be bound to that once all of them do.
"""

from __future__ import annotations

import ast
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator

from purity_lint.semantics.symbols.parameter_changes import ParameterChanges, methods_of
from purity_lint.source.constructs import Definition, does_nothing
from purity_lint.source.names import last_name

_OTHERWISE = "!"
"""Behind the name of a method that does anything else."""
_NOTHING = "?"
"""Behind the name of one that does nothing: a hook, which can give back what others of its name change."""


def methods_told(tree: ast.Module, changes: ParameterChanges) -> Iterator[str]:
    """Yield what the methods of a file change: `.fill(0:u)` where that is returned, `.fill[0:u]` of one that is to.

    `.fill?` of one that does nothing, `.fill!` of one that does anything else; nothing of one that has no body yet.
    """
    for method in methods_of(tree):
        if method.name.startswith("__"):
            continue  # Python calls it, and takes what it returns for something
        if does_nothing(method):
            yield f".{method.name}{_NOTHING}"
        elif not _is_abstract(method):
            yield f".{method.name}{changes.places_of(method) or _OTHERWISE}"


def told_alike(told: Iterable[str], changing: Collection[str]) -> tuple[frozenset[str], frozenset[str]]:
    """Return the methods, among those of some names, of which all definitions change the same arguments.

    Those that all give them back, `.fill(0:u)`, and those that some do not yet, `.fill[0:u]`.
    """
    by_name: defaultdict[str, set[str]] = defaultdict(set)
    for each in told:
        name = each.partition("(")[0].partition("[")[0].rstrip(_OTHERWISE + _NOTHING)
        if name in changing:
            by_name[name].add(each)
    giving, to_give = set(), set()
    for name, definitions in by_name.items():
        alike = {each.replace("[", "(").replace("]", ")") for each in definitions - {name + _NOTHING}}
        if len(alike) > 1 or name + _OTHERWISE in alike:
            continue
        if definitions == alike:
            giving |= alike
        else:
            to_give |= {each.replace("(", "[").replace(")", "]") for each in alike}
    return frozenset(giving), frozenset(to_give)


def _is_abstract(method: Definition) -> bool:
    """True for a body of `raise NotImplementedError` or of `...`, and for what has to be overridden."""
    if any(last_name(decorator).startswith("abstract") for decorator in method.decorator_list):
        return True
    body = method.body[1:] if ast.get_docstring(method, clean=False) is not None else method.body
    match body:
        case [ast.Raise(exc=ast.expr() as raised)]:
            return last_name(raised.func if isinstance(raised, ast.Call) else raised) == "NotImplementedError"
        case [ast.Expr(value=ast.Constant(value=value))]:
            return value is ...
    return False

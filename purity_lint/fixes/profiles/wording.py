"""Write what findings say, in the words of every profile."""

from __future__ import annotations

import ast
import re

from purity_lint.configuration.own_module import offered
from purity_lint.configuration.settings import Settings
from purity_lint.findings.edits import Fix, Rewrite, RewriteStatement
from purity_lint.findings.finding import Finding
from purity_lint.knowledge.vocabularies.array_api import NO_FUNCTIONS
from purity_lint.knowledge.vocabularies.own_backend import UPDATES
from purity_lint.knowledge.vocabularies.words import word

_PLACE = "_"
"""Before the names of what is filled in, where a template is read as code."""
_HOLE = re.compile(r"(?<!\{)\{(\w+)\}")
_OPERATORS = {ast.MatMult: "@", ast.Pow: "**", ast.Mod: "%", ast.Eq: "=="}
"""Operators that are written in the place of functions."""
_CODE = re.compile(r"`[^`]*`")
_BARE = re.compile(r"(?<=\bin )ops\b(?!`)")
_OPERATION = re.compile(r"(?<![\w.])ops(?:\.(?P<name>[a-zA-Z_]\w*(?:\.[a-zA-Z_]\w*)*))?(?!\w)")
_SHARED_STATE = "random.default."
"""Before the names of what draws from one generator for all, `np.random.randn`, which has no such name there."""


class Wording:
    """Writes messages and advice in the words of one configuration."""

    def __init__(self, settings: Settings) -> None:
        self._profile = settings.profile
        self._alias = settings.ops_alias
        self._ops_module = settings.ops_module
        self._names = settings.ops_names
        self._offered = offered(settings)
        default = not self._names and self._alias == "ops" and self._offered is None
        self._as_written = self._profile == "emberops" and default

    def message(self, finding: Finding) -> str:
        """Return the line that ``finding`` is printed with.

        Advice that names an operation which the vocabulary lacks gives way to that fact, or to the fix.
        """
        message = finding.message
        if isinstance(message, str):
            return message
        if self._is_foreign(message.advice):
            return message.problem
        missing = self._missing(message.advice)
        if missing is not None and finding.fix is None:
            return f"{message.problem}, and {self.lacks(missing)}"
        other = self._other_word(message.advice, finding.fix)
        if missing is not None and other is None:
            return message.problem
        return f"{message.problem}{message.mark} {self._with(other, message.advice)}"

    def title(self, fix: Fix) -> str:
        """Return what ``fix`` says that it does: in the words that it writes."""
        return self._with(self._other_word(fix.message, fix), fix.message)

    def hint(self, text: str | None) -> str | None:
        """Return the hint ``text`` as advice; ``None`` where it cannot be followed."""
        unfit = text is None or self._is_foreign(text) or self._missing(text) is not None
        return None if text is None or unfit else self.advice(text)

    def _with(self, word: str | None, text: str) -> str:
        """Return ``text`` with ``word`` in the place of its operations; with their own words where that is ``None``."""
        if word is None:
            return self.advice(text)
        return _CODE.sub(lambda code: f"`{word}`" if _names_operation(code[0]) else code[0], text)

    def _other_word(self, text: str, fix: Fix | None) -> str | None:
        """Return what a fix writes where that is not the word for the one operation which ``text`` names."""
        if self._profile != "array-api" or fix is None:
            return None
        named = [m["name"] for code in _CODE.findall(text) for m in _OPERATION.finditer(code) if m["name"]]
        if len(named) != 1:
            return None
        written = next(filter(None, map(_written, fix.edits)), None)
        target = word(self._profile, self._names, named[0], self._offered)
        expected = "" if target is None else target.text.replace("{ops}", self._alias)
        return None if written is None or written == expected else written

    def _is_foreign(self, text: str) -> bool:
        """True for advice that is good for users of emberops alone: its devices, its choice of a backend."""
        return self._profile != "emberops" and "emberops" in text

    def advice(self, text: str) -> str:
        """``text``, written in the words of emberops, with the configured names for its operations."""
        if self._as_written:
            return text
        text = _CODE.sub(lambda code: _OPERATION.sub(self._named, code[0]), text)
        return _BARE.sub(self.module, text)

    def lacks(self, operation: str) -> str:
        """Say that the vocabulary has no word for ``operation``."""
        if self._profile == "array-api" and operation in NO_FUNCTIONS:
            return f"{self.module} has {NO_FUNCTIONS[operation]}"
        update = next((name for name in UPDATES.get(operation, ()) if self._has(name)), None)
        if update is not None:
            return f"{self.module} has `{self._alias}.{update}` for that"
        return f"{self.module} has no `{operation.replace(_SHARED_STATE, 'random.')}`"

    def _has(self, name: str) -> bool:
        """True of a function that the configured module is known to have."""
        known = self._offered is not None or self._profile == "keras"
        return known and word(self._profile, {}, name, self._offered) is not None

    @property
    def module(self) -> str:
        """Return the title of what has the operations."""
        return "the array API standard" if self._profile == "array-api" else f"`{self._ops_module}`"

    def _missing(self, text: str) -> str | None:
        """Return the first operation in ``text`` for which there is no word."""
        if self._as_written:
            return None
        for code in _CODE.findall(text):
            for operation in _OPERATION.finditer(code):
                name = operation["name"]
                if name is not None and word(self._profile, self._names, name, self._offered) is None:
                    return name
        return None

    def _named(self, operation: re.Match[str]) -> str:
        if operation["name"] is None:
            return self._alias
        target = word(self._profile, self._names, operation["name"], self._offered)
        template = target.text if target is not None else f"{{ops}}.{operation['name']}"
        return template.replace("{ops}", self._alias)


def _names_operation(code: str) -> bool:
    return any(match["name"] for match in _OPERATION.finditer(code))


def _written(edit: object) -> str | None:
    """Return what an edit calls, or the operator that it writes."""
    if not isinstance(edit, Rewrite | RewriteStatement):
        return None
    try:
        code = _HOLE.sub(rf"{_PLACE}\1", edit.template).replace("{{", "{").replace("}}", "}")
        body = ast.parse(code).body
    except SyntaxError:
        return None
    values = [getattr(statement, "value", None) for statement in body]
    match edit.node, values:
        case ast.Call(func=ast.Name(id=name)), [ast.Call(func=ast.Name(id=same), args=[inner, *_])] if (
            name == same
        ):
            values = [inner]  # `set(_tolist(x))` for `set(x)`
    return next(filter(None, map(_called, values)), None)


def _called(node: ast.expr | None) -> str | None:
    match node:
        case ast.Call(func=function):
            while isinstance(function, ast.Attribute) and not isinstance(
                function.value, ast.Name | ast.Attribute
            ):
                function = function.value
                function = getattr(function, "value", getattr(function, "func", function))
            function = function.func if isinstance(function, ast.Call) else function  # `xpx.at(x)`
            return ast.unparse(function)
        case ast.BinOp(op=operator, left=left):
            return _OPERATORS.get(type(operator)) or _called(left)
        case ast.ListComp(elt=ast.Subscript(slice=index)):
            return f"x[{ast.unparse(index).strip('()')}]"
        case ast.Name(id=name) if name.startswith(_PLACE):
            return None  # `{values}`: what was there before
        case ast.Attribute(value=ast.Name(id=name), attr=attribute) if name.startswith(_PLACE):
            return f"x.{attribute}"
        case ast.Subscript(value=ast.Attribute() as array):
            return _called(array)
        case ast.Compare(ops=[operator]):
            return _OPERATORS.get(type(operator))
        case ast.UnaryOp(op=ast.Not(), operand=inner) | ast.Tuple(elts=[inner, *_]):
            return _called(inner)
        case ast.Name() | ast.Attribute():
            return ast.unparse(node)
    return None

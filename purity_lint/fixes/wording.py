"""Write what findings say, in the words of every profile."""

from __future__ import annotations

import re

from purity_lint.configuration.settings import Settings
from purity_lint.findings.finding import Finding
from purity_lint.fixes.own_module import offered
from purity_lint.knowledge.vocabularies.words import word

_CODE = re.compile(r"`[^`]*`")
_BARE = re.compile(r"(?<=\bin )ops\b(?!`)")
_OPERATION = re.compile(r"(?<![\w.])ops(?:\.(?P<name>[a-zA-Z_]\w*(?:\.[a-zA-Z_]\w*)*))?(?!\w)")


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
        if missing is not None:
            return message.problem if finding.fix else f"{message.problem}, and {self.lacks(missing)}"
        return f"{message.problem}{message.mark} {self.advice(message.advice)}"

    def hint(self, text: str | None) -> str | None:
        """Return the hint ``text`` as advice; ``None`` where it cannot be followed."""
        unfit = text is None or self._is_foreign(text) or self._missing(text) is not None
        return None if text is None or unfit else self.advice(text)

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
        return f"{self.module} has no `{operation}`"

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

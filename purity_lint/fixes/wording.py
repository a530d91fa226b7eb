"""The one place that writes what findings say, in the words of every profile."""

from __future__ import annotations

import re

from purity_lint.configuration.settings import Settings
from purity_lint.findings.message import Message
from purity_lint.knowledge.vocabularies import word

_CODE = re.compile(r"`[^`]*`")
_OPERATION = re.compile(r"(?<![\w.])ops(?:\.(?P<name>[a-zA-Z_]\w*(?:\.[a-zA-Z_]\w*)*))?(?!\w)")


class Wording:
    """Writes messages and advice in the words of one configuration."""

    def __init__(self, settings: Settings) -> None:
        self._profile = settings.profile
        self._alias = settings.ops_alias
        self._names = settings.ops_names
        self._as_written = self._profile == "emberops" and not self._names and self._alias == "ops"

    def message(self, message: Message | str) -> str:
        """Return the line that a finding is printed with."""
        if isinstance(message, str):
            return message
        return f"{message.problem}{message.mark} {self.advice(message.advice)}"

    def advice(self, text: str) -> str:
        """``text``, written in the words of emberops, with the configured names for its operations."""
        if self._as_written:
            return text
        return _CODE.sub(lambda code: _OPERATION.sub(self._named, code[0]), text)

    def _named(self, operation: re.Match[str]) -> str:
        if operation["name"] is None:
            return self._alias
        target = word(self._profile, self._names, operation["name"])
        template = target.text if target is not None else f"{{ops}}.{operation['name']}"
        return template.replace("{ops}", self._alias)

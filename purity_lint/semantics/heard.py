"""What is kept of an analysis, and what each file had read of a summary when something was kept of it."""

from __future__ import annotations

from collections.abc import Container, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, Final, Protocol

from purity_lint.semantics.symbols.uses_of_results import Said, kept_said


class Store(Protocol):
    """Store of summaries: facts by name, valid under a key."""

    @property
    def keeps(self) -> bool:
        """Return True where anything is kept."""

    def recall(self, name: str, key: str) -> dict[str, Any]:
        """Return the facts kept as ``name`` under ``key``; none, if there are none."""

    def remember(self, name: str, key: str, facts: Mapping[str, object]) -> None:
        """Keep facts, in place of those that were there."""


class Nowhere:
    """Keeps nothing."""

    keeps: Final = False

    def recall(self, name: str, key: str) -> dict[str, Any]:
        """Nothing."""
        return {}

    def remember(self, name: str, key: str, facts: Mapping[str, object]) -> None:
        """Forget it."""


class Heard:
    """Facts about leaves, each kept with the keys of what the leaf had read of a summary."""

    def __init__(self, store: Store, name: str, key: str) -> None:
        self._store, self._name, self._key = store, name, key
        self._known: dict[str, Any] = store.recall(name, key)
        self._keys: list[str] = self._known.setdefault("keys", [])
        self._leaves: dict[str, Any] = self._known.setdefault("leaves", {})
        self._numbers = {key: number for number, key in enumerate(self._keys)}
        self._is_new = False

    @property
    def said(self) -> Said:
        """Return what was said of results when these facts were kept."""
        return kept_said(self._known.get("said"))

    def hear(self, said: Mapping[str, object], concerned: Container[str]) -> None:
        """Take in what is said now, and forget the leaves that this concerns."""
        self._known["said"] = said
        for path in [path for path in self._leaves if path in concerned]:
            del self._leaves[path]
        self._is_new = True

    @property
    def leaves(self) -> list[str]:
        """Return the leaves of which something is known."""
        return [*self._leaves]

    def recall(self, path: Path) -> tuple[Any, Sequence[str]] | None:
        """Return the facts about a leaf, and the keys of what it has read."""
        match self._leaves.get(str(path)):
            case [facts, [*read]]:
                return facts, [self._keys[number] for number in read]
        return None

    def note(self, path: Path, facts: list[Any], keys: Iterable[str]) -> None:
        """Take in what is known of a leaf."""
        read = []
        for key in keys:
            number = self._numbers.setdefault(key, len(self._keys))
            if number == len(self._keys):
                self._keys.append(key)
            read.append(number)
        self._leaves[str(path)] = [facts, read]
        self._is_new = True

    def remember(self) -> None:
        """Keep what is new."""
        if self._is_new:
            self._store.remember(self._name, self._key, self._known)

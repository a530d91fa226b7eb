"""Which words the fixes of a file are written in, where these are not the operations of ``emberops.ops``."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from purity_lint.configuration.own_module import offered
from purity_lint.configuration.settings import Settings
from purity_lint.findings.finding import Finding
from purity_lint.fixes.profiles.own_backend import OwnWords
from purity_lint.fixes.profiles.package_backend import own_backend
from purity_lint.semantics.model import SemanticModel


class Words(Protocol):
    """Puts the fixes of one file into other words."""

    def translated(self, finding: Finding) -> Finding | None:
        """Return a finding with its fix in these words; ``None`` where they are there already."""

    def whole(self, findings: Sequence[Finding]) -> list[Finding]:
        """Return the findings of a file without the fixes that would leave half of something to a library."""


def words_of(settings: Settings, model: SemanticModel) -> Words | None:
    """Return the words that a file is to be written in; ``None`` where these are those that rules write."""
    backend = own_backend(model, settings)
    if backend is not None:
        return OwnWords(model, backend)
    # Most files are left in the words that rules write: what knows other ones is imported where it is wanted.
    if settings.profile == "array-api":
        from purity_lint.fixes.profiles.standard_vocabulary import StandardVocabulary

        return StandardVocabulary(settings, model)
    if settings.profile != "emberops" or settings.ops_names or offered(settings) is not None:
        from purity_lint.fixes.profiles.vocabulary import Vocabulary

        return Vocabulary(settings, model)
    return None

"""The same folder as it was at a revision, looked at with the settings of today."""

from __future__ import annotations

import os
from contextlib import chdir
from dataclasses import replace
from pathlib import Path

from purity_lint.configuration.files import SettingsResolver
from purity_lint.configuration.settings import Settings
from purity_lint.report.survey import Survey, survey
from purity_lint.run.revisions.past_files import files_at


def survey_at(revision: str, resolver: SettingsResolver) -> Survey:
    """Look at the current folder as it was at ``revision``.  Raises :class:`PurityError` where there is none."""
    here = Path.cwd()
    with files_at(revision, here, "--against") as then, chdir(then):
        return survey(Path(), _Moved(resolver, here, then))


class _Moved(SettingsResolver):
    """Settings of a folder, for a copy of it elsewhere."""

    def __init__(self, resolver: SettingsResolver, original: Path, copy: Path) -> None:
        super().__init__()
        self._resolver = resolver
        self._original = original
        self._copy = copy

    def for_folder(self, folder: Path) -> Settings:
        """Return the settings that hold for the folder that ``folder`` is a copy of."""
        inner = os.path.relpath(os.path.abspath(folder), self._copy)
        settings = self._resolver.for_folder(self._original / inner)
        root = os.path.relpath(settings.root, self._original)
        return replace(settings, root=Path(os.path.normpath(self._copy / root)))

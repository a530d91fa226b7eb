"""Records of ``purity-lint trace``, for the files of a run."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from purity_lint.configuration.settings import Settings

if TYPE_CHECKING:
    from purity_lint.semantics.model import SemanticModel


def digest(settings: Iterable[Settings]) -> str:
    """A hash of the records that hold for files with these settings; empty where there are none."""
    files = sorted({_file(s) for s in settings})
    found = [hashlib.sha256(file.read_bytes()).hexdigest() for file in files if file.is_file()]
    return " ".join(found)


def is_recorded(settings: Settings) -> bool:
    """True if there is a record."""
    return _file(settings).is_file()


def stale_files(settings: Settings) -> list[str]:
    """Recorded files that have changed since, so that their record is not used."""
    file = _file(settings)
    if not file.is_file():
        return []
    from purity_lint.trace.store import load, stale

    return stale(load(file), file.parent)


def with_records(
    models: Mapping[Path, SemanticModel], contents: Mapping[Path, bytes], settings: Mapping[Path, Settings]
) -> dict[Path, SemanticModel]:
    """``models``, which first say what was recorded, where something was.

    Raises :class:`purity_lint.trace.store.TraceError` for a record that cannot be read.
    """
    from purity_lint.trace.model import TracedModel
    from purity_lint.trace.store import Trace, for_file, load

    traces: dict[Path, Trace] = {}
    wrapped = dict(models)
    for path, model in models.items():
        own = settings.get(path)
        file = _file(own) if own is not None else None
        if file is None or not file.is_file():
            continue
        if file not in traces:
            traces[file] = load(file)
        sites = for_file(traces[file], file.parent, path, contents[path])
        if sites is not None:
            wrapped[path] = TracedModel(model, sites)
    return wrapped


def _file(settings: Settings) -> Path:
    return settings.root / settings.trace

"""The two ways to models of files: :func:`analyze` for one by itself, :func:`analyze_project` for many."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path

from purity_lint.knowledge.facades import facades, reads
from purity_lint.semantics.file_model import FileModel
from purity_lint.semantics.interpreter import Project
from purity_lint.semantics.stages import EachLeaf, Files, Stages, text_of
from purity_lint.semantics.symbols.demands import demands, joined
from purity_lint.semantics.symbols.implementations import families, implementations
from purity_lint.semantics.symbols.naming import facts_of
from purity_lint.source.file import SourceFile
from purity_lint.source.imports import telling


def _name_of(source: SourceFile) -> tuple[str, bool]:
    if source.module:
        return source.module, source.path.name == "__init__.py"
    stem = source.path.stem or "__main__"
    return ("__main__" if stem == "__init__" else stem), False


def analyze(source: SourceFile, ops_module: str | None = None) -> FileModel:
    """Return the model of one file by itself; ``ops_module`` is a project's own module of operations."""
    project = Project(ops_module)
    project.alone = True
    name, is_package = _name_of(source)
    module = project.add(source, name, is_package=is_package)
    project.facades = facades(reads(telling(source.tree).imports, source.text).items(), project.modules)
    project.asked = joined([demands(source)])
    project.implementations = families(implementations(source.tree, source.path))
    project.run()
    return FileModel(module, project)


def analyze_project(files: Iterable[SourceFile], ops_module: str | None = None) -> dict[Path, FileModel]:
    """Return the models of many files that may import each other; their tests tell what they are called with."""
    sources = {source.path: source for source in files}
    stages = stages_of(sources, ops_module)
    return {path: FileModel(*stages.module(path)) for path in sources}


def stages_of(
    sources: Mapping[Path, SourceFile], ops_module: str | None = None, each_leaf: EachLeaf = map
) -> Stages:
    """Return the stages in which files that may import each other are analysed; see there for ``each_leaf``."""
    found = Files(
        {path: facts_of(source) for path, source in sources.items()},
        dict.fromkeys(sources, ""),
        sources.__getitem__,
        {path: source.module for path, source in sources.items()},
        lambda path: text_of(sources[path]),
    )
    return Stages(found, ops_module, each_leaf=each_leaf)

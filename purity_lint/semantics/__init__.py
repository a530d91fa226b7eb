"""Tell what is a tensor by abstract interpretation of Python files that are read and never run."""

from __future__ import annotations

from purity_lint.semantics.analysis import analyze, analyze_project
from purity_lint.semantics.file_model import FileModel
from purity_lint.semantics.interpreter import Project
from purity_lint.semantics.model import ImportBinding, SemanticModel

__all__ = ["FileModel", "ImportBinding", "Project", "SemanticModel", "analyze", "analyze_project"]

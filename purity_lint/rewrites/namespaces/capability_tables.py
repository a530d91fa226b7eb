"""What a table of a package says of the libraries whose arrays its functions take.

``CAPABILITIES = {"hilbert": xp_capabilities(skip_backends=[...])}`` stands for the decorators of functions in the files
beside it.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping
from pathlib import Path

from purity_lint.semantics.model import SemanticModel
from purity_lint.source.names import last_name
from purity_lint.source.parse import parsed


def told_in_tables(decorators: frozenset[str], model: SemanticModel) -> Mapping[str, ast.expr]:
    """Return what tables in the folder of a file say of functions, by their names."""
    if not decorators:
        return {}
    folder = model.source.path.parent
    return model.shared_memo(("capabilities", folder, decorators), lambda: dict(_told(folder, decorators)))


def _told(folder: Path, decorators: frozenset[str]) -> Iterator[tuple[str, ast.expr]]:
    for file in sorted(folder.glob("*.py")):
        text = file.read_text(encoding="utf-8", errors="replace")
        if not any(f": {decorator}(" in text for decorator in decorators):
            continue
        try:
            tree = parsed(text)
        except SyntaxError:
            continue  # its own check says so
        for table in (node for node in ast.walk(tree) if isinstance(node, ast.Dict)):
            for key, value in zip(table.keys, table.values, strict=True):
                match key, value:
                    case ast.Constant(value=str(name)), ast.Call(func=made) if last_name(made) in decorators:
                        yield name, value

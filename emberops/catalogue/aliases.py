"""Write ``emberops/ops/aliases.py`` from the catalogue: ``python -m emberops.catalogue.aliases [--check]``.

Aliases are ordinary imports in a file, so that editors and type checkers see them; they come from the one
table, so that nobody types them twice.
"""

from __future__ import annotations

import sys
from pathlib import Path

from emberops.catalogue import CATALOGUE

TARGET = Path(__file__).parents[1] / "ops" / "aliases.py"

_HEADER = '''"""Other names of the operations.  Written by ``python -m emberops.catalogue.aliases``; do not edit."""

from __future__ import annotations

'''


def render() -> str:
    """The text of ``emberops/ops/aliases.py``."""
    lines = []
    for op in CATALOGUE.values():
        own = op.name.rpartition(".")[2]
        lines += [
            f"from emberops.ops.{op.group} import {own} as {alias}"
            for alias in op.aliases
            if "." not in alias
        ]
    return _HEADER + "\n".join(sorted(lines)) + "\n"


def main() -> int:
    """Write the file, or with ``--check`` say whether it is up to date."""
    text = render()
    if "--check" in sys.argv[1:]:
        if TARGET.read_text(encoding="utf-8") == text:
            return 0
        print(f"{TARGET} is out of date: run python -m emberops.catalogue.aliases")
        return 1
    TARGET.write_text(text, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())

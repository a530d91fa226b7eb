"""``python -m purity_lint``."""

from __future__ import annotations

from purity_lint.cli import main

if __name__ == "__main__":
    main()

"""What ``import emberops`` and the first call cost, and which frameworks they load.

    python benchmarks/import_time.py [--runs 9]

Medians over fresh interpreters, in milliseconds, less an interpreter that imports nothing.
"""

from __future__ import annotations

import argparse
import statistics
import subprocess
import sys
import time

CASES = {
    "import emberops": "import emberops",
    "from emberops import ops": "from emberops import ops",
    "first call, NumPy": "from emberops import ops; ops.add([1.0], 2.0)",
    "import numpy (for comparison)": "import numpy",
}
SHOW = "; import sys; print(*sorted({'numpy', 'torch', 'jax', 'mlx', 'libcst'} & sys.modules.keys()))"


def seconds(code: str) -> float:
    """Wall time of one fresh interpreter."""
    start = time.perf_counter()
    subprocess.run([sys.executable, "-c", code], check=True)
    return time.perf_counter() - start


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--runs", type=int, default=9)
    runs = parser.parse_args().runs
    base = statistics.median(seconds("pass") for _ in range(runs))
    for label, code in CASES.items():
        took = statistics.median(seconds(code) for _ in range(runs)) - base
        shown = subprocess.run(
            [sys.executable, "-c", code + SHOW], check=True, capture_output=True, text=True
        )
        print(f"{label:32} {took * 1000:7.1f} ms   loads: {shown.stdout.strip() or 'no framework'}")


if __name__ == "__main__":
    main()

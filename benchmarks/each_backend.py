"""The command line of benchmarks that print a table for each backend, made in a process of its own.

A framework sets up threads and memory for itself when it is imported, and some peers take one backend per process.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
from collections.abc import Callable, Mapping

BACKENDS = ("numpy", "torch", "jax", "mlx")


def native(backend: str) -> object:
    """The library's own namespace."""
    if backend == "numpy":
        import numpy as xp
    elif backend == "torch":
        import torch as xp
    elif backend == "jax":
        import jax.numpy as xp
    else:
        import mlx.core as xp
    return xp


def main(
    description: str | None,
    print_table: Callable[[str, int], None],
    *,
    repeat: int,
    environment: Callable[[str], Mapping[str, str]] = lambda _backend: {},
) -> None:
    """Run the script that calls this once more for each backend that its command line names.

    Parameters
    ----------
    description
        What ``--help`` prints.
    print_table
        Called with the backend and how often to repeat, in the backend's own process.
    repeat
        How often if the command line does not say.
    environment
        What the process of a backend has in its environment besides.
    """
    parser = argparse.ArgumentParser(
        description=description, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--backends", default=",".join(BACKENDS))
    parser.add_argument("--repeat", type=int, default=repeat)
    parser.add_argument("--one", choices=BACKENDS, help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.one:
        print_table(options.one, options.repeat)
        return
    for backend in options.backends.split(","):
        command = [sys.executable, sys.argv[0], "--one", backend, "--repeat", str(options.repeat)]
        variables = {**os.environ, "OMP_NUM_THREADS": "1", **environment(backend)}
        subprocess.run(command, env=variables, check=True)

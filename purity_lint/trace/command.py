"""``purity-lint trace -- COMMAND``: run it with the recorder in every interpreter that it starts."""

from __future__ import annotations

import json
import os
import subprocess
import tempfile
from collections.abc import Sequence
from pathlib import Path

from purity_lint.errors import PurityError
from purity_lint.trace.store import Trace, collect, load, save

BOOTSTRAP = Path(__file__).parent / "bootstrap"


def run(
    command: Sequence[str], *, roots: Sequence[Path], output: Path, append: bool = False
) -> tuple[int, Trace]:
    """Run ``command`` and record the types in the Python files under ``roots`` that it imports.

    Parameters
    ----------
    command
        Program and arguments, run as they are, without a shell.
    roots
        Folders whose modules are recorded.
    output
        The data file; replaced, or with ``append`` merged into.

    Returns
    -------
    tuple
        The command's exit status, and what was recorded.

    Raises
    ------
    PurityError
        If the command cannot be started.
    """
    base = output.resolve().parent
    with tempfile.TemporaryDirectory(prefix="purity-trace-") as folder:
        status = _run(command, _environment(roots, Path(folder)))
        trace = collect(Path(folder), base)
    if append and output.exists():
        earlier = load(output)
        earlier.update(trace)
        trace = earlier
    save(trace, output)
    return status, trace


def _run(command: Sequence[str], environment: dict[str, str]) -> int:
    try:
        return subprocess.run(command, env=environment, check=False).returncode
    except OSError as error:
        raise PurityError(f"cannot run {command[0]!r}: {error.strerror or error}") from error


def _environment(roots: Sequence[Path], folder: Path) -> dict[str, str]:
    environment = dict(os.environ)
    inherited = environment.get("PYTHONPATH")
    environment["PYTHONPATH"] = os.pathsep.join([str(BOOTSTRAP), *([inherited] if inherited else [])])
    environment["PURITY_TRACE_ROOTS"] = json.dumps([str(r.resolve()) for r in roots])
    environment["PURITY_TRACE_DIR"] = str(folder)
    return environment

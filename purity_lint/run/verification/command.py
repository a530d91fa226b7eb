"""Run the user's own command, which judges fixes."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

_SUPERVISOR = Path(__file__).with_name("supervisor.py")


def passes(command: str, timeout: float | None = None) -> bool:
    """True if the shell command ``command`` ends with exit code 0 within ``timeout`` seconds.

    It does not outlive this call, nor this process: whatever ends either ends its process group as well.
    """
    # Files change faster than the seconds by which Python tells whether compiled code is stale.
    environment = {**os.environ, "PYTHONDONTWRITEBYTECODE": "1"}
    has_groups = hasattr(os, "killpg")
    process = subprocess.Popen(
        [sys.executable, "-I", "-S", str(_SUPERVISOR), command] if has_groups else command,
        shell=not has_groups,
        env=environment,
        stdin=subprocess.PIPE,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
    )
    try:
        return process.wait(timeout) == 0
    except subprocess.TimeoutExpired:
        return False
    finally:
        _end(process)


def _end(process: subprocess.Popen[bytes]) -> None:
    """End what still runs of the command, the processes that its shell started included."""
    if process.poll() is None:
        if hasattr(os, "killpg"):
            os.killpg(process.pid, signal.SIGKILL)
        else:
            process.kill()
        process.wait()
    if process.stdin is not None:
        process.stdin.close()

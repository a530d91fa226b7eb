"""Run a shell command, and end it and all that it started when whoever asked for it is gone.

This is a script, started in a session of its own with a pipe as its standard input.  Nothing is ever written to the
pipe: it ends when the process at its other end does, however that ends.
"""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading


def main(command: str) -> None:
    """Exit as ``command`` does; with its process group once standard input ends."""
    threading.Thread(target=_end_with_parent, daemon=True).start()
    status = subprocess.Popen(command, shell=True, stdin=subprocess.DEVNULL).wait()
    os._exit(status if status >= 0 else 128 - status)


def _end_with_parent() -> None:
    os.read(0, 1)
    os.killpg(0, signal.SIGKILL)


if __name__ == "__main__":
    main(sys.argv[1])

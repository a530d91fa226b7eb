"""Standard streams, for whoever has closed them."""

from __future__ import annotations

import os
import sys


def provide_streams() -> None:
    """Let output go nowhere where its stream is closed (``>&-``), and let no file that is opened take its number.

    Standard input stays missing, which is told when it is read.  Source may hold characters that a terminal cannot
    show: they are escaped.
    """
    for number, name in enumerate(("stdin", "stdout", "stderr")):
        if getattr(sys, name) is None:
            descriptor = os.open(os.devnull, os.O_RDWR)
            if descriptor != number:
                os.dup2(descriptor, number)
                os.close(descriptor)
            if number:
                setattr(sys, name, open(number, "w", encoding="utf-8", closefd=False))  # noqa: SIM115  as long as we live
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="backslashreplace")

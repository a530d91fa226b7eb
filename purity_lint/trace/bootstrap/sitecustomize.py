"""Found first on PYTHONPATH by every interpreter that ``purity-lint trace`` starts, directly or not."""

from __future__ import annotations

import importlib.machinery
import importlib.util
import os
import sys

_HERE = os.path.dirname(os.path.abspath(__file__))


def _run_the_next_one() -> None:
    """Run the environment's own sitecustomize, which this one hides."""
    path = [p for p in sys.path if os.path.abspath(p or os.curdir) != _HERE]
    spec = importlib.machinery.PathFinder.find_spec("sitecustomize", path)
    if spec is not None and spec.loader is not None:
        spec.loader.exec_module(importlib.util.module_from_spec(spec))


_run_the_next_one()
if "PURITY_TRACE_ROOTS" in os.environ:
    import purity_trace_recorder

    purity_trace_recorder.start()

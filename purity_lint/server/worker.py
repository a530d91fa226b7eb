"""The process that holds one project and answers questions about its files."""

from __future__ import annotations

import gc
import os
import sys
from collections.abc import Mapping
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

from purity_lint.errors import PurityError
from purity_lint.run.workers import without_collections
from purity_lint.server.messages import Failed, Ready
from purity_lint.server.service import Service


def serve(connection: Connection, folder: Path, table: Mapping[str, Any]) -> None:
    """Hold the project in ``folder`` and answer until the other side hangs up.

    ``table`` are settings that count for more than the configuration.
    """
    # Standard output is where the server talks to its client; whatever prints here must not talk in between.
    os.dup2(sys.stderr.fileno(), 1)
    try:
        os.chdir(folder)
        with without_collections():
            service = Service(table)
        gc.collect()
        gc.freeze()  # what is there stays: collections need not look at it
        connection.send(Ready())
        while True:
            connection.send(service.answer(connection.recv()))
    except (PurityError, FileNotFoundError, NotADirectoryError, PermissionError) as error:
        connection.send(Failed(str(error)))
    except (EOFError, BrokenPipeError, KeyboardInterrupt):
        return

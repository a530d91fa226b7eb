"""``check --watch``: check again whenever a file changes."""

from __future__ import annotations

import time
from dataclasses import replace
from pathlib import Path
from typing import NoReturn

import click

from purity_lint.cli import report_error
from purity_lint.cli.request import Request
from purity_lint.cli.running import execute
from purity_lint.configuration.discovery import discover
from purity_lint.configuration.files import CONFIG_FILES
from purity_lint.errors import ConfigError, PurityError

_INTERVAL = 0.5
State = dict[Path, tuple[int, int]]


def watch(request: Request) -> NoReturn:
    """Run ``request`` now and after every change, until interrupted."""
    if request.reads_stdin:
        raise ConfigError("--watch needs files to watch, not standard input")
    once = replace(request, watch=False)
    seen: State | None = None
    while True:
        try:
            state = snapshot(once)
            if state != seen:
                click.clear()
                execute(once)
                click.echo("\nWatching for changes; Ctrl-C ends.", err=True)
                state = snapshot(once)  # `--fix` has changed files itself
        except PurityError as error:  # a configuration that is being edited may be wrong for a moment
            state = {}
            if seen != state:
                report_error(str(error))
        seen = state
        time.sleep(_INTERVAL)


def snapshot(request: Request) -> State:
    """Size and time of change of every file that matters."""
    found = discover(request.paths or (Path(),), request.resolver())
    files = {path for path, _ in found.files}
    files |= {
        parent / name for path in tuple(files) for parent in (settings_folder(path),) for name in CONFIG_FILES
    }
    state: State = {}
    for path in files:
        try:
            status = path.stat()
        except OSError:
            continue
        state[path] = status.st_size, status.st_mtime_ns
    return state


def settings_folder(path: Path) -> Path:
    """Return where the nearest configuration of ``path`` would be looked for first."""
    return path.absolute().parent

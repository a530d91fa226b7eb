"""``server``: findings and fixes in an editor."""

from __future__ import annotations

import click

from purity_lint.errors import PurityError


@click.command()
def server() -> None:
    """Serve an editor over the Language Server Protocol, on standard input and output."""
    try:
        from purity_lint.server.features import run
    except ModuleNotFoundError as error:
        raise PurityError(
            f"the server needs the package {error.name}: pip install 'emberops[server]'"
        ) from None
    run()

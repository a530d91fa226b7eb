"""``version``."""

from __future__ import annotations

import json

import click

from purity_lint import __version__


@click.command()
@click.option("--output-format", type=click.Choice(["text", "json"]), default="text", help="How to print it.")
def version(output_format: str) -> None:
    """Print the version."""
    click.echo(
        json.dumps({"version": __version__}) if output_format == "json" else f"purity-lint {__version__}"
    )

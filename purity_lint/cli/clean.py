"""``clean``."""

from __future__ import annotations

from pathlib import Path

import click

from purity_lint.configuration.files import SettingsResolver
from purity_lint.run.cache import clear


@click.command()
@click.argument(
    "folder", required=False, default=".", type=click.Path(path_type=Path, exists=True, file_okay=False)
)
@click.option("--cache-dir", metavar="DIR", envvar="PURITY_LINT_CACHE_DIR", help="Where the cache is.")
def clean(folder: Path, cache_dir: str | None) -> None:
    """Remove the cache of the project in FOLDER (default: the current one)."""
    settings = SettingsResolver().for_folder(folder)
    cache = settings.root / (cache_dir or settings.cache_dir)
    click.echo(f"Removed {cache}" if clear(cache) else f"No cache at {cache}", err=True)

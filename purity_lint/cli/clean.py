"""``clean``."""

from __future__ import annotations

from pathlib import Path

import click

from purity_lint.cli import say
from purity_lint.configuration.files import SettingsResolver
from purity_lint.run.cache.folder import clear


@click.command()
@click.argument(
    "folder", required=False, default=".", type=click.Path(path_type=Path, exists=True, file_okay=False)
)
@click.option("--cache-dir", metavar="DIR", envvar="PURITY_LINT_CACHE_DIR", help="Where the cache is.")
def clean(folder: Path, cache_dir: str | None) -> None:
    """Remove the cache of the project in FOLDER (default: the current one).

    Only what purity-lint wrote there is removed; a folder that holds anything else stays, and so does that.
    """
    settings = SettingsResolver().for_folder(folder)
    cache = settings.root / (cache_dir or settings.cache_dir)
    cleared = clear(cache)
    if not cleared.found:
        say(f"No cache at {cache}")
    elif not cleared.left:
        say(f"Removed {cache}")
    else:
        more = f" and {len(cleared.left) - 1} more" if len(cleared.left) > 1 else ""
        say(f"Emptied {cache}; left what purity-lint did not write there: {cleared.left[0]}{more}")

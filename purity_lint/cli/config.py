"""``config``: which settings there are, and what they are here."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import fields
from enum import Enum
from pathlib import Path
from typing import Any

import click

from purity_lint.cli.options import SettingsOptions, settings_options
from purity_lint.configuration.containment import user_config
from purity_lint.configuration.files import find_config
from purity_lint.configuration.keys import describe, schema, suggest
from purity_lint.configuration.settings import Settings
from purity_lint.errors import ConfigError


@click.command()
@click.argument("key", required=False)
@click.option("--output-format", type=click.Choice(["text", "json"]), default="text", help="How to print it.")
@click.option("--schema", "as_schema", is_flag=True, help="Print the JSON schema of a configuration file.")
@settings_options
def config(key: str | None, output_format: str, as_schema: bool, settings_options: SettingsOptions) -> None:
    """List the settings with the values that hold in the current folder, or explain the setting KEY."""
    if as_schema:
        click.echo(json.dumps(schema(), indent=2))
        return
    settings = settings_options.resolver().for_folder(Path.cwd())
    values = current(settings)
    if key is not None:
        if key not in values:
            raise ConfigError(f"unknown key `{key}`{suggest(key)}")
        values = {key: values[key]}
    if output_format == "json":
        click.echo(json.dumps(values, indent=2))
    elif key is not None:
        click.echo(f"{key} = {json.dumps(values[key])}\n\n{describe(key)}")
    else:
        source = find_config(Path.cwd()) or user_config()
        origin = (
            "--config"
            if settings_options.config
            else "none"
            if settings_options.isolated or not source
            else source
        )
        click.echo(f"# Configuration file: {origin}")
        for name, value in values.items():
            click.echo(f"{name} = {json.dumps(value)}")


def current(settings: Settings) -> dict[str, Any]:
    """Every key of a configuration file with its value."""
    return {
        f.name.replace("_", "-"): _plain(getattr(settings, f.name))
        for f in fields(settings)
        if f.name != "root"
    }


def _plain(value: Any) -> Any:
    match value:
        case Enum():
            return value.name.lower()
        case (3, int(minor)):
            return f"py3{minor}"
        case Mapping():
            return {k: _plain(v) for k, v in value.items()}
        case tuple():
            return list(value)
    return value

"""The page of the command line, from what click knows of the commands."""

from __future__ import annotations

import inspect
from collections.abc import Iterator

import click

from purity_lint.cli import cli
from purity_lint.cli.options import settings_options

PROGRAM = "purity-lint"
_CONTEXT = click.Context(cli, info_name=PROGRAM, **cli.context_settings)
"""That of the program: commands take its settings from it, and remember them."""


def page() -> str:
    """Every command with its options; those that stand for a setting once, at the end."""
    settings = dict(_options(click.command()(settings_options(lambda **_: None))))
    blocks = [
        "# Command line",
        "Exit codes: 0 nothing found, 1 findings, 2 an error, 130 interrupted. `--help` after a command prints what "
        "stands here; a command that does not exist is met with the one that was meant.",
        _completion(),
    ]
    for name in cli.list_commands(_CONTEXT):
        command = cli.get_command(_CONTEXT, name)
        assert command is not None  # one of those that it lists
        blocks += _command(name, command, settings)
    blocks += ["## Settings for one call { #settings }", _definitions(settings)]
    return "\n\n".join(blocks) + "\n"


def _completion() -> str:
    return (
        "Bash, zsh and fish complete commands and options once they are told to: "
        f'`eval "$(_{PROGRAM.upper().replace("-", "_")}_COMPLETE=bash_source {PROGRAM})"` in `~/.bashrc`, `zsh_source` '
        "in `~/.zshrc`."
    )


def _command(name: str, command: click.Command, settings: dict[str, str]) -> Iterator[str]:
    usage = " ".join(command.collect_usage_pieces(click.Context(command, _CONTEXT)))
    own = dict(_options(command))
    shared = [option for option in own if option in settings]
    yield f"## {name} {{ #{name} }}"
    yield f"```text\n{PROGRAM} {name} {usage}\n```"
    yield inspect.cleandoc(command.help or "")
    yield _definitions({option: text for option, text in own.items() if option not in settings})
    if shared:
        yield "Besides these, the [settings for one call](#settings)."


def _options(command: click.Command) -> Iterator[tuple[str, str]]:
    context = click.Context(command, _CONTEXT)
    for parameter in command.get_params(context):
        record = parameter.get_help_record(context)
        if isinstance(parameter, click.Option) and record is not None and parameter.name != "help":
            yield record


def _definitions(options: dict[str, str]) -> str:
    return "\n\n".join(f"`{option}`\n:   {text}" for option, text in options.items())

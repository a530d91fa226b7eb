"""The page of the command line has every command and every option that ``--help`` shows."""

from __future__ import annotations

import click
import commands
import pytest

from purity_lint.cli import cli

COMMANDS = cli.list_commands(click.Context(cli))


@pytest.mark.parametrize("name", COMMANDS)
def test_a_command_has_its_section_with_its_options(name):
    _, _, rest = commands.page().partition(f"\n## {name} {{ #{name} }}\n")
    section = rest.partition("\n## ")[0]
    settings = rest.partition("{ #settings }")[2]
    command = cli.get_command(click.Context(cli), name)
    for parameter in command.get_params(click.Context(command)):
        record = parameter.get_help_record(click.Context(command))
        if record is None or not isinstance(parameter, click.Option) or parameter.name == "help":
            continue
        where = settings if f"`{record[0]}`" in settings else section
        assert f"`{record[0]}`\n:   {record[1]}" in where


def test_an_option_that_is_hidden_is_not_shown():
    assert "--noqa-reason" not in commands.page()


def test_a_setting_stands_there_once():
    assert commands.page().count("`--select CODES`") == 1

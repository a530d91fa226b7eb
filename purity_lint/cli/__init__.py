"""Command line of purity-lint.  Each command is a module that is imported when it is called."""

from __future__ import annotations

import atexit
import gc
import importlib
import os
import sys
from typing import Any

import click

from purity_lint import __version__
from purity_lint.cli.signals import Terminated, raise_when_terminated
from purity_lint.cli.streams import provide_streams
from purity_lint.errors import PurityError

EXIT_CLEAN = 0
EXIT_FINDINGS = 1
EXIT_ERROR = 2
EXIT_INTERRUPTED = 130
EXIT_BROKEN_PIPE = 141

ISSUES = "https://github.com/emberops/emberops/issues"
THIS_IS_A_BUG = "This is a bug in purity-lint; please report it"
_TRACEBACK = "PURITY_LINT_TRACEBACK"

_COMMANDS = {
    "check": ("purity_lint.cli.check:check", "Report what ties code to one array library."),
    "fix": ("purity_lint.cli.check:fix", "Rewrite what can be rewritten safely (check --fix)."),
    "rule": ("purity_lint.cli.rule:rule", "Explain a rule, or list them all."),
    "why": ("purity_lint.cli.why:why", "Say why an expression is taken for a tensor."),
    "report": ("purity_lint.cli.report:report", "Show how pure a project is, on one page."),
    "server": ("purity_lint.cli.server:server", "Serve an editor (Language Server Protocol)."),
    "trace": ("purity_lint.cli.trace:trace", "Run a command and remember what was a tensor."),
    "baseline": ("purity_lint.cli.baseline:baseline", "Accept today's findings; report only new ones."),
    "config": ("purity_lint.cli.config:config", "List the settings, explain one, or print their schema."),
    "clean": ("purity_lint.cli.clean:clean", "Remove the cache."),
    "version": ("purity_lint.cli.version:version", "Print the version."),
}

# \b keeps click from joining the lines that follow.
_HELP = """Find what ties numerical Python to one array library, and rewrite it to `ops.*`.

\b
purity-lint check src/            report
purity-lint check src/ --diff     show what `fix` would do
purity-lint fix src/              do it
purity-lint rule PUR201           explain
"""


class LazyGroup(click.Group):
    """A group that imports a command when it runs, and turns every expected failure into an exit code."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Names of the commands, in the order in which people meet them."""
        return list(_COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Import the command called ``cmd_name``."""
        if cmd_name not in _COMMANDS:
            return None
        module, _, name = _COMMANDS[cmd_name][0].partition(":")
        command: click.Command = getattr(importlib.import_module(module), name)
        return command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Find the command that ``args`` begin with; one that does not exist is met with the one that was meant."""
        if args and args[0] not in _COMMANDS and not args[0].startswith("-"):
            import difflib

            close = difflib.get_close_matches(args[0], _COMMANDS, n=1)
            path = os.path.exists(args[0])
            hint = f"purity-lint check {args[0]}" if path else f"purity-lint {close[0]}" if close else None
            ctx.fail(f"No such command '{args[0]}'." + (f" Did you mean `{hint}`?" if hint else ""))
        return super().resolve_command(ctx, args)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the list of commands without importing them."""
        with formatter.section("Commands"):
            formatter.write_dl([(name, help_line) for name, (_, help_line) in _COMMANDS.items()])

    def main(self, *args: Any, **kwargs: Any) -> Any:
        """Read the arguments and run the command; what ``--help`` prints may have no place to go, either."""
        try:
            return super().main(*args, **kwargs)
        except OSError as error:
            _discard_output()
            report_error(str(error))
            sys.exit(EXIT_ERROR)

    def invoke(self, ctx: click.Context) -> Any:
        """Run the command; what a user can cause ends with a line on stderr, never with a traceback."""
        try:
            result = super().invoke(ctx)
            sys.stdout.flush()
        except PurityError as error:
            report_error(str(error))
            ctx.exit(EXIT_ERROR)
        except KeyboardInterrupt:
            ctx.exit(EXIT_INTERRUPTED)
        except Terminated as asked:
            ctx.exit(asked.exit_code)
        except BrokenPipeError:
            _discard_output()
            ctx.exit(EXIT_BROKEN_PIPE)
        except click.exceptions.Exit:
            _flush(ctx)
            raise
        except (click.ClickException, click.Abort):
            raise
        except OSError as error:  # the machine's, not ours: a disk that is full, a name that is too long
            report_error(str(error))
            ctx.exit(EXIT_ERROR)
        except Exception as error:
            report_crash(error)
            ctx.exit(EXIT_ERROR)
        return result


def report_error(message: str) -> None:
    """One line on stderr."""
    say(f"error: {message}")


def report_crash(error: Exception) -> None:
    """A bug of ours: what and where in two lines, the traceback for whoever asks for it, never exit code 1."""
    import traceback

    from purity_lint.formats.style import visible_lines

    frames = traceback.extract_tb(error.__traceback__)
    place = f" ({frames[-1].filename}:{frames[-1].lineno})" if frames else ""
    report_error(f"internal error: {type(error).__name__}: {error}{place}")
    if os.environ.get(_TRACEBACK):
        click.echo(visible_lines("".join(traceback.format_exception(error))), err=True)
    say(f"{THIS_IS_A_BUG}, with what {_TRACEBACK}=1 prints and the code that causes it, at {ISSUES}")


def warn(message: str) -> None:
    """One line on stderr, about something that does not end the command."""
    say(f"warning: {message}")


def say(line: str) -> None:
    """One line on stderr, whatever names it quotes."""
    from purity_lint.formats.style import visible

    click.echo(visible(line), err=True)


def _flush(ctx: click.Context) -> None:
    try:
        sys.stdout.flush()
    except BrokenPipeError:
        _discard_output()
        ctx.exit(EXIT_BROKEN_PIPE)


def _discard_output() -> None:
    """Whoever read the output is gone: send the rest of it nowhere, so that nothing complains at exit."""
    null = os.open(os.devnull, os.O_WRONLY)
    os.dup2(null, sys.stdout.fileno())


@click.group(
    cls=LazyGroup,
    help=_HELP,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
    epilog="Exit codes: 0 clean, 1 findings, 2 error, 130 interrupted, 141 the reader of the output went "
    "away. `purity-lint COMMAND --help` says more.",
)
@click.version_option(__version__, prog_name="purity-lint", message="%(prog)s %(version)s")
def cli() -> None:
    """Find what ties numerical Python to one array library, and rewrite it."""


def main() -> None:
    """Entry point of the ``purity-lint`` script."""
    provide_streams()
    raise_when_terminated()
    atexit.register(gc.freeze)  # the process ends: no need to look which of its objects hold each other
    cli()

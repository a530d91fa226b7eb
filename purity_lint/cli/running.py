"""What ``check`` and ``fix`` do once their options are known."""

from __future__ import annotations

import difflib
import os
import sys
import time
from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path

import click

from purity_lint import baseline
from purity_lint.cache import Cache, NoCache
from purity_lint.cli import EXIT_CLEAN, EXIT_ERROR, EXIT_FINDINGS, report_error
from purity_lint.cli.options import SettingsOptions, use_color
from purity_lint.configuration import SettingsResolver
from purity_lint.diagnostics import Diagnostic
from purity_lint.discovery import discover, is_excluded
from purity_lint.engine import InternalError, check, syntax_error
from purity_lint.errors import ConfigError, InvalidSource, PurityError
from purity_lint.fixing import FixOutcome, fix_and_write, fix_bytes
from purity_lint.formats import ALIASES, FOR_PEOPLE, renderer
from purity_lint.formats.report import Report, relative
from purity_lint.formats.style import Style
from purity_lint.formats.summary import statistics, summary
from purity_lint.project import Progress, Task, check_project, run
from purity_lint.settings import Settings
from purity_lint.source.decode import decode
from purity_lint.source.read import source_from_bytes

_FILES_WORTH_A_PROGRESS_LINE = 200


@dataclass(frozen=True)
class Request:
    """The options of one ``check`` or ``fix``."""

    paths: tuple[Path, ...]
    settings_options: SettingsOptions
    fix: bool
    diff: bool
    unsafe_fixes: bool | None
    exit_zero: bool
    exit_non_zero_on_fix: bool
    stdin_filename: Path | None
    baseline: str | None
    no_cache: bool
    cache_dir: str | None
    jobs: int | None
    show_files: bool
    watch: bool
    output_format: str | None
    output_file: Path | None
    statistics: bool
    color: str
    quiet: bool
    verbose: bool

    def resolver(self) -> SettingsResolver:
        """The settings for each path, with every option of the command line."""
        options = self.settings_options
        values = dict(options.overrides.values)
        values |= {
            "unsafe_fixes": self.unsafe_fixes,
            "baseline": self.baseline,
            "cache_dir": self.cache_dir,
            "output_format": self.output_format and ALIASES.get(self.output_format, self.output_format),
        }
        return replace(options, overrides=replace(options.overrides, values=values)).resolver()

    @property
    def reads_stdin(self) -> bool:
        """Whether the source comes from standard input."""
        if Path("-") in self.paths and len(self.paths) > 1:
            raise ConfigError("`-` (standard input) cannot be combined with other paths")
        return self.paths == (Path("-"),) or (self.stdin_filename is not None and not self.paths)


def execute(request: Request) -> int:
    """Run ``check`` or ``fix``; the exit code."""
    resolver = request.resolver()
    if request.reads_stdin:
        return _execute_stdin(request, resolver)
    started = time.perf_counter()
    settings = resolver.for_folder(Path.cwd())
    found = discover(request.paths or (Path(),), resolver)
    for error in found.errors:
        report_error(str(error))
    if request.show_files:
        for path, _ in found.files:
            click.echo(os.path.abspath(path))
        return EXIT_ERROR if found.errors else EXIT_CLEAN
    if not found.files and not found.errors and not request.quiet:
        click.echo("warning: No Python files found under the given path(s)", err=True)
    failed = bool(found.errors)
    run_files = _fix if request.fix or request.diff else _check
    code = run_files(request, settings, found.files, failed)
    if request.verbose:
        seconds = time.perf_counter() - started
        click.echo(f"{len(found.files)} files in {seconds:.2f} s; settings from {settings.root}", err=True)
    return code


def _check(request: Request, settings: Settings, files: list[Task], failed: bool) -> int:
    cache = NoCache() if request.no_cache else Cache(settings.root / settings.cache_dir)
    with _progress(request, files) as progress:
        outcome = check_project(files, cache=cache, jobs=request.jobs, progress=progress)
    _report_errors(outcome.errors, request.verbose)
    failed = failed or bool(outcome.errors)
    kept = baseline.filtered(outcome.diagnostics, settings)
    report = Report(
        kept,
        color=use_color(request.color, request.output_file is not None),
        unsafe_fixes=settings.unsafe_fixes,
        failed=failed,
    )
    _write(request, settings, report)
    return _exit_code(request, kept, failed)


def _fix(request: Request, settings: Settings, files: list[Task], failed: bool) -> int:
    write = not request.diff
    tasks = [(path, file_settings, write) for path, file_settings in files]
    with _progress(request, files) as progress:
        outcomes = []
        for number, outcome in enumerate(run(fix_and_write, tasks, request.jobs), 1):
            outcomes.append(outcome)
            if progress is not None:
                progress(number, len(tasks))
    errors = [error for outcome in outcomes for error in outcome.errors]
    _report_errors(errors, request.verbose)
    failed = failed or bool(errors)
    fixed = sum((outcome.fixed for outcome in outcomes), Counter[str]())
    color = use_color(request.color, request.output_file is not None)
    if request.diff:
        _emit(request, _diffs(outcomes, color))
        changed = sum(outcome.content is not None for outcome in outcomes)
        _report_diff(request, fixed, changed)
        return EXIT_ERROR if failed else EXIT_FINDINGS if changed and not request.exit_zero else EXIT_CLEAN
    kept = baseline.filtered([d for outcome in outcomes for d in outcome.remaining], settings)
    report = Report(kept, color, settings.unsafe_fixes, fixed, failed=failed)
    _write(request, settings, report)
    if fixed and request.exit_non_zero_on_fix and not failed:
        return EXIT_FINDINGS
    return _exit_code(request, kept, failed)


def _execute_stdin(request: Request, resolver: SettingsResolver) -> int:
    """Check standard input; with ``--fix`` the fixed text goes to stdout and the findings to stderr."""
    path = request.stdin_filename or Path("-")
    settings = resolver.for_file(path if request.stdin_filename else Path.cwd() / "stdin.py")
    data = sys.stdin.buffer.read()
    if request.stdin_filename and settings.force_exclude and is_excluded(path, settings):
        if request.fix and not request.diff:
            _emit_bytes(data)
        return EXIT_CLEAN
    if request.fix or request.diff:
        return _fix_stdin(request, settings, data, path)
    try:
        source = source_from_bytes(data, path, settings.target_version)
    except InvalidSource as error:
        found, errors = [syntax_error(error)], []
    else:
        checked = check(source, settings)
        found, errors = checked.diagnostics, checked.errors
    _report_errors(errors, request.verbose)
    kept = baseline.filtered(found, settings)
    color = use_color(request.color, request.output_file is not None)
    report = Report(kept, color, settings.unsafe_fixes, texts=_texts(data, path), failed=bool(errors))
    _write(request, settings, report)
    return _exit_code(request, kept, bool(errors))


def _fix_stdin(request: Request, settings: Settings, data: bytes, path: Path) -> int:
    outcome = fix_bytes(data, path, settings)
    _report_errors(outcome.errors, request.verbose)
    color = use_color(request.color, request.output_file is not None)
    if request.diff:
        _emit(request, _diffs([outcome], color))
        _report_diff(request, outcome.fixed, int(outcome.content is not None))
        changed = outcome.content is not None and not request.exit_zero
        return EXIT_ERROR if outcome.errors else EXIT_FINDINGS if changed else EXIT_CLEAN
    content = data if outcome.content is None else outcome.content
    _emit_bytes(content)
    report = Report(
        outcome.remaining,
        color=request.color == "always",
        unsafe_fixes=settings.unsafe_fixes,
        fixed=outcome.fixed,
        texts=_texts(content, path),
        failed=bool(outcome.errors),
    )
    for line in _lines(request, settings, report):
        click.echo(line, err=True)
    if outcome.fixed and request.exit_non_zero_on_fix and not outcome.errors:
        return EXIT_FINDINGS
    return _exit_code(request, outcome.remaining, bool(outcome.errors))


def _texts(data: bytes, path: Path) -> dict[Path, str]:
    try:
        return {path: decode(data, path).text}
    except InvalidSource:
        return {path: ""}


def _write(request: Request, settings: Settings, report: Report) -> None:
    _emit(request, _lines(request, settings, report))


def _lines(request: Request, settings: Settings, report: Report) -> Iterator[str]:
    name = settings.output_format
    if request.statistics:
        yield from statistics(report, as_json=name == "json")
    else:
        yield from renderer(name)(report)
    if name in FOR_PEOPLE and not request.quiet:
        yield from summary(report)


def _emit(request: Request, lines: Iterable[str]) -> None:
    if request.output_file is None:
        for line in lines:
            sys.stdout.write(f"{line}\n")
        return
    try:
        with open(request.output_file, "w", encoding="utf-8", errors="backslashreplace") as stream:
            stream.writelines(f"{line}\n" for line in lines)
    except OSError as error:
        raise PurityError(
            f"cannot write {request.output_file}: {(error.strerror or str(error)).lower()}"
        ) from None


def _emit_bytes(content: bytes) -> None:
    sys.stdout.flush()
    sys.stdout.buffer.write(content)
    sys.stdout.buffer.flush()


def _diffs(outcomes: Iterable[FixOutcome], color: bool) -> Iterator[str]:
    style = Style(color)
    paint = {"+": style.added, "-": style.removed, "@": style.accent}
    for outcome in outcomes:
        if outcome.content is None:
            continue
        name = relative(outcome.path)
        before, after = outcome.before.splitlines(), outcome.after.splitlines()
        for line in difflib.unified_diff(before, after, name, name, lineterm=""):
            yield paint.get(line[:1], str)(line)


def _report_diff(request: Request, fixed: Counter[str], files: int) -> None:
    if request.quiet:
        return
    count = sum(fixed.values())
    click.echo(
        f"Would fix {count} error{'' if count == 1 else 's'} in {files} file{'' if files == 1 else 's'}."
        if files
        else "Nothing to fix.",
        err=True,
    )


def _report_errors(errors: Iterable[PurityError | InternalError], verbose: bool) -> None:
    internal = False
    for error in errors:
        report_error(str(error))
        if isinstance(error, InternalError) and error.trace:
            internal = True
            if verbose:
                click.echo(error.trace, err=True)
    if internal:
        click.echo(
            "This is a bug in purity-lint; please report it with the code that causes it"
            + ("." if verbose else " and the traceback that --verbose prints."),
            err=True,
        )


def _exit_code(request: Request, left: list[Diagnostic], failed: bool) -> int:
    if failed:
        return EXIT_ERROR
    return EXIT_FINDINGS if left and not request.exit_zero else EXIT_CLEAN


@contextmanager
def _progress(request: Request, files: list[Task]) -> Iterator[Progress | None]:
    """A progress line on stderr, when there is much to do and someone to see it."""
    if request.quiet or not sys.stderr.isatty() or len(files) < _FILES_WORTH_A_PROGRESS_LINE:
        yield None
        return
    from rich.console import Console
    from rich.progress import Progress as Bar

    # No refresh thread: worker processes are forked, which is only safe while there is one thread.
    with Bar(console=Console(stderr=True), transient=True, auto_refresh=False) as bar:
        task = bar.add_task("Checking", total=len(files))
        shown = 0.0

        def advance(done: int, total: int) -> None:
            nonlocal shown
            now = time.monotonic()
            if now - shown > 0.1 or done == total:
                shown = now
                bar.update(task, completed=done, refresh=True)

        yield advance

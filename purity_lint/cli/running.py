"""Run ``check`` and ``fix`` once their options are known."""

from __future__ import annotations

import os
import sys
import time
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING

import click

from purity_lint.cli import (
    EXIT_CLEAN,
    EXIT_ERROR,
    EXIT_FINDINGS,
    ISSUES,
    THIS_IS_A_BUG,
    report_error,
    say,
    warn,
)
from purity_lint.cli.options import SettingsOptions, use_color
from purity_lint.cli.progress import ShownProgress, is_wanted
from purity_lint.configuration import baseline
from purity_lint.configuration.discovery import discover, is_excluded
from purity_lint.configuration.files import SettingsResolver
from purity_lint.configuration.settings import Settings
from purity_lint.errors import ConfigError, InvalidSource, PurityError, UnreadableSource
from purity_lint.formats import ALIASES, FOR_PEOPLE, WITH_EDITS, renderer
from purity_lint.formats.report import Report, relative
from purity_lint.formats.style import Style, visible, visible_lines
from purity_lint.formats.summary import statistics, summary
from purity_lint.run.cache import Cache, NoCache
from purity_lint.run.check import check_project
from purity_lint.run.context import context_of
from purity_lint.run.journal import repair
from purity_lint.run.progress import Progress
from purity_lint.run.read import Task
from purity_lint.run.revision import added_since, in_added
from purity_lint.run.shard import Shard
from purity_lint.source.content import MAX_NOTEBOOK, MAX_SOURCE, check_lines
from purity_lint.source.decode import decode
from purity_lint.trace.recorded import stale_files

if TYPE_CHECKING:
    from purity_lint.engine.crashes import InternalError
    from purity_lint.engine.fix import FixOutcome

_LINES_AT_ONCE = 500


@dataclass(frozen=True)
class Request:
    """Options of one ``check`` or ``fix``."""

    paths: tuple[Path, ...]
    settings_options: SettingsOptions
    fix: bool
    fix_only: bool
    diff: bool
    unsafe_fixes: bool | None
    verify: str | None
    add_noqa: str | None
    """The reason to give in each comment, maybe empty; ``None`` where no comments are wanted."""
    diff_base: str | None
    exit_zero: bool
    exit_non_zero_on_fix: bool
    stdin_filename: Path | None
    baseline: str | None
    no_baseline: bool
    no_cache: bool
    cache_dir: str | None
    jobs: int | None
    shard: Shard | None
    show_files: bool
    watch: bool
    output_format: str | None
    output_file: Path | None
    statistics: bool
    color: str
    quiet: bool
    verbose: bool

    def resolver(self) -> SettingsResolver:
        """Return the settings for each path, with every option of the command line."""
        options = self.settings_options
        values = dict(options.overrides.values)
        values |= {
            "unsafe_fixes": self.unsafe_fixes,
            "baseline": "" if self.no_baseline else self.baseline,
            "cache_dir": self.cache_dir,
            "output_format": self.output_format and ALIASES.get(self.output_format, self.output_format),
        }
        return replace(options, overrides=replace(options.overrides, values=values)).resolver()

    @property
    def first_folder(self) -> Path:
        """The folder of the first of the paths."""
        first = self.stdin_filename or (self.paths[0] if self.paths else Path())
        return first if first.is_dir() else first.parent

    @property
    def reads_stdin(self) -> bool:
        """True if the source comes from standard input."""
        if Path("-") in self.paths and len(self.paths) > 1:
            raise ConfigError("`-` (standard input) cannot be combined with other paths")
        return self.paths == (Path("-"),) or (self.stdin_filename is not None and not self.paths)


@dataclass(frozen=True)
class Run:
    """Files to check, and how."""

    files: list[Task]
    resolver: SettingsResolver
    context: list[Path] = field(default_factory=list)
    overrides: dict[Path, bytes] = field(default_factory=dict)
    """Standard input, under the name that it goes by."""
    shard: list[Path] | None = None
    """Files among them that are looked at; all, if it does not say."""
    failed: bool = False
    """True if some path could not even be looked at."""

    @property
    def wanted(self) -> list[Path]:
        """Return the files that are looked at."""
        return [path for path, _ in self.files] if self.shard is None else self.shard

    def texts(self) -> dict[Path, str]:
        """Texts that are not on disk."""
        return _texts(self.overrides)


def execute(request: Request) -> int:
    """Run ``check`` or ``fix``; the exit code."""
    started = time.perf_counter()
    resolver = request.resolver()
    run = _stdin(request, resolver) if request.reads_stdin else _find(request, resolver)
    settings = run.files[0][1] if run.overrides else resolver.for_folder(Path.cwd())
    if request.show_files:
        for path in run.wanted:
            click.echo(visible(os.path.abspath(path)))
        return EXIT_ERROR if run.failed else EXIT_CLEAN
    if not run.files and not run.failed and not request.reads_stdin and not request.quiet:
        warn("No Python files found under the given path(s)")
    _repair()
    _warn_of_stale_records(request, settings)
    if request.verify is not None:
        code = _fix_verified(request, settings, run, request.verify)
    elif request.fix or request.diff:
        code = _fix(request, settings, run)
    else:
        code = _check(request, settings, run)
    if request.verbose:
        seconds = time.perf_counter() - started
        more = len(run.context) + len(run.files) - len(run.wanted)
        also = f" and {more} more for what they tell" if more else ""
        say(f"{len(run.wanted)} files{also} in {seconds:.2f} s; settings from {settings.root}")
    return code


def _repair() -> None:
    """Undo what a run that was killed has left unverified."""
    repaired = repair(Path.cwd())
    if repaired.restored:
        count = len(repaired.restored)
        warn(
            f"an earlier `fix --verify` was killed; {count} file{'' if count == 1 else 's'} with unverified fixes "
            f"put back, {repaired.restored[0]} first"
        )
    for path in repaired.left:
        warn(
            f"an earlier `fix --verify` was killed; {path} has changed since, and was left: look through its fixes"
        )
    for error in repaired.unwritable:
        warn(f"an earlier `fix --verify` left a fix that was not verified, which cannot be put back: {error}")


def _warn_of_stale_records(request: Request, settings: Settings) -> None:
    stale = [] if request.quiet else stale_files(settings)
    if stale:
        more = f" and {len(stale) - 1} more" if len(stale) > 1 else ""
        warn(f"{stale[0]}{more} changed since `purity-lint trace` ran; what it recorded there is not used")


def _find(request: Request, resolver: SettingsResolver) -> Run:
    paths = request.paths or (Path(),)
    found = discover(paths, resolver)
    for error in found.errors:
        report_error(str(error))
    for path in () if request.quiet else found.left:
        warn(f"{path} is a link to a file outside the paths given; it is left out (name it to include it)")
    context = [] if request.show_files else context_of([p for p, _ in found.files], paths, resolver)
    shard = None if request.shard is None else request.shard.of([path for path, _ in found.files])
    return Run(found.files, resolver, context, shard=shard, failed=bool(found.errors))


def _check(request: Request, settings: Settings, run: Run) -> int:
    cache = NoCache() if request.no_cache or run.overrides else Cache(settings.root / settings.cache_dir)
    with _progress(request) as progress:
        outcome = check_project(
            run.files,
            only=run.shard,
            context=run.context,
            overrides=run.overrides,
            edits=settings.output_format in WITH_EDITS and not request.statistics,
            cache=cache,
            jobs=request.jobs,
            progress=progress,
        )
    _report_errors(outcome.errors, request.verbose)
    if request.verbose:
        for file in outcome.files:
            for line in file.gave_up:
                say(f"gave up: {file.path}:{line} is nested too deeply; what it holds is not known")
        if outcome.forgotten:
            say(
                f"gave up: {outcome.forgotten} times a value became too large, and something of it was forgotten"
            )
    failed = run.failed or bool(outcome.errors)
    report = Report(
        outcome.diagnostics,
        color=use_color(request.color, request.output_file is not None),
        unsafe_fixes=settings.unsafe_fixes,
        texts=run.texts(),
        failed=failed,
    )
    if request.diff_base is not None:
        added = added_since(request.diff_base, request.first_folder)
        report.diagnostics = in_added(report.diagnostics, added)
    _leave_out_accepted(report, settings)
    if request.add_noqa is not None:
        if run.overrides:
            raise ConfigError("--add-noqa writes into files, and standard input is none")
        return _add_noqa(report, request.add_noqa)
    _emit(request, _lines(request, settings, report))
    return _exit_code(request, report, failed)


def _add_noqa(report: Report, reason: str) -> int:
    from purity_lint.run.silence import silence

    done = silence(report.diagnostics, reason)
    _report_errors(done.errors, verbose=False)
    say(f"Silenced {done.count} error{'' if done.count == 1 else 's'} with comments.")
    return EXIT_ERROR if done.errors or report.failed else EXIT_CLEAN


def _fix(request: Request, settings: Settings, run: Run) -> int:
    """Fix files, or show what that would change; standard input is fixed to standard output."""
    write = not request.diff and not run.overrides
    from purity_lint.cli.advice import advise
    from purity_lint.run.fix import fix_project

    with _progress(request) as progress:
        fixed = fix_project(
            run.files,
            write=write,
            context=run.context,
            overrides=run.overrides,
            jobs=request.jobs,
            progress=progress,
        )
    _report_errors(fixed.errors, request.verbose)
    failed = run.failed or bool(fixed.errors)
    color = use_color(request.color, request.output_file is not None)
    if request.diff:
        _emit(request, _diffs(fixed.files, color))
        changed = sum(outcome.content is not None for outcome in fixed.files)
        _report_diff(request, fixed.counts, changed)
        return EXIT_ERROR if failed else EXIT_FINDINGS if changed and not request.exit_zero else EXIT_CLEAN
    texts = run.texts()
    if run.overrides:
        color = request.color == "always"
        content = fixed.files[0].content or next(iter(run.overrides.values()))
        texts = _texts({fixed.files[0].path: content})
        _emit_bytes(content)
    report = Report(fixed.remaining, color, settings.unsafe_fixes, fixed.counts, texts, failed)
    if request.fix_only:
        code = _say_what_was_fixed(request, report)
    else:
        _leave_out_accepted(report, settings)
        if run.overrides:
            for line in _lines(request, settings, report):
                click.echo(line, err=True)
        else:
            _emit(request, _lines(request, settings, report))
        code = _exit_code(request, report, failed)
    if write and not request.quiet:
        written = (outcome.path for outcome in fixed.files if outcome.content is not None)
        advise(written, (*(path for path, _ in run.files), *run.context))
    return code


def _fix_verified(request: Request, settings: Settings, run: Run, command: str) -> int:
    from purity_lint.run.verify import fix_verified

    if request.diff or run.overrides:
        raise ConfigError(
            "--verify fixes files and runs a command on them: it goes neither with --diff nor with `-`"
        )
    done = fix_verified(run.files, command, context=run.context, jobs=request.jobs)
    _report_errors(done.errors, request.verbose)
    for rolled_back in done.rolled_back:
        warn(str(rolled_back))
    failed = run.failed or bool(done.errors)
    color = use_color(request.color, request.output_file is not None)
    report = Report(done.remaining, color, settings.unsafe_fixes, done.counts, failed=failed)
    if request.fix_only:
        return _say_what_was_fixed(request, report)
    _leave_out_accepted(report, settings)
    _emit(request, _lines(request, settings, report))
    return _exit_code(request, report, failed)


def _leave_out_accepted(report: Report, settings: Settings) -> None:
    """Take the findings that the baseline accepts out of ``report``, and say how many those are."""
    kept = baseline.filtered(report.diagnostics, settings, report.lines)
    report.accepted = len(report.diagnostics) - len(kept)
    report.diagnostics = kept


def _say_what_was_fixed(request: Request, report: Report) -> int:
    """Report fixes alone; what is left is neither printed nor counted in the exit code."""
    count = report.fixed.total()
    if count and not request.quiet:
        say(f"Fixed {count} error{'' if count == 1 else 's'}.")
    if report.failed:
        return EXIT_ERROR
    return EXIT_FINDINGS if count and request.exit_non_zero_on_fix else EXIT_CLEAN


def _stdin(request: Request, resolver: SettingsResolver) -> Run:
    """Standard input as the one file of a run; excluded input is passed on as it is."""
    path = request.stdin_filename or Path("-")
    settings = resolver.for_file(path if request.stdin_filename else Path.cwd() / "stdin.py")
    data = _read_stdin(path)
    if request.stdin_filename and settings.force_exclude and is_excluded(path, settings):
        if request.fix and not request.diff:
            _emit_bytes(data)
        return Run([], resolver)
    context = context_of([path], [], resolver) if request.stdin_filename else []
    return Run([(path, settings)], resolver, [p for p in context if not same_file(p, path)], {path: data})


def _read_stdin(path: Path) -> bytes:
    limit = MAX_NOTEBOOK if path.suffix == ".ipynb" else MAX_SOURCE
    data = sys.stdin.buffer.read(limit + 1)
    if len(data) > limit:
        raise UnreadableSource(path, f"standard input has more than {limit:,} bytes")
    if path.suffix != ".ipynb":
        check_lines(data, path)
    return data


def same_file(one: Path, other: Path) -> bool:
    """True if two paths name one file, which need not exist."""
    return os.path.realpath(one) == os.path.realpath(other)


def _texts(contents: Mapping[Path, bytes]) -> dict[Path, str]:
    """Texts that are not on disk, for showing findings in them."""
    texts = {}
    for path, data in contents.items():
        try:
            texts[path] = decode(data, path).text
        except InvalidSource:
            texts[path] = ""
    return texts


def _lines(request: Request, settings: Settings, report: Report) -> Iterator[str]:
    name = settings.output_format
    if request.statistics:
        yield from statistics(report, as_json=name == "json")
    else:
        yield from renderer(name)(report)
    if name in FOR_PEOPLE and not request.quiet:
        yield from summary(report)


def _emit(request: Request, lines: Iterator[str]) -> None:
    if request.output_file is None:
        while chunk := "".join(f"{line}\n" for line in islice(lines, _LINES_AT_ONCE)):
            sys.stdout.write(chunk)
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
    import difflib

    style = Style(color)
    paint = {"+": style.added, "-": style.removed, "@": style.accent}
    for outcome in outcomes:
        if outcome.content is None:
            continue
        for name, before, after in _shown(outcome):
            for line in difflib.unified_diff(
                _shown_lines(before), _shown_lines(after), name, name, lineterm=""
            ):
                yield paint.get(line[:1], str)(line)


def _shown(outcome: FixOutcome) -> Iterator[tuple[str, str, str]]:
    """Yield what is shown in a diff: its name, and the text before and after; of a notebook, cell by cell."""
    name = visible(relative(outcome.path))
    if not outcome.cells_before:
        yield name, outcome.before, outcome.after
    for number, before in outcome.cells_before.items():
        yield f"{name}:cell {number}", before, outcome.cells_after.get(number, before)


def _shown_lines(text: str) -> list[str]:
    """Return the lines of a diff: tabs and form feeds, which Python allows, stay, so that the diff can be applied."""
    kept = ("\t", "\f")
    return [
        "".join(c if c in kept else visible(c) for c in line) if not line.isprintable() else line
        for line in text.removesuffix("\n").split("\n")
    ]


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
        if not isinstance(error, PurityError) and error.trace:
            internal = True
            if verbose:
                click.echo(visible_lines(error.trace), err=True)
    if internal:
        how = "" if verbose else " and the traceback that --verbose prints"
        say(f"{THIS_IS_A_BUG}, with the code that causes it{how}, at {ISSUES}")


def _exit_code(request: Request, report: Report, failed: bool) -> int:
    if failed:
        return EXIT_ERROR
    if report.fixed and request.exit_non_zero_on_fix:
        return EXIT_FINDINGS
    return EXIT_FINDINGS if report.diagnostics and not request.exit_zero else EXIT_CLEAN


@contextmanager
def _progress(request: Request) -> Iterator[Progress]:
    """Follow a run: shown to who sits at a terminal, and told in the end to who wants to hear it."""
    progress = ShownProgress() if is_wanted(request.quiet) else Progress()
    with progress:
        yield progress
    if request.verbose and progress.seconds:
        say(", ".join(f"{stage.lower()} {seconds:.2f} s" for stage, seconds in progress.seconds.items()))

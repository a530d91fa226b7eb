"""Matching findings with the comments that suppress them; reporting the comments that suppress nothing."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Collection, Iterable, Iterator

from purity_lint.findings.diagnostics import Applicability, Diagnostic, DiagnosticFix
from purity_lint.rules.registry import all_rules
from purity_lint.source.comments import DIRECTIVES, Code, Form, Suppression, meant, suppressions
from purity_lint.source.edits import TextEdit
from purity_lint.source.file import SourceFile
from purity_lint.source.positions import Span

UNUSED = "PUR002"
_NEVER_SUPPRESSED = frozenset({"PUR001"})


class _ByLine:
    """Suppression comments by the lines that they speak for: thousands of them cost no finding a look at each."""

    def __init__(self, found: Iterable[Suppression]) -> None:
        beside = []
        self._broad: list[Suppression] = []
        self._statements: dict[int, list[Suppression]] = {}
        for one in found:
            if one.form in (Form.FILE, Form.OFF):
                self._broad.append(one)
                continue
            beside.append(one)
            if one.span.line in (one.first_line, one.last_line):
                for line in range(one.first_line, one.last_line + 1):
                    self._statements.setdefault(line, []).append(one)
        self._beside = sorted(beside, key=lambda one: one.span.line)

    def covering(self, span: Span) -> Iterator[Suppression]:
        """Yield the comments that speak about a finding at ``span``, some of them twice."""
        first = bisect_left(self._beside, span.line, key=lambda one: one.span.line)
        last = bisect_right(self._beside, span.end_line, key=lambda one: one.span.line)
        near = (self._broad, self._beside[first:last], self._statements.get(span.line, ()))
        return (one for some in near for one in some if one.covers(span))


class Suppressions:
    """Suppression comments of one file, which remember whether they were needed."""

    def __init__(self, source: SourceFile) -> None:
        self._source = source
        self._all = suppressions(source.text, source.tree)
        self._by_line = _ByLine(self._all)
        self._names = {rule.name: code for code, rule in all_rules().items()} if self._all else {}

    def __bool__(self) -> bool:
        return bool(self._all)

    def suppress(self, code: str, span: Span) -> bool:
        """True if some comment silences ``code`` at ``span``; every comment that does is marked as used.

        A ``# noqa`` without codes is another linter's, and mostly older than the use of this one: with the line that it
        stands beside left as it is, what is around it would be moved by half.
        """
        if not self._all or code in _NEVER_SUPPRESSED:
            return False
        silent = False
        for suppression in self._by_line.covering(span):
            if not suppression.codes and suppression.form is not Form.NOQA:
                suppression.used = silent = True
            for named in suppression.codes:
                if self._code(named) == code:
                    named.used = suppression.used = silent = True
        return silent

    def unused(self, enabled: frozenset[str], to_be_fixed: Collection[Span] = ()) -> list[Diagnostic]:
        """PUR002 for every suppression that nothing needed, and for every directive that says nothing.

        One for a rule that did not run may be needed, and so may one for code that is ``to_be_fixed``: what the
        fix writes may be what it is for.
        """
        found = []
        waiting = {id(one) for span in to_be_fixed for one in self._by_line.covering(span)}
        for suppression in self._all:
            if any(map(self._silences_unused, self._by_line.covering(suppression.span))):
                continue
            if suppression.form is Form.UNKNOWN:
                found.append(self._misspelt(suppression))
            elif suppression.form is Form.ON:
                if not suppression.used:
                    found.append(self._report(suppression, []))
            elif id(suppression) in waiting:
                continue
            elif suppression.codes:
                dead = [
                    named for named in suppression.codes if self._is_dead(named, suppression.form, enabled)
                ]
                if dead:
                    found.append(self._report(suppression, dead))
            elif suppression.form is not Form.NOQA and not suppression.used:
                found.append(self._report(suppression, []))
        return found

    def _code(self, named: Code) -> str:
        return self._names.get(named.text.lower(), named.text.upper())

    def _silences_unused(self, suppression: Suppression) -> bool:
        return any(self._code(named) == UNUSED for named in suppression.codes)

    def _is_dead(self, named: Code, form: Form, enabled: frozenset[str]) -> bool:
        code = self._code(named)
        if named.used or code == UNUSED:
            return False
        if code in all_rules():
            return code in enabled
        return form is not Form.NOQA or code.startswith("PUR")

    def _misspelt(self, suppression: Suppression) -> Diagnostic:
        return Diagnostic(
            path=self._source.path,
            code=UNUSED,
            name=all_rules()[UNUSED].name,
            message=f"Unknown directive `{suppression.word}`: did you mean `{meant(suppression.word)}`?",
            span=suppression.span,
            hint=f"The directives are {', '.join(f'`{word}`' for word in DIRECTIVES)}.",
            noqa_line=suppression.span.line,
        )

    def _report(self, suppression: Suppression, dead: list[Code]) -> Diagnostic:
        unknown = [c.text for c in dead if self._code(c) not in all_rules()]
        if unknown:
            names = ", ".join(f"`{name}`" for name in unknown)
            message = f"Unknown rule in suppression comment: {names}"
        elif dead:
            names = ", ".join(f"`{c.text}`" for c in dead)
            message = f"Unused suppression: nothing here is reported as {names}"
        elif suppression.form is Form.ON:
            message = "Unused suppression: no `# purity: off` of the same rules stands above"
        else:
            message = "Unused suppression: nothing here is reported"
        edit = _removal(suppression, dead, self._source.lines)
        span = dead[0].span if len(dead) == 1 else suppression.span
        return Diagnostic(
            path=self._source.path,
            code=UNUSED,
            name=all_rules()[UNUSED].name,
            message=message,
            span=span,
            fix=DiagnosticFix(Applicability.SAFE, "Remove it", (edit,)),
            noqa_line=span.line,
        )


def _removal(suppression: Suppression, dead: list[Code], lines: list[str]) -> TextEdit:
    """Return the edit that takes out the dead codes, or the whole directive when none of its codes is left."""
    alive = [c for c in suppression.codes if c not in dead]
    if alive:
        first, last = suppression.codes[0].span, suppression.codes[-1].span
        return TextEdit(
            Span(first.line, first.col, last.line, last.end_col), ", ".join(c.text for c in alive)
        )
    line = suppression.span.line
    text = lines[line - 1]
    before, after = text[: suppression.span.col], text[suppression.span.end_col :]
    rest = after.strip()
    if rest.startswith("#"):  # another comment on the same line stays
        gap = len(after) - len(after.lstrip())
        return TextEdit(Span(line, suppression.span.col, line, suppression.span.end_col + gap), "")
    if before.strip():
        return TextEdit(Span(line, len(before.rstrip()), line, len(text)), "")
    return (
        TextEdit(Span(line, 0, line + 1, 0), "")
        if line < len(lines)
        else TextEdit(Span(line, 0, line, len(text)), "")
    )


def dead_comment_edits(diagnostics: Iterable[Diagnostic]) -> list[TextEdit]:
    """Return the edits that remove the comments reported as unused."""
    return [edit for d in diagnostics if d.code == UNUSED and d.fix for edit in d.fix.edits]

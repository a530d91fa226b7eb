"""What a report is made of: the modules of a project, with their findings, purity and imports."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import field
from pathlib import Path

from purity_lint.configuration.baseline import count
from purity_lint.configuration.files import SettingsResolver
from purity_lint.engine.check import check
from purity_lint.engine.diagnose import syntax_error
from purity_lint.errors import InvalidSource, PurityError
from purity_lint.findings.diagnostics import Applicability, Diagnostic
from purity_lint.formats.report import Report
from purity_lint.records import dataclass
from purity_lint.report.purity import Purity, purity
from purity_lint.run.resident import ResidentProject
from purity_lint.source.decode import decode

_NOTHING = Purity(0, 0)


@dataclass
class Module:
    """One file of the project."""

    path: Path
    purity: Purity = _NOTHING
    diagnostics: list[Diagnostic] = field(default_factory=list)
    text: str = ""
    imports: set[Path] = field(default_factory=set)
    errors: list[str] = field(default_factory=list)
    """Rules that have failed on it, so that they said nothing."""

    @property
    def fixable(self) -> int:
        """How many of its findings ``fix`` would mend."""
        return sum(d.fix is not None and d.fix.applicability is Applicability.SAFE for d in self.diagnostics)


@dataclass
class Survey:
    """All modules of a folder, in the order of their paths."""

    modules: dict[Path, Module] = field(default_factory=dict)
    errors: list[str] = field(default_factory=list)

    @property
    def purity(self) -> Purity:
        """Return the purity of all modules together."""
        return sum((module.purity for module in self.modules.values()), _NOTHING)

    @property
    def diagnostics(self) -> list[Diagnostic]:
        """Return all findings."""
        return [d for module in self.modules.values() for d in module.diagnostics]

    def by_line(self) -> Counter[tuple[str, str, str]]:
        """Count the findings by file, rule and line of code, which stay the same when a line moves."""
        texts = {module.path: module.text for module in self.modules.values()}
        counts = count(self.diagnostics, Path(), Report([], texts=texts).lines)
        return Counter(
            {
                (file, code, line): number
                for file, rules in counts.items()
                for code, lines in rules.items()
                for line, number in lines.items()
            }
        )


def survey(folder: Path, resolver: SettingsResolver) -> Survey:
    """Look at every file below ``folder``, in the project that it stands in.

    Raises :class:`PurityError` for a configuration that cannot be used.
    """
    project = ResidentProject(folder, resolver)
    found = Survey()
    for path in project.paths:
        try:
            module = _module(project, path)
        except PurityError as error:
            found.errors.append(str(error))
        else:
            found.modules[path] = module
            found.errors += module.errors
    imports = project.imports()
    for path, module in found.modules.items():
        module.imports = {other for other in imports.get(path, ()) if other in found.modules}
    return found


def _module(project: ResidentProject, path: Path) -> Module:
    from purity_lint.semantics import analyze

    data = project.data(path)
    try:
        understood = project.understand(path, data)
    except InvalidSource as error:
        return Module(path, diagnostics=[syntax_error(error)])
    source, settings = understood.source, understood.settings
    model = understood.model or analyze(source, settings.ops_module)
    checked = check(source, settings, model)
    flagged = {id(one.finding.node): one.finding.node for one in checked.reported if one.finding is not None}
    known = purity(model, flagged.values())
    text = decode(data, path).text
    return Module(path, known, checked.diagnostics, text, errors=[str(error) for error in checked.errors])


def unlocked(survey: Survey) -> Iterator[tuple[Path, list[Path]]]:
    """Yield the modules to mend, in an order that makes many others pure soon, with those that each makes pure.

    A module is pure when nothing is found in it and in nothing that it imports, however indirectly.  Each step takes
    the module that makes most modules pure, of those the one with the fewest findings.
    """
    impure = {path for path, module in survey.modules.items() if module.diagnostics}
    blockers = {path: _reached(survey, path) & impure for path in survey.modules}
    left = set(impure)
    while left:
        makes: dict[Path, list[Path]] = {path: [] for path in left}
        for path, blocking in blockers.items():
            if len(blocking) == 1:
                makes[next(iter(blocking))].append(path)
        best = min(left, key=lambda p: (-len(makes[p]), len(survey.modules[p].diagnostics), str(p)))
        yield best, sorted(makes[best])
        left.discard(best)
        for blocking in blockers.values():
            blocking.discard(best)


def _reached(survey: Survey, path: Path) -> set[Path]:
    """Return a module and all that it imports."""
    seen, todo = {path}, [path]
    while todo:
        new = survey.modules[todo.pop()].imports - seen
        seen |= new
        todo += new
    return seen

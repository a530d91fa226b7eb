"""The house keeps its floors: every import goes down, the lazy and the typing-only ones too."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import cache
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]

PURITY_LINT = (
    ("purity_lint.__main__", "purity_lint.pytest_plugin", "purity_lint"),
    ("purity_lint.cli", "purity_lint.api"),
    ("purity_lint.server", "purity_lint.report"),
    ("purity_lint.run.verification",),
    ("purity_lint.run",),
    ("purity_lint.run.cache", "purity_lint.run.style", "purity_lint.run.revisions"),
    ("purity_lint.engine", "purity_lint.trace"),
    ("purity_lint.configuration",),
    ("purity_lint.fixes", "purity_lint.formats"),
    ("purity_lint.fixes.profiles", "purity_lint.fixes.imports"),
    ("purity_lint.fixes.composition", "purity_lint.fixes.formulas"),
    ("purity_lint.rules",),
    ("purity_lint.rewrites.host", "purity_lint.rewrites.branches"),
    ("purity_lint.rewrites.calls",),
    (
        "purity_lint.rewrites.operators",
        "purity_lint.rewrites.indexing",
        "purity_lint.rewrites.stores",
        "purity_lint.rewrites.namespaces",
    ),
    ("purity_lint.rewrites",),
    ("purity_lint.configuration.own_module",),
    ("purity_lint.configuration.settings",),
    ("purity_lint.semantics",),
    ("purity_lint.semantics.analysis",),
    ("purity_lint.semantics.file_model",),
    ("purity_lint.semantics.changes_in_place",),
    ("purity_lint.semantics.stages",),
    ("purity_lint.semantics.base", "purity_lint.semantics.heard", "purity_lint.semantics.concerned"),
    ("purity_lint.semantics.edited",),
    ("purity_lint.semantics.interpreter",),
    (
        "purity_lint.semantics.turns",
        "purity_lint.semantics.second_look",
        "purity_lint.semantics.top_level",
        "purity_lint.semantics.evaluation",
        "purity_lint.semantics.import_bindings",
        "purity_lint.semantics.qualified_names",
    ),
    ("purity_lint.semantics.evidence",),
    ("purity_lint.semantics.symbols",),
    ("purity_lint.semantics.model",),
    ("purity_lint.semantics.domain",),
    ("purity_lint.semantics.values",),
    ("purity_lint.findings",),
    ("purity_lint.source",),
    ("purity_lint.knowledge",),
    ("purity_lint.errors", "purity_lint.records"),
)
"""The rooms of the linter from top to ground; rooms of one floor do not know each other."""

EMBEROPS = (
    ("emberops.testing",),
    ("emberops", "emberops.io"),
    ("emberops.penalties", "emberops.training", "emberops.sessions", "emberops.compat", "emberops.parallel"),
    ("emberops.optimization",),
    ("emberops.array", "emberops.schedules"),
    ("emberops.hardware",),
    ("emberops.ops",),
    ("emberops.backends.numpy", "emberops.backends.torch", "emberops.backends.jax", "emberops.backends.mlx"),
    ("emberops.backends.standard",),
    ("emberops.backends.composed",),
    ("emberops.backends.support",),
    ("emberops.backends",),
    ("emberops.dtypes",),
    ("emberops.typing",),
    ("emberops.dispatch",),
    ("emberops.backends.protocol",),
    (
        "emberops.catalogue",
        "emberops.constants",
        "emberops.device_info",
        "emberops.errors",
        "emberops.generator_classes",
    ),
)
"""The rooms of the ops layer from top to ground."""

FRAMEWORKS = {
    "numpy",
    "torch",
    "jax",
    "jaxlib",
    "mlx",
    "autograd",
    "array_api_compat",
    "array_api_extra",
    "dask",
}


@cache
def modules() -> dict[str, ast.Module]:
    """The tree of every module of both packages, by its dotted name."""
    out = {}
    for package in ("purity_lint", "emberops"):
        for path in sorted((ROOT / package).rglob("*.py")):
            if "bootstrap" in path.parts:  # runs in the interpreter that is traced, where nothing of ours is
                continue
            name = ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")
            out[name] = ast.parse(path.read_text(encoding="utf-8"))
    return out


def imports(name: str) -> Iterator[tuple[str, int]]:
    """The modules that ``name`` imports, wherever in the file, and the line of each."""
    known = modules()
    for node in ast.walk(known[name]):
        if isinstance(node, ast.Import):
            yield from ((alias.name, node.lineno) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert not node.level, f"{name}:{node.lineno}: imports are absolute here"
            for alias in node.names:
                inner = f"{node.module}.{alias.name}"
                yield inner if inner in known else str(node.module), node.lineno


def room_of(module: str, floors: tuple[tuple[str, ...], ...]) -> tuple[int, str]:
    """The floor (0 is the top) and the room of a module: the longest listed name that it begins with."""
    rooms = [(n, room) for n, floor in enumerate(floors) for room in floor]
    return max(
        ((n, room) for n, room in rooms if module == room or module.startswith(f"{room}.")),
        key=lambda found: len(found[1]),
    )


@pytest.mark.parametrize(
    ("package", "floors"),
    [("purity_lint", PURITY_LINT), ("emberops", EMBEROPS)],
    ids=["purity_lint", "emberops"],
)
class TestFloors:
    def test_imports_go_down(self, package: str, floors: tuple[tuple[str, ...], ...]) -> None:
        upward = []
        for module in modules():
            if module.partition(".")[0] != package:
                continue
            floor, room = room_of(module, floors)
            for target, line in imports(module):
                if target.partition(".")[0] != package or target == package:
                    continue
                below, other = room_of(target, floors)
                if other != room and below <= floor:
                    upward.append(f"{module}:{line} imports {target}")
        assert not upward, "\n".join(upward)

    def test_no_files_import_each_other(self, package: str, floors: tuple[tuple[str, ...], ...]) -> None:
        own = {m for m in modules() if m.partition(".")[0] == package}
        graph = {m: {t for t, _ in imports(m) if t in own and t not in (m, package)} for m in own}
        try:
            TopologicalSorter(graph).prepare()
        except CycleError as error:
            pytest.fail(" -> ".join(error.args[1]))

    def test_every_room_is_there(self, package: str, floors: tuple[tuple[str, ...], ...]) -> None:
        assert [room for floor in floors for room in floor if room not in modules()] == []


def test_rules_see_semantics_through_its_door() -> None:
    door = {"purity_lint.semantics.model", "purity_lint.semantics.values"}
    seen = {
        f"{module} imports {target}"
        for module in modules()
        if module.startswith(("purity_lint.rules", "purity_lint.rewrites", "purity_lint.fixes"))
        for target, _ in imports(module)
        if target.startswith("purity_lint.semantics") and target not in door
    }
    assert seen == set()


def test_the_linter_knows_the_catalogue_alone() -> None:
    seen = {
        f"{module} imports {target}"
        for module in modules()
        if module.startswith("purity_lint")
        for target, _ in imports(module)
        if target.startswith("emberops")
        and not (
            module.startswith("purity_lint.knowledge")
            and target.startswith(("emberops.catalogue", "emberops.constants"))
        )
    }
    assert seen == set()


def test_frameworks_are_imported_by_backends_alone() -> None:
    seen = {
        f"{module}:{line} imports {target}"
        for module in modules()
        if not module.startswith("emberops.backends")
        for target, line in imports(module)
        if target.partition(".")[0] in FRAMEWORKS
    }
    assert seen == set()


def test_knowledge_and_semantics_share_no_name() -> None:
    def names(room: str) -> set[str]:
        return {m.rpartition(".")[2] for m in modules() if m.startswith(f"purity_lint.{room}.")}

    assert names("knowledge") & names("semantics") == set()


def test_files_that_are_found_by_their_name_alone_have_different_ones() -> None:
    """pytest puts their folders on one path, so that the second of two that are called alike would be the first."""
    folders = [
        path for path in (ROOT / "tests").rglob("*") if path.is_dir() and not (path / "__init__.py").exists()
    ]
    folders += [ROOT / "tests", ROOT / "benchmarks", ROOT / "docs" / "_generate"]
    paths = [path for folder in folders for path in folder.glob("*.py") if path.stem != "conftest"]
    by_name: dict[str, list[str]] = {}
    for path in paths:
        by_name.setdefault(path.stem, []).append(str(path.relative_to(ROOT)))
    assert [alike for alike in by_name.values() if len(alike) > 1] == []

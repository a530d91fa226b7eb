"""Precision and recall of the inference against labels recorded at run time.

    python benchmarks/inference_scores.py LABELS SOURCES SCORE_PY [project ...]

LABELS holds one ``<project>.json`` or ``.json.gz`` each, SOURCES one folder of the labelled sources (with the
project's tests, if there are any) for each, SCORE_PY is the labels' own scorer.  Every arithmetic operator with an
operand that is inferred to be a tensor is a flag.  With ``--kinds`` the findings of the rules are scored as well, by
the kind of construct that they flag: comparisons, builtins, methods, truth values, loops and stores.
"""

from __future__ import annotations

import argparse
import ast
import gzip
import json
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from purity_lint.configuration.settings import Settings
from purity_lint.engine.check import check
from purity_lint.semantics import FileModel, analyze_project
from purity_lint.source.file import SourceFile

OPERATORS = {
    ast.Add: "+",
    ast.Sub: "-",
    ast.Mult: "*",
    ast.Div: "/",
    ast.FloorDiv: "//",
    ast.Mod: "%",
    ast.Pow: "**",
    ast.MatMult: "@",
    ast.USub: "-",
    ast.UAdd: "+",
}
COUNTS = ("tp", "fp", "fn", "tn")
ARITHMETIC = ("--kinds", "arith", "--ops", "arith")
KINDS = ("Compare", "Builtin", "Method", "Truth", "Iter", "SetItem")
KIND_OF_RULE = {"PUR901": "Truth", "PUR902": "Iter", "PUR206": "SetItem"}
"""For findings that stand on something smaller or larger than the construct that they are about."""
ONE_KIND = frozenset(
    {"PUR104", "PUR204", "PUR205", "PUR209", "PUR301", "PUR302", "PUR401", "PUR402", "PUR801", *KIND_OF_RULE}
)
"""Rules that flag because of what a value is, not because of what is called."""


def read_sources(folder: Path) -> list[SourceFile]:
    """Every file of a project that parses."""
    out = []
    for path in sorted(folder.rglob("*.py")):
        try:
            text = path.read_text(encoding="utf-8")
            out.append(SourceFile(path, text, ast.parse(text)))
        except (SyntaxError, ValueError):
            continue
    return out


def flags(model: FileModel, root: Path) -> Iterator[dict[str, object]]:
    """The arithmetic operators of a file that touch a tensor."""
    for node in ast.walk(model.source.tree):
        operands: list[ast.expr] = []
        if isinstance(node, ast.BinOp):
            operands = [node.left, node.right]
        elif isinstance(node, ast.UnaryOp):
            operands = [node.operand]
        elif isinstance(node, ast.AugAssign):
            operands = [node.target, node.value]
        else:
            continue
        op = OPERATORS.get(type(node.op))
        if op is None or not any(model.is_tensor(o) for o in operands):
            continue
        if op == "%" and isinstance(operands[0], (ast.Constant, ast.JoinedStr)):
            continue
        yield {
            "file": model.source.path.relative_to(root).as_posix(),
            "line": node.lineno,
            "col": node.col_offset,
            "end_line": node.end_lineno,
            "end_col": node.end_col_offset,
            "kind": type(node).__name__,
            "op": op,
        }


def findings(model: FileModel, root: Path) -> Iterator[dict[str, object]]:
    """What the rules flag in a file because a value is a tensor, by the kind of construct."""
    settings = Settings(root=root, select=("ALL",))
    stores = _stores(model)
    for d in check(model.source, settings, model).diagnostics:
        kind = d.construct if d.construct == "Method" else KIND_OF_RULE.get(d.code, d.construct)
        if d.code not in ONE_KIND or kind not in KINDS:
            continue
        flag: dict[str, object] = {
            "file": model.source.path.relative_to(root).as_posix(),
            "line": d.span.line,
            "kind": kind,
        }
        if d.code not in KIND_OF_RULE or kind == "Method":
            flag |= {"col": d.span.col, "end_line": d.span.end_line, "end_col": d.span.end_col}
        yield from [flag] * max(1, stores[d.span.line] if kind == "SetItem" else 1)
        if (
            kind == "Compare"
        ):  # one construct, one finding: if its truth is taken, this finding speaks for that
            yield {**flag, "kind": "Truth"}


def _stores(model: FileModel) -> Counter[int]:
    """How many tensors the statements of a file store into, by line: a finding speaks for all of `x[0] = y[0] = 1`."""
    found: Counter[int] = Counter()
    for node in model.source.of(ast.Assign):
        for target in node.targets:
            for part in target.elts if isinstance(target, ast.Tuple | ast.List) else [target]:
                found[node.lineno] += isinstance(part, ast.Subscript) and model.is_tensor(part.value)
    return found


def score(
    labels: Path, flagged: list[dict[str, object]], scorer: Path, options: tuple[str, ...] = ARITHMETIC
) -> dict[str, object]:
    """What the scorer says."""
    with tempfile.NamedTemporaryFile("w", suffix=".jsonl") as out:
        out.write("\n".join(json.dumps(f) for f in flagged))
        out.flush()
        command = [sys.executable, str(scorer), str(labels), out.name]
        command += [*options, "--json", "--list", "1"]
        done = subprocess.run(command, check=True, capture_output=True, text=True)
    result: dict[str, object] = next(iter(json.loads(done.stdout).values()))
    return result


def argument_parser(description: str) -> argparse.ArgumentParser:
    """The arguments that say what is scored, and by what."""
    parser = argparse.ArgumentParser(description=description.split("\n\n", maxsplit=1)[0])
    parser.add_argument("labels", type=Path)
    parser.add_argument("sources", type=Path)
    parser.add_argument("score", type=Path)
    parser.add_argument("projects", nargs="*")
    return parser


def labelled_projects(args: argparse.Namespace) -> Iterator[tuple[str, Path, Path]]:
    """The name, labels and folder of every project that is asked for."""
    for path in sorted(args.labels.glob("*.json*")):
        name = path.name.partition(".")[0]
        folders = args.sources / name, args.sources / name.replace("_", "-")
        folder = next((p for p in folders if p.is_dir()), None)
        if folder is not None and (not args.projects or name in args.projects):
            yield name, path, folder


def main() -> None:
    """Print the table."""
    parser = argument_parser(__doc__)
    parser.add_argument("--no-tests", action="store_true", help="do not read the files that have no labels")
    parser.add_argument("--kinds", action="store_true", help="score the findings of the rules as well")
    parser.add_argument("--list", type=Path, help="write missed and wrong sites into this folder")
    args = parser.parse_args()
    totals = {kind: dict.fromkeys(COUNTS, 0) for kind in ("", *KINDS)}
    print_header()
    for name, path, folder in labelled_projects(args):
        sources = read_sources(folder)
        if args.no_tests:
            raw = path.read_bytes()
            data = json.loads(gzip.decompress(raw) if path.suffix == ".gz" else raw)
            labelled = set(data["files"])
            sources = [s for s in sources if s.path.relative_to(folder).as_posix() in labelled]
        models = analyze_project(sources)
        flagged = [f for m in models.values() for f in flags(m, folder)]
        _report(name, "", score(path, flagged, args.score), totals, args.list)
        if args.kinds:
            flagged = [f for m in models.values() for f in findings(m, folder)]
            for kind in KINDS:
                of_kind = [f for f in flagged if f["kind"] == kind]
                _report(name, kind, score(path, of_kind, args.score, ("--kinds", kind)), totals, args.list)
    for kind, counts in totals.items():
        if not kind or args.kinds:
            print_row(f"all {kind}", counts)


def _report(
    name: str,
    kind: str,
    result: dict[str, object],
    totals: dict[str, dict[str, int]],
    lists: Path | None,
) -> None:
    overall = result["overall"]
    assert isinstance(overall, dict)
    for k in COUNTS:
        totals[kind][k] += overall[k]
    print_row(f"{name} {kind}", overall)
    if lists is not None:
        lists.mkdir(exist_ok=True)
        sites = {k: result[k] for k in ("missed", "wrong")}
        (lists / f"{name}{kind and '-' + kind}.json").write_text(json.dumps(sites, indent=1))


def print_header() -> None:
    """The head of the table."""
    print(f"{'project':24}{'precision':>10}{'recall':>8}{'tp':>7}{'fp':>6}{'fn':>6}{'tn':>7}")


def print_row(name: str, c: dict[str, int]) -> None:
    """The row of a project, from its counts."""
    precision = c["tp"] / (c["tp"] + c["fp"]) if c["tp"] + c["fp"] else 1.0
    recall = c["tp"] / (c["tp"] + c["fn"]) if c["tp"] + c["fn"] else 1.0
    print(f"{name:24}{precision:10.3f}{recall:8.3f}{c['tp']:7}{c['fp']:6}{c['fn']:6}{c['tn']:7}", flush=True)


if __name__ == "__main__":
    main()

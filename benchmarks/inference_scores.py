"""Precision and recall of the inference against labels recorded at run time.

    python benchmarks/inference_scores.py LABELS SOURCES SCORE_PY [project ...]

LABELS holds one ``<project>.json`` or ``.json.gz`` each, SOURCES one folder of the labelled sources (with the
project's tests, if there are any) for each, SCORE_PY is the labels' own scorer.  Every arithmetic operator with an
operand that is inferred to be a tensor is a flag.
"""

from __future__ import annotations

import argparse
import ast
import gzip
import json
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

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


def score(labels: Path, flagged: list[dict[str, object]], scorer: Path) -> dict[str, object]:
    """What the scorer says."""
    with tempfile.NamedTemporaryFile("w", suffix=".jsonl") as out:
        out.write("\n".join(json.dumps(f) for f in flagged))
        out.flush()
        command = [sys.executable, str(scorer), str(labels), out.name]
        command += ["--kinds", "arith", "--ops", "arith", "--json", "--list", "1"]
        done = subprocess.run(command, check=True, capture_output=True, text=True)
    result: dict[str, object] = next(iter(json.loads(done.stdout).values()))
    return result


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n", maxsplit=1)[0])
    parser.add_argument("labels", type=Path)
    parser.add_argument("sources", type=Path)
    parser.add_argument("score", type=Path)
    parser.add_argument("projects", nargs="*")
    parser.add_argument("--no-tests", action="store_true", help="do not read the files that have no labels")
    parser.add_argument("--list", type=Path, help="write missed and wrong sites into this folder")
    args = parser.parse_args()
    total = dict.fromkeys(COUNTS, 0)
    print(f"{'project':12}{'precision':>10}{'recall':>8}{'tp':>7}{'fp':>6}{'fn':>6}{'tn':>7}")
    for path in sorted(args.labels.glob("*.json*")):
        name = path.name.partition(".")[0]
        folder = next(
            (p for p in (args.sources / name, args.sources / name.replace("_", "-")) if p.is_dir()), None
        )
        if folder is None or (args.projects and name not in args.projects):
            continue
        sources = read_sources(folder)
        if args.no_tests:
            raw = path.read_bytes()
            data = json.loads(gzip.decompress(raw) if path.suffix == ".gz" else raw)
            labelled = set(data["files"])
            sources = [s for s in sources if s.path.relative_to(folder).as_posix() in labelled]
        models = analyze_project(sources)
        flagged = [f for m in models.values() for f in flags(m, folder)]
        result = score(path, flagged, args.score)
        overall = result["overall"]
        assert isinstance(overall, dict)
        for k in COUNTS:
            total[k] += overall[k]
        _print(name, overall)
        if args.list is not None:
            args.list.mkdir(exist_ok=True)
            (args.list / f"{name}.json").write_text(
                json.dumps({k: result[k] for k in ("missed", "wrong")}, indent=1)
            )
    _print("all", total)


def _print(name: str, c: dict[str, int]) -> None:
    precision = c["tp"] / (c["tp"] + c["fp"]) if c["tp"] + c["fp"] else 1.0
    recall = c["tp"] / (c["tp"] + c["fn"]) if c["tp"] + c["fn"] else 1.0
    print(f"{name:12}{precision:10.3f}{recall:8.3f}{c['tp']:7}{c['fp']:6}{c['fn']:6}{c['tn']:7}", flush=True)


if __name__ == "__main__":
    main()

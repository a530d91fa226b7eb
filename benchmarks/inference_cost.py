"""What the inference costs, as a ratio to ``ast.parse`` of the same files in the same run.

python benchmarks/inference_cost.py FOLDER [FOLDER ...]
"""

from __future__ import annotations

import argparse
import ast
import gc
import time
from pathlib import Path

from purity_lint.semantics import analyze_project
from purity_lint.source.file import SourceFile


def measure(folder: Path, repeat: int) -> tuple[int, float, float]:
    """Lines, processor seconds for ``ast.parse`` and for the analysis, the best of ``repeat`` runs each."""
    texts = [(p, p.read_text(encoding="utf-8", errors="replace")) for p in sorted(folder.rglob("*.py"))]
    parse = analysis = float("inf")
    lines = 0
    for _ in range(repeat):
        gc.collect()
        start = time.process_time()
        sources = []
        for path, text in texts:
            try:
                sources.append(SourceFile(path, text, ast.parse(text)))
            except (SyntaxError, ValueError):
                continue
        parse = min(parse, time.process_time() - start)
        lines = sum(s.text.count("\n") for s in sources)
        gc.collect()
        start = time.process_time()
        analyze_project(sources)
        analysis = min(analysis, time.process_time() - start)
    return lines, parse, analysis


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n", maxsplit=1)[0])
    parser.add_argument("folders", nargs="+", type=Path)
    parser.add_argument("--repeat", type=int, default=3)
    args = parser.parse_args()
    print(f"{'folder':24}{'lines':>9}{'ast.parse':>11}{'analysis':>10}{'ratio':>7}")
    total = [0.0, 0.0]
    for folder in args.folders:
        lines, parse, analysis = measure(folder, args.repeat)
        total[0] += parse
        total[1] += analysis
        print(f"{folder.name:24}{lines:9}{parse:10.2f}s{analysis:9.2f}s{analysis / parse:7.1f}", flush=True)
    if len(args.folders) > 1 and total[0]:
        print(f"{'all':24}{'':9}{total[0]:10.2f}s{total[1]:9.2f}s{total[1] / total[0]:7.1f}")


if __name__ == "__main__":
    main()

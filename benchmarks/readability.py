"""What a maintainer would object to in fixed code, counted: layout, names, imports, half-rewritten formulas.

python benchmarks/readability.py FOLDER [FOLDER ...] [--safe] [--operators keep] [--no-ruff] [--width N] [--show KIND]

Each folder is copied, fixed with ``--unsafe-fixes``, checked, and fixed again.  With ``--no-ruff`` the copy is first
formatted by ruff to ``--width`` columns and its configuration of ruff and Black is taken away, so that what lays the
fixes out is the tool alone; how ruff would lay them out is then counted everywhere.  Needs ruff.
"""

from __future__ import annotations

import argparse
import ast
import difflib
import io
import json
import re
import shutil
import subprocess
import sys
import tempfile
import tokenize
from collections import Counter, defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import pairwise
from pathlib import Path

ARITHMETIC = frozenset(
    {
        "add", "subtract", "multiply", "divide", "power", "matmul", "negative", "remainder", "floor_divide",
        "square", "positive",
    }
)  # fmt: skip
_OF_NUMBERS = frozenset({"sqrt", "log", "exp", "abs", "sin", "cos"})
_MAKERS = frozenset({"asarray", "array", "convert_to_tensor"})
_CONVERSIONS = frozenset({"to_numpy", "from_numpy"})
_BITWISE = (ast.BitAnd, ast.BitOr, ast.BitXor)
_RULES = "E1,E2,E3,E4,E7,W1,W2,W6,F,I"
_LEFT_OUT = ("F405", "F403", "F821")
_TOOL = [sys.executable, "-m", "purity_lint"]
_STYLE = re.compile(r"^\[tool\.(ruff|black)[^\n]*\n(?:(?!\[)[^\n]*\n?)*", re.MULTILINE)


Findings = dict[tuple[str, str, str], list[str]]


@dataclass
class Tally:
    """What was counted in one project, with the places."""

    counts: Counter[str] = field(default_factory=Counter)
    places: dict[str, list[str]] = field(default_factory=lambda: defaultdict(list))

    def add(self, kind: str, place: str, number: int = 1) -> None:
        """Count something."""
        self.counts[kind] += number
        self.places[kind].append(place)


def _run(command: list[str], folder: Path, text: str | None = None) -> subprocess.CompletedProcess[str]:
    return subprocess.run(command, cwd=folder, input=text, capture_output=True, text=True, check=False)


def _ruff(text: str, path: Path, width: int | None) -> str | None:
    command = ["ruff", "format", "--quiet", "--stdin-filename", str(path)]
    if width is not None:
        command += ["--isolated", "--line-length", str(width)]
    done = _run([*command, "-"], path.parent, text)
    return done.stdout if done.returncode == 0 else None


def _lint(folder: Path) -> Counter[tuple[str, str]]:
    command = ["ruff", "check", "--isolated", "--select", _RULES, "--output-format", "json", "--exit-zero"]
    done = _run([*command, "--line-length", "88", "."], folder)
    return Counter(
        (str(Path(found["filename"]).relative_to(folder.resolve())), found["code"])
        for found in json.loads(done.stdout or "[]")
        if found["code"] not in _LEFT_OUT
    )


def _findings(folder: Path) -> Findings:
    """The findings of each rule in each function: what a message quotes is worded anew by every fix."""
    done = _run([*_TOOL, "check", ".", "--exit-zero", "--output-format", "json", *_options()], folder)
    findings: Findings = defaultdict(list)
    scopes: dict[str, list[str]] = {}
    for found in json.loads(done.stdout or "[]"):
        name = str(Path(found["filename"]).relative_to(folder.resolve()))
        if name not in scopes:
            scopes[name] = _scopes(folder / name)
        row = found["location"]["row"]
        scope = scopes[name][row] if row < len(scopes[name]) else ""
        findings[name, scope, found["code"]].append(f"{row} {found['message']}")
    return findings


def _scopes(path: Path) -> list[str]:
    """The qualified name of the function or class that each line of a file stands in, by its number."""
    if path.suffix != ".py":
        return []
    text = path.read_text()
    scopes = [""] * (text.count("\n") + 2)
    waiting: list[tuple[ast.AST, str]] = [(ast.parse(text), "")]
    while waiting:
        node, outer = waiting.pop()
        for child in ast.iter_child_nodes(node):
            name = outer
            if isinstance(child, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
                name = f"{outer}.{child.name}"
                last = child.end_lineno or child.lineno
                scopes[child.lineno : last + 1] = [name] * (last + 1 - child.lineno)
            waiting.append((child, name))
    return scopes


def _options() -> list[str]:
    return ["--config", f"operators = '{ARGS.operators}'"] if ARGS.operators else []


def measure(folder: Path, work: Path) -> Tally:
    """Fix a copy of a project and count what is wrong with it."""
    before, after, again = work / "before", work / "after", work / "again"
    shutil.copytree(
        folder, before, ignore=shutil.ignore_patterns(".git", "__pycache__", ".purity_lint_cache")
    )
    if ARGS.no_ruff:
        for path in (*before.rglob("ruff.toml"), *before.rglob(".ruff.toml")):
            path.unlink()
        for path in before.rglob("pyproject.toml"):
            path.write_text(_STYLE.sub("", path.read_text()))
        _run(["ruff", "format", "--isolated", "--quiet", "--line-length", str(ARGS.width), "."], before)
    shutil.copytree(before, after)
    tally = Tally()
    found = _findings(before)
    fix = [*_TOOL, "fix", *([] if ARGS.safe else ["--unsafe-fixes"]), *_options(), "."]
    done = _run(fix, after)
    for line in done.stderr.splitlines():
        tally.add("said on stderr", line)
    left = _findings(after)
    for (name, scope, code), places in left.items():
        more = len(places) - len(found[name, scope, code])
        if more > 0:
            tally.add("new finding", f"{name} {scope} {code}: {more} more, of {'; '.join(places)}", more)
    shutil.copytree(after, again)
    _run(fix, again)
    for key, number in (_lint(after) - _lint(before)).items():
        tally.add(f"ruff {key[1]}", key[0], number)
    for path in sorted(after.rglob("*.py")):
        name = path.relative_to(after)
        try:
            old, new = (before / name).read_text(), path.read_text()
            if old == new:
                continue
            ast.parse(new)
        except (UnicodeDecodeError, SyntaxError):
            continue
        if (again / name).read_text() != new:
            tally.add("changed by a second fix", str(name))
        _of_file(tally, str(name), old, new, before / name)
    return tally


def _of_file(tally: Tally, name: str, old: str, new: str, path: Path) -> None:
    lines, known = new.splitlines(), frozenset(old.splitlines())
    width = ARGS.width if ARGS.no_ruff else _width(path, old)
    changed = {number for number, line in enumerate(lines, 1) if line not in known}
    tally.counts["changed lines"] += len(changed)
    for number in changed:
        if len(lines[number - 1]) > width and "# " not in lines[number - 1]:
            tally.add("over the limit", f"{name}:{number} {lines[number - 1].strip()}")
    _layout(tally, name, old, new, path)
    lost = _comments(old) - _comments(new)
    for comment, number in lost.items():
        tally.add("comment lost", f"{name} {comment}", number)
    for number in _doubled(new) - _doubled(old):
        tally.add("double parentheses", f"{name}:{number} {lines[number - 1].strip()}")
    names = {node.id for node in ast.walk(ast.parse(old)) if isinstance(node, ast.Name)}
    for node in ast.walk(ast.parse(new)):
        line = getattr(node, "lineno", 0)
        if line not in changed:
            continue
        for kind in _objections(node):
            tally.add(kind, f"{name}:{line} {ast.unparse(node)[:150]}")
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store) and node.id not in names:
            tally.add("invented name", f"{name}:{line} {node.id}")


def _width(path: Path, text: str) -> int:
    for folder in path.parents:
        project = folder / "pyproject.toml"
        if project.is_file():
            found = re.search(r"line[-_]length\s*=\s*(\d+)", project.read_text())
            if found:
                return int(found[1])
    longer = sum(len(line) > 100 for line in text.splitlines())
    return 100 if longer * 100 <= text.count("\n") else 120


def _layout(tally: Tally, name: str, old: str, new: str, path: Path) -> None:
    for width in [ARGS.width] if ARGS.no_ruff else [None, 79, 88, 100, 120]:
        if _ruff(old, path, width) == old:
            break
    else:
        tally.counts["files that ruff would change before"] += 1
        return
    tally.counts["files laid out as by ruff before"] += 1
    other = _ruff(new, path, width)
    if other is None or other == new:
        return
    matcher = difflib.SequenceMatcher(None, new.splitlines(), other.splitlines(), autojunk=False)
    for kind, start, end, first, last in matcher.get_opcodes():
        if kind != "equal":
            ours, theirs = new.splitlines()[start:end], other.splitlines()[first:last]
            shown = [*(f"    - {line}" for line in ours), *(f"    + {line}" for line in theirs)]
            tally.add("layout", "\n".join([f"{name}:{start + 1}", *shown]))


def _objections(node: ast.AST) -> Iterator[str]:
    """Yield what a maintainer would say of an expression or a statement."""
    match node:
        case ast.BinOp(op=op, left=left, right=right) if not isinstance(op, _BITWISE):
            if _word(left) in ARITHMETIC or _word(right) in ARITHMETIC:
                yield "half-rewritten: an operator on an operation"
        case ast.Assign(value=value, lineno=first, end_lineno=int() as last):
            if (_word(value) or "").startswith("assign") and last - first > 1:
                yield "a store of three lines"
        case ast.Call(args=args):
            yield from _objections_to_call(_word(node), args, alone=not node.keywords)


def _objections_to_call(word: str | None, args: list[ast.expr], *, alone: bool) -> Iterator[str]:
    if word is None or not args:
        return
    operators = [arg for arg in args if isinstance(arg, ast.BinOp) and not isinstance(arg.op, _BITWISE)]
    if word in ARITHMETIC and operators:
        yield "an operation on an operator (host numbers may be)"
    if word in _MAKERS and alone and _word(args[0]) is not None:
        yield "needless conversion"
    if word in _CONVERSIONS and _is_conversion(args[0]):
        yield "conversion of a conversion"
    if alone and word in ARITHMETIC | _OF_NUMBERS and all(map(_is_number, args)):
        yield "host arithmetic in ops"
    if any(isinstance(arg, ast.BoolOp) for arg in args):
        yield "and/or in an argument"


def _is_conversion(node: ast.expr) -> bool:
    match node:
        case ast.Call(func=ast.Attribute(attr=name)):
            return name in {*_CONVERSIONS, "numpy"}
    return False


def _word(node: ast.AST) -> str | None:
    match node:
        case ast.Call(func=ast.Attribute(value=ast.Name(id="ops"), attr=word)):
            return word
    return None


def _is_number(node: ast.AST) -> bool:
    match node:
        case ast.Constant(value=int() | float()):
            return True
        case ast.UnaryOp(operand=inner):
            return _is_number(inner)
        case ast.BinOp(left=left, right=right):
            return _is_number(left) and _is_number(right)
        case ast.Attribute(value=ast.Name(id="math" | "ops"), attr="pi" | "e"):
            return True
        case ast.Call(args=args) if _word(node) in ARITHMETIC | {"sqrt"}:
            return all(map(_is_number, args))
    return False


def _comments(text: str) -> Counter[str]:
    tokens = tokenize.generate_tokens(io.StringIO(text).readline)
    return Counter(token.string for token in tokens if token.type == tokenize.COMMENT)


def _doubled(text: str) -> set[int]:
    """The lines where a pair of parentheses holds nothing but another pair."""
    tokens = [
        t
        for t in tokenize.generate_tokens(io.StringIO(text).readline)
        if t.type not in (tokenize.NL, tokenize.COMMENT, tokenize.INDENT, tokenize.DEDENT)
    ]
    partner, stack = {}, []
    for place, token in enumerate(tokens):
        if token.string in "([{" and token.type == tokenize.OP:
            stack.append(place)
        elif token.string in ")]}" and token.type == tokenize.OP and stack:
            partner[stack.pop()] = place
    found = set()
    for one, two in pairwise(sorted(partner)):
        if (
            two == one + 1
            and tokens[one].string == tokens[two].string == "("
            and partner[one] == partner[two] + 1
        ):
            inside = tokens[two + 1 : partner[two]]
            depth, comma, generator = 0, not inside, False
            for token in inside:
                depth += (token.string in "([{") - (token.string in ")]}")
                comma |= depth == 0 and token.string == ","
                generator |= depth == 0 and token.string == "for"
            is_call = one and (tokens[one - 1].type == tokenize.NAME or tokens[one - 1].string in ")]")
            if not (comma or (generator and not is_call)):
                found.add(tokens[one].start[0])
    return found


def main() -> int:
    """Print a table of each project, and what ``--show`` asks for."""
    total: Counter[str] = Counter()
    for folder in ARGS.folders:
        with tempfile.TemporaryDirectory() as work:
            tally = measure(folder, Path(work))
        total += tally.counts
        print(folder.name, dict(tally.counts), flush=True)
        for kind in ARGS.show:
            for place in (p for k, places in tally.places.items() if k.startswith(kind) for p in places):
                print(f"  {kind}: {place}")
    for kind, number in sorted(total.items()):
        print(f"{kind:60}{number:8}")
    return 0


PARSER = argparse.ArgumentParser(description=__doc__.split("\n\n", maxsplit=1)[0])
PARSER.add_argument("folders", nargs="+", type=Path)
PARSER.add_argument("--safe", action="store_true", help="safe fixes alone")
PARSER.add_argument("--operators", choices=["keep", "functions"])
PARSER.add_argument("--no-ruff", action="store_true", help="lay out without ruff, and compare with it")
PARSER.add_argument("--width", type=int, default=88)
PARSER.add_argument("--show", action="append", default=[], help="print places of what begins so")
ARGS = PARSER.parse_args()

if __name__ == "__main__":
    raise SystemExit(main())

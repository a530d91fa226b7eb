"""A file has the same findings whatever else is checked with it, and wherever one stands."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from purity_lint.cli import cli

TOOLS = "def scale(first, second):\n    return first + second\n"
LIBRARY = "from {tools} import scale\n\n\ndef twice(values):\n    return scale(values, values) * 2\n"
CALLER = "import numpy as np\nfrom {library} import twice\n\ntwice(np.ones(3))\n"

LAYOUTS = {
    "flat": {
        "pkg/__init__.py": "",
        "pkg/tools.py": TOOLS,
        "pkg/library.py": LIBRARY.format(tools="pkg.tools"),
        "tests/test_library.py": CALLER.format(library="pkg.library"),
    },
    "src": {
        "src/pkg/__init__.py": "",
        "src/pkg/tools.py": TOOLS,
        "src/pkg/inner/__init__.py": "",
        "src/pkg/inner/library.py": LIBRARY.format(tools="pkg.tools"),
        "tests/unit/test_library.py": CALLER.format(library="pkg.inner.library"),
    },
    "scripts": {
        "tools.py": TOOLS,
        "library.py": LIBRARY.format(tools="tools"),
        "run.py": CALLER.format(library="library"),
    },
    "scripts beside a package": {
        "pkg/__init__.py": "",
        "pkg/tools.py": TOOLS,
        "library.py": LIBRARY.format(tools="pkg.tools"),
        "run.py": CALLER.format(library="library"),
    },
}


def findings(*arguments: str) -> dict[str, list[tuple[str, int, int, str]]]:
    """The findings of one run, by file."""
    command = ["check", "--no-cache", "--select", "ALL", "--output-format", "json", *arguments]
    result = CliRunner().invoke(cli, command, catch_exceptions=False)
    assert result.exit_code in (0, 1), result.output
    out: dict[str, list[tuple[str, int, int, str]]] = {}
    for d in json.loads(result.stdout):
        place = d["location"]
        out.setdefault(d["filename"], []).append((d["code"], place["row"], place["column"], d["message"]))
    return out


# Outside a project nothing says that `src` and `tests` belong together.
LOOSE = ("flat", "scripts", "scripts beside a package")


@pytest.mark.parametrize(
    ("layout", "marked"), [*((name, True) for name in LAYOUTS), *((name, False) for name in LOOSE)]
)
def test_a_file_alone_has_the_findings_that_it_has_among_all(
    layout: str, marked: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    if marked:
        (tmp_path / "pyproject.toml").touch()
    for name, text in LAYOUTS[layout].items():
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    monkeypatch.chdir(tmp_path)
    together = findings(".")
    assert any(code == "PUR201" for found in together.values() for code, *_ in found)
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    for name in LAYOUTS[layout]:
        path = tmp_path / name
        expected = {str(path): together[str(path)]} if str(path) in together else {}
        for folder in (tmp_path, path.parent, elsewhere):
            monkeypatch.chdir(folder)
            assert findings(str(path)) == expected, f"{name} from {folder}"
        monkeypatch.chdir(path.parent)
        assert findings(path.name) == expected, f"{name} by its own name"

"""Shards add up to one run, whatever the files tell about each other."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from purity_lint.cli import cli
from purity_lint.run.shard import Shard

FILES = {
    "pyproject.toml": "[tool.purity-lint]\nselect = ['ALL']\n",
    "pkg/__init__.py": "",
    "pkg/tools.py": "def scale(first, second):\n    return first + second\n",
    "pkg/library.py": "from pkg.tools import scale\n\n\ndef twice(v):\n    return scale(v, v) * 2\n",
    "pkg/broken.py": "def f(:\n",
    "other/purity-lint.toml": "select = ['PUR2']\nops-module = 'other.ops'\n",
    "other/alone.py": "import numpy as np\n\nx = np.ones(3) + 1\n",
    "tests/test_library.py": "import numpy as np\nfrom pkg.library import twice\n\ntwice(np.ones(3))\n",
}


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    for name, text in FILES.items():
        path = tmp_path / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(text)
    monkeypatch.chdir(tmp_path)
    return tmp_path


def run(*arguments: str) -> Result:
    return CliRunner().invoke(cli, ["check", *arguments], catch_exceptions=False)


def findings(*arguments: str) -> list[str]:
    result = run("--output-format", "json", *arguments)
    assert result.exit_code in (0, 1), result.output
    return sorted(json.dumps(item, sort_keys=True) for item in json.loads(result.stdout))


@pytest.mark.parametrize("count", [1, 2, 3, 5, 11])
@pytest.mark.parametrize("cache", [(), ("--no-cache",)])
def test_shards_add_up_to_one_run(project: Path, count: int, cache: tuple[str, ...]) -> None:
    whole = findings("--no-cache")
    assert len({json.loads(item)["filename"] for item in whole}) == 5
    parts = [findings(*cache, "--shard", f"{number}/{count}") for number in range(1, count + 1)]
    assert sorted(item for part in parts for item in part) == whole
    assert findings(*cache) == whole


def test_every_file_is_in_one_shard(project: Path) -> None:
    def files(*arguments: str) -> list[str]:
        return run("--show-files", *arguments).stdout.splitlines()

    parts = [files("--shard", f"{number}/3") for number in (1, 2, 3)]
    assert sorted(file for part in parts for file in part) == sorted(files())
    assert all(len(part) == 2 for part in parts)
    assert Shard(2, 3).of("abcdefgh") == ["b", "e", "h"]


@pytest.mark.parametrize("wrong", ["0/2", "3/2", "1", "1/", "/2", "a/b", "1/2/3", "-1/2"])
def test_what_is_no_shard_is_an_error(project: Path, wrong: str) -> None:
    result = run("--shard", wrong)
    assert result.exit_code == 2
    assert "expected I/N" in result.stderr


def test_fixes_are_not_made_in_shards(project: Path) -> None:
    assert run("--shard", "1/2", "--fix").exit_code == 2
    assert run("--shard", "1/2", "--diff").exit_code == 2

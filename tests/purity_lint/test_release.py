"""What a release says of itself is said in several places, and the same in all."""

from __future__ import annotations

import json
import tomllib
from pathlib import Path

import emberops
import purity_lint

ROOT = Path(__file__).parents[2]


def test_one_version() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    assert project["version"] == purity_lint.__version__ == emberops.__version__
    extension = json.loads((ROOT / "editors/vscode/package.json").read_text())
    assert extension["version"] == purity_lint.__version__


def test_everything_that_the_tests_read_is_in_the_source_distribution() -> None:
    pyproject = tomllib.loads((ROOT / "pyproject.toml").read_text())
    included = {
        name.lstrip("/") for name in pyproject["tool"]["hatch"]["build"]["targets"]["sdist"]["include"]
    }
    needed = {"tests", "docs", "examples", "benchmarks", "editors", "action.yml", "Dockerfile", "mkdocs.yml"}
    assert needed <= included
    assert all((ROOT / name).exists() for name in included)

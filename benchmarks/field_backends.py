"""The tests of a project of the field test on other backends, by a driver that hands NumPy in and takes NumPy out.

The driver is a program of two commands, `baseline SPEC --write` and `run SPEC --fix COMMAND --backends NAMES`.
Its plugin wraps the functions of the package: the tests meet NumPy's arrays only, and the package those of the backend.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

BACKENDS = ("torch", "jax", "mlx")


@dataclass
class Share:
    """How many of the tests that count pass on one backend, with the fix and without it."""

    passed: int
    counted: int
    floor: int

    def __str__(self) -> str:
        return f"{self.passed}/{self.counted} (floor {self.floor})"


@dataclass(frozen=True)
class Driver:
    """The program, and the folders that it works in."""

    program: Path
    work: Path
    limit: float
    """The most seconds for one run of the tests."""

    def shares(
        self, source: Path, packages: Sequence[Path], tests: str, fix: Sequence[str]
    ) -> Mapping[str, Share]:
        """The share of each backend; none where no test counts.

        ``tests`` is the regular expression of test files, and ``fix`` the command below the project's folder.
        """
        spec = self._spec(source, packages, tests)
        self._call("baseline", spec, "--write")
        if not json.loads(spec.read_text())["baseline"]["eligible"]:
            return {}
        backends = f"--backends={','.join(BACKENDS)}"
        floor = self._measured(spec, "floor", backends)
        fixed = self._measured(spec, "fixed", backends, "--fix", " ".join(fix))
        return {name: Share(row["passed"], row["of"], floor[name]["passed"]) for name, row in fixed.items()}

    def _spec(self, source: Path, packages: Sequence[Path], tests: str) -> Path:
        home = packages[0].parent
        inside = packages[0] if len(packages) == 1 and packages[0].is_dir() else home
        spec = {
            "name": source.name,
            "source": {"kind": "pypi-sdist", "name": source.name, "version": "as fetched"},
            "package": inside.relative_to(source).as_posix(),
            "import": ",".join(package.stem for package in packages),
            "path": home.relative_to(source).as_posix(),
            "tests": {"args": ["--continue-on-collection-errors"], "files": tests},
        }
        path = self.work / "specs" / f"{source.name}.json"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(json.dumps(spec))
        return path

    def _measured(self, spec: Path, name: str, *options: str) -> dict[str, Any]:
        answer = self.work / "specs" / f"{spec.stem}-{name}.answer"
        self._call("run", spec, *options, "--json", str(answer))
        backends: dict[str, Any] = json.loads(answer.read_text())[0]["backends"]
        return backends

    def _call(self, verb: str, spec: Path, *options: str) -> None:
        folders = ["--cache", str(self.work / "sources"), "--work", str(self.work / "driven")]
        command = [sys.executable, str(self.program), verb, str(spec), *folders, "--python", sys.executable]
        environment = {**os.environ, "PYTHONWARNINGS": "ignore"}
        subprocess.run(
            [*command, "--limit", str(self.limit), *options], env=environment, check=True, stdout=sys.stderr
        )

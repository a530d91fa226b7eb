"""Programs that are fixed and run: what their `run()` gives on a backend is compared with what it gave on NumPy."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import numpy as np

import emberops
from emberops import ops
from purity_lint.configuration.settings import Settings
from purity_lint.run.fix import fix_project


def ran(code: str, backend: str, *arguments: object) -> np.ndarray:
    """Return what the function `run` of a program gives on a backend, as an array of NumPy's."""
    with emberops.use_backend(backend):
        names: dict[str, object] = {}
        exec(compile(code, "program.py", "exec"), names)
        run = names["run"]
        assert callable(run)
        return np.asarray(ops.to_numpy(run(*arguments)))


def fixed_project(folder: Path, files: Mapping[str, str]) -> dict[str, str]:
    """Write files, by their names without the suffix, to a folder, fix them together, and return them."""
    settings = Settings(root=folder, unsafe_fixes=True)
    for name, code in files.items():
        (folder / f"{name}.py").write_text(code)
    fix_project([(folder / f"{name}.py", settings) for name in files], write=True, jobs=1)
    return {name: (folder / f"{name}.py").read_text() for name in files}

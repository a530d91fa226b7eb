"""Run fixed functions where they are meant to run, and see that users of NumPy get what they had.

    SCIPY_ARRAY_API=1 python benchmarks/ported_functions.py CASES --work WORK

CASES lists functions that maintainers of SciPy and scikit-learn took to the array API, and those of POT to backends of
their own; WORK holds their files `before` and `after` that, and `unsafe`, as ``purity-lint fix --unsafe-fixes`` left
them under the profile of the case. Each function is called with arrays of NumPy, lists, array-api-strict (which POT has
no backend for), PyTorch and JAX, and its results are compared with those that the function had before on NumPy. What
people wrote is called in the same way, and printed beside it.

A result counts as the same only where its arrays are of the library of the arguments: a function that gives NumPy's
arrays for PyTorch's runs, and is no port. Those with the same numbers in arrays of another library are counted apart.

What a file imports comes from the packages that are installed, or from the `_array_api` module beside it; what neither
has is left out, so that a function that calls it counts as not loaded.  Decorators are left out as well.  A function is
complete if the check finds nothing in it that is left to port: of others only users of NumPy are promised anything.
"""

from __future__ import annotations

import argparse
import ast
import collections
import json
import os
import re
import warnings
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

os.environ.setdefault("SCIPY_ARRAY_API", "1")

import array_api_compat
import array_api_extra
import array_api_strict
import jax
import jax.numpy
import numpy as np
import scipy._lib._array_api
import sklearn
import torch

from purity_lint.configuration.files import from_table
from purity_lint.configuration.settings import Settings
from purity_lint.engine.check import check
from purity_lint.source.read import source_from_bytes

jax.config.update("jax_enable_x64", True)
sklearn.set_config(array_api_dispatch=True)

_RANDOM = np.random.default_rng(7)
_X, _Y = _RANDOM.normal(size=12), _RANDOM.normal(size=12) + 0.5
_POINTS, _OTHERS = _RANDOM.normal(size=(6, 3)), _RANDOM.normal(size=(6, 3))
_A, _B = _RANDOM.dirichlet(np.ones(5)), _RANDOM.dirichlet(np.ones(4))
_COSTS = _RANDOM.uniform(size=(5, 4))
_PS = _RANDOM.uniform(0.01, 0.9, size=8)

CALLS: dict[str, tuple[Sequence[np.ndarray], dict[str, Any]]] = {
    "procrustes": ((_POINTS, _OTHERS), {}),
    "orthogonal_procrustes": ((_POINTS, _OTHERS), {}),
    "theilslopes": ((_Y, _X), {}),
    "_robust_slopes": ((_Y, _X), {"pfun": "theilslopes"}),
    "rosen": ((_X,), {}),
    "rosen_der": ((_X,), {}),
    "rosen_hess": ((_X,), {}),
    "rosen_hess_prod": ((_X, _Y), {}),
    "circmean": ((np.abs(_X),), {"axis": 0}),
    "circvar": ((np.abs(_X),), {"axis": 0}),
    "circstd": ((np.abs(_X),), {"axis": 0}),
    "_circfuncs_common": ((np.abs(_X),), {"high": 6.0, "low": 0.0}),
    "fligner": ((_X, _Y), {}),
    "ansari": ((_X, _Y), {}),
    "entropy": ((_PS,), {}),
    "false_discovery_control": ((_PS,), {}),
    "savgol_coeffs": ((), {"window_length": 5, "polyorder": 2}),
    "_polyder": ((_X,), {"m": 1}),
    "savgol_filter": ((_X,), {"window_length": 5, "polyorder": 2, "mode": "nearest"}),
    "combine_pvalues": ((_PS,), {}),
    "median_abs_deviation": ((_X,), {}),
    "brunnermunzel": ((_X, _Y), {}),
    "trapezoid": ((_Y, np.sort(_X)), {}),
    "median_test": ((_X, _Y), {}),
    "block_diag": ((_POINTS, _OTHERS), {}),
    "_handle_zeros_in_scale": ((np.abs(_X),), {}),
    "normalize": ((_POINTS,), {"norm": "l1"}),
    "_check_reg_targets": ((_Y, _X), {"multioutput": None}),
    "r2_score": ((_Y, _X), {}),
    "sinkhorn_knopp": ((_A, _B, _COSTS), {"reg": 1.0}),
    "partial_wasserstein": ((_A, _B, _COSTS), {"m": 0.5}),
    "partial_wasserstein2": ((_A, _B, _COSTS), {"m": 0.5}),
    "entropic_partial_wasserstein": ((_A, _B, _COSTS), {"reg": 1.0, "m": 0.5}),
}
"""Function -> arrays to call it with, and other arguments."""

SIDES = ("unsafe", "after")
ELSEWHERE = "same, of another library"
_REPOSITORIES = frozenset({"scipy", "sk", "pot"})

LIBRARIES: dict[str, Callable[[np.ndarray], Any]] = {
    "numpy": np.array,
    "lists": np.ndarray.tolist,
    "strict": array_api_strict.asarray,
    "torch": torch.asarray,
    "jax": jax.numpy.asarray,
}


class NotLoadedError(Exception):
    """The function needs what the installed packages have no more."""


def load(path: Path, module: str, function: str) -> Callable[..., Any]:
    """Return a function of a file, with what else of the file it can see."""
    tree = ast.parse(path.read_text())
    space: dict[str, Any] = {"__package__": module.rpartition(".")[0], "__name__": module}
    beside = next(path.parents[len(module.split(".")) - 1].glob("*/_lib/_array_api.py"), None)
    helpers = _helpers(beside) if beside is not None and beside != path else {}
    for node in tree.body:
        if isinstance(node, ast.Import | ast.ImportFrom):
            for alias in node.names:
                _run(_alone(node, alias), space)
                local = alias.asname or alias.name
                if local not in space and alias.name in helpers:
                    space[local] = helpers[alias.name]
        elif isinstance(node, ast.FunctionDef):
            node.decorator_list = []
            _run(node, space)
        elif isinstance(node, ast.Assign | ast.ClassDef | ast.AnnAssign):
            _run(node, space)
    if function not in space:
        raise NotLoadedError(function)
    return space[function]


def _helpers(path: Path) -> dict[str, Any]:
    """Return what the module `_array_api` of a package has, with what of it the installed one has no more."""
    space: dict[str, Any] = dict(vars(scipy._lib._array_api))
    space |= {"xpx": array_api_extra, "array_api_extra": array_api_extra, "size": array_api_compat.size}
    for node in ast.parse(re.sub(r"(?m)^type (\w+ =)", r"\1", path.read_text())).body:
        if isinstance(node, ast.FunctionDef) and node.name not in space:
            _run(node, space)
    return space


def _alone(node: ast.Import | ast.ImportFrom, alias: ast.alias) -> ast.stmt:
    if isinstance(node, ast.Import):
        return ast.Import([alias], lineno=1, col_offset=0)
    return ast.ImportFrom(node.module, [alias], node.level, lineno=1, col_offset=0)


def _run(node: ast.stmt, space: dict[str, Any]) -> None:
    code = compile(ast.Module([node], []), "<case>", "exec")
    try:
        exec(code, space)
    except Exception:  # it needs what is not here; NotLoadedError names it later
        return


def numbers(result: Any) -> list[np.ndarray]:
    """Return the arrays and numbers of a result, in order."""
    if isinstance(result, tuple | list):
        return [part for item in result for part in numbers(item)]
    if hasattr(result, "__dataclass_fields__"):
        return [part for name in result.__dataclass_fields__ for part in numbers(getattr(result, name))]
    if isinstance(result, torch.Tensor):
        return [result.numpy()]
    try:
        return [np.asarray(result, dtype=float)]
    except (TypeError, ValueError):
        return []


def parts(result: Any) -> list[Any]:
    """Return what a result holds, as it is, in order."""
    if isinstance(result, tuple | list):
        return [part for item in result for part in parts(item)]
    if hasattr(result, "__dataclass_fields__"):
        return [part for name in result.__dataclass_fields__ for part in parts(getattr(result, name))]
    return [result]


def stays(result: Any, given: Sequence[Any]) -> bool:
    """True if no array of a result is of another class than the arrays that were given."""
    libraries = {np.ndarray: (np.ndarray, np.generic), torch.Tensor: torch.Tensor, jax.Array: jax.Array}
    libraries[type(array_api_strict.asarray(0))] = type(array_api_strict.asarray(0))
    of = next((theirs for one, theirs in libraries.items() if any(isinstance(a, one) for a in given)), None)
    found = [part for part in parts(result) if isinstance(part, (np.generic, *libraries))]
    return of is None or all(isinstance(part, of) for part in found)


def outcome(function: Callable[..., Any], call: str, library: str, wanted: list[np.ndarray]) -> str:
    """Call a function; "same", ELSEWHERE where its arrays are of another library, "other" or the error."""
    arrays, options = CALLS[call]
    try:
        given = [LIBRARIES[library](array) for array in arrays]
        result = function(*given, **options)
        got = numbers(result)
    except NameError as error:
        raise NotLoadedError(str(error)) from error
    except Exception as error:  # whatever a fixed function raises is its result
        return f"{type(error).__name__}: {error}".partition("\n")[0][:90]
    same = len(got) == len(wanted) and all(
        a.shape == b.shape and np.allclose(a, b, rtol=1e-5, atol=1e-8, equal_nan=True)
        for a, b in zip(got, wanted, strict=True)
    )
    if not same:
        return "other"
    return "same" if stays(result, given) else ELSEWHERE


def unported(path: Path, span: tuple[int, int], profile: str) -> int:
    """Return how many findings there are in the lines of a file that a function takes."""
    settings = from_table({"profile": profile, "lazy": True}, Settings(root=path.parent), "this benchmark")
    found = check(source_from_bytes(path.read_bytes(), path, None), settings).diagnostics
    return sum(span[0] <= one.span.line <= span[1] for one in found)


def lines_of(path: Path, function: str) -> tuple[int, int]:
    """Return the first and the last line of a function of a file."""
    found = (
        n for n in ast.parse(path.read_text()).body if isinstance(n, ast.FunctionDef) and n.name == function
    )
    node = next(found)
    return node.lineno, node.end_lineno or node.lineno


class Tally:
    """Counts of how functions fared."""

    def __init__(self) -> None:
        self.sides = {side: collections.Counter[str]() for side in SIDES}
        self.elsewhere = {side: collections.Counter[str]() for side in SIDES}
        self.functions: collections.Counter[str] = collections.Counter()
        self.kept: collections.Counter[str] = collections.Counter()

    def count(self, fared: dict[str, dict[str, str]], lists: str, left: int) -> None:
        """Add a function, with how it took lists before and how many findings are left in it."""
        fixed = fared["unsafe"]
        self.functions.update(all=1, complete=left == 0, lists=lists == "same")
        self.kept.update(
            numpy=fixed["numpy"] == "same",
            lists=lists == fixed["lists"] == "same",
            **{one: left == 0 and fixed[one] == "same" for one in ("strict", "torch", "jax")},
        )
        for side, results in fared.items():
            self.sides[side].update(library for library, result in results.items() if result == "same")
            self.elsewhere[side].update(library for library, result in results.items() if result == ELSEWHERE)

    def show(self) -> None:
        """Print the shares that ran."""
        functions, kept = self.functions, self.kept
        for side, tally in self.sides.items():
            shares = (f"{library} {tally[library] / max(1, functions['all']):.2f}" for library in LIBRARIES)
            print(f"{side}: of {functions['all']} functions the same result on", ", ".join(shares))
            away = (f"{library} {count}" for library, count in self.elsewhere[side].items())
            print(f"{side}: the same numbers in arrays of another library:", ", ".join(away) or "none")
        print(
            f"users of NumPy have what they had in {kept['numpy']} of {functions['all']} functions,"
            f" with lists in {kept['lists']} of {functions['lists']} that took them;"
            f" of {functions['complete']} complete ones run on"
            f" array-api-strict {kept['strict']}, PyTorch {kept['torch']}, JAX {kept['jax']}"
        )


def main() -> None:
    """Print how each function fared, and the shares that ran."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("cases", type=Path)
    parser.add_argument("--work", type=Path, required=True)
    arguments = parser.parse_args()
    warnings.simplefilter("ignore")
    tallies: dict[str, Tally] = collections.defaultdict(Tally)
    for line in arguments.cases.read_text().splitlines():
        case = json.loads(line)
        module = case["file"].removesuffix(".py").replace("/", ".")
        for name in case["functions"]:
            if case["repo"] not in _REPOSITORIES or name not in CALLS:
                continue
            root = arguments.work / case["id"]
            try:
                files = {side: root / side / case["file"] for side in ("before", *SIDES)}
                before, *others = (load(path, module, name) for path in files.values())
                wanted = numbers(before(*map(LIBRARIES["numpy"], CALLS[name][0]), **CALLS[name][1]))
                fared = {
                    side: {library: outcome(function, name, library, wanted) for library in LIBRARIES}
                    for side, function in zip(SIDES, others, strict=True)
                }
                lists = outcome(before, name, "lists", wanted)
            except (NotLoadedError, NameError, ImportError, TypeError, AttributeError) as missing:
                print(f"{name}: not loaded ({missing})")
                continue
            left = unported(files["unsafe"], lines_of(files["unsafe"], name), case["profile"])
            tallies["POT" if case["repo"] == "pot" else "array API"].count(fared, lists, left)
            print(f"{name} ({left} findings left; before, with lists: {lists})")
            for side, results in fared.items():
                print(f"    {side:7}", *(f"{library}: {result};" for library, result in results.items()))
    for title, tally in tallies.items():
        print(f"{title}:")
        tally.show()


if __name__ == "__main__":
    main()

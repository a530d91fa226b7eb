"""Run functions taken from TensorFlow to `keras.ops`: as `purity-lint` fixed them beside what people wrote.

    KERAS_BACKEND=torch python benchmarks/keras_functions.py CASES --work WORK

CASES and WORK are those of `ported_functions.py`. Keras is needed, and TensorFlow is not: what people wrote says what
is right. Functions are called with arrays of the backend; of their own package they get what stands in for it here.
What is left of TensorFlow in them is an error.
"""

from __future__ import annotations

import argparse
import ast
import collections
import json
from collections.abc import Callable, Sequence
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import keras
import numpy as np

_RANDOM = np.random.default_rng(7)


def _boxes(count: int) -> np.ndarray:
    low = _RANDOM.uniform(0, 5, size=(count, 2))
    return np.concatenate([low, low + _RANDOM.uniform(1, 5, size=(count, 2))], axis=-1).astype("float32")


_ONE, _OTHER = _boxes(5), _boxes(4)
CALLS: dict[str, tuple[Sequence[np.ndarray], dict[str, Any]]] = {
    "_compute_area": ((_ONE,), {}),
    "_compute_intersection": ((_ONE, _OTHER), {}),
    "compute_iou": ((_ONE, _OTHER), {"bounding_box_format": "yxyx"}),
    "compute_ciou": ((_ONE, _boxes(5)), {"bounding_box_format": "xyxy"}),
    "balanced_sample": (
        (np.arange(8) < 3, np.arange(8) >= 3),
        {"num_samples": 4, "positive_fraction": 0.5},
    ),
}
"""Function -> arrays to call it with, and other arguments."""
_FORMATS = SimpleNamespace(convert_format=lambda boxes, **_: boxes, is_relative=lambda _: False)
OF_THE_PACKAGE = {"bounding_box": _FORMATS, "ops": keras.ops, "random": keras.random}
"""What the functions import of their own package: boxes stay in the format that they have."""


def load(path: Path, function: str) -> Callable[..., Any]:
    """Return a function of a file, with what else of the file it can see."""
    space: dict[str, Any] = dict(OF_THE_PACKAGE)
    for node in ast.parse(path.read_text()).body:
        try:
            exec(compile(ast.Module([node], []), "<case>", "exec"), space)
        except Exception:  # it needs what is not here, which a NameError says later
            continue
    space.update(OF_THE_PACKAGE)
    return space[function]


def outcome(function: Callable[..., Any], call: str) -> np.ndarray | str:
    """Return the result of a function, or its error."""
    arrays, options = CALLS[call]
    try:
        made = function(*map(keras.ops.convert_to_tensor, arrays), **options)
        return np.asarray(keras.ops.convert_to_numpy(made), dtype=float)
    except Exception as error:  # whatever a fixed function raises is its result
        return f"{type(error).__name__}: {error}".partition("\n")[0][:90]


def main() -> None:
    """Print how each function fared."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("cases", type=Path)
    parser.add_argument("--work", type=Path, required=True)
    arguments = parser.parse_args()
    tally: collections.Counter[str] = collections.Counter()
    for line in arguments.cases.read_text().splitlines():
        case = json.loads(line)
        for name in case["functions"]:
            if case["profile"] != "keras" or name not in CALLS:
                continue
            root = arguments.work / case["id"]
            fixed, wanted = (
                outcome(load(root / side / case["file"], name), name) for side in ("unsafe", "after")
            )
            if isinstance(fixed, str):
                said = fixed
            elif isinstance(wanted, str):
                said = f"runs; what people wrote does not: {wanted}"
            else:
                same = fixed.shape == wanted.shape and np.allclose(fixed, wanted, rtol=1e-5)
                said = "same" if same else "other"
            tally[said if said in ("same", "other") else "runs" if said.startswith("runs") else "error"] += 1
            print(f"{name}: {said}")
    print(keras.backend.backend(), dict(tally))


if __name__ == "__main__":
    main()

"""The coding guidelines, pattern by pattern: what they call bad is found on its line, what they call good is silent.

Where fixing the bad gives the good, or its equal, the fixed text is part of the pattern.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import pytest

from purity_lint.configuration.settings import Settings
from purity_lint.engine.check import check
from purity_lint.engine.fix import fix
from purity_lint.source.read import source_from_bytes

PATH = Path("guidelines.py")


@dataclass(frozen=True)
class Pattern:
    """A bad pattern of the guidelines."""

    name: str
    bad: str
    expected: dict[int, set[str]]
    """Line -> codes that must be found there (others may be as well)."""
    fixed: str | None = None
    """What ``fix --unsafe-fixes`` makes of it; ``None`` where a person must decide."""


BAD = (
    Pattern(
        "numpy import and functions",
        """\
# Direct NumPy import
import numpy as np

# Using NumPy functions directly
def calculate_statistics(data):
    mean = np.mean(data)
    std = np.std(data)
    return mean, std
""",
        {2: {"PUR101"}, 6: {"PUR103"}, 7: {"PUR103"}},
        """\
# Direct NumPy import
from emberops import ops

# Using NumPy functions directly
def calculate_statistics(data):
    mean = ops.mean(data)
    std = ops.std(data)
    return mean, std
""",
    ),
    Pattern(
        "round trip through numpy",
        """\
import torch

# Converting tensors to NumPy
def process_tensor(tensor):
    numpy_array = tensor.numpy()  # Conversion to NumPy
    result = numpy_array * 2
    return torch.from_numpy(result)  # Conversion back to tensor
""",
        {5: {"PUR401", "PUR402"}, 6: {"PUR201"}, 7: {"PUR402", "PUR401", "PUR103"}},
    ),
    Pattern(
        "scalars lose precision",
        """\
from emberops import ops

# Converting to Python scalar types loses precision
def normalize(tensor):
    min_val = float(ops.min(tensor))  # Precision loss
    max_val = float(ops.max(tensor))  # Precision loss
    range_val = max_val - min_val
    return ops.divide(ops.subtract(tensor, min_val), range_val)
""",
        {5: {"PUR301"}, 6: {"PUR301"}},
    ),
    Pattern(
        "integer division",
        """\
from emberops import ops

# Integer division can lose precision
def calculate_average(values):
    return ops.sum(values) / len(values)  # Integer division if len(values) is an integer
""",
        {5: {"PUR303"}},
    ),
    Pattern(
        "conversions between backends",
        """\
import numpy as np
from emberops import ops

# Unnecessary conversions between backends
def process_data(tensor):
    # Convert to NumPy, process, then convert back
    numpy_data = tensor.numpy()
    result = np.log(1 + np.abs(numpy_data))
    return ops.convert_to_tensor(result)
""",
        {1: {"PUR101"}, 7: {"PUR401", "PUR402"}, 8: {"PUR103"}},
    ),
    Pattern(
        "scalar loops",
        """\
from emberops import ops

# Repeated small operations instead of vectorized operations
def calculate_distances(points):
    distances = []
    for i in range(len(points)):
        for j in range(i+1, len(points)):
            dist = ops.sqrt(ops.sum(ops.square(ops.subtract(points[i], points[j]))))
            distances.append(dist)
    return distances
""",
        {6: {"PUR902"}},
    ),
    Pattern(
        "operators for arithmetic",
        """\
from emberops import ops

# Using Python operators for arithmetic
def normalize_data(tensor: ops.Tensor, mean: ops.Tensor, std: ops.Tensor):
    # Python operators force eager execution and break lazy evaluation
    return (tensor - mean) / std  # Uses Python's - and / operators
""",
        {6: {"PUR201"}},
        """\
from emberops import ops

# Using Python operators for arithmetic
def normalize_data(tensor: ops.Tensor, mean: ops.Tensor, std: ops.Tensor):
    # Python operators force eager execution and break lazy evaluation
    return ops.divide(ops.subtract(tensor, mean), std)  # Uses Python's - and / operators
""",
    ),
    Pattern(
        "operators that break the graph",
        """\
from emberops import ops

# These operators force eager execution and break optimization opportunities
def compute_loss(predictions, targets):
    diff = predictions - targets  # Python subtraction operator
    squared_diff = diff ** 2      # Python power operator
    loss = squared_diff.mean()    # Method call is okay if it's a backend method
    return loss
""",
        {5: {"PUR201"}, 6: {"PUR201"}, 7: {"PUR104"}},
        """\
from emberops import ops

# These operators force eager execution and break optimization opportunities
def compute_loss(predictions, targets):
    diff = ops.subtract(predictions, targets)  # Python subtraction operator
    squared_diff = ops.square(diff)      # Python power operator
    loss = ops.mean(squared_diff)    # Method call is okay if it's a backend method
    return loss
""",
    ),
    Pattern(
        "operators mixed with ops",
        """\
from emberops import ops

# Mixing Python operators with ops functions
def mixed_operations(a: ops.Tensor, b: ops.Tensor, c: ops.Tensor):
    # This breaks the computation graph and forces intermediate results
    return ops.multiply(a + b, c)  # Python addition breaks lazy evaluation chain
""",
        {6: {"PUR203"}},
        """\
from emberops import ops

# Mixing Python operators with ops functions
def mixed_operations(a: ops.Tensor, b: ops.Tensor, c: ops.Tensor):
    # This breaks the computation graph and forces intermediate results
    return ops.multiply(ops.add(a, b), c)  # Python addition breaks lazy evaluation chain
""",
    ),
    Pattern(
        "operators for arithmetic, nothing annotated",
        """\
from emberops import ops

# Using Python operators for arithmetic
def normalize_data(tensor, mean, std):
    # Python operators force eager execution and break lazy evaluation
    return (tensor - mean) / std  # Uses Python's - and / operators
""",
        {6: {"PUR201"}},
        """\
from emberops import ops

# Using Python operators for arithmetic
def normalize_data(tensor, mean, std):
    # Python operators force eager execution and break lazy evaluation
    return ops.divide(ops.subtract(tensor, mean), std)  # Uses Python's - and / operators
""",
    ),
    Pattern(
        "operators mixed with ops, nothing annotated",
        """\
from emberops import ops

# Mixing Python operators with ops functions
def mixed_operations(a, b, c):
    # This breaks the computation graph and forces intermediate results
    return ops.multiply(a + b, c)  # Python addition breaks lazy evaluation chain
""",
        {6: {"PUR203"}},
        """\
from emberops import ops

# Mixing Python operators with ops functions
def mixed_operations(a, b, c):
    # This breaks the computation graph and forces intermediate results
    return ops.multiply(ops.add(a, b), c)  # Python addition breaks lazy evaluation chain
""",
    ),
    Pattern(
        "numpy dtypes",
        """\
from emberops import ops
# Using NumPy dtypes
from numpy import dtype as np_dtype

def create_tensor(shape, dtype=np_dtype('float32')):
    return ops.zeros(shape, dtype=dtype)
""",
        {3: {"PUR101"}, 5: {"PUR305"}},
        """\
from emberops import ops
# Using NumPy dtypes

def create_tensor(shape, dtype=ops.float32):
    return ops.zeros(shape, dtype=dtype)
""",
    ),
    Pattern(
        "type checks",
        """\
import numpy as np
import torch

# Manual type checking with isinstance
def process_input(x):
    if isinstance(x, np.ndarray):
        # NumPy-specific code
        pass
    elif isinstance(x, torch.Tensor):
        # PyTorch-specific code
        pass
    elif hasattr(x, 'numpy'):  # Check for MLX array
        # MLX-specific code
        pass
""",
        {1: {"PUR101"}, 2: {"PUR102"}, 6: {"PUR502"}, 9: {"PUR502"}, 12: {"PUR503"}},
    ),
    Pattern(
        "random numbers by backend",
        """\
import mlx.core as mx
import numpy as np
import torch
from emberops import get_backend

# Direct use of backend-specific random functions
def generate_samples(shape):
    if get_backend() == 'numpy':
        return np.random.normal(0, 1, shape)
    elif get_backend() == 'torch':
        return torch.randn(shape)
    elif get_backend() == 'mlx':
        return mx.random.normal(shape=shape)
""",
        {
            1: {"PUR102"},
            2: {"PUR101"},
            3: {"PUR102"},
            8: {"PUR501"},
            9: {"PUR701"},
            11: {"PUR701"},
            13: {"PUR701"},
        },
    ),
    Pattern(
        "devices by backend",
        """\
import mlx.core as mx
from emberops import get_backend

# Direct use of backend-specific device placement
def place_on_device(tensor, device='cuda'):
    if get_backend() == 'numpy':
        # NumPy doesn't have device placement
        return tensor
    elif get_backend() == 'torch':
        return tensor.to(device)
    elif get_backend() == 'mlx':
        # MLX has different device handling
        return mx.array(tensor, device=device)
""",
        {1: {"PUR102"}, 6: {"PUR501"}, 10: {"PUR801"}, 13: {"PUR103", "PUR401"}},
    ),
)

GOOD = {
    "numpy functions": """\
# Use the ops abstraction layer
from emberops import ops

# Use ops functions instead of NumPy
def calculate_statistics(data):
    mean = ops.mean(data)
    # Calculate standard deviation using ops
    variance = ops.mean(ops.square(ops.subtract(data, mean)))
    std = ops.sqrt(variance)
    return mean, std

# Keep operations within the tensor framework
def process_tensor(tensor):
    return ops.multiply(tensor, 2)
""",
    "precision": """\
from emberops import ops

# Keep values as tensors to preserve precision
def normalize(tensor):
    min_val = ops.min(tensor)
    max_val = ops.max(tensor)
    range_val = ops.subtract(max_val, min_val)
    return ops.divide(ops.subtract(tensor, min_val), range_val)

# Use ops.mean or ensure float division
def calculate_average(values):
    return ops.mean(values)  # Preferred approach
    # Or if you need to use division:
    # return ops.divide(ops.sum(values), ops.full((), len(values), dtype=ops.float32))
""",
    "performance": """\
from emberops import ops

# Stay within the same backend
def process_data(tensor):
    # All operations use ops
    return ops.log(ops.add(1, ops.abs(tensor)))

# Use vectorized operations
def calculate_distances(points):
    # Expand dimensions to create pairs
    points_i = ops.expand_dims(points, axis=1)  # Shape: [N, 1, D]
    points_j = ops.expand_dims(points, axis=0)  # Shape: [1, N, D]

    # Calculate pairwise differences and distances in one vectorized operation
    diff = ops.subtract(points_i, points_j)  # Shape: [N, N, D]
    sq_diff = ops.square(diff)  # Shape: [N, N, D]
    sq_dist = ops.sum(sq_diff, axis=2)  # Shape: [N, N]

    # Extract upper triangular part (excluding diagonal)
    indices = ops.triu_indices(len(points), k=1)
    distances = ops.sqrt(sq_dist[indices])

    return distances

# Use ops functions for arithmetic
def normalize_data(tensor, mean, std):
    # Using ops functions preserves lazy evaluation in supported backends
    return ops.divide(ops.subtract(tensor, mean), std)
""",
    "operators": """\
from emberops import ops

# These preserve the computation graph and enable optimizations
def compute_loss(predictions, targets):
    diff = ops.subtract(predictions, targets)
    squared_diff = ops.square(diff)  # or ops.power(diff, 2)
    loss = ops.mean(squared_diff)
    return loss

# Consistent use of ops functions
def mixed_operations(a, b, c):
    # This preserves the computation graph
    return ops.multiply(ops.add(a, b), c)
""",
    "types": """\
from emberops import ops

# Use ops dtypes
def create_tensor(shape, dtype=ops.float32):
    return ops.zeros(shape, dtype=dtype)

# Use ops conversion functions
def process_input(x):
    # Convert to tensor in the current backend
    tensor = ops.convert_to_tensor(x)
    # Process using ops functions
    result = ops.some_operation(tensor)
    return result
""",
    "random numbers": """\
from emberops import ops

# Use ops random functions
def generate_samples(shape):
    return ops.random_normal(shape, mean=0.0, stddev=1.0)
""",
    "devices": """\
from emberops import ops

# Use ops device functions
def place_on_device(tensor, device='cuda'):
    return ops.to_device(tensor, device)
""",
}

EVERYTHING = Settings(root=Path.cwd(), select=("ALL",))
FIXING = Settings(root=Path.cwd(), select=("ALL",), unsafe_fixes=True)


def found(code: str) -> dict[int, set[str]]:
    result = check(source_from_bytes(code.encode(), PATH, None), EVERYTHING)
    assert not result.errors, result.errors[0].trace
    lines: dict[int, set[str]] = {}
    for diagnostic in result.diagnostics:
        lines.setdefault(diagnostic.span.line, set()).add(diagnostic.code)
    return lines


@pytest.mark.parametrize("pattern", BAD, ids=lambda p: p.name)
def test_bad_is_found_on_its_line(pattern: Pattern) -> None:
    lines = found(pattern.bad)
    silent = {line: codes for line, codes in pattern.expected.items() if not lines.get(line, set()) & codes}
    assert not silent, lines


@pytest.mark.parametrize("code", GOOD.values(), ids=GOOD.keys())
def test_good_is_silent(code: str) -> None:
    assert found(code) == {}


@pytest.mark.parametrize("pattern", [p for p in BAD if p.fixed is not None], ids=lambda p: p.name)
def test_fixing_the_bad_gives_the_good(pattern: Pattern) -> None:
    outcome = fix(source_from_bytes(pattern.bad.encode(), PATH, None), FIXING)
    assert not outcome.errors
    assert outcome.after == pattern.fixed
    assert found(outcome.after) == {}

"""Lattice of abstract values: what the linter can know of an expression.

The lattice is small and flat.  A :class:`Value` is immutable; joining two different kinds gives
``UNKNOWN`` unless one of them is a tensor, in which case the result is a tensor that *may* be plain
(``maybe=True``).
"""

from __future__ import annotations

from enum import StrEnum

from purity_lint.findings.diagnostics import Evidence, Reason
from purity_lint.records import dataclass


class Kind(StrEnum):
    """Sort of thing that an expression evaluates to."""

    TENSOR = "tensor"
    SHAPE = "shape"  # x.shape, ops.shape(x), x.size(): a tuple of dims
    DIM = "dim"  # x.shape[0], len(x), x.ndim: a plain int that came from a tensor
    INT = "int"
    FLOAT = "float"
    COMPLEX = "complex"
    BOOL = "bool"
    SCALAR = "scalar"  # a NumPy scalar (np.float64(3)) or a Python number of unknown type
    STR = "str"
    BYTES = "bytes"
    LIST = "list"
    TUPLE = "tuple"
    DICT = "dict"
    SET = "set"
    DTYPE = "dtype"
    DEVICE = "device"
    RANDOM = "random"  # a generator, RandomState or key
    MODULE = "module"
    FUNCTION = "function"
    CLASS = "class"
    INSTANCE = "instance"
    NONE = "none"
    OTHER = "other"  # known not to be a tensor, and nothing more
    UNKNOWN = "unknown"


PERHAPS_OBJECT = "object"
"""Dtype of a scalar that is one if what it was computed of is an array, and otherwise an object like that."""
PLAIN_NUMBERS = frozenset({Kind.DIM, Kind.INT, Kind.FLOAT, Kind.COMPLEX, Kind.BOOL})


@dataclass(frozen=True, slots=True)
class Value:
    """An abstract value with its evidence."""

    kind: Kind
    evidence: Evidence = Evidence.PROVEN
    reasons: tuple[Reason, ...] = ()
    backend: str | None = None
    """``numpy``, ``torch``, ``jax``, ``mlx``, ``ops`` where it is known which library made the tensor."""
    dtype: str | None = None
    """A dtype's portable name (``float32``) or kind (``float``, ``int``, ``bool``) where known."""
    rank: int | None = None
    name: str | None = None
    """Qualified name of a module, function, class or of an instance's class: ``numpy.linalg.norm``."""
    elements: tuple[Value, ...] | None = None
    """Elements of a tuple or list display, position by position."""
    element: Value | None = None
    """Join of what a homogeneous container, generator or iterable yields."""
    maybe: bool = False
    """A tensor on some paths only."""
    foreign: bool = False
    """On some path this is an instance of a class, with methods and operators of its own."""
    textual: bool = False
    """On some path this tensor is text."""
    listed: bool = False
    """On some path this tensor is a list or a tuple."""
    only_listed: bool = False
    """On some path this tensor is a list or a tuple, and on none anything else."""
    numeric: bool = False
    """On some path this tensor is a number of Python's, and on none anything else."""
    may_be_number: bool = False
    """On some path this tensor is a number of Python's or NumPy's, whatever it is on others."""
    countable: bool = False
    """On some path this tensor is a whole number of Python's, and on none a fraction."""
    row: bool = False
    """This is a named tuple with no operators of its own: beside an array they are those of a row of its fields."""

    @property
    def is_tensor(self) -> bool:
        """Return True where this is (at least on some path) a tensor, at any evidence."""
        return self.kind is Kind.TENSOR


UNKNOWN = Value(Kind.UNKNOWN, Evidence.SUSPECTED)
FOREIGN = Value(Kind.UNKNOWN, Evidence.SUSPECTED, foreign=True)
"""What may be anything, and on some path is an instance with operators of its own."""

"""What can go wrong, as exceptions that say what to do.

Every class also derives from the built-in that a NumPy user would catch.
"""

from __future__ import annotations


class EmberopsError(Exception):
    """Base of all errors of this package."""


class UnknownBackendError(EmberopsError, ValueError):
    """No backend of that name is registered."""


class BackendNotInstalledError(EmberopsError, ImportError):
    """The backend's library cannot be imported."""


class BackendIncompleteError(EmberopsError, ImportError):
    """A backend module lacks operations of the catalogue."""


class BackendMismatchError(EmberopsError, TypeError):
    """Tensors of two backends met in one call."""


class OperationNotSupportedError(EmberopsError, NotImplementedError):
    """The operation cannot exist on this backend."""


class UnknownDTypeError(EmberopsError, TypeError, ValueError):
    """Something that names no dtype, or one that the backend or its device does not have.

    NumPy raises ``TypeError`` for the one in ``numpy.dtype`` and ``ValueError`` in ``numpy.finfo``.
    """


class DTypeError(EmberopsError, TypeError):
    """The operation is not defined for tensors of that dtype."""


class TextError(DTypeError, ValueError):
    """Text where numbers are wanted: NumPy raises ``TypeError`` for it in arithmetic, ``ValueError`` in conversions."""


class DeviceNotAvailableError(EmberopsError, RuntimeError, ValueError):
    """The device is not there; the message lists those that are.  NumPy raises ``ValueError`` for it."""


class UnknownOptionError(EmberopsError, ValueError):
    """A word, a name or a number that an argument does not take; the message lists what it takes."""


class ScheduleError(EmberopsError, ValueError):
    """A schedule that cannot be, or a step outside it."""


class NonFiniteError(EmberopsError, ArithmeticError):
    """NaN or infinity where a computation cannot go on; the message names where it came from."""


class CheckpointError(EmberopsError, ValueError):
    """A file of parameters that does not fit what is to be restored."""


class WorkerError(EmberopsError, RuntimeError):
    """One of several processes raised, died or took too long; all of them are gone."""


class ImpurityError(EmberopsError, TypeError):
    """A tensor became a NumPy array where :func:`emberops.testing.pure` forbids it."""


class ShapeError(EmberopsError, ValueError):
    """Shapes that do not fit together, or do not fit the operation."""


class ArgumentError(EmberopsError, ValueError):
    """An argument that the operation does not take, where the library does not say more."""


class ArgumentTypeError(EmberopsError, TypeError):
    """An argument of a type that the operation does not take: text for a size, say."""


class NumberTooLargeError(EmberopsError, OverflowError):
    """A number beyond the range of the dtype that is to hold it, or of every dtype."""


class AxisError(ShapeError, IndexError):
    """An axis that the tensor does not have."""


class NoMatrixError(ShapeError, TypeError):
    """A number where a matrix is wanted: NumPy raises ``ValueError`` in ``matmul``, Python ``TypeError`` for ``@``."""


class NoAxisError(AxisError, TypeError):
    """An axis of what has none: NumPy raises ``AxisError``, Python's own functions, which iterate, ``TypeError``."""


class IndexShapeError(ShapeError, IndexError):
    """Index tensors that do not broadcast with one another; NumPy raises ``IndexError`` for them."""


class OutOfBoundsError(EmberopsError, IndexError):
    """An index outside the tensor."""


class NoAxesError(OutOfBoundsError, TypeError):
    """An index into a single number: NumPy raises ``IndexError`` for its own, Python ``TypeError``."""


class IndexDTypeError(DTypeError, OutOfBoundsError):
    """An index that is neither of integers nor of booleans; NumPy raises ``IndexError`` for it."""


class TracedValueError(EmberopsError, TypeError):
    """The value of a tensor is asked for within ``jit``, ``vmap`` or ``grad``, where it is not known."""


class OutOfMemoryError(EmberopsError, MemoryError):
    """A tensor that the memory of its device does not hold."""


class LinAlgError(EmberopsError, ValueError):
    """A matrix that the algorithm cannot handle: singular, not positive definite, or no convergence."""

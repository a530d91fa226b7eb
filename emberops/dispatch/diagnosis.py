"""Why did a backend refuse a call?  One exception type and one wording, whatever library raised.

The dispatcher asks here only after an exception, so explaining costs a correct call nothing.  The arguments are
asked first (:mod:`emberops.dispatch.argument_checks`), then the library's own message; what neither explains is left as
the library said it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Any

from emberops.catalogue import CATALOGUE
from emberops.dispatch import argument_checks, number_checks, traced_values
from emberops.dispatch.argument_checks import shapes_of
from emberops.dispatch.operand_checks import no_tensor
from emberops.errors import (
    ArgumentError,
    ArgumentTypeError,
    AxisError,
    BackendMismatchError,
    DeviceNotAvailableError,
    DTypeError,
    EmberopsError,
    IndexDTypeError,
    IndexShapeError,
    LinAlgError,
    NoAxesError,
    NoAxisError,
    NumberTooLargeError,
    OperationNotSupportedError,
    OutOfBoundsError,
    OutOfMemoryError,
    ShapeError,
    TracedValueError,
    UnknownDTypeError,
)

_NATIVE = (ValueError, TypeError, NotImplementedError, RuntimeError, IndexError, OverflowError, MemoryError)
"""Built-in classes by which a library refuses an argument, a class before those that it is derived from."""
_UNTOLD = (RuntimeError, AttributeError, KeyError, ZeroDivisionError, NameError)
"""Built-in classes by which some library refuses an argument, and none tells which."""
_OF_THE_MACHINE = re.compile(
    r"\b(?:cuda|device|memory|metal|mps|xla|compil\w*|thread|stream)\b", re.IGNORECASE
)
_MEMORY = re.compile(
    r"RESOURCE_EXHAUSTED|out of memory|can't allocate memory|Unable to allocate|Attempting to allocate",
    re.IGNORECASE,
)
_DTYPE = re.compile(
    r"not implemented for|does not accept dtype|not supported for the input types|unsupported dtype|"
    r"Only inexact types|must be (?:a )?(?:float|integer|bool)|must be integral|"
    r"not supported for (?:bool|complex|float)|"
    r"only (?:supports|support|integer)\b|only allowed on|must have (?:an )?(?:floating|integ)|"
    r"is not supported[,.] (?:use the|if you)|did not contain a loop|Cannot cast (?:array data|scalar)|"
    r"(?:not supported|not support|does not support) complex|Complex type not supported|"
    r"is (?:not )?defined for (?:integers|booleans|floats)|Invalid type .* received|data type .* not inexact|"
    r"Could not infer dtype of",
    re.IGNORECASE,
)
_TOO_LARGE = re.compile(r"Overflow when unpacking|cannot be converted to type [\w:<>]+ without overflow")
_INDEX = re.compile(
    r"used as ind(?:ices|exes) must be|only integers, slices|must be (?:long, )?int.*ind(?:ex|ices)"
)
_SHAPE = re.compile(
    r"\bshapes?\b|dimension|broadcast|not aligned|mismatch|must be square|equal division|same (?:length|size)|"
    r"inhomogeneous|too deep|too small depth|subscript|same number of|(?:must|does not) match|rank-1|"
    r"incompatible (?!function)|"
    r"\b\d-?d\b|need at least one|(?:fewer|more) operands|Output character",
    re.IGNORECASE,
)
_READ_AT = frozenset({"getitem", "take_along_axis", "put_along_axis"})
"""Operations whose shapes that do not fit are those of an index."""
_INDICES_MEET_NOT = "shape mismatch: indexing"
_INDEXED = frozenset(name for name in CATALOGUE if name == "getitem" or name.startswith("assign"))
_NO_AXIS = re.compile(r"dimension out of range|axis -?\d+ (?:is out of bounds )?for array", re.IGNORECASE)
_OF_INDICES = frozenset(
    {
        *("delete", "insert", "in_top_k"),
        *("nn.embedding_lookup", "nn.nll_loss", "nn.sparse_categorical_crossentropy"),
    }
)
"""Operations that read at places which are told, beside those of the group of them."""
_OF_TYPE = ("Non-hashable static", "std::bad_cast")
"""How messages about the type of an argument begin: what has no hash is no option of a compiled function."""
_LINALG = frozenset({"LinAlgError", "_LinAlgError"})
"""NumPy's and PyTorch's."""
_MARK = "_explained_by_ops"
_CHECKS = (*argument_checks.CHECKS, *number_checks.CHECKS)
_TOLD = (
    BackendMismatchError,
    DeviceNotAvailableError,
    LinAlgError,
    OperationNotSupportedError,
    UnknownDTypeError,
)
"""Classes of this package that say all there is to say, whatever else is wrong."""
_SAID = ("axis", "ndim")
"""What NumPy's `AxisError` says besides its words."""
_joined: dict[tuple[type, type], type[EmberopsError]] = {}
"""Classes made of one of the package and a built-in one, so that each is made once."""


_raised_as: dict[type[EmberopsError], type[EmberopsError]] = {}
_CALLING = frozenset({"fromfunction"})
"""Operations besides transforms that call a function of the caller's, whose errors are its own."""


def raise_as(kind: type[EmberopsError], made: type[EmberopsError]) -> None:
    """Raise ``made`` for ``kind``: a subclass that code which catches a library's class catches too."""
    _raised_as[kind] = made


def explain(
    error: Exception, op: str, arguments: Mapping[str, Any], needed: Iterable[str] = ()
) -> EmberopsError | None:
    """The package's own exception for a native one, or ``None`` where the error is to be raised as it is.

    An exception of the package that a backend raised is made to name the operation, in place.

    Parameters
    ----------
    error
        What the backend raised.
    op
        Name of the operation.
    arguments
        The call's arguments by parameter name.
    needed
        Names of those that hold tensors in every call.
    """
    if traced_values.is_asked_for(error):
        return traced(error, op)
    if isinstance(error, IndexError) and _has_no_axes(op, arguments):
        return _make(NoAxesError, op, "x has no axes, and takes no index but () and ...", error)
    if getattr(error, _MARK, False) or not isinstance(error, (EmberopsError, *_NATIVE, *_UNTOLD)):
        return None
    if _is_of_memory(error):  # whatever else is odd about the call: its arguments were taken
        return of_its_class(error, op)
    # An argument that this package has looked at itself, such as the key of a draw, is told best by what it says.
    found = None if isinstance(error, ArgumentError) else no_tensor(op, needed, arguments)
    if found is None and isinstance(error, _TOLD):
        _name(error, op)
        return None
    shapes = dict(shapes_of(arguments))
    found = found or next(filter(None, (check(op, shapes, arguments) for check in _CHECKS)), None)
    if isinstance(error, EmberopsError):
        # What is wrong with the arguments is told in one way, whether this package or a library found it.
        if found is not None and not isinstance(error, found[0]):
            return _make(found[0], op, found[1], error)
        _name(error, op)
        return None
    if found is not None:
        return _make(found[0], op, found[1], error)
    if type(error).__name__ == "AxisError":  # NumPy's, which is an IndexError as well
        without = getattr(error, "ndim", None) == 0
        return _make(NoAxisError if without else AxisError, op, _first_line(error), error)
    return _by_words(error, op, arguments, shapes) if _of_the_call(error, op) else None


def _is_of_memory(error: Exception) -> bool:
    """Whether a library had no memory for a tensor: it raises ``MemoryError``, or a ``RuntimeError`` that says so."""
    return isinstance(error, MemoryError) or (
        isinstance(error, RuntimeError)
        and not isinstance(error, EmberopsError)
        and bool(_MEMORY.search(str(error)))
    )


def of_its_class(error: Exception, op: str) -> EmberopsError | None:
    """The exception for what a library's own class says of results: a singular matrix in a gradient, say."""
    if isinstance(error, EmberopsError):
        return None
    if _is_of_memory(error):
        return _make(OutOfMemoryError, op, _first_line(error), error)
    return _make(LinAlgError, op, _first_line(error), error) if type(error).__name__ in _LINALG else None


def traced(error: Exception, op: str) -> EmberopsError:
    """The exception for a value that is asked for where a function is traced."""
    return _make(TracedValueError, op, traced_values.words(error), error)


def unsupported(error: Exception, op: str, text: str) -> EmberopsError:
    """The exception for what the backend cannot do."""
    return _make(OperationNotSupportedError, op, text, error)


def _by_words(
    error: Exception, op: str, arguments: Mapping[str, Any], shapes: Mapping[str, tuple[int, ...]]
) -> EmberopsError | None:
    """What the library's own class and message say, where nothing is seen to be wrong with the arguments."""
    text = str(error)
    if type(error).__name__ in _LINALG:
        return _make(LinAlgError, op, _first_line(error), error)
    if _INDEX.search(text):
        return _make(IndexDTypeError, op, _first_line(error), error)
    if isinstance(error, (IndexError, ValueError)) and _NO_AXIS.search(text):
        return _make(AxisError, op, _first_line(error), error)
    if isinstance(error, IndexError) and "shape mismatch" not in text:
        # Where nothing is indexed, it is the shape of a tensor that was read beyond its end.
        indexed = CATALOGUE[op].group == "indexing" or op in _OF_INDICES
        return _make(OutOfBoundsError if indexed else ShapeError, op, _first_line(error), error)
    if _DTYPE.search(text):
        held = ", ".join(f"{n} of {_dtype_name(arguments, n)}" for n in shapes)
        return _make(DTypeError, op, f"does not take {held or 'that'}", error)
    if _SHAPE.search(text):
        held = " and ".join(f"{n} of shape {s}" for n, s in shapes.items())
        kind = IndexShapeError if op in _READ_AT or _INDICES_MEET_NOT in text else ShapeError
        fits_not = f"{held} {'does' if len(shapes) == 1 else 'do'} not fit"
        return _make(kind, op, fits_not if held else text, error)
    if isinstance(error, OverflowError) or _TOO_LARGE.search(text):
        return _make(NumberTooLargeError, op, _first_line(error), error)
    if isinstance(error, (TypeError, AttributeError)) or text.startswith(_OF_TYPE):
        return _make(ArgumentTypeError, op, _first_line(error), error)
    if _OF_THE_MACHINE.search(text):
        return None
    return (
        _make(ArgumentError, op, _first_line(error), error) if type(error) in (ValueError, *_UNTOLD) else None
    )


def _has_no_axes(op: str, arguments: Mapping[str, Any]) -> bool:
    """Whether a number is indexed, or a tensor of no dimensions."""
    x = arguments.get("x")
    return op in _INDEXED and (isinstance(x, int | float | complex) or getattr(x, "shape", None) == ())


def _of_the_call(error: Exception, op: str) -> bool:
    """Whether a message is about the arguments: not of a compiler, and not of a function that the caller wrote."""
    raised = type(error)
    plain = raised in (*_NATIVE, *_UNTOLD) or raised.__module__.partition(".")[0] == "numpy"
    return plain and op not in _CALLING and CATALOGUE[op].group != "transforms"


def _name(error: EmberopsError, op: str) -> None:
    """Put the operation's name in front of the message, once: an operation that a backend calls is not the caller's."""
    if getattr(error, _MARK, False) or len(error.args) != 1:
        return
    setattr(error, _MARK, True)
    text = str(error.args[0])
    if not text.startswith(f"ops.{op} "):
        error.args = (f"ops.{op}: {_without_name(text, op)}",)


def _without_name(text: str, op: str) -> str:
    """A message without the name of the operation, or of one that it calls, in front of it."""
    head, colon, rest = text.partition(": ")
    named = head in (f"ops.{op}", op, op.rpartition(".")[2]) or re.fullmatch(r"ops\.[\w.]+", head)
    return rest if colon and named else text


def _dtype_name(arguments: Mapping[str, Any], label: str) -> str:
    name, _, index = label.partition("[")
    value = arguments[name]
    return str(value[int(index[:-1])].dtype if index else value.dtype).rpartition(".")[2]


def _first_line(error: Exception) -> str:
    return str(error).partition("\n")[0]


def _make(kind: type[EmberopsError], op: str, text: str, error: Exception) -> EmberopsError:
    """The exception, with the library's own words in brackets where they are not the text itself."""
    words = _first_line(error)
    native = "" if words in text else f" ({type(error).__name__}: {words})"
    made = _also(kind, error)(f"ops.{op}: {_without_name(text, op)}{native}")
    setattr(made, _MARK, True)
    for name in _SAID:
        if hasattr(made, name):
            setattr(made, name, getattr(error, name, None))
    return made


def _also(kind: type[EmberopsError], error: Exception) -> type[EmberopsError]:
    """The class itself, or one that code which catches the library's own built-in class catches too."""
    kind = _raised_as.get(kind, kind)
    builtin = next((b for b in (*_NATIVE, *_UNTOLD) if isinstance(error, b)), None)
    if builtin is None or issubclass(kind, builtin):
        return kind
    if (kind, builtin) not in _joined:
        described: dict[str, Any] = {"__module__": kind.__module__, "__doc__": kind.__doc__}
        if builtin is KeyError:  # which prints the representation of its message
            described["__str__"] = Exception.__str__
        try:
            _joined[kind, builtin] = type(kind.__name__, (kind, builtin), described)
        except TypeError:  # two built-in classes that keep things of their own cannot be one
            _joined[kind, builtin] = kind
    return _joined[kind, builtin]

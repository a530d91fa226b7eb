"""Profiles: a vocabulary to write in, and the laws of code that is written in it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal, get_args

from purity_lint.records import dataclass

Name = Literal["emberops", "keras", "array-api"]
IndexForm = Literal["mask", "tensor-bound", "fewer-axes", "number-of-numpy"]


@dataclass(frozen=True, slots=True)
class Profile:
    """Profile: the words it writes, and the code that it leaves alone."""

    name: Name
    module: str
    """Module of the operations, or of the function that gives the namespace of arrays."""
    alias: str
    """Name that the operations go by in code."""
    inner: str | None = None
    """Where its own package has the operations: the public module takes all of that in, and is not there yet."""
    title: str | None = None
    """Name of the vocabulary in messages; ``None``: the configured module."""
    of_arguments: bool = False
    """True where the operations are those of the arrays that a function is given: it asks them for their namespace."""
    operators: bool = False
    """Arithmetic is spelled with operators, so that the rules about them have nothing to say."""
    compiled: bool = False
    """Users compile what is written in it, and no tensor has a value then."""
    off: frozenset[str] = frozenset()
    """Rules that speak only where they are selected."""
    lazy: frozenset[str] = frozenset()
    """Rules that speak only with the setting ``lazy``, or where they are selected: lazy arrays have no values yet."""
    attributes: frozenset[str] = frozenset()
    """Attributes of tensors that are part of the vocabulary, besides ``shape``, ``dtype`` and ``ndim``."""
    builtins: frozenset[str] = frozenset()
    """Functions of Python that its tensors take."""
    has_length: bool = True
    """`len(x)` belongs to the vocabulary."""
    index_forms: frozenset[IndexForm] = frozenset({"fewer-axes"})
    """Indices that its tensors take, although some backend does not."""
    dtypes_compare: bool = False
    """Dtypes are compared with `==`."""
    has_annotation: bool = True
    """There is a class to annotate tensors with; without, a parameter that takes any library's has no annotation."""
    scalar_classes: bool = False
    """It has classes that its tensors without axes are instances of: `isinstance(x, (float, ops.floating))`."""
    host_functions: frozenset[str] = frozenset()
    """Functions of NumPy that compute nothing of arrays, and stay."""
    optional_libraries: bool = False
    """What uses a library that may be missing is for that library: code for every backend does without it."""
    constants_of_numpy: bool = False
    """NumPy may compute the constants of a model, which are made of its configuration."""
    strings_of_dtypes: frozenset[str] = frozenset()
    """Strings that name dtypes whose width is the backend's."""
    stores: bool = False
    """`x[i] = v` belongs to the vocabulary, unless arrays are lazy."""


HOST_FUNCTIONS = frozenset(
    {
        *("numpy.errstate", "numpy.isscalar", "numpy.iterable", "numpy.seterr", "numpy.geterr"),
        *("numpy.exceptions.AxisError", "numpy.linalg.LinAlgError", "scipy.linalg.LinAlgError"),
    }
)
"""Functions and exceptions of NumPy that compute nothing of arrays."""
ASK_ANYTHING = frozenset({"numpy.ndim", "numpy.shape"})
"""Functions of NumPy that read an attribute which the arrays of every library have, and take lists and numbers too."""

PROFILES: Mapping[str, Profile] = {
    profile.name: profile
    for profile in (
        Profile("emberops", "emberops.ops", "ops", scalar_classes=True),
        Profile(
            "keras",
            "keras.ops",
            "ops",
            inner="keras.src.ops",
            compiled=True,
            optional_libraries=True,  # TensorFlow's pipelines of data, on every backend
            constants_of_numpy=True,
            strings_of_dtypes=frozenset({"int"}),
            builtins=frozenset({"abs", "pow"}),
            index_forms=frozenset({"fewer-axes", "tensor-bound"}),
            has_annotation=False,  # `KerasTensor` is the class of symbols alone
            # `x + y` means the same on every backend of Keras, and its own code is written so.
            off=frozenset({"PUR201", "PUR202", "PUR203", "PUR204", "PUR209", "PUR213", "PUR403"}),
        ),
        Profile(
            "array-api",
            "array_api_compat",
            "xp",
            title="the array API standard",
            of_arguments=True,
            operators=True,
            off=frozenset({"PUR403", "PUR601"}),
            lazy=frozenset({"PUR301", "PUR901"}),
            attributes=frozenset({"T", "mT", "device"}),
            builtins=frozenset({"abs", "pow"}),
            has_length=False,
            index_forms=frozenset({"mask", "tensor-bound", "number-of-numpy"}),
            dtypes_compare=True,
            host_functions=HOST_FUNCTIONS,
            stores=True,
        ),
    )
}

assert PROFILES.keys() == set(get_args(Name))

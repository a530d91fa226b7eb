"""How projects with backends of their own call them: a class of methods, and a function that gives one for arrays."""

from __future__ import annotations

import re
from typing import Final

from purity_lint.knowledge.notation import words

FILE: Final = "backend.py"
CLASS: Final = "Backend"
"""Class whose methods are the vocabulary."""
GETTER: Final = "get_backend"
"""Function that gives the backend of its arguments."""
CONVERTER: Final = "list_to_array"
"""Function that makes arrays of the lists among its arguments, and leaves arrays of any library."""
ENOUGH: Final = 10
"""How many functions of arrays a class must have, to be one."""
LIKE: Final = "type_as"
"""Parameter for an array whose dtype and device the result has."""
TO_HOST: Final = "to_numpy"
COPY: Final = "copy"
ALIAS: Final = "nx"
"""Name that backends have in code, where no function of a file calls one otherwise."""
OPERATORS: Final = {"add": "+", "subtract": "-", "multiply": "*", "divide": "/", "true_divide": "/"}
"""Functions of two arrays that are written with operators where a backend has no method for them."""
REDUCTIONS: Final = words("sum min max mean prod any all")
"""Functions that NumPy also calls with a tuple of arrays, which others want stacked."""
OF_ONE_ARRAY: Final = REDUCTIONS | words(
    "exp log sqrt abs clip norm std median cumsum argmax argmin sort isnan isfinite"
)
"""Functions that NumPy makes an array for, of a list or a number, and others want to be given one."""
AXIS: Final = "axis"
"""Second parameter of reductions."""
OF_FEW_LIBRARIES: Final = words("dot copy std")
"""Methods that arrays of some libraries lack, have for vectors alone or answer otherwise, so that a backend has them as
well."""
PAIRS_ALONG_AXES: Final = words("max min")
"""Methods that give values and indices in some libraries, where they are given an axis."""
AS_METHODS: Final = OF_FEW_LIBRARIES | REDUCTIONS
"""Methods that become functions of the backend where code is taken to one: others stay."""
FOR_BUILTINS: Final = words("abs")
"""Functions of Python's that become the backend's where code is taken to one."""
JOINED: Final = {"hstack": (0, 1), "vstack": (None, 0), "column_stack": (None, 1)}
"""Functions of NumPy that join arrays -> the axis for vectors, and for matrices."""
JOIN: Final = "concatenate"
OF_ARRAYS: Final = words(
    "exp log sqrt sum mean zeros ones where concatenate abs max min dot reshape stack argmax"
)
"""Functions of arrays by which such a class is known."""
UNFILLED: Final = words("empty empty_like zeros zeros_like")
"""Functions of new arrays, which others fill by `out=`."""
CONVERSIONS: Final = words("asarray array asanyarray")
ITS_DTYPES: Final = words("float float64 double")
"""Dtypes that arrays have anyway, where nothing else is said."""
UPDATES: Final = {
    "assign": ("assignment", "index_update", "scatter_update"),
    "assign_add": ("assignment_by_sum", "index_add", "assignment", "index_update", "scatter_update"),
}
"""Store into an array -> what projects call the function that gives the array with the elements changed."""
WHOLE: Final = words("int int8 int16 int32 int64 intp uint8 uint16 uint32 uint64 bool bool_")
"""Dtypes of indices and masks, which the array that another one is made like has not."""
WITHOUT_STORES: Final = words("jax tf tensorflow mlx")
"""Names of backends whose arrays cannot be stored into."""
NAMED_FOR_NUMPY: Final = re.compile(r"(?:^|_)(?:numpy|np)(?:_|$)")
"""Part of the name of a private function that is given NumPy's arrays alone."""

"""Functions, methods and attributes of arrays whose result shares memory with their argument, whichever library's.

They stand in one list because code that is checked for sharing rarely says whose arrays it works on.
"""

from __future__ import annotations

from typing import Final

from purity_lint.knowledge.notation import words

PACKAGES: Final = ("numpy", "emberops.ops", "scipy", "math", "array_api")
"""Packages whose functions give a view only where it is written here."""
VIEWS: Final = words("""
    view transpose swapaxes squeeze diagonal broadcast_to broadcast_arrays expand_dims moveaxis split array_split
    real imag hsplit vsplit dsplit flat rollaxis matrix_transpose permute_dims unstack getitem
    flip fliplr flipud rot90 sliding_window_view as_strided
    """)
PERHAPS_VIEWS: Final = words(
    """
    asarray asanyarray asfarray asarray_chkfinite atleast_1d atleast_2d atleast_3d ravel reshape ascontiguousarray
    asfortranarray require
    """
)
"""They give their argument, or a copy of it, as it comes."""
VIEWS_OF_EACH: Final = words("atleast_1d atleast_2d atleast_3d broadcast_arrays")
"""They give as many as they are given, each a view of its own."""
OF_A_BUFFER: Final = {"frombuffer": 0, "from_dlpack": 0, "as_array": 0, "ndarray": 2}
"""They give an array in memory that something else holds, and the position of that argument."""
BUFFER: Final = "buffer"
"""Its keyword."""
PARTS: Final = frozenset({"T", "mT", "real", "imag", "flat"})
"""Attributes that are views."""
MAY_SHARE: Final = words("""
    reshape ravel view transpose swapaxes squeeze asarray asanyarray atleast_1d atleast_2d diagonal broadcast_to
    expand_dims moveaxis permute flatten_view split real imag unsqueeze narrow detach numpy
    """)
"""Functions and methods whose result may share memory with their argument, as code without known types calls them."""
SAME_ARRAY: Final = words("asarray asanyarray ascontiguousarray")
"""Functions that give an array itself back, as a rule."""
MAY_SHARE_ATTRIBUTES: Final = PARTS | {"data"}
FRESH: Final = words("""
    zeros ones empty full zeros_like ones_like empty_like full_like eye identity array copy arange linspace rand randn
    normal uniform random randint tile repeat concatenate stack vstack hstack clone tensor
    """)
"""Functions and methods whose result shares memory with nothing."""
HOLDERS: Final = words("partial dict list tuple set SimpleNamespace")
"""What makes objects that hold their arguments as they are."""
PICKING: Final = words("min max next sorted list tuple reversed iter filter")
"""Builtins that give an item of their argument, or all of its items as they are."""
PICKING_METHODS: Final = words("get setdefault")
"""Methods that give an item of a container, which stays there."""
TAKING_METHODS: Final = words("pop popleft popitem")
"""Methods that give an item of a container, and take it out of it."""
ADDING_METHODS: Final = words("append appendleft add extend extendleft insert put push setdefault")
"""Methods that put what they are given last, or its items, into a container; `update` is too common to say so."""
COLLECTING: Final = words(
    "list tuple set frozenset dict deque sorted reversed iter filter chain islice cycle"
)
"""Functions that make a container, or an iterator, of the items of others."""
ASKING_FOR_ORDERS: Final = words("""
    strides flags ctypes memoryview isfortran ndpointer as_strided __array_interface__ cython numba c_contiguous
    """)
"""Words of code to which it makes a difference in which order the elements of an array lie in memory."""

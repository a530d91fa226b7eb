"""What parameters mean that a docstring need not say each time: the words that its help and its page are given.

A parameter that the docstring names is described there.  The others are described here, by the operation's name and
theirs where it has a word of its own, by their name alone elsewhere.  A test asks for a word for each.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

_PLACES = "A number of elements, or one for each axis of the window."
_STORED = (
    "A number or a tensor that broadcasts to the elements that ``indices`` names; cast to the dtype of ``x``."
)
_OF_LOSS = "``'none'``: a loss for each element; ``'mean'`` or ``'sum'`` of them."
_CHANNELS = (
    "``'channels_last'``: ``(batch, *space, channels)``; ``'channels_first'``: ``(batch, channels, *space)``."
)
_COEFFICIENTS = "A vector of coefficients, the highest power first."
_TO_FUNCTION = "Passed on to the function after the tensor."
_WIDEST_LINE = "Characters of a line at most; those of ``printoptions`` unless told otherwise."
_DIGITS = "Digits after the point; those of ``printoptions`` unless told otherwise."
_SMALL = "Whether numbers close to zero are written as zero."

WORDS: dict[str, str] = {
    "a1": _COEFFICIENTS,
    "a2": _COEFFICIENTS,
    "argnums": "Which argument to differentiate by, counted from 0.",
    "arrays": "Tensors, lists or numbers.",
    "axes": "The axes along which it is done; negative ones count from the end.",
    "axis": "The axis along which it is done; a negative one counts from the end.",
    "axis2": "The other axis; a negative one counts from the end.",
    "condlist": "Tensors of booleans that broadcast together; the first that holds decides.",
    "copy": "``True``: ``x`` stays as it is; ``False``: it is changed in place where the backend can.",
    "data_format": _CHANNELS,
    "device": "Where the tensor is made, such as ``'cpu'``; the default device unless told otherwise.",
    "dilation": f"Distance of the window's elements. {_PLACES}",
    "dtype": "Dtype of the result: an object such as ``ops.float32``, its name, or the library's own.",
    "endpoint": "Whether the last value is ``stop`` itself.",
    "epsilon": "Added to the variance, so that nothing is divided by zero.",
    "file": "A path, or an open file.",
    "from_logits": "Whether ``output`` holds logits; probabilities otherwise.",
    "fun": "A function of tensors.",
    "indices": "What ``x[...]`` may hold: integers, slices, masks, tensors of integers, or a tuple of them.",
    "indices_or_sections": "The number of pieces, or the positions at which each but the first begins.",
    "inputs": "A tensor ``(batch, *space, channels)``, or ``(batch, channels, *space)``; see ``data_format``.",
    "k": "The diagonal: 0 is the main one, positive ones are above it.",
    "keepdims": "Whether the axes that are reduced stay, with size 1.",
    "kernel_size": f"Size of the window. {_PLACES}",
    "key": "A key, made by ``ops.random.key(seed)`` or ``split``; the same key gives the same numbers.",
    "max_line_width": _WIDEST_LINE,
    "mean": "The mean: a number, or a tensor that broadcasts to ``shape``.",
    "method": "How to go between two elements; ``'linear'``, or another of NumPy's names.",
    "n_rows": "How many rows there are.",
    "norm": "Where to divide by the number of elements: ``'backward'``, ``'ortho'`` or ``'forward'``.",
    "num": "How many values there are.",
    "num_segments": "How many segments there are; the greatest id and one unless told otherwise.",
    "obj": "A tensor, a number, an array of NumPy, or a nested sequence of these.",
    "offset": "The diagonal: 0 is the main one, positive ones are above it.",
    "padding": "``'valid'``: none; ``'same'``: zeros around.",
    "precision": _DIGITS,
    "reduction": _OF_LOSS,
    "s": "Sizes along ``axes``: what is longer is cut off, what is shorter is filled up with zeros.",
    "segment_ids": "For each row of ``data`` the segment that it belongs to: a vector of integers.",
    "shape": "The shape of the result: an integer, or a tuple of integers.",
    "sorted": "A promise that the ids rise.",
    "stddev": "The standard deviation: a number, or a tensor that broadcasts to ``shape``.",
    "stride": f"Steps of the window. {_PLACES}",
    "suppress_small": _SMALL,
    "values": _STORED,
    "x": "A tensor; a list, a number or an array of NumPy becomes one.",
    "x1": "A tensor or a number.",
    "x2": "A tensor or a number that broadcasts with ``x1``.",
    "y": "A tensor with more variables, in the form of ``x``.",
    "angle.deg": "Whether the result is in degrees.",
    "apply_along_axis.args": _TO_FUNCTION,
    "apply_along_axis.arr": "A tensor of one axis or more.",
    "apply_along_axis.func1d": "A function of a vector that gives a number or a tensor.",
    "apply_along_axis.kwargs": _TO_FUNCTION,
    "argpartition.kth": "A position, or several: the elements there are where sorting would put them.",
    "array.copy": "``True``: always copy; ``None``: where needed; ``False``: never.",
    "asanyarray.copy": "``True``: always copy; ``None``: where needed; ``False``: never.",
    "array_equal.equal_nan": "Whether NaN equals NaN.",
    "array_repr.a": "A tensor.",
    "array2string.a": "A tensor.",
    "associative_scan.elems": "A tensor, or a tuple, list or dict of tensors whose ``axis`` is equally long.",
    "associative_scan.reverse": "Whether it goes from the end to the beginning.",
    "choose.choices": "Tensors that broadcast with ``x``.",
    "choose.mode": "What becomes of numbers beyond the choices: ``'raise'``, ``'wrap'`` or ``'clip'``.",
    "corrcoef.rowvar": "Whether each row is a variable; each column otherwise.",
    "delete.obj": "An index, several, a slice or a mask.",
    "extract_sequences.sequence_stride": "How far one window begins after the one before.",
    "fori_loop.init_val": "What ``val`` is at first.",
    "from_dlpack.x": "An object with the method ``__dlpack__``.",
    "fromfile.count": "How many numbers are read; -1 for all.",
    "fromfile.sep": "What stands between numbers of text; the file is binary without it.",
    "fromfunction.kwargs": "Passed on to the function.",
    "frompyfunc.nin": "How many arguments the function takes.",
    "frompyfunc.nout": "How many results it gives.",
    "histogram.weights": "What each element counts for, in the shape of ``x``; 1 unless told otherwise.",
    "histogram_bin_edges.bins": "How many, or their edges, or a rule that looks at the values.",
    "histogram_bin_edges.range": "Where the first bin begins and the last one ends.",
    "histogram_bin_edges.weights": "Taken for the arguments of ``histogram``; no rule takes any.",
    "histogram2d.y": "The second coordinates, as many as ``x`` has first ones.",
    "histogram2d.weights": "What each point counts for; 1 unless told otherwise.",
    "histogramdd.weights": "What each point counts for; 1 unless told otherwise.",
    "packbits.bitorder": "Which bit of a byte comes first: ``'big'``, the highest one, or ``'little'``.",
    "unpackbits.bitorder": "Which bit of a byte comes first: ``'big'``, the highest one, or ``'little'``.",
    "unpackbits.count": "How many bits there are, more by zeros; below zero, how many are left out at the end.",
    "indices.dimensions": "The shape: a tuple of integers.",
    "insert.obj": "An index, several, or a slice.",
    "intersect1d.return_indices": "Whether the indices are wanted too.",
    "ix_.args": "A vector of integers or booleans for each axis.",
    "linalg.cholesky_inverse.upper": "Whether the factors are upper triangles.",
    "linalg.eigvals.keep_real": "Whether eigenvalues that all are real are given as real numbers.",
    "linalg.eigvalsh.UPLO": "The triangle that is read: ``'L'``, the lower one, or ``'U'``.",
    "linalg.vector_norm.ord": "The power: a number; ``inf`` for the largest element, ``-inf`` for the smallest.",
    "loadtxt.comments": "What begins a comment.",
    "loadtxt.converters": "A function of text, or a dict of them by column.",
    "loadtxt.encoding": "Of a file in bytes.",
    "loadtxt.max_rows": "How many rows are read at most.",
    "loadtxt.ndmin": "How many axes the result has at least.",
    "loadtxt.skiprows": "How many lines are left out at the beginning.",
    "loadtxt.unpack": "Whether columns come first, so that each can have a name of its own.",
    "loadtxt.usecols": "The columns that are read, counted from 0.",
    "loadtxt.delimiter": "What stands between numbers; white space unless told otherwise.",
    "meshgrid.indexing": "``'xy'`` or ``'ij'``.",
    "moveaxis.destination": "Where it goes, or they go.",
    "moveaxis.source": "The axis that moves, or several.",
    "multi_hot.num_classes": "How many classes there are.",
    "nanquantile.q": "Probabilities from 0 to 1, a number or several.",
    "nn.categorical_crossentropy.output": "Probabilities, or logits, in the shape of ``target``.",
    "nn.fold.padding": f"Zeros that ``unfold`` has put around the image. {_PLACES}",
    "nn.fold.x": "Columns: ``(batch, channels * window, places)``.",
    "nn.group_normalization.beta": "What is added in the end, one for each channel.",
    "nn.group_normalization.gamma": "What it is multiplied by before, one for each channel.",
    "nn.kl_div.log_target": "Whether ``target`` holds logarithms, too.",
    "nn.kl_div.reduction": "``'none'``, ``'mean'``, ``'sum'`` or ``'batchmean'``.",
    "nn.l1_loss.target": "A tensor that broadcasts with ``x``.",
    "nn.polar.angle": "A tensor of radians that broadcasts with ``absolute``.",
    "nn.separable_conv.depthwise_kernel": "``(*window, input channels, multiplier)``.",
    "nn.separable_conv.dilation_rate": f"Distance of the window's elements. {_PLACES}",
    "nn.separable_conv.pointwise_kernel": "``(*ones, input channels * multiplier, output channels)``.",
    "nn.separable_conv.strides": f"Steps of the window. {_PLACES}",
    "nn.unfold.padding": f"Zeros around the image. {_PLACES}",
    "nn.unfold.x": "Images: ``(batch, channels, height, width)``.",
    "one_hot.sparse": "No backend has sparse tensors, so that it is ``False``.",
    "piecewise.args": _TO_FUNCTION,
    "piecewise.funclist": "A function or a number for each condition.",
    "piecewise.kwargs": _TO_FUNCTION,
    "poly.seq_of_zeros": "A vector of roots, or a square matrix.",
    "polyder.p": _COEFFICIENTS,
    "polydiv.u": f"What is divided. {_COEFFICIENTS}",
    "polydiv.v": f"What it is divided by. {_COEFFICIENTS}",
    "printoptions.options": "Those of NumPy's function of that name.",
    "promote_types.type1": "A dtype.",
    "promote_types.type2": "A dtype.",
    "random.beta.a": "The first shape parameter, above 0: a number or a tensor.",
    "random.beta.b": "The second shape parameter, above 0: a number or a tensor.",
    "random.fold_in.data": "An integer, or a tensor of one.",
    "random.multivariate_normal.cov": "The covariance: ``(..., n, n)``.",
    "random.multivariate_normal.method": "``'cholesky'`` or ``'eigh'``.",
    "random.multivariate_normal.shape": "The shape of the result without its last axis.",
    "random.RandomState.seed": "An integer; the system's own noise without one.",
    "random.rayleigh.scale": "The scale: a number or a tensor.",
    "ravel_multi_index.dims": "The shape of the tensor: a tuple of integers.",
    "ravel_multi_index.multi_index": "A tensor of integers for each axis.",
    "resize.new_shape": "An integer, or a tuple of integers.",
    "result_type.arrays_and_dtypes": "Tensors, dtypes and Python numbers.",
    "save_safetensors.metadata": "Text by name, which is kept in the file.",
    "savetxt.delimiter": "What stands between numbers.",
    "savetxt.fmt": "How a number is written, as Python's ``%`` takes it, or one for each column.",
    "savetxt.header": "A first line, which is made a comment.",
    "savetxt.newline": "What stands between lines.",
    "savez.args": "Tensors.",
    "savez.kwargs": "Tensors by name.",
    "savez_compressed.args": "Tensors.",
    "savez_compressed.kwargs": "Tensors by name.",
    "select.choicelist": "A tensor or a number for each condition.",
    "stack.arrays": "Tensors of one shape.",
    "swapaxes.axis1": "One axis.",
    "trapezoid.y": "The values to integrate.",
    "tri.n_cols": "How many columns there are; as many as rows unless told otherwise.",
    "trim_zeros.trim": "``'f'``, ``'b'`` or ``'fb'``.",
    "unravel_index.indices": "Integers below the number of elements.",
    "unravel_index.order": "``'C'``: the last axis runs fastest; ``'F'``: the first one.",
    "ravel_multi_index.order": "``'C'``: the last axis runs fastest; ``'F'``: the first one.",
    "unravel_index.shape": "The shape of the tensor: a tuple of integers.",
    "unwrap.discont": "The least jump that is removed; half a period unless told otherwise.",
    "value_and_grad.argnums": "Which argument to differentiate by, or which ones, counted from 0.",
    "value_and_grad.has_aux": "Whether ``fun`` gives a pair of the value and anything else.",
    "vander.n": "How many columns there are; as many as elements unless told otherwise.",
    "while_loop.maximum_iterations": "How often it is repeated at most.",
}
"""By the parameter's name, or by the operation's and its own: what the parameter is."""

_NAMES = re.compile(r"\w+")
_SECTION = re.compile(r"^( *)(\w[\w ]*)\n +-{3,}\n", re.MULTILINE)
_FIRST = "Parameters"


def described(op: str, docstring: str, parameters: Iterable[str]) -> str:
    """A docstring with a word on each parameter that it does not name."""
    said = set(_NAMES.findall(docstring))
    missing = [(name, word_on(op, name)) for name in parameters if name not in said]
    entries = "".join(f"    {name}\n        {word}\n" for name, word in missing if word)
    if not entries:
        return docstring
    first = _SECTION.search(docstring)
    if first is None:
        return f"{docstring.rstrip()}\n\n    {_FIRST}\n    ----------\n{entries}    "
    if first[2] == _FIRST:
        return docstring[: first.end()] + entries + docstring[first.end() :]
    return (
        f"{docstring[: first.start()]}    {_FIRST}\n    ----------\n{entries}\n{docstring[first.start() :]}"
    )


def word_on(op: str, parameter: str) -> str:
    """What a parameter of an operation is, or nothing."""
    return WORDS.get(f"{op}.{parameter}") or WORDS.get(parameter, "")

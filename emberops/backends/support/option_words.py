"""Words that an argument takes, which a library without that choice would pass over in silence."""

from __future__ import annotations

from typing import Any

from emberops.errors import ArgumentError, ArgumentTypeError

_MODES = ("raise", "wrap", "clip")
_CONVOLUTIONS = ("valid", "same", "full")
_NORMS = ("backward", "ortho", "forward")


def by_columns(order: Any, letters: tuple[str, ...] = ("C", "F", "A")) -> bool:
    """Whether elements are read along the first axis first: by ``order="F"``.

    Raises
    ------
    ArgumentError, ArgumentTypeError
        For another letter, and for what is none.
    """
    if order == "C" or order is None:
        return False
    return _one_of("order", order.upper() if isinstance(order, str) else order, letters) == "F"


def index_mode(mode: Any) -> str:
    """What becomes of an index outside: ``"raise"``, ``"wrap"`` or ``"clip"``.

    Raises
    ------
    ArgumentError, ArgumentTypeError
        For another word, and for what is none.
    """
    return "raise" if mode is None else _one_of("mode", mode, _MODES)


def convolution_mode(mode: Any) -> str:
    """Which places of a convolution are wanted: ``"valid"``, ``"same"`` or ``"full"``, which NumPy also counts from 0.

    Raises
    ------
    ArgumentError, ArgumentTypeError
        For another word or number, and for what is neither.
    """
    if type(mode) is int:  # a boolean is none
        mode = _CONVOLUTIONS[mode] if 0 <= mode < len(_CONVOLUTIONS) else str(mode)
    return _one_of("mode", mode, _CONVOLUTIONS)


def norm_of_transform(norm: Any) -> str:
    """How a Fourier transform is scaled.

    Raises
    ------
    ArgumentError
        For another word.
    """
    if norm is None:
        return "backward"
    if not isinstance(norm, str):
        raise ArgumentError(f"norm is 'backward', 'ortho' or 'forward', not {norm!r:.80}")
    return _one_of("norm", norm, _NORMS)


def _one_of(name: str, word: Any, known: tuple[str, ...]) -> str:
    listed = ", ".join(map(repr, known))
    if not isinstance(word, str):
        raise ArgumentTypeError(f"{name} is one of {listed}, and not {word!r:.80}")
    if word not in known:
        raise ArgumentError(f"{name} is one of {listed}, and not {word!r:.80}")
    return word

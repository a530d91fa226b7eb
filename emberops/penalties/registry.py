"""Penalties by name, for configuration files."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from emberops.errors import UnknownOptionError
from emberops.penalties.constraints import consistency, orthogonality
from emberops.penalties.divergences import entropy, js_divergence, kl_divergence
from emberops.penalties.gradients import output_magnitude
from emberops.penalties.norms import elastic_net, l1, l2
from emberops.penalties.pipeline import Pipeline
from emberops.typing import Tensor

_known: dict[str, Callable[..., Tensor]] = {
    f.__name__: f
    for f in (
        l1,
        l2,
        elastic_net,
        kl_divergence,
        js_divergence,
        entropy,
        orthogonality,
        consistency,
        output_magnitude,
    )
}


def names() -> list[str]:
    """The names of the penalties that take tensors alone."""
    return sorted(_known)


def register(name: str, function: Callable[..., Tensor]) -> None:
    """Let :func:`by_name` and :func:`from_config` know a penalty of the user's own.

    Raises
    ------
    UnknownOptionError
        If another one has that name.
    """
    if _known.get(name, function) is not function:
        raise UnknownOptionError(f"there is a penalty {name!r} already")
    _known[name] = function


def by_name(name: str) -> Callable[..., Tensor]:
    """The penalty of a name.

    Raises
    ------
    UnknownOptionError
        If there is none; the message lists those that are.
    """
    if name not in _known:
        raise UnknownOptionError(f"unknown penalty {name!r}; there are {', '.join(names())}")
    return _known[name]


def from_config(config: Mapping[str, Mapping[str, Any] | float]) -> Pipeline:
    """A pipeline from a mapping, as a configuration file holds it.

    Parameters
    ----------
    config
        The name of a penalty -> its weight, or a mapping with ``weight``, ``inputs``, ``enabled``, ``function`` (the
        penalty's name where the key is another) and the options of the penalty.

    Raises
    ------
    UnknownOptionError
        If a penalty is unknown.
    """
    pipeline = Pipeline()
    for name, entry in config.items():
        told: dict[str, Any] = dict(entry) if isinstance(entry, Mapping) else {"weight": entry}
        function = by_name(told.pop("function", name))
        pipeline = pipeline.add(name, function, told.pop("weight", 1.0), **told)
    return pipeline

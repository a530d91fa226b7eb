"""Batches in parts: on the devices of one process (JAX), or of several processes (PyTorch, MLX)."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Literal

from emberops import ops
from emberops.dispatch import registry, trees
from emberops.dispatch.operation import backend_of
from emberops.dispatch.selection import get_backend
from emberops.errors import DeviceNotAvailableError, ShapeError, UnknownOptionError
from emberops.typing import DeviceLike


def rank() -> int:
    """The number of this process among those that compute together; 0 where it is alone."""
    engine = _collectives(get_backend())
    return 0 if engine is None else engine.rank()


def world_size() -> int:
    """How many processes compute together; 1 where this one is alone."""
    engine = _collectives(get_backend())
    return 1 if engine is None else engine.size()


def shard(batch: Any) -> Any:
    """The part of a batch that is this process' own: every tensor's rows, split evenly along the first axis.

    Raises
    ------
    ShapeError
        If a tensor's rows do not divide by the number of processes.
    """
    parts, number = world_size(), rank()

    def part(x: Any) -> Any:
        rows = _rows(x, parts, "processes") // parts
        return x[number * rows : (number + 1) * rows]

    return trees.map_leaves(part, batch)


def all_reduce(tree: Any, op: Literal["mean", "sum"] = "mean") -> Any:
    """Every tensor's mean or sum over all processes, in each of them: what gradients need after each has its own.

    Raises
    ------
    UnknownOptionError
        If ``op`` is neither.
    """
    if op not in ("mean", "sum"):
        raise UnknownOptionError(f"unknown reduction {op!r}; expected one of 'mean', 'sum'")
    engine = _collectives(get_backend())
    if engine is None:
        return tree
    total = trees.map_leaves(engine.all_sum, tree)
    return total if op == "sum" else trees.map_leaves(lambda x: ops.divide(x, engine.size()), total)


def all_gather(tree: Any) -> Any:
    """Every tensor of all processes, one after the other along the first axis, in each of them."""
    engine = _collectives(get_backend())
    return tree if engine is None else trees.map_leaves(engine.all_gather, tree)


def data_parallel(
    function: Callable[..., Any],
    *,
    devices: int | Sequence[DeviceLike] | None = None,
    batched: Sequence[int] = (0,),
) -> Callable[..., Any]:
    """A function whose batches are computed in parts, with the result that it has on one device.

    On JAX the parts go to devices of this process, by ``jax.sharding``: the function may do anything with its batch,
    means and gradients included.  On PyTorch and MLX they go to the processes that :func:`launch` (or ``torchrun``,
    ``mlx.launch``) has started; the function must give a row for each row, and results are gathered in every process.
    On NumPy, and where there is one process, the function runs as it is.

    Parameters
    ----------
    function
        Takes tensors, or trees of them.
    devices
        On JAX: how many, or which; all unless given.  Elsewhere: how many processes there must be.
    batched
        Positions of the arguments that are split along their first axis; the others are whole everywhere.

    Raises
    ------
    DeviceNotAvailableError
        When called, if there are not so many devices or processes.
    ShapeError
        When called, if a batch does not divide by them.
    """

    def parallel(*args: Any) -> Any:
        backend = _backend_of(args)
        sharding = getattr(registry.load(backend).module, "sharding", None)
        if sharding is None:
            return _in_processes(function, args, devices, batched, backend)
        there = sharding.count()
        wanted = list(devices) if isinstance(devices, Sequence) else sharding.all_devices(devices)
        asked = devices if isinstance(devices, int) else len(wanted)
        if asked > there or asked < 1:
            raise DeviceNotAvailableError(
                f"data_parallel: {asked} devices are asked for; {backend} has {there}"
            )
        for position in batched:
            for leaf in trees.leaves(args[position]):
                _rows(leaf, asked, "devices")
        return sharding.sharded(function, wanted, batched)(*args)

    return parallel


def place(parameters: Mapping[str, Any], placement: Mapping[str, DeviceLike]) -> dict[str, Any]:
    """Parameters on the devices that a placement names, layer by layer; those that it does not name stay.

    Raises
    ------
    UnknownOptionError
        If it names a layer that is not there.
    DeviceNotAvailableError
        If it names a device that is not there.
    """
    unknown = placement.keys() - parameters.keys()
    if unknown:
        raise UnknownOptionError(
            f"place: unknown layer {min(unknown)!r}; there are {', '.join(map(repr, parameters))}"
        )
    return {name: _placed(tree, placement.get(name)) for name, tree in parameters.items()}


def _placed(tree: Any, device: DeviceLike) -> Any:
    return tree if device is None else trees.map_leaves(lambda x: ops.to_device(x, device), tree)


def _in_processes(
    function: Callable[..., Any], args: tuple[Any, ...], devices: Any, batched: Sequence[int], backend: str
) -> Any:
    engine = _collectives(backend)
    there = 1 if engine is None else engine.size()
    wanted = there if devices is None else devices if isinstance(devices, int) else len(devices)
    if wanted != there:
        raise DeviceNotAvailableError(
            f"data_parallel: {wanted} processes are asked for; {there} of {backend} run: "
            "emberops.parallel.launch starts some"
        )
    if engine is None or there == 1:
        return function(*args)
    parts = [shard(arg) if position in batched else arg for position, arg in enumerate(args)]
    return trees.map_leaves(engine.all_gather, function(*parts))


def _rows(x: Any, parts: int, what: str) -> int:
    shape = ops.shape(x)
    if not shape or shape[0] % parts:
        raise ShapeError(f"a batch of shape {shape} does not divide by {parts} {what} along its first axis")
    return int(shape[0])


def _collectives(backend: str) -> Any:
    return getattr(registry.load(backend).module, "collectives", None)


def _backend_of(args: tuple[Any, ...]) -> str:
    for leaf in trees.leaves(args):
        found = backend_of(leaf)
        if found is not None:
            return found.name
    return get_backend()

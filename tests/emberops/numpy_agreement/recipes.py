"""How a call is drawn: what a signature says, and the table of what it does not."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from emberops.dispatch.operation import signature_of
from emberops.dispatch.tensor_arguments import ONE, role
from numpy_agreement.operands import ANY, Draws, Operand
from numpy_agreement.outcomes import Call

Recipe = Callable[[Draws], Call]


def call(*args: Any, **kwargs: Any) -> Call:
    return Call(args, kwargs)


def named(d: Draws, x: Operand, name: str, annotation: str) -> Any:
    """A value for a parameter whose name says what it is."""
    if name == "axis":
        return d.axis(x, none="None" in annotation or "Axis" in annotation, several="Axis" in annotation)
    if annotation == "bool":
        return d.pick(True, False)
    made: dict[str, Callable[[], Any]] = {
        "correction": lambda: d.pick(1, 0, 1.5),
        "dtype": lambda: d.pick(None, *([] if x.values.dtype.kind == "c" else ["float32"])),
        "k": lambda: d.pick(0, 1, -1, 5),
        "offset": lambda: d.pick(0, 1, -1, 5),
        "decimals": lambda: d.pick(0, 1, -1),
        "method": lambda: d.pick("linear", "lower", "higher", "nearest", "midpoint", "median_unbiased"),
        "mode": lambda: d.pick("full", "same", "valid"),
        "axis1": lambda: d.pick(0, 1, -1, -2),
        "axis2": lambda: d.pick(1, 0, -1, -2),
        "norm": lambda: d.pick("backward", "ortho", "forward"),
        "n": lambda: d.pick(None, 2, 3, 5, 0),
    }
    return made[name]()


def from_signature(name: str, kinds: str = ANY, *, wild: bool = True, least_axes: int = 0) -> Recipe:
    """Tensors for the tensor parameters that have no default, the second of which goes with the first."""
    parameters = list(signature_of(name).parameters.values())

    def drawn(d: Draws) -> Call:
        tensors: list[Any] = []
        for p in parameters:
            if role(p) == ONE and p.default is p.empty:
                if tensors:
                    tensors.append(d.beside(tensors[0], kinds, wild=wild))
                else:
                    tensors.append((d.matrix if least_axes == 2 else d.array)(kinds, wild=wild))
        x = tensors[0]
        if len(tensors) == 2 and d.pick(False, True):
            tensors.reverse()
        kwargs = {
            p.name: named(d, x, p.name, str(p.annotation))
            for p in parameters
            if p.default is not p.empty and role(p) != ONE and p.name != "device" and d.pick(False, True)
        }
        return Call(tuple(tensors), kwargs)

    return drawn


def table() -> tuple[dict[str, Recipe], Callable[[str, Recipe], None]]:
    """An empty table, and what puts down in it how several operations are called."""
    recipes: dict[str, Recipe] = {}

    def recipe(names: str, made: Recipe) -> None:
        recipes.update(dict.fromkeys(names.split(), made))

    return recipes, recipe

"""Several penalties with their weights, as one loss term."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from emberops import ops
from emberops.dispatch import trees
from emberops.errors import ArgumentError, NonFiniteError, UnknownOptionError
from emberops.schedules import Schedule, value_at
from emberops.typing import Tensor, TensorLike

Inputs = TensorLike | Mapping[str, TensorLike]


@dataclass(frozen=True)
class Penalty:
    """One term of a pipeline.

    Attributes
    ----------
    name
        What metrics and errors call it.
    function
        From tensors to a tensor without axes.
    weight
        A number, or a schedule of the step.
    inputs
        Names of the pipeline's inputs, in the order of the function's parameters; empty for the only input.
    options
        Further keyword arguments of the function.
    enabled
        Whether it counts.
    """

    name: str
    function: Callable[..., Tensor]
    weight: float | Schedule = 1.0
    inputs: tuple[str, ...] = ()
    options: Mapping[str, Any] = field(default_factory=dict)
    enabled: bool = True

    def __post_init__(self) -> None:
        """Refuse inputs that the function has no tensors for: the next of its parameters is a weight."""
        taken = _tensor_parameters(self.function)
        if self.inputs and taken and len(self.inputs) != len(taken):
            raise ArgumentError(
                f"penalty {self.name!r} takes {len(taken)} tensors ({', '.join(taken)}), and its inputs are "
                f"{', '.join(self.inputs)}: a penalty of one tensor is added once for each"
            )

    def arguments(self, inputs: Inputs) -> list[Any]:
        """What the function is called with.

        Raises
        ------
        UnknownOptionError
            If an input is not there, or none is named and there are several.
        """
        if not _are_named(inputs):
            if len(self.inputs) > 1:
                raise UnknownOptionError(
                    f"penalty {self.name!r} takes the inputs {', '.join(self.inputs)}; got one tensor"
                )
            return [inputs]
        names = self.inputs or tuple(inputs)
        if not self.inputs and len(names) != 1:
            raise UnknownOptionError(
                f"penalty {self.name!r} does not say which of the inputs {', '.join(names)} it takes"
            )
        missing = [name for name in names if name not in inputs]
        if missing:
            raise UnknownOptionError(
                f"penalty {self.name!r}: unknown input {missing[0]!r}; there are {', '.join(map(repr, inputs))}"
            )
        return [inputs[name] for name in names]

    def value(self, inputs: Inputs) -> Tensor:
        """The penalty before its weight."""
        return self.function(*self.arguments(inputs), **self.options)


@dataclass(frozen=True)
class Pipeline:
    """Penalties that are computed and added together; every change gives a new pipeline.

    Examples
    --------
    >>> pipeline = Pipeline().add("l1", l1, weight=0.01).add("l2", l2, weight=schedules.linear(0, 1, 100))
    >>> loss = lambda w: ops.mean(ops.square(w)) + pipeline.compute_total(w, step=3)
    """

    penalties: tuple[Penalty, ...] = ()

    def __post_init__(self) -> None:
        names = [p.name for p in self.penalties]
        twice = next((n for n in names if names.count(n) > 1), None)
        if twice is not None:
            raise UnknownOptionError(f"two penalties are called {twice!r}")

    def add(
        self,
        name: str,
        function: Callable[..., Tensor],
        /,
        weight: float | Schedule = 1.0,
        *,
        inputs: Iterable[str] = (),
        enabled: bool = True,
        **options: Any,
    ) -> Pipeline:
        """A pipeline with one penalty more; parameters are those of :class:`Penalty`."""
        added = Penalty(name, function, weight, tuple(inputs), options, enabled)
        return Pipeline((*self.penalties, added))

    def with_weights(self, **weights: float | Schedule) -> Pipeline:
        """A pipeline with other weights for some penalties.

        Raises
        ------
        UnknownOptionError
            If there is no penalty of that name.
        """
        self._check_names(weights)
        return Pipeline(tuple(replace(p, weight=weights.get(p.name, p.weight)) for p in self.penalties))

    def enable(self, *names: str, enabled: bool = True) -> Pipeline:
        """A pipeline in which these penalties count, or do not.

        Raises
        ------
        UnknownOptionError
            If there is no penalty of that name.
        """
        self._check_names(names)
        return Pipeline(tuple(replace(p, enabled=enabled) if p.name in names else p for p in self.penalties))

    def disable(self, *names: str) -> Pipeline:
        """A pipeline in which these penalties do not count."""
        return self.enable(*names, enabled=False)

    def compute_total(self, inputs: Inputs, /, *, step: Any = 0) -> Tensor:
        """The weighted sum, and nothing else: for gradients and compilers.

        Parameters
        ----------
        inputs
            One tensor, or several by name.
        step
            For weights that are schedules; a Python number or a tensor.

        Returns
        -------
        Tensor
            Without axes; 0 if no penalty counts.
        """
        terms = [ops.multiply(p.value(inputs), value_at(p.weight, step)) for p in self.penalties if p.enabled]
        total = terms[0] if terms else ops.multiply(ops.sum(ops.asarray(_first(inputs))), 0.0)
        for term in terms[1:]:
            total = ops.add(total, term)
        return total

    def compute(
        self, inputs: Inputs, /, *, step: Any = 0, validate: bool = True, gradients: bool = False
    ) -> tuple[Tensor, dict[str, Any]]:
        """The weighted sum, and what it is made of.

        Parameters
        ----------
        inputs, step
            As for :meth:`compute_total`.
        validate
            Whether to look for NaN and infinities, which waits for the device; not within a compiled function.
        gradients
            Whether to take the norm of each penalty's gradient, too.

        Returns
        -------
        tuple
            The total, and a dict: for each penalty its ``"<name>"`` before the weight, ``"<name>/weight"`` and
            ``"<name>/weighted"``, with ``gradients`` also ``"<name>/gradient_norm"``; and ``"total"``.

        Raises
        ------
        NonFiniteError
            If a penalty or its weight is NaN or infinite; the message names it, and the inputs that are so already.
        """
        metrics: dict[str, Any] = {}
        for p in self.penalties:
            if not p.enabled:
                continue
            value, weight = p.value(inputs), value_at(p.weight, step)
            if validate:
                self._check_finite(p, value, weight, inputs)
            metrics[p.name], metrics[f"{p.name}/weight"] = value, weight
            metrics[f"{p.name}/weighted"] = ops.multiply(value, weight)
        total = self.compute_total(inputs, step=step)
        metrics["total"] = total
        if gradients:
            norms = self.gradient_norms(inputs, step=step)
            metrics |= {f"{name}/gradient_norm": norm for name, norm in norms.items()}
        return total, metrics

    def gradient_norms(self, inputs: Inputs, /, *, step: Any = 0) -> dict[str, Tensor]:
        """The Euclidean norm of the gradient by all inputs: of each weighted penalty, and of the ``"total"``.

        A penalty that drowns the others shows here first.  One whose function has no gradient raises what the
        backend raises.
        """
        active = [p for p in self.penalties if p.enabled]
        norms = {p.name: Pipeline((p,))._gradient_norm(inputs, step) for p in active}
        return norms | {"total": self._gradient_norm(inputs, step)}

    def _gradient_norm(self, inputs: Inputs, step: Any) -> Tensor:
        names = list(inputs) if _are_named(inputs) else []
        values = [inputs[name] for name in names] or [inputs]

        def total(*tensors: Tensor) -> Tensor:
            return self.compute_total(
                dict(zip(names, tensors, strict=True)) if names else tensors[0], step=step
            )

        return _norm(ops.grad(total, argnums=tuple(range(len(values))))(*map(ops.asarray, values)))

    def _check_names(self, names: Iterable[str]) -> None:
        known = [p.name for p in self.penalties]
        for name in names:
            if name not in known:
                raise UnknownOptionError(f"unknown penalty {name!r}; there are {', '.join(map(repr, known))}")

    def _check_finite(self, p: Penalty, value: Tensor, weight: Any, inputs: Inputs) -> None:
        wrong = [what for what, x in (("value", value), ("weight", weight)) if ops.has_nan_or_inf(x)]
        if not wrong:
            return
        names = p.inputs or ("input",)
        already = [n for n, x in zip(names, p.arguments(inputs), strict=False) if ops.has_nan_or_inf(x)]
        culprit = f"its inputs already are: {', '.join(already)}" if already else "its inputs are finite"
        raise NonFiniteError(f"penalty {p.name!r}: its {wrong[0]} is NaN or infinite; {culprit}")


def _tensor_parameters(function: Callable[..., Tensor]) -> list[str]:
    """The parameters that are tensors of a function that marks them as positional only, as those here do."""
    try:
        parameters = inspect.signature(function).parameters.values()
    except ValueError:  # one written in C
        return []
    return [p.name for p in parameters if p.kind is p.POSITIONAL_ONLY]


def _first(inputs: Inputs) -> Any:
    return inputs[next(iter(inputs))] if _are_named(inputs) else inputs


def _are_named(inputs: Inputs) -> bool:
    """A mapping, or what stands for one while a gradient is taken."""
    return isinstance(inputs, Mapping) or hasattr(inputs, "keys")


def _norm(tree: Any) -> Tensor:
    squares = [ops.sum(ops.square(leaf)) for leaf in trees.leaves(tree)]
    total = squares[0]
    for square in squares[1:]:
        total = ops.add(total, square)
    return ops.sqrt(total)

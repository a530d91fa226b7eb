"""The rewrite tables against the facade that they lead to, and against the libraries that they describe."""

from __future__ import annotations

import importlib
import inspect
import re
from collections.abc import Iterator
from functools import reduce

import numpy as np
import pytest

from emberops import ops, use_backend
from emberops.catalogue import ALIASES, CATALOGUE
from purity_lint.knowledge import devices, libraries, notation, tensor_methods
from purity_lint.knowledge.jax import forms as jax_forms
from purity_lint.knowledge.known_forms import forms_of
from purity_lint.knowledge.mlx import forms as mlx_forms
from purity_lint.knowledge.notation import Form, Forms, Parameter, form, parse
from purity_lint.knowledge.numpy import forms as numpy_forms
from purity_lint.knowledge.samplers import DRAWS
from purity_lint.knowledge.samplers import TABLES as SAMPLERS
from purity_lint.knowledge.scipy import forms as scipy_forms
from purity_lint.knowledge.signatures import Signature, constants, signature
from purity_lint.knowledge.tensorflow import forms as tensorflow_forms
from purity_lint.knowledge.torch import forms as torch_forms

TABLES: dict[str, tuple[str, Forms]] = {
    "numpy": ("numpy", numpy_forms.TABLE),
    "torch": ("torch", torch_forms.TABLE),
    "jax": ("jax", jax_forms.TABLE),
    "mlx": ("mlx", mlx_forms.TABLE),
    "tensorflow": ("tensorflow", tensorflow_forms.TABLE),
    "numpy methods": ("numpy", numpy_forms.METHODS),
    "torch methods": ("torch", torch_forms.METHODS),
    "mlx methods": ("mlx", mlx_forms.METHODS),
    "devices": ("torch", devices.METHODS),
    **{f"{library}'s samplers": (library, table) for library, table in SAMPLERS.items()},
}


def _forms() -> Iterator[tuple[str, str, Form]]:
    for title, (library, table) in TABLES.items():
        for name, forms in table.items():
            for one in forms:
                yield title, f"{library}:{name}", one


def _leads_to(spelled: str, one: Form) -> str | None:
    library, _, name = spelled.partition(":")
    return one.operation or libraries.operation(library, name)


def _takes(target: Signature, index: int, parameter: Parameter) -> bool:
    if parameter.variadic and target.variadic:
        return True
    return target.has(parameter.target or "") or (index == 0 and bool(target.positional_only))


def test_every_parameter_exists_in_the_facade() -> None:
    """A renamed parameter must exist: a table that promises `axis=` where ops has none would break code."""
    wrong = []
    for title, spelled, one in _forms():
        operation = _leads_to(spelled, one)
        target = signature(operation) if operation is not None else None
        if target is None or one.template is not None:
            continue
        wrong += [
            f"{title}: {spelled}: ops.{operation} has no `{p.target}`"
            for i, p in enumerate(one.parameters)
            if p.target is not None and not _takes(target, i, p)
        ]
    assert not wrong, "\n".join(wrong)


@pytest.mark.parametrize("library", ["numpy", "torch", "jax", "mlx", "tensorflow"])
def test_every_form_of_a_function_leads_somewhere(library: str) -> None:
    """A form whose name no operation has in that library rewrites nothing, and nobody notices."""
    _, table = TABLES[library]
    lost = {
        name
        for name, forms in table.items()
        if any(one.template is None and _leads_to(f"{library}:{name}", one) is None for one in forms)
    }
    assert not lost, sorted(lost)


def test_every_named_operation_exists() -> None:
    missing = {
        f"{title}: {spelled} -> {one.operation}"
        for title, spelled, one in _forms()
        if one.operation is not None and signature(one.operation) is None
    }
    assert not missing, "\n".join(sorted(missing))


def test_every_name_in_a_template_exists() -> None:
    tables = [*TABLES.values(), ("", devices.CALLS), ("", scipy_forms.TABLE)]
    templates = [one.template or "" for _, table in tables for forms in table.values() for one in forms]
    templates += [*numpy_forms.IN_PLACE.values(), *tensor_methods.ATTRIBUTES.values()]
    for name in {name for text in templates for name in re.findall(r"\{ops\}\.([\w.]*\w)", text)}:
        reduce(getattr, name.split("."), ops)


@pytest.mark.parametrize("library", ["numpy", "torch", "jax", "mlx"])
def test_every_sampler_exists_in_its_library(library: str) -> None:
    module = importlib.import_module(library)
    for name in SAMPLERS[library]:
        inner, _, short = name.rpartition(".")
        home = importlib.import_module(f"{library}.{inner}") if inner else module
        assert hasattr(home, short), f"{library}.{name}"


def test_constants_exist() -> None:
    assert set(numpy_forms.CONSTANTS.values()) <= constants()


def _numpy_functions() -> list[tuple[str, tuple[Form, ...]]]:
    found = []
    for name, forms in numpy_forms.TABLE.items():
        try:
            inspect.signature(reduce(getattr, name.split("."), np))
        except (AttributeError, ValueError):
            continue  # removed in NumPy 2, or a built-in without a signature
        found.append((name, forms))
    return found


@pytest.mark.parametrize(("name", "forms"), _numpy_functions(), ids=lambda v: v if isinstance(v, str) else "")
def test_numpy_has_these_parameters_in_this_order(name: str, forms: tuple[Form, ...]) -> None:
    real = inspect.signature(reduce(getattr, name.split("."), np))
    positional = [
        p.name for p in real.parameters.values() if p.kind in (p.POSITIONAL_ONLY, p.POSITIONAL_OR_KEYWORD)
    ]
    variadic = any(p.kind is p.VAR_POSITIONAL for p in real.parameters.values())
    for one in forms:
        ours = [p.name for p in one.parameters if not p.keyword_only and not p.variadic]
        if name == "arange":  # its `dtype` may be given by position, whatever its signature says
            ours = ["start_or_stop", *ours[1:3]]
        if name == "iinfo":
            ours = ["int_type"]
        assert ours == positional[: len(ours)]
        if any(p.variadic for p in one.parameters):
            assert variadic


def test_what_has_no_line_is_called_as_in_numpy() -> None:
    """A function of NumPy's without a line in the table goes to ops with its arguments as they are."""
    wrong = []
    for op in CATALOGUE.values():
        for name in op.numpy:
            ours = signature(op.name)
            try:
                real = inspect.signature(reduce(getattr, name.split("."), np))
            except (AttributeError, ValueError):
                continue
            if (
                ours is None
                or name in numpy_forms.TABLE
                or op.group in ("elementwise", "random")
                or ".at" in name
            ):
                continue
            theirs = [p.name for p in real.parameters.values() if p.kind is not p.VAR_POSITIONAL]
            if list(ours.order[1:]) != theirs[1 : len(ours.order)]:
                wrong.append(f"{name}{real} is not ops.{op.name}{ours.order}")
    assert not wrong, "\n".join(wrong)


def test_the_default_generator_has_every_draw() -> None:
    with use_backend("numpy"):
        generator = ops.random.default_generator()
    assert [name for name in sorted(DRAWS) if not hasattr(generator, name)] == []


def test_the_notation() -> None:
    one = form("std(a:x, axis, out:-, *sizes:shape, ddof:correction=1) -> var !")
    assert one.operation == "var"
    assert not one.safe
    assert [(p.name, p.target, p.variadic, p.keyword_only, p.default) for p in one.parameters] == [
        ("a", "x", False, False, None),
        ("axis", "axis", False, False, None),
        ("out", None, False, False, None),
        ("sizes", "shape", True, False, None),
        ("ddof", "correction", False, True, "1"),
    ]


def test_forms_are_made_when_they_are_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[str] = []
    whole = notation._form
    monkeypatch.setattr(notation, "_form", lambda line: (made.append(line["name"]), whole(line))[1])
    table = parse("one(a:x)\ntwo(a:x)\ntwo(a:x, b:y)\n")
    assert [*table] == ["one", "two"]
    assert "two" in table
    assert made == []
    assert table["two"] == (form("two(a:x)"), form("two(a:x, b:y)"))
    assert table.get("three") is None
    assert table["two"] is table["two"]
    assert made[:2] == ["two", "two"]


def test_an_unreadable_line_is_an_error() -> None:
    with pytest.raises(ValueError, match="line 2 of a rewrite table"):
        parse("f(x)\nno parentheses\n")


def test_nothing_is_said_twice() -> None:
    """The catalogue knows what a library's function is called in ops; a table repeats it for no name."""
    repeated = []
    for title, spelled, one in _forms():
        library, _, name = spelled.partition(":")
        known = libraries.operation(library, name)
        if library == "tensorflow" or one.operation is None or known is None:
            continue
        if ALIASES.get(known, known) == ALIASES.get(one.operation, one.operation):
            repeated.append(f"{title}: {name} -> {one.operation}")
    assert not repeated, "\n".join(repeated)


def test_every_operation_has_a_signature() -> None:
    assert [name for name in CATALOGUE if signature(name) is None] == []


def _said(forms: tuple[Form, ...]) -> list[tuple[object, ...]]:
    return [(*_in_order(one), one.operation, one.template, one.safe) for one in forms]


def _in_order(one: Form) -> tuple[list[Parameter], list[Parameter]]:
    by_name = sorted((p for p in one.parameters if p.keyword_only), key=lambda p: p.name)
    return [p for p in one.parameters if not p.keyword_only], by_name


def test_no_line_says_what_would_hold_without_it(monkeypatch: pytest.MonkeyPatch) -> None:
    """What NumPy calls as ops does needs no line, unless MLX or another copy of its namespace needs it."""
    redundant = []
    table = dict(numpy_forms.TABLE)
    for name, forms in table.items():
        forms_of.cache_clear()  # neither what was asked before nor what is asked without the line counts
        with monkeypatch.context() as without:
            without.setattr(numpy_forms, "TABLE", {n: f for n, f in table.items() if n != name})
            copies = [
                forms_of.__wrapped__(
                    library, prefix + name
                )  # which remembers nothing of a table that lacks a line
                for library, prefix in libraries.NUMPY_LIKE.items()
                if library == "numpy" or libraries.operation(library, prefix + name)
            ]
        if all(_said(copy) == _said(forms) for copy in copies):
            redundant.append(name)
    forms_of.cache_clear()
    assert not redundant, " ".join(redundant)

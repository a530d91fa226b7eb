"""Hints against the catalogue, and against the messages that they stand beside."""

from __future__ import annotations

import re
from functools import reduce
from pathlib import Path

import pytest

import emberops.testing
from emberops.catalogue.absent import ABSENT
from purity_lint.configuration.settings import Settings
from purity_lint.engine.check import check
from purity_lint.knowledge import devices, libraries, tensor_methods
from purity_lint.knowledge.hints import hint
from purity_lint.knowledge.jax import forms as jax_forms
from purity_lint.knowledge.known_forms import forms_of
from purity_lint.knowledge.mlx import forms as mlx_forms
from purity_lint.knowledge.numpy import forms as numpy_forms
from purity_lint.knowledge.tensor_attributes import ATTRIBUTES, METHODS
from purity_lint.knowledge.torch import forms as torch_forms
from purity_lint.source.read import source_from_bytes

HINTS = {
    "numpy": numpy_forms.HINTS,
    "torch": torch_forms.HINTS,
    "jax": jax_forms.HINTS,
    "mlx": mlx_forms.HINTS,
}
SAID = [(library, name) for library, table in HINTS.items() for name in table]
SAID += [("numpy", name) for name in (*numpy_forms.IN_PLACE, *ABSENT) if not name.startswith("random.")]
OTHER_CALLS = {("torch", "max"), ("torch", "min")}
"""The table has the call with one argument, and the hint is for the others."""


def _message(library: str, name: str) -> str:
    code = f"import {library}\n\nx = {library}.{name}(y)\n"
    result = check(source_from_bytes(code.encode(), Path("m.py"), None), Settings(root=Path.cwd()))
    return " ".join(d.message for d in result.diagnostics if d.code == "PUR103")


@pytest.mark.parametrize(("library", "name"), SAID)
def test_a_hint_does_not_contradict_its_message(library: str, name: str) -> None:
    """`np.copyto` "has no equivalent in ops" stood beside "use `ops.copyto`"."""
    assert hint(library, name)
    assert "no equivalent" not in _message(library, name)


@pytest.mark.parametrize(("library", "name"), [said for said in SAID if said not in OTHER_CALLS])
def test_no_hint_is_for_what_the_table_fixes(library: str, name: str) -> None:
    operation = libraries.operation(library, name)
    assert operation is None or not forms_of(library, name)


@pytest.mark.parametrize("library", ["numpy", "jax", "mlx"])
def test_the_catalogue_alone_speaks_of_its_absent_names(library: str) -> None:
    repeated = {name for name in HINTS[library] if libraries.numpy_name(library, name) in ABSENT}
    assert not repeated


def test_code_in_the_catalogues_sentences_is_quoted() -> None:
    assert hint("numpy", "fromiter") == "write `ops.asarray(list(items))`"
    assert hint("jax", "numpy.bmat") == "write `ops.block`"


def test_every_name_that_a_hint_gives_exists() -> None:
    texts = [hint(library, name) or "" for library, name in SAID]
    texts += [*devices.HINTS.values(), *tensor_methods.METHOD_HINTS.values()]
    texts += [known.hint for table in (ATTRIBUTES, METHODS) for known in table.values()]
    for name in {name for text in texts for name in re.findall(r"`((?:ops|emberops)\.[\w.]*\w)", text)}:
        root, _, rest = name.partition(".")
        reduce(getattr, rest.split("."), {"ops": emberops.ops, "emberops": emberops}[root])

"""A name that is not there is an error that says why, or where it is."""

from __future__ import annotations

from functools import reduce

import pytest

from emberops import ops
from emberops.catalogue import CATALOGUE
from emberops.catalogue.absent import ABSENT


@pytest.mark.parametrize("name", ABSENT)
def test_absent_names_say_what_to_write_instead(name):
    with pytest.raises(AttributeError) as caught:
        reduce(getattr, name.split("."), ops)
    assert str(caught.value).endswith(f"has no {name.rpartition('.')[2]!r}: {ABSENT[name]}")


@pytest.mark.parametrize("name", ABSENT)
def test_what_a_reason_names_is_there(name):
    """``ops.where`` in a reason is an operation, and ``emberops.devices`` a function."""
    import re

    import emberops

    for dotted in re.findall(r"(?<![\w.])(?:ops|emberops)\.[\w.]*\w", ABSENT[name]):
        root, _, rest = dotted.partition(".")
        reduce(getattr, rest.split("."), ops if root == "ops" else emberops)


@pytest.mark.parametrize(
    ("space", "name", "hint"),
    [
        ("", "reshpae", "ops.reshape"),
        ("", "layer_norm", "ops.nn.layer_norm"),
        ("", "eigvalsh", "ops.linalg.eigvalsh"),
        ("linalg", "invv", "ops.linalg.inv"),
        ("random", "nromal", "ops.random.normal"),
        ("nn", "sotfmax", "ops.nn.softmax"),
        ("fft", "ftf", ""),
    ],
)
def test_misspelled_names_have_suggestions(space, name, hint):
    with pytest.raises(AttributeError, match=rf"has no '{name}'.*{hint}"):
        getattr(getattr(ops, space) if space else ops, name)
    assert not hasattr(ops, name)


def test_completion_offers_what_is_public() -> None:
    offered = set(dir(ops))
    assert offered >= {"mean", "linalg", "float32", "pi", "concatenate", "Tensor", "r_"}
    assert not offered & {"Any", "Callable", "CATALOGUE", "annotations", "creation", "operation", "routers"}
    for name in ("linalg", "fft", "nn", "random"):
        room = set(dir(getattr(ops, name)))
        assert room >= {entry.partition(".")[2] for entry in CATALOGUE if entry.startswith(f"{name}.")}
        assert not room & {"Any", "operation", "annotations"}


def test_the_facade_has_few_names_of_its_own():
    """Code that goes through the values of a module asks each, `ops` too, for attributes such as `_alias`."""
    private = {name for name in vars(ops) if name.startswith("_") and not name.startswith("__")}
    assert private == {"_AbsentNameError", "_INNER", "_ModuleType", "_OFFERED", "_ROOMS", "_public"}

"""What a file's fingerprint is made of says all that rules see."""

from collections import defaultdict
from pathlib import Path

import pytest

import emberops
from purity_lint.semantics import analyze_project
from purity_lint.semantics.domain.interning import Abs
from purity_lint.semantics.domain.kinds import INFERRED, LIST, TENSOR
from purity_lint.semantics.domain.public import to_public, told
from purity_lint.source.read import read_source

FOLDERS = ["backends/composed", "backends/numpy", "optimization"]


@pytest.mark.parametrize("folder", FOLDERS)
def test_values_that_are_told_alike_look_alike_to_rules(folder: str):
    paths = sorted((Path(emberops.__file__).parent / folder).rglob("*.py"))
    models = analyze_project(read_source(path) for path in paths)
    alike: defaultdict[str, list[Abs]] = defaultdict(list)
    for model in models.values():
        for value in {id(v): v for v in model._module.values.values()}.values():
            alike[told(value)].append(value)
    assert len(alike) > 100
    for values in alike.values():
        assert {to_public(value) for value in values} == {to_public(values[0])}


@pytest.mark.parametrize(
    "changed",
    [
        {"backend": "torch"},
        {"dtype": "float32"},
        {"rank": 2},
        {"ev": 1},
        {"refs": ("numpy.linalg",)},
    ],
)
def test_another_value_is_told_in_another_way(changed: dict[str, object]):
    value = Abs(TENSOR, INFERRED)
    assert told(value.but(**changed)) != told(value)
    assert told(Abs(LIST, INFERRED, elem=value.but(**changed))) != told(Abs(LIST, INFERRED, elem=value))

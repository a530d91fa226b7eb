"""What a summary tells: as much as there is, only what is asked for, and with a note of that."""

from __future__ import annotations

from pathlib import Path

import pytest

from purity_lint.semantics.analysis import stages_of
from purity_lint.semantics.symbols.states import ALL
from purity_lint.semantics.symbols.summaries import Symbols, summarize
from purity_lint.semantics.symbols.table import ClassSymbol, FunctionSymbol, ModuleSymbol
from purity_lint.semantics.symbols.told import Told
from purity_lint.source.read import source_from_text

TEXT = """
import numpy as np
from json import dumps

Array = np.ndarray

class Base:
    pass

class Model(Base):
    def __init__(self, weights):
        self.weights = weights

    def predict(self, x: np.ndarray):
        return x @ self.weights

def scale(x: Array, factor=2):
    return x * factor

def _pair(x: np.ndarray):
    return x, scale(x)
"""


@pytest.fixture
def live() -> ModuleSymbol:
    """A module as it was analysed."""
    texts = {Path("pkg/core.py"): TEXT, Path("pkg/use.py"): "from pkg.core import *\n"}
    sources = {path: source_from_text(text, path) for path, text in texts.items()}
    module, _ = stages_of(sources).module(Path("pkg/core.py"))
    return module


@pytest.fixture
def told(live: ModuleSymbol) -> Told:
    """What its summary tells."""
    symbols = Symbols()
    symbols.number(live)
    return Told(summarize(symbols))


def member(told: Told, name: str) -> object:
    environment = told.modules[0].environment
    assert environment is not None
    return environment.values[name].refs[0]


def test_a_module_is_told_as_it_is(live: ModuleSymbol, told: Told) -> None:
    module = told.modules[0]
    assert live.environment is not None
    assert module.environment is not None
    values = module.environment.values
    assert [(n, v.mask, v.ev) for n, v in values.items()] == [
        (n, v.mask, v.ev) for n, v in live.environment.values.items()
    ]
    assert {**values} == dict(values) == {name: values[name] for name in values}
    assert "scale" in values
    assert "unheard_of" not in values
    assert values.get("unheard_of") is None
    assert dict(module.import_names) == live.import_names
    assert list(module.assignments) == list(live.assignments)


def test_functions_and_classes_are_told_as_they_are(live: ModuleSymbol, told: Told) -> None:
    functions = {f.name: f for f in live.functions.values()}
    scale, model = member(told, "scale"), member(told, "Model")
    assert isinstance(scale, FunctionSymbol)
    assert isinstance(model, ClassSymbol)
    assert scale.signature == functions["scale"].signature
    assert scale.result.value.core is functions["scale"].result.value.core
    assert [c.name for c in model.ancestors()] == ["Model", "Base"]
    assert sorted(model.methods) == ["__init__", "predict"]
    assert model.members["weights"].frozen


def test_only_what_was_asked_is_noted(told: Told) -> None:
    first = told.begin()
    assert not first.keys
    scale = member(told, "scale")
    assert len(first.keys) == 1  # the name, and nothing of the function
    assert isinstance(scale, FunctionSymbol)
    assert scale.result.value.mask
    assert len(first.keys) == 2
    second = told.begin()
    assert not second.keys
    assert told.modules[0].environment is not None
    assert len(told.modules[0].environment.values) > 2
    assert [key.rpartition("\1")[2] for key in second.keys] == [ALL]


def test_what_is_told_is_not_changed(told: Told) -> None:
    environment = told.modules[0].environment
    assert environment is not None
    with pytest.raises(TypeError, match="not changed"):
        environment.values["scale"] = environment.values["Model"]
    with pytest.raises(TypeError, match="not changed"):
        environment.values.update({})


def test_what_a_told_symbol_has_not_is_not_there(told: Told) -> None:
    scale = member(told, "scale")
    with pytest.raises(AttributeError, match="unheard_of"):
        _ = scale.unheard_of  # type: ignore[attr-defined]


def test_a_state_changes_with_what_it_is_the_state_of(told: Told) -> None:
    scale = member(told, "scale")
    assert isinstance(scale, FunctionSymbol)
    assert scale.result.value.mask
    keys = list(told.reading.keys)
    before = told.states.of(keys)
    result = told.summary["functions"][told.reading.numbers[scale]]["result"]
    told.summary["values"][result] = 0
    assert Told(told.summary).states.of(keys) != before

"""What was recorded outranks what was inferred, as far as it proves anything."""

from __future__ import annotations

import ast

import pytest

from purity_lint.findings.diagnostics import Evidence
from purity_lint.semantics import analyze
from purity_lint.source.read import source_from_text
from purity_lint.trace.model import TracedModel
from purity_lint.trace.store import PLAIN, SCALAR, TENSOR


@pytest.mark.parametrize(
    ("bits", "tensor", "evidence"),
    [
        (TENSOR, True, Evidence.PROVEN),
        (TENSOR | PLAIN, True, Evidence.PROVEN),
        (PLAIN, False, Evidence.PROVEN),
        (SCALAR, True, Evidence.DECLARED),  # a 0-d tensor on every backend but NumPy
        (SCALAR | PLAIN, True, Evidence.DECLARED),
    ],
)
def test_only_what_never_was_an_array_in_any_form_is_no_tensor(
    bits: int, tensor: bool, evidence: Evidence
) -> None:
    source = source_from_text("import numpy as np\ndef f(x: np.ndarray):\n    return x\n")
    [node] = [n for n in ast.walk(source.tree) if isinstance(n, ast.Name) and n.id == "x"]
    value = TracedModel(analyze(source), {(3, 11, 3, 12): bits}).value(node)
    assert (value.is_tensor, value.evidence) == (tensor, evidence)


def test_a_file_of_which_only_the_record_knows_a_tensor_has_tensors() -> None:
    tree = source_from_text("def scale(first, second):\n    return first * second\n")
    model = analyze(tree)
    assert not model.has_tensors
    assert TracedModel(model, {(2, 11, 2, 16): TENSOR}).has_tensors
    assert not TracedModel(model, {(2, 11, 2, 16): PLAIN}).has_tensors

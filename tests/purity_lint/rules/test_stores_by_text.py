"""PUR206 and keys that are texts: what perhaps is no array is a dict there."""

from __future__ import annotations

import pytest

from purity_lint import check_source


@pytest.mark.parametrize(
    ("before", "store", "lines"),
    [
        ("y = rows[0]", 'y["mask"] = 1', []),
        ("y = rows[0]", 'y["mask"] += 1', []),
        ("y = rows[0]", "y[0] = 1", [8]),
        ("y = rows[0]", "y[0] += 1", [8]),
        ("y = torch.log(x)", 'y["mask"] = 1', [8]),
    ],
)
def test_a_text_is_no_place_in_what_may_be_a_dict(before: str, store: str, lines: list[int]) -> None:
    code = (
        "import torch\n\n\ndef f(x, rows, n):\n"
        f"    {before}\n    if n:\n        y = torch.exp(x)\n    {store}\n    return y\n"
    )
    found = check_source(code)
    assert [d.span.line for d in found.diagnostics if d.code == "PUR206"] == lines


def test_what_numpy_made_may_have_texts_for_keys() -> None:
    code = (
        "import numpy as np\n\n\ndef f(header, dtype, n):\n    if n:\n        header = np.zeros(n, dtype)\n"
        "    header['size'] = 1\n    return header\n"
    )
    found = check_source(code)
    assert [d.span.line for d in found.diagnostics if d.code == "PUR206"] == [7]

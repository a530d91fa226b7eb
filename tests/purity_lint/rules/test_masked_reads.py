"""`x[mask]` where little is known of the array: truth values read arrays, and some tables."""

from __future__ import annotations

import pytest
from snippets import Fixed

_HEAD = "import numpy as np\n\n\nclass Rows:\n    def __getitem__(self, index):\n        return index\n\n\n"
_MASK = "    low = np.asarray(x) < 2\n"


@pytest.mark.parametrize(
    "read", ["data[low]", "data[~low]", "data[np.invert(low)]", "data[low, :]", "data.x[low]"]
)
def test_what_is_read_by_a_mask_is_an_array(read: str, fixed: Fixed) -> None:
    source = f"{_HEAD}def f(x, data):\n{_MASK}    return {read}"
    assert fixed(source, "PUR207") == source
    assert "ops.getitem(data" in fixed(source, "PUR207", unsafe=True)


@pytest.mark.parametrize(
    "body",
    [
        "    data = Rows()\n    return data[low]",
        "    data = {}\n    return data[low]",
        "    import pandas\n    return data[low]",
        "    return data.loc[low, :]",
    ],
)
def test_what_answers_for_itself_is_left_alone(body: str, fixed: Fixed) -> None:
    source = f"{_HEAD}def f(x, data):\n{_MASK}{body}"
    assert "ops.getitem" not in fixed(source, "PUR207", unsafe=True)


def test_an_array_that_may_hold_objects_is_read_by_a_mask(fixed: Fixed) -> None:
    body = "    data = np.array(x, dtype=kind)\n    return data[low]"
    source = f"{_HEAD}def f(x, kind):\n{_MASK}{body}"
    assert fixed(source, "PUR207") == source
    assert "ops.getitem(data, low)" in fixed(source, "PUR207", unsafe=True)


def test_what_is_called_a_mask_reads_as_one(fixed: Fixed) -> None:
    source = f"{_HEAD}def f(x, shape):\n    mask = shape.contains(x)\n    return np.sort(x)[mask]"
    assert "ops.getitem(np.sort(x), mask)" in fixed(source, "PUR207", unsafe=True)


@pytest.mark.parametrize(
    ("read", "expected"),
    [
        ("table[img]", "ops.getitem(table, img)"),
        ("table[grey_image]", "ops.getitem(table, grey_image)"),
        ("table[self.pixels]", "ops.getitem(table, self.pixels)"),
        ("table[img.astype(int)]", "table[img.astype(int)]"),
        ("table[order]", "table[order]"),
        ("names[img]", "names[img]"),
        ("other[img]", "other[img]"),
    ],
)
def test_what_is_called_an_image_may_be_of_bytes(read: str, expected: str, fixed: Fixed) -> None:
    body = f"    table, names = np.arange(256), {{'a': 1}}\n    return {read}\n"
    code = f"{_HEAD}def f(self, img, grey_image, order, other):\n{body}"
    assert f"return {expected}\n" in fixed(code, "PUR207")

"""The pages of operations: docstrings as Markdown, signatures as code, a link for every name."""

from __future__ import annotations

import ast
import re

import operations
import pytest
from docstrings import to_markdown

from emberops.catalogue import CATALOGUE, GROUPS

DOCSTRING = """Sums as :func:`mean` does, but :class:`Undescribed`.

>>> 1 + 1
2

Parameters
----------
x, y
    Tensors of ``n`` axes:

    - one
    - another
z : int
    A number.

Returns
-------
Tensor
    Of the shape of ``x``.

Raises
------
ShapeError, TypeError
    If :func:`mean` would.

See Also
--------
mean : divides

Examples
--------
>>> 2
2

Words.
"""

PAGE = """Sums as [`mean`](a.md#mean) does, but `Undescribed`.

```pycon
>>> 1 + 1
2
```

**Parameters**

`x`, `y`
:   Tensors of ``n`` axes:
    
    - one
    - another

`z`: `int`
:   A number.

**Returns**

`Tensor`
:   Of the shape of ``x``.

**Raises**

`ShapeError`, `TypeError`
:   If [`mean`](a.md#mean) would.

**See Also**

- [`mean`](a.md#mean): divides

**Examples**

```pycon
>>> 2
2
```

Words."""  # noqa: W293


def test_every_section_of_a_docstring_is_rendered():
    assert to_markdown(DOCSTRING, {"mean": "a.md#mean"}.get) == PAGE


@pytest.fixture(scope="module")
def pages():
    return {group: operations.page(group) for group in GROUPS}


def test_no_role_and_no_underline_is_left(pages):
    for group, text in pages.items():
        assert not re.search(r":\w+:`|^-{3,}$", text, re.MULTILINE), group


def test_every_function_that_a_docstring_names_is_linked(pages):
    """``:func:`x``` that is no operation, a misspelt one too, would be code without a link."""
    for group, text in pages.items():
        for op in CATALOGUE.values():
            if op.group == group:
                function = operations.function_of(op)
                for named in re.findall(r":func:`([^`]+)`", function.__doc__ or ""):
                    assert f"[`{named}`](" in text, (op.name, named)


def test_every_link_of_the_pages_has_its_anchor(pages):
    anchors = {
        f"{group}.md#{anchor}"
        for group, text in pages.items()
        for anchor in re.findall(r"\{ #(\S+) \}", text)
    }
    assert len(anchors) == len(CATALOGUE)
    links = re.findall(r"\]\((\w+\.md#[^)]*)\)", "\n".join(pages.values()))
    tables = re.findall(r"\]\(operations/(\w+\.md#[^)]*)\)", operations.index())
    assert links
    assert len(tables) == len(CATALOGUE)
    assert not {*links, *tables} - anchors


def test_signatures_are_python(pages):
    for text in pages.values():
        for block in re.findall(r"```python\n(.*?)```", text, re.DOTALL):
            name = block.partition("(")[0]
            ast.parse(f"def {block.strip().replace(name, name.replace('.', '_'), 1)}: ...")

"""Examples in docstrings are calls: what they pass is evidence, as what tests pass is."""

from __future__ import annotations

import ast
from collections.abc import Callable

import pytest

from purity_lint.api import check_source
from purity_lint.findings.diagnostics import Applicability
from purity_lint.semantics import FileModel
from purity_lint.semantics.values import Kind, Value

ValueOf = Callable[[str, str], Value]
Models = Callable[[dict[str, str]], dict[str, FileModel]]

FUNCTION = 'def half(amount):\n    """Half of it.\n\n{examples}\n    """\n    return amount / 2\n'


@pytest.mark.parametrize(
    ("examples", "is_tensor"),
    [
        ("    >>> half(np.ones(3))", True),
        ("    >>> half(3)", False),
        ("    >>> v = np.ones(3)\n    >>> for _ in v:\n    ...     half(v)\n    ...\n    >>> 1", True),
        ("    >>> from module import half as other\n    >>> other(np.ones(3))", True),
        ("    >>> half('a')\n    Traceback (most recent call last):\n    TypeError: no", False),
        ("    >>> half(np.ones(3)\n", False),
        ("    >>>half(np.ones(3))", False),
        ("    >>> half(y)", False),
        ("    half(np.ones(3))", False),
    ],
)
def test_what_examples_pass_is_evidence(value_of: ValueOf, examples: str, is_tensor: bool) -> None:
    assert value_of(FUNCTION.format(examples=examples), "amount / 2").is_tensor == is_tensor


@pytest.mark.parametrize(
    "code",
    [
        'class A:\n    """An A.\n\n    >>> half(np.ones(3))\n    """\n',
        'class A:\n    def g(self):\n        """\n        >>> half(np.ones(3))\n        """\n',
        'async def g():\n    """\n    >>> half(np.ones(3))\n    """\n',
    ],
)
def test_every_docstring_of_a_module_may_have_examples(value_of: ValueOf, code: str) -> None:
    assert value_of(code + FUNCTION.format(examples=""), "amount / 2").is_tensor


def test_examples_of_other_files_are_read(models: Models) -> None:
    found = models(
        {
            "halves.py": "def half(amount):\n    return amount / 2\n",
            "use.py": '''
                """Halves.

                >>> import numpy as np
                >>> from halves import half
                >>> half(np.ones(3))
                """
            ''',
        }
    )
    halves = found["halves.py"]
    assert [halves.value(node).is_tensor for node in halves.source.of(ast.BinOp)] == [True]


def test_names_of_examples_are_their_own(value_of: ValueOf) -> None:
    code = FUNCTION.format(examples="    >>> total = np.ones(3)") + "def g(total=0):\n    return total + 1\n"
    assert value_of(code, "total + 1").kind is Kind.INT


def test_reasons_lead_to_the_line_of_the_example(value_of: ValueOf) -> None:
    value = value_of(FUNCTION.format(examples="    >>> 1\n    1\n    >>> half(np.ones(3))"), "amount / 2")
    lines = [reason.line for reason in value.reasons]
    assert 7 + 6 in lines


def test_an_example_with_numbers_makes_a_fix_of_an_annotated_array_unsafe() -> None:
    code = (
        "import numpy as np\ndef square(z: np.ndarray) -> np.ndarray:\n"
        '    """\n    >>> square({given})\n    4\n    """\n    return z * z + 1\n'
    )

    def safe(given: str) -> list[bool]:
        found = check_source(code.format(given=given)).diagnostics
        return [
            d.fix is not None and d.fix.applicability is Applicability.SAFE
            for d in found
            if d.code == "PUR201"
        ]

    assert safe("np.ones(3)") == [True, True]
    assert safe("2") == [False, False]


DOCUMENTED = '''def half(amount):
    """Half of it.

    Parameters
    ----------
    amount : {type}

    Examples
    --------
    >>> half(3)
    1.5
    """
    return amount / 2
'''


@pytest.mark.parametrize(
    ("documented", "is_tensor"),
    [
        ("array_like", True),
        ("float array_like", True),
        ("float or ndarray", True),
        ("float", False),
        ("the amount", False),
    ],
)
def test_a_number_in_an_example_is_one_of_what_a_docstring_allows(
    value_of: ValueOf, documented: str, is_tensor: bool
) -> None:
    assert value_of(DOCUMENTED.format(type=documented), "amount / 2").is_tensor == is_tensor

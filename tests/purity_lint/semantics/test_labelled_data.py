"""Tables and columns are no tensors, and neither is what comes of them."""

from __future__ import annotations

from collections.abc import Callable

import pytest

import purity_lint
from purity_lint.semantics.values import Kind, Value

ValueOf = Callable[[str, str], Value]
TABLE = """
import numpy as np
import pandas as pd


def f(df: pd.DataFrame, w: np.ndarray):
    y = {}
    return y * 2
"""
NO_TENSORS = [
    "df['a']",
    "df.price + 1",
    "df.groupby('k').mean()",
    "df.iloc[0]",
    "df['a'].sum()",
    "np.log(df['a'])",
    "np.hypot(df['a'], w)",
    "w * df['a']",
    "np.mean(df['a'])",
    "pd.read_csv('x.csv')['a'].rolling(3).mean()",
    "pd.concat([df, df]).T",
    "df['a'] > 0",
    "(df['a'].diff().abs() > df['b'])",
]
TENSORS = [
    "np.where(df['a'] > 0, 1.0, -0.5)",
    "np.where(df['a'] > 0, df['a'], 0)",
    "df['a'].to_numpy()",
    "np.asarray(df['a'])",
    "np.log(w)",
]


@pytest.mark.parametrize("expression", NO_TENSORS)
def test_what_comes_of_a_table(value_of: ValueOf, expression: str) -> None:
    assert value_of(TABLE.format(expression), "y * 2").kind is not Kind.TENSOR


@pytest.mark.parametrize("expression", TENSORS)
def test_what_is_made_an_array(value_of: ValueOf, expression: str) -> None:
    assert value_of(TABLE.format(expression), "y * 2").kind is Kind.TENSOR


def test_arrays_of_xarray(value_of: ValueOf) -> None:
    code = "import xarray as xr\n\n\ndef f(d: xr.Dataset):\n    u = d['u'] ** 2\n    return u.mean('t') / 3"
    assert value_of(code, "u.mean('t') / 3").kind is not Kind.TENSOR


def test_on_some_paths_only_it_says_nothing(value_of: ValueOf) -> None:
    code = "import numpy as np\nimport pandas as pd\n\n\ndef f(x: pd.Series | np.ndarray):\n    return np.log(x) * 2"
    assert value_of(code, "np.log(x) * 2").kind is Kind.TENSOR


DOCUMENTED = '''
import numpy as np


def f(x, y=1):
    """Scale.

    Parameters
    ----------
    x : {}
        What is scaled.
    """
    return {}
'''


@pytest.mark.parametrize(
    "documented",
    [
        "pandas.Series",
        "pandas.Series or xarray.DataArray",
        "pd.DataFrame, optional",
        "pandas DataFrame of shape (n, 2)",
        "xr.DataArray",
        "DataFrame",
        ":class:`~pandas.Series`",
    ],
)
def test_a_table_is_known_by_its_documentation(value_of: ValueOf, documented: str) -> None:
    code = DOCUMENTED.format(documented, "np.exp(x) * 2")
    assert value_of(code, "x").kind is Kind.INSTANCE
    assert value_of(code, "np.exp(x) * 2").kind is not Kind.TENSOR


@pytest.mark.parametrize(
    "documented", ["float or pandas.Series", "float or Quantity", "int | astropy.units.Quantity"]
)
def test_a_number_that_may_be_an_object_of_a_class_is_no_number(value_of: ValueOf, documented: str) -> None:
    assert value_of(DOCUMENTED.format(documented, "x / 2"), "x").kind is Kind.UNKNOWN


@pytest.mark.parametrize("documented", ["float, Kelvin", "float or infinity", "float, or False", "float/Pa"])
def test_words_that_name_no_class_say_nothing(value_of: ValueOf, documented: str) -> None:
    assert value_of(DOCUMENTED.format(documented, "x / 2"), "x").kind is not Kind.UNKNOWN


def test_an_array_that_some_call_gives_a_column_for_may_be_one(value_of: ValueOf) -> None:
    code = DOCUMENTED.format("array", "np.exp(x) * 2") + "\n\nf(pd.read_csv('x.csv')['a'])\n"
    code = code.replace("import numpy as np", "import numpy as np\nimport pandas as pd")
    found = value_of(code, "np.exp(x) * 2")
    assert (found.kind, found.maybe, found.name) == (Kind.TENSOR, True, "pandas.object")


@pytest.mark.parametrize(
    "call", ["groupby('a')['b'].mean()", "sort_values('a').T", "dropna().values_of('a').sum()"]
)
def test_a_table_is_known_by_methods_that_only_tables_have(value_of: ValueOf, call: str) -> None:
    assert (
        value_of(f"import numpy as np\n\n\ndef f(data):\n    y = data.{call}\n    return y * 2", "y * 2").kind
        is Kind.INSTANCE
    )


@pytest.mark.parametrize(
    "call",
    [
        "squeeze(drop=True)",
        "mean(dim='time')",
        "sum(skipna=True)",
        "clip(0, 1, inplace=True)",
        "max(level=0)",
    ],
)
def test_a_table_is_known_by_arguments_that_only_methods_of_tables_take(value_of: ValueOf, call: str) -> None:
    code = f"import numpy as np\n\n\ndef f(data):\n    y = data.{call}\n    return y * 2"
    assert value_of(code, "y * 2").kind is Kind.INSTANCE


@pytest.mark.parametrize("call", ["squeeze(axis=0)", "mean(dim=1)", "mean(dim)", "sum(keepdim=True)"])
def test_arguments_of_tensors_make_no_table(value_of: ValueOf, call: str) -> None:
    code = f"import numpy as np\n\n\ndef f(data, dim):\n    y = data.{call}\n    return y * 2"
    assert value_of(code, "y * 2").kind is Kind.TENSOR


@pytest.mark.parametrize("expression", ["s.mean()", "np.mean(s)", "np.mean(s**2)", "np.log(np.max(s))"])
def test_a_column_is_reduced_to_a_number(value_of: ValueOf, expression: str) -> None:
    code = f"""
def f(s: pd.Series):
    scale = {expression}
    grid = scale * np.ones(3)
    return grid
"""
    header = "import numpy as np\nimport pandas as pd\n"
    assert value_of(header + code, "grid").kind is Kind.TENSOR
    assert value_of(header + code, "scale * np.ones(3)").backend == "numpy"


def test_a_table_is_reduced_to_a_column(value_of: ValueOf) -> None:
    code = "import pandas as pd\ndef f(df: pd.DataFrame):\n    return df.mean()"
    assert value_of(code, "df.mean()").kind is Kind.INSTANCE


TABLE_OR_ARRAYS = """
    import pandas as pd
    from scipy import sparse

    def show(table: pd.DataFrame, column):
        for each in table:
            print(each)
        return table[column]

    def main(path):
        show(pd.read_csv(path), "a")
        show((np.zeros(3), np.ones(3)), "a")
    """


@pytest.mark.parametrize("expression", ["table[column]", "each"])
def test_parts_of_what_may_be_a_table_may_be_its_columns(value_of: ValueOf, expression: str) -> None:
    value = value_of(TABLE_OR_ARRAYS, expression)
    assert value.is_tensor
    assert value.maybe
    assert value.foreign


@pytest.mark.parametrize("other", ["", "(np.zeros(3), np.ones(3))"])
def test_parts_of_arrays_alone_are_arrays(value_of: ValueOf, other: str) -> None:
    code = TABLE_OR_ARRAYS.replace("pd.read_csv(path)", other or "np.zeros((2, 3))").replace(
        ": pd.DataFrame", ""
    )
    value = value_of(code, "table[column]")
    assert value.is_tensor
    assert not value.foreign


@pytest.mark.parametrize(
    ("rows", "is_tensor"),
    [
        ("data[data.age > 40]", False),
        ("data[(data.age > 40) & (data['sex'] == 1)]", False),
        ("data[data['age'] > 40]", False),
        ("data[data > 40]", True),
        ("data[data.real > 40]", True),
    ],
)
def test_what_is_picked_by_its_own_column_is_a_table(rows: str, is_tensor: bool) -> None:
    """Where the package that reads it is not known for tables."""
    code = f"import numpy as np\nfrom somewhere import load\n\n\ndata = load()\nold = {rows}\n"
    fixed = purity_lint.fix_source(code, unsafe_fixes=True, isolated=True).source
    assert ("ops.getitem(data, " in fixed) is is_tensor

"""Facts about pandas: its classes, and how their data leave for NumPy."""

from __future__ import annotations

from typing import Final

from purity_lint.knowledge.notation import words

PACKAGE: Final = "pandas"
CLASSES: Final = words("""
    pandas.DataFrame pandas.Series pandas.Index pandas.core.frame.DataFrame pandas.core.series.Series
    """)
OBJECTS: Final = words("pandas.Timedelta pandas.Timestamp pandas.Period pandas.Interval")
"""Classes whose instances are single values and no numbers: an array of them holds objects."""
LABELS: Final = frozenset({"index", "columns"})
"""Arguments of theirs that name rows and columns: of text, of numbers, or arrays of either."""
TO_NUMPY_METHODS: Final = frozenset({"to_numpy"})
"""Methods that return a NumPy array; ``values`` is an attribute."""

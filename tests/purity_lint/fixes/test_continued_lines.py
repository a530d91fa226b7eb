"""Lines that a backslash continues: it stays where the new statement has no brackets around them."""

from __future__ import annotations

from purity_lint import fix_source

CODE = """import numpy as np


def f(indices, a, b):
    total = 0.0
    for _ in indices:
        area = np.vstack((a, b))
        for i in range(len(area) - 1):
            total += (area[i + 1, 0] - area[i, 0]) * \\
                (area[i + 1, 1] + area[i, 1])
    return total
"""


def test_a_sum_of_numbers_over_two_lines_is_written_whole() -> None:
    fixed = fix_source(CODE, unsafe_fixes=True, isolated=True)
    assert not fixed.errors
    assert "total = total + (area[i + 1, 0] - area[i, 0]) * \\\n" in fixed.source
    compile(fixed.source, "fixed.py", "exec")

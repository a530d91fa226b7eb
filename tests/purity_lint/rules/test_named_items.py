"""Arrays of a list or dict that have a name and are changed by it: ``q = flows[k]``, then ``q += rain``."""

from __future__ import annotations

import pytest
from snippets import Fixed

_CODES = ("PUR202", "PUR206")
_HEAD = """\
from emberops import ops


class Net:
    def __init__(self, n):
        self.params = {"w": ops.zeros((n, n)), "b": ops.ones(n)}

    def other(self):
        self.params["w"] = ops.ones(3)

    def change(self, names, rain, k, n):
        flows = {name: ops.zeros(n) for name in names}
        rows = [ops.zeros(n), ops.ones(n)]
"""


def _changed(fixed: Fixed, *lines: str) -> str:
    code = _HEAD + "".join(f"        {line}\n" for line in lines) + "        return flows, rows\n"
    return fixed(code, *_CODES, unsafe=True).removeprefix(_HEAD)


@pytest.mark.parametrize(
    ("lines", "after"),
    [
        (("q = flows[k]", "q += rain"), "q = flows[k] = ops.assign_add(q, ..., rain)"),
        (
            ("q = flows[k]", "q[:] = ops.cumsum(q)"),
            "q = flows[k] = ops.assign(q, slice(None), ops.cumsum(q))",
        ),
        (("q = rows[-1]", "q[0] = 1"), "q = rows[-1] = ops.assign(q, 0, 1)"),
        (("w = self.params['w']", "w -= rain"), 'w = self.params["w"] = ops.assign_subtract(w, ..., rain)'),
        (("q = flows[k] = ops.exp(rain)", "q[0] = 1"), "q = flows[k] = ops.assign(q, 0, 1)"),
        (("rows[0] = q = ops.exp(rain)", "q += rain"), "q = rows[0] = ops.assign_add(q, ..., rain)"),
        (("q = flows[k]", "n = flows.get('n')", "q[0] = 1"), "q = flows[k] = ops.assign(q, 0, 1)"),
    ],
)
def test_the_item_is_bound_along_with_the_name(fixed: Fixed, lines: tuple[str, ...], after: str) -> None:
    assert after in _changed(fixed, *lines)


def test_every_change_of_a_turn_is_handed_on(fixed: Fixed) -> None:
    got = _changed(
        fixed,
        "for name in names:",
        "    q = flows[name]",
        "    if name in rain:",
        "        q += rain[name]",
        "    q[:] = ops.cumsum(q)",
        "    flows[k] += q",
    )
    assert got == (
        "        for name in names:\n"
        "            q = flows[name]\n"
        "            if name in rain:\n"
        "                q = flows[name] = ops.assign_add(q, ..., rain[name])\n"
        "            q = flows[name] = ops.assign(q, slice(None), ops.cumsum(q))\n"
        "            flows[k] = ops.assign_add(flows[k], ..., q)\n"
        "        return flows, rows\n"
    )


@pytest.mark.parametrize(
    "lines",
    [
        ("q = flows[k]", "k = names[0]", "q[0] = 1"),
        ("q = flows[k]", "flows[k] = rain", "q[0] = 1"),
        ("q = flows[k]", "del flows[k]", "q[0] = 1"),
        ("q = flows[k]", "flows.pop(k)", "q[0] = 1"),
        ("q = flows[k]", "shift(flows)", "q[0] = 1"),
        ("q = flows[k]", "flows = {}", "q[0] = 1"),
        ("q = flows[k]", "q = q[1:]", "q[0] = 1"),
        ("q = flows[next(n)]", "q[0] = 1"),
        ("q = rows.pop()", "q[0] = 1"),
        ("w = self.params['w']", "self.other()", "w[0] = 1"),
        ("w = self.params['w']", "self.params = {}", "w[0] = 1"),
        ("q = names[k]", "q += rain"),
        ("q = rows[0][0]", "q += 1"),
        ("q = flows[k] = rain", "q[0] = 1"),
        ("q = flows[k] = ops.exp(rain)", "k = names[0]", "q[0] = 1"),
    ],
    ids=" | ".join,
)
def test_it_is_not_where_the_place_may_hold_another_by_then(fixed: Fixed, lines: tuple[str, ...]) -> None:
    last = _changed(fixed, *lines).splitlines()[len(lines) - 1]
    assert not any(f"= {place}[" in last for place in ("flows", "rows", "self.params", "names"))

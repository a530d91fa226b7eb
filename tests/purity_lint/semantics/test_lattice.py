"""Abstract values: what says the same is one object, joins are exact, and nothing grows without bound."""

from __future__ import annotations

from itertools import product

from purity_lint.semantics.domain.atoms import (
    FLOAT_VALUE,
    INT_VALUE,
    NONE_VALUE,
    STR_VALUE,
    tensor,
)
from purity_lint.semantics.domain.containers import element_of, list_of, tuple_of
from purity_lint.semantics.domain.interning import Abs, Transform, Why
from purity_lint.semantics.domain.kinds import (
    DECLARED,
    DICT,
    FUNCTION,
    INFERRED,
    MAX_NESTING,
    MAX_SIZE,
    PROVEN,
    SUSPECTED,
    TUPLE,
)
from purity_lint.semantics.domain.lattice import join, same
from purity_lint.semantics.domain.tables import forgotten


def test_values_that_say_the_same_are_one_object() -> None:
    assert tensor(rank=2, backend="numpy") is tensor(rank=2, backend="numpy")
    assert tuple_of((INT_VALUE, tensor())) is tuple_of((INT_VALUE, tensor()))
    assert Abs(DICT, fields={"a": INT_VALUE}) is Abs(DICT, fields={"a": INT_VALUE})
    assert tensor(rank=2) is not tensor(rank=1)


def test_reasons_take_no_part_in_what_a_value_says() -> None:
    here, there = Why("made here", 1, 0, None), Why("made there", 2, 0, None)
    a, b = tensor(why=here), tensor(why=there)
    assert a is not b
    assert same(a, b)
    assert same(list_of(a), list_of(b))
    assert same(Abs(FUNCTION, refs=(Transform("grad", a),)), Abs(FUNCTION, refs=(Transform("grad", b),)))


def test_what_covers_the_other_keeps_its_reason() -> None:
    here = Why("made here", 1, 0, None)
    assert join(tensor(why=here), tensor()).why is here
    assert join(NONE_VALUE, tensor(why=here)).why is here
    assert element_of(join(list_of(tensor(why=here)), list_of(tensor(rank=2)))).why is here


def test_a_join_says_what_both_may_be() -> None:
    both = join(tensor(rank=2, backend="numpy"), tensor(INFERRED, rank=1, backend="numpy"))
    assert both is tensor(INFERRED, backend="numpy")
    assert join(both, tensor(rank=2, backend="numpy")) is both
    assert join(join(INT_VALUE, FLOAT_VALUE), STR_VALUE) is join(INT_VALUE, join(FLOAT_VALUE, STR_VALUE))


def test_a_join_is_as_sure_as_the_weaker_but_for_suspicions() -> None:
    levels = (SUSPECTED, INFERRED, DECLARED, PROVEN)
    for a, b, c in product(levels, repeat=3):
        left = join(join(tensor(a), tensor(b)), tensor(c))
        assert left is join(tensor(a), join(tensor(b), tensor(c)))
        sure = [level for level in (a, b, c) if level > SUSPECTED]
        assert left is tensor(min(sure, default=SUSPECTED))


def test_what_is_too_deep_is_forgotten() -> None:
    before = forgotten()
    value = tensor()
    for _ in range(50):
        value = Abs(DICT, fields={"next": value})
        assert value.depth <= MAX_NESTING + 1
    assert forgotten() > before


def test_what_is_too_large_keeps_the_join_of_its_parts() -> None:
    each = Abs(DICT, fields={f"k{i}": tensor() for i in range(60)})
    large = tuple_of((each,) * 16)
    assert large.size <= MAX_SIZE
    assert large.mask == TUPLE
    assert element_of(large) is each

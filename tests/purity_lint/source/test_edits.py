"""Text edits are applied together."""

from __future__ import annotations

from purity_lint.source.edits import TextEdit, apply_edits
from purity_lint.source.positions import Span


def test_edits_are_applied_at_their_places_whatever_their_order() -> None:
    text = "ab\ncd\nef\n"
    edits = [TextEdit(Span(2, 0, 3, 0), ""), TextEdit(Span(1, 1, 1, 2), "B"), TextEdit(Span(3, 2, 3, 2), "!")]
    assert apply_edits(text, edits) == "aB\nef!\n"
    assert apply_edits(text, reversed(edits)) == "aB\nef!\n"


def test_of_two_that_overlap_one_is_left_out() -> None:
    edits = [TextEdit(Span(1, 0, 1, 3), "x"), TextEdit(Span(1, 2, 1, 4), "y")]
    assert apply_edits("abcd", edits) == "aby"

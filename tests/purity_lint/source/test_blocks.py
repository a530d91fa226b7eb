"""Blocks of statements, whatever holds them."""

import ast

from purity_lint.source.blocks import after, before, block_of, blocks, statements

TEXT = """
with opened() as f:
    a = 1
    try:
        b = 1
        c = 1
    except* ValueError:
        d = 1
    else:
        e = 1
    finally:
        f = 1
    match a:
        case 1:
            g = 1
        case _:
            h = 1
"""


def _names(block):
    return [s.targets[0].id for s in block if isinstance(s, ast.Assign)]


def test_each_block_of_a_statement_is_found():
    opened = ast.parse(TEXT).body[0]
    [body] = blocks(opened)
    _, tried, matched = body
    assert [_names(block) for block in blocks(tried)] == [["b", "c"], ["e"], ["f"], ["d"]]
    assert [_names(block) for block in blocks(matched)] == [["g"], ["h"]]


def test_every_statement_is_found():
    assert sorted(_names(statements(ast.parse(TEXT).body))) == list("abcdefgh")


def test_a_statement_knows_its_neighbours():
    tried = ast.parse(TEXT).body[0].body[1]
    b, c = tried.body
    handler = tried.handlers[0]
    assert block_of(c, tried) is tried.body
    assert (before(c, tried), after(b, tried)) == ([b], [c])
    assert block_of(handler.body[0], handler) is handler.body


def test_an_expression_stands_in_no_block():
    function = ast.parse("lambda x: x").body[0].value
    assert block_of(function.body, function) == []
    assert (before(function.body, function), after(function.body, function)) == ([], [])

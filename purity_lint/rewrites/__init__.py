"""Library code written in ``ops``: the parts from which rules make their fixes.

What stands here are the questions that all of them ask: of an expression (:mod:`~purity_lint.rewrites.operands`), a
scope (:mod:`~purity_lint.rewrites.scopes`), a name of a library (:mod:`~purity_lint.rewrites.references`).  The rooms
are one for each shape of code: calls, operators, indexing, stores, what crosses over to the host, code that has a
namespace already, and branches on the backend.
"""

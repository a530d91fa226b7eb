"""One class per rule, one rule per file, in the folder of its family.

A rule stands in a file that is named after it, in the folder whose digit its code has (``PUR201`` is in
``operators/``, the rule ``tensor-operator`` in ``tensor_operator.py``), with its page and its examples; nothing
else needs to be told of it.  See :mod:`purity_lint.rules.base` and :mod:`purity_lint.rules.registry`; what rules
share to write code is in :mod:`purity_lint.rewrites`.
"""

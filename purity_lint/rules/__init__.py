"""One class per rule, in family files; see :mod:`purity_lint.rules.base` and :mod:`purity_lint.rules.registry`."""

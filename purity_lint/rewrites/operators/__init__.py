"""Operators on tensors, formulas of them, and what is true of their results."""

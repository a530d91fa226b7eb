"""Operators and in-place changes (PUR2xx)."""

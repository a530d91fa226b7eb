"""Casts and precision (PUR3xx)."""

"""Portable dtypes and the default float dtype."""

"""Indices and masks: what is read of an array."""

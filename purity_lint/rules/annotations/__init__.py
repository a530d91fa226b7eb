"""Annotations and attributes (PUR6xx)."""

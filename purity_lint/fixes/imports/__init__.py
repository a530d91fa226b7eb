"""Imports of a fixed file: those that it needs come in, those that nothing needs go."""

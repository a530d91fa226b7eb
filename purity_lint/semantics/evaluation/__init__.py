"""The abstract interpreter: statements, expressions, calls."""

"""Abstract interpreter: statements, expressions, calls."""

"""Functions of libraries that become something else than one call of an operation: one file for each form of code."""

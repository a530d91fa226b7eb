"""Sources of knowledge about values: annotations, docstrings, tests, calls, names."""

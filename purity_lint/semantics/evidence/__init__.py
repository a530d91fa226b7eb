"""Where knowledge of values comes from: annotations, docstrings, tests, calls, names."""

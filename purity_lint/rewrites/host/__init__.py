"""The border between tensors and the host: Python's numbers, NumPy's arrays, other packages."""

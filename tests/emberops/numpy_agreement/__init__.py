"""Generated calls of every operation that NumPy has too, compared with NumPy on every backend."""

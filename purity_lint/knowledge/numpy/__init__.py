"""Facts about NumPy: what its functions return, and what calls of them become in ``ops``."""

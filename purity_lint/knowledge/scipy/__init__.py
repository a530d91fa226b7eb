"""Facts about SciPy: what its functions return, and what calls of them become in ``ops``."""

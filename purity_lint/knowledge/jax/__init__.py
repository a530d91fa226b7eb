"""Facts about JAX: what its functions return, and what calls of them become in ``ops``."""

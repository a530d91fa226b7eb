"""Facts about MLX: what its functions return, and what calls of them become in ``ops``."""

"""What is known of MLX: what its functions return, and what calls of them become in ``ops``."""

"""What is known of JAX: what its functions return, and what calls of them become in ``ops``."""

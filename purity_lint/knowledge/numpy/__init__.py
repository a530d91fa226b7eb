"""What is known of NumPy: what its functions return, and what calls of them become in ``ops``."""

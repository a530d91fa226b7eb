"""What is known of TensorFlow: what its functions return, and what calls of them become in ``ops``."""

"""Facts about TensorFlow: what its functions return, and what calls of them become in ``ops``."""

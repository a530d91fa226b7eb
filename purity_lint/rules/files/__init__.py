"""Files (PUR0xx)."""

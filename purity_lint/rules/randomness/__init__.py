"""Randomness (PUR7xx)."""

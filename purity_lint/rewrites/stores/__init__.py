"""Stores into arrays, and who else sees the array that changes."""

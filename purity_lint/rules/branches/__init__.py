"""Branches on the backend (PUR5xx)."""

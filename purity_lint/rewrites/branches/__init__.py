"""Branches on the backend or the dtype."""

"""Imports, calls, methods (PUR1xx)."""

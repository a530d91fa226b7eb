"""Calls, names and methods of array libraries, and what they become in ``ops``."""

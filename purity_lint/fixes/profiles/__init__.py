"""Fixes in the words of a profile: ``keras.ops``, the array API standard, a project's own module."""

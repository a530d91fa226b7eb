"""Modules, functions and classes of a project, and what names in it refer to."""

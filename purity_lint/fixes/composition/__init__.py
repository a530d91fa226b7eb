"""Edits composed into text: where nodes stand, how rewritten ones are laid out, what comments keep."""

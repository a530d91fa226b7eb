"""Findings, fixes, edits and diagnostics: what rules make, and what fixes and formats read."""

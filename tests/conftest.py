"""What holds for every test."""

from __future__ import annotations

from hypothesis import settings

# How long an example takes is the machine's affair. Whatever else the profile in force says stays so.
settings.register_profile("untimed", settings(), deadline=None)
settings.load_profile("untimed")

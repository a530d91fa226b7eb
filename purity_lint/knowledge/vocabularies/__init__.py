"""Vocabularies of profiles: what operations are called there."""

"""The vocabularies of profiles: what operations are called there."""

"""Record the types of values while the user's own command runs."""

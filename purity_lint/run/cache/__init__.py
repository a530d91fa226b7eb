"""What earlier runs have found, kept as data in files."""

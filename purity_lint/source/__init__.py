"""Ground floor: files, encodings, positions, comments."""

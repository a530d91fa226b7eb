"""Fixed files in the style that they had."""

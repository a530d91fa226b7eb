"""One file: check it, fix it, match its suppression comments."""

"""Many files: read, link, check, fix in rounds, verify, cache, share among worker processes."""

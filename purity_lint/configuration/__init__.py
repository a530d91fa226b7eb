"""Settings: the record, the files that they come from, the selectors, discovery and the baseline."""

"""The report of a project: how pure its modules are, what to mend first, and each finding in its code."""

"""Many files: read, link, check, fix in rounds, share among worker processes.

The rooms: what earlier runs have left (``cache``), ``fix --verify`` (``verification``), the style of fixed files
(``style``), and what git knows of files (``revisions``).
"""

"""A static linter for backend-agnostic numerical Python.

``purity-lint check`` finds what ties code to one array library; ``purity-lint fix`` rewrites it to
``emberops.ops``.  The package imports no array library, and never imports the code that it reads.
"""

__version__ = "0.1.0"

"""Library code written in ``ops``: the parts from which rules make their fixes, one file for each shape of code."""

"""One package per backend, with the same file names in each: the only place that imports an array library.

A backend package holds, for every operation of the catalogue, a function of that name and of the facade's
signature, in the file of its group.  What several backends share, written over an Array API namespace,
stands in :mod:`emberops.backends.composed`.
"""

"""What is a tensor here?  An abstract interpreter over ``ast``; see :mod:`purity_lint.semantics.model`."""

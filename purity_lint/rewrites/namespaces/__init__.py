"""Code that has a namespace of the array API standard already, ``xp.sum(x)``."""

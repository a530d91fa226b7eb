"""Abstract domain: values that an expression may have, and the operations on them."""

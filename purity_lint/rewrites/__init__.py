"""What a piece of library code becomes in ``ops``: the parts from which rules write their fixes."""

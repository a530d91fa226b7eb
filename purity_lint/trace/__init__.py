"""What really is a tensor: types recorded while the user's own command runs."""
